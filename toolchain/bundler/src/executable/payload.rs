//! The program in an executable: how it is appended, found, checked and unpacked.
//!
//! Behind the runtime's code: the files one after the other, the manifest as JSON, its length, a checksum of both; then what
//! followed the code before, the bytecode of the builtins, which the runtime finds from the end of its file. Native addons,
//! workers and files that the program reads need paths, so the files are unpacked once into the user's cache, into a
//! folder named by the checksum.

use std::collections::BTreeMap;
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// The two halves of the mark, so that it occurs only once in the runtime.
const MARK: [&[u8; 8]; 2] = [b"brio-exe", b"cutable:"];
/// Bytes behind the mark: the start and the length of the payload, and the length of the file.
const LOCATION_BYTES: usize = 24;
/// What follows the code keeps its place within pages.
const PAGE_BYTES: usize = 4096;
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
    /// Variables for those that the environment does not have.
    pub variables: BTreeMap<String, String>,
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
    /// Where it is unpacked.
    pub folder: PathBuf,
}

/// Appends a program to the bytes of a runtime. `repacked` returns what then follows the program, from what followed the
/// code.
///
/// # Errors
/// When the bytes are not a runtime's, or already have a program.
pub fn append(
    runtime: &mut Vec<u8>,
    manifest: &Manifest,
    files: &[File],
    repacked: impl FnOnce(Vec<u8>) -> Vec<u8>,
) -> Result<(), String> {
    let mark = MARK.map(<[u8; 8]>::as_slice).concat();
    let place = memchr::memmem::find(runtime, &mark).ok_or("it has no place for a program")? + mark.len();
    if runtime.get(place..place + LOCATION_BYTES) != Some([0; LOCATION_BYTES].as_slice()) {
        return Err("it already contains a program".to_owned());
    }
    let start = end_of_code(runtime);
    let behind = repacked(runtime.split_off(start));
    runtime.reserve(files.iter().map(|file| file.contents.len()).sum::<usize>() + behind.len());
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
    let length = runtime.len() - start;
    if !behind.is_empty() {
        runtime.resize(start + length.next_multiple_of(PAGE_BYTES), 0);
        runtime.extend_from_slice(&behind);
    }
    let location = [start, length, runtime.len()].map(|number| (number as u64).to_le_bytes()).concat();
    runtime[place..place + LOCATION_BYTES].copy_from_slice(&location);
    Ok(())
}

/// The end of what the system loads: that of the table of sections, which is last in an ELF file. The end of the bytes when
/// they are something else.
fn end_of_code(runtime: &[u8]) -> usize {
    let number = |place: usize, bytes: usize| {
        let mut word = [0; 8];
        word[..bytes].copy_from_slice(runtime.get(place..place + bytes)?);
        usize::try_from(u64::from_le_bytes(word)).ok()
    };
    let is_elf64 = runtime.starts_with(b"\x7fELF\x02\x01");
    let end = || number(0x28, 8)?.checked_add(number(0x3a, 2)?.checked_mul(number(0x3c, 2)?)?);
    end().filter(|end| is_elf64 && *end > 0 && *end <= runtime.len()).unwrap_or(runtime.len())
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
            let mut contents = vec![0; (length - 8) as usize];
            file.seek(SeekFrom::Start(start)).and_then(|_| file.read_exact(&mut contents)).map_err(|_| damaged())?;
            if checksum(&contents) != sum {
                return Err(damaged());
            }
            write_files(&name, &header, &contents)?
        }
    };
    let assets = header.files.iter().filter(|entry| entry.asset);
    let assets = assets.map(|entry| (entry.path.clone(), folder.join(&entry.path))).collect();
    Ok(Program { main: folder.join(&header.manifest.main), manifest: header.manifest, assets, folder })
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
        bytes.extend_from_slice(&[0; LOCATION_BYTES]);
        bytes.extend_from_slice(b"more");
        bytes
    }

    fn manifest() -> Manifest {
        Manifest {
            name: "app".to_owned(),
            main: "main.js".to_owned(),
            home: None,
            arguments: Vec::new(),
            exec_arguments: Vec::new(),
            variables: BTreeMap::new(),
        }
    }

    #[test]
    fn the_same_program_gives_the_same_bytes() {
        let files = [File { path: "main.js".to_owned(), is_asset: false, contents: b"1".to_vec() }];
        let (mut first, mut second) = (runtime(), runtime());
        append(&mut first, &manifest(), &files, |end| end).unwrap();
        append(&mut second, &manifest(), &files, |end| end).unwrap();
        assert_eq!(first, second);
    }

    #[test]
    fn what_follows_the_code_stays_at_the_end() {
        let mut bytes = vec![b'.'; 0x140];
        bytes[..6].copy_from_slice(b"\x7fELF\x02\x01");
        let place = runtime();
        bytes[0x80..0x80 + place.len()].copy_from_slice(&place);
        // One section of 64 bytes at 0x100 ends the code.
        bytes[0x28..0x30].copy_from_slice(&0x100_u64.to_le_bytes());
        bytes[0x3a..0x3e].copy_from_slice(&[64, 0, 1, 0]);
        bytes.extend_from_slice(b"bytecode");
        let before = bytes.clone();
        append(&mut bytes, &manifest(), &[], |end| end).unwrap();
        assert!(bytes.ends_with(&before[0x140..]));
        assert_eq!((bytes.len() - before.len()) % PAGE_BYTES, 0);
        assert!(bytes[0x140..].starts_with(b"{\"manifest\""));
    }

    #[test]
    fn a_program_is_appended_once() {
        let mut bytes = runtime();
        append(&mut bytes, &manifest(), &[], |end| end).unwrap();
        assert!(append(&mut bytes, &manifest(), &[], |end| end).unwrap_err().contains("already"));
        assert!(append(&mut b"nothing".to_vec(), &manifest(), &[], |end| end).unwrap_err().contains("no place"));
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
