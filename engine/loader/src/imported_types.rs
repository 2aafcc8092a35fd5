//! The sources of the types that a file imports, for the metadata of its decorators: found as TypeScript finds them,
//! where the file itself may import less (`./types` for a type alone). Packages are left to the values that they export,
//! unless they are linked into `node_modules` as TypeScript.

use crate::lock;
use crate::resolution::{Resolution, ResolveRequest};
use brio_transform::{TypeSource, TypeSources};
use serde_json::Value;
use std::path::{Component, Path, PathBuf};
use std::sync::Mutex;
use xxhash_rust::xxh3::xxh3_64;

/// Extensions that a specifier may lack, in TypeScript's order, and those of a folder.
const ENDINGS: [&str; 8] = [".ts", ".tsx", ".d.ts", ".mts", ".cts", "/index.ts", "/index.tsx", "/index.d.ts"];
/// Extensions of JavaScript, and those of the TypeScript that they are made from.
const SOURCES_OF: [(&str, &[&str]); 4] = [
    (".js", &[".ts", ".tsx", ".d.ts"]),
    (".jsx", &[".tsx", ".d.ts"]),
    (".mjs", &[".mts", ".d.mts"]),
    (".cjs", &[".cts", ".d.cts"]),
];

/// The types that one file imports, directly or not.
pub(crate) struct ImportedTypes<'l> {
    resolution: &'l Resolution,
    requests: Mutex<Vec<Request>>,
}

/// What was requested, and the hash of what was found; 0 for nothing.
struct Request {
    importer: String,
    specifier: String,
    hash: u64,
}

impl<'l> ImportedTypes<'l> {
    pub fn new(resolution: &'l Resolution) -> Self {
        Self { resolution, requests: Mutex::default() }
    }

    /// Everything that was requested, as JSON; empty when that is nothing.
    pub fn into_dependencies(self) -> String {
        let requests = std::mem::take(&mut *lock(&self.requests));
        if requests.is_empty() {
            return String::new();
        }
        let rows = requests.into_iter().map(|Request { importer, specifier, hash }| {
            Value::from(vec![Value::from(importer), Value::from(specifier), Value::from(hash)])
        });
        Value::from(rows.collect::<Vec<_>>()).to_string()
    }
}

impl TypeSources for ImportedTypes<'_> {
    fn find(&self, importer: &str, specifier: &str) -> Option<TypeSource> {
        let found = read(self.resolution, importer, specifier);
        let hash = hash_of(found.as_ref());
        lock(&self.requests).push(Request { importer: importer.to_owned(), specifier: specifier.to_owned(), hash });
        found
    }
}

/// Whether files that metadata depends on are what they were.
pub(crate) fn are_unchanged(dependencies: &str, resolution: &Resolution) -> bool {
    if dependencies.is_empty() {
        return true;
    }
    let rows: Vec<(String, String, u64)> = serde_json::from_str(dependencies).unwrap_or_default();
    let is_unchanged = |(importer, specifier, hash): &(String, String, u64)| {
        hash_of(read(resolution, importer, specifier).as_ref()) == *hash
    };
    !rows.is_empty() && rows.iter().all(is_unchanged)
}

fn hash_of(found: Option<&TypeSource>) -> u64 {
    found.map_or(0, |source| xxh3_64(source.text.as_bytes()).max(1))
}

fn read(resolution: &Resolution, importer: &str, specifier: &str) -> Option<TypeSource> {
    let path = find(resolution, Path::new(importer), specifier)?;
    let text = std::fs::read_to_string(&path).ok()?;
    Some(TypeSource { file_name: path.to_str()?.to_owned(), text: text.into() })
}

fn find(resolution: &Resolution, importer: &Path, specifier: &str) -> Option<PathBuf> {
    if !importer.is_absolute() {
        return None;
    }
    if is_path(specifier) {
        return source_at(&join(importer.parent()?, specifier));
    }
    if let Some(path) = resolution.tsconfig_paths(specifier, importer).iter().find_map(|path| source_at(path)) {
        return Some(path);
    }
    if !specifier.starts_with('#') && !is_linked(importer, specifier) {
        return None;
    }
    let found = resolution.resolve(specifier, importer, ResolveRequest::default()).ok()?;
    let is_own = !found.path.components().any(|part| part.as_os_str() == "node_modules");
    is_own.then(|| source_at(&found.path)).flatten()
}

fn is_path(specifier: &str) -> bool {
    matches!(specifier, "." | "..") || ["./", "../", "/"].iter().any(|start| specifier.starts_with(start))
}

/// Joins two paths and resolves `.` and `..`.
fn join(folder: &Path, specifier: &str) -> PathBuf {
    let mut joined = PathBuf::new();
    for part in folder.join(specifier).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(joined.pop()),
            part => joined.push(part),
        }
    }
    joined
}

/// The file with the types of what is imported as `path`.
fn source_at(path: &Path) -> Option<PathBuf> {
    let path = path.to_str()?;
    if [".ts", ".tsx", ".mts", ".cts"].iter().any(|ending| path.ends_with(ending)) {
        return file(path.to_owned());
    }
    let of_javascript = SOURCES_OF.iter().find_map(|(ending, sources)| {
        let stem = path.strip_suffix(ending)?;
        sources.iter().find_map(|source| file(format!("{stem}{source}")))
    });
    of_javascript.or_else(|| ENDINGS.iter().find_map(|ending| file(format!("{path}{ending}"))))
}

fn file(path: String) -> Option<PathBuf> {
    let path = PathBuf::from(path);
    path.is_file().then_some(path)
}

/// Whether a package is a link in a `node_modules`, as workspaces have it.
fn is_linked(importer: &Path, specifier: &str) -> bool {
    let mut parts = specifier.splitn(3, '/');
    let name = match (parts.next(), parts.next()) {
        (Some(scope), Some(name)) if scope.starts_with('@') => format!("{scope}/{name}"),
        (Some(name), _) => name.to_owned(),
        (None, _) => return false,
    };
    let is_link = |folder: &Path| folder.join("node_modules").join(&name).is_symlink();
    importer.ancestors().skip(1).any(is_link)
}

#[cfg(test)]
#[path = "imported_types_tests.rs"]
mod tests;
