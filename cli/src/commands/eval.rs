//! `brio eval`: runs code of the command line as `deno eval` does: an ES module, with TypeScript, and all permissions.

use super::{help, run};

/// Runs the command. Returns the exit code.
pub fn start(arguments: &[String]) -> i32 {
    if help::is_requested_first(arguments) {
        print_help();
        return 0;
    }
    run::start_evaluation(arguments)
}

/// `brio help eval`.
pub fn print_help() {
    print!("{HELP}");
}

const HELP: &str = "\
Usage: brio eval [FLAGS] CODE [ARGUMENTS]

Runs CODE as an ES module with the global Deno, as `deno eval` does. The flags are those of `brio run`.

Flags:
  -p, --print                 print the value of CODE, an expression
      --ext EXTENSION         what CODE is: js, ts (the default), jsx or tsx
";
