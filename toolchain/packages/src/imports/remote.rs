//! Modules at addresses: each is a file in a folder of its own in the cache, beside a file with its address. A redirect is
//! a folder with the address that it leads to.

use super::deno_lock::read_config;
use super::vendor::Vendor;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::files;
use crate::integrity::{hash, hex};
use crate::network::{Address, Method, REDIRECT_COUNT_MAX, Request, Response};
use crate::packument::PickOptions;
use crate::registry::decoded;
use crate::session::{Reach, Session};
use brio_resolver::MayFetch;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A larger module is refused.
const MODULE_BYTES_MAX: usize = 64 * 1024 * 1024;
/// Servers of modules decide by this name for which runtime they build.
const USER_AGENT: &str = "Deno/2.9.6";

/// The cache of modules.
#[derive(Debug)]
pub struct Remote {
    folder: PathBuf,
    config: Config,
    session: Option<Holder>,
    vendor: Option<Vendor>,
}

/// Sessions have no description.
struct Holder(Arc<Session>);

impl std::fmt::Debug for Holder {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Session")
    }
}

/// A module of the cache.
#[derive(Clone, Debug)]
pub struct Module {
    pub file: PathBuf,
    /// Where redirects led to.
    pub address: String,
    /// SHA-256 in hexadecimal digits.
    pub digest: String,
    /// It was in the folder `vendor` already, where the user may change it.
    pub is_vendored: bool,
}

/// What is written beside a module.
#[derive(Deserialize, Serialize, Default)]
#[serde(default)]
struct Entry {
    address: String,
    /// The name of the file; empty for a redirect.
    file: String,
    digest: String,
    content_type: String,
}

impl Remote {
    /// Opens the cache with the settings of a folder. `vendor`: whether modules are in its folder `vendor`; None: as its
    /// `deno.json` says.
    ///
    /// # Errors
    /// A configuration file that cannot be read.
    pub fn open(root: &Path, vendor: Option<bool>) -> Result<Self> {
        let config = Config::load(root)?;
        let folder = config.store().join("remote");
        std::fs::create_dir_all(&folder).map_err(|error| Error::of_file(&error, "make", &folder))?;
        // Modules have real paths.
        let folder = std::fs::canonicalize(&folder).unwrap_or(folder);
        let says_vendor = || read_config(root).is_some_and(|config| config.get("vendor") == Some(&Value::Bool(true)));
        let is_vendored = vendor.unwrap_or_else(says_vendor);
        let vendor = is_vendored.then(|| Vendor::open(root));
        Ok(Self { folder, config, session: None, vendor })
    }

    fn entry_folder(&self, address: &str) -> PathBuf {
        let digits = hex(&hash("sha256", address.as_bytes()));
        self.folder.join(&digits[..2]).join(&digits[2..32])
    }

    /// The module of the folder `vendor` or of the cache; a redirect is followed.
    pub fn cached(&mut self, address: &str) -> Option<Module> {
        let address = without_fragment(address).to_string();
        if let Some(found) = self.vendor.as_mut().and_then(|vendor| vendor.find(&address)) {
            return Some(found);
        }
        let mut last = address.clone();
        for _ in 0..2 {
            let folder = self.entry_folder(&last);
            let entry: Entry = serde_json::from_slice(&std::fs::read(folder.join("entry.json")).ok()?).ok()?;
            if entry.file.is_empty() {
                last = entry.address;
                continue;
            }
            let file = folder.join(&entry.file);
            if !file.is_file() {
                return None;
            }
            // A folder that cannot be written does not cause a fetch.
            return Some(self.vendored(&address, &entry, &file).unwrap_or(Module {
                file,
                address: entry.address,
                digest: entry.digest,
                is_vendored: false,
            }));
        }
        None
    }

    /// Copies a module of the cache to the folder `vendor`; None if the module is not cached.
    fn vendored(&mut self, address: &str, entry: &Entry, file: &Path) -> Option<Module> {
        let vendor = self.vendor.as_mut()?;
        let mut bytes = std::fs::read(file).ok()?;
        // As Deno: the user may change the record of a version, whose hash is in deno.lock.
        if entry.file.ends_with("_meta.json")
            && let Ok(Value::Object(mut record)) = serde_json::from_slice(&bytes)
        {
            record.insert("lockfileChecksum".to_string(), Value::String(entry.digest.clone()));
            bytes = serde_json::to_vec(&record).ok()?;
        }
        let file = vendor.add(&entry.address, &entry.content_type, &bytes).ok()?;
        if address != entry.address {
            let location = match Address::parse(address).ok()?.has_origin_of(&Address::parse(&entry.address).ok()?) {
                true => entry.address.splitn(4, '/').nth(3).map_or("/".to_string(), |path| format!("/{path}")),
                false => entry.address.clone(),
            };
            vendor.add_redirect(address, &location).ok()?;
        }
        Some(Module { file, address: entry.address.clone(), digest: entry.digest.clone(), is_vendored: false })
    }

    /// The address of a file of the cache.
    pub fn address_of(&self, file: &Path) -> Option<String> {
        if let Some(address) = self.vendor.as_ref().and_then(|vendor| vendor.address_of(file)) {
            return Some(address);
        }
        if !file.starts_with(&self.folder) {
            return None;
        }
        let entry: Entry = serde_json::from_slice(&std::fs::read(file.with_file_name("entry.json")).ok()?).ok()?;
        Some(entry.address)
    }

    /// Downloads a module. `may_fetch` is called with each address that a redirect leads to.
    ///
    /// # Errors
    /// `E404` and others of the server, those of the network and of files, and `EREFUSED` for those of `may_fetch`.
    pub fn fetch(&mut self, address: &str, may_fetch: &MayFetch<'_>) -> Result<Module> {
        let address = without_fragment(address);
        let response = self.follow(Address::parse(address)?, may_fetch).map_err(|error| {
            if error.code == "EREFUSED" { error } else { error.while_doing(format!("Import '{address}' failed")) }
        })?;
        if !(200..300).contains(&response.status) {
            let code = if response.status == 404 { "E404" } else { "E5XX" };
            let message = match response.status {
                404 => format!("Module not found \"{address}\"."),
                status => format!("Import '{address}' failed: {status}"),
            };
            return Err(Error::new(code, message));
        }
        let body = decoded(&response)?;
        let last = if response.address.is_empty() { address.to_string() } else { response.address.clone() };
        let content_type = response.header("content-type").unwrap_or_default().to_string();
        let name = file_name(&last, &content_type);
        let folder = self.entry_folder(&last);
        let digest = hex(&hash("sha256", &body));
        files::replace(&folder.join(&name), &body)?;
        let entry = Entry { address: last.clone(), file: name.clone(), digest: digest.clone(), content_type };
        write_entry(&folder, &entry)?;
        if last != address {
            let redirect = Entry { address: last.clone(), ..Entry::default() };
            write_entry(&self.entry_folder(address), &redirect)?;
        }
        let file = folder.join(name);
        let stored = Module { file: file.clone(), address: last, digest, is_vendored: false };
        Ok(self.vendored(address, &entry, &file).unwrap_or(stored))
    }

    /// The response at the end of the redirects.
    fn follow(&mut self, first: Address, may_fetch: &MayFetch<'_>) -> Result<Response> {
        let mut authorization = authorization_for(&first);
        let mut address = first;
        for _ in 0..REDIRECT_COUNT_MAX {
            let request = Request {
                authorization: authorization.clone(),
                address: address.clone(),
                method: Method::Get,
                body: None,
                headers: vec![
                    ("accept".to_string(), "*/*".to_string()),
                    ("accept-encoding".to_string(), "gzip".to_string()),
                    ("user-agent".to_string(), USER_AGENT.to_string()),
                ],
                response_bytes_max: MODULE_BYTES_MAX,
                spill_folder: None,
            };
            let response = self.session().network()?.fetch_once(request)?;
            if !matches!(response.status, 301 | 302 | 303 | 307 | 308) {
                return Ok(response);
            }
            let target = address.join(response.header("location").unwrap_or_default())?;
            may_fetch(&target.to_string()).map_err(|message| Error::new("EREFUSED", message))?;
            // Credentials stay with their host.
            if !target.has_origin_of(&address) {
                authorization = None;
            }
            address = target;
        }
        Err(Error::new("ENETWORK", "too many redirects"))
    }

    fn session(&mut self) -> Arc<Session> {
        let config = &self.config;
        let start = || Holder(Session::start(config.clone(), Reach::Online, PickOptions::default()));
        Arc::clone(&self.session.get_or_insert_with(start).0)
    }
}

fn write_entry(folder: &Path, entry: &Entry) -> Result<()> {
    files::replace(&folder.join("entry.json"), &serde_json::to_vec(entry).unwrap_or_default())
}

fn without_fragment(address: &str) -> &str {
    address.split('#').next().unwrap_or(address)
}

/// `DENO_AUTH_TOKENS`: `token@host` and `user:password@host`, separated by semicolons.
fn authorization_for(address: &Address) -> Option<String> {
    let said = std::env::var("DENO_AUTH_TOKENS").ok()?;
    let host = address.authority();
    let (token, _) = said.split(';').filter_map(|one| one.rsplit_once('@')).find(|(_, of)| *of == host)?;
    if !token.contains(':') {
        return Some(format!("Bearer {token}"));
    }
    use base64::Engine;
    Some(format!("Basic {}", base64::engine::general_purpose::STANDARD.encode(token)))
}

/// A name for the file: the end of the path, with the extension that the content type requests.
fn file_name(address: &str, content_type: &str) -> String {
    let path = address.split_once("://").map_or(address, |(_, rest)| rest);
    let path = path.split('?').next().unwrap_or(path);
    let last = path.rsplit('/').next().unwrap_or_default();
    let safe: String = last
        .chars()
        .filter(|character| character.is_ascii_alphanumeric() || "-_.".contains(*character))
        .take(80)
        .collect();
    let safe = if safe.trim_matches('.').is_empty() || !path.contains('/') { "module".to_string() } else { safe };
    const KNOWN: [&str; 9] = ["ts", "mts", "cts", "tsx", "js", "mjs", "jsx", "json", "wasm"];
    let extension = safe.rsplit_once('.').map(|(_, extension)| extension).unwrap_or_default();
    let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let wanted = match kind.as_str() {
        "application/typescript"
        | "text/typescript"
        | "video/vnd.dlna.mpeg-tts"
        | "video/mp2t"
        | "application/x-typescript" => "ts",
        "application/javascript"
        | "text/javascript"
        | "application/ecmascript"
        | "text/ecmascript"
        | "application/x-javascript"
        | "application/node" => "js",
        "text/jsx" => "jsx",
        "text/tsx" => "tsx",
        "application/json" | "text/json" => "json",
        "application/wasm" => "wasm",
        _ => "",
    };
    // The type decides; a more particular extension of the same language stays.
    let is_same = match wanted {
        "" => KNOWN.contains(&extension),
        "ts" => ["ts", "mts", "cts", "tsx"].contains(&extension),
        "js" => ["js", "mjs", "jsx"].contains(&extension),
        other => other == extension,
    };
    match (is_same, wanted) {
        (true, _) => safe,
        (false, "") => format!("{safe}.js"),
        (false, wanted) => format!("{safe}.{wanted}"),
    }
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn the_content_type_decides_the_extension() {
        for (address, kind, expected) in [
            ("https://deno.land/std/mod.ts", "application/typescript", "mod.ts"),
            ("https://a.b/x.tsx?y=1", "video/mp2t", "x.tsx"),
            ("https://esm.sh/react@18", "application/javascript; charset=utf-8", "react18.js"),
            ("https://a.b/x.ts", "text/plain", "x.ts"),
            ("https://a.b/x.ts", "text/javascript", "x.ts.js"),
            ("https://a.b", "text/javascript", "module.js"),
            ("https://a.b/d.json", "application/json", "d.json"),
            ("https://a.b/..", "", "module.js"),
        ] {
            assert_eq!(file_name(address, kind), expected, "{address}");
        }
    }
}
