//! Which packages a package may be given: those that it depends on itself, and those that the program, or a package which
//! depends on it, names in its manifest. What is installed for others by chance is not meant: TypeORM knows the driver of
//! MongoDB, but a program with TypeORM and Mongoose uses that driver only through Mongoose.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

const MODULES: &str = "node_modules";
const MANIFEST: &str = "package.json";
/// Folders whose packages have what they may use beside them, and nothing else.
const ISOLATED: &[&str] = &["/.pnpm/", "/.bun/", "/.deno/"];

/// What a package may be given.
pub(super) struct Suppliers {
    /// The package.
    pub(super) package: String,
    modules: PathBuf,
    named: BTreeSet<String>,
}

impl Suppliers {
    /// For the package of the module `file`; `folders` are those of the program. None when every package is meant: the module
    /// is the program's own, or the program has no manifest.
    pub(super) fn of(file: &Path, folders: &[&Path]) -> Option<Self> {
        let text = file.to_str()?;
        let (before, inside) = text.rsplit_once("/node_modules/")?;
        let modules = Path::new(before).join(MODULES);
        let count = if inside.starts_with('@') { 2 } else { 1 };
        let package = inside.split('/').take(count).collect::<Vec<_>>().join("/");
        let mut named = BTreeSet::new();
        if let Some(own) = manifest(&modules.join(&package)) {
            named.extend(names(&own, &["dependencies", "optionalDependencies"]));
        }
        if ISOLATED.iter().any(|folder| text.contains(folder)) {
            named.extend(installed(&modules));
            return Some(Self { package, modules, named });
        }
        let mut has_program = false;
        let ancestors: BTreeSet<&Path> = folders.iter().flat_map(|folder| folder.ancestors()).collect();
        for program in ancestors.into_iter().filter_map(manifest) {
            let all = names(&program, &["dependencies", "optionalDependencies", "peerDependencies", "devDependencies"]);
            has_program |= !all.is_empty();
            named.extend(all);
        }
        if !has_program {
            return None;
        }
        for other in installed(&modules).iter().filter_map(|name| manifest(&modules.join(name))) {
            let all = names(&other, &["dependencies", "optionalDependencies", "peerDependencies"]);
            if all.contains(&package) {
                named.extend(all);
            }
        }
        Some(Self { package, modules, named })
    }

    /// Whether a package may be used.
    pub(super) fn names(&self, package: &str) -> bool {
        self.named.contains(package)
    }

    pub(super) fn has_installed(&self, package: &str) -> bool {
        self.modules.join(package).join(MANIFEST).is_file()
    }
}

/// The installed packages among the optional dependencies of the package of the module `file` that fit a pattern with one
/// `*`, as `@scope/linux-*` names a native addon for each system. Those for another C library are not among them.
pub(super) fn optional_dependencies(file: &Path, pattern: &str) -> Vec<String> {
    let found = || {
        let (before, inside) = file.to_str()?.rsplit_once("/node_modules/")?;
        let modules = Path::new(before).join(MODULES);
        let count = if inside.starts_with('@') { 2 } else { 1 };
        let own = manifest(&modules.join(inside.split('/').take(count).collect::<Vec<_>>().join("/")))?;
        let (start, end) = pattern.split_once('*')?;
        let other_library = if cfg!(target_env = "musl") { "gnu" } else { "musl" };
        let fits = |name: &String| {
            name.len() >= start.len() + end.len()
                && name.starts_with(start)
                && name.ends_with(end)
                && !name.rsplit(['-', '/']).next().is_some_and(|last| last.starts_with(other_library))
        };
        // Beside the package, or in its own folder.
        let folders = file.ancestors().skip(1).map(|folder| folder.join(MODULES)).collect::<Vec<_>>();
        let is_installed = |name: &String| folders.iter().any(|folder| folder.join(name).join(MANIFEST).is_file());
        Some(names(&own, &["optionalDependencies"]).into_iter().filter(fits).filter(is_installed).collect())
    };
    found().unwrap_or_default()
}

/// Whether a source can load a package by a name that it does not have as a literal. Looks at the text only.
pub(super) fn may_load_by_name(code: &str) -> bool {
    code.match_indices("require(").any(|(start, call)| {
        let behind = &code[start + call.len()..];
        let end = behind.find(|character: char| !character.is_alphanumeric() && character != '_').unwrap_or(0);
        end > 0 && behind[end..].starts_with(')')
    })
}

/// The optional peers of the package of the module `file` that are installed, as Sequelize has one for each database.
pub(super) fn optional_peers(file: &Path) -> Vec<String> {
    let found = || {
        let (before, inside) = file.to_str()?.rsplit_once("/node_modules/")?;
        let modules = Path::new(before).join(MODULES);
        let count = if inside.starts_with('@') { 2 } else { 1 };
        let own = manifest(&modules.join(inside.split('/').take(count).collect::<Vec<_>>().join("/")))?;
        let meta = own.get("peerDependenciesMeta")?.as_object()?;
        let peers = meta.iter().filter(|(_, one)| one.get("optional").and_then(Value::as_bool) == Some(true));
        Some(peers.map(|(name, _)| name.clone()).filter(|name| is_installed(name, file)).collect())
    };
    found().unwrap_or_default()
}

/// Whether a package, or the one that a path is in, is installed for the module `file`.
pub(super) fn is_installed(specifier: &str, file: &Path) -> bool {
    let count = if specifier.starts_with('@') { 2 } else { 1 };
    let package = specifier.split('/').take(count).collect::<Vec<_>>().join("/");
    file.ancestors().skip(1).any(|folder| folder.join(MODULES).join(&package).join(MANIFEST).is_file())
}

fn manifest(folder: &Path) -> Option<Map<String, Value>> {
    let text = std::fs::read_to_string(folder.join(MANIFEST)).ok()?;
    match serde_json::from_str(&text).ok()? {
        Value::Object(manifest) => Some(manifest),
        _ => None,
    }
}

/// The packages of some parts of a manifest, without its optional peers.
fn names(manifest: &Map<String, Value>, parts: &[&str]) -> BTreeSet<String> {
    let meta = manifest.get("peerDependenciesMeta");
    let is_optional_peer = |part: &str, name: &str| {
        let one = meta.and_then(|meta| meta.get(name)).and_then(|one| one.get("optional"));
        part == "peerDependencies" && one.and_then(Value::as_bool) == Some(true)
    };
    let mut all = BTreeSet::new();
    for part in parts {
        let listed = manifest.get(*part).and_then(Value::as_object).into_iter().flat_map(Map::keys);
        all.extend(listed.filter(|name| !is_optional_peer(part, name)).cloned());
    }
    all
}

/// The packages in a folder `node_modules`.
fn installed(modules: &Path) -> BTreeSet<String> {
    let entries = |folder: &Path| -> Vec<String> {
        let all = std::fs::read_dir(folder).into_iter().flatten().flatten();
        all.map(|entry| entry.file_name().to_string_lossy().into_owned())
            .filter(|name| !name.starts_with('.'))
            .collect()
    };
    let of_scope = |name: String| match name.starts_with('@') {
        true => entries(&modules.join(&name)).into_iter().map(|inner| format!("{name}/{inner}")).collect(),
        false => vec![name],
    };
    entries(modules).into_iter().flat_map(of_scope).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suppliers(manifests: &[(&str, &str)], file: &str) -> Option<(bool, bool)> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (place, text) in manifests {
            let place = folder.path().join(place);
            std::fs::create_dir_all(&place).expect("it can be made");
            std::fs::write(place.join(MANIFEST), text).expect("it can be written");
        }
        let found = Suppliers::of(&folder.path().join(file), &[folder.path()])?;
        Some((found.names("one"), found.names("two")))
    }

    #[test]
    fn what_the_program_or_a_dependent_names_is_meant() {
        let orm = ("node_modules/orm", r#"{"peerDependenciesMeta":{"two":{"optional":true}}}"#);
        let program = ("", r#"{"dependencies":{"orm":"1","one":"1","other":"1"}}"#);
        let other = ("node_modules/other", r#"{"dependencies":{"two":"1"}}"#);
        let file = "node_modules/orm/lib/a.js";
        assert_eq!(suppliers(&[orm, program, other], file), Some((true, false)));
        let dependent = ("node_modules/@a/db", r#"{"dependencies":{"two":"1","orm":"1"}}"#);
        assert_eq!(suppliers(&[orm, program, dependent], file), Some((true, true)));
        let own = ("node_modules/orm", r#"{"dependencies":{"two":"1"}}"#);
        assert_eq!(suppliers(&[own, program, other], file), Some((true, true)));
    }

    #[test]
    fn without_a_manifest_every_package_is_meant() {
        let orm = ("node_modules/orm", "{}");
        assert_eq!(suppliers(&[orm], "node_modules/orm/a.js"), None);
        assert_eq!(suppliers(&[("", r#"{"dependencies":{"one":"1"}}"#)], "src/a.js"), None);
    }

    #[test]
    fn the_optional_dependency_for_this_system_fits_a_pattern() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let own = r#"{"optionalDependencies":{"@a/linux-x64-gnu":"1","@a/linux-x64-musl":"1","@a/win32-x64":"1"}}"#;
        for (place, text) in
            [("native", own), ("@a/linux-x64-gnu", "{}"), ("@a/linux-x64-musl", "{}"), ("@a/other", "{}")]
        {
            let place = folder.path().join("node_modules").join(place);
            std::fs::create_dir_all(&place).expect("it can be made");
            std::fs::write(place.join(MANIFEST), text).expect("it can be written");
        }
        let file = folder.path().join("node_modules/native/index.js");
        if cfg!(target_env = "gnu") {
            assert_eq!(optional_dependencies(&file, "@a/*"), ["@a/linux-x64-gnu"]);
        }
        assert!(optional_dependencies(&file, "@b/*").is_empty());
        assert!(is_installed("@a/other/file", &file) && !is_installed("@a/none", &file));
    }

    #[test]
    fn an_isolated_package_has_what_it_may_use_beside_it() {
        let program = ("", r#"{"dependencies":{"orm":"1","two":"1"}}"#);
        let modules = "node_modules/.pnpm/orm@1_one/node_modules";
        let (orm, one) = (format!("{modules}/orm"), format!("{modules}/one"));
        let manifests = [program, (orm.as_str(), "{}"), (one.as_str(), "{}")];
        assert_eq!(suppliers(&manifests, &format!("{orm}/a.js")), Some((true, false)));
    }
}
