//! Functions of addons that see, and can replace, a source before a bundler parses it: `onBeforeParse` of Bun's plugins
//! (`bundler_plugin.h` of bun-native-bundler-plugin-api). They are called on any thread, several at a time.

use crate::externals;
use brio_jsc::{Context, Value};
use std::ffi::{CStr, CString, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;
use std::slice;
use std::sync::{Mutex, PoisonError};

/// `BUN_LOG_LEVEL_ERROR`.
const LEVEL_ERROR: i8 = 4;

/// `BunLogOptions`.
#[repr(C)]
struct LogOptions {
    struct_size: usize,
    message: *const u8,
    message_length: usize,
    path: *const u8,
    path_length: usize,
    line_text: *const u8,
    line_text_length: usize,
    level: i8,
    line: c_int,
    line_end: c_int,
    column: c_int,
    column_end: c_int,
}

/// `OnBeforeParseArguments`.
#[repr(C)]
struct Arguments {
    struct_size: usize,
    /// The call: see [`Call`].
    bundler: *const Call<'static>,
    path: *const u8,
    path_length: usize,
    namespace: *const u8,
    namespace_length: usize,
    default_loader: u8,
    external: *mut c_void,
}

/// `OnBeforeParseResult`.
#[repr(C)]
struct Outcome {
    struct_size: usize,
    source: *const u8,
    source_length: usize,
    loader: u8,
    fetch_source: unsafe extern "C" fn(*const Arguments, *mut Outcome) -> c_int,
    context: *mut c_void,
    free_context: Option<unsafe extern "C" fn(*mut c_void)>,
    log: unsafe extern "C" fn(*const Arguments, *const LogOptions),
}

type Function = unsafe extern "C" fn(*const Arguments, *mut Outcome);

/// What the functions that an addon calls back need.
struct Call<'s> {
    source: &'s str,
    errors: Mutex<Vec<String>>,
}

/// A function of an addon, with the pointer that it gets.
#[derive(Clone, Copy, Debug)]
pub struct BeforeParse {
    function: Function,
    /// An address, so that threads can share it.
    external: usize,
}

/// A source that an addon has replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    pub source: Vec<u8>,
    /// A `BunLoader`.
    pub loader: u8,
}

impl BeforeParse {
    /// Finds the function `symbol` of an addon that is loaded from `path`. `external` is an external that it made, or
    /// undefined.
    ///
    /// # Errors
    /// A message: the addon is not loaded, has no such function, or `external` is another value.
    pub fn find<'cx>(cx: Context<'cx>, path: &Path, symbol: &str, external: Value<'cx>) -> Result<Self, String> {
        let name = CString::new(path.as_os_str().as_bytes()).map_err(|error| error.to_string())?;
        let symbol_name = CString::new(symbol).map_err(|error| error.to_string())?;
        // SAFETY: a string that ends with NUL; the file is loaded already, so nothing of it runs. It stays loaded.
        let library = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_NOLOAD) };
        if library.is_null() {
            return Err(format!("the addon \"{}\" is not loaded", path.display()));
        }
        let function = symbol_of(library, &symbol_name)
            .ok_or_else(|| format!("the addon \"{}\" has no function \"{symbol}\"", path.display()))?;
        let external = match external.is_undefined() || external.is_null() {
            true => ptr::null_mut(),
            false => externals::pointer(cx, external).ok_or("\"external\" is not an external of an addon")?,
        };
        Ok(Self { function, external: external.expose_provenance() })
    }

    /// Calls the function. `loader` is a `BunLoader`.
    ///
    /// # Returns
    /// The source in place of `source`; None when the addon leaves it.
    ///
    /// # Errors
    /// What the addon reported as an error.
    pub fn call(&self, path: &str, namespace: &str, loader: u8, source: &str) -> Result<Option<Replaced>, String> {
        let call = Call { source, errors: Mutex::default() };
        let arguments = Arguments {
            struct_size: size_of::<Arguments>(),
            bundler: ptr::from_ref(&call).cast(),
            path: path.as_ptr(),
            path_length: path.len(),
            namespace: namespace.as_ptr(),
            namespace_length: namespace.len(),
            default_loader: loader,
            external: ptr::with_exposed_provenance_mut(self.external),
        };
        let mut outcome = Outcome {
            struct_size: size_of::<Outcome>(),
            source: ptr::null(),
            source_length: 0,
            loader,
            fetch_source,
            context: ptr::null_mut(),
            free_context: None,
            log,
        };
        // SAFETY: the function has this signature by contract; both structures and what they point to live until it returns.
        unsafe { (self.function)(&raw const arguments, &raw mut outcome) };
        let is_replaced = !outcome.source.is_null() && outcome.source != source.as_ptr();
        let replaced = is_replaced.then(|| {
            // SAFETY: the addon has set both, and keeps the memory until its context is freed below.
            let bytes = unsafe { slice::from_raw_parts(outcome.source, outcome.source_length) };
            Replaced { source: bytes.to_vec(), loader: outcome.loader }
        });
        if let Some(free) = outcome.free_context {
            // SAFETY: the addon's function for the context that it has set; called once.
            unsafe { free(outcome.context) };
        }
        let errors = call.errors.into_inner().unwrap_or_else(PoisonError::into_inner);
        match errors.is_empty() {
            true => Ok(replaced),
            false => Err(errors.join("\n")),
        }
    }
}

fn symbol_of(library: *mut c_void, name: &CStr) -> Option<Function> {
    // SAFETY: an open library and a string that ends with NUL.
    let found = unsafe { libc::dlsym(library, name.as_ptr()) };
    // SAFETY: the plugin that names the function says that it is one of this signature; null is None.
    unsafe { std::mem::transmute::<*mut c_void, Option<Function>>(found) }
}

/// `fetchSourceCode`: gives the addon the source. Returns 0.
///
/// # Safety
/// Called by an addon with the pointers that it got.
unsafe extern "C" fn fetch_source(arguments: *const Arguments, outcome: *mut Outcome) -> c_int {
    // SAFETY: the arguments of the call that is in progress.
    let call = unsafe { (*arguments).bundler };
    // SAFETY: made in `BeforeParse::call`, which has not returned.
    let source = unsafe { (*call).source };
    // SAFETY: the result of the call that is in progress, which nothing else uses.
    let outcome = unsafe { &mut *outcome };
    outcome.source = source.as_ptr();
    outcome.source_length = source.len();
    0
}

/// `log`: a report of the addon. Only errors are stored.
///
/// # Safety
/// Called by an addon with the arguments that it got, and a report that is complete.
unsafe extern "C" fn log(arguments: *const Arguments, report: *const LogOptions) {
    // SAFETY: as above.
    let call = unsafe { (*arguments).bundler };
    // SAFETY: made in `BeforeParse::call`, which has not returned.
    let call = unsafe { &*call };
    // SAFETY: the report lives until this function returns.
    let report = unsafe { &*report };
    if report.level != LEVEL_ERROR || report.message.is_null() {
        return;
    }
    // SAFETY: the message of the report, with its length.
    let message = unsafe { slice::from_raw_parts(report.message, report.message_length) };
    let message = String::from_utf8_lossy(message).into_owned();
    call.errors.lock().unwrap_or_else(PoisonError::into_inner).push(message);
}
