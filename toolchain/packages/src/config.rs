//! Settings: npm's configuration files and variables, as far as they concern installing. The order, the strongest first:
//! flags of the command, `NPM_CONFIG_*`, the project's `.npmrc`, `bunfig.toml` and `.yarnrc.yml`, the user's `.npmrc`, the system's.

mod foreign;

use crate::error::{Error, Result};
use crate::network::Address;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

const REGISTRY: &str = "https://registry.npmjs.org/";
/// Where JSR publishes its packages for npm, in the scope `@jsr`.
const REGISTRY_OF_JSR: &str = "https://npm.jsr.io/";

/// The settings that flags of this process give.
static OF_FLAGS: Mutex<Vec<(String, String)>> = Mutex::new(Vec::new());

/// Sets the registry for all that this process does.
pub fn set_registry(address: &str) {
    set_by_flag("registry", address);
}

/// Sets a setting for all that this process does.
pub fn set_by_flag(key: &str, value: &str) {
    of_flags().push((key.to_string(), value.to_string()));
}

/// Whether a flag says that a folder is the project, whatever it contains.
pub fn is_named_as_project(folder: &Path) -> bool {
    of_flags().iter().rfind(|(key, _)| key == "local-prefix").is_some_and(|(_, named)| Path::new(named) == folder)
}

/// The settings of flags and variables that change what is laid out.
pub fn of_command() -> Vec<(String, String)> {
    const OF_LAYOUT: [&str; 4] = ["os", "cpu", "libc", "node-version"];
    let variables = std::env::vars().filter_map(|(name, value)| Some((environment_key(&name)?, value)));
    let mut found: Vec<(String, String)> = variables.chain(of_flags().iter().cloned()).collect();
    found.retain(|(key, value)| OF_LAYOUT.contains(&key.as_str()) && !value.is_empty());
    found.sort();
    found
}

fn of_flags() -> MutexGuard<'static, Vec<(String, String)>> {
    OF_FLAGS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All settings, by npm's names.
#[derive(Clone, Debug, Default)]
pub struct Config {
    values: HashMap<String, String>,
    home: PathBuf,
}

impl Config {
    /// Reads the settings for the project in `folder`.
    ///
    /// # Errors
    /// A configuration file that is there and cannot be read.
    pub fn load(folder: &Path) -> Result<Self> {
        let variables: HashMap<String, String> = std::env::vars().collect();
        let home = PathBuf::from(variables.get("HOME").map_or("/", String::as_str));
        let mut config = Self { values: HashMap::new(), home: home.clone() };
        let mut of_environment: Vec<(String, String)> = variables
            .iter()
            .filter_map(|(name, value)| Some((environment_key(name)?, value.clone())))
            .filter(|(_, value)| !value.is_empty())
            .collect();
        // The last of a name counts.
        of_environment.extend(of_flags().iter().cloned());
        let named =
            |key: &str| of_environment.iter().rfind(|(known, _)| known == key).map(|(_, value)| PathBuf::from(value));
        let global: Vec<PathBuf> = match named("globalconfig") {
            Some(path) => vec![path],
            None => ["/etc/npmrc", "/usr/etc/npmrc", "/usr/local/etc/npmrc"].iter().map(PathBuf::from).collect(),
        };
        let user = named("userconfig").unwrap_or_else(|| home.join(".npmrc"));
        let project = folder.join(".npmrc");
        config.values.extend(foreign::read(folder, &home, &variables));
        for path in global.iter().chain([&user]) {
            config.read_file(path, &variables)?;
        }
        if project != user {
            config.read_file(&project, &variables)?;
        }
        config.values.extend(of_environment);
        Ok(config)
    }

    /// Sets a value that a flag gives.
    pub fn set(&mut self, key: &str, value: &str) {
        self.values.insert(key.to_string(), value.to_string());
    }

    /// All settings, sorted by name.
    pub fn all(&self) -> Vec<(&str, &str)> {
        let mut all: Vec<(&str, &str)> =
            self.values.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        all.sort_unstable();
        all
    }

    /// A setting, by npm's name.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.values.get(key).map(String::as_str)
    }

    /// Whether a setting is true.
    pub fn is_set(&self, key: &str) -> bool {
        matches!(self.get(key), Some("true" | ""))
    }

    /// A number, when it is one.
    pub fn number(&self, key: &str) -> Option<u64> {
        self.get(key)?.trim().parse().ok()
    }

    /// The registry of a package; ends with a slash.
    pub fn registry_of(&self, package: &str) -> String {
        let scope = package.starts_with('@').then(|| package.split('/').next().unwrap_or_default());
        let found = scope
            .and_then(|scope| self.get(&format!("{scope}:registry")))
            .or((scope == Some("@jsr")).then_some(REGISTRY_OF_JSR))
            .or_else(|| self.get("registry"))
            .unwrap_or(REGISTRY);
        format!("{}/", found.trim_end_matches('/'))
    }

    /// Where registries have the tarball of a version, when a lockfile does not say it.
    pub fn tarball_of(&self, package: &str, version: &str) -> String {
        let base = package.rsplit('/').next().unwrap_or(package);
        format!("{}{package}/-/{base}-{version}.tgz", self.registry_of(package))
    }

    /// The address to fetch a tarball from: what the public registry has is fetched from the registry that is set.
    /// Old lockfiles name it without TLS.
    pub fn mirrored(&self, address: &str) -> String {
        let without_tls = || address.strip_prefix("http://registry.npmjs.org/");
        match address.strip_prefix(REGISTRY).or_else(without_tls) {
            Some(path) => format!("{}/{path}", self.get("registry").unwrap_or(REGISTRY).trim_end_matches('/')),
            None => address.to_string(),
        }
    }

    /// The `authorization` header for an address: the credentials of the longest matching path.
    pub fn authorization_for(&self, address: &Address) -> Option<String> {
        self.nearest(address, |scope| self.credentials(scope))
    }

    /// The variable that the credentials for an address name, and that is not set.
    pub fn unset_variable_for(&self, address: &Address) -> Option<&str> {
        let unset = |scope: &str| {
            let values = ["_authToken", "_auth", "_password"].into_iter();
            values.filter_map(|name| self.get(&format!("{scope}:{name}"))).find_map(unset_variable_in)
        };
        self.nearest(address, unset)
    }

    /// The first that is found for the path of an address or for one above it.
    fn nearest<T>(&self, address: &Address, find: impl Fn(&str) -> Option<T>) -> Option<T> {
        let full = format!("//{}{}", address.authority(), address.path.split('?').next().unwrap_or_default());
        let mut scope = full.as_str();
        loop {
            for key in [scope.to_string(), format!("{}/", scope.trim_end_matches('/'))] {
                if let Some(found) = find(&key) {
                    return Some(found);
                }
            }
            // The host itself is the last one.
            let end = scope.trim_end_matches('/').rfind('/').filter(|end| *end > 1)?;
            scope = &scope[..end];
        }
    }

    fn credentials(&self, scope: &str) -> Option<String> {
        if let Some(token) = self.get(&format!("{scope}:_authToken")) {
            return Some(format!("Bearer {token}"));
        }
        if let Some(basic) = self.get(&format!("{scope}:_auth")) {
            return Some(format!("Basic {basic}"));
        }
        let user = self.get(&format!("{scope}:username"))?;
        let password = self.get(&format!("{scope}:_password"))?;
        use base64::Engine;
        use base64::engine::general_purpose::STANDARD;
        let password = STANDARD.decode(password).ok()?;
        let joined = [user.as_bytes(), b":", &password].concat();
        Some(format!("Basic {}", STANDARD.encode(joined)))
    }

    /// All settings.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The folder of the store and the cached records of packages.
    pub fn store(&self) -> PathBuf {
        let named = |name: &str| std::env::var_os(name).filter(|folder| !folder.is_empty()).map(PathBuf::from);
        if let Some(folder) = named("BRIO_PACKAGES") {
            return folder;
        }
        // Only where this command says it: npm tells the scripts that it runs where its own cache is.
        if let Some((_, folder)) = of_flags().iter().rfind(|(key, _)| key == "cache") {
            return std::path::absolute(folder).unwrap_or_else(|_| PathBuf::from(folder)).join("brio");
        }
        // As for the other data of programs of Deno.
        let cache = named("DENO_DIR").or_else(|| named("XDG_CACHE_HOME"));
        cache.unwrap_or_else(|| self.home.join(".cache")).join("brio/packages")
    }

    /// PEM of the roots to trust instead of the system's; empty without such a setting.
    ///
    /// # Errors
    /// When the file that `cafile` names cannot be read.
    pub fn roots(&self) -> Result<Vec<u8>> {
        if let Some(path) = self.get("cafile").filter(|path| !path.is_empty()) {
            // The system's own list is the default.
            if path == "/etc/ssl/certs/ca-certificates.crt" {
                return Ok(Vec::new());
            }
            return std::fs::read(path).map_err(|error| Error::of_file(&error, "read cafile", Path::new(path)));
        }
        let inline = self.get("ca").filter(|text| !text.is_empty() && *text != "null").unwrap_or_default();
        Ok(inline.replace("\\n", "\n").into_bytes())
    }

    fn read_file(&mut self, path: &Path, variables: &HashMap<String, String>) -> Result<()> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) => {
                return Ok(());
            }
            Err(error) => return Err(Error::of_file(&error, "read", path)),
        };
        for (key, value) in parse(&text, variables) {
            self.values.insert(key, value);
        }
        Ok(())
    }
}

/// `NPM_CONFIG_SAVE_EXACT` to `save-exact`; keys of registries (`//host/:_authToken`) stay as they are.
fn environment_key(name: &str) -> Option<String> {
    let head = name.get(..11)?;
    if !head.eq_ignore_ascii_case("npm_config_") {
        return None;
    }
    let rest = &name[11..];
    if rest.starts_with("//") {
        return Some(rest.to_string());
    }
    let key = rest.to_ascii_lowercase();
    Some(
        key.chars()
            .enumerate()
            .map(|(index, character)| if character == '_' && index > 0 { '-' } else { character })
            .collect(),
    )
}

/// Reads the lines of a configuration file.
fn parse(text: &str, variables: &HashMap<String, String>) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        let line = line.trim();
        if line.is_empty() || line.starts_with([';', '#', '[']) {
            continue;
        }
        let (key, value) = line.split_once('=').unwrap_or((line, "true"));
        let key = expand(unquote(key.trim()), variables);
        let value = expand(&plain(value.trim()), variables);
        match key.strip_suffix("[]") {
            Some(list) => match found.iter_mut().find(|(known, _)| known == list) {
                Some((_, joined)) => joined.push_str(&format!(" {value}")),
                None => found.push((list.to_string(), value)),
            },
            None => found.push((key, value)),
        }
    }
    found
}

/// A value without its quotes; one without quotes ends where a comment begins, unless `\` is before `;` or `#`.
fn plain(text: &str) -> String {
    if text.starts_with(['"', '\'']) {
        return unquote(text).to_string();
    }
    let mut value = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            ';' | '#' => break,
            '\\' => value.push(characters.next_if(|next| matches!(next, ';' | '#' | '\\')).unwrap_or('\\')),
            other => value.push(other),
        }
    }
    value.truncate(value.trim_end().len());
    value
}

fn unquote(text: &str) -> &str {
    for quote in ['"', '\''] {
        if let Some(inner) = text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)) {
            return inner;
        }
    }
    text
}

/// The variable in a value that [`expand`] left as it was.
fn unset_variable_in(value: &str) -> Option<&str> {
    let (_, rest) = value.split_once("${")?;
    rest.split_once('}').map(|(name, _)| name)
}

/// Replaces `${NAME}` by the variable; `${NAME?}` by nothing when it is not set. An unknown `${NAME}` stays.
fn expand(text: &str, variables: &HashMap<String, String>) -> String {
    let mut expanded = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("${") {
        let Some(length) = rest[start..].find('}') else { break };
        let name = &rest[start + 2..start + length];
        let plain = name.trim_end_matches('?');
        expanded.push_str(&rest[..start]);
        match variables.get(plain) {
            Some(value) => expanded.push_str(value),
            None if name.ends_with('?') => {}
            None => expanded.push_str(&rest[start..=start + length]),
        }
        rest = &rest[start + length + 1..];
    }
    expanded + rest
}

#[cfg(test)]
#[path = "config_tests.rs"]
mod tests;
