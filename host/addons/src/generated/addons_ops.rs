// @generated from ops/addons.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Addons;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// `napi_property_attributes`.
pub mod napi_property_attributes {
    pub const WRITABLE: i32 = 1;
    pub const ENUMERABLE: i32 = 2;
    pub const CONFIGURABLE: i32 = 4;
}

/// `napi_key_filter`: what the keys must be, and which are left out.
pub mod napi_key_filter {
    pub const WRITABLE: i32 = 1;
    pub const ENUMERABLE: i32 = 2;
    pub const CONFIGURABLE: i32 = 4;
    pub const SKIP_STRINGS: i32 = 8;
    pub const SKIP_SYMBOLS: i32 = 16;
}

/// `napi_typedarray_type`, and a number for DataView.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum NapiViewKind {
    Int8 = 0,
    Uint8 = 1,
    Uint8Clamped = 2,
    Int16 = 3,
    Uint16 = 4,
    Int32 = 5,
    Uint32 = 6,
    Float32 = 7,
    Float64 = 8,
    Bigint64 = 9,
    Biguint64 = 10,
    Float16 = 11,
    DataView = 12,
}

impl NapiViewKind {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: i32) -> Option<Self> {
        Some(match number {
            0 => Self::Int8,
            1 => Self::Uint8,
            2 => Self::Uint8Clamped,
            3 => Self::Int16,
            4 => Self::Uint16,
            5 => Self::Int32,
            6 => Self::Uint32,
            7 => Self::Float32,
            8 => Self::Float64,
            9 => Self::Bigint64,
            10 => Self::Biguint64,
            11 => Self::Float16,
            12 => Self::DataView,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for NapiViewKind {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <i32 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of NapiViewKind")
    }
}

impl<'cx> op::IntoValue<'cx> for NapiViewKind {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as i32, cx)
    }
}

/// The classes of errors that Node-API makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum NapiErrorClass {
    Error = 0,
    Type = 1,
    Range = 2,
    Syntax = 3,
}

impl NapiErrorClass {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: i32) -> Option<Self> {
        Some(match number {
            0 => Self::Error,
            1 => Self::Type,
            2 => Self::Range,
            3 => Self::Syntax,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for NapiErrorClass {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <i32 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of NapiErrorClass")
    }
}

impl<'cx> op::IntoValue<'cx> for NapiErrorClass {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as i32, cx)
    }
}

/// What JavaScript does for Node-API because the engine has no native function for it. What a function throws becomes
/// the exception that the addon finds pending.
pub struct AddonHelpers {
    /// The keys of an object: with those of its prototypes; array indices as numbers.
    pub property_keys: op::Root,
    /// `Object.freeze`.
    pub freeze: op::Root,
    /// `Object.seal`.
    pub seal: op::Root,
    /// `Symbol.for`.
    pub symbol_for: op::Root,
    /// Milliseconds since 1970 of a Date.
    pub date_value: op::Root,
    /// A BigInt from hexadecimal digits.
    pub big_int_from_hex: op::Root,
    /// Hexadecimal digits, after a minus of a negative number.
    pub big_int_to_hex: op::Root,
    /// Throws for a buffer that cannot be detached.
    pub detach: op::Root,
    /// Whether a buffer is detached.
    pub is_detached: op::Root,
    /// A typed array of `length` elements, or a DataView of `length` bytes.
    pub make_view: op::Root,
    /// Undefined for a value that is neither a typed array nor a DataView.
    pub view_info: op::Root,
    /// An ArrayBuffer of `length` zeros.
    pub make_array_buffer: op::Root,
    /// A SharedArrayBuffer of `length` zeros.
    pub make_shared_buffer: op::Root,
    /// Whether a value is a SharedArrayBuffer.
    pub is_shared_buffer: op::Root,
    /// Whether a symbol is one of `Symbol.for`.
    pub is_registered_symbol: op::Root,
    /// A Buffer over `length` bytes of an ArrayBuffer.
    pub buffer_over: op::Root,
    /// Makes a Buffer of an array. Returns it.
    pub as_buffer: op::Root,
    /// Defines a property: an accessor where `getter` or `setter` is a function. Returns whether the object accepted it.
    pub define_property: op::Root,
    /// Gives a function that may be called with `new` its prototype object, which it returns.
    pub define_constructor: op::Root,
    /// The object that a construction with `newTarget` begins with.
    pub construct_this: op::Root,
    /// Calls a function with any receiver.
    pub apply: op::Root,
    /// `Object.hasOwn`.
    pub has_own: op::Root,
    /// `Object.getPrototypeOf`.
    pub get_prototype: op::Root,
    /// `Reflect.setPrototypeOf`.
    pub set_prototype: op::Root,
    /// `+value`, which throws for a BigInt.
    pub to_number: op::Root,
    /// An error of a class.
    pub make_error: op::Root,
    /// `value instanceof constructor`.
    pub instance_of: op::Root,
    /// Begins an asynchronous context; returns its number.
    pub async_init: op::Root,
    /// Ends an asynchronous context.
    pub async_destroy: op::Root,
    /// Calls a function inside of an asynchronous context, 0 for none.
    pub make_callback: op::Root,
    /// Enters an asynchronous context, 0 for none, until the matching call of `closeCallbackScope`.
    pub open_callback_scope: op::Root,
    /// Leaves the context that was entered last.
    pub close_callback_scope: op::Root,
    /// Passes an exception to the handlers of uncaught exceptions; of an older addon only where a flag requests it.
    pub fatal_exception: op::Root,
    /// Runs a stored task (`runTask`) inside of an asynchronous context, 0 for none.
    pub run_task: op::Root,
}

impl<'cx> op::FromArgument<'cx> for AddonHelpers {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self {
            property_keys: op::handler(cx, value, "propertyKeys")?,
            freeze: op::handler(cx, value, "freeze")?,
            seal: op::handler(cx, value, "seal")?,
            symbol_for: op::handler(cx, value, "symbolFor")?,
            date_value: op::handler(cx, value, "dateValue")?,
            big_int_from_hex: op::handler(cx, value, "bigIntFromHex")?,
            big_int_to_hex: op::handler(cx, value, "bigIntToHex")?,
            detach: op::handler(cx, value, "detach")?,
            is_detached: op::handler(cx, value, "isDetached")?,
            make_view: op::handler(cx, value, "makeView")?,
            view_info: op::handler(cx, value, "viewInfo")?,
            make_array_buffer: op::handler(cx, value, "makeArrayBuffer")?,
            make_shared_buffer: op::handler(cx, value, "makeSharedBuffer")?,
            is_shared_buffer: op::handler(cx, value, "isSharedBuffer")?,
            is_registered_symbol: op::handler(cx, value, "isRegisteredSymbol")?,
            buffer_over: op::handler(cx, value, "bufferOver")?,
            as_buffer: op::handler(cx, value, "asBuffer")?,
            define_property: op::handler(cx, value, "defineProperty")?,
            define_constructor: op::handler(cx, value, "defineConstructor")?,
            construct_this: op::handler(cx, value, "constructThis")?,
            apply: op::handler(cx, value, "apply")?,
            has_own: op::handler(cx, value, "hasOwn")?,
            get_prototype: op::handler(cx, value, "getPrototype")?,
            set_prototype: op::handler(cx, value, "setPrototype")?,
            to_number: op::handler(cx, value, "toNumber")?,
            make_error: op::handler(cx, value, "makeError")?,
            instance_of: op::handler(cx, value, "instanceOf")?,
            async_init: op::handler(cx, value, "asyncInit")?,
            async_destroy: op::handler(cx, value, "asyncDestroy")?,
            make_callback: op::handler(cx, value, "makeCallback")?,
            open_callback_scope: op::handler(cx, value, "openCallbackScope")?,
            close_callback_scope: op::handler(cx, value, "closeCallbackScope")?,
            fatal_exception: op::handler(cx, value, "fatalException")?,
            run_task: op::handler(cx, value, "runTask")?,
        })
    }
}

/// What `crate::Addons` implements.
pub trait AddonsOps {
    /// Prepares this thread for addons; called once.
    /// @permission none: sets functions of this thread
    fn set_up(&self, helpers: AddonHelpers) -> Result<(), OpError>;
    /// Opens the file of an addon with flags of dlopen(3) and calls its entry point with `exports`. `url` is the address of
    /// the file. Returns what becomes `module.exports`. Throws what the entry point throws, and ERR_DLOPEN_FAILED.
    /// @permission ffi(path)
    fn open<'cx>(
        &self,
        cx: Context<'cx>,
        path: &Path,
        flags: i32,
        url: &str,
        exports: Value<'cx>,
    ) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Runs a stored task of an addon.
    /// @permission none: code of an addon that is loaded
    fn run_task(&self, task: u32) -> Result<(), OpError>;
    /// Whether a value is an ArrayBuffer over memory of an addon.
    /// @permission none: looks at a value
    fn is_addon_memory<'cx>(&self, cx: Context<'cx>, value: Value<'cx>) -> Result<bool, Thrown<'cx>>;
    /// Ends all addons of this thread: cleanup hooks, finalizers.
    /// @permission none: code of an addon that is loaded
    fn close(&self) -> Result<(), OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Addons>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Addons> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Addons>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct SetUpOp;
impl NativeFunction for SetUpOp {
    const NAME: &'static str = "setUp";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut helpers: AddonHelpers = op::argument(cx, &arguments, 0, "setUp: helpers")?;
        op::finish(cx, AddonsOps::set_up(&*state(), helpers))
    }
}

struct OpenOp;
impl NativeFunction for OpenOp {
    const NAME: &'static str = "open";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: PathBuf = op::argument(cx, &arguments, 0, "open: path")?;
        let mut flags: i32 = op::argument(cx, &arguments, 1, "open: flags")?;
        let mut url: String = op::argument(cx, &arguments, 2, "open: url")?;
        let mut exports: Value<'cx> = op::argument(cx, &arguments, 3, "open: exports")?;
        op::permit(cx, &[op::Permission::Ffi(op::Subject::from(&path))])?;
        op::finish(cx, AddonsOps::open(&*state(), cx, &path, flags, &url, exports))
    }
}

struct RunTaskOp;
impl NativeFunction for RunTaskOp {
    const NAME: &'static str = "runTask";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut task: u32 = op::argument(cx, &arguments, 0, "runTask: task")?;
        op::finish(cx, AddonsOps::run_task(&*state(), task))
    }
}

struct IsAddonMemoryOp;
impl NativeFunction for IsAddonMemoryOp {
    const NAME: &'static str = "isAddonMemory";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut value: Value<'cx> = op::argument(cx, &arguments, 0, "isAddonMemory: value")?;
        op::finish(cx, AddonsOps::is_addon_memory(&*state(), cx, value))
    }
}

struct CloseOp;
impl NativeFunction for CloseOp {
    const NAME: &'static str = "close";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, AddonsOps::close(&*state()))
    }
}

/// The functions of `native:addons`.
pub const AREA: Area = Area {
    name: "addons",
    functions: &[
        AreaFunction { name: "setUp", is_async: false, make: op::make::<SetUpOp> },
        AreaFunction { name: "open", is_async: false, make: op::make::<OpenOp> },
        AreaFunction { name: "runTask", is_async: false, make: op::make::<RunTaskOp> },
        AreaFunction { name: "isAddonMemory", is_async: false, make: op::make::<IsAddonMemoryOp> },
        AreaFunction { name: "close", is_async: false, make: op::make::<CloseOp> },
    ],
};
