//! Copying the contents of a directory in one call: what `cp` does below a directory that it has just created, where
//! nothing is replaced.

use crate::path::{decode, encode, encode_text, failed};
use crate::{attributes, link, make_dir, read_dir, write_file};
use brio_realm::op::{OpError, Text};
use rustix::fs::{AtFlags, CWD, FileType, RawMode, Stat};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStringExt;
use std::path::{Component, Path, PathBuf};

/// The permissions of new directories, less the umask; they get those of their source when they are complete.
const NEW_DIR_MODE: u32 = 0o777;
const PERMISSIONS: RawMode = 0o7777;
const NANOSECONDS: f64 = 1e9;

/// How a tree is copied.
#[derive(Clone, Copy)]
struct Copying {
    /// Of `copyFile`.
    flags: i32,
    keeps_targets: bool,
    keeps_times: bool,
}

/// Copies the entries of the directory `source` into the new, empty directory `dest`. Relative targets of links become
/// absolute unless `keeps_targets`. Returns None, or a kind that cannot be copied and its destination: `socket PATH`,
/// `fifo PATH`, `unknown PATH`; what was copied before it stays.
pub fn copy_tree(
    source: &str,
    dest: &str,
    flags: i32,
    keeps_targets: bool,
    keeps_times: bool,
) -> Result<Option<Text>, OpError> {
    let refused = Copying { flags, keeps_targets, keeps_times }.contents(&decode(source), &decode(dest))?;
    Ok(refused.map(|(kind, path)| {
        let mut text = kind.to_string();
        text.push(' ');
        text.push_str(&path.to_string_lossy());
        encode_text(OsStr::new(&text))
    }))
}

type Refused = Option<(&'static str, PathBuf)>;

impl Copying {
    fn contents(self, source: &Path, dest: &Path) -> Result<Refused, OpError> {
        for name in read_dir::names(source)? {
            let (from, to) = (source.join(&name), dest.join(&name));
            let refused = self.entry(&from, &to)?;
            if refused.is_some() {
                return Ok(refused);
            }
        }
        Ok(None)
    }

    fn entry(self, from: &Path, to: &Path) -> Result<Refused, OpError> {
        let status = status_of(from)?;
        let (source, dest) = (encode(from.as_os_str()), encode(to.as_os_str()));
        match FileType::from_raw_mode(status.st_mode) {
            FileType::Directory => {
                make_dir::make_dir(&dest, NEW_DIR_MODE)?;
                let refused = self.contents(from, to)?;
                if refused.is_some() {
                    return Ok(refused);
                }
            }
            FileType::Symlink => {
                let target = rustix::fs::readlink(from, Vec::new()).map_err(|errno| failed(errno, "readlink", from))?;
                let target = PathBuf::from(OsString::from_vec(target.into_bytes()));
                let target = if self.keeps_targets { target } else { absolute_target(&target, from) };
                link::symlink(&encode(target.as_os_str()), &dest)?;
                return Ok(None);
            }
            FileType::Socket => return Ok(Some(("socket", to.to_path_buf()))),
            FileType::Fifo => return Ok(Some(("fifo", to.to_path_buf()))),
            FileType::Unknown => return Ok(Some(("unknown", to.to_path_buf()))),
            _ => write_file::copy_file(&source, &dest, self.flags)?,
        }
        if self.keeps_times {
            // Read again: copying changed the source's access time.
            let status = status_of(from)?;
            let seconds = |whole: i64, part: u64| whole as f64 + part as f64 / NANOSECONDS;
            attributes::utimes(
                &dest,
                seconds(status.st_atime, status.st_atime_nsec),
                seconds(status.st_mtime, status.st_mtime_nsec),
            )?;
        }
        attributes::chmod(&dest, status.st_mode & PERMISSIONS)?;
        Ok(None)
    }
}

fn status_of(path: &Path) -> Result<Stat, OpError> {
    rustix::fs::statat(CWD, path, AtFlags::SYMLINK_NOFOLLOW).map_err(|errno| failed(errno, "lstat", path))
}

/// The target of the link at `link`, without `.` and `..`, as `path.resolve` makes it.
fn absolute_target(target: &Path, link: &Path) -> PathBuf {
    if target.is_absolute() {
        return target.to_path_buf();
    }
    let folder = link.parent().unwrap_or(Path::new(""));
    let joined = std::env::current_dir().unwrap_or_default().join(folder).join(target);
    let mut resolved = PathBuf::from("/");
    for component in joined.components() {
        match component {
            Component::Normal(name) => resolved.push(name),
            Component::ParentDir => {
                resolved.pop();
            }
            _ => {}
        }
    }
    resolved
}
