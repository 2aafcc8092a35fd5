//! Where the resolution gets manifests from: registries, tarballs, git and folders.

use crate::error::Result;
use crate::git;
use crate::manifest::Manifest;
use crate::project::Project;
use crate::registry::Registry;
use crate::spec::{Source, Spec};
use crate::store::{Store, Wanted};
use crate::tree::{Found, Sources};
use std::path::Path;
use std::sync::Arc;

/// All of them.
pub struct AllSources {
    pub registry: Registry,
    pub store: Store,
}

impl Sources for AllSources {
    fn find(&self, spec: &Spec) -> Result<Found> {
        match &spec.target().source {
            Source::Remote(address) => self.tarball(&spec.raw, address),
            Source::File(path) => self.tarball(&spec.raw, &format!("file:{}", path.display())),
            Source::Git(repository) => {
                let address = git::locked_address(repository)?;
                let mut found = self.tarball(&spec.raw, &address)?;
                // The commit says what the content is. That of a tarball would depend on what made it.
                found.integrity = String::new();
                Ok(found)
            }
            _ => {
                let manifest = self.registry.manifest(spec)?;
                let (resolved, integrity) = (manifest.tarball.clone(), manifest.integrity.clone());
                Ok(Found { manifest, resolved, integrity })
            }
        }
    }

    fn folder(&self, path: &Path) -> Result<Arc<Manifest>> {
        Project::read(path).map(|project| project.manifest())
    }

    fn bundle(&self, found: &Found) -> Result<Vec<(String, Arc<Manifest>)>> {
        let stored = self.store.wait(&wanted_of(found))?;
        let mut packages: Vec<(String, Arc<Manifest>)> = stored
            .files
            .iter()
            .filter_map(|(path, _)| Some((path, path.strip_suffix("/package.json")?)))
            .filter(|(_, folder)| is_package_folder(folder))
            .filter_map(|(path, folder)| {
                let text = std::fs::read(stored.folder.join(path)).ok()?;
                Some((folder.to_string(), Arc::new(Manifest::of_json(&serde_json::from_slice(&text).ok()?))))
            })
            .collect();
        packages.sort_by(|left, right| left.0.cmp(&right.0));
        Ok(packages)
    }
}

impl AllSources {
    fn tarball(&self, what: &str, address: &str) -> Result<Found> {
        let wanted = Wanted { what: what.to_string(), address: address.to_string(), integrity: String::new() };
        let stored = self.store.wait(&wanted)?;
        let manifest = Arc::new(stored.manifest());
        Ok(Found { manifest, resolved: address.to_string(), integrity: stored.integrity.clone() })
    }
}

/// What the store needs to know of a package of a registry.
pub fn wanted(manifest: &Manifest) -> Wanted {
    Wanted {
        what: format!("{}@{}", manifest.name, manifest.version),
        address: manifest.tarball.clone(),
        integrity: manifest.integrity.clone(),
    }
}

fn wanted_of(found: &Found) -> Wanted {
    Wanted { address: found.resolved.clone(), integrity: found.integrity.clone(), ..wanted(&found.manifest) }
}

/// `node_modules/a`, `node_modules/@s/a/node_modules/b`.
fn is_package_folder(folder: &str) -> bool {
    let mut parts = folder.split('/').peekable();
    while let Some(part) = parts.next() {
        if part != "node_modules" {
            return false;
        }
        match parts.next() {
            Some(name) if name.starts_with('@') => {
                if parts.next().is_none() {
                    return false;
                }
            }
            Some(name) if !name.starts_with('.') => {}
            _ => return false,
        }
    }
    true
}
