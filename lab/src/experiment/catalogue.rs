//! Finds the experiment and rival files.

use super::{Experiment, read};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder `lab/` with `experiments/` and `rivals/`: `BRIO_LAB_HOME`, or the one in this folder or above it, or the
/// one of the repository whose `out/` contains the binary.
pub fn home() -> Option<PathBuf> {
    if let Some(home) = std::env::var_os("BRIO_LAB_HOME") {
        return Some(PathBuf::from(home));
    }
    let current = std::env::current_dir().ok()?;
    let beside = std::env::current_exe().ok().and_then(|binary| Some(binary.parent()?.parent()?.to_path_buf()));
    current
        .ancestors()
        .map(Path::to_path_buf)
        .chain(beside)
        .map(|folder| folder.join("lab"))
        .find(|folder| folder.join("experiments").is_dir() && folder.join("rivals").is_dir())
}

/// Reads all experiments, in the order of their folders. The error lists the problems of all files.
pub fn all(home: &Path, rivals: &BTreeSet<String>) -> Result<Vec<Experiment>, String> {
    let folder = home.join("experiments");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: cannot be read: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path().join("experiment.toml")).filter(|file| file.exists()).collect();
    files.sort();
    let (mut experiments, mut mistakes) = (Vec::new(), Vec::new());
    for file in files {
        match read(&file, rivals) {
            Ok(experiment) => experiments.push(experiment),
            Err(message) => mistakes.push(message),
        }
    }
    if mistakes.is_empty() {
        Ok(experiments)
    } else {
        Err(format!("the experiments are invalid:\n{}", mistakes.join("\n")))
    }
}

/// The experiments with these names or name prefixes; all for an empty list.
pub fn choose(experiments: Vec<Experiment>, names: &[String]) -> Result<Vec<Experiment>, String> {
    let unknown =
        names.iter().find(|name| !experiments.iter().any(|experiment| experiment.id().starts_with(name.as_str())));
    if let Some(name) = unknown {
        let known: Vec<&str> = experiments.iter().map(Experiment::id).collect();
        return Err(format!("unknown experiment \"{name}\"; the experiments are {}", known.join(", ")));
    }
    Ok(experiments
        .into_iter()
        .filter(|experiment| names.is_empty() || names.iter().any(|name| experiment.id().starts_with(name.as_str())))
        .collect())
}
