//! The npm packages of a group of tests, installed into the user's cache once per contents of its lock file.
//! `package_apps` and `package_tests` use them.

use crate::bench::peers;
use crate::workspace::cache_folder;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Installs exactly what `package-lock.json` in `folder` lists. Returns the `node_modules` folder.
///
/// Fails when there is no lock file, no npm, or npm fails; the message includes npm's output.
pub fn install(folder: &Path) -> Result<PathBuf, String> {
    let read = |name: &str| {
        fs::read(folder.join(name)).map_err(|error| format!("cannot read {name} in {}: {error}", folder.display()))
    };
    let (manifest, lock) = (read("package.json")?, read("package-lock.json")?);
    let group = folder.file_name().unwrap_or_default().to_string_lossy();
    let home = cache_folder()?.join("test_packages");
    let installed = home.join(format!("{group}-{:016x}", fingerprint(&lock)));
    if installed.join("node_modules").is_dir() {
        return Ok(installed.join("node_modules"));
    }
    // Installed in a separate folder and then renamed: an interrupted installation never looks complete.
    let aside = home.join(format!("{group}-{}.installing", std::process::id()));
    let explain = |error: std::io::Error| format!("cannot prepare {}: {error}", aside.display());
    fs::create_dir_all(&aside).map_err(explain)?;
    fs::write(aside.join("package.json"), manifest).map_err(explain)?;
    fs::write(aside.join("package-lock.json"), lock).map_err(explain)?;
    eprintln!("x: installing the packages of {group} with npm (once)");
    let outcome = npm_ci(&aside).and_then(|()| build_addons(&aside));
    if outcome.is_ok() && fs::rename(&aside, &installed).is_err() && !installed.is_dir() {
        return Err(format!("cannot move the packages to {}", installed.display()));
    }
    // Absent after the rename; left behind when npm failed or another run was first.
    let _ = fs::remove_dir_all(&aside);
    outcome.map(|()| installed.join("node_modules"))
}

/// Package scripts are not run, but those of `build_addons`.
fn npm_ci(folder: &Path) -> Result<(), String> {
    run_npm(folder, &["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"], &[])
}

/// Builds the addons of the packages in `trustedDependencies` from source: what they would download is not in npm.
/// Node.js' package contains its headers.
fn build_addons(folder: &Path) -> Result<(), String> {
    let manifest = fs::read_to_string(folder.join("package.json")).map_err(|error| error.to_string())?;
    let Some((_, list)) = manifest.split_once("\"trustedDependencies\"") else { return Ok(()) };
    let list = list.split(']').next().unwrap_or_default();
    let names: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
    let node = peers::command("node")?;
    let headers = Path::new(&node[0]).parent().and_then(Path::parent).ok_or("Node.js is in no folder")?;
    let environment =
        [("npm_config_build_from_source", "true".into()), ("npm_config_nodedir", headers.as_os_str().to_owned())];
    run_npm(folder, &[&["rebuild"], names.as_slice()].concat(), &environment)
}

fn run_npm(folder: &Path, arguments: &[&str], environment: &[(&str, OsString)]) -> Result<(), String> {
    let mut npm = Command::new("npm");
    npm.args(arguments).current_dir(folder).stdin(Stdio::null());
    npm.envs(environment.iter().map(|(name, value)| (name, value)));
    let output =
        npm.output().map_err(|error| format!("npm is needed to install packages (apt-get install npm): {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = text.lines().filter(|line| line.to_ascii_lowercase().contains("err")).take(6).collect();
    Err(format!("npm {} failed:\n{}", arguments[0], lines.join("\n")))
}

/// FNV-1a: the same number for the same bytes on every machine and with every compiler.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::{fingerprint, install};
    use std::path::Path;

    #[test]
    fn the_fingerprint_is_that_of_the_published_vectors() {
        assert_eq!(fingerprint(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn a_folder_without_a_lock_file_is_refused() {
        assert!(install(Path::new("/nowhere")).expect_err("there is nothing").contains("package.json"));
    }
}
