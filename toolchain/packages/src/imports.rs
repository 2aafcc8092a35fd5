//! Imports without installing: packages and modules that a program imports and that are not there are fetched into the
//! user's cache when they are first imported.
//!
//! The packages of one program are installed together, in a project of their own below `imports`, so that they share what
//! they both depend on. Modules at addresses are files below `remote`, each in a folder with its address. What `deno.lock`
//! says of both is respected and completed (`imports/deno_lock.rs`).

pub mod config_text;
mod deno_lock;
mod jsr;
mod remote;
mod vendor;

use crate::config::Config;
use crate::error::{Error, Result};
use crate::install::{Options, install};
use crate::integrity::{hash, hex};
use crate::layout::Omit;
use crate::project::Project;
use crate::session::Reach;
use brio_resolver::{MayFetch, ProvidedPackage, Provider, WantedPackage};
pub use deno_lock::DenoLock;
use serde_json::{Map, Value};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// When a package that a program of Bun imports by its bare name is fetched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AutoInstall {
    /// When there is no `node_modules` at all.
    #[default]
    Auto,
    /// When `node_modules` does not have it.
    Fallback,
    Never,
}

/// What flags say.
#[derive(Clone, Debug, Default)]
pub struct ImportOptions {
    pub is_cached_only: bool,
    /// What is fetched again: prefixes of specifiers, empty for everything.
    pub reload: Option<Vec<String>>,
    /// Whether modules at addresses are in the folder `vendor`; None: as `deno.json` says.
    pub vendor: Option<bool>,
    pub auto_install: AutoInstall,
    pub without_npm: bool,
    pub without_remote: bool,
    /// `deno.lock` is neither read nor written.
    pub without_lock: bool,
    /// What `deno.lock` does not have is an error.
    pub is_frozen: bool,
    /// The age that a version must have to be chosen; None: as the settings say.
    pub minimum_age_days: Option<f64>,
    /// The lockfile, when it is not beside `deno.json`.
    pub lock: Option<PathBuf>,
    /// Whether a configuration may say where packages are fetched from: not one that a confined program wrote.
    pub trusts: Option<fn(&Path) -> bool>,
}

/// Fetches for one process.
#[derive(Debug)]
pub struct Imports {
    options: ImportOptions,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// By the folder of the program's configuration.
    locks: HashMap<PathBuf, DenoLock>,
    /// What was fetched again already (`--reload`).
    reloaded: HashSet<String>,
    remote: Option<remote::Remote>,
    /// The folder of the program's configuration: what the modules of the cache import belongs to the program, too.
    program: Option<PathBuf>,
}

impl State {
    /// The folder of the configuration that an importer belongs to. Opens the cache.
    fn root_for(&mut self, importer: &Path, options: &ImportOptions) -> Result<PathBuf> {
        let is_cached = self.address_of(importer).is_some();
        let root = match &self.program {
            Some(program) if is_cached => program.clone(),
            _ => root_of(importer),
        };
        if let Some(trusts) = options.trusts {
            check_settings(&root, trusts)?;
        }
        if self.remote.is_none() {
            self.remote = Some(remote::Remote::open(&root, options.vendor)?);
        }
        if self.program.is_none() {
            self.program = Some(root.clone());
        }
        Ok(root)
    }

    fn open_lock(&mut self, root: &Path, scheme: &str, options: &ImportOptions) -> Result<()> {
        if !self.locks.contains_key(root) {
            let lock = DenoLock::open(root, scheme, options)?;
            self.locks.insert(root.to_path_buf(), lock);
        }
        Ok(())
    }

    /// The address of a module of the cache.
    fn address_of(&self, file: &Path) -> Option<String> {
        self.remote.as_ref()?.address_of(file)
    }
}

impl Imports {
    /// Makes one that has not fetched anything.
    pub fn new(options: ImportOptions) -> Self {
        Self { options, state: Mutex::default() }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fetch_package(&self, wanted: &WantedPackage<'_>) -> Result<Option<ProvidedPackage>> {
        if !self.is_fetched(wanted) {
            return Ok(None);
        }
        if self.options.without_npm && wanted.scheme != "bun" {
            let message = format!("npm specifiers were requested (\"{}\"), but --no-npm is specified", wanted.name);
            return Err(Error::new("ENONPM", message));
        }
        let mut state = self.state();
        let root = state.root_for(wanted.importer, &self.options)?;
        let store = Config::load(&root)?.store();
        let store = std::fs::canonicalize(&store).unwrap_or(store);
        let folder = match project_in(&store, wanted.importer) {
            Some(folder) => folder,
            None => {
                let digits = hex(&hash("sha256", root.to_string_lossy().as_bytes()));
                store.join("imports").join(&digits[..24])
            }
        };
        let said = requested_range(wanted, &root);
        let request = format!("{}:{}", if wanted.scheme == "jsr" { "jsr" } else { "npm" }, spelled(wanted, &said));
        state.open_lock(&root, wanted.scheme, &self.options)?;
        let package = state.address_of(wanted.importer).and_then(|address| jsr::package_at(&address));
        let reloads = self.reloads(&request) && state.reloaded.insert(request.clone());
        let State { locks, .. } = &mut *state;
        let Some(lock) = locks.get_mut(&root) else { return Ok(None) };
        let mut range = said.clone();
        let (mut key, mut is_listed) = key_for(&folder, wanted.name, &range)?;
        if let Some(version) = lock.version_of(&request)
            && !(is_listed && installed_version(&folder, &key).as_ref() == Some(&version))
        {
            (key, is_listed) = key_for(&folder, wanted.name, &version)?;
            range = version;
        }
        let is_there = is_listed && folder.join("node_modules").join(&key).join("package.json").is_file();
        if !is_there || reloads {
            if self.options.is_cached_only {
                let message =
                    format!("npm package not found in cache: \"{}\", --cached-only is specified.", wanted.name);
                return Err(Error::new("ENOTCACHED", message));
            }
            self.install(&folder, &root, &key, wanted.name, &range, reloads)?;
        }
        // What JSR publishes for npm is not what a lockfile says of a package of JSR.
        if wanted.scheme != "jsr" {
            lock.record(&request, &folder, &key)?;
            lock.add_dependency(package.as_ref(), &request)?;
        }
        Ok(Some(ProvidedPackage { folder, name: key }))
    }

    /// Whether packages are fetched for an importer: not where `node_modules` is the user's own affair.
    fn is_fetched(&self, wanted: &WantedPackage<'_>) -> bool {
        if wanted.scheme == "bun" {
            return match self.options.auto_install {
                AutoInstall::Never => false,
                AutoInstall::Fallback => true,
                AutoInstall::Auto => {
                    let is_in_cache = wanted.importer.components().any(|part| part.as_os_str() == "node_modules");
                    let mut above = wanted.importer.ancestors().skip(1);
                    !is_in_cache && !above.any(|folder| folder.join("node_modules").is_dir())
                }
            };
        }
        let has_package = |folder: &Path| folder.join("package.json").is_file();
        match wanted.importer.ancestors().skip(1).find(|folder| has_package(folder) || config_of(folder).is_some()) {
            // As Deno: with a `package.json` the user installs, unless the configuration says otherwise.
            Some(folder) => {
                let config = config_of(folder).unwrap_or_default();
                let said = config.get("nodeModulesDir").cloned().unwrap_or_default();
                match said {
                    Value::String(manner) => manner != "manual",
                    Value::Bool(is_made) => !is_made || !has_package(folder),
                    _ => !has_package(folder) || !folder.join("node_modules").is_dir(),
                }
            }
            None => true,
        }
    }

    fn reloads(&self, request: &str) -> bool {
        let fits =
            |prefix: &String| request.starts_with(prefix.as_str()) || prefix == "npm:" && request.starts_with("npm:");
        self.options.reload.as_ref().is_some_and(|prefixes| prefixes.is_empty() || prefixes.iter().any(fits))
    }

    /// Adds a dependency to the project of the cache and installs it.
    fn install(&self, folder: &Path, root: &Path, key: &str, name: &str, range: &str, reloads: bool) -> Result<()> {
        std::fs::create_dir_all(folder).map_err(|error| Error::of_file(&error, "make", folder))?;
        let mut project = Project::read(folder).unwrap_or_else(|_| Project::empty(folder));
        let spec = if key == name { range.to_string() } else { format!("npm:{name}@{range}") };
        let list = project.json.entry("dependencies").or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(list) = list {
            list.insert(key.to_string(), Value::String(spec));
        }
        let before = std::fs::read(folder.join("package.json")).ok();
        project.save()?;
        let options = Options {
            is_quiet: true,
            without_scripts: true,
            omit: Omit { peer: false, ..Omit::default() },
            reach: Reach::Online,
            update: reloads.then(|| vec![key.to_string()]),
            settings_from: Some(root.to_path_buf()),
            minimum_age_days: self.options.minimum_age_days,
            ..Options::default()
        };
        install(folder, options).map(|_| ()).inspect_err(|_| {
            // The next import tries again; what cannot be restored is installed then.
            let path = folder.join("package.json");
            let _ = match &before {
                Some(bytes) => crate::files::replace(&path, bytes),
                None => crate::files::remove(&path),
            };
        })
    }

    /// Fetches what the imports of a configuration of Deno name, and removes from its lockfile what none of them, and no
    /// program, needs any more.
    ///
    /// # Errors
    /// Those of the registries and of files.
    pub fn fetch_all(&self, config: &Path) -> Result<()> {
        let text = std::fs::read_to_string(config).map_err(|error| Error::of_file(&error, "read", config))?;
        let may_fetch = |_: &str| Ok(());
        for (_, target) in config_text::imports(&text) {
            let (scheme, rest) = target.split_once(':').unwrap_or_default();
            let (name, range) = split_version(rest.trim_start_matches('/'));
            let wanted = WantedPackage { scheme, name, range, importer: config };
            match scheme {
                "npm" => drop(self.fetch_package(&wanted)?),
                "jsr" => {
                    let name = format!("@jsr/{}", name.trim_start_matches('@').replacen('/', "__", 1));
                    match self.jsr_address(&WantedPackage { name: &name, ..wanted }, ".", &may_fetch) {
                        Ok(address) => drop(self.fetch_module(&address, config, &may_fetch)?),
                        // A package without a main module.
                        Err(error) if error.code == "EEXPORT" => {}
                        Err(error) => return Err(error),
                    }
                }
                "http" | "https" if !target.ends_with('/') => drop(self.fetch_module(&target, config, &may_fetch)?),
                _ => {}
            }
        }
        match self.state().locks.get_mut(&root_of(config)) {
            Some(lock) => lock.prune(),
            None => Ok(()),
        }
    }

    /// The newest version of a package of JSR that a range accepts.
    ///
    /// # Errors
    /// `E404`, `ETARGET`, and those of the network.
    pub fn newest_of_jsr(&self, config: &Path, name: &str, range: &str) -> Result<String> {
        let mut state = self.state();
        let root = state.root_for(config, &self.options)?;
        self.pick_version(&mut state, &root, name, range, true, &|_| Ok(()))
    }

    fn fetch_module(&self, address: &str, importer: &Path, may_fetch: &MayFetch<'_>) -> Result<PathBuf> {
        let mut state = self.state();
        let root = state.root_for(importer, &self.options)?;
        let reloads = self.reloads(address) && state.reloaded.insert(address.to_string());
        state.open_lock(&root, "https", &self.options)?;
        if self.options.without_remote {
            let message = format!("A remote specifier was requested: \"{address}\", but --no-remote is specified.");
            return Err(Error::new("ENOREMOTE", message));
        }
        let Some(remote) = state.remote.as_mut() else {
            return Err(Error::new("ENETWORK", "the cache cannot be opened"));
        };
        let found = match remote.cached(address).filter(|_| !reloads) {
            Some(found) if found.address == address.split('#').next().unwrap_or(address) => found,
            Some(found) => {
                may_fetch(&found.address).map_err(|message| Error::new("EREFUSED", message))?;
                found
            }
            None if self.options.is_cached_only => return Err(not_cached(address)),
            None => remote.fetch(address, may_fetch)?,
        };
        // The user may change what is in `vendor`.
        if found.is_vendored {
            return Ok(found.file);
        }
        match jsr::package_at(&found.address) {
            Some(_) => jsr::check(&mut state, &found)?,
            None => {
                if let Some(lock) = state.locks.get_mut(&root) {
                    lock.check_module(address, &found.address, &found.digest)?;
                }
            }
        }
        Ok(found.file)
    }
}

fn not_cached(address: &str) -> Error {
    Error::new("ENOTCACHED", format!("Specifier not found in cache: \"{address}\", --cached-only is specified."))
}

impl Provider for Imports {
    fn package(&self, wanted: &WantedPackage<'_>) -> std::result::Result<Option<ProvidedPackage>, String> {
        self.fetch_package(wanted).map_err(|error| sentence(&error))
    }

    fn module(&self, address: &str, importer: &Path, may_fetch: &MayFetch<'_>) -> std::result::Result<PathBuf, String> {
        self.fetch_module(address, importer, may_fetch).map_err(|error| sentence(&error))
    }

    fn jsr_module(
        &self,
        wanted: &WantedPackage<'_>,
        subpath: &str,
        may_fetch: &MayFetch<'_>,
    ) -> std::result::Result<Option<String>, String> {
        self.jsr_address(wanted, subpath, may_fetch).map(Some).map_err(|error| sentence(&error))
    }

    fn address_of(&self, file: &Path) -> Option<String> {
        self.state().address_of(file)
    }
}

fn sentence(error: &Error) -> String {
    let text =
        if error.hint.is_empty() { error.message.clone() } else { format!("{} ({})", error.message, error.hint) };
    crate::printable::redacted(&text)
}

/// Files of a project that name registries, lockfiles and folders for what is fetched. A lockfile itself names none, and
/// changes by fetching.
const SETTINGS: [&str; 7] =
    [".npmrc", ".yarnrc.yml", "bunfig.toml", "deno.json", "deno.jsonc", "package.json", "pnpm-workspace.yaml"];

/// # Errors
/// `EREFUSED` for a configuration that is not trusted.
fn check_settings(root: &Path, trusts: fn(&Path) -> bool) -> Result<()> {
    match SETTINGS.iter().map(|name| root.join(name)).find(|path| !trusts(path)) {
        None => Ok(()),
        Some(path) => Err(Error::new(
            "EREFUSED",
            format!("nothing is fetched for \"{}\": it changed while the program ran", path.display()),
        )),
    }
}

/// The folder of the configuration of the program that a file belongs to; its own folder without one.
fn root_of(importer: &Path) -> PathBuf {
    let own = importer.parent().unwrap_or(Path::new("/"));
    let has =
        |folder: &&Path| ["deno.json", "deno.jsonc", "package.json"].iter().any(|name| folder.join(name).is_file());
    let root = own.ancestors().find(has).unwrap_or(own);
    // A member of a workspace of Deno has the lockfile and the packages of the workspace.
    brio_resolver::deno::workspace_of(root).unwrap_or_else(|| root.to_path_buf())
}

/// The project of the cache that a file of a package is in.
fn project_in(store: &Path, importer: &Path) -> Option<PathBuf> {
    let inside = importer.strip_prefix(store.join("imports")).ok()?;
    let first = inside.components().next()?;
    Some(store.join("imports").join(first))
}

/// Name and range of `name@range/path`; the range is empty without one.
fn split_version(package: &str) -> (&str, &str) {
    let start = if package.starts_with('@') { package.find('/').map_or(0, |slash| slash + 1) } else { 0 };
    let end = package[start..].find('/').map_or(package.len(), |slash| start + slash);
    match package[start..end].find('@') {
        Some(at) => (&package[..start + at], &package[start + at + 1..end]),
        None => (&package[..end], ""),
    }
}

fn config_of(folder: &Path) -> Option<Map<String, Value>> {
    deno_lock::read_config(folder)
}

/// The range that the specifier has, or that a `package.json` of a program of Bun says.
fn requested_range(wanted: &WantedPackage<'_>, root: &Path) -> String {
    if !wanted.range.is_empty() {
        return wanted.range.to_string();
    }
    if wanted.scheme == "bun"
        && let Ok(project) = Project::read(root)
    {
        let manifest = project.manifest();
        let lists = [&manifest.dependencies, &manifest.development, &manifest.optional, &manifest.peers];
        if let Some(spec) = lists.into_iter().find_map(|list| list.get(wanted.name)) {
            return spec.to_string();
        }
    }
    if wanted.scheme == "bun" { "latest".to_string() } else { "*".to_string() }
}

/// The package with its range, as `deno.lock` spells requests.
fn spelled(wanted: &WantedPackage<'_>, range: &str) -> String {
    let name = match wanted.name.strip_prefix("@jsr/").filter(|_| wanted.scheme == "jsr") {
        Some(rest) => format!("@{}", rest.replacen("__", "/", 1)),
        None => wanted.name.to_string(),
    };
    let range = if wanted.scheme == "bun" { range.to_string() } else { deno_lock::deno_range(range) };
    format!("{name}@{range}")
}

/// The version of what is installed under a name in a project of the cache.
fn installed_version(folder: &Path, key: &str) -> Option<String> {
    let project = Project::read(&folder.join("node_modules").join(key)).ok()?;
    Some(project.manifest().version.clone())
}

/// The name under which a package is installed, and whether the project of the cache has it: its own name, or one with the
/// range when another range has that already.
fn key_for(folder: &Path, name: &str, range: &str) -> Result<(String, bool)> {
    let listed = match Project::read(folder) {
        Ok(project) => project.json.get("dependencies").cloned().unwrap_or_default(),
        Err(_) => return Ok((name.to_string(), false)),
    };
    let digits = hex(&hash("sha256", range.as_bytes()));
    let other = format!("{name}--{}", &digits[..8]);
    match (listed.get(name).and_then(Value::as_str), listed.get(&other)) {
        (Some(said), _) if said == range => Ok((name.to_string(), true)),
        (None, _) => Ok((name.to_string(), false)),
        (Some(_), is_there) => Ok((other, is_there.is_some())),
    }
}
