//! The description of a file's counters as JSON. All positions are offsets in UTF-16 code units of the source.
//!
//! ```text
//! { "length": 120, "counters": 3,
//!   "statements": [[start, end, counter], …],
//!   "functions": [[name, declarationStart, declarationEnd, bodyStart, bodyEnd, start, end, counter], …],
//!   "branches": [[kind, start, end, [[start, end, counter], …]], …],
//!   "regions": [[start, end, counter], …] }
//! ```
//!
//! Regions are V8's ranges of blocks. The end -1: up to the next region, or the end of what is around it. The counter -1:
//! the code never runs.
//! An arm of an `if` that the source does not have starts and ends at 0.
//! `initializer` functions are those of the fields of a class; their names are V8's, in angle brackets.

use std::cmp::Reverse;
use std::fmt::Write;

#[derive(Clone, Copy)]
pub(super) struct Place {
    pub start: u32,
    pub end: u32,
    pub counter: u32,
}

/// Code whose count differs from that of the code around it.
#[derive(Clone, Copy)]
pub(super) struct Region {
    pub start: u32,
    /// `None`: up to the next region.
    pub end: Option<u32>,
    /// `None`: it never runs.
    pub counter: Option<u32>,
}

impl Region {
    pub(super) fn counted(start: u32, end: u32, counter: u32) -> Self {
        Self { start, end: Some(end), counter: Some(counter) }
    }
}

pub(super) struct Branch {
    pub kind: &'static str,
    pub start: u32,
    pub end: u32,
    pub arms: Vec<Place>,
}

pub(super) struct Function {
    pub name: String,
    pub declaration: (u32, u32),
    pub body: (u32, u32),
    pub start: u32,
    pub end: u32,
    pub counter: u32,
}

#[derive(Default)]
pub(super) struct Map {
    pub statements: Vec<Place>,
    pub functions: Vec<Function>,
    pub branches: Vec<Branch>,
    pub regions: Vec<Region>,
}

impl Map {
    pub(super) fn into_json(mut self, source: &str, counter_count: u32) -> String {
        self.statements.sort_by_key(|it| (it.start, Reverse(it.end)));
        self.functions.sort_by_key(|it| (it.start, Reverse(it.end)));
        self.branches.sort_by_key(|it| (it.start, Reverse(it.end)));
        self.regions.sort_by_key(|it| (it.start, Reverse(it.end)));
        let offsets = Offsets::new(source);
        let at = |offset: u32| offsets.utf16(offset);
        let place = |it: &Place| format!("[{},{},{}]", at(it.start), at(it.end), it.counter);
        let places = |list: &[Place]| list.iter().map(place).collect::<Vec<_>>().join(",");
        let region = |it: &Region| {
            let end = it.end.map_or(-1, |end| i64::from(at(end)));
            format!("[{},{end},{}]", at(it.start), it.counter.map_or(-1, i64::from))
        };
        let function = |it: &Function| {
            let Function { declaration, body, start, end, counter, .. } = it;
            format!(
                "[{},{},{},{},{},{},{},{counter}]",
                quote(&it.name),
                at(declaration.0),
                at(declaration.1),
                at(body.0),
                at(body.1),
                at(*start),
                at(*end)
            )
        };
        let branch = |it: &Branch| format!("[\"{}\",{},{},[{}]]", it.kind, at(it.start), at(it.end), places(&it.arms));
        format!(
            "{{\"length\":{},\"counters\":{counter_count},\"statements\":[{}],\"functions\":[{}],\"branches\":[{}],\"regions\":[{}]}}",
            at(source.len() as u32),
            places(&self.statements),
            self.functions.iter().map(function).collect::<Vec<_>>().join(","),
            self.branches.iter().map(branch).collect::<Vec<_>>().join(","),
            self.regions.iter().map(region).collect::<Vec<_>>().join(",")
        )
    }
}

/// A JSON string.
fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => {
                quoted.push('\\');
                quoted.push(character);
            }
            '\0'..='\u{1F}' => {
                // Writing to a string does not fail.
                let _ = write!(quoted, "\\u{:04x}", character as u32);
            }
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

/// Converts byte offsets.
struct Offsets {
    /// Per byte of the source; empty when it is ASCII.
    by_byte: Vec<u32>,
}

impl Offsets {
    fn new(source: &str) -> Self {
        if source.is_ascii() {
            return Self { by_byte: Vec::new() };
        }
        let mut by_byte = Vec::with_capacity(source.len() + 1);
        let mut utf16 = 0;
        for character in source.chars() {
            by_byte.extend(std::iter::repeat_n(utf16, character.len_utf8()));
            utf16 += character.len_utf16() as u32;
        }
        by_byte.push(utf16);
        Self { by_byte }
    }

    fn utf16(&self, offset: u32) -> u32 {
        self.by_byte.get(offset as usize).copied().unwrap_or(offset)
    }
}
