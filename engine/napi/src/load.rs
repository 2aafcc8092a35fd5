//! Opening an addon's file and calling its entry point.

use crate::addons::Addons;
use crate::destructors;
use crate::env::{EXPERIMENTAL, Env};
use crate::types::{EnvPointer, NapiValue};
use brio_jsc::{Context, Value};
use std::cell::Cell;
use std::collections::HashMap;
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;
use std::sync::{Mutex, Once, PoisonError};

/// The newest version of Node-API, and the one of addons that name none.
const VERSION_MAX: i32 = 10;
const VERSION_DEFAULT: i32 = 8;

/// `napi_addon_register_func`.
type RegisterFunction = unsafe extern "C" fn(EnvPointer, NapiValue) -> NapiValue;

/// `napi_module`.
#[repr(C)]
#[derive(Debug)]
pub struct NapiModule {
    version: c_int,
    flags: c_uint,
    file_name: *const c_char,
    register: Option<RegisterFunction>,
    name: *const c_char,
    private: *mut c_void,
    reserved: [*mut c_void; 4],
}

/// Why an addon was not loaded.
pub enum LoadError<'cx> {
    /// The system's message for a file that cannot be opened.
    Open(String),
    /// The file has no entry point.
    NotSelfRegistered,
    /// The file registered itself without an entry point.
    NoEntryPoint,
    /// The addon's entry point threw.
    Thrown(Value<'cx>),
    /// It requires a version of Node-API that is not supported.
    Version(i32),
}

thread_local! {
    /// The module that a constructor of the file that is being opened registers.
    static REGISTERED: Cell<*const NapiModule> = const { Cell::new(ptr::null()) };
}

/// Entry points of modules that registered themselves, by the handle of their file: constructors run once only.
static KNOWN: Mutex<Option<HashMap<usize, RegisterFunction>>> = Mutex::new(None);

/// Called by a constructor of an addon (`napi_module_register`).
pub fn register(module: *const NapiModule) {
    REGISTERED.set(module);
}

/// Opens an addon with the flags of `dlopen` and calls its entry point with `exports`. Returns what becomes `module.exports`.
///
/// # Errors
/// See [`LoadError`].
pub fn load<'cx>(
    cx: Context<'cx>,
    path: &Path,
    flags: i32,
    file_url: &str,
    exports: Value<'cx>,
) -> Result<Value<'cx>, LoadError<'cx>> {
    REGISTERED.set(ptr::null());
    let addons = Addons::current().ok_or_else(|| LoadError::Thrown(cx.error("addons are not set up in this realm")))?;
    addons.realm().enter_native();
    unbuffer_output();
    let handle = destructors::noting(|| open(path, flags))?;
    let entry = entry_point(handle).inspect_err(|_| {
        // SAFETY: opened above, and nothing of it is in use.
        unsafe { libc::dlclose(handle) };
    })?;
    let version = version_of(handle);
    if version > VERSION_MAX && version != EXPERIMENTAL {
        return Err(LoadError::Version(version));
    }
    let url = CString::new(file_url.replace('\0', "")).unwrap_or_default();
    let env = addons.add_env(|number| Env::new(addons, cx, number, version, url));
    // SAFETY: the addon's entry point, which has this signature.
    let made = env.call_addon(|| unsafe { entry(env.pointer(), NapiValue::new(exports)) });
    match env.take_pending() {
        Some(error) => Err(LoadError::Thrown(NapiValue::new(error).get(cx).unwrap_or(Value::undefined()))),
        None => Ok(made.get(cx).unwrap_or(exports)),
    }
}

/// What an addon prints with C's functions appears at once, in order with the program's output, as in Node.
fn unbuffer_output() {
    static ONCE: Once = Once::new();
    unsafe extern "C" {
        static stdout: *mut libc::FILE;
    }
    ONCE.call_once(|| {
        // SAFETY: the C library's stream, which lives as long as the process; no buffer is given.
        unsafe { libc::setvbuf(stdout, ptr::null_mut(), libc::_IONBF, 0) };
    });
}

fn open<'cx>(path: &Path, flags: i32) -> Result<*mut c_void, LoadError<'cx>> {
    let name = CString::new(path.as_os_str().as_bytes()).map_err(|_| LoadError::Open("invalid file name".into()))?;
    // All symbols are resolved now: what is missing is an error here, and not the end of the process at the first call.
    // And its own libraries come first: many bundle one of those that this process has loaded in another version (GLib, ICU,
    // OpenSSL, zlib).
    let flags = (flags & !libc::RTLD_LAZY) | libc::RTLD_NOW | libc::RTLD_DEEPBIND;
    // SAFETY: a string that ends with NUL. Constructors of the file run: that is what loading native code means.
    let handle = unsafe { libc::dlopen(name.as_ptr(), flags) };
    if !handle.is_null() {
        return Ok(handle);
    }
    // SAFETY: the message of the failure above, which lives until the next call on this thread.
    let message = unsafe { libc::dlerror() };
    if message.is_null() {
        return Err(LoadError::Open("unknown error".into()));
    }
    // SAFETY: as above; it ends with NUL.
    Err(LoadError::Open(unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned()))
}

fn symbol(handle: *mut c_void, name: &CStr) -> *mut c_void {
    // SAFETY: an open handle and a string that ends with NUL.
    unsafe { libc::dlsym(handle, name.as_ptr()) }
}

fn entry_point<'cx>(handle: *mut c_void) -> Result<RegisterFunction, LoadError<'cx>> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    let registered = REGISTERED.take();
    if !registered.is_null() {
        // SAFETY: the static structure that a constructor of the file registered.
        let register = unsafe { (*registered).register }.ok_or(LoadError::NoEntryPoint)?;
        known.insert(handle as usize, register);
        return Ok(register);
    }
    if let Some(register) = known.get(&(handle as usize)) {
        return Ok(*register);
    }
    let entry = symbol(handle, c"napi_register_module_v1");
    if entry.is_null() {
        return Err(LoadError::NotSelfRegistered);
    }
    // SAFETY: the name is that of a function with this signature.
    Ok(unsafe { std::mem::transmute::<*mut c_void, RegisterFunction>(entry) })
}

fn version_of(handle: *mut c_void) -> i32 {
    let function = symbol(handle, c"node_api_module_get_api_version_v1");
    if function.is_null() {
        return VERSION_DEFAULT;
    }
    // SAFETY: the name is that of a function with this signature.
    let function = unsafe { std::mem::transmute::<*mut c_void, unsafe extern "C" fn() -> i32>(function) };
    // SAFETY: as above.
    unsafe { function() }.max(VERSION_DEFAULT)
}
