// @generated from ops/buffer.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Buffer;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// Why a string is not base64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Base64Error {
    InvalidCharacter = 1,
    ImpossibleLength = 2,
}

impl Base64Error {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: i32) -> Option<Self> {
        Some(match number {
            1 => Self::InvalidCharacter,
            2 => Self::ImpossibleLength,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for Base64Error {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <i32 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of Base64Error")
    }
}

impl<'cx> op::IntoValue<'cx> for Base64Error {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as i32, cx)
    }
}

/// What `crate::Buffer` implements.
pub trait BufferOps {
    /// The length of `text` in UTF-8; a lone surrogate counts 3 (U+FFFD).
    fn utf8_byte_length<'cx>(&self, cx: Context<'cx>, text: Value<'cx>) -> Result<f64, Thrown<'cx>>;
    /// Encodes `text` as UTF-8 into a new Uint8Array; a lone surrogate becomes U+FFFD.
    fn encode_utf8<'cx>(&self, cx: Context<'cx>, text: Value<'cx>) -> Result<Vec<u8>, Thrown<'cx>>;
    /// Writes `text` as UTF-8 at `offset`, at most `maxBytes` bytes and only complete characters. Returns the count of
    /// bytes written.
    fn write_utf8<'cx>(
        &self,
        cx: Context<'cx>,
        text: Value<'cx>,
        target: &mut [u8],
        offset: f64,
        max_bytes: f64,
    ) -> Result<f64, Thrown<'cx>>;
    /// `TextEncoder.encodeInto`: writes a string as UTF-8 to a Uint8Array of less than 2 GiB, only complete characters. Returns
    /// the count of bytes written; -1, without writing, for other values.
    fn encode_utf8_into<'cx>(&self, cx: Context<'cx>, text: Value<'cx>, target: Value<'cx>)
    -> Result<i32, Thrown<'cx>>;
    /// Writes the low 8 bits of each UTF-16 unit. Returns the count of bytes written.
    fn write_latin1<'cx>(
        &self,
        cx: Context<'cx>,
        text: Value<'cx>,
        target: &mut [u8],
        offset: f64,
        max_bytes: f64,
    ) -> Result<f64, Thrown<'cx>>;
    /// Writes complete UTF-16 units, little endian. Returns the count of bytes written.
    fn write_utf16<'cx>(
        &self,
        cx: Context<'cx>,
        text: Value<'cx>,
        target: &mut [u8],
        offset: f64,
        max_bytes: f64,
    ) -> Result<f64, Thrown<'cx>>;
    /// Decodes pairs of hexadecimal digits into bytes; stops at the first invalid pair. Returns the count of bytes
    /// written.
    fn write_hex<'cx>(
        &self,
        cx: Context<'cx>,
        text: Value<'cx>,
        target: &mut [u8],
        offset: f64,
        max_bytes: f64,
    ) -> Result<f64, Thrown<'cx>>;
    /// Decodes base64 in either alphabet into bytes. Characters of neither are skipped, "=" ends the input, missing
    /// padding is not an error. Returns the count of bytes written.
    fn write_base64<'cx>(
        &self,
        cx: Context<'cx>,
        text: Value<'cx>,
        target: &mut [u8],
        offset: f64,
        max_bytes: f64,
    ) -> Result<f64, Thrown<'cx>>;
    /// The common case of `buffer.toString(encoding, start, end)`: bytes, an encoding by a name in lower case or UTF-8 by
    /// default, and a range of two numbers or none. Returns undefined for all other arguments, which the caller handles.
    fn fast_to_string<'cx>(
        &self,
        cx: Context<'cx>,
        bytes: Value<'cx>,
        encoding: Value<'cx>,
        start: Value<'cx>,
        end: Value<'cx>,
    ) -> Result<Value<'cx>, Thrown<'cx>>;
    /// The common case of `buffer.write(text, offset, length, encoding)`: a string, UTF-8 by default or by one of its
    /// common names, and numbers within the buffer, which has less than 2 GiB. Returns the count of bytes written; -1,
    /// without writing, for all other arguments.
    fn fast_write<'cx>(
        &self,
        cx: Context<'cx>,
        bytes: Value<'cx>,
        text: Value<'cx>,
        offset: Value<'cx>,
        length: Value<'cx>,
        encoding: Value<'cx>,
    ) -> Result<i32, Thrown<'cx>>;
    /// `Buffer.byteLength(text, encoding)` of a string in UTF-8 by one of its common names; -1 for all other arguments,
    /// and from 2 GiB on.
    fn fast_byte_length<'cx>(
        &self,
        cx: Context<'cx>,
        text: Value<'cx>,
        encoding: Value<'cx>,
    ) -> Result<i32, Thrown<'cx>>;
    /// Decodes UTF-8; each maximal invalid part becomes one U+FFFD (Encoding Standard, "UTF-8 decode without BOM").
    fn utf8_to_string<'cx>(
        &self,
        cx: Context<'cx>,
        bytes: &[u8],
        start: f64,
        end: f64,
    ) -> Result<Value<'cx>, Thrown<'cx>>;
    /// One character per byte.
    fn latin1_to_string<'cx>(
        &self,
        cx: Context<'cx>,
        bytes: &[u8],
        start: f64,
        end: f64,
    ) -> Result<Value<'cx>, Thrown<'cx>>;
    /// One character per byte, with the highest bit cleared.
    fn ascii_to_string<'cx>(
        &self,
        cx: Context<'cx>,
        bytes: &[u8],
        start: f64,
        end: f64,
    ) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Decodes little-endian UTF-16, retaining lone surrogates; an odd last byte is ignored.
    fn utf16_to_string<'cx>(
        &self,
        cx: Context<'cx>,
        bytes: &[u8],
        start: f64,
        end: f64,
    ) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Two lower-case hexadecimal digits per byte.
    fn hex_to_string<'cx>(
        &self,
        cx: Context<'cx>,
        bytes: &[u8],
        start: f64,
        end: f64,
    ) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Base64 with padding (RFC 4648 §4).
    fn base64_to_string<'cx>(
        &self,
        cx: Context<'cx>,
        bytes: &[u8],
        start: f64,
        end: f64,
    ) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Base64 with the URL-safe alphabet, without padding (RFC 4648 §5).
    fn base64_url_to_string<'cx>(
        &self,
        cx: Context<'cx>,
        bytes: &[u8],
        start: f64,
        end: f64,
    ) -> Result<Value<'cx>, Thrown<'cx>>;
    /// The first index at or after `offset` where `needle` (not empty) occurs in `bytes`, at multiples of `step` from 0;
    /// -1 for none.
    fn index_of_bytes(&self, bytes: &[u8], needle: &[u8], offset: f64, step: f64) -> Result<f64, OpError>;
    /// The last index at or before `offset` where `needle` (not empty) occurs in `bytes`, at multiples of `step` from 0;
    /// -1 for none.
    fn last_index_of_bytes(&self, bytes: &[u8], needle: &[u8], offset: f64, step: f64) -> Result<f64, OpError>;
    /// Compares two byte ranges: -1, 0 or 1.
    fn compare_bytes(
        &self,
        left: &[u8],
        left_start: f64,
        left_end: f64,
        right: &[u8],
        right_start: f64,
        right_end: f64,
    ) -> Result<i32, OpError>;
    /// The length of a Uint8Array of less than 2 GiB; -1 for other values.
    fn length_of_array<'cx>(&self, cx: Context<'cx>, value: Value<'cx>) -> Result<i32, Thrown<'cx>>;
    /// Copies a Uint8Array to `offset` of another one, which may share its memory, as much as fits. Returns the count of bytes
    /// copied; -1, without a copy, for other values, an offset behind the end, and from 2 GiB on.
    fn copy_array<'cx>(
        &self,
        cx: Context<'cx>,
        source: Value<'cx>,
        target: Value<'cx>,
        offset: Value<'cx>,
    ) -> Result<i32, Thrown<'cx>>;
    /// Compares two Uint8Arrays: -1, 0 or 1; 2 when one of the values is something else.
    fn compare_arrays<'cx>(&self, cx: Context<'cx>, left: Value<'cx>, right: Value<'cx>) -> Result<i32, Thrown<'cx>>;
    /// Whether two Uint8Arrays have the same bytes: 0 or 1; -1 when one of the values is something else.
    fn equal_arrays<'cx>(&self, cx: Context<'cx>, left: Value<'cx>, right: Value<'cx>) -> Result<i32, Thrown<'cx>>;
    /// Fills a Uint8Array from `start` up to `end` with a repeated pattern: bytes, which may share its memory, or a string
    /// as UTF-8. False, without a change, for other values, an empty pattern and a range out of bounds.
    fn fill_array<'cx>(
        &self,
        cx: Context<'cx>,
        target: Value<'cx>,
        pattern: Value<'cx>,
        start: f64,
        end: f64,
    ) -> Result<bool, Thrown<'cx>>;
    /// `length` bytes from `offset` of a Uint8Array or an ArrayBuffer, as an array of the class of `sample`. Undefined where the
    /// engine has no function for it, and for what the class's constructor has to handle: other values, buffers that are
    /// detached or can change their size, a range out of bounds, a sample with properties.
    fn view_like<'cx>(
        &self,
        cx: Context<'cx>,
        sample: Value<'cx>,
        source: Value<'cx>,
        offset: Value<'cx>,
        length: Value<'cx>,
    ) -> Result<Value<'cx>, Thrown<'cx>>;
    /// A Uint8Array of 64 kB for the pool of buffers, which may hold data of earlier ones: memory that an earlier pool had is
    /// neither cleared nor taken from the system again.
    fn pool_memory<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
    /// A copy of the bytes that never changes: from 64 kB on its text, or that of a part, shares its memory when it is ASCII.
    /// It must not reach a program.
    fn lasting_copy<'cx>(&self, cx: Context<'cx>, bytes: &[u8]) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Whether the bytes are valid UTF-8.
    fn is_utf8(&self, bytes: &[u8]) -> Result<bool, OpError>;
    /// Whether every byte is below 128.
    fn is_ascii(&self, bytes: &[u8]) -> Result<bool, OpError>;
    /// How many bytes a text of UTF-8 has in UTF-16; -1 for bytes that are not UTF-8.
    fn utf16_bytes_of_utf8(&self, bytes: &[u8]) -> Result<f64, OpError>;
    /// Writes a text of UTF-8 as UTF-16, little endian, to a target that has its size.
    fn write_utf8_as_utf16(&self, bytes: &[u8], target: &mut [u8]) -> Result<(), OpError>;
    /// How many bytes a text of UTF-16, little endian, has in UTF-8; -1 for an odd number of bytes and lone surrogates.
    fn utf8_bytes_of_utf16(&self, bytes: &[u8]) -> Result<f64, OpError>;
    /// Writes a text of UTF-16, little endian, as UTF-8 to a target that has its size.
    fn write_utf16_as_utf8(&self, bytes: &[u8], target: &mut [u8]) -> Result<(), OpError>;
    /// `btoa`: base64 of the characters as bytes; null when one of them is above U+00FF.
    fn encode_base64_text<'cx>(&self, cx: Context<'cx>, text: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
    /// `atob` (Infra Standard, "forgiving-base64 decode"): one character per byte, or a `Base64Error`.
    fn decode_base64_text<'cx>(&self, cx: Context<'cx>, text: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Reverses the bytes of each group of `size` in place. False, without a change, for a value other than a Uint8Array
    /// of complete groups.
    fn swap_bytes<'cx>(&self, cx: Context<'cx>, bytes: Value<'cx>, size: u32) -> Result<bool, Thrown<'cx>>;
    /// Copies `count` bytes from `start` of one typed array to `offset` of another, which may share its memory. False,
    /// without a copy, when a range is out of bounds.
    fn copy_bytes<'cx>(
        &self,
        cx: Context<'cx>,
        source: Value<'cx>,
        start: Value<'cx>,
        target: Value<'cx>,
        offset: Value<'cx>,
        count: Value<'cx>,
    ) -> Result<bool, Thrown<'cx>>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Buffer>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Buffer> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Buffer>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct Utf8ByteLengthOp;
impl NativeFunction for Utf8ByteLengthOp {
    const NAME: &'static str = "utf8ByteLength";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut text: Value<'cx> = op::argument(cx, &arguments, 0, "utf8ByteLength: text")?;
        op::finish(cx, BufferOps::utf8_byte_length(&*state(), cx, text))
    }
}

struct EncodeUtf8Op;
impl NativeFunction for EncodeUtf8Op {
    const NAME: &'static str = "encodeUtf8";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut text: Value<'cx> = op::argument(cx, &arguments, 0, "encodeUtf8: text")?;
        op::finish(cx, BufferOps::encode_utf8(&*state(), cx, text))
    }
}

struct WriteUtf8Op;
impl NativeFunction for WriteUtf8Op {
    const NAME: &'static str = "writeUtf8";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut text: Value<'cx> = op::argument(cx, &arguments, 0, "writeUtf8: text")?;
        let mut target: &mut [u8] = op::argument(cx, &arguments, 1, "writeUtf8: target")?;
        let mut offset: f64 = op::argument(cx, &arguments, 2, "writeUtf8: offset")?;
        let mut max_bytes: f64 = op::argument(cx, &arguments, 3, "writeUtf8: max_bytes")?;
        op::finish(cx, BufferOps::write_utf8(&*state(), cx, text, target, offset, max_bytes))
    }
}

struct EncodeUtf8IntoOp;
impl NativeFunction for EncodeUtf8IntoOp {
    const NAME: &'static str = "encodeUtf8Into";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut text: Value<'cx> = op::argument(cx, &arguments, 0, "encodeUtf8Into: text")?;
        let mut target: Value<'cx> = op::argument(cx, &arguments, 1, "encodeUtf8Into: target")?;
        op::finish(cx, BufferOps::encode_utf8_into(&*state(), cx, text, target))
    }
}

struct WriteLatin1Op;
impl NativeFunction for WriteLatin1Op {
    const NAME: &'static str = "writeLatin1";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut text: Value<'cx> = op::argument(cx, &arguments, 0, "writeLatin1: text")?;
        let mut target: &mut [u8] = op::argument(cx, &arguments, 1, "writeLatin1: target")?;
        let mut offset: f64 = op::argument(cx, &arguments, 2, "writeLatin1: offset")?;
        let mut max_bytes: f64 = op::argument(cx, &arguments, 3, "writeLatin1: max_bytes")?;
        op::finish(cx, BufferOps::write_latin1(&*state(), cx, text, target, offset, max_bytes))
    }
}

struct WriteUtf16Op;
impl NativeFunction for WriteUtf16Op {
    const NAME: &'static str = "writeUtf16";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut text: Value<'cx> = op::argument(cx, &arguments, 0, "writeUtf16: text")?;
        let mut target: &mut [u8] = op::argument(cx, &arguments, 1, "writeUtf16: target")?;
        let mut offset: f64 = op::argument(cx, &arguments, 2, "writeUtf16: offset")?;
        let mut max_bytes: f64 = op::argument(cx, &arguments, 3, "writeUtf16: max_bytes")?;
        op::finish(cx, BufferOps::write_utf16(&*state(), cx, text, target, offset, max_bytes))
    }
}

struct WriteHexOp;
impl NativeFunction for WriteHexOp {
    const NAME: &'static str = "writeHex";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut text: Value<'cx> = op::argument(cx, &arguments, 0, "writeHex: text")?;
        let mut target: &mut [u8] = op::argument(cx, &arguments, 1, "writeHex: target")?;
        let mut offset: f64 = op::argument(cx, &arguments, 2, "writeHex: offset")?;
        let mut max_bytes: f64 = op::argument(cx, &arguments, 3, "writeHex: max_bytes")?;
        op::finish(cx, BufferOps::write_hex(&*state(), cx, text, target, offset, max_bytes))
    }
}

struct WriteBase64Op;
impl NativeFunction for WriteBase64Op {
    const NAME: &'static str = "writeBase64";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut text: Value<'cx> = op::argument(cx, &arguments, 0, "writeBase64: text")?;
        let mut target: &mut [u8] = op::argument(cx, &arguments, 1, "writeBase64: target")?;
        let mut offset: f64 = op::argument(cx, &arguments, 2, "writeBase64: offset")?;
        let mut max_bytes: f64 = op::argument(cx, &arguments, 3, "writeBase64: max_bytes")?;
        op::finish(cx, BufferOps::write_base64(&*state(), cx, text, target, offset, max_bytes))
    }
}

struct FastToStringOp;
impl NativeFunction for FastToStringOp {
    const NAME: &'static str = "fastToString";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: Value<'cx> = op::argument(cx, &arguments, 0, "fastToString: bytes")?;
        let mut encoding: Value<'cx> = op::argument(cx, &arguments, 1, "fastToString: encoding")?;
        let mut start: Value<'cx> = op::argument(cx, &arguments, 2, "fastToString: start")?;
        let mut end: Value<'cx> = op::argument(cx, &arguments, 3, "fastToString: end")?;
        op::finish(cx, BufferOps::fast_to_string(&*state(), cx, bytes, encoding, start, end))
    }
}

struct FastWriteOp;
impl NativeFunction for FastWriteOp {
    const NAME: &'static str = "fastWrite";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: Value<'cx> = op::argument(cx, &arguments, 0, "fastWrite: bytes")?;
        let mut text: Value<'cx> = op::argument(cx, &arguments, 1, "fastWrite: text")?;
        let mut offset: Value<'cx> = op::argument(cx, &arguments, 2, "fastWrite: offset")?;
        let mut length: Value<'cx> = op::argument(cx, &arguments, 3, "fastWrite: length")?;
        let mut encoding: Value<'cx> = op::argument(cx, &arguments, 4, "fastWrite: encoding")?;
        op::finish(cx, BufferOps::fast_write(&*state(), cx, bytes, text, offset, length, encoding))
    }
}

struct FastByteLengthOp;
impl NativeFunction for FastByteLengthOp {
    const NAME: &'static str = "fastByteLength";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut text: Value<'cx> = op::argument(cx, &arguments, 0, "fastByteLength: text")?;
        let mut encoding: Value<'cx> = op::argument(cx, &arguments, 1, "fastByteLength: encoding")?;
        op::finish(cx, BufferOps::fast_byte_length(&*state(), cx, text, encoding))
    }
}

struct Utf8ToStringOp;
impl NativeFunction for Utf8ToStringOp {
    const NAME: &'static str = "utf8ToString";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: &[u8] = op::argument(cx, &arguments, 0, "utf8ToString: bytes")?;
        let mut start: f64 = op::argument(cx, &arguments, 1, "utf8ToString: start")?;
        let mut end: f64 = op::argument(cx, &arguments, 2, "utf8ToString: end")?;
        op::finish(cx, BufferOps::utf8_to_string(&*state(), cx, bytes, start, end))
    }
}

struct Latin1ToStringOp;
impl NativeFunction for Latin1ToStringOp {
    const NAME: &'static str = "latin1ToString";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: &[u8] = op::argument(cx, &arguments, 0, "latin1ToString: bytes")?;
        let mut start: f64 = op::argument(cx, &arguments, 1, "latin1ToString: start")?;
        let mut end: f64 = op::argument(cx, &arguments, 2, "latin1ToString: end")?;
        op::finish(cx, BufferOps::latin1_to_string(&*state(), cx, bytes, start, end))
    }
}

struct AsciiToStringOp;
impl NativeFunction for AsciiToStringOp {
    const NAME: &'static str = "asciiToString";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: &[u8] = op::argument(cx, &arguments, 0, "asciiToString: bytes")?;
        let mut start: f64 = op::argument(cx, &arguments, 1, "asciiToString: start")?;
        let mut end: f64 = op::argument(cx, &arguments, 2, "asciiToString: end")?;
        op::finish(cx, BufferOps::ascii_to_string(&*state(), cx, bytes, start, end))
    }
}

struct Utf16ToStringOp;
impl NativeFunction for Utf16ToStringOp {
    const NAME: &'static str = "utf16ToString";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: &[u8] = op::argument(cx, &arguments, 0, "utf16ToString: bytes")?;
        let mut start: f64 = op::argument(cx, &arguments, 1, "utf16ToString: start")?;
        let mut end: f64 = op::argument(cx, &arguments, 2, "utf16ToString: end")?;
        op::finish(cx, BufferOps::utf16_to_string(&*state(), cx, bytes, start, end))
    }
}

struct HexToStringOp;
impl NativeFunction for HexToStringOp {
    const NAME: &'static str = "hexToString";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: &[u8] = op::argument(cx, &arguments, 0, "hexToString: bytes")?;
        let mut start: f64 = op::argument(cx, &arguments, 1, "hexToString: start")?;
        let mut end: f64 = op::argument(cx, &arguments, 2, "hexToString: end")?;
        op::finish(cx, BufferOps::hex_to_string(&*state(), cx, bytes, start, end))
    }
}

struct Base64ToStringOp;
impl NativeFunction for Base64ToStringOp {
    const NAME: &'static str = "base64ToString";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: &[u8] = op::argument(cx, &arguments, 0, "base64ToString: bytes")?;
        let mut start: f64 = op::argument(cx, &arguments, 1, "base64ToString: start")?;
        let mut end: f64 = op::argument(cx, &arguments, 2, "base64ToString: end")?;
        op::finish(cx, BufferOps::base64_to_string(&*state(), cx, bytes, start, end))
    }
}

struct Base64UrlToStringOp;
impl NativeFunction for Base64UrlToStringOp {
    const NAME: &'static str = "base64UrlToString";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: &[u8] = op::argument(cx, &arguments, 0, "base64UrlToString: bytes")?;
        let mut start: f64 = op::argument(cx, &arguments, 1, "base64UrlToString: start")?;
        let mut end: f64 = op::argument(cx, &arguments, 2, "base64UrlToString: end")?;
        op::finish(cx, BufferOps::base64_url_to_string(&*state(), cx, bytes, start, end))
    }
}

struct IndexOfBytesOp;
impl NativeFunction for IndexOfBytesOp {
    const NAME: &'static str = "indexOfBytes";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: &[u8] = op::argument(cx, &arguments, 0, "indexOfBytes: bytes")?;
        let mut needle: &[u8] = op::argument(cx, &arguments, 1, "indexOfBytes: needle")?;
        let mut offset: f64 = op::argument(cx, &arguments, 2, "indexOfBytes: offset")?;
        let mut step: f64 = op::argument(cx, &arguments, 3, "indexOfBytes: step")?;
        op::finish(cx, BufferOps::index_of_bytes(&*state(), bytes, needle, offset, step))
    }
}

struct LastIndexOfBytesOp;
impl NativeFunction for LastIndexOfBytesOp {
    const NAME: &'static str = "lastIndexOfBytes";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: &[u8] = op::argument(cx, &arguments, 0, "lastIndexOfBytes: bytes")?;
        let mut needle: &[u8] = op::argument(cx, &arguments, 1, "lastIndexOfBytes: needle")?;
        let mut offset: f64 = op::argument(cx, &arguments, 2, "lastIndexOfBytes: offset")?;
        let mut step: f64 = op::argument(cx, &arguments, 3, "lastIndexOfBytes: step")?;
        op::finish(cx, BufferOps::last_index_of_bytes(&*state(), bytes, needle, offset, step))
    }
}

struct CompareBytesOp;
impl NativeFunction for CompareBytesOp {
    const NAME: &'static str = "compareBytes";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut left: &[u8] = op::argument(cx, &arguments, 0, "compareBytes: left")?;
        let mut left_start: f64 = op::argument(cx, &arguments, 1, "compareBytes: left_start")?;
        let mut left_end: f64 = op::argument(cx, &arguments, 2, "compareBytes: left_end")?;
        let mut right: &[u8] = op::argument(cx, &arguments, 3, "compareBytes: right")?;
        let mut right_start: f64 = op::argument(cx, &arguments, 4, "compareBytes: right_start")?;
        let mut right_end: f64 = op::argument(cx, &arguments, 5, "compareBytes: right_end")?;
        op::finish(cx, BufferOps::compare_bytes(&*state(), left, left_start, left_end, right, right_start, right_end))
    }
}

struct LengthOfArrayOp;
impl NativeFunction for LengthOfArrayOp {
    const NAME: &'static str = "lengthOfArray";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut value: Value<'cx> = op::argument(cx, &arguments, 0, "lengthOfArray: value")?;
        op::finish(cx, BufferOps::length_of_array(&*state(), cx, value))
    }
}

struct CopyArrayOp;
impl NativeFunction for CopyArrayOp {
    const NAME: &'static str = "copyArray";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut source: Value<'cx> = op::argument(cx, &arguments, 0, "copyArray: source")?;
        let mut target: Value<'cx> = op::argument(cx, &arguments, 1, "copyArray: target")?;
        let mut offset: Value<'cx> = op::argument(cx, &arguments, 2, "copyArray: offset")?;
        op::finish(cx, BufferOps::copy_array(&*state(), cx, source, target, offset))
    }
}

struct CompareArraysOp;
impl NativeFunction for CompareArraysOp {
    const NAME: &'static str = "compareArrays";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut left: Value<'cx> = op::argument(cx, &arguments, 0, "compareArrays: left")?;
        let mut right: Value<'cx> = op::argument(cx, &arguments, 1, "compareArrays: right")?;
        op::finish(cx, BufferOps::compare_arrays(&*state(), cx, left, right))
    }
}

struct EqualArraysOp;
impl NativeFunction for EqualArraysOp {
    const NAME: &'static str = "equalArrays";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut left: Value<'cx> = op::argument(cx, &arguments, 0, "equalArrays: left")?;
        let mut right: Value<'cx> = op::argument(cx, &arguments, 1, "equalArrays: right")?;
        op::finish(cx, BufferOps::equal_arrays(&*state(), cx, left, right))
    }
}

struct FillArrayOp;
impl NativeFunction for FillArrayOp {
    const NAME: &'static str = "fillArray";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut target: Value<'cx> = op::argument(cx, &arguments, 0, "fillArray: target")?;
        let mut pattern: Value<'cx> = op::argument(cx, &arguments, 1, "fillArray: pattern")?;
        let mut start: f64 = op::argument(cx, &arguments, 2, "fillArray: start")?;
        let mut end: f64 = op::argument(cx, &arguments, 3, "fillArray: end")?;
        op::finish(cx, BufferOps::fill_array(&*state(), cx, target, pattern, start, end))
    }
}

struct ViewLikeOp;
impl NativeFunction for ViewLikeOp {
    const NAME: &'static str = "viewLike";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut sample: Value<'cx> = op::argument(cx, &arguments, 0, "viewLike: sample")?;
        let mut source: Value<'cx> = op::argument(cx, &arguments, 1, "viewLike: source")?;
        let mut offset: Value<'cx> = op::argument(cx, &arguments, 2, "viewLike: offset")?;
        let mut length: Value<'cx> = op::argument(cx, &arguments, 3, "viewLike: length")?;
        op::finish(cx, BufferOps::view_like(&*state(), cx, sample, source, offset, length))
    }
}

struct PoolMemoryOp;
impl NativeFunction for PoolMemoryOp {
    const NAME: &'static str = "poolMemory";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, BufferOps::pool_memory(&*state(), cx))
    }
}

struct LastingCopyOp;
impl NativeFunction for LastingCopyOp {
    const NAME: &'static str = "lastingCopy";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: &[u8] = op::argument(cx, &arguments, 0, "lastingCopy: bytes")?;
        op::finish(cx, BufferOps::lasting_copy(&*state(), cx, bytes))
    }
}

struct IsUtf8Op;
impl NativeFunction for IsUtf8Op {
    const NAME: &'static str = "isUtf8";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: &[u8] = op::argument(cx, &arguments, 0, "isUtf8: bytes")?;
        op::finish(cx, BufferOps::is_utf8(&*state(), bytes))
    }
}

struct IsAsciiOp;
impl NativeFunction for IsAsciiOp {
    const NAME: &'static str = "isAscii";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: &[u8] = op::argument(cx, &arguments, 0, "isAscii: bytes")?;
        op::finish(cx, BufferOps::is_ascii(&*state(), bytes))
    }
}

struct Utf16BytesOfUtf8Op;
impl NativeFunction for Utf16BytesOfUtf8Op {
    const NAME: &'static str = "utf16BytesOfUtf8";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: &[u8] = op::argument(cx, &arguments, 0, "utf16BytesOfUtf8: bytes")?;
        op::finish(cx, BufferOps::utf16_bytes_of_utf8(&*state(), bytes))
    }
}

struct WriteUtf8AsUtf16Op;
impl NativeFunction for WriteUtf8AsUtf16Op {
    const NAME: &'static str = "writeUtf8AsUtf16";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: &[u8] = op::argument(cx, &arguments, 0, "writeUtf8AsUtf16: bytes")?;
        let mut target: &mut [u8] = op::argument(cx, &arguments, 1, "writeUtf8AsUtf16: target")?;
        op::finish(cx, BufferOps::write_utf8_as_utf16(&*state(), bytes, target))
    }
}

struct Utf8BytesOfUtf16Op;
impl NativeFunction for Utf8BytesOfUtf16Op {
    const NAME: &'static str = "utf8BytesOfUtf16";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: &[u8] = op::argument(cx, &arguments, 0, "utf8BytesOfUtf16: bytes")?;
        op::finish(cx, BufferOps::utf8_bytes_of_utf16(&*state(), bytes))
    }
}

struct WriteUtf16AsUtf8Op;
impl NativeFunction for WriteUtf16AsUtf8Op {
    const NAME: &'static str = "writeUtf16AsUtf8";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: &[u8] = op::argument(cx, &arguments, 0, "writeUtf16AsUtf8: bytes")?;
        let mut target: &mut [u8] = op::argument(cx, &arguments, 1, "writeUtf16AsUtf8: target")?;
        op::finish(cx, BufferOps::write_utf16_as_utf8(&*state(), bytes, target))
    }
}

struct EncodeBase64TextOp;
impl NativeFunction for EncodeBase64TextOp {
    const NAME: &'static str = "encodeBase64Text";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut text: Value<'cx> = op::argument(cx, &arguments, 0, "encodeBase64Text: text")?;
        op::finish(cx, BufferOps::encode_base64_text(&*state(), cx, text))
    }
}

struct DecodeBase64TextOp;
impl NativeFunction for DecodeBase64TextOp {
    const NAME: &'static str = "decodeBase64Text";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut text: Value<'cx> = op::argument(cx, &arguments, 0, "decodeBase64Text: text")?;
        op::finish(cx, BufferOps::decode_base64_text(&*state(), cx, text))
    }
}

struct SwapBytesOp;
impl NativeFunction for SwapBytesOp {
    const NAME: &'static str = "swapBytes";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: Value<'cx> = op::argument(cx, &arguments, 0, "swapBytes: bytes")?;
        let mut size: u32 = op::argument(cx, &arguments, 1, "swapBytes: size")?;
        op::finish(cx, BufferOps::swap_bytes(&*state(), cx, bytes, size))
    }
}

struct CopyBytesOp;
impl NativeFunction for CopyBytesOp {
    const NAME: &'static str = "copyBytes";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut source: Value<'cx> = op::argument(cx, &arguments, 0, "copyBytes: source")?;
        let mut start: Value<'cx> = op::argument(cx, &arguments, 1, "copyBytes: start")?;
        let mut target: Value<'cx> = op::argument(cx, &arguments, 2, "copyBytes: target")?;
        let mut offset: Value<'cx> = op::argument(cx, &arguments, 3, "copyBytes: offset")?;
        let mut count: Value<'cx> = op::argument(cx, &arguments, 4, "copyBytes: count")?;
        op::finish(cx, BufferOps::copy_bytes(&*state(), cx, source, start, target, offset, count))
    }
}

/// The functions of `native:buffer`.
pub const AREA: Area = Area {
    name: "buffer",
    functions: &[
        AreaFunction { name: "utf8ByteLength", is_async: false, make: op::make::<Utf8ByteLengthOp> },
        AreaFunction { name: "encodeUtf8", is_async: false, make: op::make::<EncodeUtf8Op> },
        AreaFunction { name: "writeUtf8", is_async: false, make: op::make::<WriteUtf8Op> },
        AreaFunction { name: "encodeUtf8Into", is_async: false, make: op::make::<EncodeUtf8IntoOp> },
        AreaFunction { name: "writeLatin1", is_async: false, make: op::make::<WriteLatin1Op> },
        AreaFunction { name: "writeUtf16", is_async: false, make: op::make::<WriteUtf16Op> },
        AreaFunction { name: "writeHex", is_async: false, make: op::make::<WriteHexOp> },
        AreaFunction { name: "writeBase64", is_async: false, make: op::make::<WriteBase64Op> },
        AreaFunction { name: "fastToString", is_async: false, make: op::make::<FastToStringOp> },
        AreaFunction { name: "fastWrite", is_async: false, make: op::make::<FastWriteOp> },
        AreaFunction { name: "fastByteLength", is_async: false, make: op::make::<FastByteLengthOp> },
        AreaFunction { name: "utf8ToString", is_async: false, make: op::make::<Utf8ToStringOp> },
        AreaFunction { name: "latin1ToString", is_async: false, make: op::make::<Latin1ToStringOp> },
        AreaFunction { name: "asciiToString", is_async: false, make: op::make::<AsciiToStringOp> },
        AreaFunction { name: "utf16ToString", is_async: false, make: op::make::<Utf16ToStringOp> },
        AreaFunction { name: "hexToString", is_async: false, make: op::make::<HexToStringOp> },
        AreaFunction { name: "base64ToString", is_async: false, make: op::make::<Base64ToStringOp> },
        AreaFunction { name: "base64UrlToString", is_async: false, make: op::make::<Base64UrlToStringOp> },
        AreaFunction { name: "indexOfBytes", is_async: false, make: op::make::<IndexOfBytesOp> },
        AreaFunction { name: "lastIndexOfBytes", is_async: false, make: op::make::<LastIndexOfBytesOp> },
        AreaFunction { name: "compareBytes", is_async: false, make: op::make::<CompareBytesOp> },
        AreaFunction { name: "lengthOfArray", is_async: false, make: op::make::<LengthOfArrayOp> },
        AreaFunction { name: "copyArray", is_async: false, make: op::make::<CopyArrayOp> },
        AreaFunction { name: "compareArrays", is_async: false, make: op::make::<CompareArraysOp> },
        AreaFunction { name: "equalArrays", is_async: false, make: op::make::<EqualArraysOp> },
        AreaFunction { name: "fillArray", is_async: false, make: op::make::<FillArrayOp> },
        AreaFunction { name: "viewLike", is_async: false, make: op::make::<ViewLikeOp> },
        AreaFunction { name: "poolMemory", is_async: false, make: op::make::<PoolMemoryOp> },
        AreaFunction { name: "lastingCopy", is_async: false, make: op::make::<LastingCopyOp> },
        AreaFunction { name: "isUtf8", is_async: false, make: op::make::<IsUtf8Op> },
        AreaFunction { name: "isAscii", is_async: false, make: op::make::<IsAsciiOp> },
        AreaFunction { name: "utf16BytesOfUtf8", is_async: false, make: op::make::<Utf16BytesOfUtf8Op> },
        AreaFunction { name: "writeUtf8AsUtf16", is_async: false, make: op::make::<WriteUtf8AsUtf16Op> },
        AreaFunction { name: "utf8BytesOfUtf16", is_async: false, make: op::make::<Utf8BytesOfUtf16Op> },
        AreaFunction { name: "writeUtf16AsUtf8", is_async: false, make: op::make::<WriteUtf16AsUtf8Op> },
        AreaFunction { name: "encodeBase64Text", is_async: false, make: op::make::<EncodeBase64TextOp> },
        AreaFunction { name: "decodeBase64Text", is_async: false, make: op::make::<DecodeBase64TextOp> },
        AreaFunction { name: "swapBytes", is_async: false, make: op::make::<SwapBytesOp> },
        AreaFunction { name: "copyBytes", is_async: false, make: op::make::<CopyBytesOp> },
    ],
};
