//! Further contexts of a VM, each with a global object of its own that shows the properties of another object: what
//! `node:vm` calls a contextified object. Properties are looked up in that object first, then in the global object
//! itself. What the engine calls is in `contexts/callbacks.rs`.

mod callbacks;

use crate::engine::note_realm;
use crate::{Context, Value};
use brio_jsc_sys as sys;
use callbacks::Private;
use std::ptr;

/// The functions that decide about properties that the global object has itself; each is called with a name.
pub struct MirrorFunctions<'cx> {
    /// Called before an assignment. True: the name is a variable of scripts, which has to be written to both.
    pub assign: Value<'cx>,
    /// Deletes a property of the contextified object before the engine deletes that of the global object.
    pub remove: Value<'cx>,
    /// Called when a mirrored property is missing in the contextified object.
    pub drop: Value<'cx>,
    /// Returns an array of the names of the enumerable properties.
    pub list: Value<'cx>,
}

/// A context for the VM of `group`; a null class makes the standard global object.
///
/// # Safety
/// The VM is alive and of this thread; the class is null or made by `JSClassCreate`.
pub(crate) unsafe fn create(group: sys::JSGroupRef, class: sys::JSClassRef) -> sys::JSContextRef {
    // SAFETY: the caller's promise.
    let context = unsafe { sys::JSGlobalContextCreateInGroup(group, class) };
    // For every exception that leaves it the engine would walk the native stack, for an inspector: slow, and the unwind
    // tables of a binary stay in memory.
    // SAFETY: just made.
    unsafe { sys::JSGlobalContextSetIncludesNativeCallStackWhenReportingExceptions(context, false) };
    if class.is_null() {
        note_realm(context.addr());
    }
    context
}

impl<'cx> Context<'cx> {
    /// Makes a context in this VM whose global object shows the properties of `target`; without one it is a plain global
    /// object. Returns the global object (as scripts see it), which keeps the context alive. `declared` is an object that gets
    /// a property, the assigned value, for each name that scripts declare and assign: such names live in the global
    /// object as well.
    pub fn new_context(self, target: Option<Value<'cx>>, declared: Value<'cx>) -> Value<'cx> {
        let class = if target.is_some() { callbacks::class() } else { ptr::null_mut() };
        // SAFETY: a live VM; the class is null or made by `JSClassCreate`.
        let raw = unsafe { create(self.raw_group(), class) };
        // SAFETY: just made.
        let global = unsafe { sys::JSContextGetGlobalObject(raw) };
        let value = Value::from_raw(global.cast_const());
        if let Some(target) = target {
            // SAFETY: live as long as its global object, which the context still holds here.
            let context = unsafe { Context::from_raw(raw) };
            callbacks::set_private(context, value, Private::Target, target);
            callbacks::set_private(context, value, Private::Declared, declared);
        }
        // The caller holds the global object, on its stack now and later in JavaScript.
        // SAFETY: made above, released once.
        unsafe { sys::JSGlobalContextRelease(raw) };
        value
    }

    /// Sets what decides about the properties that `global` has itself. `mirrored`: an object with a property for each
    /// of them that stands for one of the contextified object, false when assignments to it have to be asked about.
    pub fn set_mirror(self, global: Value<'cx>, mirrored: Value<'cx>, functions: &MirrorFunctions<'cx>) {
        let context = self.context_of(global);
        let values = [
            (Private::Mirrored, mirrored),
            (Private::Assign, functions.assign),
            (Private::Remove, functions.remove),
            (Private::Drop, functions.drop),
            (Private::List, functions.list),
        ];
        for (name, value) in values {
            callbacks::set_private(context, global, name, value);
        }
    }

    /// The context that made `object`.
    pub fn context_of(self, object: Value<'cx>) -> Context<'cx> {
        // SAFETY: the caller passes an object of this VM; its context lives as long as the object.
        let raw = unsafe { sys::JSObjectGetGlobalContext(object.raw_object()) };
        // SAFETY: live as long as the object is, which is on the caller's stack.
        unsafe { Context::from_raw(raw) }
    }

    /// Parses a classic script without running anything of it. The error is the SyntaxError.
    pub fn check_syntax(self, source: Value<'cx>, url: Value<'cx>, first_line: i32) -> Result<(), Value<'cx>> {
        let source = source.to_js_string(self)?;
        let url = url.to_js_string(self)?;
        let mut exception = ptr::null();
        // SAFETY: the context is live; both strings live through the call; `exception` is a valid out-pointer.
        let is_valid =
            unsafe { sys::JSCheckScriptSyntax(self.raw(), source.raw(), url.raw(), first_line, &mut exception) };
        if is_valid { Ok(()) } else { Err(Value::from_raw(exception)) }
    }

    /// Runs `work` while the globals of such contexts are plain objects.
    pub fn with_plain_globals<R>(self, work: impl FnOnce() -> R) -> R {
        callbacks::plainly(work)
    }
}
