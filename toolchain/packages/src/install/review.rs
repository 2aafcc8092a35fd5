//! What the new versions of an addition or an update newly use: processes, the network, files, the environment,
//! evaluation, native code, install scripts. An update shows what the version before did not have; also a lost
//! provenance.

use super::Context;
use crate::layout::Place;
use crate::store::{self, Stored};
use brio_lockfile::{Graph, Package};
use brio_transform::{Language, capabilities};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A longer file is not read.
const FILE_BYTES_MAX: u64 = 512 * 1024;
/// So much of the packages is read at most.
const BYTES_MAX: u64 = 8 * 1024 * 1024;
/// The name for users of what `package.json` runs.
const SCRIPTS: &str = "install scripts";
const NATIVE: &str = "native code";

/// What is new.
#[derive(Clone, Debug, Default)]
pub struct Review {
    /// By what is used, the packages as `name@version`.
    pub newly_used: BTreeMap<&'static str, Vec<String>>,
    /// Packages whose version before had an attestation of its origin: `name@version`.
    pub lost_provenance: Vec<String>,
}

/// Reviews the packages that were laid out now: what an addition brings and an update changes newly uses, and the
/// provenance of all that changed.
pub fn of_new(context: &Context, fresh: &[String], places: &BTreeMap<String, Place>, graph: &Graph) -> Review {
    let mut review = Review::default();
    let is_requested = context.options.update.is_some() || !context.options.add.is_empty();
    let mut left = BYTES_MAX;
    let mut seen = BTreeSet::new();
    for path in fresh {
        let Some(place) = places.get(path) else { continue };
        let (Some(package), Some(wanted)) = (graph.packages.get(&place.id), &place.wanted) else { continue };
        if !seen.insert(&wanted.what) {
            continue;
        }
        let before = version_before(context, path, package);
        if before.is_some_and(|before| lost_provenance(context, before, package)) {
            review.lost_provenance.push(wanted.what.clone());
        }
        if !is_requested {
            continue;
        }
        let known = before.and_then(|before| stored_of(context, before));
        // Without the files of the version before, all would seem to be new.
        if before.is_some() && known.is_none() {
            continue;
        }
        let Ok(stored) = context.sources.store.wait(wanted) else { continue };
        let old = known.map(|stored| used(&stored, &mut { BYTES_MAX })).unwrap_or_default();
        for &what in used(&stored, &mut left).difference(&old) {
            review.newly_used.entry(what).or_default().push(wanted.what.clone());
        }
    }
    review
}

/// The version of the lockfile that a package replaces.
fn version_before<'c>(context: &'c Context, path: &str, package: &Package) -> Option<&'c Package> {
    let graph = context.lockfile.as_ref()?.graph();
    let placed = graph.placements.get(path).and_then(|id| graph.packages.get(id));
    let same_name = |one: &&Package| one.name == package.name;
    placed.filter(same_name).or_else(|| graph.packages.values().find(same_name))
}

fn stored_of(context: &Context, package: &Package) -> Option<Arc<Stored>> {
    let integrity = package.resolution.integrity()?;
    store::read(&context.sources.store.folder_of(integrity)?).map(Arc::new)
}

fn lost_provenance(context: &Context, before: &Package, package: &Package) -> bool {
    let registry = &context.sources.registry;
    let Some(record) = registry.known_record(&package.name) else { return false };
    let has = |version: &str| record.exact(version).is_some_and(|manifest| manifest.has_provenance);
    before.version != package.version && has(&before.version) && !has(&package.version)
}

/// What the files of a package use; `left` is how many more bytes are read.
fn used(stored: &Stored, left: &mut u64) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    if stored.manifest().has_install_script {
        found.insert(SCRIPTS);
    }
    for (path, _) in stored.files.iter() {
        let (name, extension) = path.rsplit_once('.').unwrap_or((path, ""));
        if extension == "node" || path == "binding.gyp" {
            found.insert(NATIVE);
        }
        let language = match extension {
            "js" | "mjs" | "cjs" => Language::Js,
            "ts" | "mts" | "cts" if !name.ends_with(".d") => Language::Ts,
            _ => continue,
        };
        let is_other = ["test/", "tests/", "__tests__/", "docs/", "example/", "examples/"]
            .iter()
            .any(|folder| path.starts_with(folder));
        let file = stored.folder.join(path);
        let length = std::fs::metadata(&file).map_or(u64::MAX, |metadata| metadata.len());
        if is_other || length > FILE_BYTES_MAX || length > *left {
            continue;
        }
        *left -= length;
        if let Ok(source) = std::fs::read_to_string(&file) {
            found.extend(capabilities(&source, language).into_iter().map(|one| one.name()));
        }
    }
    found
}
