//! What a build reports.

use std::path::Path;
use std::sync::{Arc, Mutex};

use crate::engine_wording::reworded;
use crate::output::normal;
use crate::resolution::{hint_for_entry, without_query};
use crate::source_errors::SourceError;
use crate::{circular_exports, missing_exports};
use rolldown_error::{BuildDiagnostic, DiagnosticOptions, Severity};

/// How Rolldown begins the report of an error that it did not expect.
const UNEXPECTED: &str = "Something went wrong inside rolldown, please report this problem at https://github.com/rolldown/rolldown/issues.\n";

/// An error or a warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub is_error: bool,
    /// Without file and position.
    pub message: String,
    /// The file, line (from 1) and column (from 0, in UTF-16 units) that it is about.
    pub place: Option<(String, u32, u32)>,
    /// The line of the source.
    pub line_text: Option<String>,
    /// The whole report for a terminal, with the line of the source.
    pub text: String,
}

impl Diagnostic {
    /// A report without a place.
    pub fn new(is_error: bool, message: impl Into<String>) -> Self {
        let message = message.into();
        let kind = if is_error { "error" } else { "warning" };
        Self { is_error, text: format!("{kind}: {message}\n"), message, place: None, line_text: None }
    }

    /// A report about a place in a source. `start` and `end` are offsets in bytes.
    pub(crate) fn at(is_error: bool, message: &str, file: &str, source: &str, start: usize, end: usize) -> Self {
        let line_start = source[..start].rfind('\n').map_or(0, |index| index + 1);
        let line_end = source[start..].find('\n').map_or(source.len(), |index| start + index);
        let line = source[..start].matches('\n').count() as u32 + 1;
        let column = source[line_start..start].encode_utf16().count() as u32;
        let line_text = source[line_start..line_end].to_owned();
        let kind = if is_error { "error" } else { "warning" };
        let marks = "^".repeat(source[start..end.min(line_end).max(start)].chars().count().max(1));
        let blanks: String = line_text[..start - line_start]
            .chars()
            .map(|character| if character == '\t' { '\t' } else { ' ' })
            .collect();
        let number = line.to_string();
        let gutter = " ".repeat(number.len());
        let text = format!(
            "{kind}: {message}\n{gutter} --> {file}:{line}:{}\n{gutter} |\n{number} | {line_text}\n{gutter} | {blanks}{marks}\n",
            column + 1
        );
        Self {
            is_error,
            message: message.to_owned(),
            place: Some((file.to_owned(), line, column)),
            line_text: Some(line_text),
            text,
        }
    }

    /// The same report about another position in the source of its file: `line` from 1, `column` from 0.
    pub(crate) fn moved(self, source: &str, line: u32, column: u32) -> Self {
        let Some((file, _, _)) = &self.place else { return self };
        let first = self.text.lines().next().unwrap_or_default();
        let first = first.split_once(": ").map_or(first, |(_, message)| message);
        let moved = Self::at_position(self.is_error, first, file, source, (line, column));
        Self { message: self.message, ..moved }
    }

    /// A report about the word at a position of a source: its line from 1, and its column from 0 in UTF-16 units.
    pub(crate) fn at_position(
        is_error: bool,
        message: &str,
        file: &str,
        source: &str,
        (line, column): (u32, u32),
    ) -> Self {
        let line_start: usize = source.split_inclusive('\n').take(line as usize - 1).map(str::len).sum();
        let text = source[line_start..].lines().next().unwrap_or_default();
        let mut units = 0;
        let is_before = |character: &char| {
            units += character.len_utf16() as u32;
            units <= column
        };
        let start = line_start + text.chars().take_while(is_before).map(char::len_utf8).sum::<usize>();
        let is_word = |character: &char| character.is_alphanumeric() || matches!(character, '_' | '$');
        let word: usize = source[start..].chars().take_while(is_word).map(char::len_utf8).sum();
        Self::at(is_error, message, file, source, start, start + word)
    }

    /// One of Rolldown's.
    pub(crate) fn from_engine(diagnostic: &BuildDiagnostic, directory: &Path, failures: &Failures) -> Self {
        let is_error = diagnostic.severity() == Severity::Error;
        let report = diagnostic.to_diagnostic_with(&DiagnosticOptions { cwd: directory.to_owned() });
        let message = diagnostic.to_message_with(&DiagnosticOptions { cwd: directory.to_owned() });
        let message = failures.explain(&reworded(without_stack(&message)), directory);
        let rendered = failures.explain(&reworded(without_stack(&report.convert_to_string(false))), directory);
        let located = circular_exports::located(&message, directory)
            .or_else(|| failures.located(&message, directory))
            .or_else(|| failures.of_specifier(&message, directory));
        if let Some(located) = located {
            return located;
        }
        let place = report.get_primary_location().map(|(file, line, column, _)| (file, line as u32, column as u32));
        let hint = missing_exports::hint(&message, directory).or_else(|| hint_for_entry(&message, directory));
        let hint = hint.map(|hint| format!(" ({hint})")).unwrap_or_default();
        let kind = if is_error { "error" } else { "warning" };
        // The first line has Rolldown's code of the kind of report in brackets.
        let body = rendered
            .strip_prefix('[')
            .and_then(|rest| rest.split_once("] "))
            .map_or(rendered.as_str(), |(_, body)| body);
        let message = match message.is_empty() {
            true => body.lines().next().unwrap_or_default().to_owned(),
            false => message,
        };
        let (first, others) = body.split_once('\n').unwrap_or((body, ""));
        let text = format!("{kind}: {}{hint}\n{}", first.trim_end(), others.trim_end());
        Self { is_error, message: message + &hint, place, line_text: None, text: text.trim_end().to_owned() + "\n" }
    }
}

/// Each report once: the bundles of several entries share modules.
pub(crate) fn unique(all: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    for report in all {
        if !found.contains(&report) {
            found.push(report);
        }
    }
    found
}

/// A message without the causes and the native stack trace that an error of a plugin has behind it.
fn without_stack(text: &str) -> &str {
    let end = ["\n\nCaused by:\n", "\n\nStack backtrace:\n"].iter().filter_map(|mark| text.find(mark)).min();
    &text[..end.unwrap_or(text.len())]
}

/// Why modules could not be loaded, by their ids: Rolldown only says which plugin failed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Failures(Arc<Mutex<Vec<Failure>>>);

/// Why a module could not be loaded.
#[derive(Clone, Debug)]
struct Failure {
    id: String,
    reason: String,
    /// The place of the error in a file, if it is known.
    error: Option<SourceError>,
}

impl Failure {
    /// Whether a report of Rolldown's is about it.
    fn is_meant(&self, report: &str, directory: &Path) -> bool {
        let Some((_, rest)) = report.split_once("Could not load ") else { return false };
        if rest.starts_with(&shown_path(&self.id, directory)) {
            return true;
        }
        // A file outside of the build's folder is shown with `..`.
        let shown = rest.split(" (imported by ").next().and_then(|rest| rest.split(" - ").next()).unwrap_or_default();
        shown.starts_with("..") && normal(&directory.join(shown)) == Path::new(&self.id)
    }
}

impl Failures {
    /// Notes the reason if a result is an error.
    pub(crate) fn noted<T>(&self, id: &str, result: anyhow::Result<T>) -> anyhow::Result<T> {
        if let (Err(error), Ok(mut all)) = (&result, self.0.lock()) {
            // Each cause on a line of its own says what the one before it does not.
            let causes: Vec<String> = error.chain().map(|cause| cause.to_string().trim_end().to_owned()).collect();
            let error = error.chain().find_map(|cause| cause.downcast_ref::<SourceError>()).cloned();
            // The reason of a build before this one no longer holds.
            all.retain(|one| one.id != id);
            all.push(Failure { id: id.to_owned(), reason: causes.join(": "), error });
        }
        result
    }

    /// As [`Self::noted`], of a hook that resolves a specifier of a module.
    pub(crate) fn noted_of<T>(
        &self,
        specifier: &str,
        importer: Option<&str>,
        result: anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let Some(importer) = importer.map(without_query).filter(|importer| Path::new(importer).is_absolute()) else {
            return self.noted(specifier, result);
        };
        result.inspect_err(|error| {
            let source = std::fs::read_to_string(importer).unwrap_or_default();
            let quoted = ["\"", "'", "`"].map(|quote| format!("{quote}{specifier}{quote}"));
            let offset = quoted.iter().filter_map(|word| source.find(word)).min().unwrap_or(0);
            let message = error.to_string();
            if let Ok(mut all) = self.0.lock() {
                let error = Some(SourceError::at_offset(message.clone(), importer, &source, offset));
                all.push(Failure { id: specifier.to_owned(), reason: message, error });
            }
        })
    }

    /// The report of what a hook threw for a specifier, with the line of the specifier.
    fn of_specifier(&self, message: &str, directory: &Path) -> Option<Diagnostic> {
        let all = self.0.lock().ok()?;
        let is_meant = |one: &&Failure| one.error.as_ref().is_some_and(|error| error.message == message.trim_end());
        let error = all.iter().find(is_meant)?.error.as_ref()?;
        let source = std::fs::read_to_string(&error.file).ok()?;
        let file = shown_path(&error.file, directory);
        Some(Diagnostic::at_position(true, &error.message, &file, &source, (error.line, error.column)))
    }

    /// The report about a file that could not be read, with the line of the error.
    fn located(&self, report: &str, directory: &Path) -> Option<Diagnostic> {
        let all = self.0.lock().ok()?;
        let failure = all.iter().find(|one| one.is_meant(report, directory))?;
        let error = failure.error.as_ref()?;
        let source = std::fs::read_to_string(&error.file).ok()?;
        let file = shown_path(&error.file, directory);
        let position = (error.line, error.column);
        let mut located = Diagnostic::at_position(true, &error.message, &file, &source, position);
        let module = without_query(&failure.id);
        if error.file != module {
            located.text += &format!("  imported by {}\n", shown_path(module, directory));
        }
        Some(located)
    }

    /// The report with the reason in place of the plugin's name.
    fn explain(&self, text: &str, directory: &Path) -> String {
        // What a plugin throws for an entry.
        let text = text.split_once(UNEXPECTED).map_or(text, |(_, reason)| reason.trim_start());
        let Some((before, rest)) = text.split_once("plugin `brio:") else { return text.to_owned() };
        let Some((_, after)) = rest.split_once("` threw an error") else { return text.to_owned() };
        let all = self.0.lock().map(|all| all.clone()).unwrap_or_default();
        match all.iter().find(|one| one.is_meant(text, directory)).or(all.last()) {
            Some(failure) => format!("{before}{}{after}", failure.reason),
            None => text.to_owned(),
        }
    }
}

/// A file as reports name it: relative to the build's folder.
pub(crate) fn shown_path(file: &str, directory: &Path) -> String {
    Path::new(file).strip_prefix(directory).map_or_else(|_| file.to_owned(), |path| path.to_string_lossy().into_owned())
}
