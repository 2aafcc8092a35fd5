//! Packages from git repositories: a commit is checked out, prepared if the project trusts it, and packed as it would be for
//! a registry. The store finds it again by its address, which has the commit.

use super::{Store, Stored, Wanted, read};
use crate::content::Content;
use crate::error::{Error, Result};
use crate::git;
use crate::integrity::{hash, hex};
use crate::pack::compressed;
use crate::prepare;
use crate::project::Project;
use crate::session::Reach;
use crate::spec::Repository;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What the store knows of a commit.
#[derive(Debug, Deserialize, Serialize)]
struct Entry {
    integrity: String,
    name: String,
    version: String,
    /// It has a script that makes what is published.
    has_prepare: bool,
}

impl Store {
    /// The package of a commit.
    ///
    /// # Errors
    /// Those of git, of the script that prepares it, and of files.
    pub(super) fn of_git(&self, wanted: &Wanted, repository: &Repository) -> Result<Stored> {
        if let Some(stored) = self.known(&wanted.address) {
            return Ok(stored);
        }
        if self.0.session.reach == Reach::Offline {
            return Err(Error::new("ENOTCACHED", format!("{} is not in the store", wanted.what))
                .with_hint("run the command once without `--offline`"));
        }
        let checkout = git::check_out(repository, &self.temporary_folder())
            .map_err(|error| error.while_doing(wanted.what.clone()))?;
        let package = Project::read(&checkout.folder).map_err(|error| error.while_doing(wanted.what.clone()))?;
        let manifest = package.manifest();
        let has_prepare = manifest.scripts.contains_key("prepare");
        let is_prepared = has_prepare && self.prepares(&manifest.name, &manifest.version, &wanted.address);
        if let Some(project) = self.0.session.preparing.get().filter(|_| is_prepared) {
            prepare::run(&package, &project.folder)?;
        }
        // The script may have changed it.
        let package = Project::read(&checkout.folder)?;
        let content = Content::Memory(compressed(&package)?);
        // Whatever a lockfile says of another tarball of this commit.
        let plain = Wanted { integrity: String::new(), ..wanted.clone() };
        let stored = self.unpack(&plain, &content)?;
        let (name, version) = (manifest.name.clone(), manifest.version.clone());
        let entry = Entry { integrity: stored.integrity.clone(), name, version, has_prepare };
        let text = serde_json::to_vec(&entry).map_err(|error| Error::of_json(&error, &wanted.what))?;
        let path = self.entry_of(&wanted.address, is_prepared);
        let folder = path.parent().unwrap_or(&path);
        std::fs::create_dir_all(folder).map_err(|error| Error::of_file(&error, "make", folder))?;
        crate::files::replace(&path, &text)?;
        Ok(stored)
    }

    /// The package of a commit that the store has, prepared if the project trusts it.
    fn known(&self, address: &str) -> Option<Stored> {
        let read_entry = |is_prepared: bool| -> Option<Entry> {
            serde_json::from_slice(&std::fs::read(self.entry_of(address, is_prepared)).ok()?).ok()
        };
        let any = read_entry(false).or_else(|| read_entry(true))?;
        let is_prepared = any.has_prepare && self.prepares(&any.name, &any.version, address);
        read(&self.folder_of(&read_entry(is_prepared)?.integrity)?)
    }

    fn prepares(&self, name: &str, version: &str, address: &str) -> bool {
        self.0.session.preparing.get().is_some_and(|preparing| preparing.allows(name, version, address))
    }

    fn entry_of(&self, address: &str, is_prepared: bool) -> PathBuf {
        let digits = hex(&hash("sha256", address.as_bytes()));
        let state = if is_prepared { "prepared" } else { "plain" };
        self.folder().join("git").join(format!("{digits}-{state}"))
    }
}
