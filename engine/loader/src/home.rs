//! The home of a file: determined by what its source uses and imports, then by the files beside it.

use crate::Loader;
use crate::resolution::{Home, ResolveRequest};
use brio_resolver::{SourceHints, detect_home};
use brio_transform::{ModuleKind, Output};
use std::path::Path;

impl Loader {
    /// The home of the program that starts at `entry`, which may be relative to the working directory and lack its
    /// extension. The transformed entry is stored for loading it.
    pub fn detect_home(&self, entry: &Path) -> Home {
        let absolute = std::path::absolute(entry).unwrap_or_else(|_| entry.to_path_buf());
        let request = ResolveRequest { is_require: true, is_entry: true, ..ResolveRequest::default() };
        let found = self.resolution().resolve(&absolute.to_string_lossy(), &absolute, request);
        let path = found.as_ref().map_or_else(|_| absolute.clone(), |found| found.path.clone());
        let hints = found.ok().and_then(|found| self.hints_of(&found.path, &found.format)).unwrap_or_default();
        detect_home(&path, hints)
    }

    fn hints_of(&self, path: &Path, format: &str) -> Option<SourceHints> {
        let kind = match format {
            "module" => 1,
            "commonjs" => 2,
            "detect" => 0,
            _ => return None,
        };
        let loaded = self.load_file(path, &self.options_for(&path.to_string_lossy(), kind)).ok()?;
        let hints = loaded.hints;
        self.prepare(path, kind, loaded);
        hints
    }
}

/// What transformed source shows.
pub(crate) fn hints_of_output(output: &Output) -> SourceHints {
    let uses = output.uses;
    let mut hints = SourceHints {
        uses_bun_global: uses.bun,
        uses_deno_global: uses.deno,
        uses_web_worker: uses.worker,
        uses_module_worker: uses.worker && uses.module_worker,
        ..SourceHints::default()
    };
    for request in output.record.iter().flat_map(|record| &record.requests) {
        hints.note_import(&request.specifier);
    }
    // A CommonJS program names its modules in calls, which are not recorded.
    hints.imports_bun |= output.kind == ModuleKind::CommonJs
        && ["require(\"bun:", "require('bun:"].iter().any(|call| output.body.contains(call));
    hints
}
