//! `brio-lab`: compares JavaScript runtimes by running experiments and writing reports. It measures programs from
//! outside, without knowledge of their internals; it is a binary of its own so that `brio` stays small.
//!
//! Start reading at `commands`, then `runner`, then `report`.

mod arguments;
mod commands;
mod cores;
mod experiment;
mod guard;
mod load;
mod meter;
mod random;
mod report;
mod rivals;
mod runner;
mod statistics;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Exit code after a second signal, which ends the lab at once; its guards kill the programs.
const EXIT_CODE_OF_SECOND_SIGNAL: i32 = 130;

fn main() {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    if let [command, spec] = arguments.as_slice()
        && command == guard::COMMAND
    {
        std::process::exit(guard::run(spec));
    }
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
        let registered =
            signal_hook::flag::register_conditional_shutdown(signal, EXIT_CODE_OF_SECOND_SIGNAL, stop.clone())
                .and_then(|_| signal_hook::flag::register(signal, stop.clone()));
        if let Err(error) = registered {
            eprintln!("lab: cannot handle Ctrl-C: {error}");
        }
    }
    let code = commands::run(&arguments, &stop).unwrap_or_else(|message| {
        eprintln!("lab: {message}");
        if stop.load(Ordering::Relaxed) { EXIT_CODE_OF_SECOND_SIGNAL } else { 1 }
    });
    std::process::exit(code);
}
