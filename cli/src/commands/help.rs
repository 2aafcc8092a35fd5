//! `brio help [COMMAND]`, and what `--help` and `--version` print.

use super::{ALL, find, packages};
use brio_command_flags::{USAGE_ERROR, suggestion};
use brio_runtime::realm::jsc::report::engine_report;

/// `brio help [COMMAND]`.
pub fn start(arguments: &[String]) -> i32 {
    match arguments {
        [] => print!("{}", overview()),
        [name] => match find(name) {
            Some(command) => (command.print_help)(),
            None if packages::find(name).is_some() => packages::find(name).into_iter().for_each(packages::print_help),
            None => {
                let names = ALL.iter().map(|command| command.name);
                let hint = suggestion::hint(name, names.chain(packages::ALL.iter().map(|command| command.name)));
                eprintln!("brio: unknown command \"{name}\"\n({hint}`brio help` lists the commands)");
                return USAGE_ERROR;
            }
        },
        _ => {
            eprintln!("brio: help takes the name of one command\n(`brio help` lists the commands)");
            return USAGE_ERROR;
        }
    }
    0
}

/// `brio help help`.
pub fn print_help() {
    println!("Usage: brio help [COMMAND]\n\nShows what a command does and its flags; without a name, all commands.");
}

/// Whether the arguments of a command ask for its help, anywhere among them.
pub fn is_requested(arguments: &[String]) -> bool {
    arguments.iter().any(|argument| argument == "--help" || argument == "-h")
}

/// As [`is_requested`], for a command whose first word is a program or its code: what follows it belongs to the program.
pub fn is_requested_first(arguments: &[String]) -> bool {
    let words = arguments.iter().position(|argument| !argument.starts_with('-')).unwrap_or(arguments.len());
    is_requested(&arguments[..words])
}

/// What `brio --version` prints.
pub fn version() -> String {
    format!("brio {}\n", env!("CARGO_PKG_VERSION"))
}

/// What `brio --version --verbose` prints: the version and the engine's, with what a user should know about it.
pub fn verbose_version() -> String {
    let report = engine_report();
    let mut text = version() + &report.summary() + "\n";
    if !report.switched_off.is_empty() {
        text += &format!("switched off with this engine: {}\n", report.switched_off.join(", "));
    }
    for warning in report.warnings {
        text += &format!("warning: {warning}\n");
    }
    text
}

/// What `--v8-options` prints, in V8's format, which the package v8flags reads: those of V8's flags that are accepted.
pub fn v8_options() -> String {
    const OPTIONS: [(&str, &str, &str, &str); 7] = [
        ("--expose-gc", "expose gc extension", "bool", "--no-expose-gc"),
        ("--gc-global", "always perform global GCs", "bool", "--no-gc-global"),
        ("--max-heap-size", "max size of the heap with young objects (in Mbytes)", "size_t", "--max-heap-size=0"),
        ("--max-old-space-size", "max size of the heap (in Mbytes)", "size_t", "--max-old-space-size=0"),
        ("--max-semi-space-size", "accepted without effect", "size_t", "--max-semi-space-size=0"),
        ("--stack-size", "default size of stack region (in kBytes)", "int", "--stack-size=984"),
        ("--stack-trace-limit", "number of stack frames to capture", "int", "--stack-trace-limit=10"),
    ];
    let mut text = String::from("These options of V8 are accepted:\n\nOptions:\n");
    for (name, about, kind, default) in OPTIONS {
        text += &format!("  {name} ({about})\n        type: {kind}  default: {default}\n");
    }
    text
}

/// What `brio --help` prints: all commands, and the flags of running a program.
pub fn overview() -> String {
    let mut text = String::from(
        "Brio runs JavaScript and TypeScript: the programs of Node.js, Bun and Deno.

Usage:
  brio                               read and run code line by line
  brio [FLAGS] FILE [ARGUMENTS]      run a file
  brio [FLAGS] -e CODE [ARGUMENTS]   run code
  brio [FLAGS] - [ARGUMENTS]         run what standard input holds

Commands:
",
    );
    for command in ALL {
        text += &format!("  {:<34} {}\n", format!("brio {} {}", command.name, command.arguments), command.about);
    }
    for command in packages::ALL {
        let usage = format!("brio {} {}", command.name, command.arguments);
        let also =
            if command.aliases.is_empty() { String::new() } else { format!(" (also: {})", command.aliases.join(", ")) };
        text += &format!("  {usage:<34} {}{also}\n", command.about);
    }
    text += "\nFlags:\n";
    text += &super::run::flag_list();
    text += "
Flags stand before FILE; what follows FILE belongs to the program, and `--` ends the flags.
Without --as the program's own files tell which runtime it was written for.
NODE_OPTIONS holds flags that come first; NO_COLOR=1 turns colours off.
`brio help run` also lists the flags of Node.js that are accepted.
";
    text
}
