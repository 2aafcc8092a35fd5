//! The manifest of a package: what `package.json`, or a registry's record of a version, says about it.

use indexmap::IndexMap;
use serde_json::{Map, Value};
use std::sync::Arc;

/// Names and specs of dependencies, in the order of the file.
pub type Dependencies = IndexMap<Arc<str>, Arc<str>>;

/// A manifest.
#[derive(Clone, Debug, Default)]
pub struct Manifest {
    pub name: String,
    pub version: String,
    pub dependencies: Dependencies,
    pub development: Dependencies,
    pub optional: Dependencies,
    pub peers: Dependencies,
    /// Peers that need not be installed.
    pub optional_peers: Vec<Arc<str>>,
    /// Names of the dependencies that the tarball brings along.
    pub bundled: Vec<String>,
    pub os: Vec<String>,
    pub cpu: Vec<String>,
    pub libc: Vec<String>,
    /// Names and paths of commands.
    pub commands: Vec<(String, String)>,
    pub deprecated: Option<String>,
    pub has_install_script: bool,
    /// The address of the tarball.
    pub tarball: String,
    /// Subresource integrity of the tarball; empty when the registry has none.
    pub integrity: String,
    /// The registry has an attestation of where the tarball was built.
    pub has_provenance: bool,
    /// The tarball brings an `npm-shrinkwrap.json`.
    pub has_shrinkwrap: bool,
    pub engines: Value,
    pub license: Value,
    pub funding: Value,
    /// `peerDependenciesMeta`, which the lockfile repeats.
    pub peers_meta: Value,
    pub overrides: Value,
    pub workspaces: Value,
    pub scripts: IndexMap<String, String>,
}

impl Manifest {
    /// Reads a manifest; fields of a wrong type are ignored, as npm does.
    pub fn of_json(json: &Value) -> Self {
        let text = |name: &str| json.get(name).and_then(Value::as_str).unwrap_or_default().to_string();
        let name = text("name");
        let mut manifest = Self {
            dependencies: dependencies(json.get("dependencies")),
            development: dependencies(json.get("devDependencies")),
            optional: dependencies(json.get("optionalDependencies")),
            peers: dependencies(json.get("peerDependencies")),
            os: words(json.get("os")),
            cpu: words(json.get("cpu")),
            libc: words(json.get("libc")),
            commands: commands(&name, json.get("bin")),
            version: text("version"),
            has_shrinkwrap: json.get("_hasShrinkwrap").and_then(Value::as_bool).unwrap_or(false),
            engines: object(json.get("engines")),
            license: license(json),
            funding: funding(json.get("funding")),
            peers_meta: object(json.get("peerDependenciesMeta")),
            overrides: object(json.get("overrides")),
            workspaces: json.get("workspaces").cloned().unwrap_or_default(),
            scripts: scripts(json.get("scripts")),
            deprecated: deprecation(json.get("deprecated")),
            name,
            ..Self::default()
        };
        for name in manifest.optional.keys() {
            manifest.dependencies.shift_remove(name);
        }
        manifest.bundled = bundled(json, &manifest);
        manifest.read_optional_peers();
        manifest.has_install_script = json.get("hasInstallScript").and_then(Value::as_bool).unwrap_or_else(|| {
            ["preinstall", "install", "postinstall"].iter().any(|name| manifest.scripts.contains_key(*name))
        });
        if let Some(dist) = json.get("dist") {
            manifest.read_dist(dist);
        }
        manifest
    }

    /// Whether the package can be used on the system.
    pub fn supports(&self, system: &System) -> bool {
        is_listed(&self.os, &system.os)
            && is_listed(&self.cpu, &system.cpu)
            && (self.libc.is_empty() || system.os != "linux" || is_listed(&self.libc, &system.libc))
    }

    /// The range of Node.js versions that `engines` names.
    pub fn node_range(&self) -> Option<&str> {
        self.engines.get("node").and_then(Value::as_str)
    }

    fn read_optional_peers(&mut self) {
        let Some(meta) = self.peers_meta.as_object() else { return };
        for (name, settings) in meta {
            if settings.get("optional").and_then(Value::as_bool).unwrap_or(false) {
                self.optional_peers.push(Arc::from(name.as_str()));
            }
        }
    }

    fn read_dist(&mut self, dist: &Value) {
        let text = |name: &str| dist.get(name).and_then(Value::as_str).unwrap_or_default();
        self.tarball = text("tarball").to_string();
        self.integrity = text("integrity").to_string();
        self.has_provenance =
            dist.get("attestations").is_some_and(|attestations| attestations.get("provenance").is_some());
        if self.integrity.is_empty()
            && let Some(hash) = crate::integrity::base64_of_hex(text("shasum"))
        {
            self.integrity = format!("sha1-{hash}");
        }
    }
}

/// The system that packages are chosen for, in the terms of Node.js.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct System {
    pub os: String,
    pub cpu: String,
    pub libc: String,
}

impl System {
    /// The system that runs this.
    pub fn current() -> Self {
        let cpu = match std::env::consts::ARCH {
            "x86_64" => "x64",
            "aarch64" => "arm64",
            "x86" => "ia32",
            other => other,
        };
        let os = if std::env::consts::OS == "macos" { "darwin" } else { std::env::consts::OS };
        let libc = if cfg!(target_env = "musl") { "musl" } else { "glibc" };
        Self { os: os.to_string(), cpu: cpu.to_string(), libc: libc.to_string() }
    }
}

/// npm's rule for `os` and `cpu`: `!x` excludes x, and other words must include the system.
fn is_listed(list: &[String], value: &str) -> bool {
    if list.is_empty() || (list.len() == 1 && list[0] == "any") {
        return true;
    }
    if list.iter().any(|word| word.strip_prefix('!') == Some(value)) {
        return false;
    }
    list.iter().any(|word| word == value) || list.iter().all(|word| word.starts_with('!'))
}

/// Reads an object of names and specs.
pub fn dependencies(json: Option<&Value>) -> Dependencies {
    let Some(object) = json.and_then(Value::as_object) else { return Dependencies::new() };
    object.iter().filter_map(|(name, spec)| Some((Arc::from(name.as_str()), Arc::from(spec.as_str()?)))).collect()
}

fn words(json: Option<&Value>) -> Vec<String> {
    match json {
        Some(Value::String(word)) => vec![word.clone()],
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).map(str::to_string).collect(),
        _ => Vec::new(),
    }
}

fn object(json: Option<&Value>) -> Value {
    let is_filled = |value: &&Value| match value {
        Value::Object(object) => !object.is_empty(),
        // `engines` of some old packages.
        Value::Array(list) => !list.is_empty(),
        _ => false,
    };
    json.filter(is_filled).cloned().unwrap_or_default()
}

fn scripts(json: Option<&Value>) -> IndexMap<String, String> {
    let Some(object) = json.and_then(Value::as_object) else { return IndexMap::new() };
    object.iter().filter_map(|(name, command)| Some((name.clone(), command.as_str()?.to_string()))).collect()
}

fn license(json: &Value) -> Value {
    match json.get("license") {
        Some(Value::Object(object)) => object.get("type").cloned().unwrap_or_default(),
        Some(Value::String(text)) if !text.is_empty() => Value::String(text.clone()),
        _ => Value::Null,
    }
}

/// npm turns an address into an object, but leaves the addresses of a list.
fn funding(json: Option<&Value>) -> Value {
    match json {
        Some(Value::String(address)) => {
            Value::Object(Map::from_iter([("url".to_string(), Value::String(address.clone()))]))
        }
        Some(Value::Array(list)) if !list.is_empty() => Value::Array(list.clone()),
        Some(value @ Value::Object(_)) => value.clone(),
        _ => Value::Null,
    }
}

fn deprecation(json: Option<&Value>) -> Option<String> {
    match json {
        Some(Value::String(text)) if !text.is_empty() => Some(text.clone()),
        Some(Value::Bool(true)) => Some("deprecated".to_string()),
        _ => None,
    }
}

fn bundled(json: &Value, manifest: &Manifest) -> Vec<String> {
    match json.get("bundleDependencies").or_else(|| json.get("bundledDependencies")) {
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).map(str::to_string).collect(),
        Some(Value::Bool(true)) => manifest.dependencies.keys().map(|name| name.to_string()).collect(),
        _ => Vec::new(),
    }
}

/// The commands of `bin`. Names lose their folders, and paths cannot leave the package.
fn commands(package: &str, json: Option<&Value>) -> Vec<(String, String)> {
    let base = |name: &str| name.rsplit(['/', '\\', ':']).next().unwrap_or(name).to_string();
    let mut found = Vec::new();
    let mut add = |name: String, path: &str| {
        let path = inside(path);
        if !name.is_empty() && name != "." && name != ".." && !path.is_empty() {
            found.push((name, path));
        }
    };
    match json {
        Some(Value::String(path)) => add(base(package), path),
        Some(Value::Object(object)) => {
            object.iter().for_each(|(name, path)| add(base(name), path.as_str().unwrap_or_default()));
        }
        _ => {}
    }
    found
}

/// A relative path without `.` and `..`.
fn inside(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
#[path = "manifest_tests.rs"]
mod tests;
