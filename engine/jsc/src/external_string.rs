//! Strings over foreign memory, whose owner is notified when the string is freed. The functions used for them are C++
//! (`symbols.rs`); without them, or when their self-test fails, callers copy the characters.

use crate::symbols::{CreateExternal, symbols};
use crate::{Context, Value, make_string};
use std::ffi::c_void;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Called once as the string ends, on any thread, with what was passed for it.
pub type Release = unsafe fn(*mut c_void);

/// What the engine sees as a `WTF::Function<void(ExternalStringImpl*, void*, unsigned)>`: an object whose first word
/// points to its virtual functions.
#[repr(C)]
struct Callable {
    functions: *const Functions,
    release: Release,
    data: *mut c_void,
}

/// The virtual functions of the engine's `CallableWrapperBase`, in their order.
#[repr(C)]
struct Functions {
    destroy: unsafe extern "C" fn(*mut Callable),
    destroy_and_free: unsafe extern "C" fn(*mut Callable),
    call: unsafe extern "C" fn(*mut Callable, *mut c_void, *mut c_void, u32),
}

static FUNCTIONS: Functions = Functions { destroy, destroy_and_free, call };

unsafe extern "C" fn destroy(_callable: *mut Callable) {}

unsafe extern "C" fn destroy_and_free(callable: *mut Callable) {
    // SAFETY: made by `Box::into_raw` in `create`; the engine owns it and frees it once.
    drop(unsafe { Box::from_raw(callable) });
}

unsafe extern "C" fn call(callable: *mut Callable, _string: *mut c_void, _memory: *mut c_void, _length: u32) {
    // SAFETY: live until `destroy_and_free`.
    let callable = unsafe { &*callable };
    // SAFETY: the promise of who made the string: the function takes this data.
    unsafe { (callable.release)(callable.data) };
}

impl<'cx> Context<'cx> {
    /// A string over Latin-1 bytes. None when it cannot be made; then `release` is not called.
    ///
    /// # Safety
    /// The bytes stay as they are until `release` is called with `data`, which may happen on any thread.
    pub unsafe fn external_latin1(self, bytes: &[u8], release: Release, data: *mut c_void) -> Option<Value<'cx>> {
        let create = symbols().create_external_latin1.filter(|_| works(self))?;
        // SAFETY: the caller's promise.
        unsafe { make(self, create, bytes.as_ptr().cast(), bytes.len(), release, data) }
    }

    /// The same over UTF-16 units.
    ///
    /// # Safety
    /// As for [`Context::external_latin1`].
    pub unsafe fn external_utf16(self, units: &[u16], release: Release, data: *mut c_void) -> Option<Value<'cx>> {
        let create = symbols().create_external_utf16.filter(|_| works(self))?;
        // SAFETY: the caller's promise.
        unsafe { make(self, create, units.as_ptr().cast(), units.len(), release, data) }
    }
}

/// # Safety
/// As for [`Context::external_latin1`].
unsafe fn make<'cx>(
    cx: Context<'cx>,
    create: CreateExternal,
    characters: *const c_void,
    length: usize,
    release: Release,
    data: *mut c_void,
) -> Option<Value<'cx>> {
    // The engine has one empty string, and makes short ones of its own.
    const LENGTH_MIN: usize = 2;
    if length < LENGTH_MIN {
        return None;
    }
    make_string::value_of(cx, || {
        let mut callable = Box::into_raw(Box::new(Callable { functions: &FUNCTIONS, release, data })).cast::<c_void>();
        let mut implementation: *mut c_void = ptr::null_mut();
        // SAFETY: live characters, which the caller promises; the callable is moved from; the out-pointer receives one reference.
        unsafe { create(&mut implementation, characters, length, &mut callable) };
        implementation
    })
}

/// Whether such strings have the right characters and report their end, found out once per process.
fn works(cx: Context<'_>) -> bool {
    static WORKS: OnceLock<bool> = OnceLock::new();
    static RELEASED: AtomicU32 = AtomicU32::new(0);
    unsafe fn count(_data: *mut c_void) {
        RELEASED.fetch_add(1, Ordering::Relaxed);
    }
    *WORKS.get_or_init(|| {
        const SAMPLE: &[u8] = b"an external string";
        let Some(create) = symbols().create_external_latin1 else { return false };
        // SAFETY: static characters.
        let value = unsafe { make(cx, create, SAMPLE.as_ptr().cast(), SAMPLE.len(), count, ptr::null_mut()) };
        let Some(value) = value else { return false };
        value.to_string(cx).is_ok_and(|text| text.as_bytes() == SAMPLE) && RELEASED.load(Ordering::Relaxed) == 0
    })
}
