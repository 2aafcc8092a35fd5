//! What of a package's manifest its entry in a lockfile has.

use crate::lock::lock_value_of;
use crate::manifest::Manifest;
use brio_lockfile::{Dependency, DependencyKind, Format, Metadata, Value};
use std::sync::Arc;

/// The dependencies that a manifest names, without those that its package brings along.
pub(super) fn dependencies_of(manifest: &Manifest) -> Vec<Dependency> {
    let make = |name: &Arc<str>, spec: &str, kind: DependencyKind| Dependency {
        name: name.to_string(),
        specifier: spec.to_string(),
        kind,
        target: None,
    };
    let is_bundled = |name: &Arc<str>| manifest.bundled.iter().any(|bundled| **bundled == **name);
    let mut all = Vec::new();
    for (list, kind) in
        [(&manifest.dependencies, DependencyKind::Production), (&manifest.optional, DependencyKind::Optional)]
    {
        all.extend(list.iter().filter(|(name, _)| !is_bundled(name)).map(|(name, spec)| make(name, spec, kind)));
    }
    for (name, spec) in &manifest.peers {
        let is_optional = manifest.optional_peers.contains(name);
        all.push(make(name, spec, if is_optional { DependencyKind::OptionalPeer } else { DependencyKind::Peer }));
    }
    for name in manifest.optional_peers.iter().filter(|name| !manifest.peers.contains_key(*name)) {
        all.push(make(name, "*", DependencyKind::OptionalPeer));
    }
    all
}

/// What a lockfile of this format says of a package beside its dependencies.
pub(super) fn metadata_of(manifest: &Manifest, format: Format) -> Metadata {
    let mut bin: Vec<(&str, &str)> =
        manifest.commands.iter().map(|(name, path)| (name.as_str(), path.as_str())).collect();
    bin.sort_unstable();
    let is_pnpm = format == Format::Pnpm;
    Metadata {
        os: manifest.os.clone(),
        cpu: manifest.cpu.clone(),
        libc: manifest.libc.clone(),
        engines: engines_of_pnpm(manifest).filter(|_| is_pnpm),
        bin: (!bin.is_empty()).then(|| Value::map(bin)),
        deprecated: manifest.deprecated.clone().filter(|_| is_pnpm),
        bundled: (!manifest.bundled.is_empty() && is_pnpm).then(|| Value::strings(&manifest.bundled)),
        ..Metadata::default()
    }
}

/// pnpm leaves out what every version fits.
fn engines_of_pnpm(manifest: &Manifest) -> Option<Value> {
    match lock_value_of(&manifest.engines)? {
        Value::Object(mut engines) => {
            engines.retain(|(_, range)| *range != Value::string("*"));
            (!engines.is_empty()).then_some(Value::Object(engines))
        }
        other => Some(other),
    }
}
