//! Links and names: rename, hard and symbolic links, real paths.

use crate::path::{decode, encode_text, errno_of, failed, failed_on_two};
use brio_realm::op::{OpError, Text};
use brio_realm::permission::checked;
use rustix::fs::{AtFlags, CWD};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

pub fn rename(source: &str, dest: &str) -> Result<(), OpError> {
    let (source, dest) = (decode(source), decode(dest));
    rustix::fs::rename(&*checked(&source), &*checked(&dest))
        .map_err(|errno| failed_on_two(errno, "rename", &source, &dest))
}

pub fn link(existing: &str, dest: &str) -> Result<(), OpError> {
    let (existing, dest) = (decode(existing), decode(dest));
    rustix::fs::linkat(CWD, &*checked(&existing), CWD, &*checked(&dest), AtFlags::empty())
        .map_err(|errno| failed_on_two(errno, "link", &existing, &dest))
}

pub fn symlink(target: &str, path: &str) -> Result<(), OpError> {
    let (target, path) = (decode(target), decode(path));
    rustix::fs::symlink(&*target, &*checked(&path)).map_err(|errno| failed_on_two(errno, "symlink", &target, &path))
}

pub fn read_link(path: &str) -> Result<Text, OpError> {
    let path = decode(path);
    let target =
        rustix::fs::readlink(&*checked(&path), Vec::new()).map_err(|errno| failed(errno, "readlink", &path))?;
    Ok(encode_text(OsStr::from_bytes(target.as_bytes())))
}

pub fn real_path(path: &str) -> Result<Text, OpError> {
    let path = decode(path);
    let real = std::fs::canonicalize(&*checked(&path)).map_err(|error| failed(errno_of(&error), "realpath", &path))?;
    Ok(encode_text(real.as_os_str()))
}
