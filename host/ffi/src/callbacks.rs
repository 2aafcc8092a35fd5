//! Functions of JavaScript that native code can call. On their own thread they run at once; a call on another thread
//! waits until the event loop of their thread has run them.

use crate::generated::ffi_ops::state;
use crate::signature::Signature;
use brio_realm::jsc::Value;
use brio_realm::{Realm, Remote};
use libffi::low::ffi_cif;
use libffi::middle::Closure;
use std::ffi::c_void;
use std::sync::mpsc::channel;
use std::thread::{self, ThreadId};

/// A callback that native code can call until it is dropped.
pub struct Callback {
    closure: Closure<'static>,
    /// What the closure refers to.
    target: *mut Target,
}

struct Target {
    number: u32,
    signature: Signature,
    thread: ThreadId,
    realm: Remote,
}

impl Callback {
    /// A callback of the current realm. None for an invalid signature.
    pub fn new(number: u32, signature: &[u8]) -> Option<Self> {
        let signature = Signature::read(signature)?;
        let cif = signature.cif.clone();
        let target = Target { number, signature, thread: thread::current().id(), realm: Realm::current().remote() };
        let target = Box::into_raw(Box::new(target));
        // SAFETY: it is freed after the closure, by `drop`.
        let closure = Closure::new(cif, called, unsafe { &*target });
        Some(Self { closure, target })
    }

    /// The address of the function.
    pub fn address(&self) -> usize {
        *self.closure.code_ptr() as *const () as usize
    }
}

impl Drop for Callback {
    fn drop(&mut self) {
        // SAFETY: made by `Box::into_raw`; native code must not call the closure any more.
        drop(unsafe { Box::from_raw(self.target) });
    }
}

/// What a closure of libffi calls.
unsafe extern "C" fn called(_cif: &ffi_cif, result: &mut c_void, arguments: *const *const c_void, target: &Target) {
    let signature = &target.signature;
    let mut values = vec![0; signature.argument_bytes];
    for (index, (offset, length)) in signature.arguments.iter().enumerate() {
        // SAFETY: libffi passes as many arguments as the signature has.
        let place = unsafe { arguments.add(index) };
        // SAFETY: as above.
        let argument = unsafe { *place }.cast::<u8>();
        // SAFETY: each is in memory of its type.
        let argument = unsafe { std::slice::from_raw_parts(argument, *length) };
        values[*offset..offset + length].copy_from_slice(argument);
    }
    let bytes = if thread::current().id() == target.thread {
        run(target.number, values)
    } else {
        run_on_its_thread(target, values)
    };
    // libffi has a whole register for a number, and exactly the memory of a structure.
    let capacity = match (signature.result_bytes, signature.has_word_result) {
        (0, _) => return,
        (_, true) => size_of::<u64>(),
        (length, false) => length,
    };
    let count = bytes.len().min(capacity);
    let result = std::ptr::from_mut(result).cast::<u8>();
    // SAFETY: libffi has memory of that length for the result, and nothing else refers to it.
    let result = unsafe { std::slice::from_raw_parts_mut(result, capacity) };
    result.fill(0);
    result[..count].copy_from_slice(&bytes[..count]);
}

/// Runs a callback of this thread. The bytes of its result; none when it failed, which JavaScript has noted.
fn run(number: u32, values: Vec<u8>) -> Vec<u8> {
    let realm = Realm::current();
    let cx = realm.context();
    let returned = state().called.get(cx).and_then(|handler| {
        let values = cx.uint8_array(values).ok()?;
        handler.call(cx, &[Value::uint32(number), values]).ok()
    });
    returned.and_then(|value| value.bytes(cx)).map(<[u8]>::to_vec).unwrap_or_default()
}

fn run_on_its_thread(target: &Target, values: Vec<u8>) -> Vec<u8> {
    let (sender, receiver) = channel();
    let number = target.number;
    let is_posted = target.realm.post(move |_| {
        // The caller waits for it.
        let _ = sender.send(run(number, values));
    });
    // The realm may end before it comes to the message.
    if is_posted { receiver.recv().unwrap_or_default() } else { Vec::new() }
}

/// The callbacks of a thread, by number.
#[derive(Default)]
pub struct Callbacks {
    list: Vec<Option<Callback>>,
}

impl Callbacks {
    /// Makes a callback; its number and address. None for an invalid signature.
    pub fn open(&mut self, signature: &[u8]) -> Option<(u32, usize)> {
        let number = u32::try_from(self.list.len()).ok()?;
        let callback = Callback::new(number, signature)?;
        let address = callback.address();
        self.list.push(Some(callback));
        Some((number, address))
    }

    /// Frees a callback.
    pub fn close(&mut self, number: u32) {
        if let Some(callback) = self.list.get_mut(number as usize) {
            *callback = None;
        }
    }
}
