//! The progress line on a terminal. Without one, nothing is shown.

use crate::registry::Registry;
use crate::store::Store;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often the line changes at most.
const INTERVAL: Duration = Duration::from_millis(80);

/// The line.
pub struct Progress {
    is_shown: bool,
    last: Mutex<Option<Instant>>,
    resolving: Arc<AtomicBool>,
}

impl Progress {
    /// Shows a line if standard error is a terminal.
    pub fn start(is_quiet: bool) -> Self {
        let is_shown = !is_quiet && std::io::stderr().is_terminal();
        Self { is_shown, last: Mutex::new(None), resolving: Arc::default() }
    }

    /// Shows how many records have arrived, until [`Progress::clear`].
    pub fn show_resolving(&self, registry: &Registry) {
        if !self.is_shown {
            return;
        }
        self.resolving.store(true, Ordering::Relaxed);
        let (registry, resolving) = (registry.clone(), Arc::clone(&self.resolving));
        // Without the thread there is no line.
        let _ = std::thread::Builder::new().spawn(move || {
            while resolving.load(Ordering::Relaxed) {
                let counts = registry.counts();
                write(&format!("resolving {} of {} packages", counts.arrived, counts.requested));
                std::thread::sleep(INTERVAL);
            }
        });
    }

    /// Shows how many packages are laid out.
    pub fn show_linking(&self, index: usize, count: usize, store: &Store) {
        if self.is_due() {
            let counts = store.counts();
            let downloaded =
                format!("{} downloaded ({:.1} MB)", counts.downloaded, counts.downloaded_bytes as f64 / 1e6);
            write(&format!("installing {index} of {count} packages, {downloaded}"));
        }
    }

    /// Shows how many packages something is done with.
    pub fn show_counting(&self, doing: &str, index: usize, count: usize) {
        if self.is_due() {
            write(&format!("{doing} {index} of {count} packages"));
        }
    }

    /// Whether the line may change again.
    fn is_due(&self) -> bool {
        if !self.is_shown {
            return false;
        }
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_some_and(|last| last.elapsed() < INTERVAL) {
            return false;
        }
        *last = Some(Instant::now());
        true
    }

    /// Removes the line.
    pub fn clear(&self) {
        self.resolving.store(false, Ordering::Relaxed);
        if self.is_shown {
            write("");
        }
    }
}

fn write(text: &str) {
    // The line is only decoration.
    let _ = write!(std::io::stderr(), "\r\x1b[2K{text}");
    let _ = std::io::stderr().flush();
}
