//! Writing and copying complete files in one call.

use crate::generated::fs_ops::copy_flags;
use crate::path::{decode, errno_of, failed, failed_on_descriptor, failed_on_two};
use brio_descriptor::borrow;
use brio_realm::op::OpError;
use brio_realm::permission::place;
use rustix::fd::{AsFd, BorrowedFd};
use rustix::fs::{AtFlags, FileType, Mode, OFlags, SeekFrom};
use rustix::io::{Errno, retry_on_intr};
use std::fs::File;
use std::path::Path;

pub fn write_file(path: &str, data: &[u8], flags: i32, mode: u32) -> Result<(), OpError> {
    let path = decode(path);
    let wanted = OFlags::from_bits_retain(flags as u32) | OFlags::CLOEXEC;
    // ext4 writes a file to the disk at once when it was truncated on opening: a hundred times slower. Truncating the
    // rest of the old contents after the write gives the same file. Without data there is nothing to write, and truncating
    // a new file would report a change of it to watchers.
    let cuts_after =
        wanted.contains(OFlags::TRUNC) && !wanted.intersects(OFlags::APPEND | OFlags::EXCL) && !data.is_empty();
    let flags = if cuts_after { wanted - OFlags::TRUNC } else { wanted };
    let file = retry_on_intr(|| brio_realm::permission::open(&path, flags, Mode::from_bits_retain(mode)))
        .map_err(|errno| failed(errno, "open", &path))?;
    let written = write_to_end(file.as_fd(), data);
    if cuts_after {
        let cut = cut_at_position(file.as_fd());
        written.and(cut.map_err(|errno| failed_on_descriptor(errno, "write")))
    } else {
        written
    }
}

/// Truncates a regular file at the current position.
fn cut_at_position(file: BorrowedFd<'_>) -> Result<(), Errno> {
    let status = rustix::fs::fstat(file)?;
    if FileType::from_raw_mode(status.st_mode) != FileType::RegularFile {
        return Ok(());
    }
    let position = rustix::fs::seek(file, SeekFrom::Current(0))?;
    if (status.st_size as u64) > position || position == 0 { rustix::fs::ftruncate(file, position) } else { Ok(()) }
}

pub fn write_file_text(path: &str, text: &str, flags: i32, mode: u32) -> Result<(), OpError> {
    write_file(path, text.as_bytes(), flags, mode)
}

pub fn write_all(fd: i32, data: &[u8]) -> Result<(), OpError> {
    write_to_end(borrow(fd).map_err(|errno| failed_on_descriptor(errno, "write"))?, data)
}

fn write_to_end(file: BorrowedFd<'_>, mut data: &[u8]) -> Result<(), OpError> {
    while !data.is_empty() {
        let count =
            retry_on_intr(|| rustix::io::write(file, data)).map_err(|errno| failed_on_descriptor(errno, "write"))?;
        data = &data[count..];
    }
    Ok(())
}

pub fn copy_file(source: &str, dest: &str, flags: i32) -> Result<(), OpError> {
    let (source, dest) = (decode(source), decode(dest));
    copy(&source, &dest, flags).map_err(|errno| failed_on_two(errno, "copyfile", &source, &dest))
}

fn copy(source: &Path, dest: &Path, flags: i32) -> Result<(), Errno> {
    let from = retry_on_intr(|| brio_realm::permission::open(source, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()))?;
    let status = rustix::fs::fstat(&from)?;
    if FileType::from_raw_mode(status.st_mode) == FileType::Directory {
        return Err(Errno::ISDIR);
    }
    let exclusive = if flags & copy_flags::EXCLUSIVE != 0 { OFlags::EXCL } else { OFlags::empty() };
    let permissions = Mode::from_bits_truncate(status.st_mode);
    let to = retry_on_intr(|| {
        brio_realm::permission::open(dest, OFlags::WRONLY | OFlags::CREATE | OFlags::CLOEXEC | exclusive, permissions)
    })?;
    let dest_status = rustix::fs::fstat(&to)?;
    // Truncating the destination would empty the source.
    if dest_status.st_dev == status.st_dev && dest_status.st_ino == status.st_ino {
        return Ok(());
    }
    let had_contents = dest_status.st_size > 0;
    let copied = copy_contents(File::from(from), File::from(to), permissions, flags, had_contents);
    if copied.is_err() {
        // A partial copy is worse than none; the first error is the one to report.
        let _ = place(dest).and_then(|place| rustix::fs::unlinkat(place.folder(), place.name(), AtFlags::empty()));
    }
    copied
}

/// `had_contents`: whether the destination was not empty. An empty one is not truncated, since ext4 writes a file to the
/// disk at once when it was truncated to nothing, and waits for that when the file is removed.
fn copy_contents(mut from: File, mut to: File, permissions: Mode, flags: i32, had_contents: bool) -> Result<(), Errno> {
    rustix::fs::fchmod(&to, permissions)?;
    if flags & (copy_flags::CLONE | copy_flags::CLONE_FORCE) != 0 {
        if had_contents {
            rustix::fs::ftruncate(&to, 0)?;
        }
        match rustix::fs::ioctl_ficlone(&to, &from) {
            Ok(()) => return Ok(()),
            Err(errno) if flags & copy_flags::CLONE_FORCE != 0 => return Err(errno),
            Err(_) => {}
        }
    }
    // The standard library uses copy_file_range and sendfile where they work.
    let count = std::io::copy(&mut from, &mut to).map_err(|error| errno_of(&error))?;
    if had_contents { rustix::fs::ftruncate(&to, count) } else { Ok(()) }
}
