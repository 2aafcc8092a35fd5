//! Where the bytes of an ArrayBuffer are, read from the engine's objects. The C API's function pins the buffer: it can
//! never be detached or transferred again. Addons ask for the address of buffers that programs transfer later.
//!
//! Where the engine's objects hold the address and the number of bytes is found out with samples; where that fails the
//! C API is used.

use crate::engine::CELL_IMPLEMENTATION;
use crate::{CellKind, Context, Value, bytes};
use brio_jsc_sys as sys;
use std::ffi::c_void;
use std::ptr;
use std::sync::OnceLock;

/// How many words of the engine's buffer are searched.
const SEARCHED_WORDS: usize = 12;

/// The words of the engine's buffer with the address and the number of its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layout {
    address: usize,
    length: usize,
}

static LAYOUT: OnceLock<Option<Layout>> = OnceLock::new();

impl<'cx> Value<'cx> {
    /// Address and number of the bytes of a typed array, DataView or ArrayBuffer, which stay there as long as its buffer
    /// is alive and not detached. None for another value.
    pub fn stable_bytes(self, cx: Context<'cx>) -> Option<(*mut u8, usize)> {
        match self.cell_kind(cx)? {
            CellKind::ArrayBuffer => self.buffer_bytes(cx),
            CellKind::DataView => self.data_view_bytes_with(cx, |buffer| buffer.buffer_bytes(cx)),
            _ => {
                // A small array moves its bytes when it gets a buffer.
                self.array_buffer_of(cx).ok()?;
                bytes::bytes_of_view(self, cx)
            }
        }
    }

    fn buffer_bytes(self, cx: Context<'cx>) -> Option<(*mut u8, usize)> {
        match *LAYOUT.get_or_init(|| learn(cx)) {
            Some(layout) => Some(self.read_buffer(layout)),
            None => self.pinned_bytes(cx),
        }
    }

    fn read_buffer(self, layout: Layout) -> (*mut u8, usize) {
        (self.buffer_word(layout.address) as *mut u8, self.buffer_word(layout.length))
    }

    /// The place of this buffer's contents in the engine's object, whose first word is the address of the bytes. None when
    /// that is not known.
    #[cfg(not(feature = "static_engine"))]
    pub(crate) fn contents_place(self, cx: Context<'cx>) -> Option<*mut usize> {
        let layout = (*LAYOUT.get_or_init(|| learn(cx)))?;
        Some((self.view_word(CELL_IMPLEMENTATION) as *mut usize).wrapping_add(layout.address))
    }

    fn buffer_word(self, index: usize) -> usize {
        let buffer = self.view_word(CELL_IMPLEMENTATION) as *const usize;
        // SAFETY: the cell of an ArrayBuffer points to the engine's buffer, which is longer than the words read here.
        unsafe { buffer.wrapping_add(index).read() }
    }
}

/// Compares the words of three buffers with what they were made with.
fn learn(cx: Context<'_>) -> Option<Layout> {
    static BYTES: [u8; 3 * 4096] = [0; 3 * 4096];
    let samples =
        [(0, 4096), (4096, 24), (8192, 1000)].map(|(start, length)| (BYTES[start..].as_ptr() as usize, length));
    let mut layouts = Vec::new();
    for (address, length) in samples {
        let mut exception = ptr::null();
        // SAFETY: static memory, which nothing writes through this object and nothing frees.
        let raw = unsafe {
            sys::JSObjectMakeArrayBufferWithBytesNoCopy(
                cx.raw(),
                address as *mut c_void,
                length,
                None,
                ptr::null_mut(),
                &mut exception,
            )
        };
        if !exception.is_null() || raw.is_null() {
            return None;
        }
        let sample = Value::from_raw(raw.cast_const());
        let word_with = |wanted: usize| (0..SEARCHED_WORDS).find(|&index| sample.buffer_word(index) == wanted);
        layouts.push(Layout { address: word_with(address)?, length: word_with(length)? });
    }
    layouts.iter().all(|layout| *layout == layouts[0]).then(|| layouts[0])
}
