//! Workers that modules start by `new Worker(new URL("./worker.js", import.meta.url))`: each is an output of its own.

use std::path::Path;
use std::sync::Mutex;

use rolldown_common::EmittedChunk;

use super::package_files;
use crate::diagnostic::{Diagnostic, shown_path};
use crate::resolution::{MISSING_ENTRY, missing_file, without_query};

/// What a module says about a worker: its specifier, and where it stands in the source.
pub(super) struct Start<'s> {
    pub(super) specifier: &'s str,
    /// The id of the module.
    pub(super) importer: &'s str,
    pub(super) source: &'s str,
    /// Where the expression begins and ends, in bytes.
    pub(super) range: (usize, usize),
}

/// The reports about workers of a build, for those that turn out to be missing.
#[derive(Debug, Default)]
pub(super) struct WorkerChunks(Mutex<Vec<(String, Diagnostic)>>);

impl WorkerChunks {
    /// The output of a worker. One that is missing is an error of Rolldown's, which [`Self::located`] gives a place.
    pub(super) fn chunk(&self, start: &Start<'_>, directory: &Path) -> EmittedChunk {
        let id = specifier_beside(start.specifier, start.importer);
        let importer = without_query(start.importer);
        let shown = shown_path(importer, directory);
        let message = missing_file(&id, Some(importer));
        let report = Diagnostic::at(true, &message, &shown, start.source, start.range.0, start.range.1);
        if let Ok(mut all) = self.0.lock() {
            all.push((id.clone(), report));
        }
        EmittedChunk {
            name: Path::new(&id).file_stem().map(|stem| stem.to_string_lossy().as_ref().into()),
            id,
            importer: Some(start.importer.to_owned()),
            ..EmittedChunk::default()
        }
    }

    /// The report of a worker that is missing, in the place of Rolldown's, which does not say where it is started.
    pub(super) fn located(&self, message: &str) -> Option<Diagnostic> {
        let rest = message.strip_prefix(MISSING_ENTRY)?.trim_start();
        let all = self.0.lock().ok()?;
        let (_, report) = all.iter().find(|(id, _)| rest.strip_prefix(id.as_str()).is_some_and(is_end))?;
        Some(report.clone())
    }
}

/// Whether a message ends behind the name in it, but for what is added in brackets.
fn is_end(rest: &str) -> bool {
    rest == "." || rest.starts_with(". (")
}

/// A specifier that a bundler resolves as the URL is: `worker.js` is a file beside the module, and only without one a package, as
/// webpack and Vite have it.
fn specifier_beside(specifier: &str, importer: &str) -> String {
    let relative = format!("./{specifier}");
    let is_bare = !specifier.starts_with(['.', '/', '#']) && !specifier.contains(':');
    match is_bare && package_files::resolved(&relative, Path::new(without_query(importer))).is_some() {
        true => relative,
        false => specifier.to_owned(),
    }
}
