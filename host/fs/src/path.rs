//! Paths and names as they cross the boundary, and the errors of calls on them (see `ops/fs.ops.ts`).

use brio_realm::op::{OpError, Text};
use brio_realm::permission::take_refusal;
use rustix::io::Errno;
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// Marks a string with one character per byte.
const RAW_MARK: char = '\0';

/// The path that crossed as `text`.
pub fn decode(text: &str) -> Cow<'_, Path> {
    match text.strip_prefix(RAW_MARK) {
        None => Cow::Borrowed(Path::new(text)),
        Some(characters) => {
            // Characters above 255 cannot come from the TypeScript side; they would be truncated.
            let bytes = characters.chars().map(|character| character as u32 as u8).collect();
            Cow::Owned(PathBuf::from(OsString::from_vec(bytes)))
        }
    }
}

/// A name or path as a string that crosses.
pub fn encode(name: &OsStr) -> String {
    match name.to_str() {
        Some(text) => text.to_string(),
        None => std::iter::once(RAW_MARK).chain(name.as_bytes().iter().map(|&byte| char::from(byte))).collect(),
    }
}

/// As [`encode`], for a single result.
pub fn encode_text(name: &OsStr) -> Text {
    Text::from(encode(name))
}

/// The error of a call on a path.
pub fn failed(errno: Errno, syscall: &'static str, path: &Path) -> OpError {
    refusal(errno).unwrap_or_else(|| OpError::errno(errno.raw_os_error(), syscall).with_path(path))
}

/// The error of a call on two paths.
pub fn failed_on_two(errno: Errno, syscall: &'static str, path: &Path, dest: &Path) -> OpError {
    let error = || OpError::errno(errno.raw_os_error(), syscall).with_path(path).with_dest(dest);
    refusal(errno).unwrap_or_else(error)
}

/// The error of a call on a descriptor, or of one whose error does not name its path.
pub fn failed_on_descriptor(errno: Errno, syscall: &'static str) -> OpError {
    refusal(errno).unwrap_or_else(|| OpError::errno(errno.raw_os_error(), syscall))
}

/// A path that was granted by its name leads to what may not be used.
fn refusal(errno: Errno) -> Option<OpError> {
    if errno == Errno::ACCESS { take_refusal() } else { None }
}

/// The errno of an error of the standard library; EIO when it has none.
pub fn errno_of(error: &std::io::Error) -> Errno {
    Errno::from_io_error(error).unwrap_or(Errno::IO)
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn a_name_that_is_not_utf8_survives_the_round_trip() {
        let name = OsStr::from_bytes(b"caf\xe9/\xff");
        let text = encode(name);
        assert_eq!(text, "\0caf\u{e9}/\u{ff}");
        assert_eq!(decode(&text).as_os_str(), name);
    }

    #[test]
    fn utf8_names_cross_as_they_are() {
        assert_eq!(encode(OsStr::new("žluť")), "žluť");
        assert_eq!(decode("žluť").as_os_str(), OsStr::new("žluť"));
    }
}
