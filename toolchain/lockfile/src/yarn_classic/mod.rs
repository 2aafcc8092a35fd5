//! `yarn.lock` of yarn 1.
//!
//! A list of entries: the requests (`react@^19.0.0`) that lead to a package, then the package. The file has no
//! importers, so the requests of the manifests are only known from [`crate::Graph::requests`].
//!
//! The syntax: `syntax.rs`. Read: `read.rs`. Written: `write.rs`.

mod read;
mod syntax;
mod write;

pub use read::read;
pub use syntax::{parse, print};
pub use write::write;

use crate::conflict::Shape;

/// Separates the requests of one entry in the name of its member.
pub const SEPARATOR: char = '\n';

/// What is taken from one side of a conflict as it is.
pub const SHAPE: Shape =
    Shape { is_entry: |path| path.len() == 1, compare: |left, right| left.cmp(right), separator: Some("\n") };

/// The name in a request: up to the `@` behind the first character.
pub fn name_of(request: &str) -> &str {
    let at = request.char_indices().skip(1).find(|(_, character)| *character == '@');
    at.map_or(request, |(index, _)| &request[..index])
}
