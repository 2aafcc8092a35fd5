//! `package.json` files, read once.

use crate::error::ResolveError;
use parking_lot::RwLock;
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The fields of a `package.json` that resolution uses. Fields of a wrong type count as missing, as in Node.
#[derive(Clone, Debug, PartialEq)]
pub struct PackageJson {
    /// The file.
    pub path: PathBuf,
    /// `name`.
    pub name: Option<String>,
    /// `main`.
    pub main: Option<String>,
    /// `module`, which bundlers and Bun read.
    pub module: Option<String>,
    /// `type`.
    pub package_type: PackageType,
    /// `exports`, `Null` when missing or neither object, array nor string.
    pub exports: Value,
    /// `imports`, `Null` when missing or not an object.
    pub imports: Value,
    /// The runtimes that it names.
    pub runtimes: Runtimes,
}

/// The runtimes that a package.json names: in `engines`, as its package manager, as the runner of its scripts, or by
/// the types that it depends on. Of a published package only `engines` counts: the rest is about its development.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Runtimes {
    pub node: bool,
    pub bun: bool,
    pub deno: bool,
}

/// The `type` field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PackageType {
    /// Missing or unknown.
    #[default]
    None,
    /// `commonjs`
    CommonJs,
    /// `module`
    Module,
}

impl PackageJson {
    /// Returns the folder that the file is in.
    pub fn directory(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("/"))
    }
}

/// A cache of every `package.json` that was requested, including missing ones.
#[derive(Debug, Default)]
pub(crate) struct PackageCache {
    files: RwLock<HashMap<PathBuf, Read>>,
}

#[derive(Clone, Debug)]
enum Read {
    Missing,
    Invalid,
    Package(Arc<PackageJson>),
}

impl PackageCache {
    /// Reads `directory/package.json`. `base` is the specifier that is being imported, for the error.
    pub(crate) fn read(&self, directory: &Path, base: Option<&str>) -> Result<Option<Arc<PackageJson>>, ResolveError> {
        let path = directory.join("package.json");
        let known = self.files.read().get(&path).cloned();
        let read = known.unwrap_or_else(|| {
            let read = read_file(&path);
            self.files.write().insert(path.clone(), read.clone());
            read
        });
        match read {
            Read::Missing => Ok(None),
            Read::Package(package) => Ok(Some(package)),
            Read::Invalid => Err(ResolveError::invalid_config(&path, base, None)),
        }
    }

    /// Finds the package scope of `file` (LOOKUP_PACKAGE_SCOPE): the nearest `package.json` upwards, but
    /// not beyond a `node_modules` folder.
    pub(crate) fn scope(&self, file: &Path) -> Result<Option<Arc<PackageJson>>, ResolveError> {
        for directory in file.ancestors().skip(1) {
            if directory.file_name().is_some_and(|name| name == "node_modules") {
                return Ok(None);
            }
            if let Some(package) = self.read(directory, None)? {
                return Ok(Some(package));
            }
        }
        Ok(None)
    }

    pub(crate) fn clear(&self) {
        self.files.write().clear();
    }
}

fn read_file(path: &Path) -> Read {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        // What cannot be opened does not exist for resolution, also when a parent is a file.
        Err(error) => {
            debug_assert!(error.kind() != io::ErrorKind::InvalidInput);
            return Read::Missing;
        }
    };
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let Ok(Value::Object(mut object)) = serde_json::from_slice::<Value>(bytes) else {
        return Read::Invalid;
    };
    let runtimes = runtimes_of(&object, path);
    let mut take = |key: &str| object.remove(key).unwrap_or(Value::Null);
    let text = |value: Value| {
        if let Value::String(text) = value { Some(text) } else { None }
    };
    let package_type = match take("type").as_str() {
        Some("module") => PackageType::Module,
        Some("commonjs") => PackageType::CommonJs,
        _ => PackageType::None,
    };
    let imports = Some(take("imports")).filter(Value::is_object).unwrap_or(Value::Null);
    let exports = Some(take("exports")).filter(may_export).unwrap_or(Value::Null);
    let (name, main, module) = (text(take("name")), text(take("main")), text(take("module")));
    let path = path.into();
    Read::Package(Arc::new(PackageJson { path, name, main, module, package_type, exports, imports, runtimes }))
}

fn runtimes_of(package: &Map<String, Value>, path: &Path) -> Runtimes {
    let names = |field: &str, name: &str| package.get(field).is_some_and(|value| value.get(name).is_some());
    let mut found =
        Runtimes { node: names("engines", "node"), bun: names("engines", "bun"), deno: names("engines", "deno") };
    if path.components().any(|component| component.as_os_str() == "node_modules") {
        return found;
    }
    let manager = package.get("packageManager").and_then(Value::as_str).unwrap_or_default();
    match manager.split('@').next() {
        Some("npm" | "pnpm" | "yarn") => found.node = true,
        Some("bun") => found.bun = true,
        Some("deno") => found.deno = true,
        _ => {}
    }
    let is_dependency = |name: &str| names("devDependencies", name) || names("dependencies", name);
    found.bun |= is_dependency("@types/bun") || is_dependency("bun-types");
    let scripts = package.get("scripts").and_then(Value::as_object);
    for command in scripts.into_iter().flat_map(Map::values).filter_map(Value::as_str) {
        for word in command.split([' ', ';', '&', '|', '(', ')']) {
            match word {
                "node" | "nodemon" | "ts-node" | "tsx" => found.node = true,
                "bun" | "bunx" => found.bun = true,
                "deno" => found.deno = true,
                _ => {}
            }
        }
    }
    found
}

/// A number or a boolean is ignored.
fn may_export(exports: &Value) -> bool {
    exports.is_object() || exports.is_array() || exports.is_string()
}
