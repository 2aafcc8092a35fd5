//! The subset of URLs that file specifiers need: percent-decoding, `?query#fragment`, dot segments.

use crate::error::{ErrorCode, ResolveError};
use std::path::{Component, Path, PathBuf};

/// A URL's path, and its query and fragment, each with its leading `?` or `#`, or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct UrlPath<'a> {
    pub(crate) path: &'a str,
    pub(crate) query: &'a str,
    pub(crate) fragment: &'a str,
}

/// Splits off the fragment first, then the query.
pub(crate) fn split(text: &str) -> UrlPath<'_> {
    let (rest, fragment) = text.split_at(text.find('#').unwrap_or(text.len()));
    let (path, query) = rest.split_at(rest.find('?').unwrap_or(rest.len()));
    UrlPath { path, query, fragment }
}

/// Returns what follows `file:` as an absolute URL path.
pub(crate) fn file_url_path(rest: &str) -> Result<&str, ResolveError> {
    let Some(authority) = rest.strip_prefix("//") else {
        return Ok(rest);
    };
    let (host, path) = authority.split_at(authority.find('/').unwrap_or(authority.len()));
    if host.is_empty() || host.eq_ignore_ascii_case("localhost") {
        return Ok(if path.is_empty() { "/" } else { path });
    }
    let system = std::env::consts::OS;
    let message = format!("File URL host must be \"localhost\" or empty on {system}");
    Err(ResolveError::new(ErrorCode::InvalidFileUrlHost, message))
}

/// Returns the URL's scheme, if it has one: a letter, then letters, digits, `+`, `-` and `.` up to a colon.
pub(crate) fn scheme(text: &str) -> Option<&str> {
    let (scheme, _) = text.split_once(':')?;
    let valid = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    valid.then_some(scheme)
}

/// Whether `path` contains an encoded slash or backslash, which a file name cannot contain.
pub(crate) fn has_encoded_separator(path: &str) -> bool {
    path.as_bytes().windows(3).any(|window| matches!(window, b"%2f" | b"%2F" | b"%5c" | b"%5C"))
}

/// Decodes `%xx`. The result must be valid UTF-8.
pub(crate) fn percent_decode(text: &str) -> Result<String, ResolveError> {
    let malformed = || ResolveError::new(ErrorCode::MalformedUri, "URI malformed".to_owned());
    if !text.contains('%') {
        return Ok(text.to_owned());
    }
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [byte, tail @ ..] = rest {
        if *byte != b'%' {
            decoded.push(*byte);
            rest = tail;
            continue;
        }
        let digits = tail.first_chunk::<2>().filter(|pair| pair.iter().all(u8::is_ascii_hexdigit));
        let digits = digits.and_then(|pair| std::str::from_utf8(pair).ok()).ok_or_else(malformed)?;
        decoded.push(u8::from_str_radix(digits, 16).map_err(|_| malformed())?);
        rest = &tail[2..];
    }
    String::from_utf8(decoded).map_err(|_| malformed())
}

/// Encodes the characters that a URL path cannot contain literally, as Node's `pathToFileURL`.
pub(crate) fn path_to_file_url(path: &Path) -> String {
    let mut url = String::from("file://");
    for byte in path.to_string_lossy().bytes() {
        match byte {
            b'%'
            | b'\\'
            | b'\n'
            | b'\r'
            | b'\t'
            | b'?'
            | b'#'
            | b' '
            | b'"'
            | b'<'
            | b'>'
            | b'`'
            | b'{'
            | b'}'
            | b'|'
            | b'^'
            | b'['
            | b']'
            | 0x80.. => url.push_str(&format!("%{byte:02X}")),
            _ => url.push(char::from(byte)),
        }
    }
    url
}

/// Resolves `.` and `..` in an absolute URL path. Empty segments stay, as in URLs.
pub(crate) fn normalize(url_path: &str) -> String {
    let mut segments: Vec<&str> = Vec::new();
    let mut parts = url_path.split('/').skip(1).peekable();
    while let Some(segment) = parts.next() {
        let is_last = parts.peek().is_none();
        // An encoded dot is a dot (URL Standard, "double-dot URL path segment").
        let dots = segment.replace("%2e", ".").replace("%2E", ".");
        match dots.as_str() {
            "." | ".." => {
                if dots == ".." {
                    segments.pop();
                }
                if is_last {
                    segments.push("");
                }
            }
            _ => segments.push(segment),
        }
    }
    format!("/{}", segments.join("/"))
}

/// Joins paths and resolves `.` and `..`, without accessing the file system. A trailing slash stays.
pub(crate) fn join(directory: &Path, relative: &str) -> PathBuf {
    let mut path = PathBuf::new();
    for component in directory.join(relative).components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                path.pop();
            }
            other => path.push(other),
        }
    }
    let last = relative.rsplit('/').next().unwrap_or_default();
    if relative.contains('/') && matches!(last, "" | "." | "..") || matches!(relative, "." | "..") {
        path.push("");
    }
    path
}

/// The path that the field `main` of a package names: from the package's folder, or an absolute one.
pub(crate) fn join_main(folder: &Path, main: &str) -> PathBuf {
    if main.starts_with('/') { join(folder, main) } else { join(folder, &format!("./{main}")) }
}
