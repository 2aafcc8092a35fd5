//! `--watch`: builds again when a file that was read changes.

use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use notify::{RecursiveMode, Watcher};

use crate::options::Options;

/// Editors write a file in several steps: changes within this time belong together.
const SETTLE: Duration = Duration::from_millis(15);

/// Builds, waits for a change and builds again, until the process is ended or standard input is closed.
/// `build` is called with the files that have changed, and returns those that it has read.
pub(super) fn run(
    options: &Options,
    mut build: impl FnMut(&Options, &BTreeSet<PathBuf>) -> (i32, Vec<PathBuf>),
    clears_screen: bool,
) -> i32 {
    let (sender, changes) = channel();
    let mut watcher = match notify::recommended_watcher(move |event| drop(sender.send(event))) {
        Ok(watcher) => watcher,
        Err(error) => {
            eprintln!("brio: files cannot be watched: {error}");
            return 1;
        }
    };
    let mut watched: BTreeSet<PathBuf> = BTreeSet::new();
    let mut changed = BTreeSet::new();
    loop {
        let (_, mut files) = build(options, &changed);
        files.extend(options.entries.iter().map(|entry| options.directory.join(&entry.path)));
        for folder in files.iter().filter_map(|file| file.parent()) {
            if watched.insert(folder.to_owned()) {
                // A folder that is gone cannot change.
                let _ = watcher.watch(folder, RecursiveMode::NonRecursive);
            }
        }
        eprintln!("Watching for changes…");
        let files: BTreeSet<PathBuf> = files.into_iter().collect();
        changed = wait(&changes, &files);
        if changed.is_empty() {
            return 0;
        }
        if clears_screen && std::io::stderr().is_terminal() {
            eprint!("\x1b[2J\x1b[H");
        }
    }
}

/// Waits until some of the files have changed, and returns them. Empty when nothing can change any more.
fn wait(changes: &Receiver<notify::Result<notify::Event>>, files: &BTreeSet<PathBuf>) -> BTreeSet<PathBuf> {
    let mut changed = BTreeSet::new();
    while changed.is_empty() {
        let Ok(event) = changes.recv() else { break };
        changed.extend(event.iter().flat_map(|event| concerned(event, files)));
    }
    while let Ok(event) = changes.recv_timeout(SETTLE) {
        changed.extend(event.iter().flat_map(|event| concerned(event, files)));
    }
    changed
}

/// The files that an event says have changed.
fn concerned(event: &notify::Event, files: &BTreeSet<PathBuf>) -> Vec<PathBuf> {
    let is_change = event.kind.is_modify() || event.kind.is_create() || event.kind.is_remove();
    event.paths.iter().filter(|path| is_change && files.contains(*path)).cloned().collect()
}
