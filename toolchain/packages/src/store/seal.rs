//! The seal of a package in the store: an authentication code (GMAC, NIST SP 800-38D) of its files, by which
//! `brio cache verify` finds what was changed.
//!
//! The files of the store are also in projects, as hard links, where programs can change them that have no access to the
//! store. The code is as strong against them as a cryptographic hash, because its key is in the store and readable by its
//! user only, and it costs a tenth. Where it does not help, a hash beside the files does not either: programs that can write
//! to the store can replace both.

use crate::error::{Error, Result};
use crate::files::unique_name;
use crate::integrity::hex;
use brio_libcrypto::macs::{Running, Settings};
use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

const KEY_BYTES: usize = 16;
const NONCE_BYTES: usize = 12;
/// Size of one read.
const READ_BYTES: usize = 256 * 1024;

/// The key of a store.
pub struct Key([u8; KEY_BYTES]);

impl Key {
    /// Reads the key of the store in a folder; None when it has none.
    pub fn read(folder: &Path) -> Option<Self> {
        fs::read(folder.join("key")).ok()?.try_into().ok().map(Self)
    }

    /// As [`Key::read`], and makes one if there is none.
    ///
    /// # Errors
    /// The system's.
    pub fn open(folder: &Path) -> Result<Self> {
        if let Some(key) = Self::read(folder) {
            return Ok(key);
        }
        let path = folder.join("key");
        Self::make(folder, &path).map_err(|error| Error::of_file(&error, "write", &path))?;
        Self::read(folder).ok_or_else(|| Error::new("EIO", format!("{} is not a key", path.display())))
    }

    /// Another process may make one at the same time: the first one stays.
    fn make(folder: &Path, path: &Path) -> std::io::Result<()> {
        fs::create_dir_all(folder)?;
        let temporary = folder.join(format!(".{}.tmp", unique_name()));
        let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&temporary)?;
        file.write_all(&random::<KEY_BYTES>()?)?;
        drop(file);
        let outcome = match fs::hard_link(&temporary, path) {
            // What is there may be cut off.
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists && Self::read(folder).is_some() => Ok(()),
            Ok(()) => Ok(()),
            Err(_) => return fs::rename(&temporary, path),
        };
        fs::remove_file(&temporary)?;
        outcome
    }
}

fn random<const COUNT: usize>() -> std::io::Result<[u8; COUNT]> {
    let mut bytes = [0; COUNT];
    rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty())?;
    Ok(bytes)
}

/// A seal in progress: the content of each file, then its name.
pub struct Sealing {
    code: Running,
    nonce: [u8; NONCE_BYTES],
    /// Of the file in progress.
    length: u64,
}

impl Sealing {
    /// Begins one.
    ///
    /// # Errors
    /// Without random bytes.
    pub fn start(key: &Key) -> Result<Self> {
        let nonce = random().map_err(|error| Error::new("EIO", format!("the system has no random bytes: {error}")))?;
        Self::with_nonce(key, nonce)
    }

    fn with_nonce(key: &Key, nonce: [u8; NONCE_BYTES]) -> Result<Self> {
        let settings = Settings { cipher: Some("aes-128-gcm"), iv: Some(&nonce), ..Settings::default() };
        let code = Running::start("gmac", &key.0, settings).map_err(|_| unavailable())?;
        Ok(Self { code, nonce, length: 0 })
    }

    /// Adds a part of the content of a file.
    ///
    /// # Errors
    /// OpenSSL's.
    pub fn content(&mut self, bytes: &[u8]) -> Result<()> {
        self.length += bytes.len() as u64;
        self.code.update(bytes).map_err(|_| unavailable())
    }

    /// Ends a file. Lengths come last, so that no two packages have the same bytes.
    ///
    /// # Errors
    /// OpenSSL's.
    pub fn end_file(&mut self, path: &str) -> Result<()> {
        let length = std::mem::take(&mut self.length);
        let mut end = path.as_bytes().to_vec();
        end.extend_from_slice(&(path.len() as u64).to_le_bytes());
        end.extend_from_slice(&length.to_le_bytes());
        self.code.update(&end).map_err(|_| unavailable())
    }

    /// The seal.
    ///
    /// # Errors
    /// OpenSSL's.
    pub fn finish(self) -> Result<String> {
        let code = self.code.finish().map_err(|_| unavailable())?;
        Ok(format!("{}-{}", hex(&self.nonce), hex(&code)))
    }
}

fn unavailable() -> Error {
    Error::new("ECRYPTO", "OpenSSL has no GMAC, which seals packages in the store")
}

/// The seal of files that are in a folder already.
///
/// # Errors
/// The system's, and OpenSSL's.
pub fn of_files<'a>(key: &Key, folder: &Path, paths: impl Iterator<Item = &'a str>) -> Result<String> {
    add_files(Sealing::start(key)?, folder, paths)
}

/// Whether files are what was sealed.
pub fn fits<'a>(seal: &str, key: &Key, folder: &Path, paths: impl Iterator<Item = &'a str>) -> bool {
    let nonce = seal.split('-').next().and_then(bytes_of_hex);
    let again = nonce.map(|nonce| add_files(Sealing::with_nonce(key, nonce)?, folder, paths));
    again.is_some_and(|again| again.is_ok_and(|again| again == seal))
}

fn add_files<'a>(mut sealing: Sealing, folder: &Path, paths: impl Iterator<Item = &'a str>) -> Result<String> {
    let mut buffer = vec![0; READ_BYTES];
    for path in paths {
        let full = folder.join(path);
        let failed = |error: std::io::Error| Error::of_file(&error, "read", &full);
        let mut file = fs::File::open(&full).map_err(failed)?;
        loop {
            match file.read(&mut buffer).map_err(failed)? {
                0 => break,
                count => sealing.content(&buffer[..count])?,
            }
        }
        sealing.end_file(path)?;
    }
    sealing.finish()
}

fn bytes_of_hex<const COUNT: usize>(digits: &str) -> Option<[u8; COUNT]> {
    let digits = digits.as_bytes().as_chunks::<2>().0;
    let byte = |pair: &[u8; 2]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    digits.iter().map(byte).collect::<Option<Vec<u8>>>()?.try_into().ok()
}

#[cfg(test)]
#[path = "seal_tests.rs"]
mod tests;
