//! V8's message for an error of the engine whose message contains the source of an expression: a missing object, or a
//! value that cannot be called or constructed. Where that source does not say what V8 would (`x[key]`, values that
//! cannot be iterated), the message stays the engine's.

use super::fixed_messages::fixed;
use super::written_source::{ITERATED, as_written, is_name_part};
use crate::string::Characters;

/// What the messages contain that the engine adds the source to.
const ADDED_SOURCE: [&str; 3] = ["(evaluating '", "(In '", "(near '"];

/// V8's message for that of an error that is thrown; `is_literal`: the characters are part of the library. None for
/// messages of programs, and where it stays.
pub(crate) fn thrown_message(message: Characters<'_>, is_literal: bool) -> Option<String> {
    let ends_with_source = match message {
        Characters::Latin1(bytes) => bytes.last() == Some(&b')'),
        Characters::Utf16(units) => units.last() == Some(&u16::from(b')')),
    };
    if ends_with_source {
        let text = message.to_rust();
        // `evaluated_errors.rs` words these when they are made: it knows what is iterated.
        if text.contains(" is not an object (evaluating '") {
            return None;
        }
        return ADDED_SOURCE.iter().any(|added| text.contains(added)).then(|| reworded(&text, true)).flatten();
    }
    match message {
        Characters::Latin1(bytes) => fixed(std::str::from_utf8(bytes).ok()?, is_literal),
        Characters::Utf16(_) => None,
    }
}

/// The message in the words of V8 or, without `is_v8`, with the source that the program has. None where it stays.
pub(crate) fn reworded(message: &str, is_v8: bool) -> Option<String> {
    let written = as_written(message);
    let plain = if written.contains(ITERATED) { written.replace(ITERATED, "") } else { written };
    let of_v8 = if is_v8 { message_of_v8(&plain, message.contains(ITERATED)) } else { None };
    of_v8.or_else(|| (plain != message).then_some(plain))
}

/// `is_iterated`: the missing value may be the object, or what is to be iterated.
fn message_of_v8(message: &str, is_iterated: bool) -> Option<String> {
    if let Some((callee, _)) = message.split_once(" is not a function. (In '") {
        return Some(format!("{} is not a function", callee_of_v8(without_open_call(callee))));
    }
    if let Some(source) = between(message, "undefined is not a function (near '...", "...')") {
        if let Some((_, iterated)) = source.rsplit_once(" of ").filter(|(_, iterated)| is_chain(iterated)) {
            return Some(format!("{iterated} is not iterable"));
        }
        let (tag, _) = source.split_once('`').filter(|(tag, _)| is_chain(tag))?;
        return Some(format!("{tag} is not a function"));
    }
    if let Some((_, rest)) = message.split_once(" is not a constructor (evaluating 'new ") {
        return Some(format!("{} is not a constructor", constructed(rest.strip_suffix("')")?)?));
    }
    if let Some((source, rest)) = message.split_once(" is not a function. (evaluating '") {
        let is_right_side = rest.ends_with(&format!(" instanceof {source}')"));
        return is_right_side.then(|| "Right-hand side of 'instanceof' is not callable".to_owned());
    }
    if message.starts_with("second argument to Function.prototype.apply must be an Array-like object (evaluating '") {
        return Some("CreateListFromArrayLike called on non-object".to_owned());
    }
    if is_iterated {
        return None;
    }
    ["undefined", "null"].into_iter().find_map(|value| {
        let source = between(message, value, "')")?.strip_prefix(" is not an object (evaluating '")?;
        // A name alone is not read: it is iterated.
        if is_chain(source) && !source.contains('.') {
            return Some(format!("{source} is not iterable"));
        }
        missing_object(value, source)
    })
}

/// What is called without the start of its arguments, which the engine adds where a string in them has a parenthesis.
fn without_open_call(source: &str) -> &str {
    let mut open = Vec::new();
    let mut quote = None;
    for (at, byte) in source.bytes().enumerate() {
        match (quote, byte) {
            (Some(opening), _) if byte == opening => quote = None,
            (Some(_), _) => {}
            (None, b'\'' | b'"' | b'`') => quote = Some(byte),
            (None, b'(') => open.push(at),
            (None, b')') => {
                open.pop();
            }
            _ => {}
        }
    }
    open.first().map_or(source, |at| &source[..*at])
}

/// What is constructed, as V8 prints it: without the arguments.
fn constructed(source: &str) -> Option<String> {
    if source.starts_with('(') {
        let rest = after_matching(source)?;
        let is_whole = rest.is_empty() || rest.starts_with('(');
        return is_whole.then(|| callee_of_v8(&source[1..source.len() - rest.len() - 1]));
    }
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        rest = match first {
            '(' => break,
            '[' => after_matching(rest)?,
            _ if first == '.' || first == '#' || is_name_part(first) => &rest[first.len_utf8()..],
            _ if first.is_whitespace() => rest.trim_start(),
            _ => return None,
        };
    }
    printed_members(source[..source.len() - rest.len()].trim_end()).filter(|printed| !printed.is_empty())
}

fn between<'t>(text: &'t str, start: &str, end: &str) -> Option<&'t str> {
    text.strip_prefix(start)?.strip_suffix(end)
}

fn missing_object(value: &str, source: &str) -> Option<String> {
    if source.starts_with("delete ") {
        return None;
    }
    let (verb, participle, target) = match assigned(source) {
        Some(target) => ("set", "setting", target),
        None => ("read", "reading", source),
    };
    Some(format!("Cannot {verb} properties of {value} ({participle} '{}')", last_key(target)?))
}

/// The target of an assignment outside of parentheses and literals.
fn assigned(source: &str) -> Option<&str> {
    let bytes = source.as_bytes();
    let mut depth = 0_u32;
    let mut quote = None;
    for (at, byte) in bytes.iter().copied().enumerate() {
        match (quote, byte) {
            (Some(open), _) if byte == open && bytes[at - 1] != b'\\' => quote = None,
            (Some(_), _) => {}
            (None, b'\'' | b'"' | b'`') => quote = Some(byte),
            (None, b'(' | b'[' | b'{') => depth += 1,
            (None, b')' | b']' | b'}') => depth = depth.saturating_sub(1),
            (None, b'=') if depth == 0 => {
                let is_other = bytes.get(at + 1).is_some_and(|next| matches!(next, b'=' | b'>'));
                let is_part = at > 0 && b"=!<>+-*/%&|^?".contains(&bytes[at - 1]);
                return (!is_other && !is_part).then(|| &source[..at]);
            }
            _ => {}
        }
    }
    None
}

/// The key of the last member of an expression, where the source has it.
fn last_key(source: &str) -> Option<&str> {
    let source = without_comment(source.trim_end());
    if let Some(inner) = source.strip_suffix(']') {
        return literal_key(inner.trim_end());
    }
    let start = source.rfind(|character| !is_name_part(character))?;
    let (mut before, mut key) = (&source[..=start], &source[start + 1..]);
    if let Some(rest) = before.strip_suffix('#') {
        (before, key) = (rest, &source[rest.len()..]);
    }
    // What follows a number with a point is no member.
    let object = before.trim_end().strip_suffix('.')?.trim_end();
    (!key.is_empty() && !object.is_empty() && !key.starts_with(|first: char| first.is_ascii_digit())).then_some(key)
}

/// `'a'` or `0` after the opening bracket.
fn literal_key(source: &str) -> Option<&str> {
    let is_in_brackets = |before: &str| before.trim_end().strip_suffix('[').is_some_and(|object| !object.is_empty());
    if let Some(quote) = source.chars().last().filter(|last| matches!(last, '\'' | '"')) {
        let text = &source[..source.len() - 1];
        let start = text.rfind(quote)?;
        let key = &text[start + 1..];
        return (!key.contains('\\') && is_in_brackets(&text[..start])).then_some(key);
    }
    let number = source.trim_end_matches(|character: char| character.is_ascii_digit());
    let key = &source[number.len()..];
    let is_plain = key == "0" || !key.starts_with('0');
    (!key.is_empty() && is_plain && is_in_brackets(number)).then_some(key)
}

fn without_comment(source: &str) -> &str {
    match source.strip_suffix("*/").and_then(|inside| inside.rfind("/*")) {
        Some(start) => source[..start].trim_end(),
        None => source,
    }
}

/// Names that are joined by points.
fn is_chain(source: &str) -> bool {
    !source.is_empty()
        && source.split('.').all(|part| {
            let name = part.strip_prefix('#').unwrap_or(part);
            !name.is_empty() && name.chars().all(is_name_part)
        })
}

/// As V8 prints what is called: arguments as `(...)`, members with literal names as such. The source as it is for other
/// expressions.
fn callee_of_v8(source: &str) -> String {
    if let Some(after) = source.strip_prefix('(').and_then(|_| after_matching(source)) {
        // Names in parentheses, which may have had a type behind them.
        let inner = source[1..source.len() - after.len() - 1].trim();
        if is_chain(inner) && (after.is_empty() || after.starts_with(['.', '[', '('])) {
            return callee_of_v8(&format!("{inner}{after}"));
        }
    }
    if let Some(rest) = source.strip_prefix("super.").filter(|rest| is_chain(rest)) {
        return format!("(intermediate value).{rest}");
    }
    printed_members(source).unwrap_or_else(|| source.to_owned())
}

fn printed_members(source: &str) -> Option<String> {
    let mut printed = String::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        match first {
            '.' | '?' | '#' => {
                printed.push(first);
                rest = &rest[1..];
            }
            '(' => {
                rest = after_matching(rest)?;
                printed.push_str("(...)");
            }
            '[' if printed.is_empty() => return None,
            '[' => {
                let after = after_matching(rest)?;
                let key = &rest[1..rest.len() - after.len() - 1];
                match literal_key(&format!("x[{key}")) {
                    Some(name) if !name.starts_with(|first: char| first.is_ascii_digit()) => {
                        printed.push('.');
                        printed.push_str(name);
                    }
                    _ => printed.push_str(&format!("[{key}]")),
                }
                rest = after;
            }
            _ if is_name_part(first) => {
                let end = rest.find(|character| !is_name_part(character)).unwrap_or(rest.len());
                printed.push_str(&rest[..end]);
                rest = &rest[end..];
            }
            _ => return None,
        }
        if printed == "(...)" {
            return None;
        }
    }
    Some(printed)
}

/// The text after the bracket that closes the first one. None with templates, and slashes, which may be comments.
fn after_matching(text: &str) -> Option<&str> {
    let mut depth = 0_u32;
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (_, b'`' | b'/' | b'\\') => return None,
            (Some(open), _) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, b'\'' | b'"') => quote = Some(byte),
            (None, b'(' | b'[' | b'{') => depth += 1,
            (None, b')' | b']' | b'}') => {
                depth -= 1;
                if depth == 0 {
                    return Some(&text[at + 1..]);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The messages of Node 26 for the same expressions.
    #[test]
    fn messages_are_those_of_v8() {
        for (message, expected) in [
            ("undefined is not an object (evaluating 'x.y')", "Cannot read properties of undefined (reading 'y')"),
            ("null is not an object (evaluating 'n.y')", "Cannot read properties of null (reading 'y')"),
            ("undefined is not an object (evaluating 'x.y = 1')", "Cannot set properties of undefined (setting 'y')"),
            ("undefined is not an object (evaluating 'x['y']')", "Cannot read properties of undefined (reading 'y')"),
            ("undefined is not an object (evaluating 'x[0]')", "Cannot read properties of undefined (reading '0')"),
            ("undefined is not an object (evaluating 'new x.y')", "Cannot read properties of undefined (reading 'y')"),
            ("undefined is not an object (evaluating 'x.#p')", "Cannot read properties of undefined (reading '#p')"),
            ("undefined is not an object (evaluating 'x.#p = 1')", "Cannot set properties of undefined (setting '#p')"),
            ("undefined is not an object (evaluating 'f(1,2).g')", "Cannot read properties of undefined (reading 'g')"),
            (
                "undefined is not an object (evaluating 'x // c\n.y')",
                "Cannot read properties of undefined (reading 'y')",
            ),
            (
                "undefined is not an object (evaluating 'x.y /* c */ = 1')",
                "Cannot set properties of undefined (setting 'y')",
            ),
            (
                "undefined is not an object (evaluating 'o.a[0] = () => 1 == 2')",
                "Cannot set properties of undefined (setting '0')",
            ),
            ("o.a is not a function. (In 'o.a()', 'o.a' is undefined)", "o.a is not a function"),
            ("o['a'] is not a function. (In 'o['a']()', 'o['a']' is undefined)", "o.a is not a function"),
            ("o[k] is not a function. (In 'o[k]()', 'o[k]' is undefined)", "o[k] is not a function"),
            ("f() is not a function. (In 'f()()', 'f()' is undefined)", "f(...) is not a function"),
            (
                "o.f(1, (2)).g is not a function. (In 'o.f(1, (2)).g()', 'o.f(1, (2)).g' is 1)",
                "o.f(...).g is not a function",
            ),
            ("(o.b) is not a function. (In '(o.b)(1)', '(o.b)' is 3)", "o.b is not a function"),
            ("(o   ).b is not a function. (In '(o   ).b(1)', '(o   ).b' is 3)", "o.b is not a function"),
            ("o.b(\" is not a function. (In 'o.b(\"(\")', 'o.b(\"' is undefined)", "o.b is not a function"),
            ("(x || i) is not a function. (In '(x || i)(2)', '(x || i)' is 1)", "(x || i) is not a function"),
            (
                "super.q is not a function. (In 'super.q()', 'super.q' is undefined)",
                "(intermediate value).q is not a function",
            ),
            ("(0,$0 .x ) is not a function. (In '(0,$0 .x )(1)', '(0,$0 .x )' is undefined)", "x is not a function"),
            ("undefined is not a function (near '...o.a`b`...')", "o.a is not a function"),
            ("undefined is not a function (near '...q of o/*$o*/.a...')", "o.a is not iterable"),
            ("undefined is not a constructor (evaluating 'new o.a(1)')", "o.a is not a constructor"),
            ("1 is not a constructor (evaluating 'new i')", "i is not a constructor"),
            ("undefined is not a constructor (evaluating 'new o['a'](1)')", "o.a is not a constructor"),
            ("1 is not a constructor (evaluating 'new a[0]()')", "a[0] is not a constructor"),
            ("undefined is not a constructor (evaluating 'new (o.f())()')", "o.f(...) is not a constructor"),
            ("function is not a constructor (evaluating 'new o.f(a[0], (1))')", "o.f is not a constructor"),
            ("o is not a function. (evaluating 'o instanceof o')", "Right-hand side of 'instanceof' is not callable"),
            ("undefined is not an object (evaluating 'x')", "x is not iterable"),
            (
                "second argument to Function.prototype.apply must be an Array-like object (evaluating 'f.apply(u, 5)')",
                "CreateListFromArrayLike called on non-object",
            ),
        ] {
            assert_eq!(reworded(message, true).as_deref(), Some(expected), "{message}");
        }
    }

    #[test]
    fn other_messages_stay() {
        for message in [
            "undefined is not an object (evaluating 'x[k]')",
            "undefined is not an object (evaluating '[x.a]')",
            "undefined is not an object (evaluating '[x]')",
            "undefined is not an object (evaluating 'delete x.y')",
            "undefined is not a function (near '...[b]...')",
            "undefined is not a function (near '...[q] of [o]...')",
            "undefined is not a constructor (evaluating 'new {}()')",
            "Type error",
            "",
        ] {
            assert_eq!(reworded(message, true), None, "{message}");
        }
    }

    #[test]
    fn messages_of_programs_stay() {
        let iterated = "undefined is not an object (evaluating 'o.a')";
        for message in ["Invalid Date", "o.a is missing (near the end)", "x is not a function", "", "(In)", iterated] {
            assert_eq!(thrown_message(Characters::Latin1(message.as_bytes()), false), None, "{message}");
        }
        let thrown = |message: &str, is_literal| thrown_message(Characters::Latin1(message.as_bytes()), is_literal);
        assert_eq!(thrown("Invalid Date", true).as_deref(), Some("Invalid time value"));
        let called = "u is not a function. (In 'u()', 'u' is undefined)";
        assert_eq!(thrown(called, false).as_deref(), Some("u is not a function"));
        let units: Vec<u16> = "ω is not a function. (In 'ω()', 'ω' is undefined)".encode_utf16().collect();
        assert_eq!(thrown_message(Characters::Utf16(&units), false).as_deref(), Some("ω is not a function"));
    }

    #[test]
    fn without_the_words_of_v8_and_where_it_may_be_the_value_only_the_source_is_that_of_the_program() {
        let message = "(0,$0 .x ) is not a function. (In '(0,$0 .x )(1)', '(0,$0 .x )' is undefined)";
        assert_eq!(reworded(message, false).as_deref(), Some("x is not a function. (In 'x(1)', 'x' is undefined)"));
        let iterated = "undefined is not an object (evaluating 'o/*$o*/.a')";
        assert_eq!(reworded(iterated, true).as_deref(), Some("undefined is not an object (evaluating 'o.a')"));
        assert_eq!(reworded("undefined is not an object (evaluating 'x.y')", false), None);
    }
}
