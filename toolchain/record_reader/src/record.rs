//! The members of a record, and what is retained of each version.

use crate::scanner::{Invalid, Scanner};
use std::ops::Range;

/// A registry's record of a package. What is not an object, or no JSON at all, is left to the caller.
#[derive(Debug, Default)]
pub struct Record<'a> {
    /// The value of `dist-tags`, as it is written.
    pub tags: Option<&'a str>,
    /// The value of `time`.
    pub time: Option<&'a str>,
    /// The value of `modified`.
    pub modified: Option<&'a str>,
    /// In the order of the registry; their bodies follow each other.
    pub versions: Vec<Version<'a>>,
    /// What is retained of the versions, one JSON object after the other.
    pub bodies: Vec<u8>,
}

/// A version of a record.
#[derive(Debug, PartialEq, Eq)]
pub struct Version<'a> {
    pub version: &'a str,
    /// Where its object is in the bodies.
    pub body: Range<usize>,
}

impl<'a> Record<'a> {
    /// Reads a record in one pass. Versions that are not objects are left out, and those that `accepts` refuses.
    ///
    /// # Errors
    /// Where the JSON is invalid, or is not what registries send.
    pub fn read(json: &'a [u8], accepts: &mut dyn FnMut(&'a str) -> bool) -> Result<Self, Invalid> {
        let text = std::str::from_utf8(json).map_err(|error| Invalid { position: error.valid_up_to() })?;
        let mut scanner = Scanner::new(text);
        // The bodies of abbreviated records are about half of them.
        let mut record = Self { bodies: Vec::with_capacity(json.len() / 2), ..Self::default() };
        let mut has_versions = false;
        scanner.begin_object()?;
        let mut is_first = true;
        while let Some(key) = scanner.member(&mut is_first)? {
            match key {
                "versions" if has_versions => return Err(Invalid { position: 0 }),
                "versions" => {
                    has_versions = true;
                    record.read_versions(&mut scanner, accepts)?;
                }
                "dist-tags" => record.tags = Some(scanner.value()?),
                "time" => record.time = Some(scanner.value()?),
                "modified" => record.modified = Some(scanner.value()?),
                _ => drop(scanner.value()?),
            }
        }
        scanner.finish()?;
        Ok(record)
    }

    fn read_versions(
        &mut self,
        scanner: &mut Scanner<'a>,
        accepts: &mut dyn FnMut(&'a str) -> bool,
    ) -> Result<(), Invalid> {
        scanner.begin_object()?;
        let mut is_first = true;
        while let Some(version) = scanner.member(&mut is_first)? {
            let start = self.bodies.len();
            if scanner.is_at_object() && accepts(version) {
                reduce_version(scanner, &mut self.bodies)?;
                self.versions.push(Version { version, body: start..self.bodies.len() });
            } else {
                scanner.value()?;
            }
        }
        Ok(())
    }
}

/// Appends what is retained of one version to `bodies`. False: it is not an object, or not valid.
pub fn reduce(version: &[u8], bodies: &mut Vec<u8>) -> bool {
    let Ok(text) = std::str::from_utf8(version) else { return false };
    let mut scanner = Scanner::new(text);
    let start = bodies.len();
    let is_read = scanner.is_at_object() && reduce_version(&mut scanner, bodies).is_ok() && scanner.finish().is_ok();
    if !is_read {
        bodies.truncate(start);
    }
    is_read
}

fn reduce_version(scanner: &mut Scanner<'_>, bodies: &mut Vec<u8>) -> Result<(), Invalid> {
    scanner.begin_object()?;
    bodies.push(b'{');
    let (mut is_first, mut runs_scripts, mut says_scripts) = (true, false, false);
    while let Some(key) = scanner.member(&mut is_first)? {
        match key {
            "dependencies"
            | "optionalDependencies"
            | "peerDependencies"
            | "peerDependenciesMeta"
            | "bundleDependencies"
            | "bundledDependencies"
            | "bin"
            | "os"
            | "cpu"
            | "libc"
            | "engines"
            | "deprecated"
            | "license"
            | "funding"
            | "workspaces"
            | "_hasShrinkwrap" => {
                add(bodies, key, scanner.value()?);
            }
            "hasInstallScript" => {
                let value = scanner.value()?;
                says_scripts = value != "null";
                add(bodies, key, value);
            }
            "dist" if scanner.is_at_object() => reduce_dist(scanner, bodies)?,
            "scripts" if scanner.is_at_object() => runs_scripts = has_install_script(scanner)?,
            _ => drop(scanner.value()?),
        }
    }
    if runs_scripts && !says_scripts {
        add(bodies, "hasInstallScript", "true");
    }
    bodies.push(b'}');
    Ok(())
}

/// Adds a member to the object that the bodies end with.
fn add(bodies: &mut Vec<u8>, key: &str, value: &str) {
    // `null` is as good as absent.
    if value != "null" {
        bodies.extend_from_slice(if bodies.last() == Some(&b'{') { b"\"" } else { b",\"" });
        bodies.extend_from_slice(key.as_bytes());
        bodies.extend_from_slice(b"\":");
        bodies.extend_from_slice(value.as_bytes());
    }
}

/// The address of the tarball, its integrity (or, without one, its SHA-1) and where it was built.
fn reduce_dist(scanner: &mut Scanner<'_>, bodies: &mut Vec<u8>) -> Result<(), Invalid> {
    let (mut tarball, mut integrity, mut shasum, mut attestations) = ("null", "null", "null", "null");
    scanner.begin_object()?;
    let mut is_first = true;
    while let Some(key) = scanner.member(&mut is_first)? {
        let value = scanner.value()?;
        match key {
            "tarball" => tarball = value,
            "integrity" => integrity = value,
            "shasum" => shasum = value,
            "attestations" => attestations = value,
            _ => {}
        }
    }
    add(bodies, "dist", "{");
    add(bodies, "tarball", tarball);
    add(bodies, "integrity", integrity);
    if !integrity.starts_with('"') || integrity == "\"\"" {
        add(bodies, "shasum", shasum);
    }
    add(bodies, "attestations", attestations);
    bodies.push(b'}');
    Ok(())
}

/// Whether one of the scripts is run by an installation.
fn has_install_script(scanner: &mut Scanner<'_>) -> Result<bool, Invalid> {
    let (mut is_first, mut found) = (true, false);
    scanner.begin_object()?;
    while let Some(key) = scanner.member(&mut is_first)? {
        found |= matches!(key, "preinstall" | "install" | "postinstall");
        scanner.value()?;
    }
    Ok(found)
}

#[cfg(test)]
#[path = "record_tests.rs"]
mod tests;
