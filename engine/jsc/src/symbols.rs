//! C++ functions of the engine that the C API does not have, by their mangled names: found in the system's library at
//! start, or bound when the static engine was linked. They are not a stable interface: each is optional, tested once
//! (`vm.rs`), and has a C fallback where it is used.

use brio_jsc_sys as sys;
use std::ffi::{CStr, c_void};
use std::sync::OnceLock;

/// `WTF::initializeMainThread()`.
type InitializeMainThread = unsafe extern "C" fn();
/// `static Ref<StringImpl> StringImpl::create(std::span<const Latin1>)`; the result comes through the first argument.
pub(crate) type CreateLatin1 = unsafe extern "C" fn(*mut *mut c_void, *const u8, usize);
/// `static Ref<StringImpl> StringImpl::create(std::span<const char16_t>)`; the result comes through the first argument.
pub(crate) type CreateUtf16 = unsafe extern "C" fn(*mut *mut c_void, *const u16, usize);
/// `static Ref<StringImpl> StringImpl::createUninitialized(size_t, std::span<Latin1 or char16_t>&)`; the result comes through
/// the first argument, where its characters belong through the last.
pub(crate) type CreateUninitialized = unsafe extern "C" fn(*mut *mut c_void, usize, *mut CharacterSpan);
/// `static RefPtr<OpaqueJSString> OpaqueJSString::tryCreate(WTF::String&&)`; result through the first argument.
type WrapString = unsafe extern "C" fn(*mut sys::JSStringRef, *mut *mut c_void);

/// `void VM::drainMicrotasks()`.
type DrainMicrotasks = unsafe extern "C" fn(sys::JSGroupRef);
/// `void VMEntryScope::setUpSlow()` and `tearDownSlow()`: the engine notes that it is entered, and left.
type EntryScope = unsafe extern "C" fn(*mut usize);
/// `Exception* VM::throwException(JSGlobalObject*, Exception*)`.
type ThrowException = unsafe extern "C" fn(sys::JSGroupRef, sys::JSContextRef, *mut c_void) -> *mut c_void;
/// `Exception* VM::ensureTerminationException()`.
type TerminationException = unsafe extern "C" fn(sys::JSGroupRef) -> *mut c_void;

/// `bool WTF::setTimeZoneOverride(StringView)`: a view is passed as two words.
type SetTimeZone = unsafe extern "C" fn(*const u8, usize) -> bool;
/// A native function as the engine calls it: global object and call frame to the encoded result, the empty value beside an exception.
pub type HostFunction = unsafe extern "C" fn(sys::JSContextRef, *const u64) -> u64;
/// `static JSFunction* JSFunction::create(VM&, JSGlobalObject*, unsigned, const WTF::String&, NativeFunction, ImplementationVisibility,
/// Intrinsic, NativeFunction, const DOMJIT::Signature*)`.
type CreateFunction = unsafe extern "C" fn(
    sys::JSGroupRef,
    sys::JSContextRef,
    u32,
    *const *mut c_void,
    HostFunction,
    u8,
    u8,
    HostFunction,
    *const c_void,
) -> sys::JSValueRef;
/// `Exception* VM::throwException(JSGlobalObject*, JSValue)`.
type ThrowValue = unsafe extern "C" fn(sys::JSGroupRef, sys::JSContextRef, sys::JSValueRef) -> *mut c_void;
/// `const String& JSRopeString::resolveRope(JSGlobalObject*) const`.
type ResolveRope = unsafe extern "C" fn(sys::JSValueRef, sys::JSContextRef) -> *const c_void;
/// `JSString* jsStringWithCacheSlowCase(VM&, WTF::StringImpl&)`: the value of a string.
pub(crate) type MakeStringValue = unsafe extern "C" fn(sys::JSGroupRef, *mut c_void) -> sys::JSValueRef;

/// `static Ref<ExternalStringImpl> ExternalStringImpl::create(std::span<const Latin1 or char16_t>,
/// Function<void(ExternalStringImpl*, void*, unsigned)>&&)`; the result comes through the first argument.
pub(crate) type CreateExternal = unsafe extern "C" fn(*mut *mut c_void, *const c_void, usize, *mut *mut c_void);

/// The engine's `std::span` of characters.
#[repr(C)]
pub(crate) struct CharacterSpan {
    pub data: *mut c_void,
    pub length: usize,
}

pub(crate) struct Symbols {
    pub initialize_main_thread: Option<InitializeMainThread>,
    pub create_latin1: Option<CreateLatin1>,
    pub create_utf16: Option<CreateUtf16>,
    pub create_uninitialized_latin1: Option<CreateUninitialized>,
    pub create_uninitialized_utf16: Option<CreateUninitialized>,
    /// The same as `create_latin1` over bytes that are not copied and must live as long as the process.
    pub create_latin1_static: Option<CreateLatin1>,
    pub wrap_string: Option<WrapString>,
    pub drain_microtasks: Option<DrainMicrotasks>,
    pub set_up_entry: Option<EntryScope>,
    pub tear_down_entry: Option<EntryScope>,
    pub throw_exception: Option<ThrowException>,
    pub termination_exception: Option<TerminationException>,
    pub set_time_zone: Option<SetTimeZone>,
    pub create_function: Option<CreateFunction>,
    /// What a native function that is not a constructor does when it is called as one.
    pub call_as_constructor: Option<HostFunction>,
    pub throw_value: Option<ThrowValue>,
    pub resolve_rope: Option<ResolveRope>,
    pub make_string_value: Option<MakeStringValue>,
    pub create_external_latin1: Option<CreateExternal>,
    pub create_external_utf16: Option<CreateExternal>,
}

/// The table, looked up on first use.
pub(crate) fn symbols() -> &'static Symbols {
    static SYMBOLS: OnceLock<Symbols> = OnceLock::new();
    SYMBOLS.get_or_init(|| Symbols {
        initialize_main_thread: find(c"_ZN3WTF20initializeMainThreadEv").map(|address| {
            // SAFETY: the mangled name spells this signature, and the calling convention is C's for it.
            unsafe { std::mem::transmute::<*mut c_void, InitializeMainThread>(address) }
        }),
        create_latin1: find(CREATE_LATIN1).map(create_latin1),
        create_utf16: find(CREATE_UTF16).map(create_utf16),
        create_uninitialized_latin1: find(CREATE_UNINITIALIZED_LATIN1).map(create_uninitialized),
        create_uninitialized_utf16: find(CREATE_UNINITIALIZED_UTF16).map(create_uninitialized),
        create_latin1_static: find(CREATE_LATIN1_STATIC).map(create_latin1),
        wrap_string: find(c"_ZN14OpaqueJSString9tryCreateEON3WTF6StringE").map(|address| {
            // SAFETY: the mangled name spells this signature; `RefPtr` is returned through a hidden pointer.
            unsafe { std::mem::transmute::<*mut c_void, WrapString>(address) }
        }),
        drain_microtasks: find(c"_ZN3JSC2VM15drainMicrotasksEv").map(|address| {
            // SAFETY: the mangled name spells this signature; a JSContextGroupRef is the VM's address.
            unsafe { std::mem::transmute::<*mut c_void, DrainMicrotasks>(address) }
        }),
        set_up_entry: find(c"_ZN3JSC12VMEntryScope9setUpSlowEv").map(|address| {
            // SAFETY: the mangled name spells this signature; `this` is the first argument.
            unsafe { std::mem::transmute::<*mut c_void, EntryScope>(address) }
        }),
        tear_down_entry: find(c"_ZN3JSC12VMEntryScope12tearDownSlowEv").map(|address| {
            // SAFETY: the mangled name spells this signature; `this` is the first argument.
            unsafe { std::mem::transmute::<*mut c_void, EntryScope>(address) }
        }),
        throw_exception: find(c"_ZN3JSC2VM14throwExceptionEPNS_14JSGlobalObjectEPNS_9ExceptionE").map(|address| {
            // SAFETY: the mangled name spells these parameters; a JSContextRef is the address of its JSGlobalObject.
            unsafe { std::mem::transmute::<*mut c_void, ThrowException>(address) }
        }),
        termination_exception: find(c"_ZN3JSC2VM26ensureTerminationExceptionEv").map(|address| {
            // SAFETY: the mangled name spells these parameters; the result is a pointer in every version that has it.
            unsafe { std::mem::transmute::<*mut c_void, TerminationException>(address) }
        }),
        set_time_zone: find(c"_ZN3WTF19setTimeZoneOverrideENS_10StringViewE").map(|address| {
            // SAFETY: the mangled name spells these parameters; a view of two words is passed in two registers.
            unsafe { std::mem::transmute::<*mut c_void, SetTimeZone>(address) }
        }),
        create_function: find(CREATE_FUNCTION).map(|address| {
            // SAFETY: the mangled name spells these parameters; a `FunctionPtr` is a plain pointer.
            unsafe { std::mem::transmute::<*mut c_void, CreateFunction>(address) }
        }),
        call_as_constructor: find(CALL_AS_CONSTRUCTOR).map(|address| {
            // SAFETY: the mangled name spells these parameters; native functions return an encoded value.
            unsafe { std::mem::transmute::<*mut c_void, HostFunction>(address) }
        }),
        throw_value: find(c"_ZN3JSC2VM14throwExceptionEPNS_14JSGlobalObjectENS_7JSValueE").map(|address| {
            // SAFETY: the mangled name spells these parameters; a `JSValue` is passed as its encoded bits.
            unsafe { std::mem::transmute::<*mut c_void, ThrowValue>(address) }
        }),
        make_string_value: find(c"_ZN3JSC25jsStringWithCacheSlowCaseERNS_2VMERN3WTF10StringImplE").map(|address| {
            // SAFETY: the mangled name spells these parameters; the result is the cell, which is its own encoded value.
            unsafe { std::mem::transmute::<*mut c_void, MakeStringValue>(address) }
        }),
        create_external_latin1: find(CREATE_EXTERNAL_LATIN1).map(create_external),
        create_external_utf16: find(CREATE_EXTERNAL_UTF16).map(create_external),
        resolve_rope: find(c"_ZNK3JSC12JSRopeString11resolveRopeEPNS_14JSGlobalObjectE").map(|address| {
            // SAFETY: the mangled name spells these parameters; `this` is the first argument, the result a reference.
            unsafe { std::mem::transmute::<*mut c_void, ResolveRope>(address) }
        }),
    })
}

fn create_latin1(address: *mut c_void) -> CreateLatin1 {
    // SAFETY: the mangled names spell this signature; `Ref` is returned through a hidden pointer.
    unsafe { std::mem::transmute::<*mut c_void, CreateLatin1>(address) }
}

fn create_utf16(address: *mut c_void) -> CreateUtf16 {
    // SAFETY: the mangled name spells this signature; `Ref` is returned through a hidden pointer.
    unsafe { std::mem::transmute::<*mut c_void, CreateUtf16>(address) }
}

fn create_uninitialized(address: *mut c_void) -> CreateUninitialized {
    // SAFETY: the mangled names spell these parameters; `Ref` is returned through a hidden pointer.
    unsafe { std::mem::transmute::<*mut c_void, CreateUninitialized>(address) }
}

fn create_external(address: *mut c_void) -> CreateExternal {
    // SAFETY: the mangled names spell these parameters; a `Function` is one pointer, moved from through its address.
    unsafe { std::mem::transmute::<*mut c_void, CreateExternal>(address) }
}

const CALL_AS_CONSTRUCTOR: &CStr = c"_ZN3JSC29callHostFunctionAsConstructorEPNS_14JSGlobalObjectEPNS_9CallFrameE";
const CREATE_FUNCTION: &CStr = c"_ZN3JSC10JSFunction6createERNS_2VMEPNS_14JSGlobalObjectEjRKN3WTF6StringENS5_11FunctionPtrILNS5_6PtrTagE1EFlS4_PNS_9CallFrameEELNS5_18FunctionAttributesE2EEENS_24ImplementationVisibilityENS_9IntrinsicESF_PKNS_6DOMJIT9SignatureE";

const CREATE_LATIN1: &CStr = c"_ZN3WTF10StringImpl6createESt4spanIKhLm18446744073709551615EE";
const CREATE_LATIN1_STATIC: &CStr =
    c"_ZN3WTF10StringImpl28createWithoutCopyingNonEmptyESt4spanIKhLm18446744073709551615EE";
const CREATE_UTF16: &CStr = c"_ZN3WTF10StringImpl6createESt4spanIKDsLm18446744073709551615EE";
const CREATE_UNINITIALIZED_LATIN1: &CStr =
    c"_ZN3WTF10StringImpl19createUninitializedEmRSt4spanIhLm18446744073709551615EE";
const CREATE_UNINITIALIZED_UTF16: &CStr =
    c"_ZN3WTF10StringImpl19createUninitializedEmRSt4spanIDsLm18446744073709551615EE";
const CREATE_EXTERNAL_LATIN1: &CStr =
    c"_ZN3WTF18ExternalStringImpl6createESt4spanIKhLm18446744073709551615EEONS_8FunctionIFvPS0_PvjEEE";
const CREATE_EXTERNAL_UTF16: &CStr =
    c"_ZN3WTF18ExternalStringImpl6createESt4spanIKDsLm18446744073709551615EEONS_8FunctionIFvPS0_PvjEEE";

/// The address of a function of the engine by its mangled name.
#[cfg(feature = "static_engine")]
pub(crate) fn find(name: &CStr) -> Option<*mut c_void> {
    sys::static_engine::bound(name)
}

/// The address of a function of the engine by its mangled name.
#[cfg(not(feature = "static_engine"))]
pub(crate) fn find(name: &CStr) -> Option<*mut c_void> {
    sys::lazy_engine::address(name)
}
