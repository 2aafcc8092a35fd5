//! A SharedArrayBuffer over memory of others, for which the library has no function. An ordinary buffer over that memory and
//! a new SharedArrayBuffer of the same length exchange their bytes, and what frees them: each is an address and a destructor,
//! in both classes. Where they are is checked against samples; if that fails, there are no such buffers.

use super::shared_memory::{CONTENTS_HANDLE, CONTENTS_LENGTH, CONTENTS_SHARED, SharedKind, functions, is_layout_known};
use crate::cell::in_fresh_context;
use crate::{CellKind, Context, Value};
use brio_jsc_sys as sys;
use std::ffi::c_void;
use std::ptr;
use std::sync::OnceLock;

/// In words: where contents have the address of the bytes and their destructor.
const CONTENTS_ADDRESS: usize = 0;
const CONTENTS_DESTRUCTOR: usize = 1;
/// In words: where shared contents have them, the owner of growable memory, and the length.
const SHARED_ADDRESS: usize = 1;
const SHARED_DESTRUCTOR: usize = 2;
const SHARED_HANDLE: usize = 3;
const SHARED_LENGTH: usize = 4;
/// A shared buffer and an ordinary one, whose memory is freed by the same destructor.
const SAMPLES: &str = "[new SharedArrayBuffer(24), new ArrayBuffer(24)]";
const SAMPLE_BYTES: usize = 24;

impl<'cx> Context<'cx> {
    /// A SharedArrayBuffer over memory of others. `sample` is a new SharedArrayBuffer of this realm with the same length,
    /// which is not used afterwards. `give_back(data, owner)` is called on any thread when no thread uses the memory any more.
    /// None when this engine is not the known one: then nothing will be called.
    ///
    /// # Safety
    /// `data` is the address of `length` bytes, which are valid until they are given back.
    pub unsafe fn shared_over(
        self,
        data: *mut c_void,
        length: usize,
        give_back: sys::BytesDeallocator,
        owner: *mut c_void,
        sample: Value<'cx>,
    ) -> Option<Value<'cx>> {
        let functions = functions()?;
        if length == 0 || !is_layout_known(self, functions) || !is_exchange_known(self) {
            return None;
        }
        let shared = sample.share(self, SharedKind::Memory)?;
        let ours = shared.words();
        if word(ours, SHARED_LENGTH) != length || word(ours, SHARED_HANDLE) != 0 {
            return None;
        }
        // What cannot be adopted now could not be afterwards.
        self.adopt(shared.clone(), sample)?;
        let mut exception = ptr::null();
        // SAFETY: a live context, and memory that the caller vouches for.
        let raw = unsafe {
            sys::JSObjectMakeArrayBufferWithBytesNoCopy(
                self.raw(),
                data,
                length,
                Some(give_back),
                owner,
                &mut exception,
            )
        };
        if !exception.is_null() || raw.is_null() {
            return None;
        }
        let theirs = Value::from_raw(raw.cast_const()).contents_place(self)?;
        for (of_shared, of_contents) in [(SHARED_ADDRESS, CONTENTS_ADDRESS), (SHARED_DESTRUCTOR, CONTENTS_DESTRUCTOR)] {
            // SAFETY: words of two live objects of this thread that no other one knows yet, at places that were checked.
            unsafe { ptr::swap(ours.wrapping_add(of_shared), theirs.wrapping_add(of_contents)) };
        }
        self.adopt(shared, sample)
    }
}

/// A word of a live object of the engine, which is longer.
fn word(object: *mut usize, index: usize) -> usize {
    // SAFETY: the callers pass such an object.
    unsafe { object.wrapping_add(index).read() }
}

/// Whether shared contents and those of ordinary buffers have their words at the expected places.
fn is_exchange_known(cx: Context<'_>) -> bool {
    static IS_KNOWN: OnceLock<bool> = OnceLock::new();
    *IS_KNOWN.get_or_init(|| {
        let mut is_known = false;
        in_fresh_context(cx, |cx| is_known = check_exchange(cx).is_some());
        is_known
    })
}

fn check_exchange(cx: Context<'_>) -> Option<()> {
    let samples = cx.evaluate_static(SAMPLES, "brio:calibrate", 1).ok()?;
    let buffer =
        |index| samples.get_index(cx, index).ok().filter(|value| value.cell_kind(cx) == Some(CellKind::ArrayBuffer));
    let (shared_buffer, plain_buffer) = (buffer(0)?, buffer(1)?);
    let shared = shared_buffer.share(cx, SharedKind::Memory)?;
    let ours = shared.words();
    let theirs = plain_buffer.contents_place(cx)?;
    let (shared_address, length) = shared_buffer.stable_bytes(cx)?;
    let (plain_address, _) = plain_buffer.stable_bytes(cx)?;
    let destructor = word(ours, SHARED_DESTRUCTOR);
    let is_known = length == SAMPLE_BYTES
        && word(ours, SHARED_ADDRESS) == shared_address.addr()
        && word(ours, SHARED_HANDLE) == 0
        && word(ours, SHARED_LENGTH) == SAMPLE_BYTES
        && destructor != 0
        && word(theirs, CONTENTS_ADDRESS) == plain_address.addr()
        && word(theirs, CONTENTS_DESTRUCTOR) == destructor
        && word(theirs, CONTENTS_SHARED) == 0
        && word(theirs, CONTENTS_HANDLE) == 0
        && word(theirs, CONTENTS_LENGTH) == SAMPLE_BYTES;
    is_known.then_some(())
}
