//! One test: its harness files first, then the test itself as a script or a module, in each of its modes.

use super::engine;
use super::metadata::{self, Metadata};
use crate::process;
use crate::suites::temporary_folder::TemporaryFolder;
use crate::workspace::Workspace;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(20);

/// The result of a test.
pub enum Verdict {
    Passed,
    Failed(String),
    Skipped,
}

/// The state that all tests share.
pub struct Host<'a> {
    workspace: &'a Workspace,
    tests: PathBuf,
    script: PathBuf,
    /// The engine's shell that runs the tests instead of Brio.
    engine: Option<&'a Path>,
}

impl<'a> Host<'a> {
    /// `folder` is the checkout of test262; `engine` a shell that runs the tests instead of Brio.
    pub fn new(workspace: &'a Workspace, folder: &Path, engine: Option<&'a Path>) -> Result<Host<'a>, String> {
        let script = workspace.root.join("tests/test262/host.cjs");
        if !script.exists() {
            return Err("tests/test262/host.cjs is missing".to_string());
        }
        Ok(Host { workspace, tests: folder.to_path_buf(), script, engine })
    }

    /// Runs a test (a path below `test/`) in all its modes; the first that fails decides.
    pub fn run(&self, test: &str, skipped_features: &BTreeSet<String>) -> Result<Verdict, String> {
        let file = self.tests.join("test").join(test);
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let metadata = metadata::read(&text);
        // The main thread of Brio may block, as in Node, so a test that requires one that cannot block is skipped.
        if metadata.features.iter().any(|feature| skipped_features.contains(feature)) || metadata.has("CanBlockIsFalse")
        {
            return Ok(Verdict::Skipped);
        }
        for strict in metadata.modes() {
            if let Err(reason) = self.run_mode(&file, &text, &metadata, *strict)? {
                return Ok(Verdict::Failed(if *strict { format!("in strict mode: {reason}") } else { reason }));
            }
        }
        Ok(Verdict::Passed)
    }

    /// The outer error is ours, the inner one the test's.
    fn run_mode(
        &self,
        file: &Path,
        text: &str,
        metadata: &Metadata,
        strict: bool,
    ) -> Result<Result<(), String>, String> {
        let temporary_folder = copy(file, text, strict)?;
        let entry = temporary_folder.path.join(file.file_name().unwrap_or_default());
        let harness: Vec<PathBuf> =
            harness(metadata).iter().map(|name| self.tests.join("harness").join(name)).collect();
        let mut command = match self.engine {
            Some(shell) => engine::command(shell, &harness, &entry, metadata),
            None => self.command(&harness, &entry, metadata),
        };
        let outcome = process::run(&mut command, b"", LIMIT)?;
        if outcome.timed_out {
            return Ok(Err(format!("stopped after {} seconds", LIMIT.as_secs())));
        }
        let result =
            if self.engine.is_some() { engine::read_result(&outcome, metadata) } else { read_result(&outcome.stdout) };
        let Some(result) = result else {
            return Ok(Err(format!("ended with code {} and no result\n{}", outcome.code(), outcome.stderr.trim())));
        };
        Ok(judge(&result, metadata.negative.as_deref()))
    }

    fn command(&self, harness: &[PathBuf], entry: &Path, metadata: &Metadata) -> Command {
        let mut command = self.workspace.brio();
        command.arg(&self.script).env("BRIO_TEST262_HOST", "1").env("NO_COLOR", "1");
        if metadata.has("async") {
            command.arg("--async");
        }
        for file in harness {
            command.arg("--script").arg(file);
        }
        command.arg(if metadata.has("module") { "--module" } else { "--script" }).arg(entry);
        command
    }
}

/// The harness files in the order in which they are evaluated.
fn harness(metadata: &Metadata) -> Vec<&str> {
    if metadata.has("raw") {
        return Vec::new();
    }
    let mut files = vec!["assert.js", "sta.js"];
    if metadata.has("async") {
        files.push("doneprintHandle.js");
    }
    files.extend(metadata.includes.iter().map(String::as_str));
    files
}

/// A copy of the test beside copies of the fixtures that it may import, in a package whose files are all modules, as
/// the tests assume. In strict mode the copy begins with the directive.
fn copy(file: &Path, text: &str, strict: bool) -> Result<TemporaryFolder, String> {
    let temporary_folder = TemporaryFolder::new()?;
    let explain = |error: std::io::Error| format!("cannot copy {}: {error}", file.display());
    let directive = if strict { "\"use strict\";\n" } else { "" };
    fs::write(temporary_folder.path.join(file.file_name().unwrap_or_default()), format!("{directive}{text}"))
        .map_err(explain)?;
    fs::write(temporary_folder.path.join("package.json"), "{ \"type\": \"module\" }").map_err(explain)?;
    if !text.contains("./") {
        return Ok(temporary_folder);
    }
    for entry in fs::read_dir(file.parent().unwrap_or(Path::new("."))).map_err(explain)?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        // A fixture may import another one, so all of them are copied; tests only when this one names them.
        let is_wanted = name.contains("_FIXTURE")
            || (Some(entry.file_name().as_os_str()) != file.file_name() && text.contains(&format!("./{name}")));
        if is_wanted && entry.path().is_file() {
            fs::copy(entry.path(), temporary_folder.path.join(entry.file_name())).map_err(explain)?;
        }
    }
    Ok(temporary_folder)
}

fn read_result(stdout: &str) -> Option<Value> {
    let line = stdout.lines().rev().find_map(|line| line.strip_prefix("TEST262 "))?;
    serde_json::from_str(line).ok()
}

fn judge(result: &Value, negative: Option<&str>) -> Result<(), String> {
    let text = |key: &str| result[key].as_str().unwrap_or("").to_string();
    match (text("outcome").as_str(), negative) {
        ("done", None) => Ok(()),
        ("error", Some(expected)) if text("name") == expected => Ok(()),
        ("error", Some(expected)) => Err(format!("expected a {expected}, got {}: {}", text("name"), text("message"))),
        ("error", None) => Err(format!("{}: {}", text("name"), text("message"))),
        (_, Some(expected)) => Err(format!("expected a {expected}, but nothing was thrown")),
        _ => Err("the test did not complete".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::{judge, read_result};
    use serde_json::json;

    #[test]
    fn the_last_result_line_counts() {
        assert_eq!(read_result("x\nTEST262 {\"outcome\":\"done\"}\n"), Some(json!({ "outcome": "done" })));
        assert_eq!(read_result("x\n"), None);
    }

    #[test]
    fn a_test_passes_when_it_ends_as_its_metadata_says() {
        let error = json!({ "outcome": "error", "name": "SyntaxError", "message": "m" });
        let done = json!({ "outcome": "done" });
        assert!(judge(&done, None).is_ok() && judge(&error, Some("SyntaxError")).is_ok());
        assert!(judge(&done, Some("SyntaxError")).is_err());
        assert!(judge(&error, None).is_err() && judge(&error, Some("TypeError")).is_err());
        assert!(judge(&json!({ "outcome": "silent" }), None).is_err());
    }
}
