//! `native:buffer`: conversion between strings and bytes, and searching bytes.
//!
//! Does not: check arguments. Ranges arrive clamped from the builtins and are clamped again here, so that a mistake
//! there yields a wrong result instead of a panic. Start reading at `encode` and `decode`.

mod base64;
mod decode;
mod encode;
mod fast_path;
mod fill;
mod hex;
mod search;
mod string_cache;
mod transcode;
mod generated {
    pub mod buffer_ops;
}

use crate::decode::Encoding;
use brio_realm::jsc::{Context, LASTING_BYTES_MIN, Value};
use brio_realm::op::{OpError, Thrown};
use brio_text_encoding::{
    latin1_to_utf8, latin1_utf8_length, utf16_to_utf8, utf16_utf8_length, write_latin1_as_utf8, write_utf16_as_utf8,
};
pub use generated::buffer_ops::AREA;
use generated::buffer_ops::{Base64Error, BufferOps};
use std::cell::{Cell, RefCell};
use string_cache::StringCache;

/// State of the area.
#[derive(Default)]
pub struct Buffer {
    string_cache: RefCell<StringCache>,
}

/// The part of `bytes` from `start` to `end`, clamped to its length.
fn range(bytes: &[u8], start: f64, end: f64) -> &[u8] {
    let end = (end as usize).min(bytes.len());
    &bytes[(start as usize).min(end)..end]
}

/// An offset or count. A negative value or a value that is not a number becomes 0; one that is too large is out of
/// range.
#[inline]
fn place(value: Value<'_>) -> usize {
    match value.as_int32() {
        Some(place) => usize::try_from(place).unwrap_or(0),
        None => value.as_number().unwrap_or(0.0) as usize,
    }
}

fn reverse_groups<const SIZE: usize>(bytes: &mut [u8]) {
    for group in bytes.as_chunks_mut::<SIZE>().0 {
        let mut reversed = *group;
        reversed.reverse();
        *group = reversed;
    }
}

fn writable_range(target: &mut [u8], offset: f64, max_bytes: f64) -> &mut [u8] {
    let start = (offset as usize).min(target.len());
    let end = start.saturating_add(max_bytes as usize).min(target.len());
    &mut target[start..end]
}

impl BufferOps for Buffer {
    fn utf8_byte_length<'cx>(&self, cx: Context<'cx>, text: Value<'cx>) -> Result<f64, Thrown<'cx>> {
        Ok(text.with_characters(cx, latin1_utf8_length, utf16_utf8_length)? as f64)
    }

    fn swap_bytes<'cx>(&self, cx: Context<'cx>, bytes: Value<'cx>, size: u32) -> Result<bool, Thrown<'cx>> {
        let size = (size as usize).max(1);
        let Some(bytes) = bytes.bytes_mut(cx).filter(|bytes| bytes.len() % size == 0) else { return Ok(false) };
        // Constants for the usual sizes, so that the compiler can use vector instructions.
        match size {
            2 => reverse_groups::<2>(bytes),
            4 => reverse_groups::<4>(bytes),
            8 => reverse_groups::<8>(bytes),
            _ => bytes.chunks_exact_mut(size).for_each(<[u8]>::reverse),
        }
        Ok(true)
    }

    fn copy_bytes<'cx>(
        &self,
        cx: Context<'cx>,
        source: Value<'cx>,
        start: Value<'cx>,
        target: Value<'cx>,
        offset: Value<'cx>,
        count: Value<'cx>,
    ) -> Result<bool, Thrown<'cx>> {
        Ok(source.copy_bytes(cx, place(start), target, place(offset), place(count)).is_some())
    }

    fn encode_utf8<'cx>(&self, cx: Context<'cx>, text: Value<'cx>) -> Result<Vec<u8>, Thrown<'cx>> {
        Ok(text.with_characters(cx, latin1_to_utf8, utf16_to_utf8)?)
    }

    fn write_utf8<'cx>(
        &self,
        cx: Context<'cx>,
        text: Value<'cx>,
        target: &mut [u8],
        offset: f64,
        max_bytes: f64,
    ) -> Result<f64, Thrown<'cx>> {
        let target = RefCell::new(writable_range(target, offset, max_bytes));
        let written = text.with_characters(
            cx,
            |latin1| write_latin1_as_utf8(latin1, &mut target.borrow_mut()),
            |units| write_utf16_as_utf8(units, &mut target.borrow_mut()),
        )?;
        Ok(written as f64)
    }

    fn encode_utf8_into<'cx>(
        &self,
        cx: Context<'cx>,
        text: Value<'cx>,
        target: Value<'cx>,
    ) -> Result<i32, Thrown<'cx>> {
        let is_array = fast_path::uint8_array(cx, target).is_some();
        let target = fast_path::bytes_mut(cx, target).filter(|_| is_array && fast_path::is_string(cx, text));
        let Some(target) = target.map(Cell::new) else { return Ok(-1) };
        let written = text.with_characters(
            cx,
            |latin1| write_latin1_as_utf8(latin1, target.take()),
            |units| write_utf16_as_utf8(units, target.take()),
        )?;
        Ok(written as i32)
    }

    fn write_latin1<'cx>(
        &self,
        cx: Context<'cx>,
        text: Value<'cx>,
        target: &mut [u8],
        offset: f64,
        max_bytes: f64,
    ) -> Result<f64, Thrown<'cx>> {
        let target = RefCell::new(writable_range(target, offset, max_bytes));
        let written = text.with_characters(
            cx,
            |latin1| encode::copy_latin1(latin1, &mut target.borrow_mut()),
            |units| encode::write_low_bytes(units, &mut target.borrow_mut()),
        )?;
        Ok(written as f64)
    }

    fn write_utf16<'cx>(
        &self,
        cx: Context<'cx>,
        text: Value<'cx>,
        target: &mut [u8],
        offset: f64,
        max_bytes: f64,
    ) -> Result<f64, Thrown<'cx>> {
        let target = RefCell::new(writable_range(target, offset, max_bytes));
        let written = text.with_characters(
            cx,
            |latin1| encode::write_units(latin1.iter().map(|&byte| u16::from(byte)), &mut target.borrow_mut()),
            |units| encode::write_units(units.iter().copied(), &mut target.borrow_mut()),
        )?;
        Ok(written as f64)
    }

    fn write_hex<'cx>(
        &self,
        cx: Context<'cx>,
        text: Value<'cx>,
        target: &mut [u8],
        offset: f64,
        max_bytes: f64,
    ) -> Result<f64, Thrown<'cx>> {
        let target = RefCell::new(writable_range(target, offset, max_bytes));
        let written = text.with_characters(
            cx,
            |latin1| hex::decode(latin1, &mut target.borrow_mut()),
            |units| hex::decode(&encode::narrow(units), &mut target.borrow_mut()),
        )?;
        Ok(written as f64)
    }

    fn write_base64<'cx>(
        &self,
        cx: Context<'cx>,
        text: Value<'cx>,
        target: &mut [u8],
        offset: f64,
        max_bytes: f64,
    ) -> Result<f64, Thrown<'cx>> {
        let target = RefCell::new(writable_range(target, offset, max_bytes));
        let written = text.with_characters(
            cx,
            |latin1| base64::decode_lenient(latin1, &mut target.borrow_mut()),
            |units| base64::decode_lenient(&encode::narrow(units), &mut target.borrow_mut()),
        )?;
        Ok(written as f64)
    }

    fn fast_to_string<'cx>(
        &self,
        cx: Context<'cx>,
        bytes: Value<'cx>,
        encoding: Value<'cx>,
        start: Value<'cx>,
        end: Value<'cx>,
    ) -> Result<Value<'cx>, Thrown<'cx>> {
        let part = fast_path::bytes(cx, bytes).and_then(|bytes| fast_path::text_range(bytes, start, end));
        let Some(bytes) = part else { return Ok(Value::undefined()) };
        let Some(encoding) = fast_path::named(cx, encoding)? else { return Ok(Value::undefined()) };
        let cached = if encoding.retains_ascii() { self.string_cache.borrow_mut().get(cx, bytes) } else { None };
        Ok(cached.or_else(|| encoding.decode(cx, bytes)).unwrap_or(Value::undefined()))
    }

    fn fast_write<'cx>(
        &self,
        cx: Context<'cx>,
        bytes: Value<'cx>,
        text: Value<'cx>,
        offset: Value<'cx>,
        length: Value<'cx>,
        encoding: Value<'cx>,
    ) -> Result<i32, Thrown<'cx>> {
        if !fast_path::is_string(cx, text) {
            return Ok(-1);
        }
        let Some(target) = fast_path::bytes_mut(cx, bytes) else { return Ok(-1) };
        let Some((start, count)) = fast_path::write_range(cx, target.len(), offset, length, encoding)? else {
            return Ok(-1);
        };
        let target = Cell::new(&mut target[start..start + count]);
        let written = text.with_characters(
            cx,
            |latin1| write_latin1_as_utf8(latin1, target.take()),
            |units| write_utf16_as_utf8(units, target.take()),
        )?;
        Ok(written as i32)
    }

    fn fast_byte_length<'cx>(
        &self,
        cx: Context<'cx>,
        text: Value<'cx>,
        encoding: Value<'cx>,
    ) -> Result<i32, Thrown<'cx>> {
        if !fast_path::is_string(cx, text) || !fast_path::is_utf8(cx, encoding)? {
            return Ok(-1);
        }
        let length = text.with_characters(cx, latin1_utf8_length, utf16_utf8_length)?;
        Ok(i32::try_from(length).unwrap_or(-1))
    }

    fn utf8_to_string<'cx>(
        &self,
        cx: Context<'cx>,
        bytes: &[u8],
        start: f64,
        end: f64,
    ) -> Result<Value<'cx>, Thrown<'cx>> {
        let bytes = range(bytes, start, end);
        Ok(self.string_cache.borrow_mut().get(cx, bytes).unwrap_or_else(|| cx.utf8_string(bytes)))
    }

    fn latin1_to_string<'cx>(
        &self,
        cx: Context<'cx>,
        bytes: &[u8],
        start: f64,
        end: f64,
    ) -> Result<Value<'cx>, Thrown<'cx>> {
        let bytes = range(bytes, start, end);
        Ok(self.string_cache.borrow_mut().get(cx, bytes).unwrap_or_else(|| cx.latin1_string(bytes)))
    }

    fn ascii_to_string<'cx>(
        &self,
        cx: Context<'cx>,
        bytes: &[u8],
        start: f64,
        end: f64,
    ) -> Result<Value<'cx>, Thrown<'cx>> {
        if let Some(text) = self.string_cache.borrow_mut().get(cx, range(bytes, start, end)) {
            return Ok(text);
        }
        Ok(decode::ascii(cx, range(bytes, start, end)))
    }

    fn utf16_to_string<'cx>(
        &self,
        cx: Context<'cx>,
        bytes: &[u8],
        start: f64,
        end: f64,
    ) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(Encoding::Utf16.decode(cx, range(bytes, start, end)).unwrap_or(Value::undefined()))
    }

    fn hex_to_string<'cx>(
        &self,
        cx: Context<'cx>,
        bytes: &[u8],
        start: f64,
        end: f64,
    ) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(Encoding::Hex.decode(cx, range(bytes, start, end)).unwrap_or(Value::undefined()))
    }

    fn base64_to_string<'cx>(
        &self,
        cx: Context<'cx>,
        bytes: &[u8],
        start: f64,
        end: f64,
    ) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(Encoding::Base64.decode(cx, range(bytes, start, end)).unwrap_or(Value::undefined()))
    }

    fn base64_url_to_string<'cx>(
        &self,
        cx: Context<'cx>,
        bytes: &[u8],
        start: f64,
        end: f64,
    ) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(Encoding::Base64Url.decode(cx, range(bytes, start, end)).unwrap_or(Value::undefined()))
    }

    fn index_of_bytes(&self, bytes: &[u8], needle: &[u8], offset: f64, step: f64) -> Result<f64, OpError> {
        Ok(search::index_of(bytes, needle, offset as usize, step as usize).map_or(-1.0, |index| index as f64))
    }

    fn last_index_of_bytes(&self, bytes: &[u8], needle: &[u8], offset: f64, step: f64) -> Result<f64, OpError> {
        Ok(search::last_index_of(bytes, needle, offset as usize, step as usize).map_or(-1.0, |index| index as f64))
    }

    fn compare_bytes(
        &self,
        left: &[u8],
        left_start: f64,
        left_end: f64,
        right: &[u8],
        right_start: f64,
        right_end: f64,
    ) -> Result<i32, OpError> {
        Ok(range(left, left_start, left_end).cmp(range(right, right_start, right_end)) as i32)
    }

    fn length_of_array<'cx>(&self, cx: Context<'cx>, value: Value<'cx>) -> Result<i32, Thrown<'cx>> {
        Ok(fast_path::uint8_array(cx, value).and_then(|bytes| i32::try_from(bytes.len()).ok()).unwrap_or(-1))
    }

    fn copy_array<'cx>(
        &self,
        cx: Context<'cx>,
        source: Value<'cx>,
        target: Value<'cx>,
        offset: Value<'cx>,
    ) -> Result<i32, Thrown<'cx>> {
        let length = fast_path::uint8_array(cx, source).map(<[u8]>::len);
        let room = fast_path::uint8_array(cx, target).and_then(|bytes| bytes.len().checked_sub(place(offset)));
        let (Some(length), Some(room)) = (length, room) else { return Ok(-1) };
        let Ok(count) = i32::try_from(length.min(room)) else { return Ok(-1) };
        let copied = source.copy_bytes(cx, 0, target, place(offset), length.min(room));
        Ok(copied.map_or(-1, |()| count))
    }

    fn compare_arrays<'cx>(&self, cx: Context<'cx>, left: Value<'cx>, right: Value<'cx>) -> Result<i32, Thrown<'cx>> {
        const NOT_BYTES: i32 = 2;
        let (Some(left), Some(right)) = (fast_path::uint8_array(cx, left), fast_path::uint8_array(cx, right)) else {
            return Ok(NOT_BYTES);
        };
        Ok(if std::ptr::eq(left, right) { 0 } else { left.cmp(right) as i32 })
    }

    fn equal_arrays<'cx>(&self, cx: Context<'cx>, left: Value<'cx>, right: Value<'cx>) -> Result<i32, Thrown<'cx>> {
        let (Some(left), Some(right)) = (fast_path::uint8_array(cx, left), fast_path::uint8_array(cx, right)) else {
            return Ok(-1);
        };
        Ok(i32::from(std::ptr::eq(left, right) || left == right))
    }

    fn fill_array<'cx>(
        &self,
        cx: Context<'cx>,
        target: Value<'cx>,
        pattern: Value<'cx>,
        start: f64,
        end: f64,
    ) -> Result<bool, Thrown<'cx>> {
        // A copy: the pattern may be part of the target.
        let pattern = if fast_path::is_string(cx, pattern) {
            pattern.with_characters(cx, latin1_to_utf8, utf16_to_utf8)?
        } else {
            let Some(bytes) = fast_path::uint8_array(cx, pattern) else { return Ok(false) };
            bytes[..bytes.len().min((end - start).max(0.0) as usize)].to_vec()
        };
        let target = target.bytes_mut(cx).filter(|_| fast_path::uint8_array(cx, target).is_some());
        let Some(target) = target else { return Ok(false) };
        let Some(target) = target.get_mut(start as usize..end as usize) else { return Ok(false) };
        Ok(fill::repeat(target, &pattern))
    }

    fn view_like<'cx>(
        &self,
        cx: Context<'cx>,
        sample: Value<'cx>,
        source: Value<'cx>,
        offset: Value<'cx>,
        length: Value<'cx>,
    ) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(cx.view_like(sample, source, place(offset), place(length)).unwrap_or(Value::undefined()))
    }

    fn pool_memory<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(cx.recycled_array()?)
    }

    fn lasting_copy<'cx>(&self, cx: Context<'cx>, bytes: &[u8]) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(if bytes.len() < LASTING_BYTES_MIN { cx.uint8_array(bytes.to_vec())? } else { cx.lasting_bytes(bytes)? })
    }

    fn is_utf8(&self, bytes: &[u8]) -> Result<bool, OpError> {
        Ok(simdutf8::basic::from_utf8(bytes).is_ok())
    }

    fn is_ascii(&self, bytes: &[u8]) -> Result<bool, OpError> {
        Ok(bytes.is_ascii())
    }

    fn utf16_bytes_of_utf8(&self, bytes: &[u8]) -> Result<f64, OpError> {
        Ok(transcode::utf16_bytes(bytes).map_or(-1.0, |size| size as f64))
    }

    fn write_utf8_as_utf16(&self, bytes: &[u8], target: &mut [u8]) -> Result<(), OpError> {
        transcode::write_utf16(bytes, target);
        Ok(())
    }

    fn utf8_bytes_of_utf16(&self, bytes: &[u8]) -> Result<f64, OpError> {
        Ok(transcode::utf8_bytes(bytes).map_or(-1.0, |size| size as f64))
    }

    fn write_utf16_as_utf8(&self, bytes: &[u8], target: &mut [u8]) -> Result<(), OpError> {
        transcode::write_utf8(bytes, target);
        Ok(())
    }

    fn encode_base64_text<'cx>(&self, cx: Context<'cx>, text: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        let encoded = text.with_characters(
            cx,
            |latin1| Encoding::Base64.decode(cx, latin1),
            |units| {
                let is_latin1 = units.iter().all(|&unit| unit < 256);
                is_latin1.then(|| Encoding::Base64.decode(cx, &encode::narrow(units))).flatten()
            },
        )?;
        Ok(encoded.unwrap_or(Value::null()))
    }

    fn decode_base64_text<'cx>(&self, cx: Context<'cx>, text: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        let decoded = text
            .with_characters(cx, base64::decode_forgiving, |units| base64::decode_forgiving(&encode::narrow(units)))?;
        Ok(match decoded {
            Ok(bytes) => cx.adopted_latin1_string(bytes),
            Err(base64::ForgivingError::Character) => Value::int32(Base64Error::InvalidCharacter as i32),
            Err(base64::ForgivingError::Length) => Value::int32(Base64Error::ImpossibleLength as i32),
        })
    }
}
