//! JSON with places in the text: the parser, and the printer in the manner of `JSON.stringify`.

use crate::error::{Error, ErrorKind};
use crate::tree::{Data, Member, Node};

/// Deeper documents are refused: the parser and the printers are recursive.
const DEPTH_MAX: usize = 200;

/// What the grammar allows beyond RFC 8259.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    Json,
    /// Comments and trailing commas (bun.lock).
    Commented,
}

/// Parses a document.
///
/// # Errors
/// [`ErrorKind::Syntax`] with line and column.
pub fn parse(text: &str, dialect: Dialect) -> Result<Node, Error> {
    // RFC 8259 §8.1 allows parsers to ignore a byte order mark.
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut parser = Parser { text, bytes: text.as_bytes(), at: start, dialect };
    parser.skip_blanks()?;
    let node = parser.value(0)?;
    parser.skip_blanks()?;
    if parser.at < text.len() {
        return Err(parser.unexpected("the end of the file"));
    }
    Ok(node)
}

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    dialect: Dialect,
}

impl Parser<'_> {
    fn error(&self, message: impl Into<String>) -> Error {
        Error::at(ErrorKind::Syntax, message, self.text, self.at)
    }

    fn unexpected(&self, wanted: &str) -> Error {
        match self.text[self.at..].chars().next() {
            Some(found) => self.error(format!("unexpected \"{}\", expected {wanted}", found.escape_debug())),
            None => self.error(format!("the file ends too early, expected {wanted}")),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_blanks(&mut self) -> Result<(), Error> {
        loop {
            match self.peek() {
                Some(b' ' | b'\t' | b'\n' | b'\r') => self.at += 1,
                Some(b'/') if self.dialect == Dialect::Commented => self.skip_comment()?,
                _ => return Ok(()),
            }
        }
    }

    fn skip_comment(&mut self) -> Result<(), Error> {
        let rest = &self.text[self.at..];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").ok_or_else(|| self.error("the comment does not end"))? + 2
        } else {
            return Err(self.unexpected("a value"));
        };
        self.at += length;
        Ok(())
    }

    fn value(&mut self, depth: usize) -> Result<Node, Error> {
        if depth > DEPTH_MAX {
            return Err(self.error("nested too deeply"));
        }
        let start = self.at;
        let data = match self.peek() {
            Some(b'{') => Data::Object(self.object(depth)?),
            Some(b'[') => Data::Array(self.array(depth)?),
            Some(b'"') => Data::String(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            _ => self.word()?,
        };
        Ok(Node::read(data, (start, self.at)))
    }

    fn object(&mut self, depth: usize) -> Result<Vec<Member>, Error> {
        let mut members = Vec::new();
        self.at += 1;
        loop {
            self.skip_blanks()?;
            if self.peek() == Some(b'}') && (members.is_empty() || self.dialect == Dialect::Commented) {
                break;
            }
            if self.peek() != Some(b'"') {
                return Err(self.unexpected("a name in double quotes"));
            }
            let start = self.at;
            let name = self.string()?;
            let name_span = Some((start, self.at));
            self.skip_blanks()?;
            if self.peek() != Some(b':') {
                return Err(self.unexpected("\":\""));
            }
            self.at += 1;
            self.skip_blanks()?;
            let value = self.value(depth + 1)?;
            members.push(Member { name, name_span, value });
            self.skip_blanks()?;
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => break,
                _ => return Err(self.unexpected("\",\" or \"}\"")),
            }
        }
        self.at += 1;
        // A lockfile has thousands of small objects.
        members.shrink_to_fit();
        Ok(members)
    }

    fn array(&mut self, depth: usize) -> Result<Vec<Node>, Error> {
        let mut elements = Vec::new();
        self.at += 1;
        loop {
            self.skip_blanks()?;
            if self.peek() == Some(b']') && (elements.is_empty() || self.dialect == Dialect::Commented) {
                break;
            }
            elements.push(self.value(depth + 1)?);
            self.skip_blanks()?;
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => break,
                _ => return Err(self.unexpected("\",\" or \"]\"")),
            }
        }
        self.at += 1;
        Ok(elements)
    }

    fn number(&mut self) -> Result<Data, Error> {
        let length = self.bytes[self.at..]
            .iter()
            .take_while(|byte| matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9'));
        let number = &self.text[self.at..self.at + length.count()];
        if number.parse::<f64>().is_err() {
            return Err(self.error(format!("\"{number}\" is not a number")));
        }
        self.at += number.len();
        Ok(Data::Number(number.to_string()))
    }

    fn word(&mut self) -> Result<Data, Error> {
        for (word, data) in [("true", Data::Bool(true)), ("false", Data::Bool(false)), ("null", Data::Null)] {
            if self.text[self.at..].starts_with(word) {
                self.at += word.len();
                return Ok(data);
            }
        }
        Err(self.unexpected("a value"))
    }

    fn string(&mut self) -> Result<String, Error> {
        let (value, length) = parse_string(&self.text[self.at..])
            .map_err(|(message, offset)| Error::at(ErrorKind::Syntax, message, self.text, self.at + offset))?;
        self.at += length;
        Ok(value)
    }
}

/// Parses the JSON string that `text` begins with (with its quote). Returns it and its length in bytes in the text.
///
/// # Errors
/// The message, and the offset in `text`.
pub fn parse_string(text: &str) -> Result<(String, usize), (&'static str, usize)> {
    let bytes = text.as_bytes();
    let mut value = String::new();
    let mut at = 1;
    let mut run = at;
    loop {
        match bytes.get(at) {
            None => return Err(("the string does not end", 0)),
            Some(b'"') => {
                value.push_str(&text[run..at]);
                return Ok((value, at + 1));
            }
            Some(b'\\') => {
                value.push_str(&text[run..at]);
                let (character, length) = parse_escape(&text[at..]).ok_or(("the escape is not valid", at))?;
                value.push(character);
                at += length;
                run = at;
            }
            Some(0..=0x1f) => return Err(("a control character in a string", at)),
            Some(_) => at += 1,
        }
    }
}

/// The character of the escape that `text` begins with, and the escape's length.
fn parse_escape(text: &str) -> Option<(char, usize)> {
    let character = match text.as_bytes().get(1)? {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return parse_unicode_escape(text),
        _ => return None,
    };
    Some((character, 2))
}

fn parse_unicode_escape(text: &str) -> Option<(char, usize)> {
    let unit = |offset: usize| u32::from_str_radix(text.get(offset..offset + 4)?, 16).ok();
    let first = unit(2)?;
    if (0xd800..0xdc00).contains(&first)
        && text.get(6..8) == Some("\\u")
        && let Some(second) = unit(8).filter(|second| (0xdc00..0xe000).contains(second))
    {
        let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
        return Some((char::from_u32(code)?, 12));
    }
    Some((char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER), 6))
}

/// Appends a string as `JSON.stringify` spells it.
pub fn print_string(out: &mut String, value: &str) {
    out.push('"');
    for character in value.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control < ' ' => out.push_str(&format!("\\u{:04x}", control as u32)),
            other => out.push(other),
        }
    }
    out.push('"');
}

/// How a document is indented.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub indent: String,
    pub newline: String,
    /// What follows the last bracket.
    pub end: String,
    /// Members whose arrays are written on one line.
    pub on_one_line: &'static [&'static str],
}

impl Default for Layout {
    fn default() -> Layout {
        Layout { indent: "  ".to_string(), newline: "\n".to_string(), end: "\n".to_string(), on_one_line: &[] }
    }
}

impl Layout {
    /// The layout of a text: its first line's indentation, as npm finds it.
    pub fn of(text: &str) -> Layout {
        let Some(open) = text.find('{') else { return Layout::default() };
        let rest = &text[open + 1..];
        let newline = if rest.starts_with("\r\n") { "\r\n" } else { "\n" };
        let Some(line) = rest.strip_prefix(newline) else { return Layout::default() };
        let indent: String = line.chars().take_while(|character| matches!(character, ' ' | '\t')).collect();
        let indent = if indent.is_empty() { "  ".to_string() } else { indent };
        let end = text[text.trim_end().len()..].to_string();
        Layout { indent, newline: newline.to_string(), end, on_one_line: &[] }
    }
}

/// Prints a document. Nodes that have a place in `text` are copied from it.
pub fn print(node: &Node, text: &str, layout: &Layout) -> String {
    let mut out = String::with_capacity(text.len() + 1024);
    let start = node.span.map_or(0, |span| span.0);
    out.push_str(&text[..start]);
    print_node(&mut out, node, text, layout, 0);
    out.push_str(&layout.end);
    out
}

fn print_node(out: &mut String, node: &Node, text: &str, layout: &Layout, depth: usize) {
    if let Some((start, end)) = node.span {
        out.push_str(&text[start..end]);
        return;
    }
    match &node.data {
        Data::Array(elements) if !elements.is_empty() => {
            out.push('[');
            for (index, element) in elements.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                break_line(out, layout, depth + 1);
                print_node(out, element, text, layout, depth + 1);
            }
            break_line(out, layout, depth);
            out.push(']');
        }
        Data::Object(members) if !members.is_empty() => {
            out.push('{');
            for (index, member) in members.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                break_line(out, layout, depth + 1);
                print_name(out, member, text);
                out.push_str(": ");
                match (&member.value.data, member.value.span) {
                    (Data::Array(elements), None) if layout.on_one_line.contains(&member.name.as_str()) => {
                        print_on_one_line(out, elements);
                    }
                    _ => print_node(out, &member.value, text, layout, depth + 1),
                }
            }
            break_line(out, layout, depth);
            out.push('}');
        }
        _ => print_scalar(out, node),
    }
}

fn print_on_one_line(out: &mut String, elements: &[Node]) {
    out.push('[');
    for (index, element) in elements.iter().enumerate() {
        out.push_str(if index > 0 { ", " } else { "" });
        print_scalar(out, element);
    }
    out.push(']');
}

/// Prints a member's name as it was spelled.
pub fn print_name(out: &mut String, member: &Member, text: &str) {
    match member.name_span {
        Some((start, end)) => out.push_str(&text[start..end]),
        None => print_string(out, &member.name),
    }
}

/// Prints what has no members.
pub fn print_scalar(out: &mut String, node: &Node) {
    match &node.data {
        Data::Null => out.push_str("null"),
        Data::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Data::Number(value) => out.push_str(value),
        Data::String(value) => print_string(out, value),
        Data::Array(_) => out.push_str("[]"),
        Data::Object(_) => out.push_str("{}"),
    }
}

fn break_line(out: &mut String, layout: &Layout, depth: usize) {
    out.push_str(&layout.newline);
    for _ in 0..depth {
        out.push_str(&layout.indent);
    }
}
