//! The functions of Node-API by subject, in the order of Node's documentation.

mod arrays;
mod async_operations;
mod big_ints;
mod buffers;
mod callbacks;
mod cleanup_hooks;
mod conversions;
pub mod errors;
mod lifetimes;
mod miscellaneous;
mod objects;
mod primitives;
mod promises;
mod properties;
mod strings;
mod threadsafe_functions;
mod views;
mod wraps;

use crate::env::Env;
use crate::types::Outcome;
use brio_jsc::Value;

/// Calls a function without receiver and arguments.
pub(crate) fn call_function<'cx>(env: &'cx Env, function: Value<'cx>) -> Outcome<Value<'cx>> {
    callbacks::call(env, function, Value::undefined(), &[])
}
