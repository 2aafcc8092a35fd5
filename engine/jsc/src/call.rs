//! Entering JavaScript: calls, constructions, scripts.

use crate::{Context, Value, string::JsString};
use brio_jsc_sys as sys;
use std::ptr;

/// Turns the engine's out-pointer convention into a `Result`.
pub(crate) fn check<'cx>(raw: sys::JSValueRef, exception: sys::JSValueRef) -> Result<Value<'cx>, Value<'cx>> {
    if exception.is_null() { Ok(Value::from_raw(raw)) } else { Err(Value::from_raw(exception)) }
}

impl<'cx> Value<'cx> {
    /// Calls this function with `this` undefined. Leaving the outermost call runs the promise jobs.
    /// Returns what it returned or threw.
    pub fn call(self, cx: Context<'cx>, arguments: &[Value<'cx>]) -> Result<Value<'cx>, Value<'cx>> {
        self.call_raw(cx, ptr::null_mut(), arguments)
    }

    /// Calls this function as a method of `this`.
    pub fn call_with_this(
        self,
        cx: Context<'cx>,
        this: Value<'cx>,
        arguments: &[Value<'cx>],
    ) -> Result<Value<'cx>, Value<'cx>> {
        self.call_raw(cx, this.raw_object(), arguments)
    }

    fn call_raw(
        self,
        cx: Context<'cx>,
        this: sys::JSObjectRef,
        arguments: &[Value<'cx>],
    ) -> Result<Value<'cx>, Value<'cx>> {
        if !self.is_function(cx) {
            return Err(cx.type_error("value is not a function"));
        }
        let mut exception = ptr::null();
        // SAFETY: function, `this` and arguments belong to the VM of 'cx; `Value` is a transparent encoded value, so
        // the slice is an array of `JSValueRef`; `exception` is a valid out-pointer.
        let raw = unsafe {
            sys::JSObjectCallAsFunction(
                cx.raw(),
                self.raw_object(),
                this,
                arguments.len(),
                arguments.as_ptr().cast(),
                &mut exception,
            )
        };
        check(raw, exception)
    }

    /// `new value(...arguments)`.
    pub fn construct(self, cx: Context<'cx>, arguments: &[Value<'cx>]) -> Result<Value<'cx>, Value<'cx>> {
        if !self.is_object(cx) {
            return Err(cx.type_error("value is not a constructor"));
        }
        let mut exception = ptr::null();
        // SAFETY: as in `call_raw`.
        let raw = unsafe {
            sys::JSObjectCallAsConstructor(
                cx.raw(),
                self.raw_object(),
                arguments.len(),
                arguments.as_ptr().cast(),
                &mut exception,
            )
        };
        // The engine's result for what is not a constructor, such as an arrow function.
        if raw.is_null() && exception.is_null() {
            return Err(cx.type_error("value is not a constructor"));
        }
        check(raw, exception)
    }
}

impl<'cx> Context<'cx> {
    /// Evaluates a classic script in the global scope. `url` is what stacks show; `first_line` counts from 1.
    /// Returns the completion value or what was thrown (a SyntaxError for source that does not parse).
    pub fn evaluate(self, source: &str, url: &str, first_line: i32) -> Result<Value<'cx>, Value<'cx>> {
        self.evaluate_text(&JsString::new(source), url, first_line)
    }

    pub(crate) fn evaluate_text(self, source: &JsString, url: &str, first_line: i32) -> Result<Value<'cx>, Value<'cx>> {
        let url = JsString::new(url);
        let mut exception = ptr::null();
        // SAFETY: the context is live ('cx); both strings live through the call; null `this` means the global object.
        let raw = unsafe {
            sys::JSEvaluateScript(self.raw(), source.raw(), ptr::null_mut(), url.raw(), first_line, &mut exception)
        };
        check(raw, exception)
    }

    /// The same with a source that lives as long as the process, which is not copied.
    pub fn evaluate_static(self, source: &'static str, url: &str, first_line: i32) -> Result<Value<'cx>, Value<'cx>> {
        self.evaluate_text(&JsString::from_static(source), url, first_line)
    }

    /// The same with JavaScript strings, which are not transcoded.
    pub fn evaluate_value(
        self,
        source: Value<'cx>,
        url: Value<'cx>,
        first_line: i32,
    ) -> Result<Value<'cx>, Value<'cx>> {
        let source = source.to_js_string(self)?;
        let url = url.to_js_string(self)?;
        let mut exception = ptr::null();
        // SAFETY: as in `evaluate`.
        let raw = unsafe {
            sys::JSEvaluateScript(self.raw(), source.raw(), ptr::null_mut(), url.raw(), first_line, &mut exception)
        };
        check(raw, exception)
    }
}
