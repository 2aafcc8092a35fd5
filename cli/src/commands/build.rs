//! `brio build`: declared, with its flags, in `brio_bundler::command`.

use brio_bundler::command;

/// Runs the command. Returns the exit code.
pub fn start(arguments: &[String]) -> i32 {
    command::start(arguments, |file| brio_runtime::explain_home(file).map(|(home, _)| home))
}

/// `brio help build`.
pub fn print_help() {
    print!("{}", command::help());
}
