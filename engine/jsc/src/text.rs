//! Strings as bytes: the one place that encodes strings for sockets, files and bodies.

use crate::rope::{CELL_STRING_WORD, NOT_FLAT_MASK};
use crate::{CellKind, Context, Value};
use std::cell::RefCell;

/// How characters become bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextEncoding {
    /// Lone surrogates become U+FFFD, as in WHATWG Encoding's `encode`.
    Utf8,
    /// The low byte of each UTF-16 unit, as Node's "latin1".
    Latin1,
    /// Little-endian, as Node's "utf16le".
    Utf16,
}

impl<'cx> Value<'cx> {
    /// Appends `String(value)` to `out`.
    ///
    /// A long rope is joined when it becomes UTF-8: a body is often a constant of the program, which is then joined for
    /// the next time. What becomes Latin-1 is heads of HTTP, which are made anew for each message.
    ///
    /// # Errors
    /// What `toString` of a value that is not a string throws; `out` is unchanged then.
    pub fn append_text(self, cx: Context<'cx>, encoding: TextEncoding, out: &mut Vec<u8>) -> Result<(), Value<'cx>> {
        let start = out.len();
        if encoding != TextEncoding::Utf16
            && (encoding == TextEncoding::Latin1 || !self.is_long_rope())
            && self.append_latin1(out)
        {
            if encoding == TextEncoding::Utf8 && !out[start..].is_ascii() {
                let text: String = out[start..].iter().map(|&byte| char::from(byte)).collect();
                out.truncate(start);
                out.extend_from_slice(text.as_bytes());
            }
            return Ok(());
        }
        // Only one of the two closures runs; both write to the same place.
        let out = RefCell::new(out);
        self.with_characters(
            cx,
            |latin1| {
                let out = &mut **out.borrow_mut();
                match encoding {
                    TextEncoding::Utf8 if !latin1.is_ascii() => {
                        latin1.iter().for_each(|&byte| push_character(char::from(byte), out))
                    }
                    TextEncoding::Utf16 => out.extend(latin1.iter().flat_map(|&byte| [byte, 0])),
                    _ => out.extend_from_slice(latin1),
                }
            },
            |utf16| {
                let out = &mut **out.borrow_mut();
                match encoding {
                    TextEncoding::Utf8 => char::decode_utf16(utf16.iter().copied())
                        .for_each(|unit| push_character(unit.unwrap_or(char::REPLACEMENT_CHARACTER), out)),
                    TextEncoding::Utf16 => out.extend(utf16.iter().flat_map(|unit| unit.to_le_bytes())),
                    TextEncoding::Latin1 => out.extend(utf16.iter().map(|&unit| unit as u8)),
                }
            },
        )
    }

    /// Whether this is a string with one part that equals one of `texts`, which are Latin-1. False says nothing about
    /// ropes.
    #[inline]
    pub fn is_flat_text(self, texts: &[&[u8]]) -> bool {
        crate::string::cells_are_readable()
            && self.known_kind() == Some(CellKind::String)
            && self.flat_latin1().is_some_and(|own| texts.contains(&own))
    }

    /// Appends the characters of a string, one byte each, without joining its parts. Returns whether that was possible;
    /// `out` is unchanged when not: for values that are not strings, for characters beyond Latin-1, and for strings of
    /// very many parts.
    #[inline]
    pub(crate) fn append_latin1(self, out: &mut Vec<u8>) -> bool {
        if !crate::string::cells_are_readable() || self.known_kind() != Some(CellKind::String) {
            return false;
        }
        if self.view_word(CELL_STRING_WORD) & NOT_FLAT_MASK != 0 {
            return self.append_rope(out);
        }
        let characters = self.flat_latin1();
        if let Some(characters) = characters {
            out.extend_from_slice(characters);
        }
        characters.is_some()
    }
}

fn push_character(character: char, out: &mut Vec<u8>) {
    out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}
