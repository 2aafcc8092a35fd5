//! Memory of this process whose addresses may be wrong, read without a fault.

use brio_jsc_sys as sys;
use std::ffi::c_ulong;
use std::ptr;

/// A word of this process's memory; None for an address that is not mapped.
pub(crate) fn read_word(address: usize) -> Option<usize> {
    const ONE: c_ulong = 1;
    let mut word = 0usize;
    let local = sys::IoVec { base: ptr::from_mut(&mut word).cast(), length: size_of::<usize>() };
    let remote = sys::IoVec { base: ptr::with_exposed_provenance_mut(address), length: size_of::<usize>() };
    let process = std::process::id().cast_signed();
    // SAFETY: `local` is our word; the kernel checks the other address and fails for one that is not mapped.
    let count = unsafe { sys::process_vm_readv(process, &local, ONE, &remote, ONE, 0) };
    (count == size_of::<usize>().cast_signed()).then_some(word)
}
