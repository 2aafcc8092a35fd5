//! Packages of JSR in programs of Deno: a `jsr:` specifier leads to the address of a module in JSR's own registry, by the
//! records that the registry has of a package and of its version (jsr.io/docs/api). Programs of Node and Bun get what JSR
//! publishes for npm instead.

use super::deno_lock::{JsrVersion, deno_range};
use super::remote::Module;
use super::{Imports, State, spelled};
use crate::error::{Error, Result};
use crate::install::MINIMUM_AGE_DAYS;
use crate::semver::{Range, Version};
use brio_resolver::{MayFetch, WantedPackage};
use serde_json::Value;
use std::path::Path;

/// Where JSR's own records are, unless `JSR_URL` says otherwise.
const REGISTRY: &str = "https://jsr.io";

/// The registry's address, without a slash at its end.
fn registry() -> String {
    let said = std::env::var("JSR_URL").unwrap_or_else(|_| REGISTRY.to_string());
    said.trim_end_matches('/').to_string()
}

/// A module in the registry.
struct Place<'a> {
    /// With its scope.
    name: String,
    version: &'a str,
    /// Begins with `/`.
    path: &'a str,
}

/// The package that an address is in; None for one that is not in the registry.
fn place_of<'a>(address: &'a str, registry: &str) -> Option<Place<'a>> {
    let rest = address.strip_prefix(registry)?.strip_prefix("/@")?;
    let mut parts = rest.splitn(4, '/');
    let (scope, name, version) = (parts.next()?, parts.next()?, parts.next()?);
    let path = &rest[scope.len() + name.len() + version.len() + 2..];
    path.starts_with('/').then(|| Place { name: format!("@{scope}/{name}"), version, path })
}

/// The package of the registry that a module at an address is in.
pub fn package_at(address: &str) -> Option<JsrVersion> {
    let registry = registry();
    place_of(address, &registry).map(|place| JsrVersion { name: place.name, version: place.version.to_string() })
}

impl Imports {
    /// The address of a module of a package.
    ///
    /// # Errors
    /// `E404`, `ETARGET`, `ENOTCACHED`, `EFROZEN`, `EINTEGRITY`, and those of the network.
    pub(super) fn jsr_address(
        &self,
        wanted: &WantedPackage<'_>,
        subpath: &str,
        may_fetch: &MayFetch<'_>,
    ) -> Result<String> {
        let mut state = self.state();
        let root = state.root_for(wanted.importer, &self.options)?;
        state.open_lock(&root, "jsr", &self.options)?;
        let request = format!("jsr:{}", spelled(wanted, wanted.range));
        let name = request[4..].rsplit_once('@').map_or("", |(name, _)| name).to_string();
        let reloads = self.reloads(&request) && state.reloaded.insert(request.clone());
        let locked = state.locks.get(&root).and_then(|lock| lock.version_of(&request));
        let version = match locked {
            Some(version) => version,
            None => self.pick_version(&mut state, &root, &name, wanted.range, reloads, may_fetch)?,
        };
        let registry = registry();
        let address = format!("{registry}/{name}/{version}_meta.json");
        let record =
            self.registry_file(&mut state, &address, reloads, may_fetch).map_err(|error| match error.code {
                "E404" => Error::new("E404", format!("JSR package version not found: {name}@{version}")),
                _ => failed(error, &format!("JSR package version manifest for '{name}@{version}'")),
            })?;
        let json = read_json(&record)?;
        let digest = json.get("lockfileChecksum").and_then(Value::as_str).unwrap_or(&record.digest);
        let importer = state.address_of(wanted.importer).and_then(|address| package_at(&address));
        if let Some(lock) = state.locks.get_mut(&root) {
            let package = JsrVersion { name: name.clone(), version: version.clone() };
            lock.record_jsr(&request, &package, digest)?;
            lock.add_dependency(importer.as_ref(), &request)?;
        }
        let path = exported(json.get("exports").unwrap_or(&Value::Null), subpath)
            .ok_or_else(|| unknown_export(&json, subpath, &format!("{name}@{version}")))?;
        Ok(format!("{registry}/{name}/{version}/{}", path.trim_start_matches("./").trim_start_matches('/')))
    }

    /// The newest version that a range accepts; one that the program uses already comes first, as in Deno.
    pub(super) fn pick_version(
        &self,
        state: &mut State,
        root: &Path,
        name: &str,
        range: &str,
        reloads: bool,
        may_fetch: &MayFetch<'_>,
    ) -> Result<String> {
        let wanted = if range.is_empty() { "*" } else { range };
        let no_match = || {
            let message = format!(
                "Could not find version of '{name}' that matches specified version constraint '{}'",
                deno_range(wanted)
            );
            Error::new("ETARGET", message)
        };
        let parsed = Range::parse(wanted).ok_or_else(no_match)?;
        if !reloads {
            let used = state.locks.get(root).map(|lock| lock.versions_of_jsr(name)).unwrap_or_default();
            if let Some(version) = newest(used.iter().map(String::as_str), &parsed) {
                return Ok(version);
            }
        }
        let address = format!("{}/{name}/meta.json", registry());
        // A record of the cache may be older than the version that is wanted.
        for is_second in [false, true] {
            let record = self.registry_file(state, &address, reloads || is_second, may_fetch).map_err(|error| {
                match error.code {
                    "E404" => Error::new("E404", format!("JSR package not found: {name}")),
                    _ => failed(error, &format!("JSR package manifest for '{name}'")),
                }
            })?;
            let json = read_json(&record)?;
            let versions = json.get("versions").and_then(Value::as_object);
            let usable =
                versions.into_iter().flatten().filter(|(_, said)| said.get("yanked") != Some(&Value::Bool(true)));
            let old: Vec<&str> = usable
                .clone()
                .filter(|(_, said)| self.is_old_enough(said))
                .map(|(version, _)| version.as_str())
                .collect();
            if let Some(version) = newest(old.into_iter(), &parsed) {
                return Ok(version);
            }
            if let Some(version) = newest(usable.map(|(version, _)| version.as_str()), &parsed) {
                let message = format!(
                    "every version of {name} that matches {wanted} is too young; {version} was published less than a day ago"
                );
                let hint = "wait, or lock it in deno.lock: most malicious versions are found on their first day";
                return Err(Error::new("ETOOYOUNG", message).with_hint(hint));
            }
            if reloads || self.options.is_cached_only {
                break;
            }
        }
        Err(no_match())
    }

    fn is_old_enough(&self, said: &Value) -> bool {
        let created = said.get("createdAt").and_then(Value::as_str).and_then(crate::time::parse_ms);
        let days = self.options.minimum_age_days.unwrap_or(MINIMUM_AGE_DAYS);
        created.is_none_or(|created| created <= crate::time::now_ms() - (days * 86_400_000.0) as i64)
    }

    /// A file of the registry itself, from the cache or fetched.
    fn registry_file(
        &self,
        state: &mut State,
        address: &str,
        reloads: bool,
        may_fetch: &MayFetch<'_>,
    ) -> Result<Module> {
        let Some(remote) = state.remote.as_mut() else {
            return Err(Error::new("ENETWORK", "the cache cannot be opened"));
        };
        match remote.cached(address).filter(|_| !reloads || self.options.is_cached_only) {
            Some(found) => Ok(found),
            None if self.options.is_cached_only => Err(super::not_cached(address)),
            None => {
                may_fetch(address).map_err(|message| Error::new("EREFUSED", message))?;
                remote.fetch(address, may_fetch)
            }
        }
    }
}

/// Checks a module of the registry against the record of its version.
///
/// # Errors
/// `EINTEGRITY`.
pub(super) fn check(state: &mut State, module: &Module) -> Result<()> {
    let registry = registry();
    let Some(place) = place_of(&module.address, &registry) else { return Ok(()) };
    let record = format!("{registry}/{}/{}_meta.json", place.name, place.version);
    let Some(record) = state.remote.as_mut().and_then(|remote| remote.cached(&record)) else { return Ok(()) };
    let json = read_json(&record)?;
    let said = json.get("manifest").and_then(|manifest| manifest.get(place.path)?.get("checksum")?.as_str());
    let Some(expected) = said.and_then(|said| said.strip_prefix("sha256-")) else { return Ok(()) };
    if expected == module.digest {
        return Ok(());
    }
    let message = format!(
        "Integrity check failed in package. The package may have been tampered with.\n\n  Specifier: {}\n  Actual: {}\n  \
         Expected: {expected}",
        module.address, module.digest
    );
    let hint = "`--reload` fetches it again; to change a dependency on purpose set `\"vendor\": true` in deno.json";
    Err(Error::new("EINTEGRITY", message).with_hint(hint))
}

/// The error of a record that cannot be read, as Deno writes it.
fn failed(mut error: Error, what: &str) -> Error {
    error.message = format!("{what} failed to load. {}", error.message);
    error
}

fn read_json(module: &Module) -> Result<Value> {
    let bytes = std::fs::read(&module.file).map_err(|error| Error::of_file(&error, "read", &module.file))?;
    serde_json::from_slice(&bytes).map_err(|error| Error::of_json(&error, &module.address))
}

fn newest<'a>(versions: impl Iterator<Item = &'a str>, range: &Range) -> Option<String> {
    let fitting =
        versions.filter_map(|text| Some((Version::parse(text)?, text))).filter(|(version, _)| range.contains(version));
    fitting.max_by(|left, right| left.0.cmp(&right.0)).map(|(_, text)| text.to_string())
}

/// The path that `exports` has for `.` or `./…`.
fn exported<'e>(exports: &'e Value, subpath: &str) -> Option<&'e str> {
    match exports {
        Value::String(path) if subpath == "." => Some(path),
        Value::Object(map) => map.get(subpath)?.as_str(),
        _ => None,
    }
}

fn unknown_export(json: &Value, subpath: &str, package: &str) -> Error {
    let names: Vec<&str> = match json.get("exports") {
        Some(Value::Object(map)) => map.keys().map(String::as_str).collect(),
        _ => vec!["."],
    };
    let list: String = names.iter().map(|name| format!("\n * {name}")).collect();
    Error::new("EEXPORT", format!("Unknown export '{subpath}' for '{package}'.\n  Package exports:{list}"))
}
