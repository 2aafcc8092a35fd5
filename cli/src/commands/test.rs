//! `brio test`: runs the test files of a project, each in its dialect. The flags are read by
//! `internal:test_runner/command/options`.

mod supervision;

use super::{help, run};

/// What stands for the command among the options of the program; no flag has a name without dashes.
const COMMAND: &str = "test";

/// Runs the command. Returns the exit code.
pub fn start(arguments: &[String]) -> i32 {
    if help::is_requested(arguments) {
        print_help();
        return 0;
    }
    // A run that watches has no end to which it could be continued.
    if arguments.iter().any(|argument| matches!(argument.as_str(), "--watch" | "-w" | "--watchAll")) {
        return run::start_builtin(COMMAND, arguments, &[]);
    }
    supervision::start(COMMAND, arguments)
}

/// `brio help test`.
pub fn print_help() {
    print!("{HELP}");
}

const HELP: &str = "\
Usage: brio test [FLAGS] [PATTERN…]

Runs test files in the dialect that each is written in: bun:test, Jest, Vitest, Mocha, node:test, Deno.test, or plain
programs by their exit code. A pattern is a file, a folder, a glob, or a part of a path; without one all files with names
like *.test.ts, *_test.ts or *.spec.ts run, and test files in folders __tests__ and test.

Flags:
  -t, --test-name-pattern REGEXP  run the tests whose full names match
  -u, --update-snapshots          write changed snapshots and remove obsolete ones
      --ci                        write no snapshots (the default where CI is set)
  -j, --parallel N                run N files at the same time
      --bail[=N]                  end after N failures
      --timeout MS                the time-out of tests without one
      --retry N                   try failed tests again
      --rerun-each N              run each test N times
      --shard I/N                 run one of N parts of the files
      --randomize                 run files and tests in random order
      --seed N                    as --randomize, in the order of a seed
      --rerun-failed              run the files that failed in the last run
      --changed[=REVISION]        run the files that a change reaches, by git
  -w, --watch                     run again what a change reaches
      --only                      run only tests that are marked with only
      --todo                      run tests that are marked as todo
      --concurrent                run the tests of a file at the same time
      --max-concurrency N         concurrent tests of a file
      --preload FILE              load a file before each test file
      --environment NAME          node, jsdom or happy-dom
      --as HOME                   node, bun or deno, for files that do not say what they are written for
      --config FILE               a configuration of Jest or Vitest
      --project NAME              run the files of these projects; can be repeated, `!NAME` leaves one out
      --reporter NAME             default, spec, dot, tap, junit, json or github; can be repeated
      --reporter-outfile FILE     where the reporter before it writes
      --pass-with-no-tests        succeed without test files
      --coverage[=FOLDER]         measure which code runs; reports are written to FOLDER (default: coverage)
      --coverage-reporter NAME    text, text-summary, lcov, json, json-summary, cobertura or html; can be repeated
      --coverage-include GLOB     report these files, also those that no test loads; can be repeated
      --coverage-exclude GLOB     leave these files out; can be repeated
      --coverage-threshold N      fail when less than N percent are covered; also KIND=N, with lines, functions,
                                  branches or statements
      --detect-leaks              fail tests that leave timers, sockets, servers, children or workers open
      --allow-…, --deny-…, -P     what the files may do, as in Deno (docs/guide/permissions.md)
      --permission                the same as in Node
      --no-isolate                run the files one after the other in one realm
";
