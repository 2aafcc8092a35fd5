//! Formatters and lints: `cargo fmt` and `cargo clippy` for Rust, oxfmt for TypeScript and JavaScript.

use super::tools;
use crate::build::cargo;
use crate::process;
use crate::report::Tally;
use crate::workspace::Workspace;
use std::process::Command;
use std::time::Duration;

/// Clippy checks the whole workspace, which takes minutes when nothing of it is cached.
const LIMIT: Duration = Duration::from_secs(1800);
/// What oxfmt formats; `.oxfmtrc.json` lists exceptions.
pub const FORMATTED: &[&str] = &["builtins", "ops", "tests", "examples", "lab", "base/errors"];

/// Each check counts as one test.
pub fn run(workspace: &Workspace) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let mut format = cargo(workspace);
    format.args(["fmt", "--all", "--check"]);
    check(&mut tally, "cargo fmt", &mut format, "run ./x format")?;

    let mut oxfmt = Command::new(tools::node_modules(workspace)?.join(".bin/oxfmt"));
    oxfmt.arg("--list-different").args(FORMATTED).current_dir(&workspace.root);
    check(&mut tally, "oxfmt", &mut oxfmt, "run ./x format")?;

    let mut clippy = cargo(workspace);
    clippy.args(["clippy", "--release", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"]);
    check(&mut tally, "cargo clippy", &mut clippy, "fix what it names")?;
    Ok(tally)
}

fn check(tally: &mut Tally, name: &str, command: &mut Command, hint: &str) -> Result<(), String> {
    let outcome = process::run(command, b"", LIMIT)?;
    if outcome.code() == 0 && !outcome.timed_out {
        tally.pass();
    } else {
        tally.fail(name, &format!("{hint}\n{}{}", outcome.stdout, outcome.stderr));
    }
    Ok(())
}

/// `./x format`: formats what `lint` checks.
pub fn format(workspace: &Workspace, arguments: &[String]) -> Result<i32, String> {
    if !arguments.is_empty() {
        return Err("takes no arguments".to_string());
    }
    let mut rust = cargo(workspace);
    rust.args(["fmt", "--all"]);
    let mut oxfmt = Command::new(tools::node_modules(workspace)?.join(".bin/oxfmt"));
    oxfmt.args(FORMATTED).current_dir(&workspace.root);
    for command in [&mut rust, &mut oxfmt] {
        let status = command.status().map_err(|error| format!("cannot format: {error}"))?;
        if !status.success() {
            return Ok(1);
        }
    }
    Ok(0)
}
