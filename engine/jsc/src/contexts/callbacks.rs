//! What the engine calls for a global object of [`super`]. The contextified object comes first. Two kinds of properties
//! are the global object's own all the same:
//! - variables that scripts declare, which the engine reads without calling anything. They are written to both, and the
//!   object `declared` has the value that both had last.
//! - mirrored properties, accessors that read and write the contextified object. Only its own properties are enumerable
//!   for the engine, and only they tell a name from a symbol with that description: the callbacks get the description.

use crate::{Context, Value, string::JsString};
use brio_jsc_sys as sys;
use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;

/// What a global object has for these callbacks, under private names.
#[derive(Clone, Copy)]
pub(super) enum Private {
    Target,
    Declared,
    Mirrored,
    Assign,
    Remove,
    Drop,
    List,
}

const PRIVATE_NAMES: [&str; 7] = ["target", "declared", "mirrored", "assign", "remove", "drop", "list"];

thread_local! {
    static CLASS: Cell<sys::JSClassRef> = const { Cell::new(ptr::null_mut()) };
    static NAMES: [Cell<sys::JSStringRef>; 7] = const { [const { Cell::new(ptr::null_mut()) }; 7] };
    /// While set, globals of such contexts are plain: their own properties are read and written.
    static IS_PLAIN: Cell<bool> = const { Cell::new(false) };
}

/// The class of such global objects.
pub(super) fn class() -> sys::JSClassRef {
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

/// Runs `work` while the globals of such contexts are plain objects.
pub(super) fn plainly<R>(work: impl FnOnce() -> R) -> R {
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            IS_PLAIN.set(self.0);
        }
    }
    let _restore = Restore(IS_PLAIN.replace(true));
    work()
}

/// Sets a private property of a global object of `context`.
pub(super) fn set_private<'cx>(context: Context<'cx>, global: Value<'cx>, name: Private, value: Value<'cx>) {
    // SAFETY: a live context, its global object, and a value of the same VM.
    unsafe { sys::JSObjectSetPrivateProperty(context.raw(), global.raw_object(), private_name(name), value.raw()) };
}

/// A name that is made once and cached as long as the thread.
fn private_name(name: Private) -> sys::JSStringRef {
    NAMES.with(|names| {
        let place = &names[name as usize];
        if place.get().is_null() {
            let made = JsString::new(PRIVATE_NAMES[name as usize]);
            place.set(made.raw());
            std::mem::forget(made);
        }
        place.get()
    })
}

/// A global object during a call of the engine, with its contextified object.
#[derive(Clone, Copy)]
struct Global<'cx> {
    context: Context<'cx>,
    object: Value<'cx>,
    target: Value<'cx>,
}

impl<'cx> Global<'cx> {
    /// None while it is being made or plain.
    ///
    /// # Safety
    /// The engine calls with them: a live context, and an object of our class.
    unsafe fn of(context: sys::JSContextRef, object: sys::JSObjectRef) -> Option<Self> {
        if IS_PLAIN.get() {
            return None;
        }
        // SAFETY: the caller's promise; it is live until the engine's call returns.
        let context = unsafe { Context::from_raw(context) };
        let object = Value::from_raw(object.cast_const());
        private(context, object, Private::Target).map(|target| Self { context, object, target })
    }

    fn private(self, name: Private) -> Option<Value<'cx>> {
        private(self.context, self.object, name)
    }

    /// Whether the object of a private property has `name`.
    fn is_in(self, holder: Private, name: sys::JSStringRef) -> bool {
        self.private(holder).is_some_and(|holder| has(self.context, holder, name))
    }

    /// Calls a function that was set, with `name`. Undefined without one.
    fn call(self, function: Private, name: Option<sys::JSStringRef>) -> Result<Value<'cx>, Value<'cx>> {
        let Some(function) = self.private(function) else { return Ok(Value::undefined()) };
        match name {
            Some(name) => {
                // SAFETY: a live context and a live string of the engine's call.
                let name = Value::from_raw(unsafe { sys::JSValueMakeString(self.context.raw(), name) });
                function.call(self.context, &[name])
            }
            None => function.call(self.context, &[]),
        }
    }

    /// Whether a declared variable and the property have the same value, after a change of the property from outside
    /// was copied.
    fn is_current(self, name: sys::JSStringRef) -> bool {
        let Some(declared) = self.private(Private::Declared) else { return false };
        let last = read(self.context, declared, name);
        let (Ok(last), Ok(value)) = (last, read(self.context, self.target, name)) else { return false };
        last.strict_equals(self.context, value)
            || (plainly(|| write(self.context, self.object, name, value)).is_ok()
                && write(self.context, declared, name, value).is_ok())
    }
}

fn private<'cx>(context: Context<'cx>, object: Value<'cx>, name: Private) -> Option<Value<'cx>> {
    // SAFETY: a live context and an object of our class.
    let value = unsafe { sys::JSObjectGetPrivateProperty(context.raw(), object.raw_object(), private_name(name)) };
    (!value.is_null()).then(|| Value::from_raw(value))
}

fn has<'cx>(context: Context<'cx>, object: Value<'cx>, name: sys::JSStringRef) -> bool {
    // SAFETY: a live context, an object of its VM, and a live string of the engine's call.
    unsafe { sys::JSObjectHasProperty(context.raw(), object.raw_object(), name) }
}

fn read<'cx>(context: Context<'cx>, object: Value<'cx>, name: sys::JSStringRef) -> Result<Value<'cx>, Value<'cx>> {
    let mut exception = ptr::null();
    // SAFETY: as in `has`; `exception` is a valid out-pointer.
    let value = unsafe { sys::JSObjectGetProperty(context.raw(), object.raw_object(), name, &mut exception) };
    if exception.is_null() { Ok(Value::from_raw(value)) } else { Err(Value::from_raw(exception)) }
}

fn write<'cx>(
    context: Context<'cx>,
    object: Value<'cx>,
    name: sys::JSStringRef,
    value: Value<'cx>,
) -> Result<(), Value<'cx>> {
    let mut exception = ptr::null();
    // SAFETY: as in `read`; the value is of the same VM.
    unsafe { sys::JSObjectSetProperty(context.raw(), object.raw_object(), name, value.raw(), 0, &mut exception) };
    if exception.is_null() { Ok(()) } else { Err(Value::from_raw(exception)) }
}

/// The result for the engine, which gets an error through `exception`.
fn reported<T: Default>(result: Result<T, Value<'_>>, exception: *mut sys::JSValueRef) -> T {
    result.unwrap_or_else(|error| {
        if !exception.is_null() {
            // SAFETY: the engine's out-pointer.
            unsafe { exception.write(error.raw()) };
        }
        T::default()
    })
}

unsafe extern "C" fn has_property(
    context: sys::JSContextRef,
    object: sys::JSObjectRef,
    name: sys::JSStringRef,
) -> bool {
    // SAFETY: the engine's arguments.
    let Some(global) = (unsafe { Global::of(context, object) }) else { return false };
    let is_in_target = has(global.context, global.target, name);
    // The engine finds the global object's own properties itself.
    if global.is_in(Private::Mirrored, name) {
        if !is_in_target {
            let _ = global.call(Private::Drop, Some(name));
        }
        return false;
    }
    is_in_target && !(global.is_in(Private::Declared, name) && global.is_current(name))
}

unsafe extern "C" fn get_property(
    context: sys::JSContextRef,
    object: sys::JSObjectRef,
    name: sys::JSStringRef,
    exception: *mut sys::JSValueRef,
) -> sys::JSValueRef {
    // SAFETY: the engine's arguments.
    let Some(global) = (unsafe { Global::of(context, object) }) else { return ptr::null() };
    if !has(global.context, global.target, name) {
        return ptr::null();
    }
    match read(global.context, global.target, name) {
        // Inside, the object is its global.
        Ok(value) if ptr::eq(value.raw(), global.target.raw()) => global.context.global().raw(),
        result => reported(result.map(|value| Some(value.raw())), exception).unwrap_or(ptr::null()),
    }
}

/// False: the engine assigns to the property of the global object itself, then or as well.
unsafe extern "C" fn set_property(
    context: sys::JSContextRef,
    object: sys::JSObjectRef,
    name: sys::JSStringRef,
    value: sys::JSValueRef,
    exception: *mut sys::JSValueRef,
) -> bool {
    // SAFETY: the engine's arguments.
    let Some(global) = (unsafe { Global::of(context, object) }) else { return false };
    reported(assign(global, name, Value::from_raw(value)), exception);
    false
}

/// Makes sure that the assignment that follows reaches the contextified object.
fn assign<'cx>(global: Global<'cx>, name: sys::JSStringRef, value: Value<'cx>) -> Result<(), Value<'cx>> {
    let context = global.context;
    if let Some(mirrored) = global.private(Private::Mirrored)
        && read(context, mirrored, name)?.truthy(context)
    {
        return Ok(());
    }
    let is_variable =
        global.is_in(Private::Declared, name) || global.call(Private::Assign, Some(name))?.truthy(context);
    if !is_variable {
        return Ok(());
    }
    write(context, global.target, name, value)?;
    match global.private(Private::Declared) {
        Some(declared) => write(context, declared, name, value),
        None => Ok(()),
    }
}

/// False: the engine deletes the property of the global object itself, or refuses to.
unsafe extern "C" fn delete_property(
    context: sys::JSContextRef,
    object: sys::JSObjectRef,
    name: sys::JSStringRef,
    exception: *mut sys::JSValueRef,
) -> bool {
    // SAFETY: the engine's arguments.
    let Some(global) = (unsafe { Global::of(context, object) }) else { return false };
    if global.is_in(Private::Mirrored, name) || has(global.context, global.target, name) {
        reported(global.call(Private::Remove, Some(name)).map(|_| ()), exception);
    }
    false
}

unsafe extern "C" fn get_property_names(
    context: sys::JSContextRef,
    object: sys::JSObjectRef,
    accumulator: sys::JSPropertyNameAccumulatorRef,
) {
    // SAFETY: the engine's arguments.
    let Some(global) = (unsafe { Global::of(context, object) }) else { return };
    let Ok(names) = global.call(Private::List, None) else { return };
    for index in 0.. {
        let Ok(name) = names.get_index(global.context, index) else { return };
        if name.is_undefined() {
            return;
        }
        let Ok(name) = name.to_js_string(global.context) else { return };
        // SAFETY: the engine's accumulator and a live string; it takes a reference of its own.
        unsafe { sys::JSPropertyNameAccumulatorAddName(accumulator, name.raw()) };
    }
}
