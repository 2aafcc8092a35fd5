//! What can be wrong with a lockfile, with the place in the file.

use std::fmt;
use std::path::PathBuf;

/// A lockfile that cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    pub kind: ErrorKind,
    /// Lower case, no final stop; without the path and the position.
    pub message: String,
    /// What the user can do, if there is something.
    pub hint: Option<String>,
    pub path: Option<PathBuf>,
    /// Where it is wrong.
    pub position: Option<Position>,
}

/// The class of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The file system refused.
    Io,
    /// The file is not of its format.
    Syntax,
    /// The file has the format's syntax but says something it must not.
    Invalid,
    /// The file's version is newer (or older) than those that are known.
    Version,
    /// Several lockfiles are there, and nothing says which is meant.
    Ambiguous,
    /// Writing would drop, weaken or replace the integrity of a package.
    Integrity,
    /// The graph cannot be said in the format (an edge to a package that is not there, no placement).
    Graph,
}

/// A place in a file. Both count from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

impl Position {
    /// The position of the byte at `offset`.
    pub(crate) fn at(text: &str, offset: usize) -> Position {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |index| index + 1);
        Position { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
    }
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error { kind, message: message.into(), hint: None, path: None, position: None }
    }

    /// An error at the byte at `offset` of `text`.
    pub(crate) fn at(kind: ErrorKind, message: impl Into<String>, text: &str, offset: usize) -> Error {
        Error { position: Some(Position::at(text, offset)), ..Error::new(kind, message) }
    }

    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Error {
        self.hint = Some(hint.into());
        self
    }

    pub(crate) fn with_path(mut self, path: &std::path::Path) -> Error {
        self.path = Some(path.to_path_buf());
        self
    }
}

impl fmt::Display for Error {
    /// `path:line:column: message`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(path) = &self.path {
            write!(formatter, "{}:", path.display())?;
        }
        if let Some(position) = self.position {
            write!(formatter, "{}:{}:", position.line, position.column)?;
        }
        if self.path.is_some() || self.position.is_some() {
            write!(formatter, " ")?;
        }
        write!(formatter, "{}", self.message)
    }
}

impl std::error::Error for Error {}
