//! Patches in pnpm's lockfile: their hashes are in a list, and in the keys of what is patched.

use super::frozen_error;
use crate::error::Result;
use crate::install::Context;
use crate::patches::Patches;
use brio_lockfile::{Graph, Patch};

/// The length of a SHA-256 in hexadecimal digits; older versions of pnpm had other hashes, which stay.
const HASH_LENGTH: usize = 64;

/// Brings the list and the keys up to date. Returns whether they changed.
///
/// # Errors
/// `EFROZEN` when the lockfile must not change.
pub fn update(context: &Context, graph: &mut Graph) -> Result<bool> {
    let wanted = Patches::read(&context.project).hashes();
    let known = &graph.settings.patches;
    let is_same = |(selector, _, hash): &(String, String, String)| {
        let found = known.iter().find(|(known, _)| known == selector).and_then(|(_, patch)| patch.hash.as_ref());
        found.is_some_and(|found| found == hash || found.len() != HASH_LENGTH)
    };
    if wanted.len() == known.len() && wanted.iter().all(is_same) {
        return Ok(false);
    }
    if context.options.is_frozen {
        return Err(frozen_error("a change of `patchedDependencies`"));
    }
    // The newest versions of pnpm write the hash alone.
    let has_paths = known.iter().any(|(_, patch)| patch.path.is_some());
    let has_none = known.is_empty() && !is_of_new_pnpm(context);
    let of = |(selector, path, hash): (String, String, String)| {
        (selector, Patch { path: (has_paths || has_none).then_some(path), hash: Some(hash) })
    };
    graph.settings.patches = wanted.into_iter().map(of).collect();
    let patches = graph.settings.patches.clone();
    for package in graph.packages.values_mut() {
        let exact = format!("{}@{}", package.name, package.version);
        let Some(key) = package.key.as_mut().filter(|key| key.starts_with(&exact)) else { continue };
        if let Some(start) = key.find("(patch_hash=")
            && let Some(length) = key[start..].find(')')
        {
            key.replace_range(start..=start + length, "");
        }
        let found = patches.iter().find(|(selector, _)| *selector == exact || *selector == package.name);
        if let Some(hash) = found.and_then(|(_, patch)| patch.hash.as_ref()) {
            key.insert_str(exact.len(), &format!("(patch_hash={hash})"));
        }
    }
    Ok(true)
}

/// Since version 11.
fn is_of_new_pnpm(context: &Context) -> bool {
    const HASH_ALONE_SINCE: u32 = 11;
    let manager = context.project.json.get("packageManager").and_then(serde_json::Value::as_str).unwrap_or_default();
    let major = manager.strip_prefix("pnpm@").and_then(|version| version.split('.').next()?.parse::<u32>().ok());
    major.is_some_and(|major| major >= HASH_ALONE_SINCE)
}
