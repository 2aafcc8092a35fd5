//! The folder `vendor` of a program of Deno (`"vendor": true` in `deno.json`): modules at addresses are files below it,
//! which the user may read and change. Names and `manifest.json` are those that Deno 2.9.6 writes.

use super::remote::Module;
use crate::error::{Error, Result};
use crate::files;
use crate::integrity::{hash, hex};
use crate::network::Address;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

const MANIFEST: &str = "manifest.json";
/// A longer part of a path is replaced by a short one.
const PART_BYTES_MAX: usize = 30;
/// So many characters of a part that is replaced stay.
const SHORT_CHARACTERS_MAX: usize = 20;
const REDIRECT_COUNT_MAX: usize = 10;

/// What names and headers do not say by themselves.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
struct Manifest {
    /// Folders whose names are not those of the address.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    folders: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    modules: BTreeMap<String, Said>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
struct Said {
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    headers: BTreeMap<String, String>,
}

/// The folder.
#[derive(Debug)]
pub struct Vendor {
    folder: PathBuf,
    manifest: Manifest,
    /// The addresses of the files that were named in this process.
    addresses: HashMap<PathBuf, String>,
}

impl Vendor {
    /// Opens the folder of a program; it need not exist yet.
    pub fn open(root: &Path) -> Self {
        let root = std::fs::canonicalize(root).unwrap_or_else(|_| root.to_path_buf());
        let folder = root.join("vendor");
        let text = std::fs::read(folder.join(MANIFEST)).ok();
        let manifest = text.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default();
        Self { folder, manifest, addresses: HashMap::new() }
    }

    /// The module at an address; redirects are followed.
    pub fn find(&mut self, address: &str) -> Option<Module> {
        let mut address = address.to_string();
        for _ in 0..REDIRECT_COUNT_MAX {
            let said = self.manifest.modules.get(&address);
            let header = |name: &str| said.and_then(|said| said.headers.get(name)).map(String::as_str);
            if let Some(location) = header("location") {
                address = Address::parse(&address).ok()?.join(location).ok()?.to_string();
                continue;
            }
            let file = self.folder.join(path_of(&address, header("content-type").unwrap_or_default())?.path);
            let bytes = std::fs::read(&file).ok()?;
            let digest = hex(&hash("sha256", &bytes));
            self.addresses.insert(file.clone(), address.clone());
            return Some(Module { file, address, digest, is_vendored: true });
        }
        None
    }

    /// The address of a file that was named before.
    pub fn address_of(&self, file: &Path) -> Option<String> {
        self.addresses.get(file).cloned()
    }

    /// Writes a module, and returns its file.
    ///
    /// # Errors
    /// The system's, and `EINVALIDURL`.
    pub fn add(&mut self, address: &str, content_type: &str, bytes: &[u8]) -> Result<PathBuf> {
        let place = path_of(address, content_type)
            .ok_or_else(|| Error::new("EINVALIDURL", format!("invalid address {address:?}")))?;
        let file = self.folder.join(&place.path);
        files::replace(&file, bytes)?;
        self.addresses.insert(file.clone(), address.to_string());
        let path = address_path(address);
        let mut said = Said::default();
        if !content_type.is_empty() && extension_of(path, content_type) != extension_of(path, "") {
            said.headers.insert("content-type".to_string(), content_type.to_string());
        }
        let is_said = place.is_other || !said.headers.is_empty();
        let mut is_changed = match self.manifest.modules.get(address) {
            Some(known) => *known != said,
            None => is_said,
        };
        if is_said {
            self.manifest.modules.insert(address.to_string(), said);
        } else {
            self.manifest.modules.remove(address);
        }
        for (folder, path) in place.folders {
            is_changed |= self.manifest.folders.insert(folder, path.clone()) != Some(path);
        }
        if is_changed { self.save() } else { Ok(()) }?;
        Ok(file)
    }

    /// Notes a redirect.
    ///
    /// # Errors
    /// The system's.
    pub fn add_redirect(&mut self, address: &str, location: &str) -> Result<()> {
        let said = Said { headers: BTreeMap::from([("location".to_string(), location.to_string())]) };
        if self.manifest.modules.get(address) == Some(&said) {
            return Ok(());
        }
        self.manifest.modules.insert(address.to_string(), said);
        self.save()
    }

    fn save(&self) -> Result<()> {
        let text = serde_json::to_vec_pretty(&self.manifest).unwrap_or_default();
        files::replace(&self.folder.join(MANIFEST), &text)
    }
}

/// Where a module is.
struct Place {
    /// Relative to the folder.
    path: String,
    /// A name is not that of the address.
    is_other: bool,
    /// Addresses of folders with other names, and their paths.
    folders: Vec<(String, String)>,
}

fn path_of(address: &str, content_type: &str) -> Option<Place> {
    let parsed = Address::parse(address).ok()?;
    let authority = parsed.authority();
    let host = authority.replace(':', "_");
    let mut path = if parsed.is_secure { host } else { format!("http_{host}") };
    let mut folder_address = format!("{}://{authority}/", parsed.scheme());
    let extension = extension_of(address_path(address), content_type);
    let extension = if extension.is_empty() { ".js" } else { extension };
    let (whole, query) = match parsed.path.split_once('?') {
        Some((whole, query)) => (whole, Some(query)),
        None => (parsed.path.as_str(), None),
    };
    let parts: Vec<&str> = whole.trim_start_matches('/').split('/').collect();
    let mut place = Place { path: String::new(), is_other: false, folders: Vec::new() };
    for (index, part) in parts.iter().enumerate() {
        let is_last = index + 1 == parts.len();
        let part = match query.filter(|_| is_last) {
            Some(query) => format!("{part}?{query}"),
            None => (*part).to_string(),
        };
        let last = is_last.then_some(extension);
        let is_other = is_replaced(&part, last);
        path.push('/');
        path.push_str(&if is_other { short(&part, last) } else { part.clone() });
        if is_last {
            place.is_other |= is_other;
        } else {
            folder_address.push_str(&format!("{part}/"));
            if is_other {
                place.folders.push((folder_address.clone(), path.clone()));
            }
        }
    }
    place.path = path;
    Some(place)
}

/// Whether a part of a path cannot be the name of a file everywhere, or could be that of a folder and of a file.
fn is_replaced(part: &str, last_extension: Option<&str>) -> bool {
    let is_known = |part: &str| {
        let lower = part.to_ascii_lowercase();
        [".js", ".ts", ".jsx", ".tsx", ".mts", ".mjs", ".json", ".wasm"].iter().any(|known| lower.ends_with(known))
    };
    let is_ambiguous = match last_extension {
        Some(extension) => !is_known(part) || !part.ends_with(extension),
        None => is_known(part) || is_device(part),
    };
    let is_forbidden = |character: char| is_special(character) || character.is_ascii_uppercase();
    part.is_empty()
        || part.len() > PART_BYTES_MAX
        || part.starts_with('#')
        || is_ambiguous
        || part.chars().any(is_forbidden)
}

fn is_special(character: char) -> bool {
    "?<>:*|\\:\"'/".contains(character)
}

/// The names of devices of Windows.
fn is_device(part: &str) -> bool {
    let numbered = |prefix: &str| {
        part.strip_prefix(prefix).is_some_and(|rest| rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit())
    };
    matches!(part, "con" | "prn" | "aux" | "nul") || numbered("com") || numbered("lpt")
}

fn short(part: &str, last_extension: Option<&str>) -> String {
    let digits = hex(&hash("sha256", part.as_bytes()));
    let start: String = part
        .chars()
        .take(SHORT_CHARACTERS_MAX)
        .take_while(|character| *character != '?')
        .flat_map(|character| if is_special(character) { vec!['_'] } else { character.to_lowercase().collect() })
        .collect();
    let extension = last_extension.unwrap_or_default();
    let start = start.strip_suffix(extension).unwrap_or(&start);
    match start {
        "" => format!("#{}{extension}", &digits[..7]),
        start => format!("#{start}_{}{extension}", &digits[..5]),
    }
}

/// The path of an address, without a slash at its end.
fn address_path(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let rest = rest.split(['?', '#']).next().unwrap_or(rest);
    rest.find('/').map_or("", |slash| rest[slash..].trim_end_matches('/'))
}

/// The extension of the language that the content type and the path say; empty when neither does.
fn extension_of(path: &str, content_type: &str) -> &'static str {
    const LONG: [&str; 3] = [".d.ts", ".d.mts", ".d.cts"];
    const TYPED: [&str; 4] = [".tsx", ".mts", ".cts", ".ts"];
    const PLAIN: [&str; 4] = [".jsx", ".mjs", ".cjs", ".js"];
    let lower = path.to_ascii_lowercase();
    let among = |list: &[&'static str]| list.iter().copied().find(|extension| lower.ends_with(extension));
    let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match kind.as_str() {
        "application/typescript"
        | "text/typescript"
        | "video/vnd.dlna.mpeg-tts"
        | "video/mp2t"
        | "application/x-typescript" => among(&LONG).or_else(|| among(&TYPED)).unwrap_or(".ts"),
        "application/javascript"
        | "text/javascript"
        | "application/ecmascript"
        | "text/ecmascript"
        | "application/x-javascript"
        | "application/node" => among(&PLAIN).unwrap_or(".js"),
        "text/jsx" => ".jsx",
        "text/tsx" => ".tsx",
        "application/json" | "text/json" => ".json",
        "application/wasm" => ".wasm",
        _ => among(&LONG)
            .or_else(|| among(&TYPED))
            .or_else(|| among(&PLAIN))
            .or_else(|| among(&[".json", ".wasm"]))
            .unwrap_or_default(),
    }
}

#[cfg(test)]
#[path = "vendor_tests.rs"]
mod tests;
