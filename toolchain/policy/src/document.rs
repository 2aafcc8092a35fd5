//! A policy's document with the place of each value, from TOML or from JSON.

use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What is wrong with a policy, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyError {
    pub file: PathBuf,
    /// Counted from 1; 0 when the error has no place.
    pub line: usize,
    /// In characters, counted from 1.
    pub column: usize,
    pub message: String,
}

impl fmt::Display for PolicyError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:", self.file.display())?;
        if self.line > 0 {
            write!(formatter, "{}:{}:", self.line, self.column)?;
        }
        write!(formatter, " {}", self.message)
    }
}

impl std::error::Error for PolicyError {}

/// A value and where its text is.
#[derive(Clone, Debug)]
pub struct Node {
    pub kind: NodeKind,
    pub at: usize,
}

#[derive(Clone, Debug)]
pub enum NodeKind {
    Boolean(bool),
    Text(String),
    List(Vec<Node>),
    Table(Vec<(String, usize, Node)>),
    /// A number, a date or null: nothing that a policy has.
    Other,
}

impl Node {
    /// What kind of value this is, for messages.
    pub fn name(&self) -> &'static str {
        match &self.kind {
            NodeKind::Boolean(_) => "true or false",
            NodeKind::Text(_) => "a string",
            NodeKind::List(_) => "a list",
            NodeKind::Table(_) => "a table",
            NodeKind::Other => "a number, a date or null",
        }
    }
}

/// A document's name and text, for the places of errors.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    pub file: &'a std::path::Path,
    pub text: &'a str,
}

impl Source<'_> {
    /// An error at an offset in bytes.
    pub fn error(&self, at: usize, message: impl Into<String>) -> PolicyError {
        let before = &self.text[..self.text.floor_char_boundary(at.min(self.text.len()))];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        PolicyError { file: self.file.to_path_buf(), line, column, message: message.into() }
    }
}

/// Reads TOML.
///
/// # Errors
/// The first place where it is none.
pub fn of_toml(source: Source<'_>) -> Result<Node, PolicyError> {
    let table = DeTable::parse(source.text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        source.error(at, error.message().lines().next().unwrap_or("not TOML").trim_end_matches('.'))
    })?;
    let at = table.span().start;
    Ok(Node { kind: table_of(table.into_inner()), at })
}

fn table_of(table: DeTable<'_>) -> NodeKind {
    let entry = |(key, value): (Spanned<std::borrow::Cow<'_, str>>, Spanned<DeValue<'_>>)| {
        let at = key.span().start;
        (key.into_inner().into_owned(), at, toml_node(value))
    };
    NodeKind::Table(table.into_iter().map(entry).collect())
}

fn toml_node(value: Spanned<DeValue<'_>>) -> Node {
    let at = value.span().start;
    let kind = match value.into_inner() {
        DeValue::Boolean(value) => NodeKind::Boolean(value),
        DeValue::String(text) => NodeKind::Text(text.into_owned()),
        DeValue::Array(list) => NodeKind::List(list.into_iter().map(toml_node).collect()),
        DeValue::Table(table) => table_of(table),
        _ => NodeKind::Other,
    };
    Node { kind, at }
}

/// Reads `brio.sandbox` of a `package.json`. None without it.
///
/// # Errors
/// The first place where the file is no JSON.
pub fn of_manifest(source: Source<'_>) -> Result<Option<Node>, PolicyError> {
    let text = source.text;
    let start = text.len() - text.trim_start_matches('\u{feff}').len();
    let root: &RawValue = serde_json::from_str(&text[start..]).map_err(|error| {
        let line: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        let reason = error.to_string();
        source.error(line + error.column().saturating_sub(1), reason.split(" at line ").next().unwrap_or_default())
    })?;
    let mut place = root;
    for name in ["brio", "sandbox"] {
        let Ok(members) = serde_json::from_str::<BTreeMap<String, &RawValue>>(place.get()) else { return Ok(None) };
        let Some(member) = members.get(name) else { return Ok(None) };
        place = member;
    }
    Ok(Some(json_node(text, place)))
}

/// The place of a value is that of its slice in the document's text.
fn json_node(text: &str, value: &RawValue) -> Node {
    let raw = value.get();
    let at = offset(text, raw).map_or(0, |range| range.start);
    let kind = match raw.as_bytes().first() {
        Some(b't') => NodeKind::Boolean(true),
        Some(b'f') => NodeKind::Boolean(false),
        Some(b'"') => serde_json::from_str(raw).map_or(NodeKind::Other, NodeKind::Text),
        Some(b'[') => serde_json::from_str::<Vec<&RawValue>>(raw)
            .map_or(NodeKind::Other, |list| NodeKind::List(list.into_iter().map(|one| json_node(text, one)).collect())),
        Some(b'{') => serde_json::from_str::<Members<'_>>(raw).map_or(NodeKind::Other, |members| {
            let entry = |(name, value): (String, &RawValue)| {
                let node = json_node(text, value);
                (name, node.at, node)
            };
            NodeKind::Table(members.0.into_iter().map(entry).collect())
        }),
        _ => NodeKind::Other,
    };
    Node { kind, at }
}

fn offset(text: &str, part: &str) -> Option<Range<usize>> {
    let start = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    (start + part.len() <= text.len()).then_some(start..start + part.len())
}

/// The members of an object in their order, those with the same name included.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> serde::Deserialize<'de> for Members<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Members<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Visitor)
    }
}
