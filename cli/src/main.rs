//! The `brio` binary: reads the command line, and runs a program on the main thread's realm.

mod command_line;
mod lab;
mod variable_files;

use brio_runtime::realm::jsc::exit_process;
use command_line::{Action, Program, parse};
use std::io::IsTerminal;

/// Node's exit code for a bad option.
const BAD_OPTION: i32 = 9;

fn main() {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    // Text that is not UTF-8 cannot name a flag.
    let node_options = std::env::var("NODE_OPTIONS");
    let code = match parse(&arguments, node_options.as_deref().unwrap_or_default()) {
        Ok(Action::Print(text)) => {
            print!("{text}");
            0
        }
        Ok(Action::Lab(arguments)) => lab::start(&arguments),
        Ok(Action::Run(program)) => match with_variables(program, &arguments, node_options.is_ok()) {
            Ok(mut program) => {
                program.is_interactive |= program.has_nothing_to_run() && std::io::stdin().is_terminal();
                run(&program.to_json())
            }
            Err(message) => {
                eprintln!("brio: {message}");
                BAD_OPTION
            }
        },
        Err(message) => {
            eprintln!("brio: {message}\n(`brio --help` lists the flags)");
            BAD_OPTION
        }
    };
    exit_process(code)
}

/// Sets the variables of the files that the command line names. Their NODE_OPTIONS count when the environment has none.
fn with_variables(program: Program, arguments: &[String], has_node_options: bool) -> Result<Program, String> {
    if program.variable_files().next().is_none() {
        return Ok(program);
    }
    let variables = variable_files::read(&program)?;
    variable_files::apply(&variables);
    match variables.get("NODE_OPTIONS") {
        Some(node_options) if !has_node_options => match parse(arguments, node_options)? {
            Action::Run(program) => Ok(program),
            Action::Print(_) | Action::Lab(_) => Ok(program),
        },
        _ => Ok(program),
    }
}

/// Runs a program to its end. Returns its exit code.
fn run(program: &str) -> i32 {
    brio_runtime::prepare_process();
    match brio_runtime::start("internal:startup/main", program) {
        Ok(realm) => realm.run(),
        Err(error) => {
            eprintln!("brio: the event loop cannot start: {error}");
            1
        }
    }
}
