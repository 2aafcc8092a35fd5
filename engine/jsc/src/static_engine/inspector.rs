//! Sessions with the static engine's inspector.

use crate::Context;
use brio_jsc_sys::static_engine as sys;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Receives the messages of the engine.
type Receive = Box<dyn Fn(&str)>;

/// A session with the inspector of a realm. It must be dropped on the realm's thread, before the realm ends.
pub struct InspectorSession {
    raw: *mut c_void,
    /// The engine has its address.
    _receive: Box<Receive>,
}

impl InspectorSession {
    /// Whether the engine's inspector can be reached.
    pub fn is_available() -> bool {
        true
    }

    /// Connects to the inspector of the context's realm. `receive` gets its messages, on this thread. None when the engine has no
    /// inspector that can be reached.
    pub fn connect(cx: Context<'_>, receive: Receive) -> Option<Self> {
        let receive = Box::new(receive);
        let receiver = (&raw const *receive).cast_mut().cast();
        // SAFETY: a live context of this thread; the receiver outlives the session, which owns it.
        let raw = unsafe { sys::brio_inspector_connect(cx.raw_global(), deliver, receiver) };
        Some(Self { raw, _receive: receive })
    }

    /// Gives a message of WebKit's inspector protocol to the engine, which may run code of the program.
    pub fn dispatch(&self, message: &str) {
        // SAFETY: connected until the drop; text and length belong together.
        unsafe { sys::brio_inspector_dispatch(self.raw, message.as_ptr(), message.len()) };
    }
}

impl Drop for InspectorSession {
    fn drop(&mut self) {
        // SAFETY: connected, and not used again.
        unsafe { sys::brio_inspector_disconnect(self.raw) };
    }
}

/// Called when a realm was made on this thread: its inspector is made when it is needed.
pub(crate) fn note_realm(_global: usize) {}

/// Ends the inspector of the realm of this thread, when its sessions have ended. The realm must be alive.
pub fn end_inspector(cx: Context<'_>) {
    // SAFETY: the sessions were dropped, and the realm is alive.
    cx.locked(|| unsafe { sys::brio_inspector_end() });
}

/// Sets what a paused program waits with. It is called until the program continues, and may dispatch messages.
pub fn set_pause_wait(wait: extern "C" fn()) {
    // SAFETY: a function that lives as long as the process.
    unsafe { sys::brio_set_pause_wait(wait) };
}

extern "C" fn deliver(receiver: *mut c_void, text: *const u8, length: usize) {
    // SAFETY: the receiver of a session, which is connected.
    let receive = unsafe { &*receiver.cast::<Receive>() };
    // SAFETY: the engine passes its own text, which lives during the call.
    let bytes = unsafe { std::slice::from_raw_parts(text, length) };
    // A panic must not cross the engine's frames; the message is lost then.
    let _ = catch_unwind(AssertUnwindSafe(|| receive(&String::from_utf8_lossy(bytes))));
}
