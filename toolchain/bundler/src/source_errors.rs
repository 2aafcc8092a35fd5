//! Errors in files that are not code, style sheets and data: each has its place, so that a report can show the line.

use std::fmt;

/// An error at a place of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SourceError {
    pub(crate) message: String,
    pub(crate) file: String,
    /// From 1.
    pub(crate) line: u32,
    /// From 0, in UTF-16 units.
    pub(crate) column: u32,
}

impl fmt::Display for SourceError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} at {}:{}:{}", self.message, self.file, self.line, self.column + 1)
    }
}

impl std::error::Error for SourceError {}

impl SourceError {
    /// The error at an offset of a file's source, in bytes.
    pub(crate) fn at_offset(message: String, file: &str, source: &str, offset: usize) -> Self {
        let before = &source[..source.floor_char_boundary(offset)];
        let column = before.rsplit('\n').next().unwrap_or_default().encode_utf16().count() as u32;
        Self { message, file: file.to_owned(), line: before.matches('\n').count() as u32 + 1, column }
    }

    /// The error of a style sheet, whose message ends with its place.
    pub(crate) fn of_style_sheet(message: String) -> anyhow::Error {
        match parse_place(&message) {
            Some(error) => error.into(),
            None => anyhow::Error::msg(message),
        }
    }
}

/// Reads `MESSAGE at FILE:LINE:COLUMN`.
fn parse_place(text: &str) -> Option<SourceError> {
    let (message, place) = text.rsplit_once(" at /")?;
    let (rest, column) = place.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    let (line, column): (u32, u32) = (line.parse().ok()?, column.parse().ok()?);
    let file = format!("/{file}");
    let message = message.strip_suffix(&format!(", imported by {file}")).unwrap_or(message).to_owned();
    Some(SourceError { message, file, line: line.max(1), column: column.saturating_sub(1) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_of_an_offset_counts_utf_16_units() {
        let error = SourceError::at_offset("wrong".to_owned(), "/a.toml", "a = 1\n😀 = = 2", 11);
        assert_eq!((error.line, error.column), (2, 3));
        assert_eq!(error.to_string(), "wrong at /a.toml:2:4");
    }

    #[test]
    fn the_place_of_a_style_sheets_error_is_read() {
        let place = |text: &str| parse_place(text).map(|error| (error.message, error.file, error.line, error.column));
        let expected = Some(("Unexpected at end".to_owned(), "/x at y/a.css".to_owned(), 3, 0));
        assert_eq!(place("Unexpected at end at /x at y/a.css:3:1"), expected);
        let expected = Some(("cannot find \"./b.css\"".to_owned(), "/a.css".to_owned(), 1, 0));
        assert_eq!(place("cannot find \"./b.css\", imported by /a.css at /a.css:1:1"), expected);
        assert_eq!(place("without a place"), None);
    }
}
