//! The body of a response while it arrives: in memory, or in a file when it is long and its request names a folder.

use crate::content::Content;
use crate::error::{Error, Result};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;

/// As much of a body is in memory at a time when its request names a folder for it.
const MEMORY_BYTES_MAX: usize = 256 * 1024;

/// The body of a response.
#[derive(Debug, Default)]
pub struct Body {
    /// What is not in the file.
    pub memory: Vec<u8>,
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

    /// Moves what is in memory to a file without a name in the folder, when it is much.
    ///
    /// # Errors
    /// The system's.
    pub fn spill(&mut self, folder: &Path) -> Result<()> {
        if self.memory.len() < MEMORY_BYTES_MAX {
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
            None => Content::Memory(self.memory),
        })
    }

    fn write_out(&mut self, folder: &Path) -> std::io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            None => self.file.insert(nameless(folder)?),
        };
        file.write_all(&self.memory)?;
        self.file_bytes += self.memory.len();
        self.memory.clear();
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
