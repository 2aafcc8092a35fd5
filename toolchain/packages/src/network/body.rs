//! The body of a response while it arrives: in memory, or in a file when it is long, its request names a folder and much of
//! other bodies is in memory.

use crate::content::Content;
use crate::error::{Error, Result};
use crate::memory_budget::{Budget, Share};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;

/// As much of a body may be in memory whatever the others have.
const SMALL_BYTES_MAX: usize = 256 * 1024;
/// What all longer ones have in memory.
static LONG_BODIES: Budget = Budget::new(64 * 1024 * 1024);

/// The body of a response.
#[derive(Debug, Default)]
pub struct Body {
    /// What is not in the file.
    pub memory: Vec<u8>,
    /// The share of a long one.
    share: Option<Share>,
    file: Option<File>,
    file_bytes: usize,
}

impl Body {
    /// Bytes in memory and in the file.
    pub fn len(&self) -> usize {
        self.file_bytes + self.memory.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reserves memory for a body of this length, if it is long and the others leave enough.
    pub fn expect(&mut self, length: usize) {
        if length >= SMALL_BYTES_MAX && self.is_empty() {
            self.share = LONG_BODIES.take(length);
            if self.share.is_some() {
                self.memory.reserve_exact(length);
            }
        }
    }

    /// Moves what is in memory to a file without a name in the folder, when it is much.
    ///
    /// # Errors
    /// The system's.
    pub fn spill(&mut self, folder: &Path) -> Result<()> {
        if self.memory.len() < SMALL_BYTES_MAX || self.file.is_none() && self.has_share() {
            return Ok(());
        }
        self.write_out(folder).map_err(|error| Error::of_file(&error, "write", folder))
    }

    /// Ends the body: one that has a file is complete in it.
    ///
    /// # Errors
    /// The system's.
    pub fn finish(mut self, folder: Option<&Path>) -> Result<Content> {
        if let (Some(_), Some(folder)) = (&self.file, folder) {
            self.write_out(folder).map_err(|error| Error::of_file(&error, "write", folder))?;
        }
        Ok(match self.file {
            Some(file) => Content::File(file, self.file_bytes),
            None => match self.share {
                Some(share) => Content::Shared(self.memory, share),
                None => Content::Memory(self.memory),
            },
        })
    }

    /// Whether what has arrived may be in memory.
    fn has_share(&mut self) -> bool {
        let length = self.memory.len();
        match &mut self.share {
            Some(share) => share.grow_to(length),
            None => {
                self.share = LONG_BODIES.take(length);
                self.share.is_some()
            }
        }
    }

    fn write_out(&mut self, folder: &Path) -> std::io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            None => self.file.insert(nameless(folder)?),
        };
        file.write_all(&self.memory)?;
        self.file_bytes += self.memory.len();
        // What follows is short until it is written, too.
        self.memory = Vec::new();
        self.share = None;
        Ok(())
    }
}

/// A file that vanishes when it is closed.
fn nameless(folder: &Path) -> std::io::Result<File> {
    fs::create_dir_all(folder)?;
    let path = folder.join(crate::files::unique_name());
    let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path)?;
    fs::remove_file(&path)?;
    Ok(file)
}
