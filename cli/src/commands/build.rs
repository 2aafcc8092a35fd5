//! `brio build`: declared, with its flags, in `brio_bundler::command`.

use brio_bundler::command;
use brio_bundler::executable::OfRuntime;

/// What a build knows of this runtime.
pub const OF_RUNTIME: OfRuntime = OfRuntime {
    home_of: |file| brio_runtime::explain_home(file).map(|(home, _)| home),
    repacked: brio_runtime::repacked_bytecode,
};

/// Runs the command. Returns the exit code.
pub fn start(arguments: &[String]) -> i32 {
    command::start(arguments, OF_RUNTIME)
}

/// `brio help build`.
pub fn print_help() {
    print!("{}", command::help());
}
