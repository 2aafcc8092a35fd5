//! The commands of the package manager without the runtime, for trying them while the whole of Brio is not built.
//! Programs are run by the executable that the variable BRIO names.

use brio_packages::commands;
use std::os::unix::process::CommandExt;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let first = arguments.first().map(String::as_str).unwrap_or_default();
    if let Some(command) = commands::find(first) {
        std::process::exit(commands::start(command, &arguments[1..]));
    }
    if first == "run" {
        match commands::script_request(&arguments[1..]) {
            Some(Ok(request)) => std::process::exit(commands::run_script_request(&request)),
            Some(Err(code)) => std::process::exit(code),
            None => {}
        }
    }
    let brio = std::env::var_os("BRIO").expect("BRIO names the program that runs programs");
    let error = std::process::Command::new(brio).args(&arguments).exec();
    panic!("{error}");
}
