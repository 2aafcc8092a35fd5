//! Objects, arrays, errors and their properties.

use crate::{Context, Value, ValueKind, call::check, cell::CellKind, string::JsString};
use brio_jsc_sys as sys;
use std::ptr;

impl<'cx> Value<'cx> {
    /// True for objects, functions included.
    #[inline]
    pub fn is_object(self, cx: Context<'cx>) -> bool {
        self.is_surely_object() || (self.is_cell() && self.kind(cx) == ValueKind::Object)
    }

    /// True for what can be called.
    pub fn is_function(self, cx: Context<'cx>) -> bool {
        if !self.is_cell() {
            return false;
        }
        if self.known_kind() == Some(CellKind::Function) {
            return true;
        }
        // SAFETY: a live cell of the VM of 'cx; the engine answers false for cells that are not objects only when
        // given an object, hence the kind check first.
        self.kind(cx) == ValueKind::Object && unsafe { sys::JSObjectIsFunction(cx.raw(), self.raw_object()) }
    }

    /// `object[name]`. Runs getters. Returns undefined for a missing property; throws for a value that is not an
    /// object.
    pub fn get(self, cx: Context<'cx>, name: &str) -> Result<Value<'cx>, Value<'cx>> {
        if !self.is_object(cx) {
            return Err(cx.type_error(&format!("cannot read '{name}' of a value that is not an object")));
        }
        let name = JsString::new(name);
        let mut exception = ptr::null();
        // SAFETY: a live object of the VM of 'cx; `name` lives through the call; `exception` is a valid out-pointer.
        let raw = unsafe { sys::JSObjectGetProperty(cx.raw(), self.raw_object(), name.raw(), &mut exception) };
        check(raw, exception)
    }

    /// `object[index]`.
    pub fn get_index(self, cx: Context<'cx>, index: u32) -> Result<Value<'cx>, Value<'cx>> {
        if !self.is_object(cx) {
            return Err(cx.type_error("cannot read an element of a value that is not an object"));
        }
        let mut exception = ptr::null();
        // SAFETY: a live object of the VM of 'cx; `exception` is a valid out-pointer.
        let raw = unsafe { sys::JSObjectGetPropertyAtIndex(cx.raw(), self.raw_object(), index, &mut exception) };
        check(raw, exception)
    }

    /// `object[name] = value`.
    pub fn set(self, cx: Context<'cx>, name: &str, value: Value<'cx>) -> Result<(), Value<'cx>> {
        if !self.is_object(cx) {
            return Err(cx.type_error(&format!("cannot set '{name}' of a value that is not an object")));
        }
        let name = JsString::new(name);
        let mut exception = ptr::null();
        // SAFETY: a live object and value of the VM of 'cx; `name` lives through the call.
        unsafe { sys::JSObjectSetProperty(cx.raw(), self.raw_object(), name.raw(), value.raw(), 0, &mut exception) };
        check(ptr::null(), exception).map(|_| ())
    }
}

impl<'cx> Context<'cx> {
    /// The global object.
    pub fn global(self) -> Value<'cx> {
        // SAFETY: the context is live ('cx).
        Value::from_raw(unsafe { sys::JSContextGetGlobalObject(self.raw()) })
    }

    /// `{}`.
    pub fn object(self) -> Value<'cx> {
        // SAFETY: the context is live ('cx); a null class makes a plain object.
        Value::from_raw(unsafe { sys::JSObjectMake(self.raw(), ptr::null_mut(), ptr::null_mut()) })
    }

    /// An array of the values.
    pub fn array(self, values: &[Value<'cx>]) -> Value<'cx> {
        let mut exception = ptr::null();
        // SAFETY: values of the VM of 'cx, and `Value` is a transparent encoded value.
        let raw = unsafe { sys::JSObjectMakeArray(self.raw(), values.len(), values.as_ptr().cast(), &mut exception) };
        Value::from_raw(if exception.is_null() { raw } else { exception })
    }

    /// An array of the values that `items` makes, each of which is reachable from the array before the next is made.
    ///
    /// Values of the engine must not be stored in a `Vec` while others are made: the collector scans the stack, not
    /// Rust's heap.
    ///
    /// # Errors
    /// The first error of `items`.
    pub fn array_from<I>(self, items: I) -> Result<Value<'cx>, Value<'cx>>
    where
        I: ExactSizeIterator<Item = Result<Value<'cx>, Value<'cx>>>,
    {
        // Elements exist from the start, so that setting them calls no setter of a patched prototype.
        let array = self.array(&vec![Value::undefined(); items.len()]);
        for (index, item) in items.enumerate() {
            let item = item?;
            let mut exception = ptr::null();
            // SAFETY: a live array and value of the VM of 'cx; `exception` is a valid out-pointer.
            unsafe {
                sys::JSObjectSetPropertyAtIndex(
                    self.raw(),
                    array.raw_object(),
                    index as u32,
                    item.raw(),
                    &mut exception,
                )
            };
            check(ptr::null(), exception)?;
        }
        Ok(array)
    }

    /// `new Error(message)`.
    pub fn error(self, message: &str) -> Value<'cx> {
        let message = self.string(message).raw();
        let mut exception = ptr::null();
        // SAFETY: one live argument of the VM of 'cx.
        let raw = unsafe { sys::JSObjectMakeError(self.raw(), 1, &message, &mut exception) };
        Value::from_raw(if exception.is_null() { raw } else { exception })
    }

    /// `new TypeError(message)`; a plain Error if a program removed the constructor.
    pub fn type_error(self, message: &str) -> Value<'cx> {
        let constructor = self.global().get(self, "TypeError");
        match constructor.and_then(|constructor| constructor.construct(self, &[self.string(message)])) {
            Ok(error) => error,
            Err(_) => self.error(message),
        }
    }

    /// A big integer.
    pub fn big_int(self, value: i64) -> Value<'cx> {
        let mut exception = ptr::null();
        // SAFETY: the context is live ('cx); `exception` is a valid out-pointer.
        let raw = unsafe { sys::JSBigIntCreateWithInt64(self.raw(), value, &mut exception) };
        Value::from_raw(if exception.is_null() { raw } else { exception })
    }

    /// A big integer modulo 2^64, and whether that is all of it.
    pub fn big_int_to_i64(self, value: Value<'cx>) -> (i64, bool) {
        let mut exception = ptr::null();
        // SAFETY: the context is live ('cx), and so is the value, on the stack of the caller; `exception` is a valid out-pointer.
        let number = unsafe { sys::JSValueToInt64(self.raw(), value.raw(), &mut exception) };
        (number, exception.is_null() && self.big_int(number).strict_equals(self, value))
    }

    /// `JSON.parse(text)`; None for text that is not JSON.
    pub fn parse_json(self, text: &str) -> Option<Value<'cx>> {
        let text = JsString::new(text);
        // SAFETY: the context is live ('cx); `text` lives through the call.
        let raw = unsafe { sys::JSValueMakeFromJSONString(self.raw(), text.raw()) };
        (!raw.is_null()).then(|| Value::from_raw(raw))
    }
}
