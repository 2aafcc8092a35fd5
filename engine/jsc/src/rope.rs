//! Strings whose parts are not joined yet, as `a + b` makes them: read where the parts are. The engine would join them
//! in memory that is used once. The layout is tested at start before it is relied on.

use crate::{CellKind, Value};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Word of a string's cell that points at its characters; the low bits are set while they are not joined yet.
pub(crate) const CELL_STRING_WORD: usize = 1;
pub(crate) const NOT_FLAT_MASK: usize = 7;
/// The low bits of the characters' word in a string of up to three 8-bit parts; 0 until the layout was tested.
static FLAGS: AtomicUsize = AtomicUsize::new(0);
/// Words of such a string: length and half of the second part, then the rest of that and the third.
const SECOND_WORD: usize = 2;
const THIRD_WORD: usize = 3;

/// Up to this many characters a string is read into memory of the caller's stack.
pub(crate) const SHORT_MAX: usize = 256;
/// Strings of more parts, of nested parts, or of more characters are joined by the engine, which stores the result: it
/// may be a constant of the program, read again and again.
const PIECES_MAX: usize = 64;
const APPENDED_MAX: usize = 16 * 1024;
/// How many parts may be pending. `a + b + c` has one pending, however long it is.
const WAITING_MAX: usize = 16;

/// Allows reading ropes when one of two and one of three parts read as they should.
pub(crate) fn learn(two: Value<'_>, three: Value<'_>) {
    if two.known_kind() != Some(CellKind::String) || three.known_kind() != Some(CellKind::String) {
        return;
    }
    let flags = two.view_word(CELL_STRING_WORD) & NOT_FLAT_MASK;
    let reads = |value: Value<'_>, expected: &str| {
        let mut bytes = vec![0; expected.len()];
        value.rope_length() == expected.len() && value.copy_rope(&mut bytes) && bytes == expected.as_bytes()
    };
    FLAGS.store(flags, Ordering::Relaxed);
    if flags == 0 || !reads(two, "flat textflat text") || !reads(three, "flat text and more") {
        FLAGS.store(0, Ordering::Relaxed);
    }
}

impl Value<'_> {
    /// Whether this is a string of 8-bit parts.
    #[inline]
    fn is_rope(self) -> bool {
        let flags = FLAGS.load(Ordering::Relaxed);
        flags != 0 && self.view_word(CELL_STRING_WORD) & NOT_FLAT_MASK == flags
    }

    /// Whether this is a string of 8-bit parts with at most `SHORT_MAX` characters.
    #[inline]
    pub(crate) fn is_short_rope(self) -> bool {
        self.known_kind() == Some(CellKind::String) && self.is_rope() && self.rope_length() <= SHORT_MAX
    }

    /// Whether this is a string of 8-bit parts with more characters.
    #[inline]
    pub(crate) fn is_long_rope(self) -> bool {
        self.known_kind() == Some(CellKind::String) && self.is_rope() && self.rope_length() > SHORT_MAX
    }

    /// The number of characters of a rope.
    #[inline]
    pub(crate) fn rope_length(self) -> usize {
        self.view_word(SECOND_WORD) & 0xffff_ffff
    }

    /// The two or three strings that this rope consists of, themselves ropes or not.
    #[inline]
    fn pieces(self) -> (Self, Option<Self>, Option<Self>) {
        let (first, second, third) =
            (self.view_word(CELL_STRING_WORD), self.view_word(SECOND_WORD), self.view_word(THIRD_WORD));
        let cell = |address: usize| Value::from_raw(std::ptr::with_exposed_provenance(address));
        let there = |address: usize| (address != 0).then(|| cell(address));
        (
            cell(first & !NOT_FLAT_MASK),
            there((third & 0xffff) << 32 | second >> 32),
            there((third >> 32) << 16 | (third >> 16) & 0xffff),
        )
    }

    /// Appends the characters of a string cell that has parts. Returns whether that was possible; `out` is unchanged
    /// when not.
    pub(crate) fn append_rope(self, out: &mut Vec<u8>) -> bool {
        if !self.is_rope() || self.rope_length() > APPENDED_MAX {
            return false;
        }
        let start = out.len();
        out.resize(start + self.rope_length(), 0);
        let is_copied = self.copy_rope(&mut out[start..]);
        if !is_copied {
            out.truncate(start);
        }
        is_copied
    }

    /// Fills `bytes` with the characters of this string cell, from the end to the start: strings grow at their end, so
    /// that the first part is the one that has parts of its own. False for parts that are not 8-bit strings, for too
    /// many of them, and when they do not have as many characters as `bytes`.
    pub(crate) fn copy_rope(self, bytes: &mut [u8]) -> bool {
        let mut waiting = [self; WAITING_MAX];
        let mut count = 0;
        let mut end = bytes.len();
        let mut piece = self;
        for _ in 0..PIECES_MAX {
            if piece.is_rope() {
                let (first, second, third) = piece.pieces();
                let Some(last) = third.or(second) else { return false };
                if count + 2 > WAITING_MAX {
                    return false;
                }
                waiting[count] = first;
                count += 1;
                if let (Some(second), Some(_)) = (second, third) {
                    waiting[count] = second;
                    count += 1;
                }
                piece = last;
                continue;
            }
            let Some(characters) = piece.flat_latin1() else { return false };
            let Some(start) = end.checked_sub(characters.len()) else { return false };
            bytes[start..end].copy_from_slice(characters);
            end = start;
            if count == 0 {
                return end == 0;
            }
            count -= 1;
            piece = waiting[count];
        }
        false
    }
}
