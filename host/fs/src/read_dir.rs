//! Listing directories: completely, or a block at a time.

use crate::generated::fs_ops::DirectoryEntries;
use crate::path::{decode, encode, failed, failed_on_descriptor};
use brio_descriptor::borrow;
use brio_realm::op::{OpError, Text};
use rustix::fd::BorrowedFd;
use rustix::fs::{AtFlags, FileType, Mode, OFlags, RawDir};
use rustix::io::{Errno, retry_on_intr};
use std::ffi::{OsStr, OsString};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, IntoRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// How much of a directory one system call returns.
const BLOCK_BYTES: usize = 32 * 1024;

type Entry = (OsString, u8);

pub fn read_dir(path: &str) -> Result<DirectoryEntries, OpError> {
    Ok(to_record(&sorted_entries(&decode(path))?))
}

/// The names in a directory, sorted.
pub fn names(path: &Path) -> Result<impl Iterator<Item = OsString>, OpError> {
    Ok(sorted_entries(path)?.into_iter().map(|(name, _)| name))
}

fn sorted_entries(path: &Path) -> Result<Vec<Entry>, OpError> {
    let listed = open(path).and_then(|directory| {
        let mut entries = Vec::new();
        while read_block(directory.as_fd(), &mut entries)? {}
        Ok(entries)
    });
    let mut entries = listed.map_err(|errno| failed(errno, "scandir", path))?;
    // libuv sorts, and programs rely on it.
    entries.sort_unstable_by(|left, right| left.0.as_bytes().cmp(right.0.as_bytes()));
    Ok(entries)
}

/// Opens a directory. As in Node, the error of the synchronous form does not name the path.
pub fn open_dir_sync(path: &str) -> Result<i32, OpError> {
    open(&decode(path)).map(IntoRawFd::into_raw_fd).map_err(|errno| failed_on_descriptor(errno, "opendir"))
}

pub fn open_dir(path: &str) -> Result<i32, OpError> {
    let path = decode(path);
    open(&path).map(IntoRawFd::into_raw_fd).map_err(|errno| failed(errno, "opendir", &path))
}

pub fn next_entries(fd: i32) -> Result<DirectoryEntries, OpError> {
    let listed = borrow(fd).and_then(|directory| {
        let mut entries = Vec::new();
        // A block can hold only "." and "..".
        while entries.is_empty() && read_block(directory, &mut entries)? {}
        Ok(entries)
    });
    listed.map(|entries| to_record(&entries)).map_err(|errno| failed_on_descriptor(errno, "scandir"))
}

fn open(path: &Path) -> Result<OwnedFd, Errno> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    retry_on_intr(|| brio_realm::permission::open(path, flags, Mode::empty()))
}

/// Adds the entries of the next block; false at the end of the directory.
fn read_block(directory: BorrowedFd<'_>, entries: &mut Vec<Entry>) -> Result<bool, Errno> {
    let mut block = vec![MaybeUninit::uninit(); BLOCK_BYTES];
    let mut reader = RawDir::new(directory, &mut block);
    while let Some(entry) = reader.next() {
        let entry = entry?;
        let name = OsStr::from_bytes(entry.file_name().to_bytes());
        if name != "." && name != ".." {
            entries.push((name.to_os_string(), kind_of(directory, name, entry.file_type())));
        }
        if reader.is_buffer_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The `UV_DIRENT_…` of an entry. Some file systems do not return the type with the name.
fn kind_of(directory: BorrowedFd<'_>, name: &OsStr, kind: FileType) -> u8 {
    match kind {
        FileType::RegularFile => 1,
        FileType::Directory => 2,
        FileType::Symlink => 3,
        FileType::Fifo => 4,
        FileType::Socket => 5,
        FileType::CharacterDevice => 6,
        FileType::BlockDevice => 7,
        FileType::Unknown => {
            match rustix::fs::statat(directory, name, AtFlags::SYMLINK_NOFOLLOW)
                .map(|status| FileType::from_raw_mode(status.st_mode))
            {
                Ok(FileType::Unknown) | Err(_) => 0,
                Ok(known) => kind_of(directory, name, known),
            }
        }
    }
}

fn to_record(entries: &[Entry]) -> DirectoryEntries {
    let names: Vec<String> = entries.iter().map(|(name, _)| encode(name)).collect();
    DirectoryEntries { names: Text::from(names.join("/")), types: entries.iter().map(|&(_, kind)| kind).collect() }
}
