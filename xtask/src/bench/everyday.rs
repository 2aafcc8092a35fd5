//! `./x bench sweep`, `jobs` and `tools`: everyday operations, longer jobs and real command-line tools under Brio and its
//! peers (`lab/sweep`). The tables are printed, and saved beside the other raw results.

use super::machine;
use super::peers;
use crate::workspace::{Workspace, cache_folder};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The variables that name the runtimes for the programs of `lab/sweep`.
const PEERS: &[(&str, &str)] = &[("BUN", "bun"), ("DENO", "deno"), ("NODE", "node")];

/// `./x bench sweep [PART OF A NAME…]`.
pub fn sweep(workspace: &Workspace, rounds: u32, names: &[String], save: bool) -> Result<i32, String> {
    measure(workspace, "sweep", &["lab/sweep/compare.mjs".to_string()], rounds, names, save)
}

/// `./x bench jobs [PART OF A NAME…]`.
pub fn jobs(workspace: &Workspace, rounds: u32, names: &[String], save: bool) -> Result<i32, String> {
    let folder = install_tools(workspace)?.to_string_lossy().into_owned();
    measure(workspace, "jobs", &["lab/sweep/jobs.mjs".to_string(), folder], rounds, names, save)
}

/// `./x bench tools [PART OF A NAME…]`.
pub fn tools(workspace: &Workspace, rounds: u32, names: &[String], save: bool) -> Result<i32, String> {
    let folder = install_tools(workspace)?.to_string_lossy().into_owned();
    measure(workspace, "tools", &["lab/sweep/tools.mjs".to_string(), folder], rounds, names, save)
}

fn measure(
    workspace: &Workspace,
    name: &str,
    program: &[String],
    rounds: u32,
    names: &[String],
    save: bool,
) -> Result<i32, String> {
    let binary = workspace.binary();
    let mut command = Command::new(&binary);
    command.current_dir(&workspace.root).args(program).args(["--rounds", &rounds.to_string()]).args(names);
    command.env("BRIO", &binary).stderr(Stdio::inherit());
    for (variable, home) in PEERS {
        command.env(variable, &peers::command(home)?[0]);
    }
    let output = command.output().map_err(|error| format!("cannot start {}: {error}", binary.display()))?;
    let table = String::from_utf8_lossy(&output.stdout);
    print!("{table}");
    if output.status.success() && save {
        println!("\nsaved: {}", machine::save_table(workspace, name, &table)?);
    }
    Ok(output.status.code().unwrap_or(1))
}

/// Installs what `lab/sweep/tools/package-lock.json` lists into the cache. Returns the folder.
fn install_tools(workspace: &Workspace) -> Result<PathBuf, String> {
    let folder = cache_folder()?.join("tools");
    let source = workspace.root.join("lab/sweep/tools");
    fs::create_dir_all(&folder).map_err(|error| format!("cannot create {}: {error}", folder.display()))?;
    for file in ["package.json", "package-lock.json"] {
        fs::copy(source.join(file), folder.join(file)).map_err(|error| format!("cannot copy {file}: {error}"))?;
    }
    let status = Command::new(workspace.binary())
        .args(["install", "--frozen-lockfile", "--silent"])
        .current_dir(&folder)
        .status()
        .map_err(|error| format!("cannot install the tools: {error}"))?;
    status.success().then_some(folder).ok_or_else(|| "the tools could not be installed".to_string())
}
