//! The error of every command: what failed, for which package, and the way out.

use crate::printable::redacted;
use std::fmt;

/// A failure that a user reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// A stable code for machines, such as `E404` or `EINTEGRITY`.
    pub code: &'static str,
    /// What failed: lower case, without a final stop.
    pub message: String,
    /// What the user can do; empty when there is nothing to say.
    pub hint: String,
}

/// The result of everything that can fail here.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Makes an error without a hint.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: String::new() }
    }

    /// Adds the way out.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    /// Puts what was being done before the message.
    #[must_use]
    pub fn while_doing(mut self, what: impl fmt::Display) -> Self {
        self.message = format!("{what}: {}", self.message);
        self
    }

    /// The error of a file operation.
    pub fn of_file(error: &std::io::Error, verb: &str, path: &std::path::Path) -> Self {
        let (code, hint) = match error.raw_os_error() {
            Some(errno) if errno == rustix::io::Errno::NOSPC.raw_os_error() => {
                ("ENOSPC", "the disk is full: free some space and run the command again; nothing half-written is used")
            }
            Some(errno) if errno == rustix::io::Errno::ROFS.raw_os_error() => ("EROFS", "the file system is read-only"),
            _ => match error.kind() {
                std::io::ErrorKind::PermissionDenied => ("EACCES", "check the owner and the mode of the folder"),
                std::io::ErrorKind::NotFound => ("ENOENT", ""),
                std::io::ErrorKind::AlreadyExists => ("EEXIST", ""),
                _ => ("EIO", ""),
            },
        };
        Self::new(code, format!("cannot {verb} {}: {}", path.display(), os_message(error))).with_hint(hint)
    }

    /// The error of a JSON text, with its line and column.
    pub fn of_json(error: &serde_json::Error, name: &str) -> Self {
        let text = error.to_string();
        let reason = text.split(" at line ").next().unwrap_or(&text);
        Self::new("EJSONPARSE", format!("{name}:{}:{}: {reason}", error.line(), error.column()))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ({})", redacted(&self.message), self.code)?;
        if self.hint.is_empty() { Ok(()) } else { write!(formatter, "\n({})", redacted(&self.hint)) }
    }
}

impl std::error::Error for Error {}

/// The system's message without the number that the standard library adds.
fn os_message(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    text.chars()
        .enumerate()
        .map(|(index, character)| if index == 0 { character.to_ascii_lowercase() } else { character })
        .collect()
}
