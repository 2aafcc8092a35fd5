//! Trees of files, and what they are packed as: `tar` (POSIX.1-1988, ustar), `gzip` and `ar`.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

const BLOCK: usize = 512;

/// An entry of a tree.
enum Entry {
    File { bytes: Vec<u8>, mode: u32 },
    Folder { mode: u32 },
}

/// Files by their paths, without a leading slash; folders are added as needed.
#[derive(Default)]
pub struct Tree {
    entries: BTreeMap<String, Entry>,
}

impl Tree {
    pub fn add_file(&mut self, path: &str, bytes: Vec<u8>) {
        self.add(path, Entry::File { bytes, mode: 0o644 });
    }

    pub fn add_program(&mut self, path: &str, bytes: Vec<u8>) {
        self.add(path, Entry::File { bytes, mode: 0o755 });
    }

    pub fn add_folder(&mut self, path: &str, mode: u32) {
        self.add(path, Entry::Folder { mode });
    }

    fn add(&mut self, path: &str, entry: Entry) {
        for (index, _) in path.match_indices('/') {
            self.entries.entry(path[..index].to_string()).or_insert(Entry::Folder { mode: 0o755 });
        }
        self.entries.insert(path.to_string(), entry);
    }

    /// The sizes of all files.
    pub fn bytes(&self) -> u64 {
        let size = |entry: &Entry| if let Entry::File { bytes, .. } = entry { bytes.len() as u64 } else { 0 };
        self.entries.values().map(size).sum()
    }

    /// The tree as a `tar` archive whose paths begin with `prefix` (Debian's with `./`, npm's with nothing); every entry
    /// has this time and belongs to root.
    pub fn to_tar(&self, prefix: &str, time: u64) -> Vec<u8> {
        let mut out = Vec::new();
        for (path, entry) in &self.entries {
            let (kind, mode, bytes): (u8, u32, &[u8]) = match entry {
                Entry::File { bytes, mode } => (b'0', *mode, bytes.as_slice()),
                Entry::Folder { mode } => (b'5', *mode, &[]),
            };
            let name = if kind == b'5' { format!("{prefix}{path}/") } else { format!("{prefix}{path}") };
            out.extend(header(&name, kind, mode, bytes.len(), time));
            out.extend_from_slice(bytes);
            out.resize(out.len().next_multiple_of(BLOCK), 0);
        }
        out.resize(out.len() + 2 * BLOCK, 0);
        out
    }
}

fn header(name: &str, kind: u8, mode: u32, size: usize, time: u64) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    let mut put = |start: usize, bytes: &[u8]| block[start..start + bytes.len()].copy_from_slice(bytes);
    // A longer name is split at a slash.
    let split = if name.len() <= 100 { 0 } else { name[..name.len().min(155)].rfind('/').map_or(0, |index| index + 1) };
    let (prefix, name) = name.split_at(split);
    assert!(name.len() <= 100, "the paths of a release are short");
    put(0, name.as_bytes());
    put(100, format!("{mode:07o}\0").as_bytes());
    put(108, b"0000000\0");
    put(116, b"0000000\0");
    put(124, format!("{size:011o}\0").as_bytes());
    put(136, format!("{time:011o}\0").as_bytes());
    put(148, b"        ");
    put(156, &[kind]);
    put(257, b"ustar\x0000");
    put(265, b"root");
    put(297, b"root");
    put(345, prefix.trim_end_matches('/').as_bytes());
    let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    block
}

/// An `ar` archive, as Debian's packages are.
pub fn ar(members: &[(&str, Vec<u8>)], time: u64) -> Vec<u8> {
    let mut out = b"!<arch>\n".to_vec();
    for (name, bytes) in members {
        out.extend(format!("{name:<16}{time:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, "100644", bytes.len()).into_bytes());
        out.extend_from_slice(bytes);
        if bytes.len() % 2 == 1 {
            out.push(b'\n');
        }
    }
    out
}

/// Compresses without a name or a time.
pub fn gzip(bytes: &[u8]) -> Result<Vec<u8>, String> {
    filter("gzip", &["-9", "-n"], bytes)
}

pub fn sha256(bytes: &[u8]) -> Result<String, String> {
    let output = filter("sha256sum", &[], bytes)?;
    let text = String::from_utf8_lossy(&output);
    text.split_ascii_whitespace().next().map(str::to_string).ok_or_else(|| "sha256sum wrote nothing".to_string())
}

pub fn md5(bytes: &[u8]) -> Result<String, String> {
    let output = filter("md5sum", &[], bytes)?;
    let text = String::from_utf8_lossy(&output);
    text.split_ascii_whitespace().next().map(str::to_string).ok_or_else(|| "md5sum wrote nothing".to_string())
}

fn filter(program: &str, arguments: &[&str], bytes: &[u8]) -> Result<Vec<u8>, String> {
    let failed = |error: std::io::Error| format!("{program}: {error}");
    let mut child =
        Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(failed)?;
    let mut input = child.stdin.take().expect("stdin is piped");
    let output = thread::scope(|scope| {
        scope.spawn(move || input.write_all(bytes));
        child.wait_with_output()
    });
    let output = output.map_err(failed)?;
    if output.status.success() { Ok(output.stdout) } else { Err(format!("{program} failed")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Tree {
        let mut tree = Tree::default();
        tree.add_program("usr/bin/tool", b"#!/bin/sh\n".to_vec());
        tree.add_file(&format!("usr/share/{}/{}", "a".repeat(60), "b".repeat(60)), b"x".to_vec());
        tree
    }

    #[test]
    fn tar_reads_what_is_written() {
        let listed = filter("tar", &["-tvf", "-"], &sample().to_tar("", 86_400)).expect("tar reads it");
        let listed = String::from_utf8_lossy(&listed);
        assert!(listed.contains("-rwxr-xr-x root/root        10 1970-01-02"), "{listed}");
        assert!(listed.contains(&format!("/{}\n", "b".repeat(60))), "{listed}");
    }

    #[test]
    fn the_same_tree_makes_the_same_bytes() {
        assert_eq!(sample().to_tar("./", 1), sample().to_tar("./", 1));
        let packed = || gzip(&sample().to_tar("./", 1)).expect("gzip runs");
        assert_eq!(packed(), packed());
    }

    #[test]
    fn members_of_ar_start_at_even_places() {
        let made = ar(&[("odd", b"abc".to_vec()), ("even", b"de".to_vec())], 0);
        assert_eq!(made.len(), 8 + 60 + 4 + 60 + 2);
    }
}
