//! The receiver of a call of a host function. The engine passes what the caller's bytecode has: for a function that is
//! called by a name of an outer scope that is the scope itself, an internal object that no code may get hold of.
//! Functions of the language convert it (`this` is undefined or the global object), host functions have to do so
//! themselves. Which types of cells are scopes is found out by a function of the language, once for each type.

use crate::{Context, Value};
use std::sync::atomic::{AtomicU8, Ordering};

const UNKNOWN: u8 = 0;
/// Objects: each is its own receiver.
const OBJECT: u8 = 1;
/// Scopes: the receiver is the global object.
const SCOPE: u8 = 2;

/// By the byte of a cell's type: the same for all VMs of a process.
static TYPES: [AtomicU8; 256] = [const { AtomicU8::new(UNKNOWN) }; 256];

/// The value of `this` in a sloppy function for the receiver of a call.
#[inline]
pub fn sloppy_receiver<'cx>(cx: Context<'cx>, receiver: Value<'cx>) -> Value<'cx> {
    match receiver.type_byte().map(|byte| TYPES[usize::from(byte)].load(Ordering::Relaxed)) {
        Some(OBJECT) => receiver,
        Some(SCOPE) => cx.global(),
        _ => convert(cx, receiver),
    }
}

#[cold]
fn convert<'cx>(cx: Context<'cx>, receiver: Value<'cx>) -> Value<'cx> {
    let global = cx.global();
    // The global object as a scope is not the one that programs have.
    let is_global_scope = std::ptr::eq(receiver.raw().cast::<u8>(), cx.raw().cast::<u8>());
    if receiver.is_nullish() || is_global_scope {
        return global;
    }
    if !receiver.is_object(cx) {
        return receiver.to_object(cx).unwrap_or(global);
    }
    let converted = cx
        .evaluate("(function(){return this})", "", 1)
        .and_then(|sloppy| sloppy.call_with_this(cx, receiver, &[]))
        .unwrap_or(global);
    if let Some(byte) = receiver.type_byte() {
        let known = match converted.bits() {
            bits if bits == receiver.bits() => OBJECT,
            bits if bits == global.bits() => SCOPE,
            _ => UNKNOWN,
        };
        TYPES[usize::from(byte)].store(known, Ordering::Relaxed);
    }
    converted
}
