//! The commands, each declared once: name, other names, arguments, flags, and the function that runs it.

mod approve;
mod audit;
mod cache;
mod execute;
mod init;
mod installing;
mod listing;
mod outdated;
mod scripts;

pub use scripts::{ScriptRequest, run_script_request, script_request};

use crate::error::{Error, Result};
use crate::flags::{Arguments, find as find_flag};

/// The exit code for a wrong use.
pub const USAGE_ERROR: i32 = 2;

/// A command.
pub struct Command {
    pub name: &'static str,
    pub aliases: &'static [&'static str],
    /// What follows the name.
    pub arguments: &'static str,
    pub about: &'static str,
    /// The flags that it knows, by their long names.
    pub flags: &'static [&'static str],
    /// Everything behind the first word belongs to another program.
    ends_at_word: bool,
    run: fn(&Arguments) -> Result<i32>,
}

const INSTALL_FLAGS: &[&str] = &[
    "--dry-run",
    "--force",
    "--frozen-lockfile",
    "--global",
    "--ignore-scripts",
    "--json",
    "--legacy-peer-deps",
    "--lockfile-only",
    "--min-age",
    "--no-package-lock",
    "--no-save",
    "--offline",
    "--omit",
    "--prefer-dedupe",
    "--prefer-offline",
    "--production",
    "--quiet",
    "--registry",
    "--save-dev",
    "--save-exact",
    "--save-optional",
    "--save-peer",
    "--save-prod",
    "--strict-peer-deps",
    "--yes",
];
const READ_FLAGS: &[&str] = &["--all", "--json", "--offline", "--prefer-offline", "--quiet", "--registry"];

/// All commands, in the order in which help lists them.
pub const ALL: &[Command] = &[
    Command {
        name: "install",
        aliases: &["i"],
        arguments: "[PACKAGE…]",
        about: "install what package.json and the lockfile say, or add packages",
        flags: INSTALL_FLAGS,
        ends_at_word: false,
        run: installing::install,
    },
    Command {
        name: "ci",
        aliases: &["clean-install"],
        arguments: "",
        about: "install exactly the lockfile, into a new node_modules",
        flags: INSTALL_FLAGS,
        ends_at_word: false,
        run: installing::clean_install,
    },
    Command {
        name: "add",
        aliases: &[],
        arguments: "PACKAGE…",
        about: "add packages to package.json and install them",
        flags: INSTALL_FLAGS,
        ends_at_word: false,
        run: installing::add,
    },
    Command {
        name: "remove",
        aliases: &["rm", "uninstall", "un"],
        arguments: "PACKAGE…",
        about: "remove packages from package.json and node_modules",
        flags: INSTALL_FLAGS,
        ends_at_word: false,
        run: installing::remove,
    },
    Command {
        name: "update",
        aliases: &["up", "upgrade"],
        arguments: "[PACKAGE…]",
        about: "take the newest versions that package.json allows",
        flags: INSTALL_FLAGS,
        ends_at_word: false,
        run: installing::update,
    },
    Command {
        name: "outdated",
        aliases: &[],
        arguments: "[PACKAGE…]",
        about: "show dependencies that have newer versions",
        flags: READ_FLAGS,
        ends_at_word: false,
        run: outdated::run,
    },
    Command {
        name: "ls",
        aliases: &["list"],
        arguments: "[PACKAGE…]",
        about: "show what is installed",
        flags: READ_FLAGS,
        ends_at_word: false,
        run: listing::ls,
    },
    Command {
        name: "why",
        aliases: &["explain"],
        arguments: "PACKAGE",
        about: "show what a package is needed for",
        flags: READ_FLAGS,
        ends_at_word: false,
        run: listing::why,
    },
    Command {
        name: "prune",
        aliases: &[],
        arguments: "",
        about: "remove what the lockfile does not have",
        flags: INSTALL_FLAGS,
        ends_at_word: false,
        run: installing::prune,
    },
    Command {
        name: "dedupe",
        aliases: &["ddp"],
        arguments: "",
        about: "remove duplicates that a package higher up can stand for",
        flags: INSTALL_FLAGS,
        ends_at_word: false,
        run: installing::dedupe,
    },
    Command {
        name: "approve",
        aliases: &["trust"],
        arguments: "[PACKAGE…]",
        about: "let packages run their install scripts; without names: show which have some",
        flags: &["--all", "--json", "--quiet"],
        ends_at_word: false,
        run: approve::run,
    },
    Command {
        name: "audit",
        aliases: &[],
        arguments: "",
        about: "show known vulnerabilities of what is installed",
        flags: READ_FLAGS,
        ends_at_word: false,
        run: audit::run,
    },
    Command {
        name: "init",
        aliases: &[],
        arguments: "",
        about: "make a package.json",
        flags: &["--yes", "--quiet"],
        ends_at_word: false,
        run: init::run,
    },
    Command {
        name: "x",
        aliases: &["exec", "dlx"],
        arguments: "PACKAGE [ARGUMENTS]",
        about: "run the command of a package, installed or fetched",
        flags: &["--package", "--min-age", "--offline", "--prefer-offline", "--quiet", "--registry", "--yes"],
        ends_at_word: true,
        run: execute::run,
    },
    Command {
        name: "cache",
        aliases: &[],
        arguments: "path|verify|prune",
        about: "show, check or clean the store of packages",
        flags: &["--json", "--quiet"],
        ends_at_word: false,
        run: cache::run,
    },
];

/// Finds a command by one of its names.
pub fn find(name: &str) -> Option<&'static Command> {
    ALL.iter().find(|command| command.name == name || command.aliases.contains(&name))
}

/// Runs a command with what follows its name. Returns the exit code.
pub fn start(command: &Command, arguments: &[String]) -> i32 {
    let is_help = |argument: &&String| *argument == "--help" || *argument == "-h";
    let own = arguments.iter().take_while(|argument| !command.ends_at_word || argument.starts_with('-'));
    if own.take_while(|argument| *argument != "--").any(|argument| is_help(&argument)) {
        print!("{}", help(command));
        return 0;
    }
    let outcome = Arguments::parse(arguments, command.flags, command.ends_at_word).and_then(|arguments| {
        (command.run)(&arguments).inspect_err(|error| {
            if arguments.has("--json") {
                let json =
                    serde_json::json!({"error": {"code": error.code, "summary": error.message, "hint": error.hint}});
                println!("{json:#}");
            }
        })
    });
    match outcome {
        Ok(code) => code,
        Err(error) => {
            eprintln!("brio: {error}");
            if error.code == "EUSAGE" { USAGE_ERROR } else { 1 }
        }
    }
}

/// What `brio help NAME` shows.
pub fn help(command: &Command) -> String {
    let mut text =
        format!("Usage: brio {} [FLAGS] {}\n\n{}.\n", command.name, command.arguments, sentence(command.about));
    if !command.aliases.is_empty() {
        text.push_str(&format!("\nOther names: {}\n", command.aliases.join(", ")));
    }
    text.push_str("\nFlags:\n");
    for flag in command.flags.iter().filter_map(|name| find_flag(name)) {
        let value = flag.value.map(|value| format!(" {value}")).unwrap_or_default();
        let short = flag.short.map_or("    ".to_string(), |short| format!("{short}, "));
        text.push_str(&format!("  {short}{:<20} {}\n", format!("{}{value}", flag.long), flag.about));
    }
    text
}

fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map(|first| first.to_uppercase().collect::<String>() + characters.as_str()).unwrap_or_default()
}

fn usage(message: &str) -> Error {
    Error::new("EUSAGE", message)
}

fn current_folder() -> Result<std::path::PathBuf> {
    std::env::current_dir().map_err(|error| Error::new("ENOENT", format!("the current folder does not exist: {error}")))
}
