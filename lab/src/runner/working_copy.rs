//! The working copy of an experiment: a copy of its folder in the cache, with its data files generated, its packages
//! installed and its programs built.

use crate::experiment::{self, Experiment, Program};
use crate::rivals::install;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Folders that tools generate; they stay in the copy from run to run.
const MADE: &[&str] = &["node_modules", "target"];

/// Prepares the copy. The error is a sentence about the complete experiment.
pub fn prepare(experiment: &Experiment, cache: &Path) -> Result<PathBuf, String> {
    let folder = cache.join("programs").join(experiment.id());
    let explain = |error: std::io::Error| format!("cannot prepare {}: {error}", folder.display());
    copy(&experiment.folder, &folder).map_err(explain)?;
    fs::create_dir_all(folder.join("logs")).map_err(explain)?;
    for data in &experiment.data {
        let path = folder.join(&data.file);
        fs::create_dir_all(path.parent().unwrap_or(&folder)).map_err(explain)?;
        // Incompressible, and the same on every machine.
        let mut random = crate::random::Random::named(1, &data.file);
        let bytes: Vec<u8> =
            std::iter::repeat_with(|| random.next().to_le_bytes()).flatten().take(data.bytes as usize).collect();
        fs::write(&path, bytes).map_err(explain)?;
    }
    if folder.join("programs/package.json").exists() {
        install::programs(&folder.join("programs"))?;
    }
    Ok(folder)
}

/// Builds a program that requires it; `binary_of` finds the binary of a rival. The error is a sentence about this
/// program.
pub fn build(
    program: &Program,
    folder: &Path,
    binary_of: impl Fn(&str) -> Result<PathBuf, String>,
) -> Result<(), String> {
    let words = program.build.iter().map(|word| match experiment::builder(word) {
        Some(rival) => binary_of(rival).map(|binary| binary.to_string_lossy().into_owned()),
        None => Ok(word.clone()),
    });
    let words: Vec<String> = words.collect::<Result<_, _>>()?;
    let Some((tool, arguments)) = words.split_first() else { return Ok(()) };
    eprintln!("lab: building {} with {tool}", program.id());
    let output = Command::new(tool)
        .args(arguments)
        .current_dir(folder.join("programs"))
        .env_remove("CARGO_TARGET_DIR")
        .stdin(Stdio::null())
        .output();
    let output = output.map_err(|error| format!("{tool}, which builds it, cannot be started: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let mut errors: Vec<&str> = text.lines().filter(|line| line.starts_with("error")).take(3).collect();
    if errors.is_empty() {
        errors.extend(text.lines().filter(|line| !line.trim().is_empty()).take(3));
    }
    Err(format!("{tool} could not build it: {}", errors.join("; ")))
}

/// Makes `to` a copy of `from`, without what an earlier run left there.
pub fn copy_anew(from: &Path, to: &Path) -> std::io::Result<()> {
    match fs::remove_dir_all(to) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => copy(from, to),
    }
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)?.flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if MADE.iter().any(|name| entry.file_name() == *name) {
            continue;
        }
        if path.is_dir() {
            copy(&path, &target)?;
        } else if fs::read(&target).ok() != fs::read(&path).ok() {
            // An unchanged file keeps its modification time, so that nothing is rebuilt.
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}
