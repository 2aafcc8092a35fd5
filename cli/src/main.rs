//! The `brio` binary: finds the command that the first argument names, and runs it. Without one it runs a program.

mod commands;
mod suggestion;

use brio_runtime::realm::jsc::exit_process;
use commands::{Command, packages, run};

/// Exit code for wrong usage of a command.
const USAGE_ERROR: i32 = 2;

fn main() {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    exit_process(match run::executable::offset() {
        Some(offset) => run::executable::start(offset, &arguments),
        None => dispatch(&arguments),
    })
}

fn dispatch(arguments: &[String]) -> i32 {
    let first = arguments.first().map(String::as_str).unwrap_or_default();
    if let Some(Command { start, .. }) = commands::find(first) {
        return start(&arguments[1..]);
    }
    if let Some(command) = packages::find(first) {
        return packages::start(command, &arguments[1..]);
    }
    if run::is_program(first) {
        return run::start(arguments);
    }
    eprintln!("brio: \"{first}\" is neither a command nor a file");
    let names =
        commands::ALL.iter().map(|command| command.name).chain(packages::ALL.iter().map(|command| command.name));
    eprintln!("({}`brio help` lists the commands)", suggestion::hint(first, names));
    USAGE_ERROR
}
