//! `brio bundle` and `brio compile`: `brio build` with the flags of Deno, which `brio_bundler::command` reads.

use brio_bundler::command;

fn home_of(file: &std::path::Path) -> Option<&'static str> {
    brio_runtime::explain_home(file).map(|(home, _)| home)
}

/// Runs `brio bundle`. Returns the exit code.
pub fn start(arguments: &[String]) -> i32 {
    command::start_bundle(arguments, home_of)
}

/// Runs `brio compile`. Returns the exit code.
pub fn start_compile(arguments: &[String]) -> i32 {
    command::start_compile(arguments, home_of)
}

/// `brio help bundle`.
pub fn print_help() {
    print!("{}", command::bundle_help());
}

/// `brio help compile`.
pub fn print_compile_help() {
    print!("{}", command::compile_help());
}
