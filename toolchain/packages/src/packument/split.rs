//! Splits a long JSON object into the members that are used while it is being read, so that the record of a package with
//! thousands of versions is never in memory as a whole. It finds where values end; whether they are valid JSON is checked
//! by those who parse them. Start reading at [`Splitter::object`].

use crate::error::{Error, Result};
use std::io::BufRead;

/// A longer value, or key, is refused.
const VALUE_BYTES_MAX: usize = 32 * 1024 * 1024;

/// A reader of JSON.
pub struct Splitter<'r> {
    reader: &'r mut (dyn BufRead + 'r),
    /// What is read, for messages.
    what: String,
    position: usize,
}

/// What a value is read into; None: it is skipped.
type Output<'o> = Option<&'o mut Vec<u8>>;

impl<'r> Splitter<'r> {
    /// Makes one that reads from the beginning.
    pub fn new(reader: &'r mut (dyn BufRead + 'r), what: String) -> Self {
        Self { reader, what, position: 0 }
    }

    /// Reads an object. `member` is called with each key, and must read the value by [`Splitter::object`],
    /// [`Splitter::value`] or [`Splitter::skip`].
    ///
    /// # Errors
    /// `EJSONPARSE`, those of the reader and of `member`.
    pub fn object(&mut self, member: &mut dyn FnMut(&mut Self, &str) -> Result<()>) -> Result<()> {
        self.expect(b'{')?;
        let mut raw = Vec::new();
        if self.next()? == b'}' {
            return self.expect(b'}');
        }
        loop {
            if self.next()? != b'"' {
                return Err(self.broken("expected a string as the key"));
            }
            raw.clear();
            self.string(&mut Some(&mut raw))?;
            let key: String = serde_json::from_slice(&raw).map_err(|_| self.broken("the key is not a valid string"))?;
            self.expect(b':')?;
            member(self, &key)?;
            match self.next()? {
                b',' => self.expect(b',')?,
                b'}' => return self.expect(b'}'),
                _ => return Err(self.broken("expected `,` or `}`")),
            }
        }
    }

    /// Reads a value as it is written.
    ///
    /// # Errors
    /// `EJSONPARSE`, and those of the reader.
    pub fn value(&mut self, output: &mut Vec<u8>) -> Result<()> {
        output.clear();
        self.pass(&mut Some(output))
    }

    /// Skips a value.
    ///
    /// # Errors
    /// `EJSONPARSE`, and those of the reader.
    pub fn skip(&mut self) -> Result<()> {
        self.pass(&mut None)
    }

    /// Checks that nothing follows.
    ///
    /// # Errors
    /// `EJSONPARSE`, and those of the reader.
    pub fn finish(&mut self) -> Result<()> {
        match self.peek()? {
            None => Ok(()),
            Some(_) => Err(self.broken("trailing characters")),
        }
    }

    fn pass(&mut self, output: &mut Output<'_>) -> Result<()> {
        match self.next()? {
            b'"' => self.string(output),
            b'{' | b'[' => self.container(output),
            b'-' | b'0'..=b'9' | b'a'..=b'z' => {
                self.consume_while(output, |byte| matches!(byte, b'-' | b'+' | b'.' | b'0'..=b'9' | b'a'..=b'z' | b'E'))
            }
            _ => Err(self.broken("expected a value")),
        }
    }

    /// An object or array with everything in it.
    fn container(&mut self, output: &mut Output<'_>) -> Result<()> {
        let mut depth = 0usize;
        loop {
            // Up to the next byte that matters.
            self.consume_while(output, |byte| !matches!(byte, b'"' | b'{' | b'}' | b'[' | b']'))?;
            match self.byte()? {
                b'"' => {
                    self.string(output)?;
                    continue;
                }
                b'{' | b'[' => depth += 1,
                _ => depth -= 1,
            }
            self.take(1, output)?;
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// A string with its quotation marks.
    fn string(&mut self, output: &mut Output<'_>) -> Result<()> {
        self.take(1, output)?;
        loop {
            let bytes = fill(&mut self.reader, &self.what)?;
            if bytes.is_empty() {
                return Err(self.cut_off());
            }
            match memchr::memchr2(b'"', b'\\', bytes) {
                None => {
                    let count = bytes.len();
                    self.take(count, output)?;
                }
                Some(index) if bytes[index] == b'"' => return self.take(index + 1, output),
                Some(index) => {
                    self.take(index + 1, output)?;
                    // What is escaped may be in the next buffer.
                    self.byte()?;
                    self.take(1, output)?;
                }
            }
        }
    }

    fn consume_while(&mut self, output: &mut Output<'_>, accepts: impl Fn(u8) -> bool) -> Result<()> {
        loop {
            let bytes = fill(&mut self.reader, &self.what)?;
            let count = bytes.iter().position(|byte| !accepts(*byte)).unwrap_or(bytes.len());
            let is_over = count < bytes.len() || bytes.is_empty();
            self.take(count, output)?;
            if is_over {
                return Ok(());
            }
        }
    }

    /// Consumes bytes of the buffer.
    fn take(&mut self, count: usize, output: &mut Output<'_>) -> Result<()> {
        if let Some(output) = output {
            let bytes = fill(&mut self.reader, &self.what)?;
            output.extend_from_slice(&bytes[..count]);
            if output.len() > VALUE_BYTES_MAX {
                return Err(Error::new("ETOOLARGE", format!("{} has a value that is too long", self.what)));
            }
        }
        self.reader.consume(count);
        self.position += count;
        Ok(())
    }

    /// The next byte that is not white space; it is not consumed.
    fn next(&mut self) -> Result<u8> {
        self.peek()?.ok_or_else(|| self.cut_off())
    }

    fn peek(&mut self) -> Result<Option<u8>> {
        self.consume_while(&mut None, |byte| byte.is_ascii_whitespace())?;
        Ok(fill(&mut self.reader, &self.what)?.first().copied())
    }

    /// The next byte; it is not consumed.
    fn byte(&mut self) -> Result<u8> {
        let first = fill(&mut self.reader, &self.what)?.first().copied();
        first.ok_or_else(|| self.cut_off())
    }

    fn expect(&mut self, wanted: u8) -> Result<()> {
        if self.next()? != wanted {
            return Err(self.broken(&format!("expected `{}`", char::from(wanted))));
        }
        self.take(1, &mut None)
    }

    fn cut_off(&self) -> Error {
        self.broken("it is cut off")
    }

    fn broken(&self, reason: &str) -> Error {
        Error::new("EJSONPARSE", format!("{}: byte {}: {reason}", self.what, self.position + 1))
    }
}

fn fill<'a>(reader: &'a mut &mut (dyn BufRead + '_), what: &str) -> Result<&'a [u8]> {
    reader.fill_buf().map_err(|error| crate::tarball::of_read(&error).while_doing(what))
}

#[cfg(test)]
#[path = "split_tests.rs"]
mod tests;
