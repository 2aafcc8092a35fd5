//! Strings across the boundary. JavaScriptCore stores Latin-1 strings in 8 bits and the rest in UTF-16; a string that
//! fits is made and read in the 8-bit form (a string made from UTF-16 stays 16-bit and is always slower).

use crate::rope::{self, CELL_STRING_WORD, NOT_FLAT_MASK};
use crate::symbols::{CreateLatin1, symbols};
use crate::{CellKind, Context, Value, make_string};
use brio_jsc_sys as sys;
use brio_text_encoding::Characters as Decoded;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether strings may be read through the engine's own layout; set after the self-test of `vm.rs`.
static DIRECT_LAYOUT: AtomicBool = AtomicBool::new(false);

/// Whether string cells may be read directly; set after the self-test.
static DIRECT_CELLS: AtomicBool = AtomicBool::new(false);

/// A reference to an engine string, released on drop.
pub(crate) struct JsString(sys::JSStringRef);

/// The engine's `StringImpl`, as far as it is read here.
#[repr(C)]
pub(crate) struct StringImpl {
    pub reference_count: u32,
    length: u32,
    data: *const c_void,
    hash_and_flags: u32,
}
pub(crate) const FLAG_8_BIT: u32 = 1 << 2;
/// Zero for characters in the memory of the string itself, and for literals.
#[cfg(not(feature = "static_engine"))]
const MASK_OWNERSHIP: u32 = 0b11;
const FLAG_SYMBOL: u32 = 1 << 5;

/// The engine's `OpaqueJSString`, as far as it is read here.
#[repr(C)]
struct OpaqueJsString {
    reference_count: u32,
    string: *const StringImpl,
}

/// The characters of a string, borrowed from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Characters<'a> {
    Latin1(&'a [u8]),
    Utf16(&'a [u16]),
}

impl StringImpl {
    fn characters(&self) -> Characters<'_> {
        let length = self.length as usize;
        if length == 0 {
            return Characters::Latin1(&[]);
        }
        if self.hash_and_flags & FLAG_8_BIT != 0 {
            // SAFETY: an 8-bit string holds `length` bytes at `data`, for as long as it lives.
            return Characters::Latin1(unsafe { std::slice::from_raw_parts(self.data.cast(), length) });
        }
        // SAFETY: a 16-bit string holds `length` units at `data`, for as long as it lives.
        Characters::Utf16(unsafe { std::slice::from_raw_parts(self.data.cast(), length) })
    }

    /// UTF-8; a lone surrogate becomes U+FFFD.
    #[cfg(not(feature = "static_engine"))]
    pub fn to_rust(&self) -> String {
        self.characters().to_rust()
    }

    /// Whether the characters are a literal of the engine: they belong to the string and are not behind it.
    #[cfg(not(feature = "static_engine"))]
    fn is_literal(&self) -> bool {
        let behind = std::ptr::from_ref(self).addr()..std::ptr::from_ref(self).addr() + 2 * size_of::<Self>();
        self.hash_and_flags & MASK_OWNERSHIP == 0 && !behind.contains(&self.data.addr())
    }

    /// Whether this is the key of a symbol.
    pub fn is_symbol(&self) -> bool {
        self.hash_and_flags & FLAG_SYMBOL != 0
    }

    /// Whether the characters are these of Latin-1.
    pub fn is(&self, text: &[u8]) -> bool {
        matches!(self.characters(), Characters::Latin1(bytes) if bytes == text)
    }

    /// What follows `prefix`, which is ASCII. None for a string that begins otherwise.
    #[cfg(not(feature = "static_engine"))]
    pub fn without_prefix(&self, prefix: &str) -> Option<String> {
        match self.characters() {
            Characters::Latin1(bytes) => {
                bytes.strip_prefix(prefix.as_bytes()).map(|rest| Characters::Latin1(rest).to_rust())
            }
            Characters::Utf16(units) => {
                let rest = units.get(prefix.len()..)?;
                let is_prefix = units.iter().zip(prefix.bytes()).all(|(unit, byte)| *unit == u16::from(byte));
                is_prefix.then(|| Characters::Utf16(rest).to_rust())
            }
        }
    }

    /// A string value with the same characters.
    pub fn value<'cx>(&self, cx: Context<'cx>) -> Value<'cx> {
        match self.characters() {
            Characters::Latin1(bytes) => cx.latin1_string(bytes),
            Characters::Utf16(units) => cx.utf16_string(units),
        }
    }
}

impl Characters<'_> {
    /// UTF-8; a lone surrogate becomes U+FFFD.
    pub fn to_rust(self) -> String {
        match self {
            Characters::Latin1(bytes) => brio_text_encoding::latin1_to_string(bytes),
            Characters::Utf16(units) => brio_text_encoding::utf16_to_string(units),
        }
    }
}

impl JsString {
    pub fn new(text: &str) -> Self {
        if text.is_ascii() {
            return Self::from_latin1(text.as_bytes());
        }
        match brio_text_encoding::decode_utf8(text.as_bytes()) {
            Decoded::Latin1(latin1) => Self::from_latin1(&latin1),
            Decoded::Utf16(units) => Self::from_utf16(&units),
        }
    }

    pub fn from_utf16(units: &[u16]) -> Self {
        // SAFETY: pointer and length describe a live slice, which the engine copies.
        Self(unsafe { sys::JSStringCreateWithCharacters(units.as_ptr(), units.len()) })
    }

    /// A string that lives as long as the process: all VMs share its bytes where the engine allows.
    pub fn from_static(text: &'static str) -> Self {
        match symbols().create_latin1_static {
            Some(create) if !text.is_empty() && text.is_ascii() => Self::from_bytes_with(create, text.as_bytes()),
            _ => Self::new(text),
        }
    }

    pub fn from_latin1(bytes: &[u8]) -> Self {
        match symbols().create_latin1 {
            Some(create) => Self::from_bytes_with(create, bytes),
            None => Self::from_latin1_slowly(bytes),
        }
    }

    fn from_bytes_with(create: CreateLatin1, bytes: &[u8]) -> Self {
        let Some(wrap) = symbols().wrap_string else { return Self::from_latin1_slowly(bytes) };
        let mut implementation: *mut c_void = std::ptr::null_mut();
        // SAFETY: the slice is live, and copied or static as `create` asks; the out-pointer receives one reference.
        unsafe { create(&mut implementation, bytes.as_ptr(), bytes.len()) };
        let mut string: sys::JSStringRef = std::ptr::null_mut();
        // SAFETY: `implementation` is the `WTF::String` (one pointer) that is moved from; the out-pointer gets one reference.
        unsafe { wrap(&mut string, &mut implementation) };
        Self(string)
    }

    fn from_latin1_slowly(bytes: &[u8]) -> Self {
        if bytes.is_ascii() && !bytes.contains(&0) {
            let text = std::ffi::CString::new(bytes).expect("checked to hold no NUL");
            // SAFETY: a NUL-terminated string that lives through the call.
            return Self(unsafe { sys::JSStringCreateWithUTF8CString(text.as_ptr()) });
        }
        let units: Vec<u16> = bytes.iter().map(|&byte| u16::from(byte)).collect();
        Self::from_utf16(&units)
    }

    /// Takes ownership of a reference made by a "Create" or "Copy" function.
    pub fn from_copy(raw: sys::JSStringRef) -> Self {
        Self(raw)
    }

    pub fn raw(&self) -> sys::JSStringRef {
        self.0
    }

    pub fn characters(&self) -> Characters<'_> {
        if DIRECT_LAYOUT.load(Ordering::Relaxed) {
            // SAFETY: the layout was checked at start; the string is live, and immutable.
            let implementation = unsafe { (*self.0.cast::<OpaqueJsString>()).string };
            if implementation.is_null() {
                return Characters::Latin1(&[]);
            }
            // SAFETY: as above; our reference keeps it.
            return unsafe { &*implementation }.characters();
        }
        self.characters_slowly()
    }

    /// Whether the characters are a literal of the engine; false where its layout is not known.
    #[cfg(not(feature = "static_engine"))]
    pub fn is_literal(&self) -> bool {
        if !DIRECT_LAYOUT.load(Ordering::Relaxed) {
            return false;
        }
        // SAFETY: the layout was checked at start; the string is live.
        let implementation = unsafe { (*self.0.cast::<OpaqueJsString>()).string };
        // SAFETY: as above; our reference keeps it.
        unsafe { implementation.as_ref() }.is_some_and(StringImpl::is_literal)
    }

    fn characters_slowly(&self) -> Characters<'_> {
        // SAFETY: a live string.
        let length = unsafe { sys::JSStringGetLength(self.0) };
        // SAFETY: a live string; the characters live as long as it does.
        let data = unsafe { sys::JSStringGetCharactersPtr(self.0) };
        if length == 0 || data.is_null() {
            return Characters::Latin1(&[]);
        }
        // SAFETY: the engine says that `length` units are there.
        Characters::Utf16(unsafe { std::slice::from_raw_parts(data, length) })
    }
}

impl Drop for JsString {
    fn drop(&mut self) {
        // SAFETY: this type owns one reference.
        unsafe { sys::JSStringRelease(self.0) }
    }
}

/// Whether the characters of string cells may be read where they are.
#[inline]
pub(crate) fn cells_are_readable() -> bool {
    DIRECT_CELLS.load(Ordering::Relaxed)
}

/// Passes the engine's string of a Rust string to `work`: one pointer, as a `WTF::String` is. A function that `work`
/// passes it to counts a reference of its own; ours is released. None without the engine's functions.
pub(crate) fn with_implementation<R>(text: &str, work: impl FnOnce(*const *mut c_void) -> R) -> Option<R> {
    let wrap = symbols().wrap_string?;
    let mut implementation: *mut c_void = std::ptr::null_mut();
    if text.is_ascii() {
        // SAFETY: a live slice, which is copied; the out-pointer receives one reference.
        unsafe { symbols().create_latin1?(&mut implementation, text.as_ptr(), text.len()) };
    } else {
        let units: Vec<u16> = text.encode_utf16().collect();
        // SAFETY: as above.
        unsafe { symbols().create_utf16?(&mut implementation, units.as_ptr(), units.len()) };
    }
    let result = work(&implementation);
    let mut string: sys::JSStringRef = std::ptr::null_mut();
    // SAFETY: our reference is moved into a string of the C API, which gives it back when it is dropped.
    unsafe { wrap(&mut string, &mut implementation) };
    drop(JsString(string));
    Some(result)
}

/// Compares the direct reading of strings with the C API's results and allows it when they agree.
pub(crate) fn check_string_layout() {
    let samples: [&[u16]; 3] = [&[0x41, 0x7a], &[0x20ac, 0x41], &[]];
    let agrees = samples.iter().all(|units| {
        let string = JsString::from_utf16(units);
        let latin1: Vec<u8> = units.iter().map(|&unit| unit as u8).collect();
        let narrow = JsString::from_latin1(&latin1);
        DIRECT_LAYOUT.store(true, Ordering::Relaxed);
        let wide_is_right = match string.characters() {
            Characters::Utf16(read) => read == *units,
            Characters::Latin1(read) => read.iter().map(|&byte| u16::from(byte)).eq(units.iter().copied()),
        };
        let narrow_is_right = match narrow.characters() {
            Characters::Latin1(read) => read == latin1,
            Characters::Utf16(read) => read.iter().map(|&unit| unit as u8).eq(latin1.iter().copied()),
        };
        DIRECT_LAYOUT.store(false, Ordering::Relaxed);
        wide_is_right && narrow_is_right
    });
    DIRECT_LAYOUT.store(agrees, Ordering::Relaxed);
}

/// Compares the direct reading of string cells with the C API's results and allows it when they agree.
pub(crate) fn check_cell_layout<'cx>(cx: Context<'cx>) {
    if !DIRECT_LAYOUT.load(Ordering::Relaxed) || DIRECT_CELLS.load(Ordering::Relaxed) {
        return;
    }
    let flat = cx.string("flat text");
    let concat = cx
        .global()
        .get(cx, "String")
        .and_then(|constructor| constructor.get(cx, "prototype"))
        .and_then(|prototype| prototype.get(cx, "concat"));
    let join = |others: &[Value<'cx>]| concat.and_then(|concat| concat.call_with_this(cx, flat, others));
    let Ok(rope) = join(&[flat]) else { return };
    rope::learn(rope, join(&[cx.string(" and "), cx.string("more")]).unwrap_or(flat));
    let agrees = [flat, cx.string("\u{20ac} wide text"), rope].into_iter().enumerate().all(|(index, sample)| {
        if sample.known_kind() != Some(CellKind::String) {
            return false;
        }
        let is_flat = sample.view_word(CELL_STRING_WORD) & NOT_FLAT_MASK == 0;
        let Ok(string) = sample.to_js_string(cx) else { return false };
        // Copying joins a rope, so that now all three have one part.
        has_characters_of(sample, &string) && (is_flat || index == 2)
    });
    DIRECT_CELLS.store(agrees, Ordering::Relaxed);
}

/// Whether a string cell has the string that the C API made of it, or, since some engines copy it there, its characters.
fn has_characters_of(sample: Value<'_>, string: &JsString) -> bool {
    let word = sample.view_word(CELL_STRING_WORD);
    // SAFETY: the layout of the API's strings was checked; the string is live.
    let expected = unsafe { (*string.raw().cast::<OpaqueJsString>()).string } as usize;
    if word == expected {
        return true;
    }
    if !make_string::cells_have_their_string() || word & NOT_FLAT_MASK != 0 || word == 0 {
        return false;
    }
    // SAFETY: a cell was seen to have its string in this word; that of a live cell is live.
    let own = unsafe { &*(word as *const StringImpl) };
    own.characters() == string.characters()
}

impl<'cx> Value<'cx> {
    /// `String(value)` as UTF-8; lone surrogates become U+FFFD. Runs user code (`toString`), so it can throw.
    pub fn to_string(self, cx: Context<'cx>) -> Result<String, Value<'cx>> {
        if let Some(characters) = self.flat_characters(cx) {
            return Ok(characters.to_rust());
        }
        self.to_js_string(cx).map(|string| string.characters().to_rust())
    }

    /// The characters of a string cell, whose parts are joined when there are several.
    #[inline]
    fn flat_characters(&self, cx: Context<'cx>) -> Option<Characters<'cx>> {
        if !cells_are_readable() || self.known_kind() != Some(CellKind::String) {
            return None;
        }
        let mut word = self.view_word(CELL_STRING_WORD);
        if word & NOT_FLAT_MASK != 0
            && let Some(resolve) = symbols().resolve_rope
        {
            // SAFETY: a live string of several pieces, and the global object of its virtual machine, whose lock is held.
            cx.locked(|| unsafe { resolve(self.raw(), cx.raw()) });
            word = self.view_word(CELL_STRING_WORD);
        }
        if word & NOT_FLAT_MASK != 0 || word == 0 {
            return None;
        }
        // SAFETY: the layout was checked at start; the cell is live on the stack of the caller and keeps the characters.
        Some(unsafe { &*(word as *const StringImpl) }.characters())
    }

    /// `String(value)` as UTF-16 units.
    pub fn to_utf16(self, cx: Context<'cx>) -> Result<Vec<u16>, Value<'cx>> {
        Ok(match self.to_js_string(cx)?.characters() {
            Characters::Latin1(bytes) => bytes.iter().map(|&byte| u16::from(byte)).collect(),
            Characters::Utf16(units) => units.to_vec(),
        })
    }

    /// Passes the characters of `String(value)` to `read_latin1` or `read_utf16`, without a copy.
    #[inline]
    pub fn with_characters<R>(
        self,
        cx: Context<'cx>,
        read_latin1: impl FnOnce(&[u8]) -> R,
        read_utf16: impl FnOnce(&[u16]) -> R,
    ) -> Result<R, Value<'cx>> {
        if self.is_short_rope() {
            let mut bytes = [0; rope::SHORT_MAX];
            let bytes = &mut bytes[..self.rope_length()];
            if self.copy_rope(bytes) {
                return Ok(read_latin1(bytes));
            }
        }
        if let Some(characters) = self.flat_characters(cx) {
            return Ok(match characters {
                Characters::Latin1(bytes) => read_latin1(bytes),
                Characters::Utf16(units) => read_utf16(units),
            });
        }
        Ok(match self.to_js_string(cx)?.characters() {
            Characters::Latin1(bytes) => read_latin1(bytes),
            Characters::Utf16(units) => read_utf16(units),
        })
    }

    /// The characters of a string cell with one part that has one byte per character.
    #[inline]
    pub(crate) fn flat_latin1(&self) -> Option<&[u8]> {
        let word = self.view_word(CELL_STRING_WORD);
        if word & NOT_FLAT_MASK != 0 || word == 0 {
            return None;
        }
        // SAFETY: the layout was checked at start; the cell is live on the stack of the caller and keeps the characters.
        match unsafe { &*(word as *const StringImpl) }.characters() {
            Characters::Latin1(bytes) => Some(bytes),
            Characters::Utf16(_) => None,
        }
    }

    pub(crate) fn to_js_string(self, cx: Context<'cx>) -> Result<JsString, Value<'cx>> {
        let mut exception = std::ptr::null();
        // SAFETY: the value and the context belong to the same live VM ('cx); `exception` is a valid out-pointer.
        let raw = unsafe { sys::JSValueToStringCopy(cx.raw(), self.raw(), &mut exception) };
        if !exception.is_null() {
            return Err(Value::from_raw(exception));
        }
        Ok(JsString::from_copy(raw))
    }
}
