//! The rule that a lockfile's integrity is never weakened.

use crate::error::{Error, ErrorKind};
use crate::model::{Graph, Package, Resolution};
use std::collections::HashMap;

/// Refuses a graph in which a package that was there before lost its integrity, has a weaker algorithm, or, where the
/// contents cannot change, another hash. Local files and new packages may have any.
///
/// # Errors
/// [`ErrorKind::Integrity`].
pub fn check(old: &Graph, new: &Graph) -> Result<(), Error> {
    let mut before: HashMap<(&str, &str), Vec<&Package>> = HashMap::new();
    for package in old.packages.values() {
        before.entry((&package.name, &package.version)).or_default().push(package);
    }
    for package in new.packages.values() {
        let same: Vec<&Package> = before
            .get(&(package.name.as_str(), package.version.as_str()))
            .into_iter()
            .flatten()
            .copied()
            .filter(|old| same_source(&old.resolution, &package.resolution))
            .collect();
        if !same.is_empty() && !same.iter().any(|old| holds(old, package)) {
            return Err(refuse(same[0], package));
        }
    }
    Ok(())
}

/// True if both are the same contents by their addresses.
fn same_source(old: &Resolution, new: &Resolution) -> bool {
    match (old, new) {
        (Resolution::Registry { .. }, Resolution::Registry { .. }) => true,
        // Without an integrity or an address it is not said to be from elsewhere.
        (Resolution::Registry { .. } | Resolution::Unrecorded, Resolution::Unrecorded) => true,
        (Resolution::Jsr { .. }, Resolution::Jsr { .. }) => true,
        (Resolution::Tarball { url: old, .. }, Resolution::Tarball { url: new, .. }) => old == new,
        (Resolution::Registry { tarball: Some(old), .. }, Resolution::Tarball { url: new, .. }) => old == new,
        (
            Resolution::Git { repository: old, commit: old_commit, path: old_path, .. },
            Resolution::Git { repository: new, commit, path, .. },
        ) => old == new && old_commit == commit && old_path == path,
        _ => false,
    }
}

/// True if `new` is checked at least as well as `old`.
fn holds(old: &Package, new: &Package) -> bool {
    if old.archive_checksum.is_some() && new.archive_checksum.is_none() {
        return false;
    }
    let Some(before) = old.resolution.integrity() else { return true };
    let Some(after) = new.resolution.integrity() else { return false };
    if before == after {
        return true;
    }
    let (before, after) = (hashes(before), hashes(after));
    let strongest = |hashes: &[(&str, &str)]| hashes.iter().map(|(algorithm, _)| strength(algorithm)).max();
    let shares = before.iter().filter(|(algorithm, _)| after.iter().any(|(other, _)| other == algorithm));
    let contradicted = shares.clone().count() > 0 && !shares.clone().any(|hash| after.contains(hash));
    strongest(&after) >= strongest(&before) && !contradicted
}

/// `sha512-…` and others, separated by white space, without the options after `?` (SRI §3.1).
fn hashes(integrity: &str) -> Vec<(&str, &str)> {
    integrity
        .split_ascii_whitespace()
        .map(|hash| hash.split('?').next().unwrap_or(hash))
        .map(|hash| hash.split_once('-').unwrap_or(("", hash)))
        .collect()
}

fn strength(algorithm: &str) -> u8 {
    match algorithm {
        "md5" => 1,
        "sha1" => 2,
        "sha256" => 3,
        "sha384" => 4,
        "sha512" => 5,
        _ => 0,
    }
}

fn refuse(old: &Package, new: &Package) -> Error {
    let before = old.resolution.integrity().or(old.archive_checksum.as_deref()).unwrap_or_default();
    let what = match new.resolution.integrity() {
        None => "would lose its integrity".to_string(),
        Some(after) => format!("would get the integrity \"{after}\""),
    };
    Error::new(ErrorKind::Integrity, format!("{}@{} {what}; the lockfile has \"{before}\"", new.name, new.version))
        .with_hint("if the package was rightly published anew, remove its entry from the lockfile by hand")
}
