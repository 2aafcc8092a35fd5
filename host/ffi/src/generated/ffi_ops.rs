// @generated from ops/ffi.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Ffi;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// A function that can be called.
#[derive(Debug)]
pub struct ForeignFunction {
    /// For `call`.
    pub number: u32,
    /// Where each argument is in the bytes of a call: an unsigned number of 32 bits each.
    pub offsets: Vec<u8>,
    /// The length of the bytes of all arguments.
    pub argument_bytes: u32,
    /// The length of the bytes of the result: at least 8.
    pub result_bytes: u32,
}

impl<'cx> op::IntoValue<'cx> for ForeignFunction {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "number", op::IntoValue::into_value(self.number, cx)?)?;
        object.set(cx, "offsets", op::IntoValue::into_value(self.offsets, cx)?)?;
        object.set(cx, "argumentBytes", op::IntoValue::into_value(self.argument_bytes, cx)?)?;
        object.set(cx, "resultBytes", op::IntoValue::into_value(self.result_bytes, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for ForeignFunction {}

/// A function of JavaScript that native code can call.
#[derive(Debug)]
pub struct ForeignCallback {
    /// For `closeCallback`.
    pub number: u32,
    /// Of the function.
    pub address: f64,
}

impl<'cx> op::IntoValue<'cx> for ForeignCallback {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "number", op::IntoValue::into_value(self.number, cx)?)?;
        object.set(cx, "address", op::IntoValue::into_value(self.address, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for ForeignCallback {}

/// The types of a signature, a byte each: that of the result, then those of the parameters. After STRUCT come the number of its
/// fields and their types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum FfiType {
    Void = 0,
    I8 = 1,
    U8 = 2,
    I16 = 3,
    U16 = 4,
    I32 = 5,
    U32 = 6,
    I64 = 7,
    U64 = 8,
    F32 = 9,
    F64 = 10,
    Pointer = 11,
    Struct = 12,
}

impl FfiType {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Void,
            1 => Self::I8,
            2 => Self::U8,
            3 => Self::I16,
            4 => Self::U16,
            5 => Self::I32,
            6 => Self::U32,
            7 => Self::I64,
            8 => Self::U64,
            9 => Self::F32,
            10 => Self::F64,
            11 => Self::Pointer,
            12 => Self::Struct,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for FfiType {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of FfiType")
    }
}

impl<'cx> op::IntoValue<'cx> for FfiType {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// What native code calls.
pub struct FfiHandlers {
    /// A callback was called, with the bytes of its arguments laid out as those of a call. Returns the bytes of its result.
    pub called: op::Root,
}

impl<'cx> op::FromArgument<'cx> for FfiHandlers {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self { called: op::handler(cx, value, "called")? })
    }
}

/// What `crate::Ffi` implements.
pub trait FfiOps {
    /// Sets the functions that native code calls.
    /// @permission none: calls nothing
    fn set_handlers(&self, handlers: FfiHandlers) -> Result<(), OpError>;
    /// Loads a library (`dlopen`) and returns its number. Throws the linker's message.
    /// @permission ffi(path)
    fn open(&self, path: &Path) -> Result<u32, OpError>;
    /// Closes a library. Its functions must not be called any more.
    /// @permission none: works on an open library
    fn close(&self, library: u32) -> Result<(), OpError>;
    /// The address of a symbol of a library; null when it has none of that name.
    /// @permission none: works on an open library
    fn address_of_symbol(&self, library: u32, name: &str) -> Result<Option<f64>, OpError>;
    /// Prepares calls of the function at an address. Throws for an invalid signature, and without permission for native code.
    /// @permission none: the implementation requires that of any library
    fn prepare<'cx>(
        &self,
        cx: Context<'cx>,
        address: f64,
        signature: Value<'cx>,
    ) -> Result<ForeignFunction, Thrown<'cx>>;
    /// Calls a function. `values` has the bytes of the arguments at their offsets, `result` receives those of the result.
    /// @permission none: works on a prepared function
    fn call(&self, prepared: u32, values: &mut [u8], result: &mut [u8]) -> Result<(), OpError>;
    /// Calls a function on the thread pool. `values` are as for `call`. Resolves with the bytes of the result.
    /// @permission none: works on a prepared function
    fn call_on_pool(prepared: u32, values: &[u8]) -> Result<Vec<u8>, OpError>;
    /// Makes a function that native code can call. A call on another thread waits until the event loop of this one has run it.
    /// @permission none: the implementation requires that of any library
    fn open_callback<'cx>(&self, cx: Context<'cx>, signature: Value<'cx>) -> Result<ForeignCallback, Thrown<'cx>>;
    /// Frees a callback, which native code must not call any more.
    /// @permission none: works on an open callback
    fn close_callback(&self, callback: u32) -> Result<(), OpError>;
    /// The address of the bytes of a view or buffer, which stay there as long as it is alive and not detached; null for another value.
    /// @permission none: reads nothing of it
    fn address_of<'cx>(&self, cx: Context<'cx>, view: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
    /// A Uint8Array over memory of native code, which must stay valid for as long as it is used.
    /// @permission none: the implementation requires that of any library
    fn view_of<'cx>(&self, cx: Context<'cx>, address: f64, byte_length: f64) -> Result<Value<'cx>, Thrown<'cx>>;
    /// The number of bytes before the NUL that ends the string at an address (`strlen`).
    /// @permission none: the implementation requires that of any library
    fn string_length_at<'cx>(&self, cx: Context<'cx>, address: f64) -> Result<Value<'cx>, Thrown<'cx>>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Ffi>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Ffi> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Ffi>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct SetHandlersOp;
impl NativeFunction for SetHandlersOp {
    const NAME: &'static str = "setHandlers";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handlers: FfiHandlers = op::argument(cx, &arguments, 0, "setHandlers: handlers")?;
        op::finish(cx, FfiOps::set_handlers(&*state(), handlers))
    }
}

struct OpenOp;
impl NativeFunction for OpenOp {
    const NAME: &'static str = "open";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: PathBuf = op::argument(cx, &arguments, 0, "open: path")?;
        op::permit(cx, &[op::Permission::Ffi(op::Subject::from(&path))])?;
        op::finish(cx, FfiOps::open(&*state(), &path))
    }
}

struct CloseOp;
impl NativeFunction for CloseOp {
    const NAME: &'static str = "close";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut library: u32 = op::argument(cx, &arguments, 0, "close: library")?;
        op::finish(cx, FfiOps::close(&*state(), library))
    }
}

struct AddressOfSymbolOp;
impl NativeFunction for AddressOfSymbolOp {
    const NAME: &'static str = "addressOfSymbol";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut library: u32 = op::argument(cx, &arguments, 0, "addressOfSymbol: library")?;
        let mut name: String = op::argument(cx, &arguments, 1, "addressOfSymbol: name")?;
        op::finish(cx, FfiOps::address_of_symbol(&*state(), library, &name))
    }
}

struct PrepareOp;
impl NativeFunction for PrepareOp {
    const NAME: &'static str = "prepare";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut address: f64 = op::argument(cx, &arguments, 0, "prepare: address")?;
        let mut signature: Value<'cx> = op::argument(cx, &arguments, 1, "prepare: signature")?;
        op::finish(cx, FfiOps::prepare(&*state(), cx, address, signature))
    }
}

struct CallOp;
impl NativeFunction for CallOp {
    const NAME: &'static str = "call";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut prepared: u32 = op::argument(cx, &arguments, 0, "call: prepared")?;
        let mut values: &mut [u8] = op::argument(cx, &arguments, 1, "call: values")?;
        let mut result: &mut [u8] = op::argument(cx, &arguments, 2, "call: result")?;
        op::finish(cx, FfiOps::call(&*state(), prepared, values, result))
    }
}

struct CallOnPoolOp;
impl NativeFunction for CallOnPoolOp {
    const NAME: &'static str = "callOnPool";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut prepared: u32 = op::argument(cx, &arguments, 0, "callOnPool: prepared")?;
        let mut values: PinnedBytes = op::argument(cx, &arguments, 1, "callOnPool: values")?;
        op::start(cx, move || {
            let outcome = <Ffi as FfiOps>::call_on_pool(prepared, values.as_slice());
            op::finish_later(outcome, move || {
                op::Release::release(values);
            })
        })
    }
}

struct OpenCallbackOp;
impl NativeFunction for OpenCallbackOp {
    const NAME: &'static str = "openCallback";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut signature: Value<'cx> = op::argument(cx, &arguments, 0, "openCallback: signature")?;
        op::finish(cx, FfiOps::open_callback(&*state(), cx, signature))
    }
}

struct CloseCallbackOp;
impl NativeFunction for CloseCallbackOp {
    const NAME: &'static str = "closeCallback";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut callback: u32 = op::argument(cx, &arguments, 0, "closeCallback: callback")?;
        op::finish(cx, FfiOps::close_callback(&*state(), callback))
    }
}

struct AddressOfOp;
impl NativeFunction for AddressOfOp {
    const NAME: &'static str = "addressOf";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut view: Value<'cx> = op::argument(cx, &arguments, 0, "addressOf: view")?;
        op::finish(cx, FfiOps::address_of(&*state(), cx, view))
    }
}

struct ViewOfOp;
impl NativeFunction for ViewOfOp {
    const NAME: &'static str = "viewOf";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut address: f64 = op::argument(cx, &arguments, 0, "viewOf: address")?;
        let mut byte_length: f64 = op::argument(cx, &arguments, 1, "viewOf: byte_length")?;
        op::finish(cx, FfiOps::view_of(&*state(), cx, address, byte_length))
    }
}

struct StringLengthAtOp;
impl NativeFunction for StringLengthAtOp {
    const NAME: &'static str = "stringLengthAt";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut address: f64 = op::argument(cx, &arguments, 0, "stringLengthAt: address")?;
        op::finish(cx, FfiOps::string_length_at(&*state(), cx, address))
    }
}

/// The functions of `native:ffi`.
pub const AREA: Area = Area {
    name: "ffi",
    functions: &[
        AreaFunction { name: "setHandlers", is_async: false, make: op::make::<SetHandlersOp> },
        AreaFunction { name: "open", is_async: false, make: op::make::<OpenOp> },
        AreaFunction { name: "close", is_async: false, make: op::make::<CloseOp> },
        AreaFunction { name: "addressOfSymbol", is_async: false, make: op::make::<AddressOfSymbolOp> },
        AreaFunction { name: "prepare", is_async: false, make: op::make::<PrepareOp> },
        AreaFunction { name: "call", is_async: false, make: op::make::<CallOp> },
        AreaFunction { name: "callOnPool", is_async: true, make: op::make::<CallOnPoolOp> },
        AreaFunction { name: "openCallback", is_async: false, make: op::make::<OpenCallbackOp> },
        AreaFunction { name: "closeCallback", is_async: false, make: op::make::<CloseCallbackOp> },
        AreaFunction { name: "addressOf", is_async: false, make: op::make::<AddressOfOp> },
        AreaFunction { name: "viewOf", is_async: false, make: op::make::<ViewOfOp> },
        AreaFunction { name: "stringLengthAt", is_async: false, make: op::make::<StringLengthAtOp> },
    ],
};
