//! How configurations are read: under a policy a program may not read every file that one of its own names.

use std::io;
use std::path::{Path, PathBuf};

/// A configuration as it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setting {
    pub bytes: Vec<u8>,
    /// The program may have written it while it ran: it must not decide which files the program's imports name.
    pub is_of_program: bool,
}

/// Returns a configuration. The second argument: the configurations that were read before it, the last of
/// which may name it (`extends`); none for one that was found beside a module or above it.
pub type ReadSetting = fn(&Path, &[PathBuf]) -> io::Result<Setting>;

/// Reads every configuration.
///
/// # Errors
/// Those of reading the file.
pub fn read_freely(path: &Path, _before: &[PathBuf]) -> io::Result<Setting> {
    Ok(Setting { bytes: std::fs::read(path)?, is_of_program: false })
}
