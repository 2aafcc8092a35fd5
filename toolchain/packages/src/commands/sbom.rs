//! `brio sbom`: a software bill of materials, in CycloneDX 1.5 or SPDX 2.3.

mod cyclonedx;
mod license;
mod spdx;

use super::listing::graph;
use super::reports::license_of;
use super::usage;
use crate::error::Result;
use crate::integrity;
use crate::project::Project;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use brio_command_flags::Arguments;
use brio_lockfile::{Dependency, Graph, Package, PackageId, Resolution};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Name and version.
type Key = (String, String);

/// What a document lists: the project, a folder of the user, or a package.
#[derive(Debug, Default)]
struct Part {
    /// Empty where nothing is known.
    license: String,
    /// Where it was fetched from.
    location: String,
    /// Algorithm and hexadecimal digits.
    digest: Option<(&'static str, String)>,
    dependencies: BTreeSet<Key>,
}

/// What both formats are made from.
struct Bill {
    own: Key,
    license: String,
    dependencies: BTreeSet<Key>,
    parts: BTreeMap<Key, Part>,
}

/// Prints the bill.
pub fn run(arguments: &Arguments) -> Result<i32> {
    let (root, graph) = graph()?;
    let bill = bill(&Project::read(&root)?, &graph, arguments.has("--production"));
    let document = match arguments.value("--sbom-format").unwrap_or("cyclonedx") {
        "cyclonedx" => cyclonedx::document(&bill),
        "spdx" => spdx::document(&bill),
        other => return Err(usage(&format!("--sbom-format takes cyclonedx or spdx, not \"{other}\""))),
    };
    println!("{document:#}");
    Ok(0)
}

fn bill(project: &Project, graph: &Graph, is_production: bool) -> Bill {
    let root = &project.folder;
    let manifest = project.manifest();
    let folder_name = root.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let name = if manifest.name.is_empty() { folder_name } else { manifest.name.clone() };
    let own = (name, manifest.version.clone());
    let flags = crate::layout::flags(graph);
    let is_meant = |id: &PackageId| !(is_production && flags.packages.get(id).is_some_and(|flags| flags.dev));
    let keys: BTreeMap<PackageId, Key> = graph
        .packages
        .iter()
        .filter(|(id, _)| is_meant(id))
        .map(|(id, package)| (*id, key_of(root, graph, package, &own)))
        .collect();
    let targets = |dependencies: &[Dependency]| -> BTreeSet<Key> {
        dependencies.iter().filter_map(|one| keys.get(&one.target?).cloned()).collect()
    };
    let mut parts: BTreeMap<Key, Part> = BTreeMap::new();
    for (id, key) in keys.iter().filter(|(_, key)| **key != own) {
        let package = &graph.packages[id];
        let folder = folder_of(package);
        let dependencies = match folder.and_then(|folder| graph.importers.get(folder)) {
            Some(importer) => targets(&importer.dependencies),
            None => targets(&package.dependencies),
        };
        let license = match folder {
            Some(folder) => Project::read(&root.join(folder))
                .map(|member| member.manifest().license.as_str().unwrap_or_default().to_string())
                .unwrap_or_default(),
            None => {
                Some(license_of(root, graph, *id, package)).filter(|license| license != "unknown").unwrap_or_default()
            }
        };
        let location = if folder.is_some() { String::new() } else { crate::lock::origin(&package.resolution, root).0 };
        let part = parts.entry(key.clone()).or_default();
        part.dependencies.extend(dependencies);
        (part.license, part.location, part.digest) = (license, location, digest(package));
    }
    let importer = graph.importers.get(".").map(|importer| importer.dependencies.as_slice()).unwrap_or_default();
    let mut dependencies = targets(importer);
    // As npm: the members of a workspace are what its root depends on.
    let is_member = |id: &&PackageId| matches!(graph.packages[*id].resolution, Resolution::Workspace { .. });
    dependencies.extend(keys.keys().filter(is_member).map(|id| keys[id].clone()).filter(|key| *key != own));
    let license = manifest.license.as_str().unwrap_or_default().to_string();
    Bill { own, license, dependencies, parts }
}

/// The folder of a package that is the user's own.
fn folder_of(package: &Package) -> Option<&str> {
    match &package.resolution {
        Resolution::Workspace { path } | Resolution::Link { path } => Some(path),
        _ => None,
    }
}

fn key_of(root: &Path, graph: &Graph, package: &Package, own: &Key) -> Key {
    let usual = || (package.name.clone(), package.version.clone());
    let Some(folder) = folder_of(package) else { return usual() };
    if folder == "." {
        return own.clone();
    }
    match Project::read(&root.join(folder)) {
        Ok(member) => {
            let manifest = member.manifest();
            let name = if manifest.name.is_empty() { package.name.clone() } else { manifest.name.clone() };
            (name, manifest.version.clone())
        }
        Err(_) => {
            let importer = graph.importers.get(folder);
            let version = importer.and_then(|importer| importer.version.clone()).unwrap_or_default();
            (package.name.clone(), version)
        }
    }
}

/// How a document names a part.
fn reference((name, version): &Key) -> String {
    if version.is_empty() { name.clone() } else { format!("{name}@{version}") }
}

fn purl((name, version): &Key) -> String {
    let name = name.replace('@', "%40");
    if version.is_empty() {
        format!("pkg:npm/{name}")
    } else {
        format!("pkg:npm/{name}@{}", version.replace('+', "%2B"))
    }
}

/// Algorithm and hexadecimal digits of the first hash.
fn digest(package: &Package) -> Option<(&'static str, String)> {
    let first = package.resolution.integrity()?.split(' ').next()?;
    let (algorithm, text) = first.split_once('-')?;
    let name = match algorithm {
        "sha512" => "SHA-512",
        "sha384" => "SHA-384",
        "sha256" => "SHA-256",
        "sha1" => "SHA-1",
        _ => return None,
    };
    Some((name, integrity::hex(&STANDARD.decode(text).ok()?)))
}

/// A name-based identifier (RFC 9562, version 8), so that equal trees have equal documents.
fn uuid(seed: &str) -> String {
    let mut bytes = integrity::hash("sha256", seed.as_bytes());
    bytes.truncate(16);
    bytes[6] = (bytes[6] & 0x0f) | 0x80;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    let digits = integrity::hex(&bytes);
    format!("{}-{}-{}-{}-{}", &digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..])
}
