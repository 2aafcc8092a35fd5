//! The shell that runs scripts: `sh`, and where there is none (small images of containers) the one of `Bun.$`, which
//! Brio has itself.

use std::ffi::OsStr;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs its last argument. What this shell does not know (loops, functions) it reports.
const PROGRAM: &str =
    "process.exitCode = (await Bun.$`${{ raw: process.argv[process.argv.length - 1] }}`.nothrow()).exitCode";

#[derive(Debug, PartialEq, Eq)]
enum Shell {
    File(PathBuf),
    /// The running program.
    Own,
}

/// The command that runs a line.
pub fn command_for(line: &str) -> Command {
    match find(Path::new("/bin/sh"), std::env::var_os("PATH").as_deref()) {
        Shell::File(file) => {
            let mut command = Command::new(file);
            command.arg0("sh").arg("-c").arg(line);
            command
        }
        Shell::Own => {
            let mut command = Command::new(super::program());
            command.args(["--as", "bun", "-e", PROGRAM, "--", line]);
            command
        }
    }
}

/// `usual` first: PATH begins with folders of packages, and would be searched in vain.
fn find(usual: &Path, path: Option<&OsStr>) -> Shell {
    if usual.exists() {
        return Shell::File(usual.to_path_buf());
    }
    let folders = path.into_iter().flat_map(std::env::split_paths);
    let found = folders.map(|folder| folder.join("sh")).find(|file| file.is_file());
    found.map_or(Shell::Own, Shell::File)
}

#[cfg(test)]
#[path = "shell_tests.rs"]
mod tests;
