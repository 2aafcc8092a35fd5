//! `package-lock.json` and `npm-shrinkwrap.json`, versions 2 and 3.
//!
//! The member `packages` maps folders to what is in them: the importers (folders outside of any `node_modules`) and
//! the packages, each in its place. Version 2 repeats the packages as a tree under `dependencies`, for npm 6; it is
//! written (`legacy.rs`), not read.
//!
//! Read: `read.rs`. Written: `write.rs`.

mod legacy;
mod read;
mod write;

pub use read::read;
pub use write::changed;

use crate::conflict::Shape;
use crate::json::{self, Dialect};
use crate::tree::Node;
use std::cmp::Ordering;

/// Parses the text.
///
/// # Errors
/// Syntax errors.
pub fn parse(text: &str) -> Result<Node, crate::Error> {
    json::parse(text, Dialect::Json)
}

/// What is taken whole from one side of a conflict: packages and lists of versions; importers are merged.
pub const SHAPE: Shape = Shape {
    is_entry: |path| match path {
        ["packages", folder] => is_placement(folder),
        ["dependencies", _] => true,
        _ => false,
    },
    compare: crate::collation::compare_english,
    separator: None,
};

/// The folder's name as a package name: `ui` of `packages/ui`, `@s/ui` of `node_modules/@s/ui`.
fn name_of_folder(path: &str) -> &str {
    let Some((parent, base)) = path.rsplit_once('/') else { return path };
    let scope = parent.rsplit('/').next().unwrap_or(parent);
    if scope.starts_with('@') { &path[path.len() - base.len() - scope.len() - 1..] } else { base }
}

/// True for a path that is within `node_modules`.
fn is_placement(path: &str) -> bool {
    path.starts_with("node_modules/") || path.contains("/node_modules/")
}

/// Members that npm writes first.
const FIRST: [&str; 8] =
    ["name", "version", "lockfileVersion", "resolved", "integrity", "requires", "packages", "dependencies"];

/// The order of members in npm's lockfiles: objects last; then [`FIRST`]; then by name.
fn compare_members(left: (&str, bool), right: (&str, bool)) -> Ordering {
    let rank = |name: &str| FIRST.iter().position(|first| *first == name).unwrap_or(FIRST.len());
    left.1
        .cmp(&right.1)
        .then_with(|| rank(left.0).cmp(&rank(right.0)))
        .then_with(|| crate::collation::compare_english(left.0, right.0))
}
