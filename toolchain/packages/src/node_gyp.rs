//! node-gyp for install scripts: npm brings one along, so packages call it without depending on it. Where no command of
//! that name is found, the newest one is installed into the cache, before the script's jail, which has no network.

use crate::error::{Error, Result};
use crate::fetched;
use crate::install::Options;
use crate::run;
use std::path::{Path, PathBuf};

const NAME: &str = "node-gyp";

/// The `node_modules` that has node-gyp, when scripts of a package that builds an addon would not find one. None: they
/// find it, or they do not need it.
///
/// # Errors
/// When it cannot be installed.
pub fn provide<'a>(package: &Path, mut commands: impl Iterator<Item = &'a str>) -> Result<Option<PathBuf>> {
    if !commands.any(may_call) || is_on_path(package)? {
        return Ok(None);
    }
    let options = Options { is_quiet: true, without_scripts: true, ..Options::default() };
    let project = fetched::fetch(package, &[NAME.to_string()], options).map_err(|error| Error {
        message: format!("{NAME}, which builds the package, cannot be installed: {}", error.message),
        ..error
    })?;
    Ok(Some(project.join("node_modules")))
}

/// Tools that build (`node-gyp-build`, `prebuild-install || node-gyp rebuild`, `node-pre-gyp --fallback-to-build`) have
/// it in their names.
fn may_call(command: &str) -> bool {
    command.contains("gyp") || command.contains("prebuild")
}

fn is_on_path(package: &Path) -> Result<bool> {
    let path = run::path_for(package)?;
    Ok(std::env::split_paths(&path).any(|folder| folder.join(NAME).is_file()))
}
