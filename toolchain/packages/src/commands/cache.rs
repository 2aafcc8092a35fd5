//! `brio cache`: the store of packages.

use super::{current_folder, usage};
use crate::config::Config;
use crate::error::{Error, Result};
use crate::files;
use crate::install::project_folder;
use crate::integrity::{hash, hex};
use crate::progress::Progress;
use crate::store::seal::{self, Key};
use brio_command_flags::Arguments;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// `path`, `verify` and `prune`.
pub fn run(arguments: &Arguments) -> Result<i32> {
    let store = Config::load(&project_folder(&current_folder()?, false))?.store();
    match arguments.words.first().map(String::as_str) {
        // Without a word as Bun's; `dir` is yarn's.
        None | Some("path" | "dir") => {
            println!("{}", store.display());
            Ok(0)
        }
        Some("verify") => verify(&store, arguments.has("--quiet")),
        // Others also remove what projects use. Here that would free nothing: its files are those of the projects.
        Some("prune" | "clean" | "clear" | "rm") => prune(&store, arguments.has("--quiet")),
        Some(other) => Err(usage(&format!("cache takes path, verify or prune, not \"{other}\""))),
    }
}

/// The folders of all packages.
fn packages(store: &Path) -> Vec<PathBuf> {
    let folders = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
    };
    let algorithms = folders(&store.join("v1")).into_iter().filter(|folder| !folder.ends_with("tmp"));
    algorithms.flat_map(|folder| folders(&folder)).flat_map(|folder| folders(&folder)).collect()
}

/// Removes packages whose files are not what was unpacked. They are fetched again when they are needed.
fn verify(store: &Path, is_quiet: bool) -> Result<i32> {
    let packages = packages(store);
    let key = Key::read(&store.join("v1"));
    let damaged = damaged(&packages, key.as_ref(), &Progress::start(is_quiet));
    for package in &damaged {
        files::remove(package)?;
    }
    if !is_quiet {
        let good = packages.len() - damaged.len();
        let are = if good == 1 { "package is" } else { "packages are" };
        println!("{good} {are} whole, {} were not and have been removed", damaged.len());
    }
    Ok(0)
}

/// The packages that are not whole. All processors read and hash, since a store has gigabytes.
fn damaged<'p>(packages: &'p [PathBuf], key: Option<&Key>, progress: &Progress) -> Vec<&'p PathBuf> {
    let (next, damaged) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(package) = packages.get(next.fetch_add(1, Ordering::Relaxed)) {
            progress.show_counting("verifying", next.load(Ordering::Relaxed).min(packages.len()), packages.len());
            if !is_whole(package, key) {
                damaged.lock().unwrap_or_else(PoisonError::into_inner).push(package);
            }
        }
    };
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 1..count {
            // Without the thread the others do its share.
            let _ = std::thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    progress.clear();
    damaged.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn is_whole(package: &Path, key: Option<&Key>) -> bool {
    let Some(stored) = crate::store::read(package) else { return false };
    let seal = stored.seal();
    if !seal.is_empty() {
        return key
            .is_some_and(|key| seal::fits(&seal, key, &stored.folder, stored.files.iter().map(|(path, _)| path)));
    }
    // An older version wrote a list of hashes instead.
    std::fs::read_to_string(package.join("hashes")).is_ok_and(|hashes| {
        hashes.lines().all(|line| {
            let Some((expected, path)) = line.split_once(' ') else { return false };
            std::fs::read(package.join("files").join(path)).is_ok_and(|bytes| hex(&hash("sha256", &bytes)) == expected)
        })
    })
}

/// Removes what no project is linked to, and what interrupted commands left.
fn prune(store: &Path, is_quiet: bool) -> Result<i32> {
    let tmp = store.join("v1/tmp");
    for entry in std::fs::read_dir(&tmp).into_iter().flatten().flatten() {
        // What another command writes now is younger than an hour.
        let age = entry.metadata().and_then(|metadata| metadata.modified()).map(|modified| modified.elapsed());
        if age.is_ok_and(|age| age.is_ok_and(|age| age.as_secs() > 3600)) {
            files::remove(&entry.path())?;
        }
    }
    let mut removed = 0;
    for package in packages(store) {
        let manifest = package.join("files/package.json");
        let is_unused = std::fs::metadata(&manifest).map_or(true, |metadata| metadata.nlink() < 2);
        if is_unused {
            files::remove(&package)?;
            removed += 1;
        }
    }
    let records = store.join("records");
    if records.exists() {
        files::remove(&records).map_err(|error: Error| error.while_doing("cached records"))?;
    }
    if !is_quiet {
        println!("removed {removed} packages that no project is linked to, and the cached records");
    }
    Ok(0)
}
