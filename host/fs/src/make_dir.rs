//! Creating directories.

use crate::path::{decode, encode_text, failed};
use brio_realm::op::{OpError, Text};
use brio_realm::permission::{Place, checked, place, place_of_canonical};
use rustix::fs::{AtFlags, FileType, Mode};
use rustix::io::Errno;
use std::borrow::Cow;
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

const RANDOM_CHARACTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const RANDOM_CHARACTER_COUNT: usize = 6;
const TEMP_DIR_TRIES: usize = 100;

pub fn make_dir(path: &str, mode: u32) -> Result<(), OpError> {
    let path = decode(path);
    place(&path)
        .and_then(|place| rustix::fs::mkdirat(place.folder(), place.name(), Mode::from_bits_truncate(mode)))
        .map_err(|errno| failed(errno, "mkdir", &path))
}

pub fn make_dirs(path: &str, mode: u32) -> Result<Option<Text>, OpError> {
    let path = decode(path);
    let made =
        make_with_parents(&path, Mode::from_bits_truncate(mode)).map_err(|errno| failed(errno, "mkdir", &path))?;
    Ok(made.map(|first| encode_text(first.as_os_str())))
}

/// Returns the first directory that was created.
fn make_with_parents(path: &Path, mode: Mode) -> Result<Option<PathBuf>, Errno> {
    match checked(path) {
        Cow::Borrowed(path) => make_below(path, mode, |next| Ok(Place::of(next))),
        // No link may have appeared in a path that was checked.
        Cow::Owned(canonical) => {
            let first = make_below(&canonical, mode, |next| place_of_canonical(next.to_path_buf()))?;
            Ok(first.map(|first| as_requested(path, &canonical, first)))
        }
    }
}

/// The directory that was created, as a part of the path that the program wrote, where both end in the same names.
fn as_requested(path: &Path, canonical: &Path, first: PathBuf) -> PathBuf {
    let Ok(below) = canonical.strip_prefix(&first) else { return first };
    let path = without_trailing_slashes(path);
    let name = first.file_name().unwrap_or_default();
    if !path.ends_with(Path::new(name).join(below)) {
        return first;
    }
    let count = below.components().count();
    path.ancestors().nth(count).map_or(first, Path::to_path_buf)
}

fn make_below(
    path: &Path,
    mode: Mode,
    place: impl for<'a> Fn(&'a Path) -> Result<Place<'a>, Errno>,
) -> Result<Option<PathBuf>, Errno> {
    let mut waiting = vec![without_trailing_slashes(path)];
    let mut first = None;
    while let Some(next) = waiting.pop() {
        let made = place(&next).and_then(|at| rustix::fs::mkdirat(at.folder(), at.name(), mode));
        match made {
            Ok(()) => {
                first.get_or_insert(next);
            }
            Err(Errno::NOENT) => {
                let parent = parent_of(&next).ok_or(Errno::NOENT)?;
                waiting.push(next);
                waiting.push(parent);
            }
            Err(errno @ (Errno::NOTDIR | Errno::ACCESS | Errno::NOSPC)) => return Err(errno),
            // Other errors do not matter when the directory exists: EEXIST, but also EROFS and EPERM.
            Err(errno) => {
                match place(&next).and_then(|at| rustix::fs::statat(at.folder(), at.name(), AtFlags::empty())) {
                    Ok(status) if FileType::from_raw_mode(status.st_mode) == FileType::Directory => {}
                    Ok(_) if errno == Errno::EXIST && !waiting.is_empty() => return Err(Errno::NOTDIR),
                    Ok(_) | Err(_) => return Err(errno),
                }
            }
        }
    }
    Ok(first)
}

fn without_trailing_slashes(path: &Path) -> PathBuf {
    let mut bytes = path.as_os_str().as_bytes().to_vec();
    while bytes.len() > 1 && bytes.ends_with(b"/") {
        bytes.pop();
    }
    PathBuf::from(OsString::from_vec(bytes))
}

/// The part before the last slash; not `Path::parent`, which would drop "." and "..".
fn parent_of(path: &Path) -> Option<PathBuf> {
    let bytes = path.as_os_str().as_bytes();
    let slash = bytes.iter().rposition(|&byte| byte == b'/')?;
    let parent = without_trailing_slashes(Path::new(std::ffi::OsStr::from_bytes(&bytes[..slash.max(1)])));
    (parent != path).then_some(parent)
}

pub fn make_temp_dir(prefix: &str) -> Result<Text, OpError> {
    let prefix = decode(prefix);
    let with_suffix = |suffix: &[u8]| appended(&prefix, suffix);
    let make = |suffix: &[u8]| match checked(&prefix) {
        Cow::Borrowed(_) => rustix::fs::mkdir(with_suffix(suffix), Mode::RWXU),
        Cow::Owned(canonical) => {
            // A canonical path has no slash at its end.
            let is_folder = prefix.as_os_str().as_bytes().ends_with(b"/");
            let start = if is_folder { canonical.join("") } else { canonical };
            let at = place_of_canonical(appended(&start, suffix))?;
            rustix::fs::mkdirat(at.folder(), at.name(), Mode::RWXU)
        }
    };
    let made = (0..TEMP_DIR_TRIES).find_map(|_| {
        let suffix = match random_suffix() {
            Ok(suffix) => suffix,
            Err(errno) => return Some(Err(errno)),
        };
        match make(&suffix) {
            Ok(()) => Some(Ok(with_suffix(&suffix))),
            Err(Errno::EXIST) => None,
            Err(errno) => Some(Err(errno)),
        }
    });
    match made.unwrap_or(Err(Errno::EXIST)) {
        Ok(path) => Ok(encode_text(path.as_os_str())),
        Err(errno) => Err(failed(errno, "mkdtemp", &with_suffix(b"XXXXXX"))),
    }
}

fn appended(path: &Path, suffix: &[u8]) -> PathBuf {
    PathBuf::from(OsString::from_vec([path.as_os_str().as_bytes(), suffix].concat()))
}

fn random_suffix() -> Result<[u8; RANDOM_CHARACTER_COUNT], Errno> {
    let mut random = [0u8; RANDOM_CHARACTER_COUNT];
    rustix::rand::getrandom(&mut random, rustix::rand::GetRandomFlags::empty())?;
    // 256 is not a multiple of 62, so some characters are slightly likelier; names only have to differ.
    Ok(random.map(|byte| RANDOM_CHARACTERS[usize::from(byte) % RANDOM_CHARACTERS.len()]))
}

#[cfg(test)]
mod tests {
    use super::{parent_of, without_trailing_slashes};
    use std::path::{Path, PathBuf};

    #[test]
    fn parents_end_at_the_root_and_at_a_plain_name() {
        assert_eq!(parent_of(Path::new("/a/b")), Some(PathBuf::from("/a")));
        assert_eq!(parent_of(Path::new("/a")), Some(PathBuf::from("/")));
        assert_eq!(parent_of(Path::new("/")), None);
        assert_eq!(parent_of(Path::new("a")), None);
        assert_eq!(parent_of(Path::new("a//b")), Some(PathBuf::from("a")));
    }

    #[test]
    fn the_root_keeps_its_slash() {
        assert_eq!(without_trailing_slashes(Path::new("//")), PathBuf::from("/"));
        assert_eq!(without_trailing_slashes(Path::new("a/")), PathBuf::from("a"));
    }
}
