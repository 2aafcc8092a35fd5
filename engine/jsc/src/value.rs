//! Values and their NaN-boxed bits. On 64-bit machines a `JSValueRef` *is* the encoded value, so numbers, booleans,
//! null and undefined are read and made without a call (`vm.rs` checks the encoding once at start).

use crate::Context;
use brio_jsc_sys as sys;
use std::marker::PhantomData;

const UNDEFINED: u64 = 0x0a;
const NULL: u64 = 0x02;
const TRUE: u64 = 0x07;
const FALSE: u64 = 0x06;
const NUMBER_TAG: u64 = 0xfffe_0000_0000_0000;
const DOUBLE_OFFSET: u64 = 1 << 49;
const NOT_CELL_MASK: u64 = NUMBER_TAG | NULL;

/// An engine value on the Rust stack. The collector scans the stack, so it lives as long as the borrow; what must
/// outlive the call goes in a [`crate::Root`].
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Value<'cx> {
    raw: sys::JSValueRef,
    _context: PhantomData<&'cx ()>,
}

/// The language's types, as `typeof` names them but with null apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    Undefined,
    Null,
    Boolean,
    Number,
    String,
    Object,
    Symbol,
    BigInt,
}

impl<'cx> Value<'cx> {
    #[inline]
    pub(crate) fn from_raw(raw: sys::JSValueRef) -> Self {
        // JavaScriptCore's API reads a null pointer as `null`; the rest of this file expects the encoded form.
        let raw = if raw.is_null() { NULL as usize as sys::JSValueRef } else { raw };
        Self { raw, _context: PhantomData }
    }

    #[inline]
    pub(crate) fn raw(self) -> sys::JSValueRef {
        self.raw
    }

    #[inline]
    pub(crate) fn raw_object(self) -> sys::JSObjectRef {
        self.raw.cast_mut()
    }

    #[inline]
    fn from_bits(bits: u64) -> Self {
        Self { raw: bits as usize as sys::JSValueRef, _context: PhantomData }
    }

    #[inline]
    pub(crate) fn bits(self) -> u64 {
        self.raw as usize as u64
    }

    /// The value `undefined`.
    #[inline]
    pub fn undefined() -> Self {
        Self::from_bits(UNDEFINED)
    }

    /// The value `null`.
    #[inline]
    pub fn null() -> Self {
        Self::from_bits(NULL)
    }

    /// `true` or `false`.
    #[inline]
    pub fn boolean(value: bool) -> Self {
        Self::from_bits(if value { TRUE } else { FALSE })
    }

    /// A number that is a 32-bit integer.
    #[inline]
    pub fn int32(value: i32) -> Self {
        Self::from_bits(NUMBER_TAG | u64::from(value as u32))
    }

    /// Any number; integers that fit 32 bits use the integer encoding, as the engine expects.
    #[inline]
    pub fn number(value: f64) -> Self {
        let integer = value as i32;
        if f64::from(integer) == value && (integer != 0 || value.is_sign_positive()) {
            return Self::int32(integer);
        }
        // A NaN with other payload bits would read as a tagged value.
        let bits = if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() };
        Self::from_bits(bits + DOUBLE_OFFSET)
    }

    /// A number from an unsigned 32-bit integer.
    #[inline]
    pub fn uint32(value: u32) -> Self {
        match i32::try_from(value) {
            Ok(value) => Self::int32(value),
            Err(_) => Self::number(f64::from(value)),
        }
    }

    #[inline]
    pub fn is_undefined(self) -> bool {
        self.bits() == UNDEFINED
    }

    #[inline]
    pub fn is_null(self) -> bool {
        self.bits() == NULL
    }

    #[inline]
    pub fn is_nullish(self) -> bool {
        self.is_undefined() || self.is_null()
    }

    /// True for what the engine stores on its heap: objects, strings, symbols, big integers.
    #[inline]
    pub fn is_cell(self) -> bool {
        self.bits() & NOT_CELL_MASK == 0 && self.bits() != 0
    }

    /// The 32-bit integer this is, if it is one in the integer encoding.
    #[inline]
    pub fn as_int32(self) -> Option<i32> {
        (self.bits() & NUMBER_TAG == NUMBER_TAG).then_some(self.bits() as u32 as i32)
    }

    /// The number this is; no conversion of other types.
    #[inline]
    pub fn as_number(self) -> Option<f64> {
        if let Some(integer) = self.as_int32() {
            return Some(f64::from(integer));
        }
        (self.bits() & NUMBER_TAG != 0).then(|| f64::from_bits(self.bits() - DOUBLE_OFFSET))
    }

    /// The boolean this is; no conversion of other types.
    #[inline]
    pub fn as_boolean(self) -> Option<bool> {
        match self.bits() {
            TRUE => Some(true),
            FALSE => Some(false),
            _ => None,
        }
    }

    /// The type of the value.
    #[inline]
    pub fn kind(self, cx: Context<'cx>) -> ValueKind {
        if self.is_undefined() {
            return ValueKind::Undefined;
        }
        if self.is_null() {
            return ValueKind::Null;
        }
        if self.as_boolean().is_some() {
            return ValueKind::Boolean;
        }
        if self.as_number().is_some() {
            return ValueKind::Number;
        }
        if self.known_kind() == Some(crate::CellKind::String) {
            return ValueKind::String;
        }
        if self.is_surely_object() {
            return ValueKind::Object;
        }
        // SAFETY: the value and the context belong to the same live VM ('cx).
        match unsafe { sys::JSValueGetType(cx.raw(), self.raw) } {
            sys::ValueType::String => ValueKind::String,
            sys::ValueType::Symbol => ValueKind::Symbol,
            sys::ValueType::BigInt => ValueKind::BigInt,
            _ => ValueKind::Object,
        }
    }

    /// `Boolean(value)`.
    #[inline]
    pub fn truthy(self, cx: Context<'cx>) -> bool {
        match self.as_boolean() {
            Some(value) => value,
            // SAFETY: the value and the context belong to the same live VM ('cx).
            None => unsafe { sys::JSValueToBoolean(cx.raw(), self.raw) },
        }
    }

    /// `Number(value)`. Runs user code (`valueOf`), so it can throw.
    #[inline]
    pub fn to_number(self, cx: Context<'cx>) -> Result<f64, Value<'cx>> {
        if let Some(number) = self.as_number() {
            return Ok(number);
        }
        let mut exception = std::ptr::null();
        // SAFETY: the value and the context belong to the same live VM ('cx); `exception` is a valid out-pointer.
        let number = unsafe { sys::JSValueToNumber(cx.raw(), self.raw, &mut exception) };
        if exception.is_null() { Ok(number) } else { Err(Value::from_raw(exception)) }
    }

    /// `a === b`.
    #[inline]
    pub fn strict_equals(self, cx: Context<'cx>, other: Value<'cx>) -> bool {
        // SAFETY: both values and the context belong to the same live VM ('cx).
        unsafe { sys::JSValueIsStrictEqual(cx.raw(), self.raw, other.raw) }
    }
}
