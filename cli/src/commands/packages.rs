//! The commands of the package manager: they are declared, with their flags, in `brio_packages::commands`.

use brio_packages::commands;
pub use brio_packages::commands::{
    ALL, Command, SCRIPT_FLAGS, TASK_HELP, find, is_script_of_workspace, program_of_package, run_script_of_node,
    run_task, start,
};

/// Prints what `brio help NAME` shows.
pub fn print_help(command: &Command) {
    print!("{}", commands::help(command));
}

/// Runs the script of `package.json` that `brio run` names. None when it names a program.
pub fn run_script(arguments: &[String]) -> Option<i32> {
    commands::script_request(arguments).map(|request| match request {
        Ok(request) => commands::run_script_request(&request),
        Err(code) => code,
    })
}
