//! The `brio` binary: reads the command line, and runs a program on the main thread's realm.

mod command_line;
mod lab;

use brio_runtime::realm::jsc::exit_process;
use command_line::{Action, parse};
use std::io::IsTerminal;

fn main() {
    let arguments: Vec<String> = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    // Text that is not UTF-8 cannot name a flag.
    let node_options = std::env::var("NODE_OPTIONS").unwrap_or_default();
    let code = match parse(&arguments, &node_options) {
        Ok(Action::Print(text)) => {
            print!("{text}");
            0
        }
        Ok(Action::Lab(arguments)) => lab::start(&arguments),
        Ok(Action::Run(mut program)) => {
            program.is_interactive |= program.has_nothing_to_run() && std::io::stdin().is_terminal();
            run(&program.to_json())
        }
        Err(message) => {
            eprintln!("brio: {message}\n(`brio --help` lists the flags)");
            9 // Node's code for a bad option
        }
    };
    exit_process(code)
}

/// Runs a program to its end. Returns its exit code.
fn run(program: &str) -> i32 {
    brio_runtime::prepare_process();
    match brio_runtime::start("internal:main", program) {
        Ok(realm) => realm.run(),
        Err(error) => {
            eprintln!("brio: the event loop cannot start: {error}");
            1
        }
    }
}
