//! `brio serve`: serves the default export of a program as `deno serve` does.

use super::{help, run};

/// Runs the command. Returns the exit code.
pub fn start(arguments: &[String]) -> i32 {
    if help::is_requested_first(arguments) {
        print_help();
        return 0;
    }
    run::start_server(arguments)
}

/// `brio help serve`.
pub fn print_help() {
    print!("{HELP}");
}

const HELP: &str = "\
Usage: brio serve [FLAGS] FILE [ARGUMENTS]

Runs FILE as a program of Deno and serves its default export, an object with a method `fetch` and perhaps `onListen`.
The other flags are those of `brio run`.

Flags:
      --port PORT             the port, 8000 without it; 0 for any that is free
      --host HOST             the address, 0.0.0.0 without it
      --parallel              serve on a thread for each processor, or on DENO_JOBS threads
      --open                  open the address in the browser
      --watch                 serve again when a file changes
";
