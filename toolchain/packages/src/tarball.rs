//! Tarballs of packages: reading the entries of the tar format (POSIX ustar and pax, GNU long names) as they arrive.
//! Only regular files are passed on, and only under paths that stay inside of the package.

mod inflate;

pub use inflate::{Inflater, Whole, inflate};

use crate::content::Content;
use crate::error::{Error, Result};
use std::io::{BufRead, Read, Take};

/// A package may unpack to this.
pub const UNPACKED_BYTES_MAX: usize = 1 << 30;
/// A package may have so many files.
const FILE_COUNT_MAX: usize = 250_000;
/// The longest header of an entry that is read: a path of pax or GNU.
const LONG_HEADER_BYTES_MAX: usize = 1024 * 1024;
const BLOCK_BYTES: usize = 512;

/// A file of a tarball.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Relative, with `/`, without `.` and `..`.
    pub path: String,
    pub is_executable: bool,
}

/// The content of an entry while it is being unpacked.
pub type EntryContent<'a, 'b> = Take<&'a mut (dyn BufRead + 'b)>;

/// Calls `each` for every regular file of a tarball, compressed or not, in its order; the first folder of the paths is
/// left out. A path may occur several times; the last one counts.
///
/// # Errors
/// `ETARBALL` for a broken archive, `EUNSAFETAR` for a path that leaves the package, `ETOOLARGE`, and those of `each`.
pub fn visit(content: &Content, each: &mut Visitor<'_>) -> Result<()> {
    let mut reader = content.reader();
    if !is_gzip(content)? {
        return visit_archive(&mut reader, each);
    }
    if let Some(archive) = Whole::inflate(content)? {
        return visit_archive(&mut archive.bytes(), each);
    }
    let mut inflater = Inflater::new(reader, UNPACKED_BYTES_MAX)?;
    visit_archive(&mut inflater, each)?;
    // The checksum is behind what is used of the data.
    std::io::copy(&mut inflater, &mut std::io::sink()).map_err(|error| of_read(&error))?;
    Ok(())
}

/// Whether the bytes begin as gzip data do (RFC 1952 §2.3.1).
///
/// # Errors
/// The system's.
pub fn is_gzip(content: &Content) -> Result<bool> {
    let mut reader = content.reader();
    let first = reader.fill_buf().map_err(|error| of_read(&error))?;
    Ok(first.starts_with(&[0x1f, 0x8b]))
}

/// What is called with each file.
pub type Visitor<'v> = dyn FnMut(Entry, &mut EntryContent<'_, '_>) -> Result<()> + 'v;

fn visit_archive(archive: &mut dyn BufRead, each: &mut Visitor<'_>) -> Result<()> {
    let mut file_count = 0;
    let mut long_path: Option<String> = None;
    let mut pax_size: Option<usize> = None;
    let mut header = [0; BLOCK_BYTES];
    while read_block(archive, &mut header)? && header.iter().any(|byte| *byte != 0) {
        if !has_valid_sum(&header) {
            return Err(broken("a header has a wrong checksum"));
        }
        let kind = header[156];
        let size = match pax_size.take().filter(|_| !matches!(kind, b'x' | b'g' | b'L')) {
            Some(size) => size,
            None => number(&header[124..136]).ok_or_else(|| broken("a size is not a number"))?,
        };
        match kind {
            b'x' => {
                for (key, value) in pax_records(&long_header(archive, size)?) {
                    match key {
                        "path" => long_path = Some(value.to_string()),
                        "size" => pax_size = value.parse().ok(),
                        _ => {}
                    }
                }
                skip_padding(archive, size)?;
            }
            b'L' => {
                long_path = Some(text(&long_header(archive, size)?));
                skip_padding(archive, size)?;
            }
            b'0' | 0 | b'7' => {
                let path = long_path.take().unwrap_or_else(|| name(&header));
                let path = if path.ends_with('/') { None } else { safe_path(&path)? };
                let mut content = (&mut *archive).take(size as u64);
                if let Some(path) = path {
                    let mode = number(&header[100..108]).unwrap_or(0);
                    each(Entry { path, is_executable: mode & 0o100 != 0 }, &mut content)?;
                    file_count += 1;
                }
                let rest = content.limit() as usize;
                skip(archive, rest)?;
                skip_padding(archive, size)?;
            }
            // Folders are made for their files; links, devices and global headers are not taken.
            _ => {
                long_path = long_path.filter(|_| kind == b'g');
                skip(archive, size)?;
                skip_padding(archive, size)?;
            }
        }
        if file_count > FILE_COUNT_MAX {
            return Err(Error::new("ETOOLARGE", format!("the package has more than {FILE_COUNT_MAX} files")));
        }
    }
    Ok(())
}

fn broken(what: &str) -> Error {
    Error::new("ETARBALL", format!("the tar archive is broken: {what}"))
}

/// The error of reading an archive; one of ours is inside when decompressing failed.
pub fn of_read(error: &std::io::Error) -> Error {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<Error>()) {
        Some(error) => error.clone(),
        None => Error::new("EIO", format!("cannot read the tarball: {error}")),
    }
}

/// Fills the block; false at the end of the archive.
fn read_block(archive: &mut dyn BufRead, block: &mut [u8]) -> Result<bool> {
    let mut filled = 0;
    while filled < block.len() {
        match archive.read(&mut block[filled..]).map_err(|error| of_read(&error))? {
            0 => return Ok(false),
            count => filled += count,
        }
    }
    Ok(true)
}

fn long_header(archive: &mut dyn BufRead, size: usize) -> Result<Vec<u8>> {
    if size > LONG_HEADER_BYTES_MAX {
        return Err(broken("a header is too long"));
    }
    let mut bytes = vec![0; size];
    if size > 0 && !read_block(archive, &mut bytes)? {
        return Err(broken("it is cut off"));
    }
    Ok(bytes)
}

/// Skips what follows an entry of this size up to the next block; it may be missing at the end of an archive.
fn skip_padding(archive: &mut dyn BufRead, size: usize) -> Result<()> {
    let count = (BLOCK_BYTES - size % BLOCK_BYTES) % BLOCK_BYTES;
    skip_at_most(archive, count).map(|_| ())
}

fn skip(archive: &mut dyn BufRead, count: usize) -> Result<()> {
    if skip_at_most(archive, count)? == count { Ok(()) } else { Err(broken("it is cut off")) }
}

fn skip_at_most(archive: &mut dyn BufRead, count: usize) -> Result<usize> {
    let mut skipped = 0;
    while skipped < count {
        let available = archive.fill_buf().map_err(|error| of_read(&error))?.len();
        if available == 0 {
            break;
        }
        let step = available.min(count - skipped);
        archive.consume(step);
        skipped += step;
    }
    Ok(skipped)
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
pub(crate) mod tests;
