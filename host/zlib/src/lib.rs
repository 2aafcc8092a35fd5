//! `native:zlib`: compressed streams for `node:zlib`, the Compression Streams and Bun's functions. The codecs are in
//! `brio_compression`; this crate holds the open streams and converts arguments and results.

mod generated {
    pub mod zlib_ops;
}
mod pace;
mod streams;

use brio_compression::{Codec, Failure, Format, ZlibSettings, run_one_shot};
use brio_realm::op::OpError;
pub use generated::zlib_ops::AREA;
use generated::zlib_ops::{StepRanges, StreamFailure, ZlibOps, stream_flush};
use std::cell::RefCell;
use std::time::{Duration, Instant};
use streams::Stream;

/// State of the area: why the last opening on this thread failed.
#[derive(Default)]
pub struct Zlib {
    opening: RefCell<Option<Failure>>,
}

impl Zlib {
    /// `level`: how much work compression is; 0 where there are no levels.
    fn open(
        &self,
        format: u8,
        level: i32,
        make: impl FnOnce(Format) -> Result<Codec, Failure>,
    ) -> Result<u32, OpError> {
        let Some(known) = Format::from_number(format) else {
            return Err(OpError::coded("ERR_INVALID_ARG_VALUE", "unknown format of a stream"));
        };
        Ok(match make(known) {
            Ok(codec) => streams::add(codec, known, level),
            Err(failure) => {
                self.opening.replace(Some(failure));
                0
            }
        })
    }
}

impl ZlibOps for Zlib {
    fn open_zlib(
        &self,
        format: u8,
        window_bits: i32,
        level: i32,
        memory_level: i32,
        strategy: i32,
        dictionary: Option<&[u8]>,
        is_single: bool,
    ) -> Result<u32, OpError> {
        self.open(format, level, |format| {
            Codec::zlib(format, ZlibSettings { window_bits, level, memory_level, strategy, is_single }, dictionary)
        })
    }

    fn open_brotli(&self, format: u8, parameters: &[u8], dictionary: Option<&[u8]>) -> Result<u32, OpError> {
        self.open(format, 0, |format| Codec::brotli(format, &pairs(parameters), dictionary))
    }

    fn open_zstd(
        &self,
        format: u8,
        parameters: &[u8],
        pledged_bytes: f64,
        dictionary: Option<&[u8]>,
    ) -> Result<u32, OpError> {
        let pledged = (pledged_bytes >= 0.0).then_some(pledged_bytes as u64);
        self.open(format, 0, |format| Codec::zstd(format, &pairs(parameters), pledged, dictionary))
    }

    fn write_sync(
        &self,
        stream: u32,
        flush: u8,
        input: &[u8],
        output: &mut [u8],
        ranges: StepRanges,
        left: &mut [u8],
    ) -> Result<bool, OpError> {
        let input = part(input, ranges.input_offset, ranges.input_length)?;
        let output = part_mut(output, ranges.output_offset, ranges.output_length)?;
        step(stream, flush, input, output, left)
    }

    fn write(
        stream: u32,
        flush: u8,
        input: &[u8],
        output: &mut [u8],
        ranges: StepRanges,
        left: &mut [u8],
    ) -> Result<bool, OpError> {
        let input = part(input, ranges.input_offset, ranges.input_length)?;
        let output = part_mut(output, ranges.output_offset, ranges.output_length)?;
        step(stream, flush, input, output, left)
    }

    fn write_at_once(
        stream: u32,
        flush: u8,
        input: &[u8],
        output: &mut [u8],
        ranges: &StepRanges,
        left: &mut [u8],
    ) -> Option<Result<bool, OpError>> {
        let stream = streams::get(stream)?;
        let mut stream = stream.try_lock()?;
        if !stream.pace.fits(ranges.input_length as usize, ranges.output_length as usize) {
            return None;
        }
        let input = part(input, ranges.input_offset, ranges.input_length).ok()?;
        let output = part_mut(output, ranges.output_offset, ranges.output_length).ok()?;
        let (is_done, time) = take_step(&mut stream, flush, input, output, left);
        pace::spend(time);
        Some(Ok(is_done))
    }

    fn zlib_once(
        &self,
        format: u8,
        window_bits: i32,
        level: i32,
        memory_level: i32,
        strategy: i32,
        input: &[u8],
    ) -> Result<Vec<u8>, OpError> {
        let format = Format::from_number(format).ok_or_else(outside)?;
        let settings = ZlibSettings { window_bits, level, memory_level, strategy, is_single: false };
        Codec::zlib(format, settings, None)
            .and_then(|mut codec| run_one_shot(&mut codec, format, input, stream_flush::FINISH, usize::MAX))
            .map(|result| result.output)
            .map_err(|failure| OpError::coded("ERR_ZLIB", failure.message))
    }

    fn run_sync(&self, stream: u32, flush: u8, input: &[u8], limit: f64) -> Result<Option<Vec<u8>>, OpError> {
        one_shot(stream, flush, input, limit)
    }

    fn run(stream: u32, flush: u8, input: &[u8], limit: f64) -> Result<Option<Vec<u8>>, OpError> {
        one_shot(stream, flush, input, limit)
    }

    fn consumed(&self, stream: u32) -> Result<f64, OpError> {
        with(stream, |stream| stream.consumed as f64)
    }

    fn is_ended(&self, stream: u32) -> Result<bool, OpError> {
        with(stream, |stream| stream.is_ended)
    }

    fn set_parameters(&self, stream: u32, level: i32, strategy: i32) -> Result<bool, OpError> {
        with(stream, |stream| {
            let outcome = stream.codec.set_parameters(level, strategy);
            keep(stream, outcome)
        })
    }

    fn reset(&self, stream: u32) -> Result<bool, OpError> {
        with(stream, |stream| {
            let outcome = stream.codec.reset();
            keep(stream, outcome)
        })
    }

    fn close(&self, stream: u32) -> Result<(), OpError> {
        streams::remove(stream);
        Ok(())
    }

    fn failure(&self, stream: u32) -> Result<StreamFailure, OpError> {
        let failure = match streams::get(stream) {
            Some(stream) => stream.lock().failure.clone(),
            None => self.opening.borrow().clone(),
        };
        let failure = failure.unwrap_or(Failure { message: "Zlib error".into(), code: "Z_ERRNO".into(), errno: -1 });
        Ok(StreamFailure {
            message: failure.message.into_owned().into(),
            code: failure.code.into_owned().into(),
            errno: failure.errno,
        })
    }

    fn crc32(&self, bytes: &[u8], start: u32) -> Result<u32, OpError> {
        Ok(brio_compression::crc32(start, bytes))
    }

    fn crc32_text(&self, text: &str, start: u32) -> Result<u32, OpError> {
        Ok(brio_compression::crc32(start, text.as_bytes()))
    }
}

fn with<T>(number: u32, work: impl FnOnce(&mut Stream) -> T) -> Result<T, OpError> {
    let stream =
        streams::get(number).ok_or_else(|| OpError::coded("ERR_ZLIB_BINDING_CLOSED", "zlib binding closed"))?;
    let mut stream = stream.lock();
    Ok(work(&mut stream))
}

/// Stores a failure; returns whether there was none.
fn keep<T>(stream: &mut Stream, outcome: Result<T, Failure>) -> bool {
    let is_done = outcome.is_ok();
    stream.failure = outcome.err();
    is_done
}

fn step(number: u32, flush: u8, input: &[u8], output: &mut [u8], left: &mut [u8]) -> Result<bool, OpError> {
    with(number, |stream| take_step(stream, flush, input, output, left).0)
}

/// Returns whether it succeeded, and how long it took.
fn take_step(stream: &mut Stream, flush: u8, input: &[u8], output: &mut [u8], left: &mut [u8]) -> (bool, Duration) {
    let start = Instant::now();
    match stream.codec.step(input, output, flush) {
        Ok(step) => {
            stream.is_ended = step.is_ended;
            let words = [output.len() - step.written, input.len() - step.consumed];
            for (place, word) in left.chunks_exact_mut(4).zip(words) {
                place.copy_from_slice(&(word as u32).to_ne_bytes());
            }
            (true, stream.pace.note(start, step.consumed + step.written))
        }
        Err(failure) => {
            stream.failure = Some(failure);
            (false, start.elapsed())
        }
    }
}

fn one_shot(number: u32, flush: u8, input: &[u8], limit: f64) -> Result<Option<Vec<u8>>, OpError> {
    let limit = limit.clamp(0.0, 9_007_199_254_740_991.0) as usize;
    with(number, |stream| match run_one_shot(&mut stream.codec, stream.format, input, flush, limit) {
        Ok(result) if result.is_too_large => {
            stream.failure =
                Some(Failure { message: "the output is too large".into(), code: "TOO_LARGE".into(), errno: 0 });
            None
        }
        Ok(result) => {
            stream.consumed = result.consumed;
            Some(result.output)
        }
        Err(failure) => {
            stream.failure = Some(failure);
            None
        }
    })
}

fn pairs(words: &[u8]) -> Vec<(u32, u32)> {
    let word = |bytes: &[u8]| u32::from_ne_bytes(bytes.try_into().expect("chunks have four bytes"));
    words.chunks_exact(8).map(|pair| (word(&pair[..4]), word(&pair[4..]))).collect()
}

fn part(bytes: &[u8], offset: f64, length: f64) -> Result<&[u8], OpError> {
    bytes.get(offset as usize..(offset + length) as usize).ok_or_else(outside)
}

fn part_mut(bytes: &mut [u8], offset: f64, length: f64) -> Result<&mut [u8], OpError> {
    bytes.get_mut(offset as usize..(offset + length) as usize).ok_or_else(outside)
}

fn outside() -> OpError {
    OpError::coded("ERR_OUT_OF_RANGE", "the range is out of bounds")
}
