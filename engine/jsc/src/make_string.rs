//! String values from characters. The C API makes a string of its own, copies its characters again for the value, and
//! acquires the lock for it; the engine's own function makes the value with one copy. Where it is missing, or does not
//! behave as expected, the C API is used.

use crate::rope::CELL_STRING_WORD;
use crate::string::{JsString, StringImpl};
use crate::symbols::{CreateLatin1, MakeStringValue, symbols};
use crate::{CellKind, Context, Value};
use brio_jsc_sys as sys;
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Whether values may be made by the engine's own function; set after the self-test.
static IS_DIRECT: AtomicBool = AtomicBool::new(false);
/// The value of one reference in a string's count.
const ONE_REFERENCE: u32 = 2;
/// The engine caches strings of one character.
const DIRECT_LENGTH_MIN: usize = 2;

/// Tests the engine's function once, and allows it when its references and its value are as they should be.
pub(crate) fn check_making(cx: Context<'_>) {
    if IS_DIRECT.load(Ordering::Relaxed) {
        return;
    }
    let (Some(create), Some(make)) = (symbols().create_latin1, symbols().make_string_value) else { return };
    let works = cx.locked(|| {
        let implementation = create_from(create, b"a made text");
        let count = count_of(implementation);
        let before = count.load(Ordering::Relaxed);
        let value = make_value(cx, make, implementation);
        let after = count.load(Ordering::Relaxed);
        let is_the_text = value.known_kind() == Some(CellKind::String)
            && value.view_word(CELL_STRING_WORD) == implementation as usize;
        let works = before == ONE_REFERENCE && after == 2 * ONE_REFERENCE && is_the_text;
        if works {
            count.fetch_sub(ONE_REFERENCE, Ordering::Relaxed);
        }
        works
    });
    IS_DIRECT.store(works, Ordering::Relaxed);
}

/// Whether a value made from a string of the engine has that very string in its cell.
pub(crate) fn cells_have_their_string() -> bool {
    IS_DIRECT.load(Ordering::Relaxed)
}

fn create_from(create: CreateLatin1, bytes: &[u8]) -> *mut StringImpl {
    let mut implementation: *mut c_void = ptr::null_mut();
    // SAFETY: a live slice, which is copied; the out-pointer receives one reference.
    unsafe { create(&mut implementation, bytes.as_ptr(), bytes.len()) };
    implementation.cast()
}

/// The count of references, which other threads change too. Only while a reference is known to be held.
fn count_of<'a>(implementation: *mut StringImpl) -> &'a AtomicU32 {
    // SAFETY: the string is live, since the caller has a reference.
    let count = unsafe { &raw mut (*implementation).reference_count };
    // SAFETY: as above; the count is only ever used atomically.
    unsafe { AtomicU32::from_ptr(count) }
}

/// The lock must be held.
fn make_value<'cx>(cx: Context<'cx>, make: MakeStringValue, implementation: *mut StringImpl) -> Value<'cx> {
    // SAFETY: the virtual machine of this thread, whose lock is held, and a live string, which the value references.
    Value::from_raw(unsafe { make(cx.raw_group(), implementation.cast()) })
}

/// The value of the engine's string that `create` makes, with one reference. None where values are not made directly.
pub(crate) fn value_of<'cx>(cx: Context<'cx>, create: impl FnOnce() -> *mut c_void) -> Option<Value<'cx>> {
    let make = symbols().make_string_value.filter(|_| IS_DIRECT.load(Ordering::Relaxed))?;
    cx.locked(|| {
        let implementation = create().cast::<StringImpl>();
        let value = make_value(cx, make, implementation);
        // This reference is ours; the value on this stack has another, so that it is never the last.
        count_of(implementation).fetch_sub(ONE_REFERENCE, Ordering::Relaxed);
        Some(value)
    })
}

/// # Safety
/// `owner` is a boxed `Vec<u8>`, which is freed here.
unsafe fn free_adopted(owner: *mut c_void) {
    // SAFETY: the caller's promise.
    drop(unsafe { Box::from_raw(owner.cast::<Vec<u8>>()) });
}

impl<'cx> Context<'cx> {
    /// A string value.
    pub fn string(self, text: &str) -> Value<'cx> {
        self.utf8_string(text.as_bytes())
    }

    /// A string value whose characters are the bytes (Latin-1): a copy of them, but for those of `lasting_bytes`.
    pub fn latin1_string(self, bytes: &[u8]) -> Value<'cx> {
        if let Some(text) = self.text_over(bytes) {
            return text;
        }
        if bytes.len() < DIRECT_LENGTH_MIN || !IS_DIRECT.load(Ordering::Relaxed) {
            return self.string_value(&JsString::from_latin1(bytes));
        }
        let (Some(create), Some(make)) = (symbols().create_latin1, symbols().make_string_value) else {
            return self.string_value(&JsString::from_latin1(bytes));
        };
        self.locked(|| {
            let implementation = create_from(create, bytes);
            let value = make_value(self, make, implementation);
            // This reference is ours; the value on this stack has another, so that it is never the last.
            count_of(implementation).fetch_sub(ONE_REFERENCE, Ordering::Relaxed);
            value
        })
    }

    /// The same from bytes that are no longer needed: a long string adopts them instead of copying.
    pub fn adopted_latin1_string(self, bytes: Vec<u8>) -> Value<'cx> {
        const ADOPTED_LENGTH_MIN: usize = 64 * 1024;
        if bytes.len() < ADOPTED_LENGTH_MIN {
            return self.latin1_string(&bytes);
        }
        let owner = Box::into_raw(Box::new(bytes));
        // SAFETY: made above, and freed only by `free_adopted` or below.
        let bytes = unsafe { &*owner };
        // SAFETY: nothing else has the bytes, and they live until `free_adopted` is called with their owner.
        let made = unsafe { self.external_latin1(bytes, free_adopted, owner.cast()) };
        made.unwrap_or_else(|| {
            let value = self.latin1_string(bytes);
            // SAFETY: no string was made over it.
            unsafe { free_adopted(owner.cast()) };
            value
        })
    }

    /// A string value from UTF-16 units, lone surrogates included.
    pub fn utf16_string(self, units: &[u16]) -> Value<'cx> {
        let create = symbols().create_utf16.filter(|_| units.len() >= DIRECT_LENGTH_MIN);
        let made = create.and_then(|create| {
            value_of(self, || {
                let mut implementation: *mut c_void = ptr::null_mut();
                // SAFETY: a live slice, which is copied; the out-pointer receives one reference.
                unsafe { create(&mut implementation, units.as_ptr(), units.len()) };
                implementation
            })
        });
        made.unwrap_or_else(|| self.string_value(&JsString::from_utf16(units)))
    }

    fn string_value(self, string: &JsString) -> Value<'cx> {
        // SAFETY: the context is live ('cx); the engine takes its own reference of the string.
        Value::from_raw(unsafe { sys::JSValueMakeString(self.raw(), string.raw()) })
    }
}
