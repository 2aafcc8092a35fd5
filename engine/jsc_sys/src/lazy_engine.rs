//! The system's engine is loaded on its first call: it and the libraries that it needs take 8 ms of CPU time, which commands
//! that run no JavaScript (`brio run SCRIPT`, `brio install`) do without. Every function that `lib.rs` declares is in
//! the list; `nm -D --undefined-only` of a binary that needs the library shows which are missing.

use brio_lazy_linking::{Library, lazy_functions};
use std::ffi::{CStr, c_char, c_void};
use std::sync::atomic::AtomicUsize;

static LIBRARY: Library =
    Library::new(c"libjavascriptcoregtk-4.1.so.0", "JavaScriptCore, of the package libjavascriptcoregtk-4.1-0,");

/// The address of a function or an object of the engine by its mangled name.
pub fn address(name: &CStr) -> Option<*mut c_void> {
    LIBRARY.address(name)
}

/// Finds a function on its first call.
///
/// # Safety
/// `name` is a string that ends with NUL, `slot` the slot of that function.
// SAFETY: no other symbol has this name; only the code of `lazy_functions!` calls it, with both.
#[unsafe(no_mangle)]
unsafe extern "C" fn brio_engine_find(name: *const c_char, slot: *const AtomicUsize) -> usize {
    // SAFETY: what the caller guarantees.
    unsafe { LIBRARY.find(name, slot) }
}

lazy_functions! { "brio_engine", brio_engine_find:
    JSBigIntCreateWithInt64 JSBigIntCreateWithUInt64 JSCheckScriptSyntax JSClassCreate JSConfigureSignalForGC
    JSContextGetGlobalContext JSContextGetGlobalObject JSContextGetGroup JSContextGroupAddHeapFinalizer JSContextGroupAddMarkingConstraint
    JSContextGroupClearExecutionTimeLimit JSContextGroupCreate JSContextGroupDisableSamplingProfiler
    JSContextGroupEnableSamplingProfiler JSContextGroupRelease JSContextGroupSetExecutionTimeLimit
    JSContextGroupTakeSamplesFromSamplingProfiler JSDisableGCTimer JSEvaluateScript JSGarbageCollect
    JSGetMemoryUsageStatistics JSGlobalContextCreateInGroup JSGlobalContextRelease
    JSGlobalContextSetIncludesNativeCallStackWhenReportingExceptions JSGlobalContextSetUnhandledRejectionCallback
    JSLock JSObjectCallAsConstructor JSObjectCallAsFunction JSObjectCopyPropertyNames JSObjectDeleteProperty
    JSObjectDeletePropertyForKey JSObjectGetArrayBufferByteLength JSObjectGetArrayBufferBytesPtr
    JSObjectGetGlobalContext JSObjectGetPrivate JSObjectGetPrivateProperty JSObjectGetProperty
    JSObjectGetPropertyAtIndex JSObjectGetPropertyForKey JSObjectGetPrototype JSObjectGetProxyTarget
    JSObjectGetTypedArrayBuffer JSObjectGetTypedArrayByteLength JSObjectGetTypedArrayByteOffset
    JSObjectGetTypedArrayBytesPtr JSObjectHasProperty JSObjectHasPropertyForKey JSObjectIsConstructor
    JSObjectIsFunction JSObjectMake JSObjectMakeArray JSObjectMakeArrayBufferWithBytesNoCopy JSObjectMakeDate
    JSObjectMakeDeferredPromise JSObjectMakeError JSObjectMakeFunctionWithCallback JSObjectMakeTypedArray
    JSObjectMakeTypedArrayWithBytesNoCopy JSObjectSetPrivateProperty JSObjectSetProperty JSObjectSetPropertyAtIndex
    JSObjectSetPropertyForKey JSObjectSetPrototype JSPropertyNameAccumulatorAddName JSPropertyNameArrayGetCount
    JSPropertyNameArrayGetNameAtIndex JSPropertyNameArrayRelease JSReportExtraMemoryCost
    JSStringCreateWithCharacters JSStringCreateWithUTF8CString JSStringGetCharactersPtr JSStringGetLength
    JSStringRelease JSSynchronousGarbageCollectForDebugging JSUnlock JSValueGetType JSValueGetTypedArrayType
    JSValueIsInstanceOfConstructor JSValueIsObject JSValueIsObjectOfClass JSValueIsStrictEqual JSValueMakeBoolean
    JSValueMakeFromJSONString JSValueMakeNull JSValueMakeNumber JSValueMakeString JSValueMakeSymbol
    JSValueMakeUndefined JSValueProtect JSValueToBoolean JSValueToInt64 JSValueToNumber JSValueToObject
    JSValueToStringCopy JSValueToUInt64 JSValueUnprotect JSWeakCreate JSWeakGetObject JSWeakRelease
    g_main_context_acquire g_main_context_iteration g_main_context_new g_main_context_pop_thread_default
    g_main_context_prepare g_main_context_push_thread_default g_main_context_query g_main_context_release
    g_main_context_unref
}
