//! Lockfiles of version 1, which npm 6 and older wrote: a tree of versions and hashes, without what the packages themselves
//! say. That comes from their registry; the result is saved in version 3, as npm 7 and newer do.

use crate::error::{Error, Result};
use crate::manifest::{Dependencies, Manifest};
use crate::sources::AllSources;
use crate::spec::{Source, Spec};
use crate::tree::{NewNode, NodeId, Sources, Tree};
use brio_lockfile::Format;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A lockfile of version 1.
#[derive(Debug)]
pub struct OldLock {
    pub format: Format,
    project: PathBuf,
    packages: Vec<Locked>,
}

/// An entry; those that it is inside of come before it.
#[derive(Debug)]
struct Locked {
    /// The index of the entry that it is inside of.
    above: Option<usize>,
    name: String,
    /// A version, or a spec of git, of a file or of a tarball.
    version: String,
    resolved: String,
    integrity: String,
    requires: Dependencies,
    is_bundled: bool,
}

impl OldLock {
    /// Reads a lockfile; None when it is not one of version 1.
    pub fn read(path: &Path, format: Format) -> Option<Self> {
        let json: Value = serde_json::from_str(&std::fs::read_to_string(path).ok()?).ok()?;
        // `npm shrinkwrap` before npm 5 wrote no version.
        if !matches!(json.get("lockfileVersion").map(Value::as_u64), Some(Some(1)) | None)
            || json.get("packages").is_some()
        {
            return None;
        }
        let nothing = Map::new();
        let is_empty = json.get("dependencies").is_none() && json.get("lockfileVersion").is_some();
        let top = if is_empty { &nothing } else { json.get("dependencies")?.as_object()? };
        let mut lock = Self { format, project: path.parent()?.to_path_buf(), packages: Vec::new() };
        lock.add(top, None);
        Some(lock)
    }

    /// Whether it has a package of this name.
    pub fn has(&self, name: &str) -> bool {
        self.packages.iter().any(|one| one.name == name)
    }

    fn add(&mut self, list: &Map<String, Value>, above: Option<usize>) {
        for (name, entry) in list {
            let text = |name: &str| entry.get(name).and_then(Value::as_str).unwrap_or_default().to_string();
            let requires = entry.get("requires").and_then(Value::as_object).into_iter().flatten();
            let requires =
                requires.filter_map(|(name, range)| Some((Arc::from(name.as_str()), Arc::from(range.as_str()?))));
            self.packages.push(Locked {
                above,
                name: name.clone(),
                version: text("version"),
                resolved: text("resolved"),
                integrity: text("integrity"),
                requires: requires.collect(),
                is_bundled: entry.get("bundled").and_then(Value::as_bool).unwrap_or(false),
            });
            if let Some(inside) = entry.get("dependencies").and_then(Value::as_object) {
                self.add(inside, Some(self.packages.len() - 1));
            }
        }
    }

    /// Adds its packages to the tree, below `root`.
    ///
    /// # Errors
    /// `ELOCK` for an entry that is none, and those of registries.
    pub fn add_to(&self, tree: &mut Tree, root: NodeId, sources: &AllSources) -> Result<()> {
        let specs = self.packages.iter().map(|one| self.spec_of(one)).collect::<Result<Vec<_>>>()?;
        for spec in specs.iter().filter(|spec| spec.is_of_registry()) {
            sources.registry.request_record(&spec.target().name);
        }
        let mut nodes: Vec<Option<NodeId>> = Vec::new();
        for (one, spec) in self.packages.iter().zip(&specs) {
            let parent = one.above.map_or(Some(root), |above| nodes[above]);
            // Folders are linked by what depends on them.
            let parent = parent.filter(|_| !matches!(spec.source, Source::Folder(_)));
            let Some(parent) = parent else {
                nodes.push(None);
                continue;
            };
            let node = tree.add(node_of(one, spec, sources)?);
            tree.attach(node, parent);
            nodes.push(Some(node));
        }
        Ok(())
    }

    fn spec_of(&self, one: &Locked) -> Result<Spec> {
        let spec = Spec::parse(&one.name, &one.version, &self.project)?;
        match spec.target().source {
            Source::Range(_) | Source::Tag(_) => {
                Err(Error::new("ELOCK", format!("the lockfile has {:?} as the version of {}", one.version, one.name))
                    .with_hint("restore the lockfile from version control; without it, versions are chosen anew"))
            }
            _ => Ok(spec),
        }
    }
}

fn node_of(one: &Locked, spec: &Spec, sources: &AllSources) -> Result<NewNode> {
    let name: Arc<str> = Arc::from(one.name.as_str());
    if !matches!(spec.target().source, Source::Version(_)) {
        let found = sources.find(spec)?;
        let integrity = if one.integrity.is_empty() { found.integrity } else { one.integrity.clone() };
        return Ok(NewNode {
            name,
            manifest: found.manifest,
            resolved: found.resolved,
            integrity,
            ..NewNode::default()
        });
    }
    let record = sources.registry.record(&spec.target().name);
    let known = match record {
        Ok(record) => record.exact(spec.target().raw.trim()),
        // A package that is gone may still be in the store, and one that is brought along is in a tarball.
        Err(error) if matches!(error.code, "E404" | "ENOTCACHED") => None,
        Err(error) => return Err(error),
    };
    let manifest = known.unwrap_or_else(|| {
        Arc::new(Manifest {
            name: spec.target().name.clone(),
            version: spec.target().raw.trim().to_string(),
            dependencies: one.requires.clone(),
            ..Manifest::default()
        })
    });
    if one.is_bundled {
        return Ok(NewNode { name, manifest, is_bundled: true, ..NewNode::default() });
    }
    let is_address = one.resolved.starts_with("https://") || one.resolved.starts_with("http://");
    let resolved = if is_address { one.resolved.clone() } else { manifest.tarball.clone() };
    let integrity = if one.integrity.is_empty() { manifest.integrity.clone() } else { one.integrity.clone() };
    Ok(NewNode { name, manifest, resolved, integrity, ..NewNode::default() })
}
