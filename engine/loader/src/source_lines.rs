//! Source lines that stacks refer to: read on demand; the last few files are cached.

use crate::lock;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// More files than a stack usually has frames in.
const FILES_MAX: usize = 16;
/// Longer sources are not cached for their columns.
const TEXT_BYTES_MAX: usize = 64 << 10;

#[derive(Default)]
pub(crate) struct SourceLines {
    files: Mutex<HashMap<String, Option<Arc<Lines>>>>,
}

struct Lines {
    text: String,
    starts: Vec<usize>,
}

impl SourceLines {
    /// Line `line` (from 1) of the file of a path or file: URL; None for anything else.
    pub fn with<T>(&self, url: &str, line: u32, use_line: impl FnOnce(&str) -> T) -> Option<T> {
        let lines = self.lines_of(url)?;
        let index = line.checked_sub(1)? as usize;
        let start = *lines.starts.get(index)?;
        let end = lines.starts.get(index + 1).copied().unwrap_or(lines.text.len());
        Some(use_line(lines.text[start..end].trim_end_matches(['\n', '\r', '\u{2028}', '\u{2029}'])))
    }

    /// Stores a source that is not a file (`-e`), unless it is long.
    pub fn remember(&self, url: &str, text: &str) {
        if path_of(url).is_none() && text.len() <= TEXT_BYTES_MAX {
            self.insert(url, Some(Arc::new(Lines::new(text.to_string()))));
        }
    }

    fn insert(&self, url: &str, lines: Option<Arc<Lines>>) {
        let mut files = lock(&self.files);
        if files.len() >= FILES_MAX {
            files.clear();
        }
        files.insert(url.to_string(), lines);
    }

    fn lines_of(&self, url: &str) -> Option<Arc<Lines>> {
        if let Some(known) = lock(&self.files).get(url) {
            return known.clone();
        }
        let bytes = path_of(url).and_then(|path| std::fs::read(path).ok());
        let lines = bytes.map(|bytes| Arc::new(Lines::new(String::from_utf8_lossy(&bytes).into_owned())));
        self.insert(url, lines.clone());
        lines
    }
}

impl Lines {
    fn new(text: String) -> Self {
        let mut starts = vec![0];
        let breaks = text.match_indices(['\n', '\r', '\u{2028}', '\u{2029}']);
        let is_pair = |at: usize| text.as_bytes()[at] == b'\r' && text.as_bytes().get(at + 1) == Some(&b'\n');
        starts.extend(breaks.filter(|(at, _)| !is_pair(*at)).map(|(at, mark)| at + mark.len()));
        Self { text, starts }
    }
}

fn path_of(url: &str) -> Option<PathBuf> {
    if url.starts_with('/') {
        return Some(PathBuf::from(url));
    }
    let path = url.strip_prefix("file://")?;
    let path = path.split(['?', '#']).next().unwrap_or(path);
    Some(PathBuf::from(percent_decoded(path)))
}

fn percent_decoded(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let digits = after.get(..2).filter(|_| first == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::SourceLines;
    use std::fs;

    #[test]
    fn lines_end_as_in_ecmascript() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("a b.js");
        fs::write(&path, "one\r\ntwo\rthree\u{2028}four\n").expect("it can be written");
        let lines = SourceLines::default();
        let url = format!("file://{}?query", path.to_string_lossy().replace(' ', "%20"));
        for (index, expected) in ["one", "two", "three", "four", ""].into_iter().enumerate() {
            assert_eq!(lines.with(&url, index as u32 + 1, str::to_string).as_deref(), Some(expected));
        }
        assert_eq!(lines.with(&url, 6, str::to_string), None);
        assert_eq!(lines.with(&url, 0, str::to_string), None);
    }

    #[test]
    fn what_is_no_file_has_no_lines() {
        let lines = SourceLines::default();
        assert_eq!(lines.with("[eval]", 1, str::to_string), None);
        assert_eq!(lines.with("/no/such/file.js", 1, str::to_string), None);
    }
}
