//! What happens when a command cannot print: `brio help | head -1` ends quietly, a full disk is an error of one line.
//! Without this `println!` would panic with a stack trace.

use brio_runtime::realm::jsc::exit_process;
use std::panic::{set_hook, take_hook};

/// The exit code of a program that SIGPIPE ended, as a shell shows it.
const BROKEN_PIPE: i32 = 128 + 13;
const FAILED: i32 = 1;
/// How the message begins with which `println!` panics.
const PANIC: &str = "failed printing to stdout: ";

/// Ends the process when standard output fails. Call it before anything is printed.
pub fn install() {
    let others = take_hook();
    set_hook(Box::new(move |panic| {
        let message = panic.payload_as_str().unwrap_or_default();
        match message.strip_prefix(PANIC) {
            Some(reason) if reason.starts_with("Broken pipe") => exit_process(BROKEN_PIPE),
            Some(reason) => {
                eprintln!("brio: cannot write to standard output: {reason}");
                exit_process(FAILED)
            }
            None => others(panic),
        }
    }));
}
