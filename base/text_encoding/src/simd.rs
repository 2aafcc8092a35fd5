//! Conversions of valid text by simdutf, into memory that is not initialized before.

#![allow(unsafe_code)]

use std::mem::MaybeUninit;

/// None where the bytes are not UTF-8, or have other characters than Latin-1.
pub fn utf8_to_latin1(bytes: &[u8]) -> Option<Vec<u8>> {
    // A character takes at least a byte.
    filled(bytes.len(), |target| {
        // SAFETY: the source is a live slice; the target has room for as many characters as the source has bytes.
        unsafe { simdutf::convert_utf8_to_latin1(bytes.as_ptr(), bytes.len(), target) }
    })
}

/// None where the bytes are not UTF-8.
pub fn utf8_to_utf16(bytes: &[u8]) -> Option<Vec<u16>> {
    // A unit takes at least a byte.
    filled(bytes.len(), |target| {
        // SAFETY: the source is a live slice; the target has room for as many units as the source has bytes.
        unsafe { simdutf::convert_utf8_to_utf16(bytes.as_ptr(), bytes.len(), target) }
    })
}

pub fn latin1_to_utf8(latin1: &[u8]) -> Vec<u8> {
    let length = simdutf::utf8_length_from_latin1(latin1);
    let bytes = filled(length, |target| {
        // SAFETY: the source is a live slice; the target has room for the length that it has in UTF-8.
        unsafe { simdutf::convert_latin1_to_utf8(latin1.as_ptr(), latin1.len(), target) }
    });
    bytes.unwrap_or_default()
}

/// None where there are lone surrogates.
pub fn utf16_to_utf8(units: &[u16]) -> Option<Vec<u8>> {
    if units.is_empty() {
        return Some(Vec::new());
    }
    let length = valid_utf8_length(units)?;
    filled(length, |target| {
        // SAFETY: the source is a live slice without lone surrogates; the target has room for its length in UTF-8.
        unsafe { simdutf::convert_valid_utf16_to_utf8(units.as_ptr(), units.len(), target) }
    })
}

pub fn utf16_to_string(units: &[u16]) -> Option<String> {
    let bytes = utf16_to_utf8(units)?;
    // SAFETY: simdutf writes UTF-8.
    Some(unsafe { String::from_utf8_unchecked(bytes) })
}

pub fn latin1_to_string(latin1: &[u8]) -> String {
    let bytes = latin1_to_utf8(latin1);
    // SAFETY: simdutf writes UTF-8.
    unsafe { String::from_utf8_unchecked(bytes) }
}

/// The target has room for the text. Returns the bytes written.
pub fn write_latin1_as_utf8(latin1: &[u8], target: &mut [u8]) -> usize {
    assert!(simdutf::utf8_length_from_latin1(latin1) <= target.len(), "the caller compared the lengths");
    // SAFETY: the source is a live slice; the target has room for its length in UTF-8.
    unsafe { simdutf::convert_latin1_to_utf8(latin1.as_ptr(), latin1.len(), target.as_mut_ptr()) }
}

/// None where there are lone surrogates, or the target is too small. Returns the bytes written.
pub fn write_utf16_as_utf8(units: &[u16], target: &mut [u8]) -> Option<usize> {
    valid_utf8_length(units).filter(|&length| length <= target.len())?;
    // SAFETY: the source is a live slice without lone surrogates; the target has room for its length in UTF-8.
    Some(unsafe { simdutf::convert_valid_utf16_to_utf8(units.as_ptr(), units.len(), target.as_mut_ptr()) })
}

pub fn valid_text(bytes: &[u8]) -> Option<&str> {
    // SAFETY: simdutf checks that the bytes are UTF-8.
    simdutf::validate_utf8(bytes).then(|| unsafe { std::str::from_utf8_unchecked(bytes) })
}

/// Source bytes that are converted at a time.
const BLOCK_BYTES: usize = 1024;

/// The target has the length that the text has in UTF-16, and is filled.
pub fn write_utf16<'a>(text: &str, target: &'a mut [MaybeUninit<u16>]) -> &'a mut [u16] {
    write_blocks(text.as_bytes(), target, 0xfffd, |block, converted| {
        // SAFETY: the source is a live slice; the target has room for as many units as the source has bytes.
        unsafe { simdutf::convert_utf8_to_utf16(block.as_ptr(), block.len(), converted.as_mut_ptr()) }
    })
}

/// The target has the length that the text has in Latin-1, and is filled.
pub fn write_latin1<'a>(text: &str, target: &'a mut [MaybeUninit<u8>]) -> &'a mut [u8] {
    write_blocks(text.as_bytes(), target, b'?', |block, converted| {
        // SAFETY: the source is a live slice; the target has room for as many characters as the source has bytes.
        unsafe { simdutf::convert_utf8_to_latin1(block.as_ptr(), block.len(), converted.as_mut_ptr()) }
    })
}

/// Fills the target with what `convert` makes of each part of the text; it returns how many items it made.
///
/// The text may be in memory that another thread writes (a SharedArrayBuffer, or a buffer into which a file is read), so
/// that it no longer has the length for which the target was made. So each part is converted beside the target, where its
/// bytes always have room, and `replacement` stands for characters that are missing.
fn write_blocks<'a, T: Copy + Default>(
    text: &[u8],
    target: &'a mut [MaybeUninit<T>],
    replacement: T,
    convert: impl Fn(&[u8], &mut [T; BLOCK_BYTES]) -> usize,
) -> &'a mut [T] {
    let mut converted = [T::default(); BLOCK_BYTES];
    let (mut read, mut written) = (0, 0);
    while read < text.len() && written < target.len() {
        let block = complete_characters(&text[read..]);
        let count = convert(block, &mut converted).min(target.len() - written);
        target[written..written + count].write_copy_of_slice(&converted[..count]);
        written += count;
        read += block.len();
    }
    target[written..].fill(MaybeUninit::new(replacement));
    // SAFETY: the parts before and behind `written` were written.
    unsafe { target.assume_init_mut() }
}

/// As many bytes from the start as belong to complete characters: at most a block, at least one.
fn complete_characters(text: &[u8]) -> &[u8] {
    const CONTINUATION_BYTES_MAX: usize = 3;
    let is_start = |end: &usize| text[*end] & 0xc0 != 0x80;
    if text.len() <= BLOCK_BYTES {
        return text;
    }
    let end = (BLOCK_BYTES - CONTINUATION_BYTES_MAX..=BLOCK_BYTES).rev().find(is_start);
    &text[..end.unwrap_or(BLOCK_BYTES)]
}

/// The target has `COUNT` items for each item of the source, and is filled.
pub fn write_computed<'a, S, T: Copy, const COUNT: usize>(
    items: &[S],
    target: &'a mut [MaybeUninit<T>],
    value: impl Fn(&S) -> [T; COUNT],
) -> &'a mut [T] {
    let (groups, rest) = target.as_chunks_mut::<COUNT>();
    assert!(rest.is_empty() && groups.len() == items.len(), "the caller computed the length");
    for (group, item) in groups.iter_mut().zip(items) {
        *group = value(item).map(MaybeUninit::new);
    }
    // SAFETY: all groups were written, and nothing is beside them.
    unsafe { target.assume_init_mut() }
}

fn valid_utf8_length(units: &[u16]) -> Option<usize> {
    simdutf::validate_utf16(units).then(|| simdutf::utf8_length_from_utf16(units))
}

/// A vector that `fill` fills, which gets room for `capacity` items and returns how many it wrote. None for none: simdutf
/// reports errors so.
fn filled<T: Copy>(capacity: usize, fill: impl FnOnce(*mut T) -> usize) -> Option<Vec<T>> {
    let mut items = Vec::with_capacity(capacity);
    let length = fill(items.as_mut_ptr());
    assert!(length <= capacity, "a converter wrote more than its target holds");
    // SAFETY: the first `length` items were written.
    unsafe { items.set_len(length) };
    (length > 0).then_some(items)
}
