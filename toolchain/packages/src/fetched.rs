//! Packages that are installed into a folder of the cache for their commands.

use crate::error::{Error, Result};
use crate::files;
use crate::install::{Options, install};
use crate::integrity::{hash, hex};
use crate::project::Project;
use std::path::{Path, PathBuf};

/// How long a fetched package is used before a newer version is looked for.
const FRESH_SECONDS: u64 = 24 * 3600;

/// Installs packages, with the settings that apply in `folder`. Returns the project in the cache that has them.
///
/// # Errors
/// Those of an installation.
pub fn fetch(folder: &Path, wanted: &[String], options: Options) -> Result<PathBuf> {
    let cache = crate::config::Config::load(folder)?.store();
    let digits = hex(&hash("sha256", wanted.join("\n").as_bytes()));
    let project = cache.join("x").join(&digits[..24]);
    let list = project.join("node_modules/.brio-install");
    let age =
        std::fs::metadata(&list).and_then(|metadata| metadata.modified()).ok().and_then(|time| time.elapsed().ok());
    if age.is_none_or(|age| age.as_secs() > FRESH_SECONDS) {
        std::fs::create_dir_all(&project).map_err(|error| Error::of_file(&error, "make", &project))?;
        files::replace(&project.join("package.json"), b"{}\n")?;
        files::remove(&project.join("package-lock.json"))?;
        let settings_from = Some(Project::find(folder));
        install(&project, Options { add: wanted.to_vec(), settings_from, ..options })?;
    }
    Ok(project)
}
