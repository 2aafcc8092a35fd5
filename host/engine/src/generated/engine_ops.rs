// @generated from ops/engine.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Engine;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// The kinds of objects that no method of the language can distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ExoticKind {
    /// None of these, or a primitive.
    None = 0,
    Promise = 1,
    Proxy = 2,
    MapIterator = 3,
    SetIterator = 4,
    /// A generator object, plain or async.
    Generator = 5,
    /// A module namespace object, which for the engine is a proxy: only of `internal:core/util/kind_of`.
    ModuleNamespace = 6,
    /// A native pointer wrapped by Node-API.
    External = 7,
}

impl ExoticKind {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::None,
            1 => Self::Promise,
            2 => Self::Proxy,
            3 => Self::MapIterator,
            4 => Self::SetIterator,
            5 => Self::Generator,
            6 => Self::ModuleNamespace,
            7 => Self::External,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for ExoticKind {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of ExoticKind")
    }
}

impl<'cx> op::IntoValue<'cx> for ExoticKind {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// The classes of an object's internal slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ObjectBrand {
    /// An object without a kind of its own here, whose class only its methods can check; a primitive.
    Unknown = 0,
    /// None of the engine's: an object literal, an instance of a program's class.
    None = 1,
    Map = 2,
    Set = 3,
    WeakMap = 4,
    WeakSet = 5,
    Date = 6,
    RegExp = 7,
    /// ArrayBuffer or SharedArrayBuffer.
    ArrayBuffer = 8,
    Uint8Array = 9,
    OtherTypedArray = 10,
    DataView = 11,
    BoxedPrimitive = 12,
    /// Another kind of the engine, which excludes the former.
    Other = 13,
}

impl ObjectBrand {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Unknown,
            1 => Self::None,
            2 => Self::Map,
            3 => Self::Set,
            4 => Self::WeakMap,
            5 => Self::WeakSet,
            6 => Self::Date,
            7 => Self::RegExp,
            8 => Self::ArrayBuffer,
            9 => Self::Uint8Array,
            10 => Self::OtherTypedArray,
            11 => Self::DataView,
            12 => Self::BoxedPrimitive,
            13 => Self::Other,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for ObjectBrand {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of ObjectBrand")
    }
}

impl<'cx> op::IntoValue<'cx> for ObjectBrand {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// The states of a promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum PromiseStatus {
    NotAPromise = -1,
    Pending = 0,
    Fulfilled = 1,
    Rejected = 2,
}

impl PromiseStatus {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: i32) -> Option<Self> {
        Some(match number {
            -1 => Self::NotAPromise,
            0 => Self::Pending,
            1 => Self::Fulfilled,
            2 => Self::Rejected,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for PromiseStatus {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <i32 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of PromiseStatus")
    }
}

impl<'cx> op::IntoValue<'cx> for PromiseStatus {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as i32, cx)
    }
}

/// What a Map or Set iterator yields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum IteratorYield {
    Keys = 0,
    Values = 1,
    Entries = 2,
}

impl IteratorYield {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Keys,
            1 => Self::Values,
            2 => Self::Entries,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for IteratorYield {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of IteratorYield")
    }
}

impl<'cx> op::IntoValue<'cx> for IteratorYield {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// What `crate::Engine` implements.
pub trait EngineOps {
    /// The kind of an exotic or internal object, determined by the engine and not by its properties. Runs no user code.
    fn kind_of<'cx>(&self, cx: Context<'cx>, value: Value<'cx>) -> Result<ExoticKind, Thrown<'cx>>;
    /// The pointer of an external that an addon made; 0 for another value.
    fn external_address<'cx>(&self, cx: Context<'cx>, value: Value<'cx>) -> Result<f64, Thrown<'cx>>;
    /// The class of an object's internal slots, determined by the engine and not by its properties or prototype. Runs no
    /// user code.
    fn brand_of<'cx>(&self, cx: Context<'cx>, value: Value<'cx>) -> Result<ObjectBrand, Thrown<'cx>>;
    /// The state of a promise. Does not mark it as handled.
    fn promise_state<'cx>(&self, cx: Context<'cx>, value: Value<'cx>) -> Result<PromiseStatus, Thrown<'cx>>;
    /// Whether a reaction was ever attached to a promise; `false` for another value, and when this engine does not
    /// provide it.
    fn promise_is_handled<'cx>(&self, cx: Context<'cx>, value: Value<'cx>) -> Result<bool, Thrown<'cx>>;
    /// The value or reason of a settled promise. `undefined` for a pending one.
    fn promise_result<'cx>(&self, cx: Context<'cx>, promise: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
    /// The value or reason of a settled promise; a pending one, and any other value, as it is. Does not mark it as handled.
    fn settled_value<'cx>(&self, cx: Context<'cx>, value: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
    /// The target of a proxy; `null` when it is revoked. The argument must be a Proxy.
    fn proxy_target<'cx>(&self, cx: Context<'cx>, proxy: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
    /// The handler of a proxy; `null` when it is revoked. The argument must be a Proxy.
    fn proxy_handler<'cx>(&self, cx: Context<'cx>, proxy: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
    /// The position of a Map or Set iterator, without advancing it. `undefined` when this engine does not provide it.
    fn iterator_state<'cx>(&self, cx: Context<'cx>, iterator: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
    /// The current contents of a WeakMap (alternating keys and values) or WeakSet (values), as an array. `undefined` when
    /// this engine does not provide them.
    fn weak_entries<'cx>(&self, cx: Context<'cx>, collection: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Whether two objects certainly have the same prototype and the same own properties, except indices of typed arrays.
    /// `false` means unknown. Runs no user code.
    fn shares_structure<'cx>(
        &self,
        cx: Context<'cx>,
        first: Value<'cx>,
        second: Value<'cx>,
    ) -> Result<bool, Thrown<'cx>>;
    /// Collects garbage and takes a snapshot of this thread's heap: the JSON of Web Inspector, `withDetails` with labels,
    /// addresses and roots. `undefined` when this engine does not provide it.
    fn heap_snapshot<'cx>(&self, cx: Context<'cx>, with_details: bool) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Collects garbage and finds all objects of this thread that have `prototype` in their prototype chain, as an array;
    /// proxies are omitted. `undefined` when this engine does not provide them.
    fn objects_behind<'cx>(&self, cx: Context<'cx>, prototype: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Sets the function that words messages of this thread: for an assignment of `key` that strict code refuses, because
    /// the property of `object` cannot be written. For another result than a string the engine's message remains, as it does
    /// where this engine does not provide the assignment.
    fn set_assignment_messages<'cx>(&self, cx: Context<'cx>, words: Value<'cx>) -> Result<(), Thrown<'cx>>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Engine>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Engine> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Engine>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct KindOfOp;
impl NativeFunction for KindOfOp {
    const NAME: &'static str = "kindOf";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut value: Value<'cx> = op::argument(cx, &arguments, 0, "kindOf: value")?;
        op::finish(cx, EngineOps::kind_of(&*state(), cx, value))
    }
}

struct ExternalAddressOp;
impl NativeFunction for ExternalAddressOp {
    const NAME: &'static str = "externalAddress";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut value: Value<'cx> = op::argument(cx, &arguments, 0, "externalAddress: value")?;
        op::finish(cx, EngineOps::external_address(&*state(), cx, value))
    }
}

struct BrandOfOp;
impl NativeFunction for BrandOfOp {
    const NAME: &'static str = "brandOf";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut value: Value<'cx> = op::argument(cx, &arguments, 0, "brandOf: value")?;
        op::finish(cx, EngineOps::brand_of(&*state(), cx, value))
    }
}

struct PromiseStateOp;
impl NativeFunction for PromiseStateOp {
    const NAME: &'static str = "promiseState";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut value: Value<'cx> = op::argument(cx, &arguments, 0, "promiseState: value")?;
        op::finish(cx, EngineOps::promise_state(&*state(), cx, value))
    }
}

struct PromiseIsHandledOp;
impl NativeFunction for PromiseIsHandledOp {
    const NAME: &'static str = "promiseIsHandled";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut value: Value<'cx> = op::argument(cx, &arguments, 0, "promiseIsHandled: value")?;
        op::finish(cx, EngineOps::promise_is_handled(&*state(), cx, value))
    }
}

struct PromiseResultOp;
impl NativeFunction for PromiseResultOp {
    const NAME: &'static str = "promiseResult";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut promise: Value<'cx> = op::argument(cx, &arguments, 0, "promiseResult: promise")?;
        op::finish(cx, EngineOps::promise_result(&*state(), cx, promise))
    }
}

struct SettledValueOp;
impl NativeFunction for SettledValueOp {
    const NAME: &'static str = "settledValue";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut value: Value<'cx> = op::argument(cx, &arguments, 0, "settledValue: value")?;
        op::finish(cx, EngineOps::settled_value(&*state(), cx, value))
    }
}

struct ProxyTargetOp;
impl NativeFunction for ProxyTargetOp {
    const NAME: &'static str = "proxyTarget";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut proxy: Value<'cx> = op::argument(cx, &arguments, 0, "proxyTarget: proxy")?;
        op::finish(cx, EngineOps::proxy_target(&*state(), cx, proxy))
    }
}

struct ProxyHandlerOp;
impl NativeFunction for ProxyHandlerOp {
    const NAME: &'static str = "proxyHandler";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut proxy: Value<'cx> = op::argument(cx, &arguments, 0, "proxyHandler: proxy")?;
        op::finish(cx, EngineOps::proxy_handler(&*state(), cx, proxy))
    }
}

struct IteratorStateOp;
impl NativeFunction for IteratorStateOp {
    const NAME: &'static str = "iteratorState";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut iterator: Value<'cx> = op::argument(cx, &arguments, 0, "iteratorState: iterator")?;
        op::finish(cx, EngineOps::iterator_state(&*state(), cx, iterator))
    }
}

struct WeakEntriesOp;
impl NativeFunction for WeakEntriesOp {
    const NAME: &'static str = "weakEntries";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut collection: Value<'cx> = op::argument(cx, &arguments, 0, "weakEntries: collection")?;
        op::finish(cx, EngineOps::weak_entries(&*state(), cx, collection))
    }
}

struct SharesStructureOp;
impl NativeFunction for SharesStructureOp {
    const NAME: &'static str = "sharesStructure";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut first: Value<'cx> = op::argument(cx, &arguments, 0, "sharesStructure: first")?;
        let mut second: Value<'cx> = op::argument(cx, &arguments, 1, "sharesStructure: second")?;
        op::finish(cx, EngineOps::shares_structure(&*state(), cx, first, second))
    }
}

struct HeapSnapshotOp;
impl NativeFunction for HeapSnapshotOp {
    const NAME: &'static str = "heapSnapshot";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut with_details: bool = op::argument(cx, &arguments, 0, "heapSnapshot: with_details")?;
        op::finish(cx, EngineOps::heap_snapshot(&*state(), cx, with_details))
    }
}

struct ObjectsBehindOp;
impl NativeFunction for ObjectsBehindOp {
    const NAME: &'static str = "objectsBehind";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut prototype: Value<'cx> = op::argument(cx, &arguments, 0, "objectsBehind: prototype")?;
        op::finish(cx, EngineOps::objects_behind(&*state(), cx, prototype))
    }
}

struct SetAssignmentMessagesOp;
impl NativeFunction for SetAssignmentMessagesOp {
    const NAME: &'static str = "setAssignmentMessages";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut words: Value<'cx> = op::argument(cx, &arguments, 0, "setAssignmentMessages: words")?;
        op::finish(cx, EngineOps::set_assignment_messages(&*state(), cx, words))
    }
}

/// The functions of `native:engine`.
pub const AREA: Area = Area {
    name: "engine",
    functions: &[
        AreaFunction { name: "kindOf", is_async: false, make: op::make::<KindOfOp> },
        AreaFunction { name: "externalAddress", is_async: false, make: op::make::<ExternalAddressOp> },
        AreaFunction { name: "brandOf", is_async: false, make: op::make::<BrandOfOp> },
        AreaFunction { name: "promiseState", is_async: false, make: op::make::<PromiseStateOp> },
        AreaFunction { name: "promiseIsHandled", is_async: false, make: op::make::<PromiseIsHandledOp> },
        AreaFunction { name: "promiseResult", is_async: false, make: op::make::<PromiseResultOp> },
        AreaFunction { name: "settledValue", is_async: false, make: op::make::<SettledValueOp> },
        AreaFunction { name: "proxyTarget", is_async: false, make: op::make::<ProxyTargetOp> },
        AreaFunction { name: "proxyHandler", is_async: false, make: op::make::<ProxyHandlerOp> },
        AreaFunction { name: "iteratorState", is_async: false, make: op::make::<IteratorStateOp> },
        AreaFunction { name: "weakEntries", is_async: false, make: op::make::<WeakEntriesOp> },
        AreaFunction { name: "sharesStructure", is_async: false, make: op::make::<SharesStructureOp> },
        AreaFunction { name: "heapSnapshot", is_async: false, make: op::make::<HeapSnapshotOp> },
        AreaFunction { name: "objectsBehind", is_async: false, make: op::make::<ObjectsBehindOp> },
        AreaFunction { name: "setAssignmentMessages", is_async: false, make: op::make::<SetAssignmentMessagesOp> },
    ],
};
