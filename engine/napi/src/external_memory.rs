//! Memory of an addon under an ArrayBuffer or a string, which is given back when that ends.

use crate::addons::Addons;
use crate::env::Env;
use crate::references::Finalizer;
use crate::types::{FinalizeWithoutEnv, Outcome};
use brio_jsc::{Value, raw};
use brio_jsc_sys as sys;
use brio_realm::Remote;
use std::ffi::c_void;
use std::ptr;

/// What the engine passes to [`give_back`], on any thread.
struct Owner {
    /// The address of the realm's addons, to be compared only.
    addons: usize,
    remote: Remote,
    number: u64,
}

/// An ArrayBuffer over memory of an addon. Its finalizer is called on the thread of the environment, also when the
/// buffer was transferred to another.
pub fn array_buffer<'cx>(
    env: &'cx Env,
    data: *mut c_void,
    length_bytes: usize,
    finalizer: Option<Finalizer>,
) -> Outcome<Value<'cx>> {
    let cx = env.cx();
    let owner = finalizer.map_or(ptr::null_mut(), |finalizer| own(env, finalizer));
    // The engine treats a null address as an allocation that failed.
    let data = if data.is_null() { ptr::NonNull::<c_void>::dangling().as_ptr() } else { data };
    let mut exception = ptr::null();
    // SAFETY: a live context; the addon promises the memory until its finalizer is called; `give_back` frees the owner once.
    let raw = unsafe {
        sys::JSObjectMakeArrayBufferWithBytesNoCopy(
            raw::context_pointer(cx),
            data,
            length_bytes,
            Some(give_back),
            owner,
            &mut exception,
        )
    };
    if !exception.is_null() {
        // SAFETY: a live value that the engine has just thrown.
        env.set_pending(unsafe { raw::value(cx, exception.expose_provenance() as u64) });
        return Err(crate::types::Status::PendingException);
    }
    // SAFETY: just made.
    let buffer = unsafe { raw::value(cx, raw.expose_provenance() as u64) };
    env.help(|helpers| &helpers.mark_untransferable, &[buffer])?;
    Ok(buffer)
}

/// A SharedArrayBuffer over memory of an addon. Its finalizer is called on the thread that uses the memory last, when that
/// does so no more. None when the engine has no such buffers. `sample` is a new SharedArrayBuffer of that length.
pub fn shared_array_buffer<'cx>(
    env: &'cx Env,
    data: *mut c_void,
    length_bytes: usize,
    sample: Value<'cx>,
    callback: Option<FinalizeWithoutEnv>,
    hint: *mut c_void,
) -> Option<Value<'cx>> {
    if length_bytes == 0 {
        // There is nothing to share: the addon has its memory back at once.
        if let Some(callback) = callback {
            // SAFETY: the addon passed the function with its data, and it is called once.
            unsafe { callback(data, hint) };
        }
        return Some(sample);
    }
    let owner = Box::into_raw(Box::new(SharedOwner { callback, hint })).cast();
    // SAFETY: the addon promises the memory until its finalizer is called.
    let made = unsafe { env.cx().shared_over(data, length_bytes, give_back_shared, owner, sample) };
    if made.is_none() {
        // SAFETY: made above, and the engine does not have it.
        drop(unsafe { Box::from_raw(owner.cast::<SharedOwner>()) });
    }
    made
}

/// What the engine passes to [`give_back_shared`].
struct SharedOwner {
    callback: Option<FinalizeWithoutEnv>,
    hint: *mut c_void,
}

unsafe extern "C" fn give_back_shared(data: *mut c_void, owner: *mut c_void) {
    // SAFETY: made by `Box::into_raw` in `shared_array_buffer`, and the engine calls this once.
    let owner = unsafe { Box::from_raw(owner.cast::<SharedOwner>()) };
    if let Some(callback) = owner.callback {
        // SAFETY: the addon passed the function with its data, to be called on any thread.
        unsafe { callback(data, owner.hint) };
    }
}

/// The owner of memory that a string uses, for [`release`]; and how to take it back if no string was made.
pub fn own(env: &Env, finalizer: Finalizer) -> *mut c_void {
    let addons = env.addons();
    let number = addons.add_external_memory(env, finalizer);
    let owner = Owner { addons: ptr::from_ref(addons).expose_provenance(), remote: addons.remote().clone(), number };
    Box::into_raw(Box::new(owner)).cast()
}

/// JavaScript does not use the memory any more: its finalizer is queued.
///
/// # Safety
/// The owner came from [`own`], and this is called once.
pub unsafe fn release(owner: *mut c_void) {
    // SAFETY: the caller's promise.
    unsafe { give_back(ptr::null_mut(), owner) };
}

unsafe extern "C" fn give_back(_data: *mut c_void, owner: *mut c_void) {
    if owner.is_null() {
        return;
    }
    // SAFETY: made by `Box::into_raw` in `own`, and the engine calls this once.
    let owner = unsafe { Box::from_raw(owner.cast::<Owner>()) };
    let number = owner.number;
    match Addons::current() {
        Some(addons) if ptr::from_ref(addons).addr() == owner.addons => addons.release_external_memory(number),
        _ => {
            owner.remote.post(move |_| {
                if let Some(addons) = Addons::current() {
                    addons.release_external_memory(number);
                }
            });
        }
    }
}
