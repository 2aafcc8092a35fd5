//! The parser.

use crate::error::{Error, ErrorKind};
use crate::json;
use crate::tree::{Data, Member, Node};

const DEPTH_MAX: usize = 64;

/// Parses the document that begins at the byte `start` and reaches to the end of the text.
///
/// # Errors
/// [`ErrorKind::Syntax`] with line and column.
pub fn parse(text: &str, start: usize) -> Result<Node, Error> {
    let mut parser = Parser { text, bytes: text.as_bytes(), at: start };
    let Some(indent) = parser.next_content()? else {
        return Ok(Node::read(Data::Object(Vec::new()), (parser.at, parser.at)));
    };
    let node = parser.block(indent, 0)?;
    if parser.next_content()?.is_some() {
        return Err(parser.error("this line is indented less than those above it, or not a member"));
    }
    Ok(node)
}

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Parser<'a> {
    fn error(&self, message: impl Into<String>) -> Error {
        Error::at(ErrorKind::Syntax, message, self.text, self.at)
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn peek_at(&self, offset: usize) -> Option<u8> {
        self.bytes.get(self.at + offset).copied()
    }

    /// True if a token ends before `byte`: at white space and at the end.
    fn is_gap(byte: Option<u8>) -> bool {
        matches!(byte, None | Some(b' ' | b'\t' | b'\n' | b'\r'))
    }

    fn skip_spaces(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r')) {
            self.at += 1;
        }
    }

    /// Goes to the end of the line if only blanks and a comment are left on it. Returns whether that is so.
    fn skip_rest_of_line(&mut self) -> bool {
        let start = self.at;
        self.skip_spaces();
        if self.peek() == Some(b'#') && (self.at > start || self.at == 0 || self.bytes[self.at - 1] == b'\n') {
            while !matches!(self.peek(), None | Some(b'\n')) {
                self.at += 1;
            }
        }
        match self.peek() {
            None | Some(b'\n') => true,
            _ => {
                self.at = start;
                false
            }
        }
    }

    /// Goes to the first byte of the next line with contents (or stays, at the start of one). Returns its column from
    /// 0. `None`: the text ends.
    fn next_content(&mut self) -> Result<Option<usize>, Error> {
        loop {
            if self.peek().is_none() {
                return Ok(None);
            }
            let line = self.at == 0 || self.bytes[self.at - 1] == b'\n';
            if !line {
                if !self.skip_rest_of_line() {
                    return Err(self.error("expected the end of the line"));
                }
                self.at += usize::from(self.peek().is_some());
                continue;
            }
            let start = self.at;
            if self.skip_rest_of_line() {
                self.at += usize::from(self.peek().is_some());
                continue;
            }
            while self.peek() == Some(b' ') {
                self.at += 1;
            }
            if self.peek() == Some(b'\t') {
                return Err(self.error("a line is indented with a tab"));
            }
            return Ok(Some(self.at - start));
        }
    }

    /// The column of the next line with contents, without going there.
    fn peek_content(&mut self) -> Result<Option<(usize, usize)>, Error> {
        let start = self.at;
        let indent = self.next_content()?;
        let at = std::mem::replace(&mut self.at, start);
        Ok(indent.map(|indent| (indent, at)))
    }

    /// The block collection, or the scalar, that begins here at the column `indent`.
    fn block(&mut self, indent: usize, depth: usize) -> Result<Node, Error> {
        if depth > DEPTH_MAX {
            return Err(self.error("nested too deeply"));
        }
        let start = self.at;
        if self.peek() == Some(b'-') && Self::is_gap(self.peek_at(1)) {
            let elements = self.sequence(indent, depth)?;
            return Ok(Node::read(Data::Array(elements), (start, self.at)));
        }
        let members = self.mapping(indent, depth)?;
        Ok(Node::read(Data::Object(members), (start, self.at)))
    }

    fn sequence(&mut self, indent: usize, depth: usize) -> Result<Vec<Node>, Error> {
        let mut elements = Vec::new();
        loop {
            self.at += 1;
            elements.push(self.value(indent, depth, true)?);
            let end = self.at;
            match self.next_content()? {
                Some(column) if column == indent && self.peek() == Some(b'-') && Self::is_gap(self.peek_at(1)) => {}
                _ => {
                    self.at = end;
                    return Ok(elements);
                }
            }
        }
    }

    fn mapping(&mut self, indent: usize, depth: usize) -> Result<Vec<Member>, Error> {
        let mut members: Vec<Member> = Vec::new();
        loop {
            let (name, name_span) = self.key()?;
            let value = self.value(indent, depth, false)?;
            members.push(Member { name, name_span: Some(name_span), value });
            let end = self.at;
            match self.next_content()? {
                Some(column) if column == indent && !(self.peek() == Some(b'-') && Self::is_gap(self.peek_at(1))) => {}
                Some(column) if column > indent => {
                    return Err(self.error("this line is indented more than its neighbours"));
                }
                _ => {
                    self.at = end;
                    return Ok(members);
                }
            }
        }
    }

    /// A key with its colon.
    fn key(&mut self) -> Result<(String, (usize, usize)), Error> {
        if self.peek() == Some(b'?') && Self::is_gap(self.peek_at(1)) {
            return self.explicit_key();
        }
        let start = self.at;
        let name = match self.peek() {
            Some(b'"' | b'\'') => self.quoted()?,
            _ => self.plain_key()?,
        };
        let span = (start, self.at);
        self.skip_spaces();
        if self.peek() != Some(b':') || !Self::is_gap(self.peek_at(1)) {
            return Err(self.error("expected \": \" after a key"));
        }
        self.at += 1;
        Ok((name, span))
    }

    /// `? key`, and on the next line `: value`: keys of more than 1,024 characters are written so.
    fn explicit_key(&mut self) -> Result<(String, (usize, usize)), Error> {
        self.at += 1;
        self.skip_spaces();
        let start = self.at;
        let name = match self.peek() {
            Some(b'"' | b'\'') => self.quoted()?,
            _ => {
                let line = self.line();
                self.at += line.trim_end().len();
                line.trim_end().to_string()
            }
        };
        let span = (start, self.at);
        self.next_content()?;
        if self.peek() != Some(b':') || !Self::is_gap(self.peek_at(1)) {
            return Err(self.error("expected \": \" after an explicit key"));
        }
        self.at += 1;
        Ok((name, span))
    }

    /// The rest of the line.
    fn line(&self) -> &'a str {
        let rest = &self.text[self.at..];
        &rest[..rest.find('\n').unwrap_or(rest.len())]
    }

    fn plain_key(&mut self) -> Result<String, Error> {
        self.check_plain_start()?;
        let line = self.line();
        let colon = line
            .match_indices(':')
            .map(|(index, _)| index)
            .find(|index| Self::is_gap(line.as_bytes().get(index + 1).copied()));
        let Some(colon) = colon else { return Err(self.error("expected a key with \":\"")) };
        let name = line[..colon].trim_end();
        self.at += name.len();
        Ok(name.to_string())
    }

    /// What YAML has and lockfiles do not.
    fn check_plain_start(&self) -> Result<(), Error> {
        let what = match self.peek() {
            Some(b'&') => "an anchor",
            Some(b'*') => "an alias",
            Some(b'!') => "a tag",
            Some(b'%') => "a directive",
            Some(b'@' | b'`') => "a reserved character",
            Some(b'[' | b'{' | b']' | b'}' | b',') => "a bracket or comma",
            _ => return Ok(()),
        };
        Err(self.error(format!("{what} is not expected in a lockfile")))
    }

    /// The value behind a key's colon or a dash; `indent` is the column of the key or the dash.
    fn value(&mut self, indent: usize, depth: usize, in_sequence: bool) -> Result<Node, Error> {
        let after_mark = self.at;
        if self.skip_rest_of_line() {
            let dash = |parser: &Self, at: usize| {
                parser.bytes.get(at) == Some(&b'-') && Self::is_gap(parser.bytes.get(at + 1).copied())
            };
            return match self.peek_content()? {
                Some((column, at)) if column > indent || (column == indent && !in_sequence && dash(self, at)) => {
                    self.at = at;
                    if column > indent && !dash(self, at) && !self.starts_key() {
                        return self.scalar(indent);
                    }
                    self.block(column, depth + 1)
                }
                _ => {
                    self.at = after_mark;
                    Ok(Node::read(Data::Null, (after_mark, after_mark)))
                }
            };
        }
        self.skip_spaces();
        if (in_sequence || self.is_explicit_value(after_mark)) && self.starts_key() {
            let column = self.at - self.text[..self.at].rfind('\n').map_or(0, |index| index + 1);
            return self.block(column, depth + 1);
        }
        self.scalar(indent)
    }

    /// True behind the `:` of an explicit key, which may be followed by a mapping on its line.
    fn is_explicit_value(&self, after_mark: usize) -> bool {
        let line_start = self.text[..after_mark].rfind('\n').map_or(0, |index| index + 1);
        self.text[line_start..after_mark].trim_start() == ":"
    }

    /// True if a key of a mapping begins here.
    fn starts_key(&self) -> bool {
        if self.peek() == Some(b'?') && Self::is_gap(self.peek_at(1)) {
            return true;
        }
        let mut probe = Parser { text: self.text, bytes: self.bytes, at: self.at };
        match self.peek() {
            Some(b'[' | b'{' | b'|' | b'>') => false,
            _ => probe.key().is_ok(),
        }
    }

    /// A scalar or a flow collection. Lines that continue it are indented more than `indent`.
    fn scalar(&mut self, indent: usize) -> Result<Node, Error> {
        let start = self.at;
        let data = match self.peek() {
            Some(b'{' | b'[') => return self.flow(0),
            Some(b'|' | b'>') => self.block_scalar(indent)?,
            Some(b'"' | b'\'') => Data::String(self.quoted()?),
            _ => self.plain(indent)?,
        };
        Ok(Node::read(data, (start, self.at)))
    }

    fn plain(&mut self, indent: usize) -> Result<Data, Error> {
        self.check_plain_start()?;
        let mut value = String::new();
        loop {
            let line = self.line();
            let comment = line.find(" #").unwrap_or(line.len());
            let part = line[..comment].trim_end();
            if value.is_empty() && part.contains(": ") {
                return Err(self.error("a value must not contain \": \" without quotes"));
            }
            value.push_str(part);
            self.at += part.len();
            let end = self.at;
            match self.next_content()? {
                Some(column) if column > indent && comment == line.len() => value.push(' '),
                _ => {
                    self.at = end;
                    return Ok(resolve_plain(value));
                }
            }
        }
    }

    fn quoted(&mut self) -> Result<String, Error> {
        if self.peek() == Some(b'\'') { self.single_quoted() } else { self.double_quoted() }
    }

    fn single_quoted(&mut self) -> Result<String, Error> {
        let start = self.at;
        let mut value = String::new();
        self.at += 1;
        loop {
            let rest = &self.text[self.at..];
            let Some(end) = rest.find('\'') else {
                self.at = start;
                return Err(self.error("the string does not end"));
            };
            value.push_str(&rest[..end]);
            self.at += end + 1;
            if self.peek() != Some(b'\'') {
                return Ok(fold_quoted(&value));
            }
            value.push('\'');
            self.at += 1;
        }
    }

    fn double_quoted(&mut self) -> Result<String, Error> {
        let start = self.at;
        let rest = &self.text[self.at + 1..];
        let mut escaped = false;
        let end = rest.char_indices().find(|(_, character)| {
            let ends = *character == '"' && !escaped;
            escaped = *character == '\\' && !escaped;
            ends
        });
        let Some((end, _)) = end else { return Err(self.error("the string does not end")) };
        let raw = &rest[..end];
        self.at += end + 2;
        unescape(&fold_quoted(raw))
            .ok_or_else(|| Error::at(ErrorKind::Syntax, "the escape is not valid", self.text, start))
    }

    /// `|` keeps line ends, `>` folds them; `-` drops the last one, `+` keeps all.
    fn block_scalar(&mut self, indent: usize) -> Result<Data, Error> {
        let header = self.line();
        let folded = header.starts_with('>');
        let marks: &str = header[1..].split(" #").next().unwrap_or_default().trim_end();
        let chomp = marks.chars().find(|mark| matches!(mark, '-' | '+'));
        let given = marks.chars().find_map(|mark| mark.to_digit(10)).map(|columns| indent + columns as usize);
        if marks.chars().any(|mark| !matches!(mark, '-' | '+' | '1'..='9')) {
            return Err(self.error("the header of a block scalar is not valid"));
        }
        self.at += header.trim_end().len();
        let mut end = self.at;
        let mut at = self.at + (header.len() - header.trim_end().len()) + 1;
        let mut lines: Vec<&str> = Vec::new();
        let mut column = given;
        while at < self.text.len() {
            let rest = &self.text[at..];
            let line = rest[..rest.find('\n').unwrap_or(rest.len())].trim_end_matches('\r');
            let own = line.len() - line.trim_start_matches(' ').len();
            if line.trim_start_matches(' ').is_empty() {
                lines.push(&line[column.unwrap_or(own).min(line.len())..]);
            } else if own > indent && own >= column.unwrap_or(0) {
                let column = *column.get_or_insert(own);
                lines.push(&line[column..]);
                end = at + line.len();
            } else {
                break;
            }
            at += rest.find('\n').map_or(rest.len(), |index| index + 1);
        }
        let trailing = lines.iter().rev().take_while(|line| line.is_empty()).count();
        let kept = lines.len() - trailing;
        let mut value = if folded { fold(&lines[..kept]) } else { lines[..kept].join("\n") };
        match chomp {
            Some('-') => {}
            Some(_) => value.push_str(&"\n".repeat(trailing + 1)),
            None => value.push('\n'),
        }
        self.at = end;
        Ok(Data::String(value))
    }

    fn flow(&mut self, depth: usize) -> Result<Node, Error> {
        if depth > DEPTH_MAX {
            return Err(self.error("nested too deeply"));
        }
        let start = self.at;
        let open = self.peek();
        self.at += 1;
        let (mut members, mut elements) = (Vec::new(), Vec::new());
        let close = if open == Some(b'{') { b'}' } else { b']' };
        loop {
            self.skip_flow_blanks();
            match self.peek() {
                Some(byte) if byte == close => break,
                None => return Err(self.error("the file ends within brackets")),
                _ if close == b'}' => members.push(self.flow_member(depth)?),
                _ => elements.push(self.flow_value(depth)?),
            }
            self.skip_flow_blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(byte) if byte == close => break,
                _ => return Err(self.error("expected \",\" or a closing bracket")),
            }
        }
        self.at += 1;
        let data = if close == b'}' { Data::Object(members) } else { Data::Array(elements) };
        Ok(Node::read(data, (start, self.at)))
    }

    fn skip_flow_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    fn flow_member(&mut self, depth: usize) -> Result<Member, Error> {
        let start = self.at;
        let name = match self.peek() {
            Some(b'"' | b'\'') => self.quoted()?,
            _ => self.flow_plain()?,
        };
        let name_span = Some((start, self.at));
        self.skip_flow_blanks();
        if self.peek() != Some(b':') {
            return Err(self.error("expected \":\" after a key"));
        }
        self.at += 1;
        self.skip_flow_blanks();
        Ok(Member { name, name_span, value: self.flow_value(depth)? })
    }

    fn flow_value(&mut self, depth: usize) -> Result<Node, Error> {
        let start = self.at;
        let data = match self.peek() {
            Some(b'{' | b'[') => return self.flow(depth + 1),
            Some(b'"' | b'\'') => Data::String(self.quoted()?),
            Some(b',' | b'}' | b']') => Data::Null,
            _ => resolve_plain(self.flow_plain()?),
        };
        Ok(Node::read(data, (start, self.at)))
    }

    fn flow_plain(&mut self) -> Result<String, Error> {
        self.check_plain_start()?;
        let rest = &self.text[self.at..];
        let bytes = rest.as_bytes();
        let end = (0..bytes.len())
            .find(|index| match bytes[*index] {
                b',' | b'{' | b'}' | b'[' | b']' | b'\n' => true,
                b':' => matches!(bytes.get(index + 1), None | Some(b' ' | b'\n' | b'\r' | b',' | b'}' | b']')),
                _ => false,
            })
            .unwrap_or(bytes.len());
        let value = rest[..end].trim_end();
        self.at += value.len();
        Ok(value.to_string())
    }
}

/// Line ends within quotes: one is a space, more are one less; blanks around them vanish.
fn fold_quoted(value: &str) -> String {
    if !value.contains('\n') {
        return value.to_string();
    }
    let mut lines: Vec<&str> = value.split('\n').collect();
    let last = lines.len() - 1;
    for (index, line) in lines.iter_mut().enumerate() {
        *line = if index > 0 { line.trim_start() } else { line };
        *line = if index < last { line.trim_end() } else { line };
    }
    fold(&lines)
}

/// Joins lines with spaces; an empty line is a line end; lines that are indented more stay on their own.
fn fold(lines: &[&str]) -> String {
    let mut value = String::new();
    let mut empty = 0;
    for (index, line) in lines.iter().enumerate() {
        if line.is_empty() && index > 0 {
            empty += 1;
            continue;
        }
        if index > 0 {
            let indented = line.starts_with(' ') || lines[index - 1].starts_with(' ');
            match (empty, indented) {
                (0, false) => value.push(' '),
                (0, true) => value.push('\n'),
                (empty, indented) => value.push_str(&"\n".repeat(empty + usize::from(indented))),
            }
        }
        value.push_str(line);
        empty = 0;
    }
    value.push_str(&"\n".repeat(empty));
    value
}

/// The escapes of YAML 1.2 §5.7, of which JSON's are a part.
fn unescape(raw: &str) -> Option<String> {
    let mut value = String::new();
    let mut characters = raw.char_indices();
    while let Some((index, character)) = characters.next() {
        if character != '\\' {
            value.push(character);
            continue;
        }
        let (_, escape) = characters.next()?;
        let digits = match escape {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        if escape == 'u' && raw.get(index + 6..index + 8) == Some("\\u") {
            // A pair of surrogates, as JSON spells it.
            let (pair, length) = json::parse_string(&format!("\"{}\"", raw.get(index..index + 12)?)).ok()?;
            if pair.chars().count() == 1 && length == 14 {
                value.push_str(&pair);
                characters.nth(9)?;
                continue;
            }
        }
        if digits > 0 {
            let code = u32::from_str_radix(raw.get(index + 2..index + 2 + digits)?, 16).ok()?;
            value.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            characters.nth(digits - 1)?;
            continue;
        }
        value.push(match escape {
            '0' => '\0',
            'a' => '\u{7}',
            'b' => '\u{8}',
            't' | '\t' => '\t',
            'n' => '\n',
            'v' => '\u{b}',
            'f' => '\u{c}',
            'r' => '\r',
            'e' => '\u{1b}',
            ' ' | '"' | '/' | '\\' => escape,
            'N' => '\u{85}',
            '_' => '\u{a0}',
            'L' => '\u{2028}',
            'P' => '\u{2029}',
            _ => return None,
        });
    }
    Some(value)
}

/// What a scalar without quotes is: null, a boolean, a number or a string.
fn resolve_plain(value: String) -> Data {
    match value.as_str() {
        "" | "~" | "null" => Data::Null,
        "true" => Data::Bool(true),
        "false" => Data::Bool(false),
        number if number.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '-' | '+' | '.')) => {
            let digits =
                number.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E'));
            if digits && number.parse::<f64>().is_ok() { Data::Number(value) } else { Data::String(value) }
        }
        _ => Data::String(value),
    }
}
