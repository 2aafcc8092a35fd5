//! The `brio-runtime` binary: the runtime without the toolchain, for executables (`docs/decisions/0079-small-runtime.md`).
//! Without a program behind it, it runs the program that its arguments name.

use brio_cli::closed_output;
use brio_cli::commands::run;
use brio_runtime::realm::jsc::exit_process;

fn main() {
    closed_output::install();
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    exit_process(match run::executable::location().filter(|_| !run::executable::is_plain_runtime()) {
        Some(location) => run::executable::start(location, &arguments),
        None => run::start(&arguments),
    })
}
