//! `native:ffi`: functions of shared libraries, called with the types that a program states, for `Deno.dlopen` and
//! `bun:ffi`.
//!
//! Does not: convert values. Builtins write the bytes of arguments and read those of results. Start reading at `Ffi`.

// Addresses come from programs: calling and reading them is what this crate is for.
#![allow(unsafe_code)]

mod callbacks;
mod functions;
mod generated {
    pub mod ffi_ops;
}
mod signature;

use brio_realm::Realm;
use brio_realm::jsc::{Context, Value};
use brio_realm::op::{self, OpError, Permission, Slot, Subject, Thrown};
use callbacks::Callbacks;
pub use generated::ffi_ops::AREA;
use generated::ffi_ops::{FfiHandlers, FfiOps, ForeignCallback, ForeignFunction};
use libloading::os::unix::{Library, RTLD_LAZY, RTLD_LOCAL, Symbol};
use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_char, c_void};
use std::path::Path;

/// State of the area on one thread.
#[derive(Default)]
pub struct Ffi {
    libraries: RefCell<Vec<Option<Library>>>,
    callbacks: RefCell<Callbacks>,
    called: Slot,
    /// A library was opened, which needed the permission for native code.
    may_run_native_code: Cell<bool>,
}

impl Ffi {
    /// Calling functions needs the permission for any library, or a library that was opened with its own.
    fn permit_calls<'cx>(&self, cx: Context<'cx>) -> Result<(), Value<'cx>> {
        if self.may_run_native_code.get() { Ok(()) } else { permit_memory(cx) }
    }
}

/// Reading memory, or passing functions to native code, needs the permission for any library, which may have been revoked.
fn permit_memory(cx: Context<'_>) -> Result<(), Value<'_>> {
    op::permit(cx, &[Permission::Ffi(Subject::Any)])
}

fn invalid_signature() -> OpError {
    OpError::coded("ERR_INVALID_ARG_VALUE", "the types of the function are invalid")
}

impl FfiOps for Ffi {
    fn set_handlers(&self, handlers: FfiHandlers) -> Result<(), OpError> {
        self.called.set_root(handlers.called);
        Ok(())
    }

    fn open(&self, path: &Path) -> Result<u32, OpError> {
        // SAFETY: its initializers run, which is what the program wants, and what needed the permission.
        let library = unsafe { Library::open(Some(path), RTLD_LAZY | RTLD_LOCAL) }
            .map_err(|error| OpError::coded("ERR_DLOPEN_FAILED", message_of(&error)))?;
        self.may_run_native_code.set(true);
        let mut libraries = self.libraries.borrow_mut();
        libraries.push(Some(library));
        Ok(libraries.len() as u32 - 1)
    }

    fn close(&self, library: u32) -> Result<(), OpError> {
        let closed = self.libraries.borrow_mut().get_mut(library as usize).and_then(Option::take);
        drop(closed);
        Ok(())
    }

    fn address_of_symbol(&self, library: u32, name: &str) -> Result<Option<f64>, OpError> {
        let libraries = self.libraries.borrow();
        let Some(library) = libraries.get(library as usize).and_then(Option::as_ref) else { return Ok(None) };
        // SAFETY: the symbol is only an address here.
        let symbol: Option<Symbol<*mut c_void>> = unsafe { library.get(name.as_bytes()) }.ok();
        Ok(symbol.map(|symbol| symbol.as_raw_ptr() as usize as f64))
    }

    fn prepare<'cx>(
        &self,
        cx: Context<'cx>,
        address: f64,
        signature: Value<'cx>,
    ) -> Result<ForeignFunction, Thrown<'cx>> {
        self.permit_calls(cx)?;
        let prepared = signature.bytes(cx).and_then(|bytes| functions::prepare(address as usize, bytes));
        let (number, function) = prepared.ok_or_else(invalid_signature)?;
        let signature = &function.signature;
        Ok(ForeignFunction {
            number,
            offsets: signature.offsets(),
            argument_bytes: signature.argument_bytes as u32,
            result_bytes: signature.result_capacity() as u32,
        })
    }

    fn call(&self, prepared: u32, values: &mut [u8], result: &mut [u8]) -> Result<(), OpError> {
        Realm::current().enter_native();
        let is_called = functions::find(prepared).is_some_and(|function| function.call(values, result));
        if is_called { Ok(()) } else { Err(invalid_signature()) }
    }

    fn call_on_pool(prepared: u32, values: &[u8]) -> Result<Vec<u8>, OpError> {
        let function = functions::find(prepared).ok_or_else(invalid_signature)?;
        let mut result = vec![0; function.signature.result_capacity()];
        let is_called = function.call(&mut values.to_vec(), &mut result);
        if is_called { Ok(result) } else { Err(invalid_signature()) }
    }

    fn open_callback<'cx>(&self, cx: Context<'cx>, signature: Value<'cx>) -> Result<ForeignCallback, Thrown<'cx>> {
        permit_memory(cx)?;
        let opened = signature.bytes(cx).and_then(|bytes| self.callbacks.borrow_mut().open(bytes));
        let (number, address) = opened.ok_or_else(invalid_signature)?;
        Ok(ForeignCallback { number, address: address as f64 })
    }

    fn close_callback(&self, callback: u32) -> Result<(), OpError> {
        self.callbacks.borrow_mut().close(callback);
        Ok(())
    }

    fn address_of<'cx>(&self, cx: Context<'cx>, view: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(view.stable_bytes(cx).map_or(Value::null(), |(address, _)| Value::number(address as usize as f64)))
    }

    fn view_of<'cx>(&self, cx: Context<'cx>, address: f64, byte_length: f64) -> Result<Value<'cx>, Thrown<'cx>> {
        permit_memory(cx)?;
        let address = address as usize as *const Cell<u8>;
        if address.is_null() {
            return Err(OpError::coded("ERR_INVALID_ARG_VALUE", "the address is null").into());
        }
        // SAFETY: that there is memory of this length for as long as the view is used is what the program states.
        let memory: &'static [Cell<u8>] = unsafe { std::slice::from_raw_parts(address, byte_length as usize) };
        Ok(cx.shared_view(brio_realm::jsc::TypedArrayKind::Uint8, memory)?)
    }

    fn string_length_at<'cx>(&self, cx: Context<'cx>, address: f64) -> Result<Value<'cx>, Thrown<'cx>> {
        permit_memory(cx)?;
        let address = address as usize as *const c_char;
        if address.is_null() {
            return Ok(Value::number(0.0));
        }
        // SAFETY: that there is a string with a NUL at its end is what the program states.
        Ok(Value::number(unsafe { CStr::from_ptr(address) }.to_bytes().len() as f64))
    }
}

/// The linker's message.
fn message_of(error: &libloading::Error) -> String {
    match error {
        libloading::Error::DlOpen { desc } => format!("{desc:?}").trim_matches('"').to_string(),
        other => other.to_string(),
    }
}
