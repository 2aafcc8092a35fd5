//! The objects that `napi_create_external` makes: each has a pointer of its addon.

use brio_jsc::{Context, Value, raw};
use brio_jsc_sys as sys;
use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::ptr;

thread_local! {
    /// The class of the externals of this thread, made by the first.
    static CLASS: Cell<sys::JSClassRef> = const { Cell::new(ptr::null_mut()) };
}

/// An external with a pointer. It has no prototype, as in Node.
pub fn make(cx: Context<'_>, data: *mut c_void) -> Value<'_> {
    // SAFETY: a live context, and a class that lives as long as the thread.
    let object = unsafe { sys::JSObjectMake(raw::context_pointer(cx), class(), data) };
    let null = ptr::with_exposed_provenance(raw::bits(Value::null()) as usize);
    // SAFETY: a live context, the object just made, and null as the engine encodes it.
    unsafe { sys::JSObjectSetPrototype(raw::context_pointer(cx), object, null) };
    // SAFETY: just made.
    unsafe { raw::value(cx, object.expose_provenance() as u64) }
}

/// Whether a value is an external of an addon.
pub fn is_external<'cx>(cx: Context<'cx>, value: Value<'cx>) -> bool {
    // Without a class there is no external.
    let class = CLASS.get();
    let object = ptr::with_exposed_provenance(raw::bits(value) as usize);
    // SAFETY: a live object of this virtual machine and a live class.
    !class.is_null()
        && value.is_object(cx)
        && unsafe { sys::JSValueIsObjectOfClass(raw::context_pointer(cx), object, class) }
}

/// The pointer of an external. None for another value.
pub fn pointer<'cx>(cx: Context<'cx>, value: Value<'cx>) -> Option<*mut c_void> {
    let object = ptr::with_exposed_provenance_mut(raw::bits(value) as usize);
    // SAFETY: a live object of the class.
    is_external(cx, value).then(|| unsafe { sys::JSObjectGetPrivate(object) })
}

/// The same as a number.
pub fn address_of_external<'cx>(cx: Context<'cx>, value: Value<'cx>) -> Option<usize> {
    pointer(cx, value).map(|pointer| pointer.addr())
}

fn class() -> sys::JSClassRef {
    if CLASS.get().is_null() {
        const NO_AUTOMATIC_PROTOTYPE: u32 = 2;
        let nothing: *const c_void = ptr::null();
        let definition = sys::JSClassDefinition {
            version: 0 as c_int,
            attributes: NO_AUTOMATIC_PROTOTYPE,
            class_name: c"Object".as_ptr(),
            parent_class: ptr::null_mut(),
            static_values: nothing,
            static_functions: nothing,
            initialize: nothing,
            finalize: nothing,
            has_property: None,
            get_property: None,
            set_property: None,
            delete_property: None,
            get_property_names: None,
            call_as_function: nothing,
            call_as_constructor: nothing,
            has_instance: nothing,
            convert_to_type: nothing,
        };
        // SAFETY: a complete definition, which the engine copies.
        CLASS.set(unsafe { sys::JSClassCreate(&definition) });
    }
    CLASS.get()
}
