//! Programs that a program starts: found in PATH as the system does, and compared by the path of their folder and their
//! name. The link at the end of the path is not followed: programs like busybox do what their name says.

use crate::paths::{Follow, canonical};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// What a program wants to start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunSubject {
    /// As the program named it.
    pub requested: String,
    /// Where it was found; None when it was not.
    pub path: Option<PathBuf>,
}

/// A set of programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunRule {
    Path(PathBuf),
    /// All programs of this name, wherever they are. For denials.
    Name(String),
    /// A folder and all programs in it. For denials.
    Below(PathBuf),
}

impl RunSubject {
    /// Finds `requested` as `execvp` does, in `search` or in PATH; relative paths begin at `base` or at the current folder.
    pub fn new(requested: &str, search: Option<&OsStr>, base: Option<&Path>) -> Self {
        RunSubject { requested: requested.to_string(), path: find_program(requested, search, base) }
    }
}

impl RunRule {
    /// The rule for exactly `subject`; None for a program that was not found.
    pub fn of(subject: &RunSubject) -> Option<Self> {
        subject.path.clone().map(RunRule::Path)
    }

    /// The rule that allows a program; None when there is no such program.
    pub fn allow(text: &str) -> Option<Self> {
        find_program(text, None, None).map(RunRule::Path)
    }

    /// The rule that denies a program, by its name or by its path.
    pub fn deny(text: &str) -> Self {
        match text.contains('/') {
            true => RunRule::Below(entry(Path::new(text))),
            false => RunRule::Name(text.to_string()),
        }
    }

    pub fn covers(&self, subject: &RunSubject) -> bool {
        match (self, &subject.path) {
            (RunRule::Path(path), found) => found.as_ref() == Some(path),
            (RunRule::Name(name), Some(found)) => is_called(found, name) || target_is_called(found, name),
            (RunRule::Name(name), None) => *name == subject.requested,
            (RunRule::Below(folder), Some(found)) => {
                found.starts_with(folder) || target(found).is_some_and(|target| target.starts_with(folder))
            }
            (RunRule::Below(folder), None) => is_called(folder, &subject.requested),
        }
    }

    pub fn specificity(&self) -> u64 {
        match self {
            RunRule::Path(_) => 1,
            RunRule::Name(_) | RunRule::Below(_) => 2,
        }
    }
}

/// The path of a program: in a folder of `search`, or of PATH, unless it contains a slash.
pub fn find_program(name: &str, search: Option<&OsStr>, base: Option<&Path>) -> Option<PathBuf> {
    let from_base = |path: PathBuf| base.map_or_else(|| path.clone(), |base| base.join(&path));
    if name.contains('/') {
        return Some(entry(&from_base(PathBuf::from(name))));
    }
    let variable = std::env::var_os("PATH");
    let folders = search.or(variable.as_deref()).unwrap_or(OsStr::new("/usr/local/bin:/usr/bin:/bin"));
    let is_program = |path: &PathBuf| rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok() && path.is_file();
    std::env::split_paths(folders).map(|folder| from_base(folder.join(name))).find(is_program).map(|path| entry(&path))
}

fn entry(path: &Path) -> PathBuf {
    canonical(path, Follow::NotLast).map_or_else(|_| path.to_path_buf(), |found| found.path)
}

fn target(path: &Path) -> Option<PathBuf> {
    canonical(path, Follow::Last).ok().map(|found| found.path)
}

fn target_is_called(path: &Path, name: &str) -> bool {
    target(path).is_some_and(|target| is_called(&target, name))
}

/// `name`, or `name.anything`, in any case.
fn is_called(path: &Path, name: &str) -> bool {
    let Some(file) = path.file_name() else { return false };
    let (file, name) = (file.as_bytes(), name.as_bytes());
    file.len() >= name.len()
        && file[..name.len()].eq_ignore_ascii_case(name)
        && (file.len() == name.len() || file[name.len()] == b'.')
}
