//! What native addons ask of objects beyond `object.rs`: properties by keys that are values, conversions, promises.

use crate::{Context, Value, call::check};
use brio_jsc_sys as sys;
use std::ptr;

impl<'cx> Value<'cx> {
    /// `object[key]`. The value must be an object.
    pub fn get_key(self, cx: Context<'cx>, key: Value<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut exception = ptr::null();
        // SAFETY: a live object and key of the VM of 'cx; `exception` is a valid out-pointer.
        let raw = unsafe { sys::JSObjectGetPropertyForKey(cx.raw(), self.raw_object(), key.raw(), &mut exception) };
        check(raw, exception)
    }

    /// `object[key] = value`. The value must be an object.
    pub fn set_key(self, cx: Context<'cx>, key: Value<'cx>, value: Value<'cx>) -> Result<(), Value<'cx>> {
        let mut exception = ptr::null();
        // SAFETY: as in `get_key`.
        unsafe {
            sys::JSObjectSetPropertyForKey(cx.raw(), self.raw_object(), key.raw(), value.raw(), 0, &mut exception)
        };
        check(ptr::null(), exception).map(|_| ())
    }

    /// `key in object`. The value must be an object.
    pub fn has_key(self, cx: Context<'cx>, key: Value<'cx>) -> Result<bool, Value<'cx>> {
        let mut exception = ptr::null();
        // SAFETY: as in `get_key`.
        let has = unsafe { sys::JSObjectHasPropertyForKey(cx.raw(), self.raw_object(), key.raw(), &mut exception) };
        check(ptr::null(), exception).map(|_| has)
    }

    /// `delete object[key]`. The value must be an object.
    pub fn delete_key(self, cx: Context<'cx>, key: Value<'cx>) -> Result<bool, Value<'cx>> {
        let mut exception = ptr::null();
        // SAFETY: as in `get_key`.
        let is_deleted =
            unsafe { sys::JSObjectDeletePropertyForKey(cx.raw(), self.raw_object(), key.raw(), &mut exception) };
        check(ptr::null(), exception).map(|_| is_deleted)
    }

    /// `object[index] = value`. The value must be an object.
    pub fn set_index(self, cx: Context<'cx>, index: u32, value: Value<'cx>) -> Result<(), Value<'cx>> {
        let mut exception = ptr::null();
        // SAFETY: as in `get_key`.
        unsafe {
            sys::JSObjectSetPropertyAtIndex(cx.raw(), self.raw_object(), index, value.raw(), &mut exception);
        };
        check(ptr::null(), exception).map(|_| ())
    }

    /// `Object(value)`; throws for null and undefined.
    pub fn to_object(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut exception = ptr::null();
        // SAFETY: a live value of the VM of 'cx; `exception` is a valid out-pointer.
        let raw = unsafe { sys::JSValueToObject(cx.raw(), self.raw(), &mut exception) };
        check(raw.cast_const(), exception)
    }

    /// `String(value)` as a value; throws for a symbol.
    pub fn to_string_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let string = self.to_js_string(cx)?;
        // SAFETY: a live context and string.
        Ok(Value::from_raw(unsafe { sys::JSValueMakeString(cx.raw(), string.raw()) }))
    }

    /// `value instanceof constructor`. The constructor must be an object.
    pub fn is_instance_of(self, cx: Context<'cx>, constructor: Value<'cx>) -> Result<bool, Value<'cx>> {
        let mut exception = ptr::null();
        // SAFETY: a live value and object of the VM of 'cx; `exception` is a valid out-pointer.
        let is_instance = unsafe {
            sys::JSValueIsInstanceOfConstructor(cx.raw(), self.raw(), constructor.raw_object(), &mut exception)
        };
        check(ptr::null(), exception).map(|_| is_instance)
    }

    /// Whether this object can be called with `new`.
    pub fn is_constructor(self, cx: Context<'cx>) -> bool {
        // SAFETY: a live object of the VM of 'cx.
        self.is_object(cx) && unsafe { sys::JSObjectIsConstructor(cx.raw(), self.raw_object()) }
    }

    /// The buffer of a typed array.
    pub fn array_buffer_of(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut exception = ptr::null();
        // SAFETY: a live object of the VM of 'cx; `exception` is a valid out-pointer.
        let raw = unsafe { sys::JSObjectGetTypedArrayBuffer(cx.raw(), self.raw_object(), &mut exception) };
        check(raw.cast_const(), exception)
    }
}

impl<'cx> Context<'cx> {
    /// A pending promise, and the functions that resolve and reject it.
    pub fn deferred_promise(self) -> Result<[Value<'cx>; 3], Value<'cx>> {
        let (mut resolve, mut reject) = (ptr::null_mut(), ptr::null_mut());
        let mut exception = ptr::null();
        // SAFETY: a live context and valid out-pointers.
        let promise =
            unsafe { sys::JSObjectMakeDeferredPromise(self.raw(), &mut resolve, &mut reject, &mut exception) };
        let promise = check(promise.cast_const(), exception)?;
        Ok([promise, Value::from_raw(resolve.cast_const()), Value::from_raw(reject.cast_const())])
    }

    /// `new Date(time)`, with milliseconds since 1970.
    pub fn date(self, time_ms: f64) -> Result<Value<'cx>, Value<'cx>> {
        let argument = Value::number(time_ms).raw();
        let mut exception = ptr::null();
        // SAFETY: a live context, one argument, a valid out-pointer.
        let raw = unsafe { sys::JSObjectMakeDate(self.raw(), 1, &argument, &mut exception) };
        check(raw.cast_const(), exception)
    }

    /// `Symbol(description)`.
    pub fn symbol(self, description: Value<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let description = description.to_js_string(self)?;
        // SAFETY: a live context and string.
        Ok(Value::from_raw(unsafe { sys::JSValueMakeSymbol(self.raw(), description.raw()) }))
    }

    /// `Symbol()`.
    pub fn undescribed_symbol(self) -> Value<'cx> {
        // SAFETY: a live context; without a description the symbol has none.
        Value::from_raw(unsafe { sys::JSValueMakeSymbol(self.raw(), ptr::null_mut()) })
    }

    /// A big integer from an unsigned number.
    pub fn big_uint(self, value: u64) -> Value<'cx> {
        let mut exception = ptr::null();
        // SAFETY: the context is live ('cx); `exception` is a valid out-pointer.
        let raw = unsafe { sys::JSBigIntCreateWithUInt64(self.raw(), value, &mut exception) };
        Value::from_raw(if exception.is_null() { raw } else { exception })
    }

    /// A big integer modulo 2^64 as an unsigned number, and whether that is all of it.
    pub fn big_int_to_u64(self, value: Value<'cx>) -> (u64, bool) {
        let mut exception = ptr::null();
        // SAFETY: the context and the value are live; `exception` is a valid out-pointer.
        let number = unsafe { sys::JSValueToUInt64(self.raw(), value.raw(), &mut exception) };
        (number, exception.is_null() && self.big_uint(number).strict_equals(self, value))
    }
}
