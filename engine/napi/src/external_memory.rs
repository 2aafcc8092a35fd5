//! Memory of an addon under an ArrayBuffer or a string, which is given back when that ends.

use crate::addons::Addons;
use crate::api::errors;
use crate::by_address::ByAddress;
use crate::env::Env;
use crate::references::Finalizer;
use crate::types::{EnvPointer, FinalizeWithoutEnv, Outcome, Status};
use brio_jsc::{CellKind, Context, Value, raw};
use brio_jsc_sys as sys;
use brio_realm::Remote;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ffi::c_void;
use std::ptr;

/// The memory of addons that JavaScript of one realm uses.
#[derive(Default)]
pub struct ExternalMemory {
    entries: RefCell<HashMap<u64, Entry>>,
    next: Cell<u64>,
    /// How many buffers there are at an address.
    addresses: RefCell<ByAddress<u32>>,
}

struct Entry {
    env: EnvPointer,
    /// That of a buffer; 0 for other memory.
    address: usize,
    finalizer: Option<Finalizer>,
}

impl ExternalMemory {
    /// Adds memory. Returns its number.
    fn add(&self, env: &Env, address: usize, finalizer: Option<Finalizer>) -> u64 {
        let number = self.next.get();
        self.next.set(number + 1);
        self.entries.borrow_mut().insert(number, Entry { env: env.pointer(), address, finalizer });
        if address != 0 {
            *self.addresses.borrow_mut().entry(address).or_default() += 1;
        }
        number
    }

    /// Removes memory. Returns its finalizer, with the environment that it is called with.
    pub fn remove(&self, number: u64) -> Option<(EnvPointer, Finalizer)> {
        let entry = self.entries.borrow_mut().remove(&number)?;
        let mut addresses = self.addresses.borrow_mut();
        if let Some(count) = addresses.get_mut(&entry.address) {
            *count -= 1;
            if *count == 0 {
                addresses.remove(&entry.address);
            }
        }
        Some((entry.env, entry.finalizer?))
    }

    /// The memory of an environment, the newest first.
    pub fn of(&self, env: &Env) -> Vec<u64> {
        let entries = self.entries.borrow();
        let its = entries.iter().filter(|(_, entry)| entry.env == env.pointer());
        let mut numbers: Vec<u64> = its.map(|(number, _)| *number).collect();
        numbers.sort_unstable_by(|a, b| b.cmp(a));
        numbers
    }
}

/// Whether an ArrayBuffer is over memory of an addon.
pub fn is_addon_memory<'cx>(cx: Context<'cx>, value: Value<'cx>) -> bool {
    let Some(addons) = Addons::current() else { return false };
    let address = match value.cell_kind(cx) {
        Some(CellKind::ArrayBuffer) => value.stable_bytes(cx).map_or(0, |(start, _)| start.addr()),
        _ => 0,
    };
    addons.external_memory().addresses.borrow().contains_key(&address)
}

/// What the engine passes to [`give_back`], on any thread.
struct Owner {
    /// The address of the realm's addons, to be compared only.
    addons: usize,
    remote: Remote,
    number: u64,
}

/// An ArrayBuffer over memory of an addon. Its finalizer is called on the thread of the environment.
pub fn array_buffer<'cx>(
    env: &'cx Env,
    data: *mut c_void,
    length_bytes: usize,
    finalizer: Option<Finalizer>,
) -> Outcome<Value<'cx>> {
    over(env, data, length_bytes, finalizer, |context, data, owner, exception| {
        // SAFETY: a live context; the addon promises the memory until its finalizer is called; `give_back` frees the owner
        // once.
        unsafe {
            sys::JSObjectMakeArrayBufferWithBytesNoCopy(context, data, length_bytes, Some(give_back), owner, exception)
        }
    })
}

/// A zeroed Buffer and the address of its bytes. None if it cannot be allocated, and for a length of zero.
pub fn own_buffer(env: &Env, length_bytes: usize) -> Outcome<Option<(Value<'_>, *mut u8)>> {
    if length_bytes == 0 || length_bytes > LENGTH_MAX {
        return Ok(None);
    }
    let memory = zeroed(length_bytes);
    if memory.is_null() {
        return Ok(None);
    }
    let bytes = made(env, |context, exception| {
        // SAFETY: a live context, and memory that the engine frees once.
        unsafe {
            sys::JSObjectMakeTypedArrayWithBytesNoCopy(
                context,
                sys::TypedArrayType::Uint8,
                memory,
                length_bytes,
                Some(free),
                ptr::without_provenance_mut(length_bytes),
                exception,
            )
        }
    })?;
    Ok(Some((env.help(|helpers| &helpers.as_buffer, &[bytes])?, memory.cast())))
}

/// From this size on memory comes from the system, and goes back to it. The C library keeps what it once gave out: workers that
/// each made a buffer of 16 MB grew by 150 MB.
const MAPPED_BYTES_MIN: usize = 4 << 20;

/// Zeroed memory, for [`free`]; null if there is none left.
fn zeroed(length_bytes: usize) -> *mut c_void {
    if length_bytes < MAPPED_BYTES_MIN {
        // SAFETY: any size may be requested.
        return unsafe { libc::calloc(length_bytes, 1) };
    }
    let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: new memory at an address that the system chooses.
    let memory = unsafe { libc::mmap(ptr::null_mut(), length_bytes, access, kind, -1, 0) };
    if memory == libc::MAP_FAILED { ptr::null_mut() } else { memory }
}

unsafe extern "C" fn free(memory: *mut c_void, length_bytes: *mut c_void) {
    if length_bytes.addr() < MAPPED_BYTES_MIN {
        // SAFETY: allocated in `zeroed` with that length, and the engine calls this once.
        unsafe { libc::free(memory) };
    } else {
        // SAFETY: mapped in `zeroed` with that length, and the engine calls this once.
        unsafe { libc::munmap(memory, length_bytes.addr()) };
    }
}

/// A Buffer over memory of an addon, without an ArrayBuffer until a program reads its property: the engine would count the
/// memory twice, and collect twice as often.
pub fn buffer<'cx>(
    env: &'cx Env,
    data: *mut c_void,
    length_bytes: usize,
    finalizer: Option<Finalizer>,
) -> Outcome<Value<'cx>> {
    let bytes = over(env, data, length_bytes, finalizer, |context, data, owner, exception| {
        // SAFETY: as in `array_buffer`.
        unsafe {
            sys::JSObjectMakeTypedArrayWithBytesNoCopy(
                context,
                sys::TypedArrayType::Uint8,
                data,
                length_bytes,
                Some(give_back),
                owner,
                exception,
            )
        }
    })?;
    env.help(|helpers| &helpers.as_buffer, &[bytes])
}

/// The longest ArrayBuffer of the engine, which ends the process where it is made a longer one.
const LENGTH_MAX: usize = 1 << 32;

/// Makes an object over memory of an addon.
fn over<'cx>(
    env: &'cx Env,
    data: *mut c_void,
    length_bytes: usize,
    finalizer: Option<Finalizer>,
    make: impl FnOnce(sys::JSContextRef, *mut c_void, *mut c_void, *mut sys::JSValueRef) -> sys::JSObjectRef,
) -> Outcome<Value<'cx>> {
    if length_bytes > LENGTH_MAX {
        let message = "the engine has no buffers of more than 4 GiB";
        errors::throw(env, errors::Kind::Range, Some("ERR_BUFFER_TOO_LARGE"), message);
        return Err(Status::GenericFailure);
    }
    // The engine treats a null address as an allocation that failed.
    let data = if data.is_null() { ptr::NonNull::<c_void>::dangling().as_ptr() } else { data };
    let owner = owner(env, data.addr(), finalizer);
    made(env, |context, exception| make(context, data, owner, exception))
}

/// What a function of the engine makes; what it throws is pending.
fn made(
    env: &Env,
    make: impl FnOnce(sys::JSContextRef, *mut sys::JSValueRef) -> sys::JSObjectRef,
) -> Outcome<Value<'_>> {
    let cx = env.cx();
    let mut exception = ptr::null();
    let raw = make(raw::context_pointer(cx), &mut exception);
    if !exception.is_null() {
        // SAFETY: a live value that the engine has just thrown.
        env.set_pending(unsafe { raw::value(cx, exception.expose_provenance() as u64) });
        return Err(Status::PendingException);
    }
    // SAFETY: just made.
    Ok(unsafe { raw::value(cx, raw.expose_provenance() as u64) })
}

fn owner(env: &Env, address: usize, finalizer: Option<Finalizer>) -> *mut c_void {
    let addons = env.addons();
    let number = addons.external_memory().add(env, address, finalizer);
    let owner = Owner { addons: ptr::from_ref(addons).expose_provenance(), remote: addons.remote().clone(), number };
    Box::into_raw(Box::new(owner)).cast()
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
    owner(env, 0, Some(finalizer))
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
