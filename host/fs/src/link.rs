//! Links and names: rename, hard and symbolic links, real paths.

use crate::path::{decode, encode_text, errno_of, failed, failed_on_two};
use brio_realm::op::{OpError, Text};
use brio_realm::permission::{checked, place};
use rustix::fs::AtFlags;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

pub fn rename(source: &str, dest: &str) -> Result<(), OpError> {
    let (source, dest) = (decode(source), decode(dest));
    let renamed = || {
        let (from, to) = (place(&source)?, place(&dest)?);
        rustix::fs::renameat(from.folder(), from.name(), to.folder(), to.name())
    };
    renamed().map_err(|errno| failed_on_two(errno, "rename", &source, &dest))
}

pub fn link(existing: &str, dest: &str) -> Result<(), OpError> {
    let (existing, dest) = (decode(existing), decode(dest));
    let linked = || {
        let (from, to) = (place(&existing)?, place(&dest)?);
        rustix::fs::linkat(from.folder(), from.name(), to.folder(), to.name(), AtFlags::empty())
    };
    linked().map_err(|errno| failed_on_two(errno, "link", &existing, &dest))
}

pub fn symlink(target: &str, path: &str) -> Result<(), OpError> {
    let (target, path) = (decode(target), decode(path));
    place(&path)
        .and_then(|place| rustix::fs::symlinkat(&*target, place.folder(), place.name()))
        .map_err(|errno| failed_on_two(errno, "symlink", &target, &path))
}

pub fn read_link(path: &str) -> Result<Text, OpError> {
    let path = decode(path);
    let target = place(&path)
        .and_then(|place| rustix::fs::readlinkat(place.folder(), place.name(), Vec::new()))
        .map_err(|errno| failed(errno, "readlink", &path))?;
    Ok(encode_text(OsStr::from_bytes(target.as_bytes())))
}

pub fn real_path(path: &str) -> Result<Text, OpError> {
    let path = decode(path);
    let real = std::fs::canonicalize(&*checked(&path)).map_err(|error| failed(errno_of(&error), "realpath", &path))?;
    Ok(encode_text(real.as_os_str()))
}
