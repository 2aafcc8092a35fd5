//! Bringing the files of a stored package into a project: by reflink where the file system has it, by hard link, or by
//! copying. Hard-linked files are not writable, so that a project cannot change the store.

use crate::error::{Error, Result};
use crate::files;
use crate::store::Stored;
use rustc_hash::FxHashSet;
use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, mkdirat, openat};
use rustix::io::Errno;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU8, Ordering};

const UNKNOWN: u8 = 0;
const REFLINK: u8 = 1;
const HARD_LINK: u8 = 2;
const COPY: u8 = 3;

/// Knows which way works between the store and the project.
#[derive(Default)]
pub struct Linker {
    way: AtomicU8,
}

impl Linker {
    /// Brings a package into the folder `to`, without what its tarball has in the folders `inside`, where others are brought
    /// at the same time. `package.json` is linked last.
    ///
    /// # Errors
    /// The system's.
    pub fn link(&self, stored: &Stored, to: &Path, inside: &[String], copies: bool) -> Result<()> {
        let failed = |error: Errno| Error::of_file(&error.into(), "write", to);
        prepare(to)?;
        let flags = OFlags::DIRECTORY | OFlags::CLOEXEC;
        let source = openat(CWD, &stored.folder, flags, Mode::empty())
            .map_err(|error| Error::of_file(&error.into(), "open", &stored.folder))?;
        let target = openat(CWD, to, flags, Mode::empty()).map_err(failed)?;
        let mut folders: FxHashSet<&str> = FxHashSet::default();
        let mut last = None;
        let is_of_another = |path: &str| inside.iter().any(|folder| path.starts_with(folder));
        for (path, is_executable) in stored.files.iter().filter(|(path, _)| !is_of_another(path)) {
            if path == "package.json" {
                last = Some((path, is_executable));
                continue;
            }
            if let Some((folder, _)) = path.rsplit_once('/') {
                make_folders(&target, folder, &mut folders).map_err(failed)?;
            }
            self.bring(&source, &target, path, is_executable, copies).map_err(failed)?;
        }
        if let Some((path, is_executable)) = last {
            self.bring(&source, &target, path, is_executable, copies).map_err(failed)?;
        }
        Ok(())
    }

    fn bring(
        &self,
        from: &OwnedFd,
        to: &OwnedFd,
        path: &str,
        is_executable: bool,
        copies: bool,
    ) -> rustix::io::Result<()> {
        if copies {
            return copy(from, to, path, is_executable, false);
        }
        if self.way.load(Ordering::Relaxed) == UNKNOWN {
            match copy(from, to, path, is_executable, true) {
                Ok(()) => {
                    self.way.store(REFLINK, Ordering::Relaxed);
                    return Ok(());
                }
                Err(Errno::NOSPC) => return Err(Errno::NOSPC),
                Err(_) => self.way.store(HARD_LINK, Ordering::Relaxed),
            }
        }
        match self.way.load(Ordering::Relaxed) {
            REFLINK => copy(from, to, path, is_executable, true),
            HARD_LINK => match linkat(from, path, to, path, AtFlags::empty()) {
                Err(Errno::EXIST) => {
                    rustix::fs::unlinkat(to, path, AtFlags::empty())?;
                    linkat(from, path, to, path, AtFlags::empty())
                }
                // Another file system, or one without hard links.
                Err(Errno::XDEV | Errno::PERM | Errno::OPNOTSUPP | Errno::ACCESS) => {
                    self.way.store(COPY, Ordering::Relaxed);
                    copy(from, to, path, is_executable, false)
                }
                // Too many links to one file.
                Err(Errno::MLINK) => copy(from, to, path, is_executable, false),
                other => other,
            },
            _ => copy(from, to, path, is_executable, false),
        }
    }
}

/// Makes the folder, or empties it but for the `node_modules` that is inside.
fn prepare(to: &Path) -> Result<()> {
    let failed = |error: &std::io::Error| Error::of_file(error, "make", to);
    match fs::symlink_metadata(to) {
        Ok(metadata) if metadata.is_dir() => {
            // First what says that the folder is complete.
            files::remove(&to.join("package.json"))?;
            for entry in fs::read_dir(to).map_err(|error| failed(&error))?.flatten() {
                let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
                if entry.file_name() != "node_modules" || !is_folder {
                    files::remove(&entry.path())?;
                }
            }
            Ok(())
        }
        Ok(_) => {
            files::remove(to)?;
            fs::create_dir_all(to).map_err(|error| failed(&error))
        }
        Err(_) => fs::create_dir_all(to).map_err(|error| failed(&error)),
    }
}

fn make_folders<'a>(at: &OwnedFd, folder: &'a str, known: &mut FxHashSet<&'a str>) -> rustix::io::Result<()> {
    if known.contains(folder) {
        return Ok(());
    }
    if let Some((above, _)) = folder.rsplit_once('/') {
        make_folders(at, above, known)?;
    }
    match mkdirat(at, folder, Mode::from_raw_mode(0o777)) {
        Err(Errno::EXIST) if !is_real_folder(at, folder) => {
            // What a package brings along must not follow a link.
            rustix::fs::unlinkat(at, folder, AtFlags::empty())?;
            mkdirat(at, folder, Mode::from_raw_mode(0o777))?;
        }
        Ok(()) | Err(Errno::EXIST) => {}
        Err(error) => return Err(error),
    }
    known.insert(folder);
    Ok(())
}

fn is_real_folder(at: &OwnedFd, folder: &str) -> bool {
    let found = rustix::fs::statat(at, folder, AtFlags::SYMLINK_NOFOLLOW);
    found.is_ok_and(|found| rustix::fs::FileType::from_raw_mode(found.st_mode).is_dir())
}

fn copy(from: &OwnedFd, to: &OwnedFd, path: &str, is_executable: bool, is_reflink: bool) -> rustix::io::Result<()> {
    let source = openat(from, path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?;
    let mode = Mode::from_raw_mode(if is_executable { 0o755 } else { 0o644 });
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC | OFlags::CLOEXEC | OFlags::NOFOLLOW;
    let target = openat(to, path, flags, mode)?;
    let outcome = if is_reflink {
        rustix::fs::ioctl_ficlone(&target, &source)
    } else {
        std::io::copy(&mut fs::File::from(source), &mut fs::File::from(target))
            .map(|_| ())
            .map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))
    };
    if outcome.is_err() {
        // A file that is not complete must not stay.
        let _ = rustix::fs::unlinkat(to, path, AtFlags::empty());
    }
    outcome
}
