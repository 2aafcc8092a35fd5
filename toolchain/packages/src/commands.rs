//! The commands, each declared once: name, other names, arguments, flags, and the function that runs it.

/// Prints a line of which parts are text of others.
macro_rules! say {
    ($($part:tt)*) => { println!("{}", crate::printable::printable(&format!($($part)*))) };
}

mod approve;
mod audit;
mod cache;
mod completions;
mod configure;
mod deno;
mod execute;
mod funding;
mod init;
mod installing;
mod linking;
mod listing;
mod manifest_fields;
mod member_commands;
mod members;
mod node_scripts;
mod outdated;
mod packing;
mod patch;
mod places;
mod rebuild;
mod registry;
mod reports;
mod sbom;
mod scripts;
mod signatures;
mod table;
mod task;
mod updating;
mod version;

pub use execute::program_of_package;
pub use node_scripts::run_script_of_node;
pub use scripts::{SCRIPT_FLAGS, ScriptRequest, is_script_of_workspace, run_script_request, script_request};
pub use table::ALL;
pub use task::{TASK_HELP, run_task};

use crate::error::{Error, Result};
use crate::flags::FLAGS;
use crate::printable::redacted;
use brio_command_flags::{Arguments, Flag, Syntax, USAGE_ERROR, UsageError};

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

impl Command {
    fn syntax(&self) -> Syntax<'static> {
        Syntax { known: Some(self.flags), ends_at_word: self.ends_at_word }
    }

    /// The flags that it accepts.
    fn known_flags(&self) -> impl Iterator<Item = &'static Flag> {
        FLAGS.known(self.syntax())
    }
}

/// Finds a command by one of its names.
pub fn find(name: &str) -> Option<&'static Command> {
    ALL.iter().find(|command| command.name == name || command.aliases.contains(&name))
}

/// Runs a command with what follows its name. Returns the exit code.
pub fn start(command: &Command, arguments: &[String]) -> i32 {
    if command.name == "exec"
        && let Some(code) = member_commands::start(arguments)
    {
        return code;
    }
    let translated = match crate::foreign_flags::translate(&FLAGS, arguments, command.syntax()) {
        Ok(translated) => translated,
        Err(error) => return failed(&error),
    };
    let arguments = translated.as_slice();
    let is_help = |argument: &&String| *argument == "--help" || *argument == "-h";
    let own = arguments.iter().take_while(|argument| !command.ends_at_word || argument.starts_with('-'));
    if own.take_while(|argument| *argument != "--").any(|argument| is_help(&argument)) {
        print!("{}", help(command));
        return 0;
    }
    let outcome = FLAGS.parse(arguments, command.syntax()).map_err(wrong_usage).and_then(|arguments| {
        let checked = match arguments.words.first().filter(|_| command.arguments.is_empty()) {
            Some(word) => Err(usage(&format!("{} takes no argument such as \"{word}\"", command.name))
                .with_hint(format!("`brio help {}` shows how to use it", command.name))),
            None => Ok(()),
        };
        checked.and_then(|()| (command.run)(&arguments)).inspect_err(|error| {
            if arguments.has("--json") {
                let json =
                    serde_json::json!({"error": {"code": error.code, "summary": redacted(&error.message), "hint": redacted(&error.hint)}});
                println!("{json:#}");
            }
        })
    });
    match outcome {
        Ok(code) => code,
        Err(error) => failed(&error),
    }
}

fn failed(error: &Error) -> i32 {
    eprintln!("brio: {error}");
    if error.code == "EUSAGE" { USAGE_ERROR } else { 1 }
}

/// What `brio help NAME` shows.
pub fn help(command: &Command) -> String {
    let mut text =
        format!("Usage: brio {} [FLAGS] {}\n\n{}.\n", command.name, command.arguments, sentence(command.about));
    if !command.aliases.is_empty() {
        text.push_str(&format!("\nOther names: {}\n", command.aliases.join(", ")));
    }
    text.push_str("\nFlags:\n");
    text.push_str(&FLAGS.help(command.syntax()));
    text
}

fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map(|first| first.to_uppercase().collect::<String>() + characters.as_str()).unwrap_or_default()
}

fn wrong_usage(error: UsageError) -> Error {
    let hint = match error.suggestion {
        Some(known) => format!("did you mean {known}?"),
        None => "`brio help COMMAND` lists the flags".to_string(),
    };
    Error::new("EUSAGE", error.message).with_hint(hint)
}

pub(crate) fn usage(message: &str) -> Error {
    Error::new("EUSAGE", message)
}

fn current_folder() -> Result<std::path::PathBuf> {
    std::env::current_dir().map_err(|error| Error::new("ENOENT", format!("the current folder does not exist: {error}")))
}
