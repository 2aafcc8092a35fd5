//! Sessions with the inspector of the system's library. Its C API has none, but every realm has an object that remote
//! inspectors connect to (`RemoteControllableTarget`). The library announces it by `init` and, while its debugger has paused
//! a program, calls `RunLoop::cycle`; both go through the dynamic linker, so the functions of the same names here, which the
//! binary exports (`cli/build.rs`), are called instead. A library whose objects differ has no inspector that can be reached.

use crate::Context;
use crate::string::{StringImpl, with_implementation};
use brio_jsc_sys::lazy_engine::address;
use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_int, c_uint, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

/// Receives the messages of the engine.
type Receive = Box<dyn Fn(&str)>;
/// `void RemoteControllableTarget::init()`.
type Init = unsafe extern "C" fn(*mut Target);

/// A `RemoteControllableTarget`. Behind its table of functions it has, among other members, the address of its realm.
#[repr(C)]
struct Target {
    functions: *const TargetFunctions,
    members: [usize; MEMBERS],
}
/// How many realms of a thread are known.
const REALMS_MAX: usize = 16;
/// How many words of a target are read: it has more.
const MEMBERS: usize = 6;

/// The table of functions of a target, as far as it is used.
#[repr(C)]
struct TargetFunctions {
    destructors: [*const c_void; 2],
    connect: unsafe extern "C" fn(*mut Target, *mut Channel, bool, bool),
    disconnect: unsafe extern "C" fn(*mut Target, *mut Channel),
    kind: *const c_void,
    /// A function that the library exports: the table is as it is declared here when it stands in this place.
    is_allowed: *const c_void,
    /// `void dispatchMessageFromRemote(String&&)`.
    dispatch: unsafe extern "C" fn(*mut Target, *mut *mut c_void),
}

const INIT: &CStr = c"_ZN9Inspector24RemoteControllableTarget4initEv";
const IS_ALLOWED: &CStr = c"_ZNK9Inspector22RemoteInspectionTarget20remoteControlAllowedEv";

/// A `FrontendChannel`: the engine's side of a session.
#[repr(C)]
struct Channel {
    functions: *const ChannelFunctions,
    receive: Receive,
}

/// The table of functions of a channel.
#[repr(C)]
struct ChannelFunctions {
    destructors: [unsafe extern "C" fn(*mut Channel); 2],
    connection_type: unsafe extern "C" fn(*const Channel) -> bool,
    send: unsafe extern "C" fn(*mut Channel, *const *const StringImpl),
}

static CHANNEL_FUNCTIONS: ChannelFunctions =
    ChannelFunctions { destructors: [leave_to_owner, leave_to_owner], connection_type: is_local, send: deliver };

thread_local! {
    /// The target that was announced last on this thread.
    static ANNOUNCED: Cell<*mut Target> = const { Cell::new(ptr::null_mut()) };
    /// The targets of the realms of this thread, by the address of their global object.
    static TARGETS: RefCell<Vec<(usize, *mut Target)>> = const { RefCell::new(Vec::new()) };
}

/// What a paused program waits with.
static PAUSE_WAIT: AtomicPtr<c_void> = AtomicPtr::new(ptr::null_mut());

/// A session with the inspector of a realm. It must be dropped on the realm's thread, before the realm ends.
pub struct InspectorSession {
    target: *mut Target,
    channel: Box<Channel>,
}

impl InspectorSession {
    /// Whether the engine's inspector can be reached.
    pub fn is_available() -> bool {
        address(INIT).is_some() && address(IS_ALLOWED).is_some()
    }

    /// Connects to the inspector of the context's realm. `receive` gets its messages, on this thread. None when the engine has no
    /// inspector that can be reached.
    pub fn connect(cx: Context<'_>, receive: Receive) -> Option<Self> {
        let global = cx.raw_global().addr();
        let target = TARGETS
            .with_borrow(|targets| targets.iter().rev().find(|(of, _)| *of == global).map(|(_, target)| *target))?;
        let functions = functions_of(target)?;
        let mut channel = Box::new(Channel { functions: &CHANNEL_FUNCTIONS, receive });
        // SAFETY: the target of a live realm; the session owns the channel until it disconnects.
        unsafe { (functions.connect)(target, &raw mut *channel, false, false) };
        Some(Self { target, channel })
    }

    /// Gives a message of WebKit's inspector protocol to the engine, which may run code of the program.
    pub fn dispatch(&self, message: &str) {
        let Some(functions) = functions_of(self.target) else { return };
        with_implementation(message, |string| {
            // SAFETY: the string of a message, which is live during this call.
            let mut moved = unsafe { *string };
            // SAFETY: as above.
            unsafe { add_reference(moved, REFERENCE) };
            // SAFETY: a connected target; it takes the reference, and leaves null, or leaves it to us.
            unsafe { (functions.dispatch)(self.target, &raw mut moved) };
            if !moved.is_null() {
                // SAFETY: as above; there is one more reference.
                unsafe { add_reference(moved, REFERENCE.wrapping_neg()) };
            }
        });
    }
}

impl Drop for InspectorSession {
    fn drop(&mut self) {
        if let Some(functions) = functions_of(self.target) {
            // SAFETY: connected, and not used again.
            unsafe { (functions.disconnect)(self.target, &raw mut *self.channel) };
        }
    }
}

/// How the engine counts a reference to a string: the lowest bit says that it is static.
const REFERENCE: u32 = 2;

/// # Safety
/// `string` is a live `StringImpl`, which begins with its count of references.
unsafe fn add_reference(string: *mut c_void, count: u32) {
    // SAFETY: what the caller guarantees; the engine changes the count atomically too.
    let references = unsafe { AtomicU32::from_ptr(string.cast()) };
    references.fetch_add(count, Ordering::Relaxed);
}

/// The functions of a target, when its table is as declared here.
fn functions_of(target: *mut Target) -> Option<&'static TargetFunctions> {
    static IS_ALLOWED_AT: OnceLock<usize> = OnceLock::new();
    let expected = *IS_ALLOWED_AT.get_or_init(|| address(IS_ALLOWED).map_or(0, |found| found.addr()));
    // SAFETY: the target of a live realm, which begins with the address of its table.
    let table = unsafe { (*target).functions };
    // SAFETY: tables live as long as the library.
    let functions = unsafe { &*table };
    (expected != 0 && functions.is_allowed.addr() == expected).then_some(functions)
}

/// Ends the inspector of the realm of this thread, when its sessions have ended: the realm itself does that.
pub fn end_inspector(_cx: Context<'_>) {}

/// Called when a realm was made on this thread: the target that was announced last is its own.
pub(crate) fn note_realm(global: usize) {
    let target = ANNOUNCED.get();
    if target.is_null() {
        return;
    }
    // SAFETY: announced while this realm was made, which is alive.
    let members = unsafe { (*target).members };
    if members.contains(&global) {
        TARGETS.with_borrow_mut(|targets| {
            targets.retain(|(of, _)| *of != global);
            // The realm of the thread is the first; contexts of `node:vm` follow.
            if targets.len() == REALMS_MAX {
                targets.remove(1);
            }
            targets.push((global, target));
        });
    }
}

/// Sets what a paused program waits with. It is called until the program continues, and may dispatch messages.
pub fn set_pause_wait(wait: extern "C" fn()) {
    PAUSE_WAIT.store((wait as *const c_void).cast_mut(), Ordering::Relaxed);
    // The library calls the functions of these names: this makes the linker retain them.
    std::hint::black_box((announce as Init, cycle as unsafe extern "C" fn(c_uint) -> c_int));
}

/// Replaces the engine's `RemoteControllableTarget::init`, and calls it.
// SAFETY: the name and the parameters are those of the engine's function, which this one calls.
#[unsafe(export_name = "_ZN9Inspector24RemoteControllableTarget4initEv")]
unsafe extern "C" fn announce(target: *mut Target) {
    static ORIGINAL: OnceLock<Option<Init>> = OnceLock::new();
    ANNOUNCED.set(target);
    let original = *ORIGINAL.get_or_init(|| {
        // SAFETY: the mangled name spells a method without parameters.
        address(INIT).map(|found| unsafe { std::mem::transmute::<*mut c_void, Init>(found) })
    });
    if let Some(original) = original {
        // SAFETY: what the engine passed to its own function.
        unsafe { original(target) };
    }
}

/// Replaces the engine's `RunLoop::cycle`, which its debugger calls again and again while a program is paused. Returns
/// `CycleResult::Continue`.
// SAFETY: the name and the parameters are those of the engine's function; nothing else in the engine calls it.
#[unsafe(export_name = "_ZN3WTF7RunLoop5cycleEj")]
unsafe extern "C" fn cycle(_mode: c_uint) -> c_int {
    let wait = PAUSE_WAIT.load(Ordering::Relaxed);
    if !wait.is_null() {
        // SAFETY: only `set_pause_wait` stores here.
        let wait = unsafe { std::mem::transmute::<*mut c_void, extern "C" fn()>(wait) };
        wait();
    }
    0
}

/// The destructors of a channel: its session drops it.
unsafe extern "C" fn leave_to_owner(_channel: *mut Channel) {}

/// `connectionType()`: `ConnectionType::Local`.
unsafe extern "C" fn is_local(_channel: *const Channel) -> bool {
    true
}

unsafe extern "C" fn deliver(channel: *mut Channel, message: *const *const StringImpl) {
    // SAFETY: a channel of a session that is connected.
    let channel = unsafe { &*channel };
    // SAFETY: the engine passes a `String`, which is one pointer, and null when it is empty.
    let text = unsafe { *message };
    // SAFETY: as above; the string lives during the call.
    let Some(text) = (unsafe { text.as_ref() }) else { return };
    // A panic must not cross the engine's frames; the message is lost then.
    let _ = catch_unwind(AssertUnwindSafe(|| (channel.receive)(&text.to_rust())));
}
