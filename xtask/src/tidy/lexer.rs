//! Removes comments and literals from Rust or TypeScript source, so that a check sees only code. Lines and columns
//! stay. It is a lexer, not a parser: it only separates code from text.

/// The language of a source.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Language {
    Rust,
    TypeScript,
}

/// The language of a file by its name.
pub fn language(path: &str) -> Option<Language> {
    let name = path.rsplit('.').next()?;
    match name {
        "rs" => Some(Language::Rust),
        "ts" | "tsx" | "mts" | "cts" | "js" | "mjs" | "cjs" | "jsx" => Some(Language::TypeScript),
        _ => None,
    }
}

/// The source with every byte of a comment, string, character or regular expression replaced by a space.
pub fn code_only(text: &str, language: Language) -> String {
    let mut lexer = Lexer { bytes: text.as_bytes(), at: 0, out: Vec::with_capacity(text.len()), language };
    lexer.code(false);
    String::from_utf8(lexer.out).expect("only whole characters are copied, the rest is blanks")
}

struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    out: Vec<u8>,
    language: Language,
}

impl Lexer<'_> {
    /// Copies code up to the end, or up to the brace that closes a template's `${`.
    fn code(&mut self, in_template: bool) {
        let mut depth = 0;
        while let Some(byte) = self.peek(0) {
            let next = self.peek(1);
            match (byte, next) {
                (b'/', Some(b'/')) => self.blank_while(|byte| byte != b'\n'),
                (b'/', Some(b'*')) => self.block_comment(),
                (b'"', _) => self.literal(b'"'),
                (b'\'', _) if self.language == Language::TypeScript => self.literal(b'\''),
                (b'\'', _) => self.character_or_lifetime(),
                (b'`', _) if self.language == Language::TypeScript => self.template(),
                (b'/', _) if self.language == Language::TypeScript && self.regex_may_start() => self.regex(),
                (b'r', Some(b'"' | b'#')) if self.language == Language::Rust && !self.follows_word() => {
                    self.raw_string()
                }
                (b'}', _) if in_template && depth == 0 => return,
                _ => {
                    depth += usize::from(byte == b'{');
                    depth -= usize::from(byte == b'}' && depth > 0);
                    self.copy();
                }
            }
        }
    }

    fn peek(&self, distance: usize) -> Option<u8> {
        self.bytes.get(self.at + distance).copied()
    }

    fn copy(&mut self) {
        self.out.push(self.bytes[self.at]);
        self.at += 1;
    }

    fn blank(&mut self, count: usize) {
        for _ in 0..count {
            let Some(byte) = self.peek(0) else { return };
            self.out.push(if byte == b'\n' { b'\n' } else { b' ' });
            self.at += 1;
        }
    }

    fn blank_while(&mut self, wanted: impl Fn(u8) -> bool) {
        while self.peek(0).is_some_and(&wanted) {
            self.blank(1);
        }
    }

    /// Rust's block comments nest, TypeScript's do not.
    fn block_comment(&mut self) {
        let mut depth = 0;
        while self.peek(0).is_some() {
            match (self.peek(0), self.peek(1)) {
                (Some(b'/'), Some(b'*')) if depth == 0 || self.language == Language::Rust => {
                    depth += 1;
                    self.blank(2);
                }
                (Some(b'*'), Some(b'/')) => {
                    depth -= 1;
                    self.blank(2);
                    if depth == 0 {
                        return;
                    }
                }
                _ => self.blank(1),
            }
        }
    }

    /// The quotes stay, to mark a value; their contents are removed.
    fn literal(&mut self, quote: u8) {
        self.copy();
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\\' => self.blank(2),
                _ if byte == quote => return self.copy(),
                // An apostrophe in JSX text is not a string: TypeScript's strings end with the line.
                b'\n' if self.language == Language::TypeScript => return,
                _ => self.blank(1),
            }
        }
    }

    fn character_or_lifetime(&mut self) {
        let rest = std::str::from_utf8(&self.bytes[self.at + 1..]).unwrap_or("");
        let mut characters = rest.chars();
        let first = characters.next();
        if first == Some('\\') || characters.next() == Some('\'') {
            self.literal(b'\'');
        } else {
            self.copy();
        }
    }

    fn template(&mut self) {
        self.copy();
        while let Some(byte) = self.peek(0) {
            match (byte, self.peek(1)) {
                (b'\\', _) => self.blank(2),
                (b'`', _) => return self.copy(),
                (b'$', Some(b'{')) => {
                    self.blank(2);
                    self.code(true);
                    self.blank(1);
                }
                _ => self.blank(1),
            }
        }
    }

    /// A slash divides after a value and begins a regular expression after an operator or a keyword.
    fn regex_may_start(&self) -> bool {
        let before = String::from_utf8_lossy(&self.out[self.out.len().saturating_sub(80)..]).trim_end().to_string();
        let Some(last) = before.chars().next_back() else { return true };
        if last.is_alphanumeric() || last == '_' || last == '$' {
            let word = before
                .rsplit(|character: char| !character.is_alphanumeric() && character != '_' && character != '$')
                .next()
                .unwrap_or("");
            return matches!(
                word,
                "return" | "typeof" | "case" | "in" | "of" | "delete" | "void" | "throw" | "await" | "yield"
            );
        }
        // `</tag>` in JSX is not a regular expression.
        !matches!(last, ')' | ']' | '}' | '"' | '\'' | '`' | '<')
    }

    fn regex(&mut self) {
        self.copy();
        let mut in_class = false;
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\n' => return,
                b'\\' => self.blank(2),
                b'/' if !in_class => return self.copy(),
                _ => {
                    in_class = (in_class || byte == b'[') && byte != b']';
                    self.blank(1);
                }
            }
        }
    }

    fn raw_string(&mut self) {
        let hashes = self.bytes[self.at + 1..].iter().take_while(|byte| **byte == b'#').count();
        if self.peek(1 + hashes) != Some(b'"') {
            return self.copy(); // r#type
        }
        let end: Vec<u8> = std::iter::once(b'"').chain(std::iter::repeat_n(b'#', hashes)).collect();
        self.blank(2 + hashes);
        while self.peek(0).is_some() && !self.bytes[self.at..].starts_with(&end) {
            self.blank(1);
        }
        self.blank(end.len());
    }

    fn follows_word(&self) -> bool {
        // `br"…"` is a raw string too.
        self.out.last().is_some_and(|byte| (byte.is_ascii_alphanumeric() && *byte != b'b') || *byte == b'_')
    }
}

#[cfg(test)]
#[path = "lexer_tests.rs"]
mod tests;
