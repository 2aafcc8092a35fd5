//! Text of others on the user's terminal: messages, titles and names that registries, packages and lockfiles say.

use std::borrow::Cow;

/// The text with what could control the terminal, or turn the direction of what follows, in the form `\u{1b}`. Line ends
/// and tabs stay.
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.chars().any(controls) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if controls(character) { safe.extend(character.escape_unicode()) } else { safe.push(character) }
    }
    Cow::Owned(safe)
}

/// As [`printable`], with the user names and passwords of addresses left out.
pub fn redacted(text: &str) -> String {
    let mut rest: &str = &printable(text);
    let mut shown = String::with_capacity(rest.len());
    while let Some(at) = rest.find("://") {
        let (before, after) = rest.split_at(at + 3);
        shown.push_str(before);
        let end = after.find(|c: char| c == '/' || c == '?' || c == '#' || c.is_whitespace()).unwrap_or(after.len());
        rest = match after[..end].rfind('@') {
            Some(sign) if after[..sign].contains(':') => {
                shown.push_str("***");
                &after[sign..]
            }
            _ => after,
        };
    }
    shown + rest
}

fn controls(character: char) -> bool {
    let is_direction = matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    character.is_control() && !matches!(character, '\n' | '\t') || is_direction
}

#[cfg(test)]
mod tests {
    use super::{printable, redacted};

    #[test]
    fn controls_are_spelled() {
        assert_eq!(printable("a\tb\nc é"), "a\tb\nc é");
        assert_eq!(printable("a\u{1b}[2Jb\r\u{9b}1m\u{202e}"), "a\\u{1b}[2Jb\\u{d}\\u{9b}1m\\u{202e}");
    }

    #[test]
    fn passwords_are_left_out() {
        assert_eq!(redacted("get http://a:b@c/d@e, git+ssh://git@h/x"), "get http://***@c/d@e, git+ssh://git@h/x");
        assert_eq!(redacted("https://a:b:c@d"), "https://***@d");
        assert_eq!(redacted("no address: a://"), "no address: a://");
    }
}
