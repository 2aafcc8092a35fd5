//! Lockfiles with git's conflict markers: both sides, and their union.

use crate::collation::compare_versions;
use crate::error::{Error, ErrorKind};
use crate::tree::{Data, Node};

const OURS: &str = "<<<<<<<";
const BASE: &str = "|||||||";
const THEIRS: &str = "=======";
const END: &str = ">>>>>>>";

/// The two texts of a text with conflict markers: ours, theirs. `None`: it has none.
///
/// # Errors
/// [`ErrorKind::Syntax`] for a marker that has no partner.
pub fn split(text: &str) -> Result<Option<(String, String)>, Error> {
    if !text.lines().any(|line| is_marker(line, OURS)) {
        return Ok(None);
    }
    #[derive(PartialEq)]
    enum Side {
        Both,
        Ours,
        Base,
        Theirs,
    }
    let (mut ours, mut theirs) = (String::with_capacity(text.len()), String::with_capacity(text.len()));
    let mut side = Side::Both;
    let (mut offset, mut opened) = (0, 0);
    for line in text.split_inclusive('\n') {
        if is_marker(line, OURS) && side == Side::Both {
            (side, opened) = (Side::Ours, offset);
        } else if is_marker(line, BASE) && side == Side::Ours {
            side = Side::Base;
        } else if is_marker(line, THEIRS) && (side == Side::Ours || side == Side::Base) {
            side = Side::Theirs;
        } else if is_marker(line, END) && side == Side::Theirs {
            side = Side::Both;
        } else if is_marker(line, OURS) || is_marker(line, END) {
            return Err(Error::at(ErrorKind::Syntax, "a conflict marker without its partner", text, offset));
        } else {
            if matches!(side, Side::Both | Side::Ours) {
                ours.push_str(line);
            }
            if matches!(side, Side::Both | Side::Theirs) {
                theirs.push_str(line);
            }
        }
        offset += line.len();
    }
    if side != Side::Both {
        return Err(Error::at(ErrorKind::Syntax, "a conflict marker without its partner", text, opened));
    }
    Ok(Some((ours, theirs)))
}

/// A marker is at the start of a line, followed by a space or the line's end.
fn is_marker(line: &str, marker: &str) -> bool {
    line.strip_prefix(marker).is_some_and(|rest| matches!(rest.chars().next(), None | Some(' ' | '\n' | '\r')))
}

/// What a format's documents are made of.
pub struct Shape {
    /// True for the members whose value is taken from one side as it is (a package, a resolved dependency). The
    /// path is that of the member, from the top.
    pub is_entry: fn(&[&str]) -> bool,
    /// Where a new member is put.
    pub compare: fn(&str, &str) -> std::cmp::Ordering,
}

/// The union of both documents. Where they differ: the higher version, or else ours.
pub fn merge(ours: &Node, theirs: &Node, shape: &Shape) -> Node {
    let mut theirs = theirs.clone();
    theirs.forget_text();
    let mut merged = ours.clone();
    merge_into(&mut merged, theirs, shape, &mut Vec::new());
    merged
}

fn merge_into(ours: &mut Node, theirs: Node, shape: &Shape, path: &mut Vec<String>) {
    if ours.says(&theirs) {
        return;
    }
    let names: Vec<&str> = path.iter().map(String::as_str).collect();
    if !(ours.is_object() && theirs.is_object()) || (shape.is_entry)(&names) {
        if version_of(&theirs)
            .is_some_and(|theirs| version_of(ours).is_none_or(|ours| compare_versions(theirs, ours).is_gt()))
        {
            *ours = theirs;
        }
        return;
    }
    let (Data::Object(members), Data::Object(added)) = (&mut ours.data, theirs.data) else { return };
    let before = members.len();
    let mut changed = false;
    for member in added {
        match members.iter().position(|own| own.name == member.name) {
            Some(index) => {
                path.push(member.name);
                merge_into(&mut members[index].value, member.value, shape, path);
                path.pop();
                changed |= members[index].value.span.is_none();
            }
            None => {
                let index = members
                    .iter()
                    .position(|own| (shape.compare)(&own.name, &member.name).is_gt())
                    .unwrap_or(members.len());
                members.insert(index, member);
            }
        }
    }
    if changed || members.len() != before {
        ours.span = None;
    }
}

/// The version that an entry is of: its own, or that in `name@version` at the start of a list.
fn version_of(node: &Node) -> Option<&str> {
    if let Some(version) = node.as_scalar() {
        return Some(version);
    }
    if let Some(first) = node.elements().first().and_then(Node::as_str) {
        return first.rsplit('@').next();
    }
    node.get("version").and_then(Node::as_scalar)
}
