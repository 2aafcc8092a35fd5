//! The program in an executable: how it is appended, found, checked and unpacked.
//!
//! Behind the runtime: the files one after the other, the manifest as JSON, its length, a checksum of both. Native addons,
//! workers and files that the program reads need paths, so the files are unpacked once into the user's cache, into a
//! folder named by the checksum.

use std::io::{Read, Seek, SeekFrom};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// The two halves of the mark, so that it occurs only once in the runtime.
const MARK: [&[u8; 8]; 2] = [b"brio-exe", b"cutable:"];
/// Bytes behind the mark: the offset of the payload.
const OFFSET_BYTES: usize = 8;
/// Length of the manifest and checksum at the end.
const TAIL_BYTES: u64 = 16;

/// Where the payload starts in this process's own file; zero when there is none. The linker keeps it.
#[repr(C)]
struct Place {
    mark: [u8; 16],
    offset: [u8; OFFSET_BYTES],
}

#[used]
static PLACE: Place = Place { mark: *b"brio-executable:", offset: [0; OFFSET_BYTES] };

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
}

/// A file of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub path: String,
    /// Whether it is data of the program (`Bun.embeddedFiles`, `sea.getAsset`).
    pub is_asset: bool,
    pub contents: Vec<u8>,
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
}

/// Appends a program to the bytes of a runtime.
///
/// # Errors
/// When the bytes are not a runtime's, or already have a program.
pub fn append(runtime: &mut Vec<u8>, manifest: &Manifest, files: &[File]) -> Result<(), String> {
    let mark = MARK.map(<[u8; 8]>::as_slice).concat();
    let place = memchr::memmem::find(runtime, &mark).ok_or("it has no place for a program")? + mark.len();
    if runtime.get(place..place + OFFSET_BYTES) != Some([0; OFFSET_BYTES].as_slice()) {
        return Err("it already contains a program".to_owned());
    }
    let start = runtime.len();
    runtime[place..place + OFFSET_BYTES].copy_from_slice(&(start as u64).to_le_bytes());
    for file in files {
        runtime.extend_from_slice(&file.contents);
    }
    let entries = files.iter().map(|file| Entry {
        path: file.path.clone(),
        bytes: file.contents.len() as u64,
        asset: file.is_asset,
    });
    let header = Header { manifest: manifest.clone(), files: entries.collect() };
    let header = serde_json::to_vec(&header).map_err(|error| error.to_string())?;
    runtime.extend_from_slice(&header);
    runtime.extend_from_slice(&(header.len() as u64).to_le_bytes());
    let sum = checksum(&runtime[start..]);
    runtime.extend_from_slice(&sum.to_le_bytes());
    Ok(())
}

/// A checksum against damage, not against intent: FNV-1a over words.
fn checksum(bytes: &[u8]) -> u64 {
    let mut sum: u64 = 0xcbf2_9ce4_8422_2325;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        sum = (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    }
    sum ^ bytes.len() as u64
}

/// Where the program starts in this process's own file. None in the runtime itself.
pub fn offset() -> Option<u64> {
    let offset = u64::from_le_bytes(std::hint::black_box(&PLACE).offset);
    (offset != 0).then_some(offset)
}

/// Reads the program of this process's own file, and unpacks it unless an earlier start did.
///
/// # Errors
/// A message for the user: a damaged file, or no place to unpack to.
pub fn unpack(offset: u64) -> Result<Program, String> {
    let executable = std::env::current_exe().map_err(|error| format!("the executable cannot be found: {error}"))?;
    let damaged = || format!("\"{}\" is damaged: its program is incomplete", executable.display());
    let mut file =
        std::fs::File::open(&executable).map_err(|error| format!("the executable cannot be read: {error}"))?;
    let length = file.metadata().map_err(|error| error.to_string())?.len();
    if length < offset + TAIL_BYTES {
        return Err(damaged());
    }
    let mut tail = [0; TAIL_BYTES as usize];
    file.seek(SeekFrom::Start(length - TAIL_BYTES)).and_then(|_| file.read_exact(&mut tail)).map_err(|_| damaged())?;
    let (header_bytes, sum) = tail.split_at(8);
    let header_bytes = u64::from_le_bytes(header_bytes.try_into().map_err(|_| damaged())?);
    let sum = u64::from_le_bytes(sum.try_into().map_err(|_| damaged())?);
    let header_start =
        (length - TAIL_BYTES).checked_sub(header_bytes).filter(|start| *start >= offset).ok_or_else(damaged)?;
    let mut header = vec![0; header_bytes as usize];
    file.seek(SeekFrom::Start(header_start)).and_then(|_| file.read_exact(&mut header)).map_err(|_| damaged())?;
    let header: Header = serde_json::from_slice(&header).map_err(|_| damaged())?;
    if header.files.iter().any(|entry| !is_inside(&entry.path)) {
        return Err(damaged());
    }
    let name = format!("{sum:016x}-{}", length - offset);
    let folder = match ready_folder(&name) {
        Some(folder) if is_complete(&folder, &header) => folder,
        _ => {
            let mut contents = vec![0; (length - 8 - offset) as usize];
            file.seek(SeekFrom::Start(offset)).and_then(|_| file.read_exact(&mut contents)).map_err(|_| damaged())?;
            if checksum(&contents) != sum {
                return Err(damaged());
            }
            write_files(&name, &header, &contents)?
        }
    };
    let assets = header.files.iter().filter(|entry| entry.asset);
    let assets = assets.map(|entry| (entry.path.clone(), folder.join(&entry.path))).collect();
    Ok(Program { main: folder.join(&header.manifest.main), manifest: header.manifest, assets })
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
fn write_files(name: &str, header: &Header, contents: &[u8]) -> Result<PathBuf, String> {
    let mut problem = String::new();
    for place in places() {
        let folder = place.join(name);
        let temporary = place.join(format!(".{name}-{}", std::process::id()));
        let result =
            write_into(&temporary, header, contents).and_then(|()| match std::fs::rename(&temporary, &folder) {
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

fn write_into(folder: &Path, header: &Header, contents: &[u8]) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true).mode(0o700);
    builder.create(folder)?;
    let mut start = 0;
    for entry in &header.files {
        let end = start + entry.bytes as usize;
        let bytes = contents.get(start..end).ok_or(std::io::ErrorKind::UnexpectedEof)?;
        let path = folder.join(&entry.path);
        if let Some(parent) = path.parent() {
            builder.create(parent)?;
        }
        let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path)?;
        std::io::Write::write_all(&mut file, bytes)?;
        start = end;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runtime() -> Vec<u8> {
        let mut bytes = b"ELF ".to_vec();
        bytes.extend_from_slice(&MARK.map(<[u8; 8]>::as_slice).concat());
        bytes.extend_from_slice(&[0; OFFSET_BYTES]);
        bytes.extend_from_slice(b"more");
        bytes
    }

    fn manifest() -> Manifest {
        Manifest { name: "app".to_owned(), main: "main.js".to_owned(), home: None, arguments: Vec::new() }
    }

    #[test]
    fn the_same_program_gives_the_same_bytes() {
        let files = [File { path: "main.js".to_owned(), is_asset: false, contents: b"1".to_vec() }];
        let (mut first, mut second) = (runtime(), runtime());
        append(&mut first, &manifest(), &files).unwrap();
        append(&mut second, &manifest(), &files).unwrap();
        assert_eq!(first, second);
    }

    #[test]
    fn a_program_is_appended_once() {
        let mut bytes = runtime();
        append(&mut bytes, &manifest(), &[]).unwrap();
        assert!(append(&mut bytes, &manifest(), &[]).unwrap_err().contains("already"));
        assert!(append(&mut b"nothing".to_vec(), &manifest(), &[]).unwrap_err().contains("no place"));
    }

    #[test]
    fn any_damage_changes_the_checksum() {
        let bytes = b"a program and its files".to_vec();
        for index in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[index] ^= 1;
            assert_ne!(checksum(&damaged), checksum(&bytes));
        }
        assert_ne!(checksum(&bytes[1..]), checksum(&bytes));
    }

    #[test]
    fn paths_stay_inside() {
        assert!(is_inside("a/b.js"));
        for path in ["/a", "../a", "a/../../b", "a//b", "."] {
            assert!(!is_inside(path), "{path}");
        }
    }
}
