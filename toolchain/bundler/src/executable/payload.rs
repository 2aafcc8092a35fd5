//! The program in an executable: how it is appended, found, checked and unpacked.
//!
//! Behind the runtime's code: the files one after the other, the manifest as JSON, its length, a checksum of both; then what
//! followed the code before, the bytecode of the builtins, which the runtime finds from the end of its file. Native addons,
//! workers and files that the program reads need paths, so the files are unpacked once into the user's cache, into a
//! folder named by the checksum.

mod appended;
mod checksum;

use std::collections::BTreeMap;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

pub use appended::{Appended, Contents, File, append};
use checksum::Checksum;

/// The two halves of the mark, so that it occurs only once in the runtime.
const MARK: [&[u8; 8]; 2] = [b"brio-exe", b"cutable:"];
/// Bytes behind the mark: the start and the length of the payload, and the length of the file.
const LOCATION_BYTES: usize = 24;
/// What follows the code keeps its place within pages.
const PAGE_BYTES: usize = 4096;
/// How much of the program is in memory while its checksum is made.
const PART_BYTES: usize = 1 << 16;
/// Length of the manifest and checksum at the end.
const TAIL_BYTES: u64 = 16;

/// Where the payload is in this process's own file; zeros when there is none. The linker keeps it.
#[repr(C)]
struct Place {
    mark: [u8; 16],
    location: [u8; LOCATION_BYTES],
}

#[used]
static PLACE: Place = Place { mark: *b"brio-executable:", location: [0; LOCATION_BYTES] };

/// Where a program is in its executable, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    start: u64,
    length: u64,
    /// Of the executable.
    file_length: u64,
}

/// What the executable says about its program.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Manifest {
    /// The executable's name when it was made.
    pub name: String,
    /// The path of the main module.
    pub main: String,
    /// The runtime that the program is written for: `node`, `bun` or `deno`.
    pub home: Option<String>,
    /// Arguments before those of the user.
    pub arguments: Vec<String>,
    /// Flags of the runtime.
    pub exec_arguments: Vec<String>,
    /// Options of the runtime that `process.execArgv` does not show.
    #[serde(default)]
    pub options: Vec<String>,
    /// Variables for those that the environment does not have.
    pub variables: BTreeMap<String, String>,
}

#[derive(Deserialize, Serialize)]
struct Header {
    manifest: Manifest,
    files: Vec<Entry>,
}

#[derive(Deserialize, Serialize)]
struct Entry {
    path: String,
    bytes: u64,
    asset: bool,
}

/// An unpacked program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub manifest: Manifest,
    /// The main module's file.
    pub main: PathBuf,
    /// The program's data: names and files.
    pub assets: Vec<(String, PathBuf)>,
    /// Where it is unpacked.
    pub folder: PathBuf,
}

/// Where the program starts in this process's own file. None in the runtime itself.
pub fn location() -> Option<Location> {
    let bytes = std::hint::black_box(&PLACE).location;
    let number = |index: usize| {
        let mut word = [0; 8];
        word.copy_from_slice(&bytes[index * 8..index * 8 + 8]);
        u64::from_le_bytes(word)
    };
    let location = Location { start: number(0), length: number(1), file_length: number(2) };
    (location.start != 0).then_some(location)
}

/// Reads the program of this process's own file, and unpacks it unless an earlier start did.
///
/// # Errors
/// A message for the user: a damaged file, or no place to unpack to.
pub fn unpack(location: Location) -> Result<Program, String> {
    let Location { start, length, file_length } = location;
    let executable = std::env::current_exe().map_err(|error| format!("the executable cannot be found: {error}"))?;
    let damaged = || format!("\"{}\" is damaged: its program is incomplete", executable.display());
    let mut file =
        std::fs::File::open(&executable).map_err(|error| format!("the executable cannot be read: {error}"))?;
    let end =
        start.checked_add(length).filter(|end| *end <= file_length && length >= TAIL_BYTES).ok_or_else(damaged)?;
    if file.metadata().map_err(|error| error.to_string())?.len() != file_length {
        return Err(damaged());
    }
    let mut tail = [0; TAIL_BYTES as usize];
    file.seek(SeekFrom::Start(end - TAIL_BYTES)).and_then(|_| file.read_exact(&mut tail)).map_err(|_| damaged())?;
    let (header_bytes, sum) = tail.split_at(8);
    let header_bytes = u64::from_le_bytes(header_bytes.try_into().map_err(|_| damaged())?);
    let sum = u64::from_le_bytes(sum.try_into().map_err(|_| damaged())?);
    let header_start =
        (end - TAIL_BYTES).checked_sub(header_bytes).filter(|place| *place >= start).ok_or_else(damaged)?;
    let mut header = vec![0; header_bytes as usize];
    file.seek(SeekFrom::Start(header_start)).and_then(|_| file.read_exact(&mut header)).map_err(|_| damaged())?;
    let header: Header = serde_json::from_slice(&header).map_err(|_| damaged())?;
    if header.files.iter().any(|entry| !is_inside(&entry.path)) {
        return Err(damaged());
    }
    let name = format!("{sum:016x}-{length}");
    let folder = match ready_folder(&name) {
        Some(folder) if is_complete(&folder, &header) => folder,
        _ => {
            let sum_of_contents = summed(&mut file, start, length - 8).map_err(|_| damaged())?;
            if sum_of_contents != sum {
                return Err(damaged());
            }
            write_files(&name, &header, &mut file, start)?
        }
    };
    let assets = header.files.iter().filter(|entry| entry.asset);
    let assets = assets.map(|entry| (entry.path.clone(), folder.join(&entry.path))).collect();
    Ok(Program { main: folder.join(&header.manifest.main), manifest: header.manifest, assets, folder })
}

/// The checksum of a part of a file.
fn summed(file: &mut std::fs::File, start: u64, length: u64) -> std::io::Result<u64> {
    file.seek(SeekFrom::Start(start))?;
    let mut rest = file.take(length);
    let mut sum = Checksum::new();
    let mut part = vec![0; PART_BYTES];
    loop {
        match rest.read(&mut part)? {
            0 if rest.limit() > 0 => return Err(ErrorKind::UnexpectedEof.into()),
            0 => return Ok(sum.finish()),
            count => sum.update(&part[..count]),
        }
    }
}

/// Whether a path stays in the program's folder.
fn is_inside(path: &str) -> bool {
    !path.is_empty() && !path.starts_with('/') && path.split('/').all(|part| !matches!(part, "" | "." | ".."))
}

/// The folders that programs are unpacked to, in order of preference.
fn places() -> impl Iterator<Item = PathBuf> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    let user = rustix::process::geteuid().as_raw();
    let temporary = std::env::temp_dir().join(format!("brio-{user}"));
    let of_user = cache.or(home).map(|cache| cache.join("brio"));
    of_user.into_iter().chain([temporary]).map(|folder| folder.join("executables"))
}

/// The folder of an earlier start. Only one that other users cannot have changed counts.
fn ready_folder(name: &str) -> Option<PathBuf> {
    places().map(|place| place.join(name)).find(|folder| is_own(folder))
}

fn is_own(folder: &Path) -> bool {
    folder.symlink_metadata().is_ok_and(|metadata| {
        metadata.is_dir() && metadata.uid() == rustix::process::geteuid().as_raw() && metadata.mode() & 0o022 == 0
    })
}

fn is_complete(folder: &Path, header: &Header) -> bool {
    header.files.iter().all(|entry| {
        folder
            .join(&entry.path)
            .symlink_metadata()
            .is_ok_and(|metadata| metadata.is_file() && metadata.len() == entry.bytes)
    })
}

/// Writes the files into a new folder, and renames it to its name: a start at the same time finds a whole one.
fn write_files(name: &str, header: &Header, source: &mut std::fs::File, start: u64) -> Result<PathBuf, String> {
    let mut problem = String::new();
    for place in places() {
        let folder = place.join(name);
        let temporary = place.join(format!(".{name}-{}", std::process::id()));
        let result =
            write_into(&temporary, header, source, start).and_then(|()| match std::fs::rename(&temporary, &folder) {
                Ok(()) => Ok(()),
                // Another start was first, or an older folder is damaged.
                Err(_) if is_own(&folder) && is_complete(&folder, header) => std::fs::remove_dir_all(&temporary),
                Err(_) => std::fs::remove_dir_all(&folder).and_then(|()| std::fs::rename(&temporary, &folder)),
            });
        match result {
            Ok(()) => return Ok(folder),
            Err(error) => {
                let _ = std::fs::remove_dir_all(&temporary);
                problem = format!("\"{}\": {error}", folder.display());
            }
        }
    }
    Err(format!("the program cannot be unpacked to {problem} (XDG_CACHE_HOME names another place)"))
}

fn write_into(folder: &Path, header: &Header, source: &mut std::fs::File, start: u64) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true).mode(0o700);
    builder.create(folder)?;
    source.seek(SeekFrom::Start(start))?;
    for entry in &header.files {
        let path = folder.join(&entry.path);
        if let Some(parent) = path.parent() {
            builder.create(parent)?;
        }
        let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path)?;
        if std::io::copy(&mut source.take(entry.bytes), &mut file)? != entry.bytes {
            return Err(ErrorKind::UnexpectedEof.into());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_inside() {
        assert!(is_inside("a/b.js"));
        for path in ["/a", "../a", "a/../../b", "a//b", "."] {
            assert!(!is_inside(path), "{path}");
        }
    }

    #[test]
    fn a_part_of_a_file_has_the_checksum_of_its_bytes() {
        let bytes: Vec<u8> = (0..PART_BYTES * 2 + 5).map(|index| index as u8).collect();
        let mut file = tempfile::tempfile().expect("a temporary file");
        std::io::Write::write_all(&mut file, &bytes).expect("it can be written");
        let mut expected = Checksum::new();
        expected.update(&bytes[3..]);
        let length = bytes.len() as u64 - 3;
        assert_eq!(summed(&mut file, 3, length).expect("it is long enough"), expected.finish());
        assert!(summed(&mut file, 4, length).is_err());
    }
}
