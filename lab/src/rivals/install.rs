//! Installs npm packages into the user's cache: runtimes in pinned versions, and the dependencies of an experiment's
//! programs.

use super::Rival;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The lab's folder in the user's cache.
pub fn cache() -> Result<PathBuf, String> {
    let base = std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")));
    Ok(base.ok_or("neither XDG_CACHE_HOME nor HOME says where the cache is")?.join("brio/lab"))
}

/// Installs the pinned version of a rival, once. Returns the binary.
pub fn rival(rival: &Rival, cache: &Path) -> Result<PathBuf, String> {
    let (Some(version), Some(binary), false) = (&rival.version, &rival.binary, rival.packages.is_empty()) else {
        return Err(format!(
            "there is no \"{}\" on the path, and no npm package brings it",
            rival.on_path.as_deref().unwrap_or(&rival.name)
        ));
    };
    let folder = cache.join("rivals").join(format!("{}-{version}", rival.name));
    let path = folder.join(for_this_machine(binary));
    if path.exists() {
        return Ok(path);
    }
    let packages = rival
        .packages
        .iter()
        .map(|package| (for_this_machine(package), serde_json::Value::from(version.as_str())))
        .collect::<serde_json::Map<_, _>>();
    let manifest = serde_json::json!({ "private": true, "dependencies": packages });
    let explain = |error: std::io::Error| format!("cannot prepare {}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(explain)?;
    fs::write(folder.join("package.json"), format!("{manifest:#}\n")).map_err(explain)?;
    eprintln!("lab: installing {} {version} with npm", rival.title);
    npm(&folder, &["install", "--no-audit", "--no-fund"])?;
    if path.exists() { Ok(path) } else { Err(format!("the npm package does not contain {}", path.display())) }
}

/// Installs the dependencies of `package.json` in this folder, exactly as `package-lock.json` has them.
pub fn programs(folder: &Path) -> Result<(), String> {
    let lock = fs::read(folder.join("package-lock.json")).unwrap_or_default();
    let stamp = folder.join("node_modules/.brio-lab-lock");
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    eprintln!("lab: installing the packages of {}", folder.display());
    npm(folder, &[if lock.is_empty() { "install" } else { "ci" }, "--no-audit", "--no-fund"])?;
    fs::write(stamp, lock).map_err(|error| format!("cannot write into {}: {error}", folder.display()))
}

fn npm(folder: &Path, arguments: &[&str]) -> Result<(), String> {
    let output = Command::new("npm").args(arguments).current_dir(folder).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("npm is needed (apt-get install npm): {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("ERR") || line.contains("error")).take(4).collect();
    Err(format!("npm {} failed: {}", arguments.first().unwrap_or(&""), lines.join("; ")))
}

fn for_this_machine(text: &str) -> String {
    text.replace("{arch}", if cfg!(target_arch = "aarch64") { "arm64" } else { "x64" })
}
