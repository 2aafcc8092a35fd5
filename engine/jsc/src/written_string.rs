//! String values whose characters are written where the engine has them, without memory in between. Where the engine's
//! function for it is missing, or does not behave as expected, the characters are copied.

use crate::symbols::{CharacterSpan, CreateUninitialized, symbols};
use crate::{Context, Value, make_string};
use brio_text_encoding::{self as text_encoding, Characters};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::OnceLock;

/// The engine has one empty string, and caches strings of one character.
const DIRECT_LENGTH_MIN: usize = 2;

/// What a string is made of.
trait Unit: Copy {
    fn create() -> Option<CreateUninitialized>;
    fn copied<'cx>(cx: Context<'cx>, units: &[Self]) -> Value<'cx>;
}

impl Unit for u8 {
    fn create() -> Option<CreateUninitialized> {
        symbols().create_uninitialized_latin1
    }

    fn copied<'cx>(cx: Context<'cx>, units: &[Self]) -> Value<'cx> {
        cx.latin1_string(units)
    }
}

impl Unit for u16 {
    fn create() -> Option<CreateUninitialized> {
        symbols().create_uninitialized_utf16
    }

    fn copied<'cx>(cx: Context<'cx>, units: &[Self]) -> Value<'cx> {
        cx.utf16_string(units)
    }
}

impl<'cx> Context<'cx> {
    /// The string of `length` Latin-1 characters that `write` writes. It returns all of the memory that it received,
    /// which proves that the characters were written.
    ///
    /// # Panics
    /// When it returns a part of the memory.
    pub fn written_latin1_string(
        self,
        length: usize,
        write: impl for<'a> FnOnce(&'a mut [MaybeUninit<u8>]) -> &'a mut [u8],
    ) -> Value<'cx> {
        written(self, length, write)
    }

    /// The same for UTF-16 units, which may be lone surrogates.
    ///
    /// # Panics
    /// As [`Context::written_latin1_string`].
    pub fn written_utf16_string(
        self,
        length: usize,
        write: impl for<'a> FnOnce(&'a mut [MaybeUninit<u16>]) -> &'a mut [u16],
    ) -> Value<'cx> {
        written(self, length, write)
    }

    /// The string of UTF-8; each maximal invalid part becomes U+FFFD (Encoding Standard §8.1.1).
    pub fn utf8_string(self, bytes: &[u8]) -> Value<'cx> {
        if bytes.is_ascii() {
            return self.latin1_string(bytes);
        }
        let Some(text) = text_encoding::valid_text(bytes) else {
            return match text_encoding::decode_utf8(bytes) {
                Characters::Latin1(latin1) => self.latin1_string(&latin1),
                Characters::Utf16(units) => self.utf16_string(&units),
            };
        };
        let length = text_encoding::utf16_length(text);
        if text_encoding::is_latin1(text) {
            return self.written_latin1_string(length, |target| text_encoding::write_latin1(text, target));
        }
        self.written_utf16_string(length, |target| text_encoding::write_utf16(text, target))
    }
}

fn written<'cx, T: Unit>(
    cx: Context<'cx>,
    length: usize,
    write: impl for<'a> FnOnce(&'a mut [MaybeUninit<T>]) -> &'a mut [T],
) -> Value<'cx> {
    match T::create().filter(|_| length >= DIRECT_LENGTH_MIN && make_string::cells_have_their_string() && works(cx)) {
        Some(create) => make_string::value_of(cx, || create_written(create, length, write))
            .expect("`works` has made a value in this way"),
        None => {
            let mut units = Vec::with_capacity(length);
            T::copied(cx, write(&mut units.spare_capacity_mut()[..length]))
        }
    }
}

/// A string of the engine with one reference.
fn create_written<T: Unit>(
    create: CreateUninitialized,
    length: usize,
    write: impl for<'a> FnOnce(&'a mut [MaybeUninit<T>]) -> &'a mut [T],
) -> *mut c_void {
    let mut span = CharacterSpan { data: ptr::null_mut(), length: 0 };
    let mut implementation: *mut c_void = ptr::null_mut();
    // SAFETY: live out-pointers: the first receives one reference, the other where the characters belong.
    unsafe { create(&mut implementation, length, &mut span) };
    assert_eq!(span.length, length, "the engine makes strings as long as they are to be");
    let start = span.data.cast::<MaybeUninit<T>>();
    // SAFETY: memory of the new string for so many units, which nothing else knows yet.
    let written = write(unsafe { std::slice::from_raw_parts_mut(start, length) });
    let is_whole = ptr::addr_eq(written.as_ptr(), start) && written.len() == length;
    assert!(is_whole, "all characters of a string are written");
    implementation
}

/// Whether strings have what was written, found out once per process.
fn works(cx: Context<'_>) -> bool {
    static WORKS: OnceLock<bool> = OnceLock::new();
    *WORKS.get_or_init(|| {
        const SAMPLE: &[u8] = b"a written text";
        let Some(create) = u8::create() else { return false };
        let value = make_string::value_of(cx, || {
            create_written::<u8>(create, SAMPLE.len(), |memory| memory.write_copy_of_slice(SAMPLE))
        });
        value.is_some_and(|value| value.to_string(cx).is_ok_and(|text| text.as_bytes() == SAMPLE))
    })
}
