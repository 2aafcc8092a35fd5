//! `brio inspect`: the debugger of the command line, as `node inspect`. It is a builtin; this passes its arguments on.

use super::{help, run};

/// Runs the command. Returns the exit code.
pub fn start(arguments: &[String]) -> i32 {
    if help::is_requested_first(arguments) {
        print_help();
        return 0;
    }
    run::start_debugger(arguments)
}

/// `brio help inspect`.
pub fn print_help() {
    print!("{HELP}");
}

const HELP: &str = "\
Usage: brio inspect [--port=PORT] [FLAGS] FILE [ARGUMENTS]
       brio inspect HOST:PORT
       brio inspect -p PID

Starts FILE and pauses before its first line, or connects to a program that a debugger can reach, and reads commands.
`help` lists them.

Flags:
      --port=PORT             the port of the started program, 9229 without it; 0 for any that is free
  -p PID                      connect to the process PID, which must listen already
The others are those of `brio run`.
";
