//! Raw declarations of JavaScriptCore's C API, of the exported functions that have no installed header, and of the
//! few GLib main-loop functions the engine needs. Nothing here is called outside `brio_jsc` and `brio_napi`.
//! Start reading at `brio_jsc`.
//!
//! The system's engine is loaded on its first call (`lazy_engine`). With the feature `static_engine` the engine is a part
//! of the binary (`build.rs`), and `static_engine` declares what that has besides.
#![allow(non_camel_case_types, non_snake_case)]

use std::ffi::{c_char, c_int, c_uint, c_ulong, c_void};

#[cfg(not(feature = "static_engine"))]
pub mod lazy_engine;
#[cfg(feature = "static_engine")]
pub mod static_engine;

macro_rules! opaque {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[repr(C)]
        pub struct $name { _private: [u8; 0] }
    )*};
}

opaque! {
    /// A context (`JSContextRef`) or global context.
    OpaqueContext;
    /// A group of contexts: one virtual machine.
    OpaqueGroup;
    /// A value or object. On 64-bit machines the pointer *is* the NaN-boxed value.
    OpaqueValue;
    /// A reference-counted string.
    OpaqueString;
    /// A class of objects with native behaviour.
    OpaqueClass;
    /// A weak reference.
    OpaqueWeak;
    /// An accumulator of property names.
    OpaqueNames;
    /// An array of property names.
    OpaqueNameArray;
    /// GLib's main context.
    GMainContext;
}

pub type JSContextRef = *const OpaqueContext;
pub type JSGroupRef = *const OpaqueGroup;
pub type JSValueRef = *const OpaqueValue;
pub type JSObjectRef = *mut OpaqueValue;
pub type JSStringRef = *mut OpaqueString;
pub type JSClassRef = *mut OpaqueClass;
pub type JSWeakRef = *mut OpaqueWeak;

/// A native function that JavaScript calls.
pub type CallAsFunction = unsafe extern "C" fn(
    JSContextRef,
    JSObjectRef,
    JSObjectRef,
    usize,
    *const JSValueRef,
    *mut JSValueRef,
) -> JSValueRef;
/// Frees the bytes of a no-copy buffer; may run on any thread that sweeps the heap.
pub type BytesDeallocator = unsafe extern "C" fn(*mut c_void, *mut c_void);
/// Called when the execution time limit is over; true stops the running script.
pub type ShouldTerminate = unsafe extern "C" fn(JSContextRef, *mut c_void) -> bool;

/// What a marking constraint is called with: functions to ask about objects and to mark them.
#[repr(C)]
pub struct JSMarker {
    pub is_marked: unsafe extern "C" fn(*mut JSMarker, JSObjectRef) -> bool,
    pub mark: unsafe extern "C" fn(*mut JSMarker, JSObjectRef),
}
/// Marks what native code references; called in each collection, with the program stopped.
pub type MarkingConstraint = unsafe extern "C" fn(*mut JSMarker, *mut c_void);

/// Collects the names of an object's properties.
pub type JSPropertyNameAccumulatorRef = *mut OpaqueNames;
pub type HasProperty = unsafe extern "C" fn(JSContextRef, JSObjectRef, JSStringRef) -> bool;
pub type GetProperty = unsafe extern "C" fn(JSContextRef, JSObjectRef, JSStringRef, *mut JSValueRef) -> JSValueRef;
pub type SetProperty =
    unsafe extern "C" fn(JSContextRef, JSObjectRef, JSStringRef, JSValueRef, *mut JSValueRef) -> bool;
pub type DeleteProperty = unsafe extern "C" fn(JSContextRef, JSObjectRef, JSStringRef, *mut JSValueRef) -> bool;
pub type GetPropertyNames = unsafe extern "C" fn(JSContextRef, JSObjectRef, JSPropertyNameAccumulatorRef);

/// `JSClassDefinition`, version 0. Fields that this project never sets are plain pointers.
#[repr(C)]
pub struct JSClassDefinition {
    pub version: c_int,
    pub attributes: c_uint,
    pub class_name: *const c_char,
    pub parent_class: JSClassRef,
    pub static_values: *const c_void,
    pub static_functions: *const c_void,
    pub initialize: *const c_void,
    pub finalize: *const c_void,
    pub has_property: Option<HasProperty>,
    pub get_property: Option<GetProperty>,
    pub set_property: Option<SetProperty>,
    pub delete_property: Option<DeleteProperty>,
    pub get_property_names: Option<GetPropertyNames>,
    pub call_as_function: *const c_void,
    pub call_as_constructor: *const c_void,
    pub has_instance: *const c_void,
    pub convert_to_type: *const c_void,
}

/// `JSTypedArrayType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypedArrayType {
    Int8,
    Int16,
    Int32,
    Uint8,
    Uint8Clamped,
    Uint16,
    Uint32,
    Float32,
    Float64,
    ArrayBuffer,
    None,
    BigInt64,
    BigUint64,
}

/// `JSType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    Undefined,
    Null,
    Boolean,
    Number,
    String,
    Object,
    Symbol,
    BigInt,
}

/// GLib's `GPollFD`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct GPollFD {
    pub fd: c_int,
    pub events: u16,
    pub revents: u16,
}

/// A range of memory (`struct iovec`).
#[repr(C)]
pub struct IoVec {
    pub base: *mut c_void,
    pub length: usize,
}

unsafe extern "C" {
    pub fn JSContextGroupCreate() -> JSGroupRef;
    pub fn JSContextGroupRelease(group: JSGroupRef);
    pub fn JSGlobalContextCreateInGroup(group: JSGroupRef, class: JSClassRef) -> JSContextRef;
    pub fn JSGlobalContextRelease(context: JSContextRef);
    pub fn JSContextGetGlobalObject(context: JSContextRef) -> JSObjectRef;
    pub fn JSObjectGetPrototype(context: JSContextRef, object: JSObjectRef) -> JSValueRef;
    pub fn JSValueIsObject(context: JSContextRef, value: JSValueRef) -> bool;
    pub fn JSContextGetGlobalContext(context: JSContextRef) -> JSContextRef;
    pub fn JSLock(context: JSContextRef);
    pub fn JSUnlock(context: JSContextRef);
    pub fn JSContextGetGroup(context: JSContextRef) -> JSGroupRef;
    pub fn JSContextGroupSetExecutionTimeLimit(
        group: JSGroupRef,
        seconds: f64,
        callback: Option<ShouldTerminate>,
        data: *mut c_void,
    );
    pub fn JSContextGroupClearExecutionTimeLimit(group: JSGroupRef);
    pub fn JSConfigureSignalForGC(signal: c_int) -> bool;
    pub fn JSDisableGCTimer();
    pub fn JSGarbageCollect(context: JSContextRef);
    pub fn JSSynchronousGarbageCollectForDebugging(context: JSContextRef);
    pub fn JSReportExtraMemoryCost(context: JSContextRef, bytes: usize);
    pub fn JSGetMemoryUsageStatistics(context: JSContextRef) -> JSObjectRef;
    pub fn JSContextGroupEnableSamplingProfiler(group: JSGroupRef);
    pub fn JSContextGroupDisableSamplingProfiler(group: JSGroupRef);
    pub fn JSContextGroupTakeSamplesFromSamplingProfiler(group: JSGroupRef) -> JSStringRef;
    pub fn JSGlobalContextSetIncludesNativeCallStackWhenReportingExceptions(context: JSContextRef, includes: bool);
    pub fn JSGlobalContextSetUnhandledRejectionCallback(
        context: JSContextRef,
        function: JSObjectRef,
        exception: *mut JSValueRef,
    );

    pub fn JSEvaluateScript(
        context: JSContextRef,
        script: JSStringRef,
        this: JSObjectRef,
        url: JSStringRef,
        line: c_int,
        exception: *mut JSValueRef,
    ) -> JSValueRef;
    pub fn JSCheckScriptSyntax(
        context: JSContextRef,
        script: JSStringRef,
        url: JSStringRef,
        line: c_int,
        exception: *mut JSValueRef,
    ) -> bool;

    pub fn JSStringCreateWithUTF8CString(text: *const c_char) -> JSStringRef;
    pub fn JSStringCreateWithCharacters(characters: *const u16, count: usize) -> JSStringRef;
    pub fn JSStringRelease(string: JSStringRef);
    pub fn JSStringGetLength(string: JSStringRef) -> usize;
    pub fn JSStringGetCharactersPtr(string: JSStringRef) -> *const u16;

    pub fn JSValueMakeNumber(context: JSContextRef, number: f64) -> JSValueRef;
    pub fn JSValueMakeBoolean(context: JSContextRef, value: bool) -> JSValueRef;
    pub fn JSValueMakeUndefined(context: JSContextRef) -> JSValueRef;
    pub fn JSValueMakeNull(context: JSContextRef) -> JSValueRef;
    pub fn JSValueMakeString(context: JSContextRef, string: JSStringRef) -> JSValueRef;
    pub fn JSValueMakeSymbol(context: JSContextRef, description: JSStringRef) -> JSValueRef;
    pub fn JSValueMakeFromJSONString(context: JSContextRef, string: JSStringRef) -> JSValueRef;
    pub fn JSValueToStringCopy(context: JSContextRef, value: JSValueRef, exception: *mut JSValueRef) -> JSStringRef;
    pub fn JSValueToNumber(context: JSContextRef, value: JSValueRef, exception: *mut JSValueRef) -> f64;
    pub fn JSValueToBoolean(context: JSContextRef, value: JSValueRef) -> bool;
    pub fn JSValueGetType(context: JSContextRef, value: JSValueRef) -> ValueType;
    pub fn JSValueIsStrictEqual(context: JSContextRef, a: JSValueRef, b: JSValueRef) -> bool;
    pub fn JSValueProtect(context: JSContextRef, value: JSValueRef);
    pub fn JSValueUnprotect(context: JSContextRef, value: JSValueRef);
    pub fn JSValueGetTypedArrayType(
        context: JSContextRef,
        value: JSValueRef,
        exception: *mut JSValueRef,
    ) -> TypedArrayType;
    pub fn JSBigIntCreateWithInt64(context: JSContextRef, value: i64, exception: *mut JSValueRef) -> JSValueRef;
    pub fn JSBigIntCreateWithUInt64(context: JSContextRef, value: u64, exception: *mut JSValueRef) -> JSValueRef;
    pub fn JSValueToInt64(context: JSContextRef, value: JSValueRef, exception: *mut JSValueRef) -> i64;

    pub fn JSObjectMake(context: JSContextRef, class: JSClassRef, data: *mut c_void) -> JSObjectRef;
    pub fn JSObjectSetPrototype(context: JSContextRef, object: JSObjectRef, value: JSValueRef);
    pub fn JSObjectMakeFunctionWithCallback(
        context: JSContextRef,
        name: JSStringRef,
        callback: CallAsFunction,
    ) -> JSObjectRef;
    pub fn JSObjectMakeArray(
        context: JSContextRef,
        count: usize,
        values: *const JSValueRef,
        exception: *mut JSValueRef,
    ) -> JSObjectRef;
    pub fn JSObjectMakeError(
        context: JSContextRef,
        count: usize,
        arguments: *const JSValueRef,
        exception: *mut JSValueRef,
    ) -> JSObjectRef;
    pub fn JSObjectGetProperty(
        context: JSContextRef,
        object: JSObjectRef,
        name: JSStringRef,
        exception: *mut JSValueRef,
    ) -> JSValueRef;
    pub fn JSObjectSetProperty(
        context: JSContextRef,
        object: JSObjectRef,
        name: JSStringRef,
        value: JSValueRef,
        attributes: c_uint,
        exception: *mut JSValueRef,
    );
    pub fn JSObjectGetPropertyAtIndex(
        context: JSContextRef,
        object: JSObjectRef,
        index: c_uint,
        exception: *mut JSValueRef,
    ) -> JSValueRef;
    pub fn JSObjectSetPropertyAtIndex(
        context: JSContextRef,
        object: JSObjectRef,
        index: c_uint,
        value: JSValueRef,
        exception: *mut JSValueRef,
    );
    pub fn JSObjectIsFunction(context: JSContextRef, object: JSObjectRef) -> bool;
    pub fn JSObjectCallAsFunction(
        context: JSContextRef,
        function: JSObjectRef,
        this: JSObjectRef,
        count: usize,
        arguments: *const JSValueRef,
        exception: *mut JSValueRef,
    ) -> JSValueRef;
    pub fn JSObjectCallAsConstructor(
        context: JSContextRef,
        constructor: JSObjectRef,
        count: usize,
        arguments: *const JSValueRef,
        exception: *mut JSValueRef,
    ) -> JSObjectRef;
    pub fn JSObjectGetProxyTarget(object: JSObjectRef) -> JSObjectRef;

    pub fn JSObjectMakeTypedArray(
        context: JSContextRef,
        kind: TypedArrayType,
        count: usize,
        exception: *mut JSValueRef,
    ) -> JSObjectRef;
    pub fn JSObjectMakeTypedArrayWithBytesNoCopy(
        context: JSContextRef,
        kind: TypedArrayType,
        bytes: *mut c_void,
        length_bytes: usize,
        deallocator: Option<BytesDeallocator>,
        data: *mut c_void,
        exception: *mut JSValueRef,
    ) -> JSObjectRef;
    pub fn JSObjectMakeArrayBufferWithBytesNoCopy(
        context: JSContextRef,
        bytes: *mut c_void,
        length_bytes: usize,
        deallocator: Option<BytesDeallocator>,
        data: *mut c_void,
        exception: *mut JSValueRef,
    ) -> JSObjectRef;
    pub fn JSObjectGetTypedArrayBytesPtr(
        context: JSContextRef,
        object: JSObjectRef,
        exception: *mut JSValueRef,
    ) -> *mut c_void;
    pub fn JSObjectGetTypedArrayByteLength(
        context: JSContextRef,
        object: JSObjectRef,
        exception: *mut JSValueRef,
    ) -> usize;
    pub fn JSObjectGetTypedArrayByteOffset(
        context: JSContextRef,
        object: JSObjectRef,
        exception: *mut JSValueRef,
    ) -> usize;
    pub fn JSObjectGetTypedArrayBuffer(
        context: JSContextRef,
        object: JSObjectRef,
        exception: *mut JSValueRef,
    ) -> JSObjectRef;
    pub fn JSObjectGetArrayBufferBytesPtr(
        context: JSContextRef,
        object: JSObjectRef,
        exception: *mut JSValueRef,
    ) -> *mut c_void;
    pub fn JSObjectGetArrayBufferByteLength(
        context: JSContextRef,
        object: JSObjectRef,
        exception: *mut JSValueRef,
    ) -> usize;

    pub fn JSClassCreate(definition: *const JSClassDefinition) -> JSClassRef;
    pub fn JSObjectHasProperty(context: JSContextRef, object: JSObjectRef, name: JSStringRef) -> bool;
    pub fn JSObjectDeleteProperty(
        context: JSContextRef,
        object: JSObjectRef,
        name: JSStringRef,
        exception: *mut JSValueRef,
    ) -> bool;
    pub fn JSObjectSetPrivateProperty(
        context: JSContextRef,
        object: JSObjectRef,
        name: JSStringRef,
        value: JSValueRef,
    ) -> bool;
    pub fn JSObjectGetPrivateProperty(context: JSContextRef, object: JSObjectRef, name: JSStringRef) -> JSValueRef;
    pub fn JSObjectGetGlobalContext(object: JSObjectRef) -> JSContextRef;
    pub fn JSPropertyNameAccumulatorAddName(accumulator: JSPropertyNameAccumulatorRef, name: JSStringRef);
    pub fn JSObjectCopyPropertyNames(context: JSContextRef, object: JSObjectRef) -> *mut OpaqueNameArray;
    pub fn JSPropertyNameArrayGetCount(names: *mut OpaqueNameArray) -> usize;
    pub fn JSPropertyNameArrayGetNameAtIndex(names: *mut OpaqueNameArray, index: usize) -> JSStringRef;
    pub fn JSPropertyNameArrayRelease(names: *mut OpaqueNameArray);

    /// `finalizer` is called after each collection.
    pub fn JSContextGroupAddHeapFinalizer(
        group: JSGroupRef,
        finalizer: unsafe extern "C" fn(JSGroupRef, *mut c_void),
        data: *mut c_void,
    );
    pub fn JSContextGroupAddMarkingConstraint(group: JSGroupRef, constraint: MarkingConstraint, data: *mut c_void);
    pub fn JSObjectGetPropertyForKey(
        context: JSContextRef,
        object: JSObjectRef,
        key: JSValueRef,
        exception: *mut JSValueRef,
    ) -> JSValueRef;
    pub fn JSObjectSetPropertyForKey(
        context: JSContextRef,
        object: JSObjectRef,
        key: JSValueRef,
        value: JSValueRef,
        attributes: c_uint,
        exception: *mut JSValueRef,
    );
    pub fn JSObjectHasPropertyForKey(
        context: JSContextRef,
        object: JSObjectRef,
        key: JSValueRef,
        exception: *mut JSValueRef,
    ) -> bool;
    pub fn JSObjectDeletePropertyForKey(
        context: JSContextRef,
        object: JSObjectRef,
        key: JSValueRef,
        exception: *mut JSValueRef,
    ) -> bool;
    pub fn JSObjectGetPrivate(object: JSObjectRef) -> *mut c_void;
    pub fn JSObjectMakeDeferredPromise(
        context: JSContextRef,
        resolve: *mut JSObjectRef,
        reject: *mut JSObjectRef,
        exception: *mut JSValueRef,
    ) -> JSObjectRef;
    pub fn JSObjectMakeDate(
        context: JSContextRef,
        count: usize,
        arguments: *const JSValueRef,
        exception: *mut JSValueRef,
    ) -> JSObjectRef;
    pub fn JSValueIsObjectOfClass(context: JSContextRef, value: JSValueRef, class: JSClassRef) -> bool;
    pub fn JSValueIsInstanceOfConstructor(
        context: JSContextRef,
        value: JSValueRef,
        constructor: JSObjectRef,
        exception: *mut JSValueRef,
    ) -> bool;
    pub fn JSValueToObject(context: JSContextRef, value: JSValueRef, exception: *mut JSValueRef) -> JSObjectRef;
    pub fn JSObjectIsConstructor(context: JSContextRef, object: JSObjectRef) -> bool;
    pub fn JSValueToUInt64(context: JSContextRef, value: JSValueRef, exception: *mut JSValueRef) -> u64;

    pub fn JSWeakCreate(group: JSGroupRef, object: JSObjectRef) -> JSWeakRef;
    pub fn JSWeakRelease(group: JSGroupRef, weak: JSWeakRef);
    pub fn JSWeakGetObject(weak: JSWeakRef) -> JSObjectRef;

    pub fn g_main_context_new() -> *mut GMainContext;
    pub fn g_main_context_unref(context: *mut GMainContext);
    pub fn g_main_context_push_thread_default(context: *mut GMainContext);
    pub fn g_main_context_pop_thread_default(context: *mut GMainContext);
    pub fn g_main_context_iteration(context: *mut GMainContext, may_block: c_int) -> c_int;
    pub fn g_main_context_acquire(context: *mut GMainContext) -> c_int;
    pub fn g_main_context_release(context: *mut GMainContext);
    pub fn g_main_context_prepare(context: *mut GMainContext, priority: *mut c_int) -> c_int;
    pub fn g_main_context_query(
        context: *mut GMainContext,
        max_priority: c_int,
        timeout_ms: *mut c_int,
        fds: *mut GPollFD,
        count: c_int,
    ) -> c_int;

    pub fn process_vm_readv(
        process: c_int,
        local: *const IoVec,
        local_count: c_ulong,
        remote: *const IoVec,
        remote_count: c_ulong,
        flags: c_ulong,
    ) -> isize;
}
