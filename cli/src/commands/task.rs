//! `brio task`: runs a task of `deno.json` as `deno task` does; where there is no `deno.json`, a script of `package.json`.

use super::{packages, run};

/// Runs the command. Returns the exit code.
pub fn start(arguments: &[String]) -> i32 {
    packages::run_task(arguments).unwrap_or_else(|| run::start_command(arguments))
}

/// `brio help task`.
pub fn print_help() {
    print!("{}", packages::TASK_HELP);
}
