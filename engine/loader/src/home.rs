//! The home of a file: determined by what its source uses and imports, then by the files beside it.

use crate::resolution::{Home, Resolution, ResolveRequest};
use crate::{Loaded, Loader};
use brio_resolver::{Detection, Reason, SourceHints, home_of_specifier};
use brio_transform::{ModuleHint, ModuleKind, Output, Request};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Formats that only Bun imports without an attribute.
const DATA_OF_BUN: [&str; 8] = ["toml", "yaml", "yml", "jsonc", "json5", "html", "txt", "css"];
/// Values of the import attribute `type` that only Bun has.
const TYPES_OF_BUN: [&str; 8] = ["file", "sqlite", "toml", "yaml", "jsonc", "json5", "html", "macro"];

/// The entry of a program as far as its home depends on it.
struct Entry {
    path: PathBuf,
    hints: SourceHints,
    record: String,
}

impl Loader {
    /// The home of the program that starts at `entry`, which may be relative to the working directory and lack its
    /// extension. The transformed entry is stored for loading it.
    pub fn detect_home(&self, entry: &Path) -> Home {
        let Entry { path, hints, .. } = self.read_entry(entry, false);
        self.resolution().detect_home(&path, hints).home
    }

    /// As [`Loader::detect_home`], with a sentence that says why. None when there is no such file.
    pub fn explain_home(&self, entry: &Path) -> Option<(Home, String)> {
        let Entry { path, hints, record } = self.read_entry(entry, true);
        if !path.is_file() {
            return None;
        }
        let Detection { home, reason } = self.resolution().detect_home(&path, hints);
        let imported = (reason == Reason::Import).then(|| specifier_of(&record, home)).flatten();
        let why = match imported {
            Some(specifier) => format!("it imports {specifier:?}"),
            None => reason.to_string(),
        };
        Some((home, why))
    }

    /// `keeps_record`: the record is needed too.
    fn read_entry(&self, entry: &Path, keeps_record: bool) -> Entry {
        let absolute = std::path::absolute(entry).unwrap_or_else(|_| entry.to_path_buf());
        let request = ResolveRequest { is_require: true, is_entry: true, ..ResolveRequest::default() };
        let found = self.resolution().resolve(&absolute.to_string_lossy(), &absolute, request);
        let Ok(found) = found else {
            return Entry { path: absolute, hints: SourceHints::default(), record: String::new() };
        };
        let goal = match found.format.as_str() {
            "module" => ModuleHint::EsModule,
            "commonjs" => ModuleHint::CommonJs,
            "detect" => ModuleHint::Detect,
            _ => return Entry { path: found.path, hints: SourceHints::default(), record: String::new() },
        };
        let (hints, record) = self.read_hints(&found.path, goal, keeps_record).unwrap_or_default();
        Entry { path: found.path, hints, record }
    }

    fn read_hints(&self, path: &Path, goal: ModuleHint, keeps_record: bool) -> Option<(SourceHints, String)> {
        let options = self.options_for(&path.to_string_lossy(), goal);
        let loaded = self.load_file(path, &options).ok()?;
        let Some(mut hints) = loaded.hints else { return self.read_refused_module(path, goal) };
        // This extension is chosen for Node.
        let is_for_node = path.extension().is_some_and(|extension| extension == "mjs");
        hints.imports_like_bun &= !is_for_node;
        hints.needs_common_js &= !is_for_node;
        hints.uses_bun_features &= !is_for_node;
        hints.imports_like_bun |=
            !is_for_node && hints.imports_without_extension && adds_extension(self.resolution(), path, &loaded.record);
        let record = if keeps_record { loaded.record.clone() } else { String::new() };
        self.prepare(path, options, loaded);
        Some((hints, record))
    }

    /// What a file shows that cannot be CommonJS, though its name or package says so, and that is an ES module.
    fn read_refused_module(&self, path: &Path, goal: ModuleHint) -> Option<(SourceHints, String)> {
        if goal != ModuleHint::CommonJs || matches!(path.extension()?.to_str()?, "cjs" | "cts") {
            return None;
        }
        let Loaded { handle, record, hints } =
            self.load_file(path, &self.options_for(&path.to_string_lossy(), ModuleHint::EsModule)).ok()?;
        self.release(handle);
        Some((SourceHints { is_refused_by_node: true, ..hints? }, record))
    }
}

/// Whether Bun finds a file for a relative import without an extension, which Node does not.
fn adds_extension(resolution: &Resolution, importer: &Path, record: &str) -> bool {
    specifiers(record)
        .iter()
        .filter(|specifier| lacks_extension(specifier))
        .any(|specifier| resolution.is_found_by_bun_only(specifier, importer))
}

/// The import by which a module shows its home.
fn specifier_of(record: &str, home: Home) -> Option<String> {
    specifiers(record).into_iter().find(|specifier| home_of_specifier(specifier) == Some(home))
}

fn specifiers(record: &str) -> Vec<String> {
    let parsed: Value = serde_json::from_str(record).unwrap_or_default();
    let requests = parsed["requests"].as_array().cloned().unwrap_or_default();
    requests.iter().filter_map(|request| request[0].as_str().map(str::to_owned)).collect()
}

/// What transformed source shows.
pub(crate) fn hints_of_output(output: &Output) -> SourceHints {
    let uses = output.uses;
    let is_common_js = output.kind == ModuleKind::CommonJs;
    let mut hints = SourceHints {
        uses_bun_global: uses.bun,
        uses_deno_global: uses.deno,
        needs_common_js: uses.needs_common_js && !is_common_js,
        uses_bun_features: uses.bun_features,
        uses_web_worker: uses.worker,
        uses_module_worker: uses.worker && uses.module_worker,
        is_common_js: is_common_js && (uses.module || (uses.require && !requires_jsx(&output.body))),
        hashbang: hashbang_of(&output.body),
        ..SourceHints::default()
    };
    for request in output.record.iter().flat_map(|record| &record.requests) {
        hints.note_import(&request.specifier);
        hints.imports_like_bun |= is_for_bun(request);
        hints.imports_without_extension |= lacks_extension(&request.specifier);
    }
    if is_common_js {
        hints.note_requires(&output.body);
    }
    hints
}

/// Whether the transform of JSX wrote the calls of `require`.
fn requires_jsx(body: &str) -> bool {
    body.contains("/jsx-runtime\")") || body.contains("/jsx-dev-runtime\")")
}

/// What bundles for Bun begin with, or have behind their `#!` line.
const BUNDLE_FOR_BUN: &str = "// @bun";

/// The runtime in the first line, whose `#!` the transform has replaced by `//`.
fn hashbang_of(body: &str) -> Option<Home> {
    let mut lines = body.lines();
    let first = lines.next()?;
    if first.starts_with(BUNDLE_FOR_BUN) {
        return Some(Home::Bun);
    }
    let line = first.strip_prefix("//")?.trim_start_matches(' ');
    if !line.starts_with('/') {
        return None;
    }
    let named = line.split([' ', '/']).find_map(|word| match word {
        "node" => Some(Home::Node),
        "bun" => Some(Home::Bun),
        "deno" => Some(Home::Deno),
        _ => None,
    });
    named.or_else(|| lines.next()?.starts_with(BUNDLE_FOR_BUN).then_some(Home::Bun))
}

/// Whether only Bun accepts a request, whatever the file contains.
fn is_for_bun(request: &Request) -> bool {
    let kind = request.attributes.iter().find(|(name, _)| name == "type").map(|(_, value)| value.as_str());
    if let Some(kind) = kind {
        return TYPES_OF_BUN.contains(&kind);
    }
    let is_relative = request.specifier.starts_with('.');
    match request.specifier.rsplit_once('.') {
        Some((_, "json")) => true,
        Some((_, extension)) => is_relative && DATA_OF_BUN.contains(&extension),
        None => false,
    }
}

fn lacks_extension(specifier: &str) -> bool {
    (specifier.starts_with("./") || specifier.starts_with("../") || matches!(specifier, "." | ".."))
        && !specifier.rsplit('/').next().is_some_and(|name| name.trim_start_matches('.').contains('.'))
}

#[cfg(test)]
#[path = "home_tests.rs"]
mod tests;
