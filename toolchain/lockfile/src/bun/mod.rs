//! `bun.lock`, versions 0 to 3.
//!
//! JSON with trailing commas. `workspaces` has the importers, `packages` one entry per place: the key `a/b` is the
//! package `b` in the `node_modules` of `a`, and the first name may be that of a workspace member.
//!
//! Read: `read.rs`. Written: `write.rs`, `print.rs`. Keys: here.

mod print;
mod read;
mod write;

pub use print::print;
pub use read::read;
pub use write::write;

use crate::conflict::Shape;
use crate::json::{self, Dialect};
use crate::model::{Graph, Resolution};
use crate::tree::Node;
use std::cmp::Ordering;
use std::collections::HashMap;

/// Parses the text.
///
/// # Errors
/// Syntax errors.
pub fn parse(text: &str) -> Result<Node, crate::Error> {
    json::parse(text, Dialect::Commented)
}

/// What is taken from one side of a conflict as it is.
pub const SHAPE: Shape = Shape { is_entry: |path| path.len() == 2 && path[0] == "packages", compare: compare_keys };

/// The names in a key: `a` and `@s/b` of `a/@s/b`.
fn names_of(key: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut rest = key;
    while !rest.is_empty() {
        let skip = if rest.starts_with('@') { rest.find('/').map_or(rest.len(), |index| index + 1) } else { 0 };
        let end = rest[skip..].find('/').map_or(rest.len(), |index| skip + index);
        names.push(&rest[..end]);
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    names
}

/// The order of keys: by depth, then by what is above, then by name.
fn compare_keys(left: &str, right: &str) -> Ordering {
    let (left_names, right_names) = (names_of(left), names_of(right));
    let parent = |names: &[&str]| names[..names.len().saturating_sub(1)].join("/");
    left_names
        .len()
        .cmp(&right_names.len())
        .then_with(|| parent(&left_names).cmp(&parent(&right_names)))
        .then_with(|| left_names.last().cmp(&right_names.last()))
}

/// From the names of the members of the workspace to their folders.
fn members_of(graph: &Graph) -> HashMap<String, String> {
    let packages = graph.packages.values();
    packages
        .filter_map(|package| match &package.resolution {
            Resolution::Workspace { path } if path != "." => Some((package.name.clone(), path.clone())),
            _ => None,
        })
        .collect()
}

/// `node_modules/a/node_modules/b` of the key `a/b`; `packages/w/node_modules/b` if `a` is a member in `packages/w`.
fn placement_of(key: &str, members: &HashMap<String, String>) -> String {
    let names = names_of(key);
    let member = names.first().filter(|_| names.len() > 1).and_then(|name| members.get(*name));
    let (start, rest) = match member {
        Some(folder) => (format!("{folder}/"), &names[1..]),
        None => (String::new(), &names[..]),
    };
    let rest: Vec<String> = rest.iter().map(|name| format!("node_modules/{name}")).collect();
    format!("{start}{}", rest.join("/"))
}

/// The key of a placement.
fn key_of(placement: &str, folders: &HashMap<String, String>) -> String {
    let (before, rest) = match placement.strip_prefix("node_modules/") {
        Some(rest) => ("", rest),
        None => placement.split_once("/node_modules/").unwrap_or((placement, "")),
    };
    let rest = rest.replace("/node_modules/", "/");
    match folders.get(before).map(String::as_str).unwrap_or(before) {
        "" => rest,
        member => format!("{member}/{rest}"),
    }
}
