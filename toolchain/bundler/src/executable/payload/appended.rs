//! A runtime with a program behind its code, as it is written. Large files are copied from where they are.

use std::fs::File as SystemFile;
use std::io::{Error, ErrorKind, Read, Write};
use std::path::PathBuf;

use super::checksum::Checksum;
use super::{Entry, Header, LOCATION_BYTES, MARK, Manifest, PAGE_BYTES, TAIL_BYTES};

/// How much of a file is in memory while it is copied.
const PART_BYTES: usize = 1 << 20;

/// A file of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub path: String,
    /// Whether it is data of the program (`Bun.embeddedFiles`, `sea.getAsset`).
    pub is_asset: bool,
    pub contents: Contents,
}

/// What a file of the program has in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    Bytes(Vec<u8>),
    /// What a large file has when the executable is written.
    Of {
        file: PathBuf,
        bytes: u64,
    },
}

impl Contents {
    fn length(&self) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::Of { bytes, .. } => *bytes,
        }
    }

    /// What is in memory: nothing of a large file.
    pub fn in_memory(&self) -> &[u8] {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Of { .. } => &[],
        }
    }
}

/// An executable that has not been written.
pub struct Appended<'files> {
    /// The runtime's code, with the place of the program in it.
    code: Vec<u8>,
    files: &'files [File],
    header: Vec<u8>,
    /// Zeros between the program and what follows.
    padding_bytes: usize,
    /// What followed the code of the runtime.
    behind: Vec<u8>,
}

/// Appends a program to a runtime. `repacked` returns what then follows the program, from what followed the code.
///
/// # Errors
/// When the bytes are not a runtime's, or already have a program.
pub fn append<'files>(
    mut runtime: Vec<u8>,
    manifest: &Manifest,
    files: &'files [File],
    repacked: impl FnOnce(Vec<u8>) -> Vec<u8>,
) -> Result<Appended<'files>, String> {
    let mark = MARK.map(<[u8; 8]>::as_slice).concat();
    let place = memchr::memmem::find(&runtime, &mark).ok_or("it has no place for a program")? + mark.len();
    if runtime.get(place..place + LOCATION_BYTES) != Some([0; LOCATION_BYTES].as_slice()) {
        return Err("it already contains a program".to_owned());
    }
    let start = end_of_code(&runtime) as u64;
    let behind = repacked(runtime.split_off(start as usize));
    let entries =
        files.iter().map(|file| Entry { path: file.path.clone(), bytes: file.contents.length(), asset: file.is_asset });
    let header = Header { manifest: manifest.clone(), files: entries.collect() };
    let header = serde_json::to_vec(&header).map_err(|error| error.to_string())?;
    let length = files.iter().map(|file| file.contents.length()).sum::<u64>() + header.len() as u64 + TAIL_BYTES;
    let padded = if behind.is_empty() { length } else { length.next_multiple_of(PAGE_BYTES as u64) };
    let location = [start, length, start + padded + behind.len() as u64].map(u64::to_le_bytes).concat();
    runtime[place..place + LOCATION_BYTES].copy_from_slice(&location);
    Ok(Appended { code: runtime, files, header, padding_bytes: (padded - length) as usize, behind })
}

impl Appended<'_> {
    /// Writes the executable. Returns its size.
    ///
    /// # Errors
    /// The system's, and that a large file has changed.
    pub fn write(&self, output: &mut impl Write) -> std::io::Result<u64> {
        let mut output = Summed { output, sum: Checksum::new(), bytes: 0 };
        output.write_all(&self.code)?;
        output.sum = Checksum::new();
        for file in self.files {
            match &file.contents {
                Contents::Bytes(bytes) => output.write_all(bytes)?,
                Contents::Of { file, bytes } => copy(file, *bytes, &mut output)?,
            }
        }
        output.write_all(&self.header)?;
        output.write_all(&(self.header.len() as u64).to_le_bytes())?;
        let sum = std::mem::replace(&mut output.sum, Checksum::new()).finish();
        output.write_all(&sum.to_le_bytes())?;
        output.write_all(&vec![0; self.padding_bytes])?;
        output.write_all(&self.behind)?;
        Ok(output.bytes)
    }
}

/// Copies a file of a known length.
fn copy(file: &PathBuf, bytes: u64, output: &mut impl Write) -> std::io::Result<()> {
    let failed = |error: Error| Error::new(error.kind(), format!("cannot read \"{}\": {error}", file.display()));
    let mut source = SystemFile::open(file).map_err(failed)?.take(bytes + 1);
    let mut part = vec![0; PART_BYTES];
    let mut copied = 0;
    loop {
        let count = source.read(&mut part).map_err(failed)?;
        copied += count as u64;
        if count == 0 || copied > bytes {
            break;
        }
        output.write_all(&part[..count])?;
    }
    match copied == bytes {
        true => Ok(()),
        false => Err(failed(Error::new(ErrorKind::InvalidData, "it has changed since the build"))),
    }
}

/// An output whose bytes are summed up.
struct Summed<'output, Output> {
    output: &'output mut Output,
    sum: Checksum,
    bytes: u64,
}

impl<Output: Write> Write for Summed<'_, Output> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let count = self.output.write(bytes)?;
        self.sum.update(&bytes[..count]);
        self.bytes += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.output.flush()
    }
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

#[cfg(test)]
#[path = "appended_tests.rs"]
mod tests;
