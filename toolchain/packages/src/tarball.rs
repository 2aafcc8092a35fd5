//! Tarballs of packages: inflating, and reading the entries of the tar format (POSIX ustar and pax, GNU long names).
//! Only regular files are returned, and only under paths that stay inside of the package.

use crate::error::{Error, Result};
use brio_compression::{Codec, Format, run_one_shot};
use libdeflater::{DecompressionError, Decompressor};

/// A package may unpack to this.
pub const UNPACKED_BYTES_MAX: usize = 1 << 30;
/// A package may have so many files.
const FILE_COUNT_MAX: usize = 250_000;
const BLOCK_BYTES: usize = 512;

/// A file of a tarball.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Relative, with `/`, without `.` and `..`.
    pub path: String,
    pub is_executable: bool,
    pub bytes: &'a [u8],
}

/// Decompresses gzip; what is not compressed is returned as it is.
///
/// # Errors
/// `ETARBALL` for broken data, `ETOOLARGE` beyond the limit.
pub fn inflate(bytes: &[u8], limit: usize) -> Result<Vec<u8>> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes.to_vec());
    }
    let broken = || Error::new("ETARBALL", "the compressed data are broken or cut off");
    let too_large = || Error::new("ETOOLARGE", format!("the data are larger than {limit} bytes when unpacked"));
    // RFC 1952 §2.3.1: the last four bytes are the length, modulo 2^32.
    let announced = bytes.last_chunk::<4>().map_or(0, |bytes| u32::from_le_bytes(*bytes)) as usize;
    // Deflate expands a byte to at most 1032: a larger number is no length.
    if announced <= bytes.len().saturating_mul(1032) {
        if announced > limit {
            return Err(too_large());
        }
        let mut output = vec![0; announced];
        match Decompressor::new().gzip_decompress(bytes, &mut output) {
            Ok(length) if length == announced => return Ok(output),
            // Several members, or a wrong length: the streaming decoder finds out.
            Ok(_) | Err(DecompressionError::InsufficientSpace) => {}
            Err(DecompressionError::BadData) => return Err(broken()),
        }
    }
    let mut codec = Codec::decoder(Format::Gunzip).map_err(|_| broken())?;
    let flush = codec.finish_flush();
    let outcome = run_one_shot(&mut codec, Format::Gunzip, bytes, flush, limit).map_err(|_| broken())?;
    if outcome.is_too_large { Err(too_large()) } else { Ok(outcome.output) }
}

/// The regular files of a tar archive, without the first folder of their paths. Of entries with the same path the last
/// one counts.
///
/// # Errors
/// `ETARBALL` for a broken archive, `EUNSAFETAR` for a path that leaves the package.
pub fn entries(archive: &[u8]) -> Result<Vec<Entry<'_>>> {
    let broken = |what: &str| Error::new("ETARBALL", format!("the tar archive is broken: {what}"));
    let mut found: Vec<Entry<'_>> = Vec::new();
    let mut position = 0;
    let mut long_path: Option<String> = None;
    let mut pax_size: Option<usize> = None;
    while let Some(header) = archive.get(position..position + BLOCK_BYTES) {
        if header.iter().all(|byte| *byte == 0) {
            break;
        }
        if !has_valid_sum(header) {
            return Err(broken("a header has a wrong checksum"));
        }
        let kind = header[156];
        let size = match pax_size.take().filter(|_| !matches!(kind, b'x' | b'g' | b'L')) {
            Some(size) => size,
            None => number(&header[124..136]).ok_or_else(|| broken("a size is not a number"))?,
        };
        let start = position + BLOCK_BYTES;
        let end = start.checked_add(size).filter(|end| *end <= archive.len()).ok_or_else(|| broken("it is cut off"))?;
        let bytes = &archive[start..end];
        position = start + size.div_ceil(BLOCK_BYTES) * BLOCK_BYTES;
        match kind {
            b'x' => {
                for (key, value) in pax_records(bytes) {
                    match key {
                        "path" => long_path = Some(value.to_string()),
                        "size" => pax_size = value.parse().ok(),
                        _ => {}
                    }
                }
            }
            b'L' => long_path = Some(text(bytes)),
            b'0' | 0 | b'7' => {
                let path = long_path.take().unwrap_or_else(|| name(header));
                if path.ends_with('/') {
                    continue;
                }
                if let Some(path) = safe_path(&path)? {
                    let mode = number(&header[100..108]).unwrap_or(0);
                    found.push(Entry { path, is_executable: mode & 0o100 != 0, bytes });
                }
            }
            // Folders are made for their files; links, devices and global headers are not taken.
            b'g' => {}
            _ => long_path = None,
        }
        if found.len() > FILE_COUNT_MAX {
            return Err(Error::new("ETOOLARGE", format!("the package has more than {FILE_COUNT_MAX} files")));
        }
    }
    Ok(last_of_each(found))
}

/// The path inside of the package; None for what is left out (`.git`).
fn safe_path(path: &str) -> Result<Option<String>> {
    let unsafe_path = |why: &str| Error::new("EUNSAFETAR", format!("the package has a file {path:?} {why}"));
    if path.starts_with('/') || path.contains('\0') {
        return Err(unsafe_path("with an absolute path"));
    }
    // The first folder is `package`, or whatever the packer called it.
    let mut parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    if parts.iter().any(|part| *part == ".." || part.contains("..\\")) {
        return Err(unsafe_path("outside of its folder"));
    }
    if parts.len() > 1 {
        parts.remove(0);
    }
    // A folder that git would read as a repository, on a file system with or without cases.
    let is_git = parts.iter().any(|part| part.trim_end_matches([' ', '.']).eq_ignore_ascii_case(".git"));
    let joined = parts.join("/");
    if joined.is_empty() || is_git || parts.iter().any(|part| part.len() > 255) || joined.len() > 3000 {
        return Ok(None);
    }
    Ok(Some(joined))
}

fn last_of_each(found: Vec<Entry<'_>>) -> Vec<Entry<'_>> {
    let mut known = rustc_hash::FxHashMap::default();
    for (index, entry) in found.iter().enumerate() {
        known.insert(entry.path.clone(), index);
    }
    if known.len() == found.len() {
        return found;
    }
    found
        .into_iter()
        .enumerate()
        .filter(|(index, entry)| known[&entry.path] == *index)
        .map(|(_, entry)| entry)
        .collect()
}

fn has_valid_sum(header: &[u8]) -> bool {
    let sum: usize = header
        .iter()
        .enumerate()
        .map(|(index, byte)| usize::from(if (148..156).contains(&index) { b' ' } else { *byte }))
        .sum();
    number(&header[148..156]) == Some(sum)
}

/// An octal number, or GNU's binary one.
fn number(field: &[u8]) -> Option<usize> {
    if field[0] & 0x80 != 0 {
        return field[1..].iter().try_fold(usize::from(field[0] & 0x7f), |value, byte| {
            value.checked_mul(256)?.checked_add(usize::from(*byte))
        });
    }
    let digits = std::str::from_utf8(field).ok()?.trim_matches(['\0', ' ']);
    if digits.is_empty() { Some(0) } else { usize::from_str_radix(digits, 8).ok() }
}

fn text(field: &[u8]) -> String {
    let end = field.iter().position(|byte| *byte == 0).unwrap_or(field.len());
    String::from_utf8_lossy(&field[..end]).into_owned()
}

fn name(header: &[u8]) -> String {
    let name = text(&header[0..100]);
    let prefix = if &header[257..262] == b"ustar" { text(&header[345..500]) } else { String::new() };
    if prefix.is_empty() { name } else { format!("{prefix}/{name}") }
}

/// Records `LENGTH KEY=VALUE\n`.
fn pax_records(mut bytes: &[u8]) -> Vec<(&str, &str)> {
    let mut records = Vec::new();
    while let Some(space) = bytes.iter().position(|byte| *byte == b' ') {
        let length = std::str::from_utf8(&bytes[..space]).ok().and_then(|digits| digits.parse::<usize>().ok());
        let Some(record) = length.and_then(|length| bytes.get(space + 1..length)) else { break };
        if let Some((key, value)) =
            std::str::from_utf8(record).ok().and_then(|record| record.trim_end_matches('\n').split_once('='))
        {
            records.push((key, value));
        }
        bytes = &bytes[length.unwrap_or(bytes.len())..];
    }
    records
}

#[cfg(test)]
#[path = "tarball_tests.rs"]
mod tests;
