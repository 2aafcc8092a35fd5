//! The printer, in the manner of pnpm's dumper: a blank line between the members of the top level and of `importers`,
//! `packages` and `snapshots`; `resolution`, `engines`, `cpu`, `os`, `libc` on one line; strings in single quotes where
//! they need quotes; no line is wrapped.

use crate::tree::{Data, Member, Node};

/// Members whose value is written on one line.
const ON_ONE_LINE: [&str; 4] = ["cpu", "engines", "os", "libc"];

/// Members whose own members have blank lines between them.
const SPACED: [&str; 3] = ["importers", "packages", "snapshots"];

/// A key that is longer is written as `? key` (YAML 1.2 §7.4.2), in UTF-16 code units.
const KEY_LENGTH_MAX: usize = 1024;

/// Prints a document. Nodes that have a place in `text` are copied from it.
pub fn print(node: &Node, text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 1024);
    match &node.data {
        Data::Object(members) if node.span.is_none() && !members.is_empty() => {
            print_members(&mut out, members, text, 0, true);
        }
        _ => print_value(&mut out, node, text, 0, None),
    }
    out.push('\n');
    out
}

fn print_members(out: &mut String, members: &[Member], text: &str, level: usize, spaced: bool) {
    for (index, member) in members.iter().enumerate() {
        if index > 0 {
            break_line(out, level, spaced);
        }
        let name = match member.name_span {
            Some((start, end)) => text[start..end].to_string(),
            None => print_scalar_string(&member.name, 0, true, true),
        };
        if key_is_explicit(&name) {
            out.push_str("? ");
            out.push_str(&name);
            break_line(out, level, false);
        } else {
            out.push_str(&name);
        }
        out.push(':');
        print_member_value(out, member, text, level, key_is_explicit(&name));
    }
}

/// True for a key that is written as `? key`.
fn key_is_explicit(name: &str) -> bool {
    name.len() > KEY_LENGTH_MAX && name.encode_utf16().count() > KEY_LENGTH_MAX
}

fn print_member_value(out: &mut String, member: &Member, text: &str, level: usize, explicit: bool) {
    let node = &member.value;
    let is_block = match (&node.data, node.span) {
        // What was written in brackets or in other words stays so.
        (Data::Object(_) | Data::Array(_), Some((start, _))) => !text[start..].starts_with(['{', '[']),
        (Data::Object(members), None) => !members.is_empty() && !is_on_one_line(&member.name, node),
        (Data::Array(elements), None) => !elements.is_empty() && !is_on_one_line(&member.name, node),
        _ => false,
    };
    if is_block && !explicit {
        break_line(out, level + 1, is_spaced(member, level));
    } else if !matches!((&node.data, node.span), (Data::Null, Some((start, end))) if start == end) {
        out.push(' ');
    }
    print_value(out, node, text, level + 1, Some(&member.name));
}

fn is_spaced(member: &Member, level: usize) -> bool {
    level == 0 && SPACED.contains(&member.name.as_str())
}

fn is_on_one_line(name: &str, node: &Node) -> bool {
    let kind = node.get("type").and_then(Node::as_str);
    ON_ONE_LINE.contains(&name) || (name == "resolution" && !matches!(kind, Some("variations" | "binary")))
}

fn print_value(out: &mut String, node: &Node, text: &str, level: usize, name: Option<&str>) {
    if let Some((start, end)) = node.span {
        out.push_str(&text[start..end]);
        return;
    }
    let one_line = name.is_some_and(|name| is_on_one_line(name, node));
    match &node.data {
        Data::Object(members) if !members.is_empty() && !one_line => {
            let spaced = level == 1 && name.is_some_and(|name| SPACED.contains(&name));
            print_members(out, members, text, level, spaced);
        }
        Data::Array(elements) if !elements.is_empty() && !one_line => {
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    break_line(out, level, false);
                }
                out.push_str("- ");
                print_value(out, element, text, level + 1, None);
            }
        }
        Data::Object(_) | Data::Array(_) => print_flow(out, node, one_line),
        _ => print_scalar(out, node, level, false, true),
    }
}

fn print_flow(out: &mut String, node: &Node, one_line: bool) {
    let (open, close) = if node.is_object() { ('{', '}') } else { ('[', ']') };
    out.push(open);
    for (index, member) in node.members().iter().enumerate() {
        out.push_str(if index > 0 { ", " } else { "" });
        out.push_str(&print_scalar_string(&member.name, 0, one_line, false));
        out.push_str(": ");
        print_flow_value(out, &member.value, one_line);
    }
    for (index, element) in node.elements().iter().enumerate() {
        out.push_str(if index > 0 { ", " } else { "" });
        print_flow_value(out, element, false);
    }
    out.push(close);
}

fn print_flow_value(out: &mut String, node: &Node, one_line: bool) {
    match node.data {
        Data::Object(_) | Data::Array(_) => print_flow(out, node, one_line),
        _ => print_scalar(out, node, 1, one_line, false),
    }
}

fn print_scalar(out: &mut String, node: &Node, level: usize, one_line: bool, in_block: bool) {
    match &node.data {
        Data::Null => out.push_str("null"),
        Data::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Data::Number(value) => out.push_str(value),
        Data::String(value) => out.push_str(&print_scalar_string(value, level, one_line, in_block)),
        Data::Array(_) | Data::Object(_) => print_flow(out, node, one_line),
    }
}

fn break_line(out: &mut String, level: usize, spaced: bool) {
    out.push('\n');
    if spaced {
        out.push('\n');
    }
    out.push_str(&"  ".repeat(level));
}

/// A string as a scalar. `level` is that of its lines, if it has several; `in_block` is false within brackets, where
/// brackets and commas need quotes.
fn print_scalar_string(value: &str, level: usize, one_line: bool, in_block: bool) -> String {
    if value.is_empty() {
        return "''".to_string();
    }
    let line_ends = value.contains('\n');
    if value.chars().any(|character| !is_printable(character) && (one_line || character != '\n')) {
        return print_double_quoted(value);
    }
    if line_ends && !one_line {
        return print_literal(value, level);
    }
    if is_plain(value, in_block) && !means_something_else(value) {
        value.to_string()
    } else {
        format!("'{}'", value.replace('\'', "''"))
    }
}

fn is_printable(character: char) -> bool {
    matches!(character, ' '..='~' | '\u{a1}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
        && !matches!(character, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// True for characters that may be in a plain scalar: the rules of js-yaml, which are YAML 1.2 §7.3.3's and some more.
fn is_plain(value: &str, in_block: bool) -> bool {
    let first = value.chars().next().unwrap_or(' ');
    let last = value.chars().next_back().unwrap_or(' ');
    let refused = "-?:,[]{}#&*!|=>'\"%@`";
    if first.is_whitespace() || refused.contains(first) || last.is_whitespace() || last == ':' {
        return false;
    }
    let mut previous = '\0';
    for (index, character) in value.chars().enumerate() {
        let bracket = !in_block && matches!(character, ',' | '[' | ']' | '{' | '}');
        let comment = character == '#' && (index == 0 || previous.is_whitespace());
        let key = previous == ':' && (character.is_whitespace() || bracket);
        if bracket || comment || key {
            return false;
        }
        previous = character;
    }
    true
}

/// True for what a parser of YAML would not read as a string.
fn means_something_else(value: &str) -> bool {
    matches!(value, "~" | "null" | "Null" | "NULL" | "true" | "True" | "TRUE" | "false" | "False" | "FALSE" | "<<")
        || is_integer(value)
        || is_float(value)
        || is_date(value)
}

fn is_integer(value: &str) -> bool {
    let digits = value.strip_prefix(['-', '+']).unwrap_or(value);
    let (digits, radix) = match digits.get(..2) {
        Some("0b") => (&digits[2..], 2),
        Some("0x") => (&digits[2..], 16),
        Some("0o") => (&digits[2..], 8),
        _ => (digits, 10),
    };
    let valid = digits.chars().all(|digit| digit == '_' || digit.is_digit(radix));
    valid
        && digits.chars().any(|digit| digit != '_')
        && !digits.ends_with('_')
        && (radix != 10 || !digits.starts_with('_'))
}

/// `1.5`, `1e5`, `.5`, `.inf`, `.nan`.
fn is_float(value: &str) -> bool {
    let unsigned = value.strip_prefix(['-', '+']).unwrap_or(value);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") || matches!(value, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    if value.ends_with('_') {
        return false;
    }
    let (mantissa, exponent) =
        unsigned.split_once(['e', 'E']).map_or((unsigned, None), |(left, right)| (left, Some(right)));
    let digits = |part: &str| part.chars().all(|digit| digit == '_' || digit.is_ascii_digit());
    let exponent_ok = exponent.is_none_or(|exponent| {
        let exponent = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
        !exponent.is_empty() && exponent.chars().all(|digit| digit.is_ascii_digit())
    });
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let starts_well = if whole.is_empty() {
        mantissa.starts_with('.') && !fraction.is_empty() && unsigned == value
    } else {
        whole.starts_with(|first: char| first.is_ascii_digit())
    };
    exponent_ok && starts_well && digits(whole) && digits(fraction)
}

/// `2001-12-14`, and with a time behind it.
fn is_date(value: &str) -> bool {
    let bytes = value.as_bytes();
    let date = |month: usize, day: usize| {
        bytes.len() >= 4 && bytes[..4].iter().all(u8::is_ascii_digit) && month > 0 && day > 0
    };
    let mut parts = value.splitn(3, '-');
    let (Some(year), Some(month), Some(rest)) = (parts.next(), parts.next(), parts.next()) else { return false };
    let day: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let numbers =
        year.len() == 4 && [year, month, &day].iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    if !numbers || !date(month.len(), day.len()) {
        return false;
    }
    let time = &rest[day.len()..];
    if time.is_empty() {
        return month.len() == 2 && day.len() == 2;
    }
    let time = time.strip_prefix(['T', 't']).unwrap_or(time.trim_start());
    month.len() <= 2 && day.len() <= 2 && time.len() >= 7 && time.contains(':') && time.as_bytes()[0].is_ascii_digit()
}

fn print_double_quoted(value: &str) -> String {
    let mut out = String::from("\"");
    for character in value.chars() {
        match character {
            '\0' => out.push_str("\\0"),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\u{b}' => out.push_str("\\v"),
            '\u{c}' => out.push_str("\\f"),
            '\r' => out.push_str("\\r"),
            '\u{1b}' => out.push_str("\\e"),
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{85}' => out.push_str("\\N"),
            '\u{a0}' => out.push_str("\\_"),
            '\u{2028}' => out.push_str("\\L"),
            '\u{2029}' => out.push_str("\\P"),
            other if is_printable(other) => out.push(other),
            other if (other as u32) <= 0xff => out.push_str(&format!("\\x{:02X}", other as u32)),
            other if (other as u32) <= 0xffff => out.push_str(&format!("\\u{:04X}", other as u32)),
            other => out.push_str(&format!("\\U{:08X}", other as u32)),
        }
    }
    out.push('"');
    out
}

fn print_literal(value: &str, level: usize) -> String {
    let indent = "  ".repeat(level.max(1));
    let indicator = if value.trim_start_matches('\n').starts_with(' ') { "2" } else { "" };
    let chomp = match value {
        _ if !value.ends_with('\n') => "-",
        _ if value.ends_with("\n\n") || value == "\n" => "+",
        _ => "",
    };
    let lines: Vec<String> = value
        .strip_suffix('\n')
        .unwrap_or(value)
        .split('\n')
        .map(|line| if line.is_empty() { String::new() } else { format!("{indent}{line}") })
        .collect();
    format!("|{indicator}{chomp}\n{}", lines.join("\n"))
}
