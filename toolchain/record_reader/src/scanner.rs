//! Walks over JSON in memory (RFC 8259): checks its grammar and finds where values end, without making anything of them.

/// The JSON is invalid from this byte on, or nested more deeply than what registries send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invalid {
    pub position: usize,
}

/// Values inside of each other.
const DEPTH_MAX: usize = 100;

pub(crate) struct Scanner<'a> {
    text: &'a str,
    position: usize,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, position: 0 }
    }

    /// Begins an object: [`Scanner::member`] reads its keys.
    pub(crate) fn begin_object(&mut self) -> Result<(), Invalid> {
        self.expect(b'{')
    }

    /// The key of the next member as it is written, whose value must then be read; None after the last one. `is_first` is
    /// true before the first call, and false after it.
    pub(crate) fn member(&mut self, is_first: &mut bool) -> Result<Option<&'a str>, Invalid> {
        if self.take(b'}') {
            return Ok(None);
        }
        if !std::mem::take(is_first) {
            self.expect(b',')?;
        }
        self.expect(b'"')?;
        let start = self.position;
        self.string()?;
        let end = self.position - 1;
        self.expect(b':')?;
        Ok(Some(&self.text[start..end]))
    }

    /// The next value as it is written.
    pub(crate) fn value(&mut self) -> Result<&'a str, Invalid> {
        self.peek();
        let start = self.position;
        self.skip(0)?;
        Ok(&self.text[start..self.position])
    }

    /// Whether the next value is an object.
    pub(crate) fn is_at_object(&mut self) -> bool {
        self.peek() == Some(b'{')
    }

    /// Checks that nothing follows.
    pub(crate) fn finish(&mut self) -> Result<(), Invalid> {
        if self.peek().is_none() { Ok(()) } else { Err(self.invalid()) }
    }

    fn skip(&mut self, depth: usize) -> Result<(), Invalid> {
        let Some(first) = self.peek() else { return Err(self.invalid()) };
        match first {
            b'"' => {
                self.position += 1;
                self.string()
            }
            _ if depth == DEPTH_MAX => Err(self.invalid()),
            b'{' => {
                self.position += 1;
                self.members(depth + 1)
            }
            b'[' => {
                self.position += 1;
                self.elements(depth + 1)
            }
            b't' => self.word(b"true"),
            b'f' => self.word(b"false"),
            b'n' => self.word(b"null"),
            _ => self.number(),
        }
    }

    fn members(&mut self, depth: usize) -> Result<(), Invalid> {
        if self.take(b'}') {
            return Ok(());
        }
        loop {
            self.expect(b'"')?;
            self.string()?;
            self.expect(b':')?;
            self.skip(depth)?;
            if self.take(b'}') {
                return Ok(());
            }
            self.expect(b',')?;
        }
    }

    fn elements(&mut self, depth: usize) -> Result<(), Invalid> {
        if self.take(b']') {
            return Ok(());
        }
        loop {
            self.skip(depth)?;
            if self.take(b']') {
                return Ok(());
            }
            self.expect(b',')?;
        }
    }

    /// The rest of a string, behind its first quotation mark.
    fn string(&mut self) -> Result<(), Invalid> {
        let bytes = self.text.as_bytes();
        loop {
            while let Some(chunk) = bytes.get(self.position..).and_then(<[u8]>::first_chunk::<8>) {
                let marks = marks(u64::from_le_bytes(*chunk));
                if marks != 0 {
                    self.position += (marks.trailing_zeros() / 8) as usize;
                    break;
                }
                self.position += 8;
            }
            match bytes.get(self.position) {
                Some(b'"') => {
                    self.position += 1;
                    return Ok(());
                }
                Some(b'\\') => self.escape()?,
                Some(byte) if *byte >= 0x20 => self.position += 1,
                _ => return Err(self.invalid()),
            }
        }
    }

    fn escape(&mut self) -> Result<(), Invalid> {
        let rest = &self.text.as_bytes()[self.position + 1..];
        self.position += match rest {
            [b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', ..] => 2,
            [b'u', digits @ ..] if digits.len() >= 4 && digits[..4].iter().all(u8::is_ascii_hexdigit) => 6,
            _ => return Err(self.invalid()),
        };
        Ok(())
    }

    fn number(&mut self) -> Result<(), Invalid> {
        self.accept(b"-");
        match self.byte() {
            Some(b'0') => self.position += 1,
            _ => self.digits()?,
        }
        if self.accept(b".") {
            self.digits()?;
        }
        if self.accept(b"eE") {
            self.accept(b"+-");
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), Invalid> {
        let start = self.position;
        while self.byte().is_some_and(|byte| byte.is_ascii_digit()) {
            self.position += 1;
        }
        if self.position > start { Ok(()) } else { Err(self.invalid()) }
    }

    fn word(&mut self, word: &[u8]) -> Result<(), Invalid> {
        if !self.text.as_bytes()[self.position..].starts_with(word) {
            return Err(self.invalid());
        }
        self.position += word.len();
        Ok(())
    }

    /// Consumes one of the bytes, if it is next.
    fn accept(&mut self, bytes: &[u8]) -> bool {
        let is_next = self.byte().is_some_and(|byte| bytes.contains(&byte));
        self.position += usize::from(is_next);
        is_next
    }

    /// Consumes white space, and this byte if it follows.
    fn take(&mut self, wanted: u8) -> bool {
        let is_next = self.peek() == Some(wanted);
        self.position += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, wanted: u8) -> Result<(), Invalid> {
        if self.take(wanted) { Ok(()) } else { Err(self.invalid()) }
    }

    /// The next byte that is not white space; it is not consumed.
    fn peek(&mut self) -> Option<u8> {
        loop {
            let byte = self.byte()?;
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return Some(byte);
            }
            self.position += 1;
        }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
    }

    fn invalid(&self) -> Invalid {
        Invalid { position: self.position }
    }
}

/// The highest bit of each byte that ends a run of plain characters: a quotation mark, a backslash or a control character.
/// Bits above the lowest one may be wrong, because subtracting carries.
fn marks(word: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word;
    let quotes = zeros(word ^ (ONES * u64::from(b'"')));
    let backslashes = zeros(word ^ (ONES * u64::from(b'\\')));
    let controls = word.wrapping_sub(ONES * 0x20) & !word;
    (quotes | backslashes | controls) & (ONES * 0x80)
}

#[cfg(test)]
#[path = "scanner_tests.rs"]
mod tests;
