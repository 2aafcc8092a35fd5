//! `pnpm-lock.yaml`, version 9, also with a document for pnpm's own environment before it.
//!
//! `packages` has what is the same for all instances of a package, `snapshots` one entry per instance, whose key (the
//! *dependency path*) has the peers it was given: `react-dom@19.1.0(react@19.1.0)`. The dependencies of snapshots have
//! no specifiers.
//!
//! Version 6 is read as version 9 (`upgrade.rs`), and written as such when it changes.
//!
//! Read: `read.rs`. Written: `write.rs`. Dependency paths: `path.rs`.

mod path;
mod read;
mod upgrade;
mod write;

pub use read::read;
pub use upgrade::upgraded;
pub use write::write;

use crate::conflict::Shape;
use crate::error::Error;
use crate::tree::Node;
use crate::yaml;

/// Parses the last document of the text. Those before it are copied when the text is written.
///
/// # Errors
/// Syntax errors.
pub fn parse(text: &str) -> Result<Node, Error> {
    yaml::parse(text, start_of_document(text))
}

/// Where the document of the project begins: pnpm puts that of its environment before it, between `---` lines.
pub fn start_of_document(text: &str) -> usize {
    if !text.trim_start_matches('\u{feff}').starts_with("---") {
        return if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    }
    text.rfind("\n---\n").map_or(4, |index| index + "\n---\n".len())
}

/// What is taken from one side of a conflict as it is.
pub const SHAPE: Shape = Shape {
    is_entry: |path| match path {
        ["packages", _] => true,
        ["importers", _, kind, _] => kind.ends_with("ependencies"),
        _ => false,
    },
    compare: |left, right| left.cmp(right),
    separator: None,
};
