//! A minimal safe wrapper around the C-style deflate functions. The library's safe API would suffice, except that it
//! cannot change level and strategy in the middle of a stream.

#![allow(unsafe_code)]

use libz_rs_sys::{
    deflate, deflateEnd, deflateInit2_, deflateParams, deflateReset, deflateSetDictionary, z_stream, zlibVersion,
};
use std::ptr;

/// zlib's return values that callers look at.
pub(crate) const OK: i32 = 0;
pub(crate) const STREAM_END: i32 = 1;
pub(crate) const BUFFER_ERROR: i32 = -5;
const METHOD_DEFLATED: i32 = 8;

/// An initialized deflate state. It does not retain the buffers of a call.
pub(crate) struct RawDeflate {
    stream: Box<z_stream>,
}

// SAFETY: the state owns its memory, which no other code references; the library says the same of its stream type.
unsafe impl Send for RawDeflate {}

impl RawDeflate {
    /// As in zlib, `window_bits` also selects the container: negative for raw, above 15 for gzip. Err: zlib's return
    /// value.
    pub(crate) fn new(level: i32, window_bits: i32, memory_level: i32, strategy: i32) -> Result<RawDeflate, i32> {
        let mut stream = Box::new(z_stream::default());
        let version = zlibVersion();
        let size = size_of::<z_stream>() as i32;
        // SAFETY: a live, default stream, passed with its size; the version is the library's own static string.
        let status = unsafe {
            deflateInit2_(&mut *stream, level, METHOD_DEFLATED, window_bits, memory_level, strategy, version, size)
        };
        if status == OK { Ok(RawDeflate { stream }) } else { Err(status) }
    }

    /// One call of `deflate`. Returns its status, bytes consumed and bytes written.
    pub(crate) fn deflate(&mut self, input: &[u8], output: &mut [u8], flush: i32) -> (i32, usize, usize) {
        // Bytes beyond 32 bits are left for the next call; callers see how many were consumed.
        let (given, room) = (clamp(input.len()), clamp(output.len()));
        self.stream.next_in = input.as_ptr().cast_mut();
        self.stream.avail_in = given;
        self.stream.next_out = output.as_mut_ptr();
        self.stream.avail_out = room;
        // SAFETY: initialized in `new`; the pointers and lengths are those of two live slices, and input is only read.
        let status = unsafe { deflate(&mut *self.stream, flush) };
        let done = (status, (given - self.stream.avail_in) as usize, (room - self.stream.avail_out) as usize);
        self.forget_buffers();
        done
    }

    /// Changes level and strategy. The caller has flushed; remaining output goes to `output`.
    pub(crate) fn set_parameters(&mut self, level: i32, strategy: i32, output: &mut [u8]) -> (i32, usize) {
        let room = clamp(output.len());
        self.forget_buffers();
        self.stream.next_out = output.as_mut_ptr();
        self.stream.avail_out = room;
        // SAFETY: initialized in `new`; there is no input, and output is a live slice.
        let status = unsafe { deflateParams(&mut *self.stream, level, strategy) };
        let written = (room - self.stream.avail_out) as usize;
        self.forget_buffers();
        (status, written)
    }

    pub(crate) fn set_dictionary(&mut self, dictionary: &[u8]) -> i32 {
        // SAFETY: initialized in `new`; pointer and length are those of a live slice.
        unsafe { deflateSetDictionary(&mut *self.stream, dictionary.as_ptr(), clamp(dictionary.len())) }
    }

    pub(crate) fn reset(&mut self) -> i32 {
        // SAFETY: initialized in `new`.
        unsafe { deflateReset(&mut *self.stream) }
    }

    fn forget_buffers(&mut self) {
        self.stream.next_in = ptr::null_mut();
        self.stream.avail_in = 0;
        self.stream.next_out = ptr::null_mut();
        self.stream.avail_out = 0;
    }
}

impl Drop for RawDeflate {
    fn drop(&mut self) {
        // SAFETY: initialized in `new`, ended once.
        unsafe { deflateEnd(&mut *self.stream) };
    }
}

fn clamp(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
