//! `./x jsc-stress FOLDER [PATTERN]`: WebKit's own JSTests/stress in Brio with the linked engine, compared with the
//! engine's shell (`tests/jsc_stress`). Debian's source package does not have these tests: FOLDER is `JSTests/stress` of a
//! checkout of WebKit.

use crate::build;
use crate::engine;
use crate::workspace::{EngineKind, Workspace};
use std::process::Command;

const RUNNER: &str = "tests/jsc_stress/run.ts";
const USAGE: &str = "usage: ./x jsc-stress FOLDER [PATTERN]";

/// Returns the runner's exit code: 1 when a test fails in Brio and passes in the shell.
///
/// # Errors
/// A message when there is no folder, no linked engine, or no binary.
pub fn run(workspace: &Workspace, arguments: &[String]) -> Result<i32, String> {
    let workspace = workspace.with_engine(EngineKind::Static);
    let [folder, pattern @ ..] = arguments else { return Err(USAGE.to_string()) };
    if pattern.len() > 1 || !std::path::Path::new(folder).is_dir() {
        return Err(USAGE.to_string());
    }
    let shell = engine::installed()?.shell();
    if !shell.exists() {
        return Err(format!("{} is missing: ./x engine build", shell.display()));
    }
    if !workspace.binary_is_foreign() {
        build::build_if_stale(&workspace, true)?;
    }
    let mut command = Command::new(workspace.binary());
    command.arg(workspace.root.join(RUNNER)).arg(shell).arg(folder).args(pattern);
    let status = command.status().map_err(|error| format!("cannot start Brio: {error}"))?;
    Ok(status.code().unwrap_or(1))
}
