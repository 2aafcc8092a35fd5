//! Runs a test in the engine's shell (`jsc`), to find out which failures are the engine's own.

use super::metadata::Metadata;
use crate::process::Outcome;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Options that Brio enables as well (docs/decisions/0003-engine-options.md).
const OPTIONS: [&str; 4] =
    ["useSharedArrayBuffer", "useTemporal", "useIteratorSequencing", "useExplicitResourceManagement"];

/// The command that runs a test after its harness files, all in one realm.
pub fn command(shell: &Path, harness: &[PathBuf], entry: &Path, metadata: &Metadata) -> Command {
    let mut command = Command::new(shell);
    for option in OPTIONS {
        command.env(format!("JSC_{option}"), "true");
    }
    command.args(harness);
    if metadata.has("module") {
        let mut argument = std::ffi::OsString::from("--module-file=");
        argument.push(entry);
        command.arg(argument);
    } else {
        command.arg(entry);
    }
    command
}

/// The shell's output, in the form of tests/test262/host.cjs; None when it crashed.
pub fn read_result(outcome: &Outcome, metadata: &Metadata) -> Option<Value> {
    let find = |prefix: &str| outcome.stdout.lines().find_map(|line| line.strip_prefix(prefix));
    if let Some(error) = find("Exception: ").or_else(|| find("Test262:AsyncTestFailure:")) {
        let (name, message) = error.split_once(": ").unwrap_or((error, ""));
        return Some(json!({ "outcome": "error", "name": name, "message": message }));
    }
    if outcome.code() != 0 {
        return None;
    }
    let is_done = !metadata.has("async") || find("Test262:AsyncTestComplete").is_some();
    Some(json!({ "outcome": if is_done { "done" } else { "silent" } }))
}

#[cfg(test)]
mod tests {
    use super::read_result;
    use crate::process;
    use crate::test262::metadata::{self, Metadata};
    use std::process::Command;
    use std::time::Duration;

    fn result_of(script: &str, metadata: &Metadata) -> Option<String> {
        let outcome =
            process::run(Command::new("sh").args(["-c", script]), b"", Duration::from_secs(5)).expect("sh starts");
        read_result(&outcome, metadata).map(|result| {
            format!("{} {}", result["outcome"].as_str().unwrap_or(""), result["name"].as_str().unwrap_or(""))
        })
    }

    #[test]
    fn the_output_of_the_shell_is_read_as_a_result() {
        let plain = metadata::read("");
        let asynchronous = metadata::read("/*---\nflags: [async]\n---*/");
        for (script, metadata, expected) in [
            ("true", &plain, Some("done ")),
            ("echo 'Exception: SyntaxError: no'; exit 3", &plain, Some("error SyntaxError")),
            ("echo 'Exception: Test262Error'; exit 3", &plain, Some("error Test262Error")),
            ("exit 3", &plain, None),
            ("true", &asynchronous, Some("silent ")),
            ("echo Test262:AsyncTestComplete", &asynchronous, Some("done ")),
            ("echo 'Test262:AsyncTestFailure:TypeError: no'", &asynchronous, Some("error TypeError")),
        ] {
            assert_eq!(result_of(script, metadata).as_deref(), expected, "{script}");
        }
    }
}
