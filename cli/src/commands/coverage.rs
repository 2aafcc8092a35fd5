//! `brio coverage`: reports of coverage that was written to a folder. The flags are read by
//! `internal:test_runner/coverage/command`.

use super::{help, run};

/// What stands for the command among the options of the program; no flag has a name without dashes.
const COMMAND: &str = "coverage";

/// Runs the command. Returns the exit code.
pub fn start(arguments: &[String]) -> i32 {
    if help::is_requested(arguments) {
        print_help();
        return 0;
    }
    run::start_builtin(COMMAND, arguments, &[])
}

/// `brio help coverage`.
pub fn print_help() {
    print!("{HELP}");
}

const HELP: &str = "\
Usage: brio coverage [FLAGS] [FOLDER…]

Reports coverage from folders that `brio test --coverage=FOLDER`, `NODE_V8_COVERAGE` or `deno test --coverage` wrote
(default: coverage). Files of several processes are added up.

Flags:
      --reporter NAME     text, text-summary, lcov, json, json-summary, cobertura, html or detailed; can be repeated
      --lcov, --html, --json, --detailed
                          the same as a --reporter of that name
      --output PATH       the file or folder of the report (default: lcov to the standard output, others to the first folder)
      --include REGEXP    report the files whose URLs match
      --exclude REGEXP    leave out the files whose URLs match (default: test files)
      --threshold N       exit with 1 when less than N percent of the lines are covered
";
