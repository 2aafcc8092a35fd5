//! Which lockfile a folder has.

use crate::error::{Error, ErrorKind};
use crate::lockfile::Format;
use std::path::{Path, PathBuf};

/// A lockfile that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detected {
    pub path: PathBuf,
    pub format: Format,
}

/// npm reads the shrinkwrap if both are there.
const NAMES: [&str; 6] =
    ["npm-shrinkwrap.json", "package-lock.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock", "deno.lock"];

/// See [`crate::Lockfile::detect`].
pub fn detect(folder: &Path) -> Result<Option<Detected>, Error> {
    let mut found: Vec<Detected> = Vec::new();
    for name in NAMES {
        let path = folder.join(name);
        let Some(text) = read_if_there(&path)? else { continue };
        let Some(format) = format_of(&path, &text) else { continue };
        if !found.iter().any(|other| other.format.manager() == format.manager()) {
            found.push(Detected { path, format });
        }
    }
    if found.is_empty() && folder.join("bun.lockb").is_file() {
        return Err(Error::new(ErrorKind::Version, "the binary lockfile of older versions of Bun is not read")
            .with_hint("`bun install --save-text-lockfile` writes bun.lock")
            .with_path(&folder.join("bun.lockb")));
    }
    let named = manager_of_manifest(folder)?;
    // Deno keeps its lockfile beside that of the manager that installs the packages.
    if found.len() > 1 && named.as_deref() != Some(Format::Deno.manager()) {
        found.retain(|one| one.format != Format::Deno);
    }
    if found.len() < 2 {
        return Ok(found.pop());
    }
    if let Some(index) = found.iter().position(|one| named.as_deref() == Some(one.format.manager())) {
        return Ok(Some(found.swap_remove(index)));
    }
    let names: Vec<&str> = found.iter().map(|one| one.format.file_name()).collect();
    Err(Error::new(ErrorKind::Ambiguous, format!("there are several lockfiles: {}", names.join(", ")))
        .with_hint("say in package.json which is meant (\"packageManager\": \"pnpm@10.0.0\"), or delete the others")
        .with_path(folder))
}

/// The format of a file with this name and these contents.
pub fn format_of(path: &Path, text: &str) -> Option<Format> {
    match path.file_name()?.to_str()? {
        "package-lock.json" | ".package-lock.json" => Some(Format::Npm),
        "npm-shrinkwrap.json" => Some(Format::NpmShrinkwrap),
        "pnpm-lock.yaml" => Some(Format::Pnpm),
        "bun.lock" => Some(Format::Bun),
        "deno.lock" => Some(Format::Deno),
        "yarn.lock" => {
            let berry = text.lines().any(|line| line.starts_with("__metadata:"));
            Some(if berry { Format::YarnBerry } else { Format::YarnClassic })
        }
        _ => None,
    }
}

fn read_if_there(path: &Path) -> Result<Option<String>, Error> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::new(ErrorKind::Io, error.to_string()).with_path(path)),
    }
}

/// The name in `packageManager`: `pnpm` of `pnpm@10.0.0+sha512.…`. A manifest that cannot be parsed names none: the
/// code that reads manifests reports it.
fn manager_of_manifest(folder: &Path) -> Result<Option<String>, Error> {
    let Some(text) = read_if_there(&folder.join("package.json"))? else { return Ok(None) };
    let Some((_, rest)) = text.split_once("\"packageManager\"") else { return Ok(None) };
    let value = rest.trim_start().strip_prefix(':').and_then(|rest| rest.trim_start().strip_prefix('"'));
    Ok(value.and_then(|value| value.split(['@', '"']).next()).map(str::to_string))
}
