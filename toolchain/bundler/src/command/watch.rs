//! `--watch`: builds again when a file that was read changes.

use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use notify::{RecursiveMode, Watcher};

use crate::options::Options;

/// Editors write a file in several steps: changes within this time belong together.
const SETTLE: Duration = Duration::from_millis(15);

/// Builds, waits for a change and builds again, until the process is ended or standard input is closed.
pub(super) fn run(options: &Options, build: impl Fn(&Options) -> (i32, Vec<PathBuf>), clears_screen: bool) -> i32 {
    let (sender, changes) = channel();
    let mut watcher = match notify::recommended_watcher(move |event| drop(sender.send(event))) {
        Ok(watcher) => watcher,
        Err(error) => {
            eprintln!("brio: files cannot be watched: {error}");
            return 1;
        }
    };
    let mut watched: BTreeSet<PathBuf> = BTreeSet::new();
    loop {
        let (_, mut files) = build(options);
        files.extend(options.entries.iter().map(|entry| options.directory.join(&entry.path)));
        for folder in files.iter().filter_map(|file| file.parent()) {
            if watched.insert(folder.to_owned()) {
                // A folder that is gone cannot change.
                let _ = watcher.watch(folder, RecursiveMode::NonRecursive);
            }
        }
        eprintln!("Watching for changes…");
        let files: BTreeSet<PathBuf> = files.into_iter().collect();
        if !wait(&changes, &files) {
            return 0;
        }
        if clears_screen && std::io::stderr().is_terminal() {
            eprint!("\x1b[2J\x1b[H");
        }
    }
}

/// Waits until one of the files has changed. False when nothing can change any more.
fn wait(changes: &Receiver<notify::Result<notify::Event>>, files: &BTreeSet<PathBuf>) -> bool {
    loop {
        let Ok(event) = changes.recv() else { return false };
        if !event.is_ok_and(|event| concerns(&event, files)) {
            continue;
        }
        while changes.recv_timeout(SETTLE).is_ok() {}
        return true;
    }
}

fn concerns(event: &notify::Event, files: &BTreeSet<PathBuf>) -> bool {
    let is_change = event.kind.is_modify() || event.kind.is_create() || event.kind.is_remove();
    is_change && event.paths.iter().any(|path| files.contains(path.as_path() as &Path))
}
