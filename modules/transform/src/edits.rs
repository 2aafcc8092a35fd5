//! A list of replacements in source code, applied at once.
//!
//! Edits never change the number of line terminators: those that a replacement lacks are added after it. So a line of
//! the output corresponds to the same line of the input, and only columns have to be mapped.

use std::borrow::Cow;

use crate::position::{is_line_break, line_break_count, utf16_length};
use crate::source_map::Segment;

/// The replacement of a byte range of the source.
#[derive(Debug)]
pub(crate) enum Replacement {
    /// White space of the same width; line terminators stay.
    Blank,
    /// As `Blank`, but beginning with this ASCII character; it keeps the statements around apart.
    BlankStartingWith(char),
    /// As `Blank`, but ending with this ASCII character.
    BlankEndingWith(char),
    Text(Cow<'static, str>),
}

#[derive(Debug)]
struct Edit {
    start: u32,
    end: u32,
    replacement: Replacement,
    /// Number of the reservation, when the replacement follows later; 0 for others.
    reserved: u32,
}

/// A reserved insertion.
pub(crate) struct Place(u32);

#[derive(Default)]
pub(crate) struct Edits {
    list: Vec<Edit>,
    reserved: u32,
}

impl Edits {
    /// Replaces the bytes from `start` up to `end`. Edits at the same offset apply in the order in which they were
    /// made: an opening insertion is made before the edits inside it, a closing one after them.
    pub(crate) fn replace(&mut self, start: u32, end: u32, text: impl Into<Cow<'static, str>>) {
        self.list.push(Edit { start, end, replacement: Replacement::Text(text.into()), reserved: 0 });
    }

    pub(crate) fn insert(&mut self, at: u32, text: impl Into<Cow<'static, str>>) {
        self.replace(at, at, text);
    }

    /// An insertion that sorts before all earlier edits at its offset, of whatever kind.
    pub(crate) fn insert_before(&mut self, at: u32, text: impl Into<Cow<'static, str>>) {
        self.list.insert(0, Edit { start: at, end: at, replacement: Replacement::Text(text.into()), reserved: 0 });
    }

    /// Reserves an insertion whose contents are not known yet; [`Edits::fill`] supplies them.
    pub(crate) fn reserve(&mut self, at: u32) -> Place {
        self.insert(at, "");
        self.reserved += 1;
        self.list.last_mut().expect("it was just pushed").reserved = self.reserved;
        Place(self.reserved)
    }

    pub(crate) fn fill(&mut self, place: Place, text: String) {
        let edit = self.list.iter_mut().find(|edit| edit.reserved == place.0).expect("the place was reserved");
        edit.replacement = Replacement::Text(text.into());
    }

    pub(crate) fn blank(&mut self, start: u32, end: u32) {
        self.push(start, end, Replacement::Blank);
    }

    /// Blanks a complete statement or class element, leaving `;` so that its neighbours do not join.
    pub(crate) fn blank_statement(&mut self, start: u32, end: u32) {
        self.push(start, end, Replacement::BlankStartingWith(';'));
    }

    pub(crate) fn push(&mut self, start: u32, end: u32, replacement: Replacement) {
        if start < end {
            self.list.push(Edit { start, end, replacement, reserved: 0 });
        }
    }

    pub(crate) fn append(&mut self, mut other: Self) {
        self.list.append(&mut other.list);
    }

    /// Appends the edited source to `output`; returns the column segments of the lines that moved.
    pub(crate) fn apply(mut self, source: &str, output: &mut String) -> Vec<Segment> {
        self.list.sort_by_key(|edit| edit.start);
        let mut writer = Writer::new(source, output);
        for edit in &self.list {
            // An edit inside an already replaced range was replaced with it.
            if edit.start >= writer.read {
                writer.copy_until(edit.start as usize);
                writer.replace(edit);
            }
        }
        writer.copy_until(source.len());
        writer.segments
    }
}

struct Writer<'s, 'o> {
    source: &'s str,
    output: &'o mut String,
    read: u32,
    line: u32,
    /// UTF-16 columns counted from 0.
    column: u32,
    source_column: u32,
    segments: Vec<Segment>,
}

impl<'s, 'o> Writer<'s, 'o> {
    fn new(source: &'s str, output: &'o mut String) -> Self {
        output.reserve(source.len() + source.len() / 16);
        Self { source, output, read: 0, line: 0, column: 0, source_column: 0, segments: Vec::new() }
    }

    fn copy_until(&mut self, end: usize) {
        let text = &self.source[self.read as usize..end];
        self.output.push_str(text);
        self.advance_both(text);
        self.read = end as u32;
    }

    fn replace(&mut self, edit: &Edit) {
        let replaced = &self.source[edit.start as usize..edit.end as usize];
        match &edit.replacement {
            Replacement::Blank => push_blank(self.output, replaced),
            Replacement::BlankStartingWith(character) => {
                let first = replaced.chars().next().map_or(0, char::len_utf8);
                self.output.push(*character);
                push_blank(self.output, &replaced[first..]);
            }
            Replacement::BlankEndingWith(character) => {
                let last = replaced.chars().next_back().map_or(0, char::len_utf8);
                push_blank(self.output, &replaced[..replaced.len() - last]);
                self.output.push(*character);
            }
            Replacement::Text(text) => {
                self.replace_with_text(replaced, text);
                self.read = edit.end;
                return;
            }
        }
        self.advance_both(replaced);
        self.read = edit.end;
    }

    fn replace_with_text(&mut self, replaced: &str, text: &str) {
        self.mark(true);
        self.output.push_str(text);
        let missing_breaks = line_break_count(replaced).saturating_sub(line_break_count(text));
        self.column += utf16_length(text);
        for _ in 0..missing_breaks {
            self.output.push('\n');
            self.line += 1;
            self.column = 0;
        }
        self.source_column = match replaced.rfind(is_line_break) {
            Some(index) => {
                let character = replaced[index..].chars().next().map_or(0, char::len_utf8);
                utf16_length(&replaced[index + character..])
            }
            None => self.source_column + utf16_length(replaced),
        };
        if self.column != self.source_column || missing_breaks == 0 {
            self.mark(false);
        }
    }

    fn mark(&mut self, inserted: bool) {
        self.segments.push(Segment {
            line: self.line,
            column: self.column,
            source_line: self.line,
            source_column: self.source_column,
            inserted,
        });
    }

    /// Advances over code of the same width in the output and in the source.
    fn advance_both(&mut self, text: &str) {
        let breaks = line_break_count(text);
        if breaks == 0 {
            let width = utf16_length(text);
            self.column += width;
            self.source_column += width;
            return;
        }
        let index = text.rfind(is_line_break).expect("a line break was counted");
        let character = text[index..].chars().next().map_or(0, char::len_utf8);
        self.line += breaks as u32;
        self.column = utf16_length(&text[index + character..]);
        self.source_column = self.column;
    }
}

fn push_blank(output: &mut String, replaced: &str) {
    for character in replaced.chars() {
        if is_line_break(character) {
            output.push(character);
        } else {
            output.extend(std::iter::repeat_n(' ', character.len_utf16()));
        }
    }
}

#[cfg(test)]
#[path = "edits_tests.rs"]
mod tests;
