//! `deno.lock` of a program that imports without installing: its versions and hashes are respected, and what is new is
//! added to it. As Deno, only a program with a `deno.json` gets one.

use super::ImportOptions;
use crate::error::{Error, Result};
use crate::files;
use brio_lockfile::{Dependency, DependencyKind, Format, Graph, Lockfile, Package, PackageId, PeerContext, Resolution};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The lockfile of one program.
#[derive(Debug)]
pub struct DenoLock {
    /// None: nothing is locked.
    file: Option<Open>,
    is_frozen: bool,
}

#[derive(Debug)]
struct Open {
    path: PathBuf,
    lockfile: Lockfile,
    graph: Graph,
    /// What the configurations of the workspace list, by the paths of their folders; `.` is the root.
    listed: Vec<(String, Vec<String>)>,
}

/// A version of a package of JSR.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsrVersion {
    /// With its scope.
    pub name: String,
    pub version: String,
}

/// The configuration of Deno in a folder.
pub fn read_config(folder: &Path) -> Option<Map<String, Value>> {
    ["deno.json", "deno.jsonc"].iter().find_map(|name| {
        let text = std::fs::read_to_string(folder.join(name)).ok()?;
        match serde_json::from_str(&without_comments(&text)).ok()? {
            Value::Object(config) => Some(config),
            _ => None,
        }
    })
}

/// The targets of `imports` and `scopes` in the configurations of a workspace.
fn listed(root: &Path, config: &Map<String, Value>) -> Vec<(String, Vec<String>)> {
    let targets = |config: &Map<String, Value>| -> Vec<String> {
        let scopes = config.get("scopes").and_then(Value::as_object).into_iter().flat_map(|scopes| scopes.values());
        let maps = config.get("imports").into_iter().chain(scopes).filter_map(Value::as_object).flatten();
        maps.filter_map(|(_, target)| target.as_str()).map(str::to_string).collect()
    };
    let members = brio_resolver::deno::workspace_members(root).into_iter().filter_map(|member| {
        let folder = member.strip_prefix(root).ok()?.to_string_lossy().into_owned();
        Some((folder, targets(&read_config(&member)?)))
    });
    std::iter::once((".".to_string(), targets(config))).chain(members).collect()
}

impl DenoLock {
    /// Opens the lockfile of the program whose configuration is in `root`.
    ///
    /// # Errors
    /// A lockfile that cannot be read.
    pub fn open(root: &Path, scheme: &str, options: &ImportOptions) -> Result<Self> {
        let none = Self { file: None, is_frozen: options.is_frozen };
        let config = read_config(root);
        if options.without_lock || scheme == "bun" || config.is_none() && options.lock.is_none() {
            return Ok(none);
        }
        let config = config.unwrap_or_default();
        let said = config.get("lock").cloned().unwrap_or_default();
        let path = match (&options.lock, &said) {
            (Some(path), _) => path.clone(),
            (None, Value::Bool(false)) => return Ok(none),
            (None, Value::String(path)) => root.join(path),
            (None, said) => root.join(said.get("path").and_then(Value::as_str).unwrap_or("deno.lock")),
        };
        let is_frozen = options.is_frozen || said.get("frozen").and_then(Value::as_bool).unwrap_or(false);
        let lockfile = match path.is_file() {
            true => Lockfile::parse(Format::Deno, &std::fs::read_to_string(&path).unwrap_or_default())
                .map_err(|error| Error::from(error).while_doing(path.display()))?,
            false => Lockfile::new(Format::Deno),
        };
        let graph = lockfile.graph().clone();
        Ok(Self { file: Some(Open { path, lockfile, graph, listed: listed(root, &config) }), is_frozen })
    }

    /// The version that a request is locked to.
    pub fn version_of(&self, request: &str) -> Option<String> {
        let open = self.file.as_ref()?;
        let id = open.locked(request).or_else(|| open.locked(&deno_request(request)))?;
        Some(open.graph.packages.get(&id)?.version.clone()).filter(|version| !version.is_empty())
    }

    /// The versions of a package of JSR that are locked.
    pub fn versions_of_jsr(&self, name: &str) -> Vec<String> {
        let packages = self.file.iter().flat_map(|open| open.graph.packages.values());
        let own = packages.filter(|one| matches!(one.resolution, Resolution::Jsr { .. }) && one.name == name);
        own.map(|one| one.version.clone()).collect()
    }

    /// Checks a module against its hash, and adds it when it is new.
    ///
    /// # Errors
    /// `EINTEGRITY`; `EFROZEN` for a new one.
    pub fn check_module(&mut self, address: &str, last: &str, digest: &str) -> Result<()> {
        let Some(open) = &mut self.file else { return Ok(()) };
        let known = open.graph.remote.hashes.iter().find(|(known, _)| known == last);
        let is_known = known.is_some();
        match known {
            Some((_, hash)) if hash == digest => {}
            Some((_, hash)) => {
                let message = format!(
                    "Integrity check failed for remote specifier. The source code is invalid, as it does not match the \
                     expected hash in the lock file.\n\n  Specifier: {last}\n  Actual: {digest}\n  Expected: {hash}"
                );
                let hint = "remove the entry from the lockfile if the module changed as expected";
                return Err(Error::new("EINTEGRITY", message).with_hint(hint));
            }
            None if self.is_frozen => return Err(frozen(last)),
            None => {}
        }
        let is_redirect = address.split('#').next() != Some(last);
        let is_new_redirect = is_redirect && !open.graph.remote.redirects.iter().any(|(from, _)| from == address);
        if is_known && (!is_new_redirect || self.is_frozen) {
            return Ok(());
        }
        if !is_known {
            open.graph.remote.hashes.push((last.to_string(), digest.to_string()));
            open.graph.remote.hashes.sort();
        }
        if is_new_redirect {
            open.graph.remote.redirects.push((address.to_string(), last.to_string()));
            open.graph.remote.redirects.sort();
        }
        open.save()
    }

    /// Adds a package of JSR with the hash of the registry's record of its version; one that is there must have the same.
    ///
    /// # Errors
    /// `EINTEGRITY`; `EFROZEN` for a new one.
    pub fn record_jsr(&mut self, request: &str, package: &JsrVersion, digest: &str) -> Result<()> {
        let JsrVersion { name, version } = package;
        let Some(open) = self.file.as_mut() else { return Ok(()) };
        let known = open.jsr(package);
        let said = known.and_then(|id| open.graph.packages[&id].resolution.integrity().map(str::to_string));
        if let Some(said) = said.filter(|said| said != digest) {
            let message = format!(
                "Integrity check failed for package. The source code is invalid, as it does not match the expected hash in \
                 the lock file.\n\n  Package: {name}@{version}\n  Actual: {digest}\n  Expected: {said}"
            );
            return Err(Error::new("EINTEGRITY", message).with_hint("JSR has another package than deno.lock says"));
        }
        if let (Some(known), Some(_)) = (known, open.locked(request)) {
            return if !self.is_frozen && open.list(request, known) { open.save() } else { Ok(()) };
        }
        if self.is_frozen {
            return Err(frozen(request));
        }
        let target = known.unwrap_or_else(|| {
            let resolution = Resolution::Jsr { integrity: Some(digest.to_string()) };
            open.graph.add(Package { name: name.clone(), version: version.clone(), resolution, ..Package::default() })
        });
        open.graph.requests.insert(request.to_string(), target);
        open.list(request, target);
        open.save()
    }

    /// Adds what a package of JSR imports to it, when it is new; `importer` is None for other modules.
    ///
    /// # Errors
    /// `EFROZEN`, and the system's.
    pub fn add_dependency(&mut self, importer: Option<&JsrVersion>, request: &str) -> Result<()> {
        let (Some(open), Some(importer)) = (self.file.as_mut(), importer) else { return Ok(()) };
        let (Some(id), Some(target)) = (open.jsr(importer), open.locked(request)) else { return Ok(()) };
        let name = open.graph.packages.get(&target).map(|package| package.name.clone()).unwrap_or_default();
        let Some(package) = open.graph.packages.get_mut(&id).filter(|_| id != target) else { return Ok(()) };
        if package.dependencies.iter().any(|one| deno_request(&one.specifier) == request) {
            return Ok(());
        }
        if self.is_frozen {
            return Err(frozen(request));
        }
        let (specifier, kind) = (request.to_string(), DependencyKind::Production);
        package.dependencies.push(Dependency { name, specifier, kind, target: Some(target) });
        open.save()
    }

    /// Removes what the configuration listed and does not list any more, with what only that needed.
    ///
    /// # Errors
    /// `EFROZEN`, and the system's.
    pub fn prune(&mut self) -> Result<()> {
        let Some(open) = self.file.as_mut() else { return Ok(()) };
        let mut gone: Vec<Dependency> = Vec::new();
        for (folder, listed) in &open.listed {
            let Some(importer) = open.graph.importers.get_mut(folder) else { continue };
            let is_listed = |one: &Dependency| {
                let request = deno_request(&one.specifier);
                !request.contains(':') || listed.iter().any(|listed| deno_request(listed) == request)
            };
            let (stay, removed): (Vec<Dependency>, Vec<Dependency>) =
                std::mem::take(&mut importer.dependencies).into_iter().partition(is_listed);
            importer.dependencies = stay;
            gone.extend(removed);
        }
        if gone.is_empty() {
            return Ok(());
        }
        // What another member of the workspace still lists stays.
        gone.retain(|one| {
            let mut all = open.listed.iter().flat_map(|(_, listed)| listed);
            !all.any(|listed| deno_request(listed) == deno_request(&one.specifier))
        });
        if self.is_frozen {
            return Err(frozen("what deno.json lists"));
        }
        open.graph
            .requests
            .retain(|request, _| gone.iter().all(|one| deno_request(&one.specifier) != deno_request(request)));
        open.graph.prune(true);
        open.save()
    }

    /// Adds a package of the cache's project with what it depends on; one that is there must have the same integrity.
    ///
    /// # Errors
    /// `EINTEGRITY`; `EFROZEN` for a new one.
    pub fn record(&mut self, request: &str, folder: &Path, key: &str) -> Result<()> {
        let Some(open) = self.file.as_mut() else { return Ok(()) };
        let known = open.locked(request);
        let path = folder.join("package-lock.json");
        let Ok(installed) = Lockfile::read(&path) else { return Ok(()) };
        let installed = installed.graph();
        let Some(id) = installed.placements.get(&format!("node_modules/{key}")).copied() else { return Ok(()) };
        open.check(installed, id)?;
        if let Some(known) = known {
            return if !self.is_frozen && open.list(request, known) { open.save() } else { Ok(()) };
        }
        if self.is_frozen {
            return Err(frozen(request));
        }
        let target = open.add(installed, id, &mut HashMap::new());
        open.graph.requests.insert(request.to_string(), target);
        open.list(request, target);
        open.save()
    }
}

impl Open {
    /// The package that a request is locked to.
    fn locked(&self, request: &str) -> Option<PackageId> {
        let requests = &self.graph.requests;
        let other = || requests.iter().find(|(known, _)| deno_request(known) == request).map(|(_, id)| id);
        requests.get(request).or_else(other).copied()
    }

    fn jsr(&self, wanted: &JsrVersion) -> Option<PackageId> {
        let is_it = |package: &Package| {
            matches!(package.resolution, Resolution::Jsr { .. })
                && package.name == wanted.name
                && package.version == wanted.version
        };
        self.graph.packages.iter().find(|(_, package)| is_it(package)).map(|(id, _)| *id)
    }

    /// Adds a request to what `deno.json` lists, if it is there. Returns whether it is new.
    fn list(&mut self, request: &str, target: PackageId) -> bool {
        let mut is_new = false;
        for (folder, listed) in &self.listed {
            if !listed.iter().any(|listed| deno_request(listed) == request) {
                continue;
            }
            let importer = self.graph.importers.entry(folder.clone()).or_default();
            let known = importer.dependencies.iter_mut().find(|one| deno_request(&one.specifier) == request);
            if let Some(known) = known {
                known.target.get_or_insert(target);
                continue;
            }
            let name = self.graph.packages[&target].name.clone();
            let (specifier, kind) = (request.to_string(), DependencyKind::Production);
            importer.dependencies.push(Dependency { name, specifier, kind, target: Some(target) });
            is_new = true;
        }
        is_new
    }

    /// As Deno: what the configuration lists and nothing imported yet is listed, too.
    fn list_unused(&mut self) {
        for (folder, listed) in &self.listed {
            for target in listed.iter().filter(|target| target.starts_with("npm:") || target.starts_with("jsr:")) {
                let request = package_request(target);
                let importer = self.graph.importers.entry(folder.clone()).or_default();
                if !importer.dependencies.iter().any(|one| deno_request(&one.specifier) == request) {
                    let (specifier, kind) = (request, DependencyKind::Production);
                    importer.dependencies.push(Dependency { name: String::new(), specifier, kind, target: None });
                }
            }
        }
    }

    fn check(&self, installed: &Graph, id: PackageId) -> Result<()> {
        let Some(package) = installed.packages.get(&id) else { return Ok(()) };
        let same = self.graph.packages.values().find(|one| one.name == package.name && one.version == package.version);
        let (before, now) = (same.and_then(|one| one.resolution.integrity()), package.resolution.integrity());
        match (before, now) {
            (Some(before), Some(now)) if before != now && before.starts_with("sha512-") => {
                let what = format!("{}@{}", package.name, package.version);
                let message =
                    format!("Integrity check failed for npm package: \"{what}\". Expected {before}, got {now}");
                Err(Error::new("EINTEGRITY", message).with_hint("the registry has another package than deno.lock says"))
            }
            _ => Ok(()),
        }
    }

    fn add(&mut self, installed: &Graph, id: PackageId, done: &mut HashMap<PackageId, PackageId>) -> PackageId {
        if let Some(known) = done.get(&id) {
            return *known;
        }
        let package = &installed.packages[&id];
        let same = |one: &Package| one.name == package.name && one.version == package.version;
        if let Some((known, _)) = self.graph.packages.iter().find(|(_, one)| same(one)) {
            done.insert(id, *known);
            return *known;
        }
        let integrity = package.resolution.integrity().map(str::to_string);
        let new = Package {
            name: package.name.clone(),
            version: package.version.clone(),
            resolution: Resolution::Registry { tarball: None, integrity },
            metadata: package.metadata.clone(),
            ..Package::default()
        };
        let added = self.graph.add(new);
        done.insert(id, added);
        let own = package.dependencies.iter().filter(|one| one.target.is_some());
        let dependencies: Vec<Dependency> = own
            .map(|one| {
                let target = one.target.filter(|id| installed.packages.contains_key(id));
                let kind = if one.kind == DependencyKind::Peer { DependencyKind::Production } else { one.kind };
                Dependency { target: target.map(|id| self.add(installed, id, done)), kind, ..one.clone() }
            })
            .collect();
        let is_peer =
            |one: &&Dependency| package.dependencies.iter().any(|own| own.name == one.name && own.kind.is_peer());
        let peers = dependencies.iter().filter(is_peer).filter_map(|one| {
            let peer = self.graph.packages.get(&one.target?)?;
            let spelled = format!("{}@{}", peer.name.replace('/', "+"), peer.version);
            Some(PeerContext { name: peer.name.clone(), target: one.target, spelled })
        });
        let peers: Vec<PeerContext> = peers.collect();
        if let Some(package) = self.graph.packages.get_mut(&added) {
            package.dependencies = dependencies;
            package.peers = peers;
        }
        added
    }

    fn save(&mut self) -> Result<()> {
        self.list_unused();
        let text = self.lockfile.write(&self.graph)?;
        files::replace(&self.path, text.as_bytes())
    }
}

/// A request as Deno spells it: its range is the shortest one with the same meaning, and there is one always.
fn deno_request(request: &str) -> String {
    let start = request.find(':').map_or(0, |colon| colon + 1);
    let name_start = start + request[start..].find('/').map_or(0, |slash| slash + 1).min(request.len() - start);
    let is_scoped = request[start..].starts_with('@');
    let from = if is_scoped { name_start } else { start };
    match request[from..].find('@') {
        Some(at) => format!("{}@{}", &request[..from + at], deno_range(&request[from + at + 1..])),
        None => format!("{request}@*"),
    }
}

/// The request of a target of `imports`: without the path in the package, and without the slash that a prefix has.
fn package_request(target: &str) -> String {
    let (scheme, rest) = target.split_once(':').unwrap_or(("", target));
    let rest = rest.trim_start_matches('/');
    let depth = if rest.starts_with('@') { 2 } else { 1 };
    let end = rest.match_indices('/').nth(depth - 1).map_or(rest.len(), |(index, _)| index);
    deno_request(&format!("{scheme}:{}", &rest[..end]))
}

/// A range as Deno spells it in its lockfile: `1` for `^1.0.0`, `~0.2.3` for `^0.2.3`, `*` for none.
pub fn deno_range(range: &str) -> String {
    let range = range.trim();
    let (operator, rest) = match range.strip_prefix(['^', '~']) {
        Some(rest) => (&range[..1], rest.trim()),
        None => ("", range),
    };
    let (numbers, suffix) = match rest.find(['-', '+']) {
        Some(at) => rest.split_at(at),
        None => (rest, ""),
    };
    let parts: Vec<&str> = numbers.split('.').collect();
    let is_open = |part: &&str| matches!(*part, "x" | "X" | "*" | "");
    let given: Vec<u64> = parts.iter().take_while(|part| !is_open(part)).map_while(|part| part.parse().ok()).collect();
    let is_plain = parts.len() <= 3 && parts.iter().skip(given.len()).all(is_open);
    if !is_plain {
        return range.to_string();
    }
    let [major, minor, patch] = [0, 1, 2].map(|index| given.get(index).copied().unwrap_or(0));
    let is_whole = suffix.is_empty() && patch == 0;
    let full = || format!("{major}.{minor}.{patch}{suffix}");
    match (operator, given.len()) {
        (_, 0) => "*".to_string(),
        (_, 1) => major.to_string(),
        ("", 3) => full(),
        ("~", 3) if !is_whole => format!("~{}", full()),
        ("^", _) if major > 0 && minor == 0 && is_whole => major.to_string(),
        ("^", _) if major > 0 => format!("^{}", full()),
        ("^", 3) if minor > 0 && !is_whole => format!("~{}", full()),
        ("^", 3) if minor == 0 && !is_whole => format!("^{}", full()),
        _ => format!("{major}.{minor}"),
    }
}

fn frozen(what: &str) -> Error {
    let message = format!("The lockfile is out of date: it does not have {what}.");
    Error::new("EFROZEN", message).with_hint("run without `--frozen`")
}

/// JSON without the comments and the commas at ends that `deno.jsonc` may have.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    let mut is_string = false;
    while let Some(character) = characters.next() {
        if is_string {
            out.push(character);
            match character {
                '\\' => out.extend(characters.next()),
                '"' => is_string = false,
                _ => {}
            }
            continue;
        }
        match (character, characters.peek()) {
            ('/', Some('/')) => {
                while characters.peek().is_some_and(|next| *next != '\n') {
                    characters.next();
                }
            }
            ('/', Some('*')) => {
                characters.next();
                let mut last = ' ';
                for next in characters.by_ref() {
                    if last == '*' && next == '/' {
                        break;
                    }
                    last = next;
                }
            }
            ('}' | ']', _) => {
                let end = out.trim_end().len();
                if out[..end].ends_with(',') {
                    out.truncate(end - 1);
                }
                out.push(character);
            }
            _ => {
                is_string = character == '"';
                out.push(character);
            }
        }
    }
    out
}

#[cfg(test)]
#[path = "deno_lock_tests.rs"]
mod tests;
