//! Errors in source code, with their position.

use oxc_diagnostics::{Diagnostics, OxcDiagnostic, Severity};
use oxc_span::Span;

use crate::position::LineIndex;

/// A syntax error (or a use of unsupported syntax) at a position in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The message, without the position.
    pub message: String,
    /// How to fix it, when known.
    pub help: Option<String>,
    /// Node's error code, when the error is not a plain `SyntaxError`.
    pub code: Option<&'static str>,
    /// Byte range in the source of the error.
    pub start: u32,
    pub end: u32,
    /// First line of the range, counted from 1.
    pub line: u32,
    /// Column of the range's start in UTF-16 code units, counted from 1.
    pub column: u32,
}

/// An error before its line and column are known.
pub(crate) struct SourceError {
    pub message: String,
    pub code: Option<&'static str>,
    pub span: Span,
}

impl SourceError {
    pub(crate) fn new(message: impl Into<String>, span: Span) -> Self {
        Self { message: message.into(), code: None, span }
    }
}

/// The error of an `await using` at the top of a CommonJS module.
pub(crate) fn top_level_await_outside_of_module(source: &str) -> Vec<Diagnostic> {
    let start = source.find("await").unwrap_or_default() as u32;
    let message = "await is only valid in async functions and the top level bodies of modules";
    let span = oxc_span::Span::new(start, start + "await".len() as u32);
    from_errors(source, vec![SourceError::new(message, span)])
}

pub(crate) fn from_errors(source: &str, errors: Vec<SourceError>) -> Vec<Diagnostic> {
    let lines = LineIndex::new(source);
    errors
        .into_iter()
        .map(|error| {
            let (line, column) = lines.line_and_column(source, error.span.start);
            Diagnostic {
                message: error.message,
                help: None,
                code: error.code,
                start: error.span.start,
                end: error.span.end,
                line,
                column,
            }
        })
        .collect()
}

/// Converts the parser's and the checker's errors; warnings are dropped, duplicates too.
pub(crate) fn from_oxc(source: &str, diagnostics: &Diagnostics) -> Vec<Diagnostic> {
    let lines = LineIndex::new(source);
    let mut converted: Vec<Diagnostic> = Vec::new();
    for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error) {
        let one = convert(source, &lines, diagnostic);
        if !converted.iter().any(|other| other.start == one.start && other.message == one.message) {
            converted.push(one);
        }
    }
    converted
}

fn convert(source: &str, lines: &LineIndex, diagnostic: &OxcDiagnostic) -> Diagnostic {
    // For duplicate declarations or exports the labels are the first and the second; the second is the error, as in V8.
    let is_repetition = diagnostic.labels.len() == 2
        && ["has already been declared", "Duplicated export", "multiple default exports"]
            .iter()
            .any(|part| diagnostic.message.contains(part));
    let label = if is_repetition { diagnostic.labels.last() } else { diagnostic.labels.first() };
    let (start, length) = label.map_or((0, 0), |label| (label.offset(), label.len()));
    let (line, column) = lines.line_and_column(source, start);
    Diagnostic {
        message: v8_message(&diagnostic.message),
        help: diagnostic.help.as_ref().map(ToString::to_string),
        code: None,
        start,
        end: start + length,
        line,
        column,
    }
}

/// The parser's message, or V8's where programs and people depend on it.
fn v8_message(message: &str) -> String {
    if message.starts_with("A module cannot have multiple default exports") {
        return "Duplicate export of 'default'".to_owned();
    }
    message.replace('`', "'").replace("Duplicated export", "Duplicate export of")
}
