//! Programs that start behind a wall of their own, as a policy lists them. What the wall is, `base/sandbox` knows; here it
//! is a function that is called between `fork` and `exec`.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// A program, and what happens before it starts.
pub struct Confined {
    /// The program's file: its folder without links.
    pub path: PathBuf,
    /// Puts the child behind its wall. Makes system calls only, and allocates nothing.
    pub enter: Arc<dyn Fn() -> io::Result<()> + Send + Sync>,
    /// Whether the child gets a variable of this name.
    pub keeps: Box<dyn Fn(&str) -> bool + Send + Sync>,
}

static CONFINED: OnceLock<Vec<Confined>> = OnceLock::new();

/// Sets the programs that are confined, once for the process.
pub fn confine(programs: Vec<Confined>) {
    // A second list could take away what the first one holds.
    let _ = CONFINED.set(programs);
}

/// The wall of a program that was found at `file`, from the folder in which it starts.
pub fn confinement(file: &Path, directory: Option<&Path>) -> Option<&'static Confined> {
    let programs = CONFINED.get().filter(|programs| !programs.is_empty())?;
    let path = directory.map_or_else(|| file.to_path_buf(), |directory| directory.join(file));
    let absolute = std::path::absolute(&path).unwrap_or(path);
    let entry = || Some(absolute.parent()?.canonicalize().ok()?.join(absolute.file_name()?));
    let of_entry = entry().and_then(|entry| programs.iter().find(|program| program.path == entry));
    // Under another name it is the same program.
    of_entry.or_else(|| {
        let target = absolute.canonicalize().ok()?;
        programs.iter().find(|program| program.path.canonicalize().is_ok_and(|path| path == target))
    })
}
