//! Typed arrays and array buffers: reading and writing their bytes in place, making them from Rust's bytes, and pinning
//! them while another thread works on them.

use crate::{CellKind, Context, Root, Value, call::check, engine::arrays};
use brio_jsc_sys as sys;
use std::ffi::c_void;
use std::ptr;
use std::sync::OnceLock;

pub use sys::TypedArrayType as TypedArrayKind;

/// Words of a typed array's cell, after header and butterfly: the address of its data, the number of elements, and in
/// the low byte of the third how the array stores its data.
const VIEW_DATA_WORD: usize = 2;
const VIEW_LENGTH_WORD: usize = 3;
const VIEW_MODE_WORD: usize = 5;

/// Up to this many bytes, copying them to an array of the engine is cheaper than an array over foreign memory, which has
/// a destructor that the collector calls, and a buffer object, whose bytes count as alive until a complete collection.
const COPIED_BYTES_MAX: usize = 128 * 1024;
/// The same where an array of the engine has a buffer object too.
const COPIED_TO_BUFFER_BYTES_MAX: usize = 32 * 1024;

/// The modes of small, large and buffer-backed arrays of fixed length, determined from samples once per process.
static VIEW_MODES: OnceLock<[Option<u8>; 3]> = OnceLock::new();

/// Compares the direct reading of typed arrays with the C API's results, and allows it for the modes where they agree.
pub(crate) fn check_view_layout(cx: Context<'_>) {
    VIEW_MODES.get_or_init(|| {
        const SAMPLES: &str =
            "[new Uint8Array([7,8,9]),new Uint8Array(5000).fill(3),new Uint16Array(new ArrayBuffer(64),8,5).fill(77)]";
        let mut modes = [None; 3];
        let Ok(samples) = cx.evaluate(SAMPLES, "brio:calibrate", 1) else { return modes };
        for (index, mode) in modes.iter_mut().enumerate() {
            let Ok(sample) = samples.get_index(cx, index as u32) else { continue };
            if !matches!(sample.known_kind(), Some(CellKind::Uint8 | CellKind::View2)) {
                continue;
            }
            // Read before the C API is called, which changes how a small array stores its data.
            let found = (
                sample.view_word(VIEW_DATA_WORD),
                sample.view_word(VIEW_LENGTH_WORD),
                sample.view_word(VIEW_MODE_WORD) as u8,
            );
            let shift = usize::from(index == 2);
            let Some((data, length_bytes)) = sample.bytes_raw(cx) else { continue };
            let is_moved = index == 0 || data as usize == found.0;
            if length_bytes == found.1 << shift && is_moved && found.0 != 0 {
                *mode = Some(found.2);
            }
        }
        modes
    });
}

/// The bytes of a typed array that has a buffer, read from its cell where its layout is known.
pub(crate) fn bytes_of_view<'cx>(view: Value<'cx>, cx: Context<'cx>) -> Option<(*mut u8, usize)> {
    view.view_bytes(cx).or_else(|| view.bytes_raw(cx))
}

impl<'cx> Value<'cx> {
    /// The bytes of a typed array, DataView or ArrayBuffer; None for another value.
    /// The slice aliases JavaScript's memory: it must not be used after JavaScript ran.
    #[inline]
    pub fn bytes(self, cx: Context<'cx>) -> Option<&'cx [u8]> {
        let (data, length_bytes) = self.bytes_here(cx)?;
        // SAFETY: the engine returned pointer and length of a live buffer; the caller runs no JavaScript meanwhile.
        Some(if length_bytes == 0 { &[] } else { unsafe { std::slice::from_raw_parts(data, length_bytes) } })
    }

    /// The same, to be written. The caller holds no other slice of the same buffer.
    #[inline]
    pub fn bytes_mut(self, cx: Context<'cx>) -> Option<&'cx mut [u8]> {
        let (data, length_bytes) = self.bytes_here(cx)?;
        // SAFETY: as in `bytes`; exclusive because the caller decodes one writable argument per buffer.
        Some(if length_bytes == 0 { &mut [] } else { unsafe { std::slice::from_raw_parts_mut(data, length_bytes) } })
    }

    /// Copies `count` bytes from `start` of this array to `offset` of `target`; both may be in the same buffer. None
    /// when one of them has no bytes, or fewer than that.
    pub fn copy_bytes(
        self,
        cx: Context<'cx>,
        start: usize,
        target: Value<'cx>,
        offset: usize,
        count: usize,
    ) -> Option<()> {
        let (from, from_length) = self.bytes_here(cx)?;
        let (to, to_length) = target.bytes_here(cx)?;
        if start.checked_add(count)? > from_length || offset.checked_add(count)? > to_length {
            return None;
        }
        // SAFETY: both ranges are inside live buffers, as was checked, and may overlap; no JavaScript runs meanwhile.
        unsafe { ptr::copy(from.wrapping_add(start), to.wrapping_add(offset), count) };
        Some(())
    }

    /// The kind of typed array; `None` of the kind for another value.
    pub fn typed_array_kind(self, cx: Context<'cx>) -> TypedArrayKind {
        if !self.is_object(cx) {
            return TypedArrayKind::None;
        }
        let mut exception = ptr::null();
        // SAFETY: a live object of the VM of 'cx; `exception` is a valid out-pointer.
        unsafe { sys::JSValueGetTypedArrayType(cx.raw(), self.raw(), &mut exception) }
    }

    /// Pointer and length without pinning the buffer: for use before any JavaScript runs.
    #[inline]
    fn bytes_here(self, cx: Context<'cx>) -> Option<(*mut u8, usize)> {
        self.view_bytes(cx).or_else(|| self.bytes_raw(cx))
    }

    #[cfg(test)]
    pub(crate) fn is_read_directly(self, cx: Context<'cx>) -> bool {
        self.view_bytes(cx).is_some()
    }

    /// The same read from the cell of a typed array of fixed length; None for other values, and for an unknown layout.
    #[inline]
    fn view_bytes(self, cx: Context<'cx>) -> Option<(*mut u8, usize)> {
        let shift = match self.cell_kind(cx)? {
            CellKind::Uint8 | CellKind::View1 => 0,
            CellKind::View2 => 1,
            CellKind::View4 => 2,
            CellKind::View8 => 3,
            _ => return None,
        };
        let modes = VIEW_MODES.get()?;
        let mode = self.view_word(VIEW_MODE_WORD) as u8;
        if !modes.contains(&Some(mode)) {
            return None;
        }
        let data = self.view_word(VIEW_DATA_WORD) as *mut u8;
        (!data.is_null()).then(|| (data, self.view_word(VIEW_LENGTH_WORD) << shift))
    }

    fn bytes_raw(self, cx: Context<'cx>) -> Option<(*mut u8, usize)> {
        let object = self.raw_object();
        let mut exception = ptr::null();
        match self.typed_array_kind(cx) {
            TypedArrayKind::None => self.data_view_bytes(cx),
            TypedArrayKind::ArrayBuffer => {
                // SAFETY: a live array buffer of the VM of 'cx.
                let data = unsafe { sys::JSObjectGetArrayBufferBytesPtr(cx.raw(), object, &mut exception) };
                // SAFETY: as above.
                let length = unsafe { sys::JSObjectGetArrayBufferByteLength(cx.raw(), object, &mut exception) };
                Some((data.cast(), if data.is_null() { 0 } else { length }))
            }
            _ => {
                // SAFETY: a live typed array of the VM of 'cx; the pointer is the start of the whole buffer.
                let data = unsafe { sys::JSObjectGetTypedArrayBytesPtr(cx.raw(), object, &mut exception) };
                // SAFETY: as above.
                let offset = unsafe { sys::JSObjectGetTypedArrayByteOffset(cx.raw(), object, &mut exception) };
                // SAFETY: as above.
                let length = unsafe { sys::JSObjectGetTypedArrayByteLength(cx.raw(), object, &mut exception) };
                if data.is_null() || length == 0 {
                    return Some((ptr::NonNull::dangling().as_ptr(), 0));
                }
                // SAFETY: offset and length are inside the buffer.
                Some((unsafe { data.cast::<u8>().add(offset) }, length))
            }
        }
    }

    /// The C API does not know DataView: its properties are read instead.
    fn data_view_bytes(self, cx: Context<'cx>) -> Option<(*mut u8, usize)> {
        self.data_view_bytes_with(cx, |buffer| buffer.bytes_raw(cx))
    }

    /// The same with the bytes of its buffer as `read` finds them.
    pub(crate) fn data_view_bytes_with(
        self,
        cx: Context<'cx>,
        read: impl FnOnce(Value<'cx>) -> Option<(*mut u8, usize)>,
    ) -> Option<(*mut u8, usize)> {
        if self.cell_kind(cx) != Some(crate::CellKind::DataView) {
            return None;
        }
        let buffer = self.get(cx, "buffer").ok()?;
        let offset = self.get(cx, "byteOffset").ok()?.as_number()? as usize;
        let length = self.get(cx, "byteLength").ok()?.as_number()? as usize;
        let (data, buffer_length) = read(buffer)?;
        // SAFETY: the range is inside the buffer, which the guard checks.
        (offset.checked_add(length)? <= buffer_length).then(|| (unsafe { data.add(offset) }, length))
    }

    /// The bytes of an ArrayBuffer by the C API, which pins it.
    pub(crate) fn pinned_bytes(self, cx: Context<'cx>) -> Option<(*mut u8, usize)> {
        self.bytes_raw(cx)
    }

    /// The bytes of this view for work that is done before JavaScript runs, or else pinned. None for a value without bytes.
    #[inline]
    pub fn unpinned_bytes(self, cx: Context<'cx>) -> Option<UnpinnedBytes<'cx>> {
        let (data, length_bytes) = self.bytes_here(cx)?;
        let data = if length_bytes == 0 { ptr::NonNull::dangling().as_ptr() } else { data };
        Some(UnpinnedBytes { view: self, data, length_bytes })
    }

    /// Pins the buffer of this view and keeps it alive, for work on another thread. None for a value without bytes.
    pub fn pin(self, cx: Context<'cx>) -> Option<PinnedBytes> {
        let (data, length_bytes) = self.bytes_raw(cx)?;
        Some(PinnedBytes { data, length_bytes, _root: PinRoot(Some(self.root(cx))) })
    }
}

/// The bytes of a JavaScript buffer that are used before JavaScript runs again. Pinning gives a view a buffer object, which costs
/// time and keeps its memory until a complete collection.
pub struct UnpinnedBytes<'cx> {
    view: Value<'cx>,
    data: *mut u8,
    length_bytes: usize,
}

impl<'cx> UnpinnedBytes<'cx> {
    /// The bytes, to be read.
    pub fn as_slice(&self) -> &[u8] {
        // SAFETY: the engine returned pointer and length of a live buffer; the caller runs no JavaScript meanwhile.
        unsafe { std::slice::from_raw_parts(self.data, self.length_bytes) }
    }

    /// The bytes, to be written.
    pub fn as_mut_slice(&mut self) -> &mut [u8] {
        // SAFETY: as in `as_slice`; exclusive because the caller decodes one writable argument per buffer.
        unsafe { std::slice::from_raw_parts_mut(self.data, self.length_bytes) }
    }

    /// Pins the buffer, for work on another thread.
    pub fn pin(self, cx: Context<'cx>) -> PinnedBytes {
        self.view.pin(cx).expect("a view that had bytes before has them still")
    }
}

/// The bytes of a JavaScript buffer that a job on another thread reads or writes. The engine does not move them while
/// they are pinned, the root keeps them alive, and the job's completion returns this value to its own thread before it
/// is dropped.
pub struct PinnedBytes {
    data: *mut u8,
    length_bytes: usize,
    _root: PinRoot,
}

/// Forgets the root (a leak, never a race) when dropped on a thread that does not own it.
struct PinRoot(Option<Root>);

// SAFETY: the bytes are pinned and kept alive; the root is only dropped on its own thread (`PinnedBytes::release`).
unsafe impl Send for PinnedBytes {}

impl PinnedBytes {
    /// The bytes, to be read. JavaScript may change them meanwhile, as it may in every runtime.
    pub fn as_slice(&self) -> &[u8] {
        // SAFETY: pinned and alive as long as `self`.
        unsafe { std::slice::from_raw_parts(self.data, self.length_bytes) }
    }

    /// The bytes, to be written.
    pub fn as_mut_slice(&mut self) -> &mut [u8] {
        // SAFETY: pinned and alive as long as `self`; this value is the only Rust handle to them.
        unsafe { std::slice::from_raw_parts_mut(self.data, self.length_bytes) }
    }

    /// Unpins the buffer. Must be called on the thread of its VM.
    pub fn release(mut self) {
        drop(self._root.0.take());
    }
}

impl Drop for PinRoot {
    fn drop(&mut self) {
        // Dropped without `release`: this may be a foreign thread, where the engine must not be called.
        std::mem::forget(self.0.take());
    }
}

impl<'cx> Context<'cx> {
    /// `length` bytes from `offset` of a Uint8Array or an ArrayBuffer, as a Uint8Array of the class of `sample`. None where
    /// the engine has no function for it, for other values, for buffers that are detached or can change their size, for a
    /// range out of bounds, and for a sample that has properties.
    #[inline]
    pub fn view_like(self, sample: Value<'cx>, source: Value<'cx>, offset: usize, length: usize) -> Option<Value<'cx>> {
        arrays::view_like(self, sample, source, offset, length)
    }

    /// A new Uint8Array that holds the bytes.
    pub fn uint8_array(self, bytes: Vec<u8>) -> Result<Value<'cx>, Value<'cx>> {
        if (1..=COPIED_BYTES_MAX).contains(&bytes.len())
            && let Some((array, data)) = arrays::uninitialized(self, bytes.len())
        {
            // SAFETY: a new array of so many bytes, which nothing else knows.
            unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), data, bytes.len()) };
            return Ok(array);
        }
        if bytes.len() <= COPIED_BYTES_MAX
            && let Some(array) = self.own_array(bytes.len())
        {
            let array = array?;
            if let Some(target) = array.bytes_mut(self) {
                target.copy_from_slice(&bytes);
            }
            return Ok(array);
        }
        let mut exception = ptr::null();
        if bytes.len() <= COPIED_TO_BUFFER_BYTES_MAX {
            // SAFETY: the context is live ('cx); `exception` is a valid out-pointer.
            let raw =
                unsafe { sys::JSObjectMakeTypedArray(self.raw(), TypedArrayKind::Uint8, bytes.len(), &mut exception) };
            let array = check(raw, exception)?;
            if let Some(target) = array.bytes_mut(self) {
                target.copy_from_slice(&bytes);
            }
            return Ok(array);
        }
        let (data, length, owner) = give_away(bytes);
        // SAFETY: pointer and length describe memory owned by `owner`, which `free_vec` frees once.
        let raw = unsafe {
            sys::JSObjectMakeTypedArrayWithBytesNoCopy(
                self.raw(),
                TypedArrayKind::Uint8,
                data,
                length,
                Some(free_vec),
                owner,
                &mut exception,
            )
        };
        check(raw, exception)
    }

    /// A new ArrayBuffer that holds the bytes.
    pub fn array_buffer(self, bytes: Vec<u8>) -> Result<Value<'cx>, Value<'cx>> {
        let (data, length, owner) = give_away(bytes);
        let mut exception = ptr::null();
        // SAFETY: as in `uint8_array`.
        let raw = unsafe {
            sys::JSObjectMakeArrayBufferWithBytesNoCopy(self.raw(), data, length, Some(free_vec), owner, &mut exception)
        };
        check(raw, exception)
    }

    /// A Uint32Array over counters that JavaScript increments. They are never freed.
    pub fn shared_counters(self, counters: &'static [std::sync::atomic::AtomicU32]) -> Result<Value<'cx>, Value<'cx>> {
        let mut exception = ptr::null();
        // SAFETY: static memory; atomics allow writes from both sides, also on different threads.
        let raw = unsafe {
            sys::JSObjectMakeTypedArrayWithBytesNoCopy(
                self.raw(),
                TypedArrayKind::Uint32,
                counters.as_ptr().cast_mut().cast(),
                size_of_val(counters),
                None,
                ptr::null_mut(),
                &mut exception,
            )
        };
        check(raw, exception)
    }

    /// A typed array over memory that Rust and JavaScript share. The memory is never freed.
    pub fn shared_view(
        self,
        kind: TypedArrayKind,
        memory: &'static [std::cell::Cell<u8>],
    ) -> Result<Value<'cx>, Value<'cx>> {
        let mut exception = ptr::null();
        // SAFETY: static memory; cells allow writes from both sides, which happen on one thread.
        let raw = unsafe {
            sys::JSObjectMakeTypedArrayWithBytesNoCopy(
                self.raw(),
                kind,
                memory.as_ptr().cast_mut().cast(),
                memory.len(),
                None,
                ptr::null_mut(),
                &mut exception,
            )
        };
        check(raw, exception)
    }
}

impl<'cx> Context<'cx> {
    /// A Uint8Array over words that Rust and JavaScript share, so that Rust writes complete words. They are never
    /// freed.
    pub fn shared_words(self, memory: &'static [std::cell::Cell<u64>]) -> Result<Value<'cx>, Value<'cx>> {
        let mut exception = ptr::null();
        // SAFETY: as in `shared_view`.
        let raw = unsafe {
            sys::JSObjectMakeTypedArrayWithBytesNoCopy(
                self.raw(),
                TypedArrayKind::Uint8,
                memory.as_ptr().cast_mut().cast(),
                size_of_val(memory),
                None,
                ptr::null_mut(),
                &mut exception,
            )
        };
        check(raw, exception)
    }
}

fn give_away(bytes: Vec<u8>) -> (*mut c_void, usize, *mut c_void) {
    let owner = Box::into_raw(Box::new(bytes));
    // SAFETY: just made from a live box.
    let bytes = unsafe { &mut *owner };
    (bytes.as_mut_ptr().cast(), bytes.len(), owner.cast())
}

unsafe extern "C" fn free_vec(_data: *mut c_void, owner: *mut c_void) {
    // SAFETY: `owner` came from `Box::into_raw` in `give_away`, and the engine calls this once.
    drop(unsafe { Box::from_raw(owner.cast::<Vec<u8>>()) });
}
