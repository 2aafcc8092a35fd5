//! `deno.lock`, versions 4 and 5.
//!
//! `specifiers` maps requests (`npm:ms@^2`, `jsr:@std/assert@1`) to versions, `jsr` and `npm` have the packages,
//! `remote` and `redirects` the modules that are imported by their address, `workspace` what the manifests request.
//! A dependency is spelled by its name alone if there is only one package of that name.
//!
//! Read: `read.rs`. Written: `write.rs`.

mod read;
mod write;

pub use read::read;
pub use write::write;

use crate::conflict::Shape;
use crate::json::{self, Dialect, Layout};
use crate::tree::Node;

/// Parses the text.
///
/// # Errors
/// Syntax errors.
pub fn parse(text: &str) -> Result<Node, crate::Error> {
    json::parse(text, Dialect::Json)
}

/// Prints a document. Nodes that have a place in `text` are copied from it.
pub fn print(document: &Node, text: &str) -> String {
    json::print(document, text, &Layout { on_one_line: &["os", "cpu", "libc"], ..Layout::of(text) })
}

/// What is taken from one side of a conflict as it is.
pub const SHAPE: Shape = Shape {
    is_entry: |path| path.len() == 2 && matches!(path[0], "npm" | "jsr"),
    compare: |left, right| left.cmp(right),
};

/// The name in `name@version` and `name@range`, scope included.
fn name_of(spelled: &str) -> &str {
    let at = spelled.char_indices().skip(1).find(|(_, character)| *character == '@');
    at.map_or(spelled, |(index, _)| &spelled[..index])
}
