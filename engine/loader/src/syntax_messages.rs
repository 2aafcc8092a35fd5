//! Syntax errors with V8's messages, which programs and users expect. The parser reports what it expected; V8 names the
//! token that it found instead, and points at it.

use brio_transform::Diagnostic;

/// A message and the byte that it is about.
pub struct Worded {
    pub message: String,
    pub start: usize,
    pub end: usize,
}

/// V8's message for the parser's error, or the parser's own where V8 has no other.
pub fn worded(diagnostic: &Diagnostic, source: &str) -> Worded {
    let (start, end) = (diagnostic.start as usize, diagnostic.end as usize);
    let message = diagnostic.message.as_str();
    let same = |message: &str| Worded { message: message.to_string(), start, end };
    if message.starts_with("Expected a semicolon") {
        return unexpected(source, end);
    }
    if message.starts_with("Expected ',' or ')' but found") && is_in_call(source, start) {
        return Worded { message: "missing ) after argument list".to_string(), ..unexpected(source, start) };
    }
    if message == "Unexpected token"
        || message.starts_with("Expected '") && message.contains("but found")
        || message == "Unexpected end of file"
    {
        return unexpected(source, start);
    }
    match message {
        "Unterminated string" if matches!(source.as_bytes().get(start), Some(b'`' | b'}')) => {
            same("Unterminated template literal")
        }
        "Unterminated string" | "Unterminated multiline comment" => same("Invalid or unexpected token"),
        "Unterminated regular expression" => same("Invalid regular expression: missing /"),
        "Missing catch or finally clause" => same("Missing catch or finally after try"),
        "Cannot assign to this expression" => {
            let before = source.get(..start).unwrap_or_default().trim_end();
            let after = source.get(end..).unwrap_or_default().trim_start();
            let is_step = |text: Option<&str>| matches!(text, Some("++" | "--"));
            same(match (is_step(before.get(before.len().saturating_sub(2)..)), is_step(after.get(..2))) {
                (true, _) => "Invalid left-hand side expression in prefix operation",
                (_, true) => "Invalid left-hand side expression in postfix operation",
                _ => "Invalid left-hand side in assignment",
            })
        }
        "A rest parameter must be last in a parameter list" => same("Rest parameter must be last formal parameter"),
        "A rest element must be last in a destructuring pattern" => same("Rest element must be last element"),
        "Keywords cannot contain escape characters" => same("Keyword must not contain escaped characters"),
        "Unexpected new.target expression" => same("new.target expression is not allowed here"),
        "Cannot use export statement outside a module" => same("Unexpected token 'export'"),
        "Unexpected import.meta expression" | "Cannot use import.meta outside a module" => {
            same("Cannot use 'import.meta' outside a module")
        }
        "Invalid characters after number" => same("Invalid or unexpected token"),
        _ if message.starts_with("Invalid Character") => same("Invalid or unexpected token"),
        _ => same(message),
    }
}

/// Whether the open parenthesis at a byte is that of a call.
fn is_in_call(source: &str, at: usize) -> bool {
    let mut depth = 0;
    for (index, character) in source[..at.min(source.len())].char_indices().rev() {
        match character {
            ')' => depth += 1,
            '(' if depth > 0 => depth -= 1,
            '(' => {
                let before = source[..index].trim_end();
                let start = before
                    .rfind(|character| !is_word(character))
                    .map_or(0, |end| end + before[end..].chars().next().map_or(0, char::len_utf8));
                let word = &before[start..];
                return if word.is_empty() { before.ends_with([')', ']']) } else { !is_reserved(word) };
            }
            _ => {}
        }
    }
    false
}

/// V8's error for the token at or after a byte.
fn unexpected(source: &str, from: usize) -> Worded {
    let (start, end) = token(source, from.min(source.len()));
    let text = source.get(start..end).unwrap_or_default();
    let message = match text.chars().next() {
        None => "Unexpected end of input".to_string(),
        Some('"' | '\'') => "Unexpected string".to_string(),
        Some('`') => "Unexpected template string".to_string(),
        Some('@' | '#' | '\\') => "Invalid or unexpected token".to_string(),
        Some(_) if text == "enum" => "Unexpected reserved word".to_string(),
        Some(first) if first.is_ascii_digit() => "Unexpected number".to_string(),
        Some(first) if is_reserved(text) || !is_word(first) => format!("Unexpected token '{text}'"),
        Some(_) => format!("Unexpected identifier '{text}'"),
    };
    Worded { message, start, end }
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$')
}

/// The bytes of the next token: white space and comments are skipped.
fn token(source: &str, from: usize) -> (usize, usize) {
    let mut start = from;
    loop {
        let rest = &source[start..];
        let blank = rest.len() - rest.trim_start().len();
        if blank > 0 {
            start += blank;
        } else if rest.starts_with("//") {
            start += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            start += rest.find("*/").map_or(rest.len(), |end| end + 2);
        } else {
            break;
        }
    }
    let rest = &source[start..];
    let Some(first) = rest.chars().next() else { return (start, start) };
    let length = if is_word(first) {
        rest.find(|character| !is_word(character)).unwrap_or(rest.len())
    } else if matches!(first, '"' | '\'' | '`') {
        rest[1..].find(first).map_or(rest.len(), |end| end + 2)
    } else {
        PUNCTUATORS
            .iter()
            .find(|punctuator| rest.starts_with(**punctuator))
            .map_or(first.len_utf8(), |punctuator| punctuator.len())
    };
    (start, start + length)
}

/// The longest first.
const PUNCTUATORS: &[&str] = &[
    ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=", "<=", ">=", "&&",
    "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**",
];

fn is_reserved(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "break",
        "case",
        "catch",
        "class",
        "const",
        "continue",
        "debugger",
        "default",
        "delete",
        "do",
        "else",
        "enum",
        "export",
        "extends",
        "false",
        "finally",
        "for",
        "function",
        "if",
        "import",
        "in",
        "instanceof",
        "new",
        "null",
        "return",
        "super",
        "switch",
        "this",
        "throw",
        "true",
        "try",
        "typeof",
        "var",
        "void",
        "while",
        "with",
    ];
    WORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use crate::Loader;
    use brio_transform::{ModuleHint, Options};

    fn error(source: &str) -> (String, u64, u64) {
        let options = Options { module: ModuleHint::CommonJs, ..Options::for_file("a.js") };
        let record: serde_json::Value =
            serde_json::from_str(&Loader::default().load_source(source, &options).record).expect("it is JSON");
        let error = &record["error"];
        (
            error["message"].as_str().unwrap_or_default().to_string(),
            error["line"].as_u64().unwrap_or(0),
            error["column"].as_u64().unwrap_or(0),
        )
    }

    // Messages and places are those that Node prints for the same files.
    #[test]
    fn syntax_errors_read_as_v8s() {
        for (source, message, line, column) in [
            ("let a = 1 2", "Unexpected number", 1, 11),
            ("a b", "Unexpected identifier 'b'", 1, 3),
            ("a 'b'", "Unexpected string", 1, 3),
            ("a = ;", "Unexpected token ';'", 1, 5),
            ("if (a) {\n", "Unexpected end of input", 2, 1),
            ("(a b)", "Unexpected identifier 'b'", 1, 4),
            ("f(1 2)", "missing ) after argument list", 1, 5),
            ("}", "Unexpected token '}'", 1, 1),
            ("a = 'b", "Invalid or unexpected token", 1, 5),
            ("[1, 2", "Unexpected end of input", 1, 6),
            ("const a", "Missing initializer in const declaration", 1, 7),
        ] {
            assert_eq!(error(source), (message.to_string(), line, column), "{source}");
        }
    }
}
