//! The types of Node-API as C sees them (`js_native_api_types.h`, `node_api_types.h`). Pointers that only addons make are
//! wrapped in types that cannot be made here, so that reading them has one place and one reason.

use brio_jsc::{Context, Value, raw};
use std::ffi::{c_char, c_void};

/// `napi_status`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Ok,
    InvalidArg,
    ObjectExpected,
    StringExpected,
    NameExpected,
    FunctionExpected,
    NumberExpected,
    BooleanExpected,
    ArrayExpected,
    GenericFailure,
    PendingException,
    Cancelled,
    EscapeCalledTwice,
    HandleScopeMismatch,
    CallbackScopeMismatch,
    QueueFull,
    Closing,
    BigintExpected,
    DateExpected,
    ArrayBufferExpected,
    DetachableArrayBufferExpected,
    WouldDeadlock,
    NoExternalBuffersAllowed,
    CannotRunJs,
}

/// What a function of Node-API ends with.
pub type Outcome<T = ()> = Result<T, Status>;

/// `napi_value`: the encoded form of a value; 0 is NULL, which no value is encoded as.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NapiValue(u64);

impl NapiValue {
    pub const NULL: NapiValue = NapiValue(0);

    #[inline]
    pub fn new(value: Value<'_>) -> Self {
        Self(raw::bits(value))
    }

    #[inline]
    pub fn is_null(self) -> bool {
        self.0 == 0
    }

    /// The value; None for NULL.
    #[inline]
    pub fn get<'cx>(self, cx: Context<'cx>) -> Option<Value<'cx>> {
        // SAFETY: addons get their values from this crate, and by the rules of Node-API use them only while they are alive.
        (self.0 != 0).then(|| unsafe { raw::value(cx, self.0) })
    }

    /// The value; NULL is an invalid argument.
    #[inline]
    pub fn check<'cx>(self, cx: Context<'cx>) -> Outcome<Value<'cx>> {
        self.get(cx).ok_or(Status::InvalidArg)
    }
}

/// A pointer through which an addon receives a result.
#[repr(transparent)]
#[derive(Debug)]
pub struct Out<T>(*mut T);

impl<T> Clone for Out<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Out<T> {}

impl<T> Out<T> {
    #[inline]
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// NULL is an invalid argument.
    #[inline]
    pub fn check(self) -> Outcome<Self> {
        if self.0.is_null() { Err(Status::InvalidArg) } else { Ok(self) }
    }

    /// Writes the result, if it is wanted.
    #[inline]
    pub fn set(self, value: T) {
        if !self.0.is_null() {
            // SAFETY: the addon passed a pointer to memory for this type, or NULL.
            unsafe { self.0.write(value) };
        }
    }

    /// Reads what the addon stored there.
    #[inline]
    pub fn read(self) -> Option<T>
    where
        T: Copy,
    {
        // SAFETY: as for `set`; used only for parameters that are both in and out.
        (!self.0.is_null()).then(|| unsafe { self.0.read() })
    }

    pub fn pointer(self) -> *mut T {
        self.0
    }
}

/// An array of an addon, with its length beside it.
#[repr(transparent)]
#[derive(Clone, Copy, Debug)]
pub struct In<T>(*const T);

impl<T> In<T> {
    #[inline]
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// The first `count` elements; NULL is an invalid argument unless there are none.
    #[inline]
    pub fn slice<'a>(self, count: usize) -> Outcome<&'a [T]> {
        if count == 0 {
            return Ok(&[]);
        }
        if self.0.is_null() {
            return Err(Status::InvalidArg);
        }
        // SAFETY: the addon passed the address of that many elements, which it does not change during the call.
        Ok(unsafe { std::slice::from_raw_parts(self.0, count) })
    }

    /// The only element.
    #[inline]
    pub fn first<'a>(self) -> Outcome<&'a T> {
        self.slice(1).map(|slice| &slice[0])
    }

    pub fn pointer(self) -> *const T {
        self.0
    }
}

/// `NAPI_AUTO_LENGTH`.
pub const AUTO_LENGTH: usize = usize::MAX;

impl In<c_char> {
    /// The bytes of a string with a length, or that ends with NUL. NULL is an invalid argument unless the length is 0.
    #[inline]
    pub fn text<'a>(self, length: usize) -> Outcome<&'a [u8]> {
        if self.0.is_null() {
            return if length == 0 { Ok(&[]) } else { Err(Status::InvalidArg) };
        }
        if length != AUTO_LENGTH && length > i32::MAX as usize {
            return Err(Status::InvalidArg);
        }
        let length = if length == AUTO_LENGTH {
            // SAFETY: with this length, the addon passed a string that ends with NUL.
            unsafe { libc::strlen(self.0) }
        } else {
            length
        };
        // SAFETY: the addon passed a string of that length.
        Ok(unsafe { std::slice::from_raw_parts(self.0.cast(), length) })
    }
}

impl In<c_char> {
    /// Whether this string, which ends with NUL, is the one in `bytes` up to its first NUL.
    #[inline]
    pub fn is_text(self, bytes: &[u8]) -> bool {
        for (index, expected) in bytes.iter().enumerate() {
            // SAFETY: the addon passed a string that ends with NUL, and none of the bytes before this one is that.
            let byte = unsafe { self.0.wrapping_add(index).cast::<u8>().read() };
            if byte != *expected {
                return false;
            }
            if byte == 0 {
                return true;
            }
        }
        false
    }
}

/// `napi_callback`.
pub type Callback = unsafe extern "C" fn(EnvPointer, *const CallbackInfo) -> NapiValue;
/// `napi_finalize`.
pub type Finalize = unsafe extern "C" fn(EnvPointer, *mut c_void, *mut c_void);
/// `node_api_noenv_finalize`.
pub type FinalizeWithoutEnv = unsafe extern "C" fn(*mut c_void, *mut c_void);
/// `napi_async_execute_callback`.
pub type Execute = unsafe extern "C" fn(EnvPointer, *mut c_void);
/// `napi_async_complete_callback`.
pub type Complete = unsafe extern "C" fn(EnvPointer, Status, *mut c_void);
/// `napi_threadsafe_function_call_js`.
pub type CallJs = unsafe extern "C" fn(EnvPointer, NapiValue, *mut c_void, *mut c_void);
/// `napi_cleanup_hook`.
pub type CleanupHook = unsafe extern "C" fn(*mut c_void);

/// `napi_callback_info` points to it: one call of a native function, on the stack of the trampoline.
#[derive(Debug)]
pub struct CallbackInfo {
    /// As the engine passes it: undefined or a primitive for a call without an object.
    pub this: NapiValue,
    /// NULL for a call without `new`.
    pub new_target: NapiValue,
    pub arguments: *const NapiValue,
    pub count: usize,
    pub data: *mut c_void,
}

/// `napi_property_descriptor`.
#[repr(C)]
pub struct PropertyDescriptor {
    pub utf8_name: In<c_char>,
    pub name: NapiValue,
    pub method: Option<Callback>,
    pub getter: Option<Callback>,
    pub setter: Option<Callback>,
    pub value: NapiValue,
    pub attributes: u32,
    pub data: *mut c_void,
}

/// `napi_static`.
pub const STATIC: u32 = 1 << 10;

impl PropertyDescriptor {
    pub fn is_static(&self) -> bool {
        self.attributes & STATIC != 0
    }
}

/// `napi_extended_error_info`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ExtendedErrorInfo {
    pub message: *const c_char,
    pub engine_reserved: *mut c_void,
    pub engine_error_code: u32,
    pub code: Status,
}

/// `napi_type_tag`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeTag {
    pub lower: u64,
    pub upper: u64,
}

/// `napi_env`: a pointer that an addon got when it was loaded. `env.rs` makes and reads it.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnvPointer(*const c_void);

impl EnvPointer {
    pub const NULL: EnvPointer = EnvPointer(std::ptr::null());

    pub fn from_address(address: *const c_void) -> Self {
        Self(address)
    }

    #[inline]
    pub fn address(self) -> *const c_void {
        self.0
    }
}
