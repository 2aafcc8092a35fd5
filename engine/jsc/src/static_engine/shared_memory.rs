//! What two virtual machines can share, by functions of the static engine: the memory of SharedArrayBuffers and of shared
//! WebAssembly.Memory objects, and compiled WebAssembly modules. `system_engine/shared_memory.rs` does it for the
//! system's library.

use crate::{Context, Value};
use brio_jsc_sys::BytesDeallocator;
use brio_jsc_sys::static_engine as sys;
use std::ffi::c_void;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

/// In words: where a buffer's cell has its implementation (`buffer_memory.rs` checks it).
pub(crate) const CELL_IMPLEMENTATION: usize = 2;

/// What can be shared. The numbers are those of `brio_share`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum SharedKind {
    /// The memory of a SharedArrayBuffer.
    Memory = 0,
    /// The code of a WebAssembly.Module.
    Module = 1,
    /// The memory of a shared WebAssembly.Memory, by its SharedArrayBuffer.
    WasmMemory = 2,
}

/// A reference to an object that several virtual machines share.
#[derive(Debug)]
pub struct Shared {
    kind: SharedKind,
    address: NonNull<c_void>,
}

// SAFETY: the engine made these objects for several threads: it counts references atomically.
unsafe impl Send for Shared {}

impl Shared {
    /// Its kind.
    pub fn kind(&self) -> SharedKind {
        self.kind
    }
}

impl Clone for Shared {
    fn clone(&self) -> Self {
        // SAFETY: this reference keeps the object alive.
        unsafe { sys::brio_shared_ref(self.address.as_ptr(), self.kind as i32) };
        Self { kind: self.kind, address: self.address }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // SAFETY: the reference is this one's.
        unsafe { sys::brio_shared_deref(self.address.as_ptr(), self.kind as i32) };
    }
}

impl<'cx> Value<'cx> {
    /// A reference to the shared object of this SharedArrayBuffer or WebAssembly.Module. None for another value.
    pub fn share(self, _cx: Context<'cx>, kind: SharedKind) -> Option<Shared> {
        // SAFETY: a live value of this thread's virtual machine.
        let address = unsafe { sys::brio_share(self.raw(), kind as i32) };
        NonNull::new(address).map(|address| Shared { kind, address })
    }
}

impl<'cx> Context<'cx> {
    /// A SharedArrayBuffer over memory of others. `give_back(data, owner)` is called on any thread when no thread uses the
    /// memory any more.
    ///
    /// # Safety
    /// `data` is the address of `length` bytes, which are valid until they are given back.
    pub unsafe fn shared_over(
        self,
        data: *mut c_void,
        length: usize,
        give_back: BytesDeallocator,
        owner: *mut c_void,
        sample: Value<'cx>,
    ) -> Option<Value<'cx>> {
        // SAFETY: the caller's promise.
        let address = unsafe { sys::brio_share_memory(data, length, give_back, owner) };
        self.adopt(Shared { kind: SharedKind::Memory, address: NonNull::new(address)? }, sample)
    }

    /// A SharedArrayBuffer, WebAssembly.Module or WebAssembly.Memory of this realm over a shared object.
    pub fn adopt(self, shared: Shared, _sample: Value<'cx>) -> Option<Value<'cx>> {
        // The reference is transferred.
        let shared = ManuallyDrop::new(shared);
        // SAFETY: the global object of this thread's context, with the lock held, and a reference of this kind.
        let raw =
            self.locked(|| unsafe { sys::brio_adopt(self.raw_global(), shared.address.as_ptr(), shared.kind as i32) });
        Some(Value::from_raw(raw))
    }
}
