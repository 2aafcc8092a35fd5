//! `brio bench`: runs benchmark files. The flags are read by `internal:test_runner/bench/main`.

use super::{help, run};

/// What stands for the command among the options of the program; no flag has a name without dashes.
const COMMAND: &str = "bench";

/// Runs the command. Returns the exit code.
pub fn start(arguments: &[String]) -> i32 {
    if help::is_requested(arguments) {
        print_help();
        return 0;
    }
    run::start_builtin(COMMAND, arguments, &[])
}

/// `brio help bench`.
pub fn print_help() {
    print!("{HELP}");
}

const HELP: &str = "\
Usage: brio bench [FLAGS] [PATTERN…]

Runs benchmark files: those of Deno.bench, of Vitest's bench, and those that import mitata or tinybench's forms of
`bench`. A pattern is a file, a folder, a glob, or a part of a path; without one all files with names like *.bench.ts or
*_bench.ts run, one after the other, each in a realm of its own.

Flags:
  -t, --filter REGEXP       run the benchmarks whose full names match
      --min-time MS         measure each benchmark for at least this long (default 500)
      --json[=FILE]         print or write the results as JSON
      --save FILE           write the results for a later --compare
      --compare FILE        compare with saved results; a difference counts when its interval excludes 1
      --fail-slower PERCENT with --compare: exit with 1 when a benchmark is slower by more than this
      --config FILE         a configuration of Vitest
      --preload FILE        load a file before each benchmark file
";
