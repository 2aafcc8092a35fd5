//! Foreign functions that were prepared for calls. They are known to all threads, since calls on the thread pool have
//! nothing else of the thread that prepared them, and are never forgotten; each is prepared once.

use crate::signature::Signature;
use libffi::low::CodePtr;
use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::{Arc, Mutex, PoisonError};

/// A function with its types.
#[derive(Debug)]
pub struct Function {
    address: usize,
    pub signature: Signature,
}

// SAFETY: the signature is not changed after it was prepared, and libffi only reads it during a call.
unsafe impl Send for Function {}
// SAFETY: as above.
unsafe impl Sync for Function {}

#[derive(Default)]
struct Known {
    functions: Vec<Arc<Function>>,
    numbers: HashMap<(usize, Vec<u8>), u32>,
}

static KNOWN: Mutex<Option<Known>> = Mutex::new(None);

/// The number of a function for [`find`], and the function. None for an invalid signature or no address.
pub fn prepare(address: usize, signature: &[u8]) -> Option<(u32, Arc<Function>)> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_with(Known::default);
    if let Some(&number) = known.numbers.get(&(address, signature.to_vec())) {
        return Some((number, known.functions[number as usize].clone()));
    }
    if address == 0 {
        return None;
    }
    let function = Arc::new(Function { address, signature: Signature::read(signature)? });
    let number = u32::try_from(known.functions.len()).ok()?;
    known.functions.push(function.clone());
    known.numbers.insert((address, signature.to_vec()), number);
    Some((number, function))
}

/// A prepared function.
pub fn find(number: u32) -> Option<Arc<Function>> {
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.as_ref()?.functions.get(number as usize).cloned()
}

impl Function {
    /// Calls the function. False when there is not enough memory for its arguments or its result.
    pub fn call(&self, values: &mut [u8], result: &mut [u8]) -> bool {
        if values.len() < self.signature.argument_bytes || result.len() < self.signature.result_capacity() {
            return false;
        }
        let start = values.as_mut_ptr();
        let mut arguments: Vec<*mut c_void> =
            self.signature.arguments.iter().map(|(offset, _)| start.wrapping_add(*offset).cast()).collect();
        let address = CodePtr(self.address as *mut c_void);
        // SAFETY: that there is a function at the address is what the program states, which needed the permission for
        // native code.
        let function = unsafe { *address.as_safe_fun() };
        // SAFETY: each argument has the memory that its type needs, and so has the result. The types are stated, too.
        unsafe {
            libffi::raw::ffi_call(
                self.signature.cif.as_raw_ptr(),
                Some(function),
                result.as_mut_ptr().cast(),
                arguments.as_mut_ptr(),
            );
        }
        true
    }
}
