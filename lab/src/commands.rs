//! The commands of `brio-lab`, one module each. `arguments` parses their arguments.

mod compare;
mod list;
pub mod load;
mod report;
mod run;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const HELP: &str = "\
brio lab: compares JavaScript runtimes, and shows how sure it is

  brio lab list                        the experiments and the runtimes
  brio lab run NAME…                   measures experiments (a name may be cut short)
  brio lab run --all                   measures all of them
  brio lab compare FILE                measures a program of your own under several runtimes
  brio lab report [FOLDER]             writes report.html, report.md, results.csv and results.json again
             [--readme FILE]           and puts the summary between the marks in this file
  brio lab load URL…                   the load generator alone, for a server that runs already

  for run and compare:
    --budget 28m                       divides this time over everything (--all has 55m, none is no limit)
    --rounds N  --seconds S  --warm-up S  --idle S
    --runtime NAME=PATH                uses this binary for a runtime
    --out FOLDER                       keeps the results there (lab/results/<date>_<machine>)
    --fresh                            does not go on with what is there, but begins anew
    --seed N                           another random order
    --plan                             only says what would be done, and how long it takes at least
  for compare:
    --runtimes brio,node,bun,deno      which ones
    --path /  --connections 50         the load on a server
    --rate N                           an open loop at N requests a second
    --arguments \"a b\"                  for the program

A run that was stopped goes on when it is started again; what is finished is not measured again.
";

/// Runs a command. Returns the exit code; the error is a sentence.
pub fn run(arguments: &[String], stop: &Arc<AtomicBool>) -> Result<i32, String> {
    let Some((command, rest)) = arguments.split_first() else {
        print!("{HELP}");
        return Ok(0);
    };
    if rest.iter().any(|argument| argument == "--help" || argument == "-h") {
        print!("{HELP}");
        return Ok(0);
    }
    match command.as_str() {
        "list" => list::run(rest),
        "run" => run::run(rest, arguments, stop),
        "compare" => compare::run(rest, arguments, stop),
        "report" => report::run(rest),
        "load" => load::run(rest, stop),
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(0)
        }
        "--version" | "-v" => {
            println!("brio-lab {}", env!("CARGO_PKG_VERSION"));
            Ok(0)
        }
        other => Err(format!("there is no command \"{other}\"; `brio lab` lists them")),
    }
}
