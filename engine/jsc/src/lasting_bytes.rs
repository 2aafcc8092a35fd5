//! Arrays of bytes that never change: their text is a string over the same memory when it is ASCII, and so are texts of
//! their parts. The memory lives as long as one of them.

use crate::{Context, TypedArrayKind, Value, call::check};
use brio_jsc_sys as sys;
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

/// Below this, a copy is cheaper than what a string over foreign memory needs.
pub const LASTING_BYTES_MIN: usize = 64 * 1024;

type Area = Arc<Vec<u8>>;

/// The memory of all arrays of the process, by its address.
static AREAS: Mutex<BTreeMap<usize, Area>> = Mutex::new(BTreeMap::new());

fn with_areas<R>(work: impl FnOnce(&mut BTreeMap<usize, Area>) -> R) -> R {
    work(&mut AREAS.lock().unwrap_or_else(PoisonError::into_inner))
}

impl<'cx> Context<'cx> {
    /// A Uint8Array with a copy of at least `LASTING_BYTES_MIN` bytes. It must not reach a program, which could change
    /// texts by changing it.
    ///
    /// # Errors
    /// The engine's.
    pub fn lasting_bytes(self, bytes: &[u8]) -> Result<Value<'cx>, Value<'cx>> {
        assert!(bytes.len() >= LASTING_BYTES_MIN, "smaller arrays are made in the usual way");
        let area = Arc::new(bytes.to_vec());
        let data = area.as_ptr();
        with_areas(|areas| areas.insert(data.addr(), area));
        let mut exception = ptr::null();
        // SAFETY: the memory stays in the list, unchanged in its place, until `end_array` is called, once.
        let raw = unsafe {
            sys::JSObjectMakeTypedArrayWithBytesNoCopy(
                self.raw(),
                TypedArrayKind::Uint8,
                data.cast_mut().cast(),
                bytes.len(),
                Some(end_array),
                ptr::null_mut(),
                &mut exception,
            )
        };
        check(raw, exception)
    }

    /// A string over ASCII bytes that are those of such an array, or a part of them. None for others.
    pub(crate) fn text_over(self, bytes: &[u8]) -> Option<Value<'cx>> {
        if bytes.len() < LASTING_BYTES_MIN {
            return None;
        }
        let area = area_of(bytes)?;
        let owner = Arc::into_raw(area).cast_mut().cast::<c_void>();
        // SAFETY: the memory is not changed, and lives until `end_text` drops this reference.
        let text = unsafe { self.external_latin1(bytes, end_text, owner) };
        if text.is_none() {
            // SAFETY: made above; no string has it.
            unsafe { end_text(owner) };
        }
        text
    }
}

/// The memory that has all of the bytes.
fn area_of(bytes: &[u8]) -> Option<Area> {
    let start = bytes.as_ptr().addr();
    with_areas(|areas| {
        let (&first, area) = areas.range(..=start).next_back()?;
        (start + bytes.len() <= first + area.len()).then(|| Arc::clone(area))
    })
}

/// Called by the engine as the array ends, on any thread.
unsafe extern "C" fn end_array(data: *mut c_void, _context: *mut c_void) {
    drop(with_areas(|areas| areas.remove(&data.addr())));
}

/// # Safety
/// `owner` is a reference to an area, which is dropped here.
unsafe fn end_text(owner: *mut c_void) {
    // SAFETY: the caller's promise.
    drop(unsafe { Arc::from_raw(owner.cast::<Vec<u8>>()) });
}
