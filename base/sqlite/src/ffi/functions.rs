//! SQL functions that Rust implements: scalar ones, aggregates and window functions.

use super::value::Value;
use libsqlite3_sys as raw;
use std::ffi::{CStr, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

/// A scalar SQL function.
pub trait Function {
    /// Called for each row.
    fn call(&self, arguments: &Arguments<'_>) -> Output;
}

/// An aggregate SQL function. It identifies groups by numbers that it chooses; 0 is a group that begins.
pub trait Aggregate {
    /// Adds a row to a group, or removes it when `is_inverse`. Returns the group's number, or an error message.
    fn step(&self, group: u32, is_inverse: bool, arguments: &Arguments<'_>) -> Result<u32, String>;
    /// The current value of a group. After the final call its number is not used again.
    fn value(&self, group: u32, is_final: bool) -> Output;
}

/// The registration options of a function.
#[derive(Clone, Copy, Debug)]
pub struct FunctionOptions {
    /// -1 for any number.
    pub argument_count: i32,
    /// `SQLITE_DETERMINISTIC`, `SQLITE_DIRECTONLY` and other flags of `sqlite3_create_function_v2`.
    pub flags: i32,
}

/// The result of a function.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    Null,
    Integer(i64),
    Real(f64),
    Text(Vec<u8>),
    Blob(Vec<u8>),
    /// The statement fails with this message.
    Error(String),
}

/// The arguments of a call.
pub struct Arguments<'a> {
    values: &'a [*mut raw::sqlite3_value],
}

impl Arguments<'_> {
    /// The number of arguments.
    pub fn count(&self) -> usize {
        self.values.len()
    }

    /// The argument at `index`; Null beyond the last.
    pub fn get(&self, index: usize) -> Value<'_> {
        let Some(&value) = self.values.get(index) else { return Value::Null };
        // SAFETY: SQLite keeps the arguments alive and unchanged during the call.
        unsafe { Value::read(value) }
    }
}

const PANIC: &str = "panic in a native function (this is a bug in Brio)";

pub(super) fn create_function(
    connection: *mut raw::sqlite3,
    name: &CStr,
    options: FunctionOptions,
    function: Box<dyn Function>,
) -> c_int {
    let data: *mut Box<dyn Function> = Box::into_raw(Box::new(function));
    let flags = raw::SQLITE_UTF8 | options.flags;
    // SAFETY: a live connection and string. SQLite owns the box from now on and passes it to `drop_function` once, also
    // when it fails.
    unsafe {
        raw::sqlite3_create_function_v2(
            connection,
            name.as_ptr(),
            options.argument_count,
            flags,
            data.cast(),
            Some(call_function),
            None,
            None,
            Some(drop_function),
        )
    }
}

pub(super) fn create_aggregate(
    connection: *mut raw::sqlite3,
    name: &CStr,
    options: FunctionOptions,
    has_inverse: bool,
    aggregate: Box<dyn Aggregate>,
) -> c_int {
    let data: *mut Box<dyn Aggregate> = Box::into_raw(Box::new(aggregate));
    let flags = raw::SQLITE_UTF8 | options.flags;
    let value = has_inverse.then_some(current_value as unsafe extern "C" fn(_));
    let inverse = has_inverse.then_some(step_back as unsafe extern "C" fn(_, _, _));
    // SAFETY: as in `create_function`.
    unsafe {
        raw::sqlite3_create_window_function(
            connection,
            name.as_ptr(),
            options.argument_count,
            flags,
            data.cast(),
            Some(step),
            Some(final_value),
            value,
            inverse,
            Some(drop_aggregate),
        )
    }
}

unsafe extern "C" fn drop_function(data: *mut c_void) {
    // SAFETY: made by `Box::into_raw` in `create_function`; SQLite calls this once.
    drop(unsafe { Box::from_raw(data.cast::<Box<dyn Function>>()) });
}

unsafe extern "C" fn drop_aggregate(data: *mut c_void) {
    // SAFETY: made by `Box::into_raw` in `create_aggregate`; SQLite calls this once.
    drop(unsafe { Box::from_raw(data.cast::<Box<dyn Aggregate>>()) });
}

unsafe extern "C" fn call_function(
    context: *mut raw::sqlite3_context,
    count: c_int,
    values: *mut *mut raw::sqlite3_value,
) {
    // SAFETY: SQLite passes the data of `create_function`, alive while its function is called.
    let function = unsafe { user_data::<Box<dyn Function>>(context) };
    // SAFETY: the arguments of this call.
    let arguments = unsafe { arguments(count, values) };
    let output =
        catch_unwind(AssertUnwindSafe(|| function.call(&arguments))).unwrap_or_else(|_| Output::Error(PANIC.into()));
    // SAFETY: the context of this call.
    unsafe { give(context, output) };
}

unsafe extern "C" fn step(context: *mut raw::sqlite3_context, count: c_int, values: *mut *mut raw::sqlite3_value) {
    // SAFETY: the context and arguments of this call.
    unsafe { take_row(context, count, values, false) };
}

unsafe extern "C" fn step_back(context: *mut raw::sqlite3_context, count: c_int, values: *mut *mut raw::sqlite3_value) {
    // SAFETY: the context and arguments of this call.
    unsafe { take_row(context, count, values, true) };
}

unsafe extern "C" fn current_value(context: *mut raw::sqlite3_context) {
    // SAFETY: the context of this call.
    unsafe { give_value(context, false) };
}

unsafe extern "C" fn final_value(context: *mut raw::sqlite3_context) {
    // SAFETY: the context of this call.
    unsafe { give_value(context, true) };
}

/// # Safety
/// `context` and the arguments are those of the current call of an aggregate.
unsafe fn take_row(
    context: *mut raw::sqlite3_context,
    count: c_int,
    values: *mut *mut raw::sqlite3_value,
    is_inverse: bool,
) {
    // SAFETY: as in `call_function`.
    let aggregate = unsafe { user_data::<Box<dyn Aggregate>>(context) };
    // SAFETY: the context of this call.
    let group = unsafe { group_of(context) };
    if group.is_null() {
        // SAFETY: the context of this call.
        unsafe { raw::sqlite3_result_error_nomem(context) };
        return;
    }
    // SAFETY: the arguments of this call.
    let arguments = unsafe { arguments(count, values) };
    // SAFETY: SQLite's block for this group, initialized with zeros.
    let number = unsafe { group.read() };
    match catch_unwind(AssertUnwindSafe(|| aggregate.step(number, is_inverse, &arguments)))
        .unwrap_or_else(|_| Err(PANIC.into()))
    {
        // SAFETY: as above.
        Ok(number) => unsafe { group.write(number) },
        // SAFETY: the context of this call.
        Err(message) => unsafe { give(context, Output::Error(message)) },
    }
}

/// # Safety
/// `context` is that of the current call of an aggregate.
unsafe fn give_value(context: *mut raw::sqlite3_context, is_final: bool) {
    // SAFETY: as in `call_function`.
    let aggregate = unsafe { user_data::<Box<dyn Aggregate>>(context) };
    // SAFETY: the context of this call.
    let group = unsafe { group_of(context) };
    // SAFETY: null or SQLite's block for this group.
    let number = if group.is_null() { 0 } else { unsafe { group.read() } };
    let output = catch_unwind(AssertUnwindSafe(|| aggregate.value(number, is_final)))
        .unwrap_or_else(|_| Output::Error(PANIC.into()));
    // SAFETY: the context of this call.
    unsafe { give(context, output) };
}

/// The data that `create_function` or `create_aggregate` passed to SQLite.
///
/// # Safety
/// `context` is that of the current call of a function whose data is a `T`.
unsafe fn user_data<'a, T>(context: *mut raw::sqlite3_context) -> &'a T {
    // SAFETY: as the caller promises.
    let data = unsafe { raw::sqlite3_user_data(context) };
    // SAFETY: as the caller promises; SQLite keeps it alive while a function runs.
    unsafe { &*data.cast::<T>() }
}

/// The memory for the number of a group; null when memory is exhausted.
///
/// # Safety
/// `context` is that of the current call of an aggregate.
unsafe fn group_of(context: *mut raw::sqlite3_context) -> *mut u32 {
    // SAFETY: as the caller promises; the block is aligned for all types.
    unsafe { raw::sqlite3_aggregate_context(context, size_of::<u32>() as c_int).cast() }
}

/// # Safety
/// `values` points to this many values while the result lives.
unsafe fn arguments<'a>(count: c_int, values: *mut *mut raw::sqlite3_value) -> Arguments<'a> {
    if count <= 0 {
        return Arguments { values: &[] };
    }
    // SAFETY: as the caller promises.
    Arguments { values: unsafe { std::slice::from_raw_parts(values, count as usize) } }
}

/// # Safety
/// `context` is that of the current call.
unsafe fn give(context: *mut raw::sqlite3_context, output: Output) {
    match output {
        // SAFETY: the context of the current call, as the caller promises; so below. SQLite copies strings and bytes.
        Output::Null => unsafe { raw::sqlite3_result_null(context) },
        // SAFETY: as above.
        Output::Integer(number) => unsafe { raw::sqlite3_result_int64(context, number) },
        // SAFETY: as above.
        Output::Real(number) => unsafe { raw::sqlite3_result_double(context, number) },
        // SAFETY: as above.
        Output::Text(text) => unsafe {
            raw::sqlite3_result_text64(
                context,
                text.as_ptr().cast(),
                text.len() as u64,
                raw::SQLITE_TRANSIENT(),
                raw::SQLITE_UTF8 as u8,
            )
        },
        Output::Blob(bytes) => {
            // A null pointer would return NULL.
            let data = if bytes.is_empty() { ptr::NonNull::dangling().as_ptr() } else { bytes.as_ptr() };
            // SAFETY: as above.
            unsafe { raw::sqlite3_result_blob64(context, data.cast(), bytes.len() as u64, raw::SQLITE_TRANSIENT()) };
        }
        // SAFETY: as above.
        Output::Error(message) => unsafe {
            raw::sqlite3_result_error(context, message.as_ptr().cast(), message.len() as c_int)
        },
    }
}
