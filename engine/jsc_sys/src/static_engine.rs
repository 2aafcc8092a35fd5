//! What the static engine has besides the C API: functions of the C++ files in `static/`, and the engine's own by their
//! mangled names, bound when the binary was linked.

use crate::{BytesDeallocator, JSContextRef, JSGroupRef, JSValueRef};
use std::ffi::{CStr, c_int, c_void};
use zstd_sys as _;

include!(concat!(env!("OUT_DIR"), "/bound.rs"));

/// WebKit's version, and when that was released; empty when the engine's folder does not say.
pub const VERSION: &str = env!("BRIO_ENGINE_VERSION");
pub const DATE: &str = env!("BRIO_ENGINE_DATE");

unsafe extern "C" {
    /// Makes the engine's run loop of this thread one that the caller drives. Returns a descriptor that becomes readable when
    /// another thread has added work, and stays open as long as the run loop; -1 when the system has none left.
    pub fn brio_loop_begin() -> c_int;
    /// When the run loop of this thread has something to do: milliseconds on the monotonic clock, infinite for nothing.
    pub fn brio_loop_due_ms() -> f64;
    /// Runs the timers of this thread's run loop that are due, and its queued functions.
    pub fn brio_loop_run();

    /// Sets what a paused program waits with: the engine's debugger calls it again and again until the program continues.
    pub fn brio_set_pause_wait(wait: extern "C" fn());

    /// Connects a session to the inspector of a realm, on its thread. `receive(receiver, text, length)` gets the messages of
    /// the engine as UTF-8, on that thread.
    pub fn brio_inspector_connect(
        context: JSContextRef,
        receive: extern "C" fn(*mut c_void, *const u8, usize),
        receiver: *mut c_void,
    ) -> *mut c_void;
    /// Gives a message to the agents of the session's realm.
    pub fn brio_inspector_dispatch(session: *mut c_void, text: *const u8, length: usize);
    /// Ends a session.
    pub fn brio_inspector_disconnect(session: *mut c_void);
    /// Ends the inspector of the realm of this thread, whose sessions have ended.
    pub fn brio_inspector_end();

    /// Sets what running code calls after [`brio_request_termination_check`]: true ends it with an uncatchable exception. To be
    /// called before the first virtual machine.
    pub fn brio_set_termination_check(check: extern "C" fn() -> bool);
    /// Makes a virtual machine call that function, at once where its code runs, else when it is entered next. For any thread.
    pub fn brio_request_termination_check(group: JSGroupRef);

    /// A snapshot of the heap in the form of Web Inspector: a reference to the string's implementation, null when it is too
    /// long. The lock must be held.
    pub fn brio_heap_snapshot(group: JSGroupRef, with_details: bool) -> *mut c_void;

    /// A reference to what a value shares: 0 the memory of a SharedArrayBuffer, 1 a WebAssembly.Module, 2 the memory of a
    /// WebAssembly.Memory by its buffer. Null for a value of another kind.
    pub fn brio_share(value: JSValueRef, kind: c_int) -> *mut c_void;
    /// Shared contents over memory of others, with one reference. `give_back(data, owner)` is called, on any thread, as the
    /// last one ends.
    pub fn brio_share_memory(
        data: *mut c_void,
        length: usize,
        give_back: BytesDeallocator,
        owner: *mut c_void,
    ) -> *mut c_void;
    pub fn brio_shared_ref(shared: *mut c_void, kind: c_int);
    pub fn brio_shared_deref(shared: *mut c_void, kind: c_int);
    /// An object of the realm over what is shared, which takes over the reference. The lock must be held.
    pub fn brio_adopt(global: JSContextRef, shared: *mut c_void, kind: c_int) -> JSValueRef;

    /// Takes the contents of an ArrayBuffer, which is detached, without a copy. Null when it cannot be: another value, a
    /// resizable or pinned buffer, memory that the engine did not allocate. The lock must be held.
    pub fn brio_take_buffer(global: JSContextRef, value: JSValueRef) -> *mut c_void;
    /// Frees what `brio_take_buffer` returned, on any thread.
    pub fn brio_free_buffer(contents: *mut c_void);
    /// An ArrayBuffer of the realm with the contents, which it takes over. The lock must be held.
    pub fn brio_adopt_buffer(global: JSContextRef, contents: *mut c_void) -> JSValueRef;

    /// A Uint8Array of `length` bytes that are not cleared, whose place comes through `data`. Null without memory for it. The
    /// lock must be held.
    pub fn brio_uint8_array(global: JSContextRef, length: usize, data: *mut *mut u8) -> JSValueRef;
    /// `length` bytes from `offset` of a Uint8Array or an ArrayBuffer, as a Uint8Array of the class of `sample`, whose
    /// instances have no properties. Null for other values, for buffers that are detached or can change their size, and for a
    /// range out of bounds. The lock must be held.
    pub fn brio_view_like(
        global: JSContextRef,
        sample: JSValueRef,
        source: JSValueRef,
        offset: usize,
        length: usize,
    ) -> JSValueRef;

    /// Queues a promise job that calls a function with one argument. What it throws is lost. The lock must be held.
    pub fn brio_queue_job(global: JSContextRef, function: JSValueRef, argument: JSValueRef);

    /// Functions that are called in place of `JSObject::putInlineSlow`, `throwTypeError` for a literal and `createError`, where
    /// the linker redirects calls.
    pub fn brio_replace_assignments(put: *const c_void, throw_literal: *const c_void, create_error: *const c_void);
    /// The functions that these replace; null where the linker redirects no calls.
    pub fn brio_original_put() -> *const c_void;
    pub fn brio_original_throw_literal() -> *const c_void;
    pub fn brio_original_create_error() -> *const c_void;
    /// Asked for each variable that is not declared whether its message is V8's, where the linker redirects calls.
    pub fn brio_word_unknown_variables(are_messages_of_v8: *const c_void);
    /// `throwTypeError` for a text.
    pub fn brio_throw_text() -> *const c_void;
}

/// The address of a function or an object of the engine by its mangled name; None when the engine does not define it, or
/// no source of `brio_jsc` named it when this was compiled.
pub fn bound(name: &CStr) -> Option<*mut c_void> {
    bound_address(name.to_bytes()).map(|address| address.cast_mut().cast())
}
