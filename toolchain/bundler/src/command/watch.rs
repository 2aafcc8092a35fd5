//! `--watch`: builds again when a file that was read changes.

use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use notify::event::ModifyKind;
use notify::{EventKind, RecursiveMode, Watcher};

use crate::options::Options;
use crate::output::normal;
use crate::watched::Places;

/// Editors write a file in several steps: changes within this time belong together.
const SETTLE: Duration = Duration::from_millis(15);

/// Builds, waits for a change and builds again, until the process is ended or standard input is closed.
/// `build` is called with the files that have changed, and returns what the build depends on.
pub(super) fn run(
    options: &Options,
    mut build: impl FnMut(&Options, &BTreeSet<PathBuf>) -> Places,
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
        let mut places = build(options, &changed);
        let entries = options.entries.iter().map(|entry| normal(&options.directory.join(&entry.path)));
        let (found, missing): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|entry| entry.is_file());
        places.files.extend(found);
        places.missing.extend(missing);
        for folder in places.folders() {
            if watched.insert(folder.clone()) {
                // A folder that is gone cannot change.
                let _ = watcher.watch(&folder, RecursiveMode::NonRecursive);
            }
        }
        eprintln!("Watching for changes…");
        changed = wait(&changes, &places);
        if changed.is_empty() {
            return 0;
        }
        if clears_screen && std::io::stderr().is_terminal() {
            eprint!("\x1b[2J\x1b[H");
        }
    }
}

/// Waits until something has changed that the build depends on, and returns it. Empty when nothing can change any more.
fn wait(changes: &Receiver<notify::Result<notify::Event>>, places: &Places) -> BTreeSet<PathBuf> {
    let mut changed = BTreeSet::new();
    while changed.is_empty() {
        let Ok(event) = changes.recv() else { break };
        changed.extend(event.iter().flat_map(|event| concerned(event, places)));
    }
    while let Ok(event) = changes.recv_timeout(SETTLE) {
        changed.extend(event.iter().flat_map(|event| concerned(event, places)));
    }
    changed
}

/// The paths of an event that the build depends on.
fn concerned(event: &notify::Event, places: &Places) -> Vec<PathBuf> {
    if !(event.kind.is_modify() || event.kind.is_create() || event.kind.is_remove()) {
        return Vec::new();
    }
    let known: Vec<PathBuf> = event.paths.iter().filter(|path| places.has(path)).cloned().collect();
    let is_new = !matches!(event.kind, EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Metadata(_)));
    match known.is_empty() && is_new && places.is_outdated(&event.paths) {
        true => event.paths.clone(),
        false => known,
    }
}
