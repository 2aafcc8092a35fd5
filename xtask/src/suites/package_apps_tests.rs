//! Tests of how programs with packages are recognized and judged.

use super::{Program, difference, judge};
use crate::process;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

fn home(name: &str) -> &'static str {
    Program { name: name.to_string(), file: PathBuf::from(name), group: PathBuf::new() }.home()
}

#[test]
fn the_name_of_a_program_says_whose_it_is() {
    assert_eq!(home("tests/apps/packages/a/server.bun.ts"), "bun");
    assert_eq!(home("tests/apps/packages/a/server.deno.ts"), "deno");
    assert_eq!(home("tests/apps/packages/a/bundle.mjs"), "node");
}

#[test]
fn a_program_passes_only_when_it_prints_what_is_expected_and_ends_well() {
    let run = |script: &str| {
        process::run(Command::new("sh").args(["-c", script]), b"", Duration::from_secs(10)).expect("sh runs")
    };
    assert_eq!(judge("a 12 b", &run("echo a 12 b")), Ok(()));
    assert_eq!(judge("a [WILDCARD] b", &run("echo a 12 b")), Ok(()));
    assert!(judge("a", &run("echo b")).is_err());
    assert!(judge("a", &run("echo a; exit 3")).expect_err("code 3").contains("exit code 3"));
}

#[test]
fn a_difference_shows_the_lines_around_it() {
    let expected: String = (0..50).map(|line| format!("{line}\n")).collect();
    let shown = difference(&expected, &expected.replace("30\n", "x\n"));
    assert!(
        shown.contains("from line 31")
            && shown.contains("\nx\n")
            && shown.contains("\n29\n")
            && !shown.contains("\n5\n")
    );
}
