//! Further contexts of a VM, each with a global object of its own that shows the properties of another object: what
//! `node:vm` calls a contextified object. Properties are looked up in that object first, then in the global object
//! itself.

use crate::engine::note_realm;
use crate::{Context, Value, string::JsString};
use brio_jsc_sys as sys;
use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;

thread_local! {
    static CLASS: Cell<sys::JSClassRef> = const { Cell::new(ptr::null_mut()) };
    static TARGET_NAME: Cell<sys::JSStringRef> = const { Cell::new(ptr::null_mut()) };
    static DECLARED_NAME: Cell<sys::JSStringRef> = const { Cell::new(ptr::null_mut()) };
    static ASSIGN_NAME: Cell<sys::JSStringRef> = const { Cell::new(ptr::null_mut()) };
    /// While set, assignments that fail throw: a strict script runs.
    static IS_STRICT: Cell<bool> = const { Cell::new(false) };
    /// While set, globals of such contexts are plain: their own properties are read and written.
    static IS_PLAIN: Cell<bool> = const { Cell::new(false) };
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
    /// a property, true, for each name that scripts declare and assign: such names live in the global object as well.
    pub fn new_context(self, target: Option<Value<'cx>>, declared: Value<'cx>) -> Value<'cx> {
        let class = if target.is_some() { shown_class() } else { ptr::null_mut() };
        // SAFETY: a live VM; the class is null or made by `JSClassCreate`.
        let raw = unsafe { create(self.raw_group(), class) };
        // SAFETY: just made.
        let global = unsafe { sys::JSContextGetGlobalObject(raw) };
        let value = Value::from_raw(global.cast_const());
        if let Some(target) = target {
            // SAFETY: a live context, its global object, and a value of the same VM.
            unsafe { sys::JSObjectSetPrivateProperty(raw, global, target_name(), target.raw()) };
            // SAFETY: as above.
            unsafe { sys::JSObjectSetPrivateProperty(raw, global, declared_name(), declared.raw()) };
        }
        // The caller holds the global object, on its stack now and later in JavaScript.
        // SAFETY: made above, released once.
        unsafe { sys::JSGlobalContextRelease(raw) };
        value
    }

    /// Makes assignments to the global of such a context go through `assign(target, name, value)` while a strict script runs in it.
    pub fn set_strict_assignment(self, global: Value<'cx>, assign: Value<'cx>) {
        let context = self.context_of(global);
        // SAFETY: a live context, its global object, and a function of the same VM.
        unsafe { sys::JSObjectSetPrivateProperty(context.raw(), global.raw_object(), assign_name(), assign.raw()) };
    }

    /// Runs `work`, code that is strict or not.
    pub fn with_strictness<R>(self, is_strict: bool, work: impl FnOnce() -> R) -> R {
        let _restore = Restore(&IS_STRICT, IS_STRICT.replace(is_strict));
        work()
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
        let _restore = Restore(&IS_PLAIN, IS_PLAIN.replace(true));
        work()
    }
}

/// Restores a flag of the thread when it is dropped.
struct Restore(&'static std::thread::LocalKey<Cell<bool>>, bool);

impl Drop for Restore {
    fn drop(&mut self) {
        self.0.set(self.1);
    }
}

fn target_name() -> sys::JSStringRef {
    kept_name(&TARGET_NAME, "target")
}

fn declared_name() -> sys::JSStringRef {
    kept_name(&DECLARED_NAME, "declared")
}

fn assign_name() -> sys::JSStringRef {
    kept_name(&ASSIGN_NAME, "assign")
}

/// A name that is made once and cached as long as the thread.
fn kept_name(place: &'static std::thread::LocalKey<Cell<sys::JSStringRef>>, text: &str) -> sys::JSStringRef {
    if place.get().is_null() {
        let name = JsString::new(text);
        place.set(name.raw());
        std::mem::forget(name);
    }
    place.get()
}

fn shown_class() -> sys::JSClassRef {
    if CLASS.get().is_null() {
        const NO_AUTOMATIC_PROTOTYPE: u32 = 2;
        let nothing: *const c_void = ptr::null();
        let definition = sys::JSClassDefinition {
            version: 0,
            attributes: NO_AUTOMATIC_PROTOTYPE,
            class_name: c"Object".as_ptr(),
            parent_class: ptr::null_mut(),
            static_values: nothing,
            static_functions: nothing,
            initialize: nothing,
            finalize: nothing,
            has_property: Some(has_property),
            get_property: Some(get_property),
            set_property: Some(set_property),
            delete_property: Some(delete_property),
            get_property_names: Some(get_property_names),
            call_as_function: nothing,
            call_as_constructor: nothing,
            has_instance: nothing,
            convert_to_type: nothing,
        };
        // SAFETY: a complete definition; the engine copies it. The class is cached as long as the thread.
        CLASS.set(unsafe { sys::JSClassCreate(&definition) });
    }
    CLASS.get()
}

/// The object that a global shows; None while it is being made or plain.
fn target_of(context: sys::JSContextRef, object: sys::JSObjectRef) -> Option<sys::JSObjectRef> {
    if IS_PLAIN.get() {
        return None;
    }
    // SAFETY: the engine calls with a live context and an object of our class.
    let target = unsafe { sys::JSObjectGetPrivateProperty(context, object, target_name()) };
    (!target.is_null()).then(|| target.cast_mut())
}

unsafe extern "C" fn has_property(
    context: sys::JSContextRef,
    object: sys::JSObjectRef,
    name: sys::JSStringRef,
) -> bool {
    // SAFETY: live arguments of the engine; the target is an object of the same VM.
    target_of(context, object).is_some_and(|target| unsafe { sys::JSObjectHasProperty(context, target, name) })
}

unsafe extern "C" fn get_property(
    context: sys::JSContextRef,
    object: sys::JSObjectRef,
    name: sys::JSStringRef,
    exception: *mut sys::JSValueRef,
) -> sys::JSValueRef {
    let Some(target) = target_of(context, object) else { return ptr::null() };
    // SAFETY: as in `has_property`.
    if !unsafe { sys::JSObjectHasProperty(context, target, name) } {
        return ptr::null();
    }
    // SAFETY: as above; `exception` is the engine's out-pointer.
    let value = unsafe { sys::JSObjectGetProperty(context, target, name, exception) };
    if ptr::eq(value, target) {
        // Inside, the object is its global.
        // SAFETY: a live context.
        return unsafe { sys::JSContextGetGlobalObject(context) }.cast_const();
    }
    value
}

unsafe extern "C" fn set_property(
    context: sys::JSContextRef,
    object: sys::JSObjectRef,
    name: sys::JSStringRef,
    value: sys::JSValueRef,
    exception: *mut sys::JSValueRef,
) -> bool {
    let Some(target) = target_of(context, object) else { return false };
    assign(context, object, target, name, value, exception);
    // A declared variable is read from the global object itself, so it is written there, too.
    let was_plain = IS_PLAIN.replace(true);
    // SAFETY: live arguments of the engine.
    let is_declared = unsafe { sys::JSObjectHasProperty(context, object, name) };
    IS_PLAIN.set(was_plain);
    if is_declared {
        // SAFETY: live arguments of the engine.
        let declared = unsafe { sys::JSObjectGetPrivateProperty(context, object, declared_name()) };
        if !declared.is_null() {
            // SAFETY: an object of the same VM, set in `new_context`.
            unsafe {
                sys::JSObjectSetProperty(
                    context,
                    declared.cast_mut(),
                    name,
                    Value::boolean(true).raw(),
                    0,
                    ptr::null_mut(),
                )
            };
        }
    }
    !is_declared
}

/// `target[name] = value` as strict code or as sloppy code does it.
fn assign(
    context: sys::JSContextRef,
    object: sys::JSObjectRef,
    target: sys::JSObjectRef,
    name: sys::JSStringRef,
    value: sys::JSValueRef,
    exception: *mut sys::JSValueRef,
) {
    let function = if IS_STRICT.get() {
        // SAFETY: the engine calls with a live context and an object of our class.
        unsafe { sys::JSObjectGetPrivateProperty(context, object, assign_name()) }
    } else {
        ptr::null()
    };
    if function.is_null() {
        // SAFETY: live arguments of the engine; the target is an object of the same VM.
        unsafe { sys::JSObjectSetProperty(context, target, name, value, 0, exception) };
        return;
    }
    // Setters that it calls are code of their own.
    let _restore = Restore(&IS_STRICT, IS_STRICT.replace(false));
    // SAFETY: a live context and a live string.
    let name = unsafe { sys::JSValueMakeString(context, name) };
    let arguments = [target.cast_const(), name, value];
    // SAFETY: a function of the same VM, set in `set_strict_assignment`, with three live values; `exception` is the engine's out-pointer.
    unsafe {
        sys::JSObjectCallAsFunction(
            context,
            function.cast_mut(),
            ptr::null_mut(),
            arguments.len(),
            arguments.as_ptr(),
            exception,
        )
    };
}

unsafe extern "C" fn delete_property(
    context: sys::JSContextRef,
    object: sys::JSObjectRef,
    name: sys::JSStringRef,
    exception: *mut sys::JSValueRef,
) -> bool {
    let Some(target) = target_of(context, object) else { return false };
    // SAFETY: as in `get_property`.
    if !unsafe { sys::JSObjectHasProperty(context, target, name) } {
        return false;
    }
    // SAFETY: as in `get_property`.
    unsafe { sys::JSObjectDeleteProperty(context, target, name, exception) }
}

unsafe extern "C" fn get_property_names(
    context: sys::JSContextRef,
    object: sys::JSObjectRef,
    accumulator: sys::JSPropertyNameAccumulatorRef,
) {
    let Some(target) = target_of(context, object) else { return };
    // SAFETY: as in `has_property`.
    let names = unsafe { sys::JSObjectCopyPropertyNames(context, target) };
    // SAFETY: made above.
    let count = unsafe { sys::JSPropertyNameArrayGetCount(names) };
    for index in 0..count {
        // SAFETY: below the count; the array owns the name.
        let name = unsafe { sys::JSPropertyNameArrayGetNameAtIndex(names, index) };
        // SAFETY: the engine's accumulator; it takes a reference of its own.
        unsafe { sys::JSPropertyNameAccumulatorAddName(accumulator, name) };
    }
    // SAFETY: made above, released once.
    unsafe { sys::JSPropertyNameArrayRelease(names) };
}
