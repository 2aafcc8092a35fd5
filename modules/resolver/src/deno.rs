//! Deno's configuration: `deno.json`, its import map and its workspace.
//!
//! The import map follows the HTML standard (§8.1.6.2, "Resolving module specifiers"), with Deno's additions: an entry
//! for a package of npm or JSR also maps what is below it, and the members of a workspace have import maps of their own.
//! Packages of npm and JSR are looked up in `node_modules`; what is not there a [`crate::Provider`] may fetch.

mod dependencies;

use crate::error::{ErrorCode, ResolveError};
use crate::file_url;
use crate::resolver::DenoSource;
use crate::tsconfig::CompilerOptions;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

const NAMES: [&str; 2] = ["deno.json", "deno.jsonc"];

/// The configuration of a program.
#[derive(Clone, Debug, Default)]
pub struct DenoConfig {
    imports: Vec<(String, String)>,
    /// Prefixes of the importing module's URL with their maps, the longest first.
    scopes: Vec<(String, Vec<(String, String)>)>,
    members: Vec<Member>,
    options: Vec<(PathBuf, CompilerOptions)>,
}

/// A package of the workspace.
#[derive(Clone, Debug)]
struct Member {
    name: String,
    folder: PathBuf,
    exports: Value,
}

/// What an import means by the import map, for tools that resolve it further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Imported {
    File(PathBuf),
    /// A package of npm or JSR: its name with the subpath as `node_modules` has it, and with scheme and version.
    Package {
        specifier: String,
        source: String,
    },
    /// A builtin module or an address.
    Other(String),
}

/// A specifier after the import map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mapped {
    /// An absolute URL, to be resolved as an import.
    Url(String),
    /// A package and its subpath, to be looked up in `node_modules`, and else to be fetched.
    Package(MappedPackage),
}

/// A package of npm or JSR that an import names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MappedPackage {
    /// `npm` or `jsr`.
    pub(crate) scheme: &'static str,
    /// Name and subpath, without the version.
    pub(crate) specifier: String,
    /// What follows the name's `@`; empty without it.
    pub(crate) range: String,
}

/// The package that `npm:…` or `jsr:…` names; None for another specifier.
pub(crate) fn package_of(target: &str) -> Option<MappedPackage> {
    if let Some(package) = target.strip_prefix("npm:") {
        let (specifier, range) = without_version(package);
        return Some(MappedPackage { scheme: "npm", specifier, range });
    }
    let (package, range) = without_version(target.strip_prefix("jsr:")?);
    // The name under which JSR publishes for npm.
    let name = package.strip_prefix('@').unwrap_or(&package).replacen('/', "__", 1);
    Some(MappedPackage { scheme: "jsr", specifier: format!("@jsr/{name}"), range })
}

impl DenoConfig {
    /// Reads the configuration of the main module `entry` from where `source` says. A file that cannot be parsed
    /// configures nothing.
    pub fn find(source: &DenoSource, entry: &Path) -> Self {
        let mut found = match &source.config {
            _ if source.is_none => Self::default(),
            Some(path) => {
                let folder = path.parent().unwrap_or(Path::new("/"));
                parse(path).map(|config| Self::of(folder, &config)).unwrap_or_default()
            }
            None => Self::discover(entry),
        };
        if let Some(path) = &source.import_map {
            let folder = path.parent().unwrap_or(Path::new("/"));
            (found.imports, found.scopes) = parse(path).map(|map| maps_in(folder, &map)).unwrap_or_default();
        }
        found
    }

    /// Reads the configuration that applies to the main module `entry`: the nearest file upwards, and the workspace
    /// that contains it. A file that cannot be parsed configures nothing.
    pub fn discover(entry: &Path) -> Self {
        let mut configs = entry.ancestors().skip(1).filter_map(|folder| Some((folder, read(folder)?)));
        let Some((folder, config)) = configs.next() else { return Self::default() };
        let workspace = configs.find(|(root, outer)| member_folders(root, outer).iter().any(|member| member == folder));
        let (root, config) = workspace.unwrap_or((folder, config));
        Self::of(root, &config)
    }

    /// The configuration in `config`, a file of the folder `root`, and its workspace.
    fn of(root: &Path, config: &Value) -> Self {
        let mut found = Self::default();
        (found.imports, found.scopes) = import_map(root, config);
        dependencies::add(&mut found.imports, root, config);
        found.add_member(root, config);
        for member in member_folders(root, config) {
            if let Some(own) = read(&member) {
                let (mut imports, scopes) = import_map(&member, &own);
                dependencies::add(&mut imports, &member, config);
                found.scopes.extend(scopes);
                found.scopes.push((format!("{}/", file_url::path_to_file_url(&member)), imports));
                found.add_member(&member, &own);
            }
        }
        found.scopes.sort_by_key(|(prefix, _)| std::cmp::Reverse(prefix.len()));
        found
    }

    /// Maps the specifier of an import in the file `importer`. None: the map does not contain it, and it is not the
    /// name of a member of the workspace.
    ///
    /// # Errors
    /// ERR_MODULE_NOT_FOUND for a subpath that a member does not export.
    pub(crate) fn map(&self, specifier: &str, importer: &Path) -> Result<Option<Mapped>, ResolveError> {
        if importer.components().any(|component| component.as_os_str() == "node_modules") {
            return Ok(None);
        }
        let base = file_url::path_to_file_url(importer);
        let folder = importer.parent().unwrap_or(Path::new("/"));
        let normalized = as_url(specifier, folder).unwrap_or_else(|| specifier.to_owned());
        let in_scope = self
            .scopes
            .iter()
            .filter(|(prefix, _)| *prefix == base || (prefix.ends_with('/') && base.starts_with(prefix.as_str())));
        let target = in_scope
            .map(|(_, map)| map)
            .chain(std::iter::once(&self.imports))
            .find_map(|map| match_in(map, &normalized));
        if let Some(target) = target {
            return self.of_target(&target);
        }
        if ["npm:", "jsr:"].iter().any(|scheme| specifier.starts_with(scheme)) {
            return self.of_target(specifier);
        }
        self.of_member(specifier)
    }

    /// What an import in the file `importer` means. None: neither the map nor the workspace has it.
    pub fn imported(&self, specifier: &str, importer: &Path) -> Option<Imported> {
        Some(match self.map(specifier, importer).ok()?? {
            Mapped::Package(MappedPackage { scheme, specifier, range }) => {
                let named = match specifier.strip_prefix("@jsr/") {
                    Some(name) if scheme == "jsr" => format!("@{}", name.replacen("__", "/", 1)),
                    _ => specifier.clone(),
                };
                let depth = if named.starts_with('@') { 2 } else { 1 };
                let end = named.match_indices('/').nth(depth - 1).map_or(named.len(), |(index, _)| index);
                let (name, subpath) = named.split_at(end);
                let version = if range.is_empty() { String::new() } else { format!("@{range}") };
                Imported::Package { source: format!("{scheme}:{name}{version}{subpath}"), specifier }
            }
            Mapped::Url(url) => match url.strip_prefix("file://") {
                Some(rest) => Imported::File(PathBuf::from(file_url::percent_decode(rest).ok()?)),
                None => Imported::Other(url),
            },
        })
    }

    /// The compiler options for a file.
    pub(crate) fn compiler_options(&self, file: &Path) -> Option<&CompilerOptions> {
        let options = self.options.iter().filter(|(folder, _)| file.starts_with(folder));
        options.max_by_key(|(folder, _)| folder.as_os_str().len()).map(|(_, options)| options)
    }

    fn of_target(&self, target: &str) -> Result<Option<Mapped>, ResolveError> {
        if let Some(package) = target.strip_prefix("jsr:")
            && let Some(found) = self.of_member(&without_version(package).0)?
        {
            return Ok(Some(found));
        }
        if let Some(package) = package_of(target) {
            return Ok(Some(Mapped::Package(package)));
        }
        match self.of_member(target)? {
            Some(member) => Ok(Some(member)),
            None => Ok(Some(Mapped::Url(target.to_owned()))),
        }
    }

    fn of_member(&self, specifier: &str) -> Result<Option<Mapped>, ResolveError> {
        let found = self.members.iter().find_map(|member| {
            let rest = specifier.strip_prefix(member.name.as_str())?;
            (rest.is_empty() || rest.starts_with('/')).then_some((member, rest))
        });
        let Some((member, rest)) = found else { return Ok(None) };
        let subpath = format!(".{rest}");
        let target = match &member.exports {
            Value::String(target) if subpath == "." => Some(target.as_str()),
            Value::Object(map) => map.get(&subpath).and_then(Value::as_str),
            _ => None,
        };
        match target.and_then(|target| as_url(target, &member.folder)) {
            Some(url) => Ok(Some(Mapped::Url(url))),
            None => Err(unknown_export(member, &subpath)),
        }
    }

    fn add_member(&mut self, folder: &Path, config: &Value) {
        if let (Some(name), Some(exports)) = (config["name"].as_str(), config.get("exports")) {
            let (name, folder, exports) = (name.to_owned(), folder.to_owned(), exports.clone());
            self.members.push(Member { name, folder, exports });
        }
        let given = &config["compilerOptions"];
        if given.is_object() {
            // Deno ignores a target, and has no option for metadata without `null`.
            let options =
                CompilerOptions { strict_null_checks: None, target: None, ..CompilerOptions::from_json(given) };
            self.options.push((folder.to_owned(), options));
        }
    }
}

/// Deno's message for an import that leads nowhere.
pub(crate) fn not_found(error: ResolveError, specifier: &str, importer: &Path) -> ResolveError {
    let message = match &error.path {
        Some(path) => format!("Module not found \"{}\".", file_url::path_to_file_url(path)),
        None if dependencies::is_in_package_json(specifier, importer) => format!(
            "Could not resolve \"{specifier}\", but found it in a package.json. Deno expects the node_modules/ directory to \
             be up to date. Did you forget to run `deno install`?"
        ),
        None => {
            let importer = file_url::path_to_file_url(importer);
            format!("Import \"{specifier}\" not a dependency and not in import map from \"{importer}\"")
        }
    };
    ResolveError { message, ..error }
}

/// The error for a package of npm or JSR that no `node_modules` folder contains.
pub(crate) fn not_installed(error: ResolveError, name: &str) -> ResolveError {
    ResolveError { message: format!("Could not find package \"{name}\" in a node_modules folder."), ..error }
}

/// The root of the workspace of Deno that a folder is a member of.
pub fn workspace_of(folder: &Path) -> Option<PathBuf> {
    let is_root = |root: &&Path| {
        read(root).is_some_and(|config| member_folders(root, &config).iter().any(|member| member == folder))
    };
    folder.ancestors().skip(1).find(is_root).map(Path::to_path_buf)
}

/// The folders of the members of a workspace of Deno that have a configuration, by the folder of its root.
pub fn workspace_members(root: &Path) -> Vec<PathBuf> {
    let Some(config) = read(root) else { return Vec::new() };
    member_folders(root, &config).into_iter().filter(|member| config_file(member).is_some()).collect()
}

/// The configuration file of a folder.
pub fn config_file(folder: &Path) -> Option<PathBuf> {
    NAMES.iter().map(|name| folder.join(name)).find(|path| path.is_file())
}

fn read(folder: &Path) -> Option<Value> {
    NAMES.iter().find_map(|name| parse(&folder.join(name)))
}

/// The object in a configuration file, which may have comments. None when the file cannot be read or is not an object.
pub fn read_config(path: &Path) -> Option<Value> {
    parse(path)
}

fn parse(path: &Path) -> Option<Value> {
    let mut text = std::fs::read_to_string(path).ok()?;
    json_strip_comments::strip(&mut text).ok()?;
    serde_json::from_str(text.strip_prefix('\u{feff}').unwrap_or(&text)).ok().filter(Value::is_object)
}

/// The folders of `workspace`, where `packages/*` stands for all folders in `packages`.
fn member_folders(root: &Path, config: &Value) -> Vec<PathBuf> {
    let given = &config["workspace"];
    let patterns = given.as_array().or_else(|| given["members"].as_array());
    let patterns = patterns.into_iter().flatten().filter_map(Value::as_str);
    patterns
        .flat_map(|pattern| match pattern.strip_suffix("/*") {
            Some(folder) => {
                let entries = std::fs::read_dir(file_url::join(root, folder)).into_iter().flatten().flatten();
                let mut folders: Vec<PathBuf> =
                    entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
                folders.sort();
                folders
            }
            None => vec![file_url::join(root, pattern.trim_end_matches('/'))],
        })
        .collect()
}

type ImportMap = (Vec<(String, String)>, Vec<(String, Vec<(String, String)>)>);

/// `imports` and `scopes` of a configuration, or of the file that its `importMap` names.
fn import_map(folder: &Path, config: &Value) -> ImportMap {
    if config["imports"].is_null()
        && config["scopes"].is_null()
        && let Some(file) = config["importMap"].as_str()
    {
        let path = file_url::join(folder, file);
        let folder = path.parent().unwrap_or(Path::new("/"));
        return parse(&path).map(|map| maps_in(folder, &map)).unwrap_or_default();
    }
    maps_in(folder, config)
}

fn maps_in(folder: &Path, map: &Value) -> ImportMap {
    let scopes = map["scopes"].as_object().into_iter().flatten();
    let scopes = scopes.filter_map(|(prefix, map)| {
        let prefix = as_url(prefix, folder).unwrap_or_else(|| prefix.clone());
        Some((prefix, entries(folder, map.as_object()?)))
    });
    let imports = map["imports"].as_object().map(|map| entries(folder, map)).unwrap_or_default();
    (imports, scopes.collect())
}

/// Entries with absolute targets, the longest key first.
fn entries(folder: &Path, map: &Map<String, Value>) -> Vec<(String, String)> {
    let targets = map.iter().filter_map(|(key, target)| Some((key, target.as_str()?)));
    let mut entries: Vec<(String, String)> = targets
        .map(|(key, target)| {
            let key = as_url(key, folder).unwrap_or_else(|| key.clone());
            (key, as_url(target, folder).unwrap_or_else(|| target.to_owned()))
        })
        .collect();
    entries.sort_by_key(|(key, _)| std::cmp::Reverse(key.len()));
    entries
}

fn match_in(map: &[(String, String)], specifier: &str) -> Option<String> {
    map.iter().find_map(|(key, target)| {
        let rest = specifier.strip_prefix(key.as_str())?;
        let is_package = target.starts_with("npm:") || target.starts_with("jsr:");
        let is_match = rest.is_empty() || key.ends_with('/') || (is_package && rest.starts_with('/'));
        is_match.then(|| format!("{target}{rest}"))
    })
}

/// The URL of a specifier that is relative, absolute, or a `file:` URL.
fn as_url(specifier: &str, folder: &Path) -> Option<String> {
    let is_relative = specifier.starts_with("./") || specifier.starts_with("../");
    if is_relative || specifier.starts_with('/') {
        let url = file_url::path_to_file_url(folder);
        let start = if is_relative { url["file://".len()..].trim_end_matches('/') } else { "" };
        let given = file_url::split(specifier);
        let path = file_url::normalize(&format!("{start}/{}", given.path.trim_start_matches('/')));
        return Some(format!("file://{path}{}{}", given.query, given.fragment));
    }
    specifier.starts_with("file:").then(|| specifier.to_owned())
}

/// `name/path` and `version` of `name@version/path`, `/name@version/path` or `@scope/name@version/path`.
fn without_version(package: &str) -> (String, String) {
    let package = package.strip_prefix('/').unwrap_or(package);
    let start = if package.starts_with('@') { package.find('/').map_or(0, |slash| slash + 1) } else { 0 };
    let name_end = package[start..].find('/').map_or(package.len(), |slash| start + slash);
    let version = package[start..name_end].find('@').map_or(name_end, |mark| start + mark);
    let specifier = format!("{}{}", &package[..version], package[name_end..].trim_end_matches('/'));
    (specifier, package[version..name_end].trim_start_matches('@').to_owned())
}

fn unknown_export(member: &Member, subpath: &str) -> ResolveError {
    let names: Vec<&str> = match &member.exports {
        Value::Object(map) => map.keys().map(String::as_str).collect(),
        _ => vec!["."],
    };
    let list: String = names.iter().map(|name| format!("\n * {name}")).collect();
    let message = format!("Unknown export '{subpath}' for '{}'.\n  Package exports:{list}", member.name);
    ResolveError::new(ErrorCode::ModuleNotFound, message)
}

#[cfg(test)]
#[path = "deno_tests.rs"]
mod tests;
