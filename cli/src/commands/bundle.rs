//! `brio bundle` and `brio compile`: `brio build` with the flags of Deno, which `brio_bundler::command` reads.

use super::build::OF_RUNTIME;
use brio_bundler::command;

/// Runs `brio bundle`. Returns the exit code.
pub fn start(arguments: &[String]) -> i32 {
    command::start_bundle(arguments, OF_RUNTIME)
}

/// Runs `brio compile`. Returns the exit code.
pub fn start_compile(arguments: &[String]) -> i32 {
    command::start_compile(arguments, OF_RUNTIME)
}

/// `brio help bundle`.
pub fn print_help() {
    print!("{}", command::bundle_help());
}

/// `brio help compile`.
pub fn print_compile_help() {
    print!("{}", command::compile_help());
}
