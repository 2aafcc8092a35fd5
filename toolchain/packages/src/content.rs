//! Bytes that may be many, such as a tarball: in memory, or in a file that is read from its beginning as often as needed.

use crate::memory_budget::Share;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Result};
use std::os::unix::fs::FileExt;

/// Size of one read from a file.
const READ_BYTES: usize = 64 * 1024;

/// The bytes.
#[derive(Debug)]
pub enum Content {
    Memory(Vec<u8>),
    /// In memory of a budget.
    Shared(Vec<u8>, Share),
    /// A file and its length.
    File(File, usize),
}

impl Content {
    /// The content of an open file.
    ///
    /// # Errors
    /// The system's.
    pub fn of_file(file: File) -> Result<Self> {
        let length = usize::try_from(file.metadata()?.len()).unwrap_or(usize::MAX);
        Ok(Self::File(file, length))
    }

    /// How many bytes there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Memory(bytes) | Self::Shared(bytes, _) => bytes.len(),
            Self::File(_, length) => *length,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many of them are in memory.
    pub fn memory_bytes(&self) -> usize {
        match self {
            Self::Memory(bytes) | Self::Shared(bytes, _) => bytes.len(),
            Self::File(..) => 0,
        }
    }

    /// Reads from the beginning.
    pub fn reader(&self) -> Box<dyn BufRead + '_> {
        match self {
            Self::Memory(bytes) | Self::Shared(bytes, _) => Box::new(bytes.as_slice()),
            Self::File(file, _) => Box::new(BufReader::with_capacity(READ_BYTES, Positioned { file, position: 0 })),
        }
    }

    /// All bytes in memory.
    ///
    /// # Errors
    /// The system's.
    pub fn to_memory(&self) -> Result<std::borrow::Cow<'_, [u8]>> {
        match self {
            Self::Memory(bytes) | Self::Shared(bytes, _) => Ok(bytes.into()),
            Self::File(file, length) => {
                let mut bytes = vec![0; *length];
                file.read_exact_at(&mut bytes, 0)?;
                Ok(bytes.into())
            }
        }
    }

    /// The last four bytes; None when there are fewer.
    pub fn last_four(&self) -> Option<[u8; 4]> {
        let start = self.len().checked_sub(4)?;
        match self {
            Self::Memory(bytes) | Self::Shared(bytes, _) => bytes.last_chunk().copied(),
            Self::File(file, _) => {
                let mut bytes = [0; 4];
                file.read_exact_at(&mut bytes, start as u64).ok().map(|()| bytes)
            }
        }
    }
}

impl Default for Content {
    fn default() -> Self {
        Self::Memory(Vec::new())
    }
}

/// A reader of a file with a position of its own.
struct Positioned<'a> {
    file: &'a File,
    position: u64,
}

impl Read for Positioned<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let count = self.file.read_at(buffer, self.position)?;
        self.position += count as u64;
        Ok(count)
    }
}
