// @generated from ops/zlib.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Zlib;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// Why the last call with a stream failed.
#[derive(Debug)]
pub struct StreamFailure {
    pub message: Text,
    pub code: Text,
    pub errno: i32,
}

impl<'cx> op::IntoValue<'cx> for StreamFailure {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "message", op::IntoValue::into_value(self.message, cx)?)?;
        object.set(cx, "code", op::IntoValue::into_value(self.code, cx)?)?;
        object.set(cx, "errno", op::IntoValue::into_value(self.errno, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for StreamFailure {}

/// What a stream does; node:zlib's numbers. An unknown one is an ERR_INVALID_ARG_VALUE.
pub mod stream_format {
    pub const DEFLATE: u8 = 1;
    pub const INFLATE: u8 = 2;
    pub const GZIP: u8 = 3;
    pub const GUNZIP: u8 = 4;
    pub const DEFLATE_RAW: u8 = 5;
    pub const INFLATE_RAW: u8 = 6;
    /// Decompresses gzip or zlib, depending on the first bytes.
    pub const UNZIP: u8 = 7;
    pub const BROTLI_DECODE: u8 = 8;
    pub const BROTLI_ENCODE: u8 = 9;
    pub const ZSTD_COMPRESS: u8 = 10;
    pub const ZSTD_DECOMPRESS: u8 = 11;
}

/// How the end of the input is handled, by the family of the stream; node:zlib's numbers.
pub mod stream_flush {
    /// The deflate family.
    pub const FINISH: u8 = 4;
    pub const BROTLI_FINISH: u8 = 2;
    pub const ZSTD_END: u8 = 2;
}

/// What one step may read and write, in bytes.
#[derive(Debug)]
pub struct StepRanges {
    pub input_offset: f64,
    pub input_length: f64,
    pub output_offset: f64,
    pub output_length: f64,
}

impl<'cx> op::FromArgument<'cx> for StepRanges {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self {
            input_offset: op::field(cx, value, "inputOffset")?,
            input_length: op::field(cx, value, "inputLength")?,
            output_offset: op::field(cx, value, "outputOffset")?,
            output_length: op::field(cx, value, "outputLength")?,
        })
    }
}

/// What `crate::Zlib` implements.
pub trait ZlibOps {
    /// Opens a stream of the deflate family. `isSingle`: a gzip stream ends after its first member. 0: failed, see
    /// `failure(0)`.
    fn open_zlib(
        &self,
        format: u8,
        window_bits: i32,
        level: i32,
        memory_level: i32,
        strategy: i32,
        dictionary: Option<&[u8]>,
        is_single: bool,
    ) -> Result<u32, OpError>;
    /// Opens a brotli stream. `parameters`: pairs of parameter and value, as 32-bit words. 0: failed.
    fn open_brotli(&self, format: u8, parameters: &[u8], dictionary: Option<&[u8]>) -> Result<u32, OpError>;
    /// Opens a zstd stream. `pledgedBytes` -1: unknown. 0: failed.
    fn open_zstd(
        &self,
        format: u8,
        parameters: &[u8],
        pledged_bytes: f64,
        dictionary: Option<&[u8]>,
    ) -> Result<u32, OpError>;
    /// One step: reads from its range of `input`, writes into its range of `output`, and stores in `left` (two 32-bit
    /// words) how much of the output and how much of the input is left. False: failed.
    fn write_sync(
        &self,
        stream: u32,
        flush: u8,
        input: &[u8],
        output: &mut [u8],
        ranges: StepRanges,
        left: &mut [u8],
    ) -> Result<bool, OpError>;
    /// `writeSync`, off the thread. One call at a time per stream. @atOnce
    fn write(
        stream: u32,
        flush: u8,
        input: &[u8],
        output: &mut [u8],
        ranges: StepRanges,
        left: &mut [u8],
    ) -> Result<bool, OpError>;
    /// `write` on the thread of the realm, if it cannot block; None when it might.
    fn write_at_once(
        stream: u32,
        flush: u8,
        input: &[u8],
        output: &mut [u8],
        ranges: &StepRanges,
        left: &mut [u8],
    ) -> Option<Result<bool, OpError>>;
    /// What a stream of `format` with these settings makes of the complete `input`, without a stream that is left open.
    /// Throws an error with the stream's message.
    fn zlib_once(
        &self,
        format: u8,
        window_bits: i32,
        level: i32,
        memory_level: i32,
        strategy: i32,
        input: &[u8],
    ) -> Result<Vec<u8>, OpError>;
    /// One-shot run over `input`. Null: failed, or more than `limit` bytes (then `failure` has the code "TOO_LARGE").
    fn run_sync(&self, stream: u32, flush: u8, input: &[u8], limit: f64) -> Result<Option<Vec<u8>>, OpError>;
    /// `runSync`, off the thread.
    fn run(stream: u32, flush: u8, input: &[u8], limit: f64) -> Result<Option<Vec<u8>>, OpError>;
    /// How many bytes of input the last `run` consumed.
    fn consumed(&self, stream: u32) -> Result<f64, OpError>;
    /// Whether the last step or run reached the end of the stream.
    fn is_ended(&self, stream: u32) -> Result<bool, OpError>;
    /// Changes level and strategy from here on. False: failed.
    fn set_parameters(&self, stream: u32, level: i32, strategy: i32) -> Result<bool, OpError>;
    /// Resets the stream, with the same settings. False: failed.
    fn reset(&self, stream: u32) -> Result<bool, OpError>;
    /// Closes the stream. A write in progress finishes first.
    fn close(&self, stream: u32) -> Result<(), OpError>;
    /// The last failure of a stream; of opening, for 0.
    fn failure(&self, stream: u32) -> Result<StreamFailure, OpError>;
    /// The CRC-32 of gzip over `bytes`, continued from `start`.
    fn crc32(&self, bytes: &[u8], start: u32) -> Result<u32, OpError>;
    /// The same over the UTF-8 bytes of `text`.
    fn crc32_text(&self, text: &str, start: u32) -> Result<u32, OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Zlib>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Zlib> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Zlib>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct OpenZlibOp;
impl NativeFunction for OpenZlibOp {
    const NAME: &'static str = "openZlib";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut format: u8 = op::argument(cx, &arguments, 0, "openZlib: format")?;
        let mut window_bits: i32 = op::argument(cx, &arguments, 1, "openZlib: window_bits")?;
        let mut level: i32 = op::argument(cx, &arguments, 2, "openZlib: level")?;
        let mut memory_level: i32 = op::argument(cx, &arguments, 3, "openZlib: memory_level")?;
        let mut strategy: i32 = op::argument(cx, &arguments, 4, "openZlib: strategy")?;
        let mut dictionary: Option<&[u8]> = op::argument(cx, &arguments, 5, "openZlib: dictionary")?;
        let mut is_single: bool = op::argument(cx, &arguments, 6, "openZlib: is_single")?;
        op::finish(
            cx,
            ZlibOps::open_zlib(&*state(), format, window_bits, level, memory_level, strategy, dictionary, is_single),
        )
    }
}

struct OpenBrotliOp;
impl NativeFunction for OpenBrotliOp {
    const NAME: &'static str = "openBrotli";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut format: u8 = op::argument(cx, &arguments, 0, "openBrotli: format")?;
        let mut parameters: &[u8] = op::argument(cx, &arguments, 1, "openBrotli: parameters")?;
        let mut dictionary: Option<&[u8]> = op::argument(cx, &arguments, 2, "openBrotli: dictionary")?;
        op::finish(cx, ZlibOps::open_brotli(&*state(), format, parameters, dictionary))
    }
}

struct OpenZstdOp;
impl NativeFunction for OpenZstdOp {
    const NAME: &'static str = "openZstd";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut format: u8 = op::argument(cx, &arguments, 0, "openZstd: format")?;
        let mut parameters: &[u8] = op::argument(cx, &arguments, 1, "openZstd: parameters")?;
        let mut pledged_bytes: f64 = op::argument(cx, &arguments, 2, "openZstd: pledged_bytes")?;
        let mut dictionary: Option<&[u8]> = op::argument(cx, &arguments, 3, "openZstd: dictionary")?;
        op::finish(cx, ZlibOps::open_zstd(&*state(), format, parameters, pledged_bytes, dictionary))
    }
}

struct WriteSyncOp;
impl NativeFunction for WriteSyncOp {
    const NAME: &'static str = "writeSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut stream: u32 = op::argument(cx, &arguments, 0, "writeSync: stream")?;
        let mut flush: u8 = op::argument(cx, &arguments, 1, "writeSync: flush")?;
        let mut input: &[u8] = op::argument(cx, &arguments, 2, "writeSync: input")?;
        let mut output: &mut [u8] = op::argument(cx, &arguments, 3, "writeSync: output")?;
        let mut ranges: StepRanges = op::argument(cx, &arguments, 4, "writeSync: ranges")?;
        let mut left: &mut [u8] = op::argument(cx, &arguments, 5, "writeSync: left")?;
        op::finish(cx, ZlibOps::write_sync(&*state(), stream, flush, input, output, ranges, left))
    }
}

struct WriteOp;
impl NativeFunction for WriteOp {
    const NAME: &'static str = "write";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut stream: u32 = op::argument(cx, &arguments, 0, "write: stream")?;
        let mut flush: u8 = op::argument(cx, &arguments, 1, "write: flush")?;
        let mut input: op::UnpinnedBytes<'_> = op::argument(cx, &arguments, 2, "write: input")?;
        let mut output: op::UnpinnedBytes<'_> = op::argument(cx, &arguments, 3, "write: output")?;
        let mut ranges: StepRanges = op::argument(cx, &arguments, 4, "write: ranges")?;
        let mut left: op::UnpinnedBytes<'_> = op::argument(cx, &arguments, 5, "write: left")?;
        if let Some(outcome) = <Zlib as ZlibOps>::write_at_once(
            stream,
            flush,
            input.as_slice(),
            output.as_mut_slice(),
            &ranges,
            left.as_mut_slice(),
        ) {
            return op::done_at_once(outcome);
        }
        let mut input = input.pin(cx);
        let mut output = output.pin(cx);
        let mut left = left.pin(cx);
        op::start(cx, move || {
            let outcome = <Zlib as ZlibOps>::write(
                stream,
                flush,
                input.as_slice(),
                output.as_mut_slice(),
                ranges,
                left.as_mut_slice(),
            );
            op::finish_later(outcome, move || {
                op::Release::release(input);
                op::Release::release(output);
                op::Release::release(left);
            })
        })
    }
}

struct ZlibOnceOp;
impl NativeFunction for ZlibOnceOp {
    const NAME: &'static str = "zlibOnce";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut format: u8 = op::argument(cx, &arguments, 0, "zlibOnce: format")?;
        let mut window_bits: i32 = op::argument(cx, &arguments, 1, "zlibOnce: window_bits")?;
        let mut level: i32 = op::argument(cx, &arguments, 2, "zlibOnce: level")?;
        let mut memory_level: i32 = op::argument(cx, &arguments, 3, "zlibOnce: memory_level")?;
        let mut strategy: i32 = op::argument(cx, &arguments, 4, "zlibOnce: strategy")?;
        let mut input: &[u8] = op::argument(cx, &arguments, 5, "zlibOnce: input")?;
        op::finish(cx, ZlibOps::zlib_once(&*state(), format, window_bits, level, memory_level, strategy, input))
    }
}

struct RunSyncOp;
impl NativeFunction for RunSyncOp {
    const NAME: &'static str = "runSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut stream: u32 = op::argument(cx, &arguments, 0, "runSync: stream")?;
        let mut flush: u8 = op::argument(cx, &arguments, 1, "runSync: flush")?;
        let mut input: &[u8] = op::argument(cx, &arguments, 2, "runSync: input")?;
        let mut limit: f64 = op::argument(cx, &arguments, 3, "runSync: limit")?;
        op::finish(cx, ZlibOps::run_sync(&*state(), stream, flush, input, limit))
    }
}

struct RunOp;
impl NativeFunction for RunOp {
    const NAME: &'static str = "run";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut stream: u32 = op::argument(cx, &arguments, 0, "run: stream")?;
        let mut flush: u8 = op::argument(cx, &arguments, 1, "run: flush")?;
        let mut input: PinnedBytes = op::argument(cx, &arguments, 2, "run: input")?;
        let mut limit: f64 = op::argument(cx, &arguments, 3, "run: limit")?;
        op::start(cx, move || {
            let outcome = <Zlib as ZlibOps>::run(stream, flush, input.as_slice(), limit);
            op::finish_later(outcome, move || {
                op::Release::release(input);
            })
        })
    }
}

struct ConsumedOp;
impl NativeFunction for ConsumedOp {
    const NAME: &'static str = "consumed";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut stream: u32 = op::argument(cx, &arguments, 0, "consumed: stream")?;
        op::finish(cx, ZlibOps::consumed(&*state(), stream))
    }
}

struct IsEndedOp;
impl NativeFunction for IsEndedOp {
    const NAME: &'static str = "isEnded";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut stream: u32 = op::argument(cx, &arguments, 0, "isEnded: stream")?;
        op::finish(cx, ZlibOps::is_ended(&*state(), stream))
    }
}

struct SetParametersOp;
impl NativeFunction for SetParametersOp {
    const NAME: &'static str = "setParameters";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut stream: u32 = op::argument(cx, &arguments, 0, "setParameters: stream")?;
        let mut level: i32 = op::argument(cx, &arguments, 1, "setParameters: level")?;
        let mut strategy: i32 = op::argument(cx, &arguments, 2, "setParameters: strategy")?;
        op::finish(cx, ZlibOps::set_parameters(&*state(), stream, level, strategy))
    }
}

struct ResetOp;
impl NativeFunction for ResetOp {
    const NAME: &'static str = "reset";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut stream: u32 = op::argument(cx, &arguments, 0, "reset: stream")?;
        op::finish(cx, ZlibOps::reset(&*state(), stream))
    }
}

struct CloseOp;
impl NativeFunction for CloseOp {
    const NAME: &'static str = "close";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut stream: u32 = op::argument(cx, &arguments, 0, "close: stream")?;
        op::finish(cx, ZlibOps::close(&*state(), stream))
    }
}

struct FailureOp;
impl NativeFunction for FailureOp {
    const NAME: &'static str = "failure";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut stream: u32 = op::argument(cx, &arguments, 0, "failure: stream")?;
        op::finish(cx, ZlibOps::failure(&*state(), stream))
    }
}

struct Crc32Op;
impl NativeFunction for Crc32Op {
    const NAME: &'static str = "crc32";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: &[u8] = op::argument(cx, &arguments, 0, "crc32: bytes")?;
        let mut start: u32 = op::argument(cx, &arguments, 1, "crc32: start")?;
        op::finish(cx, ZlibOps::crc32(&*state(), bytes, start))
    }
}

struct Crc32TextOp;
impl NativeFunction for Crc32TextOp {
    const NAME: &'static str = "crc32Text";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut text: String = op::argument(cx, &arguments, 0, "crc32Text: text")?;
        let mut start: u32 = op::argument(cx, &arguments, 1, "crc32Text: start")?;
        op::finish(cx, ZlibOps::crc32_text(&*state(), &text, start))
    }
}

/// The functions of `native:zlib`.
pub const AREA: Area = Area {
    name: "zlib",
    functions: &[
        AreaFunction { name: "openZlib", is_async: false, make: op::make::<OpenZlibOp> },
        AreaFunction { name: "openBrotli", is_async: false, make: op::make::<OpenBrotliOp> },
        AreaFunction { name: "openZstd", is_async: false, make: op::make::<OpenZstdOp> },
        AreaFunction { name: "writeSync", is_async: false, make: op::make::<WriteSyncOp> },
        AreaFunction { name: "write", is_async: true, make: op::make::<WriteOp> },
        AreaFunction { name: "zlibOnce", is_async: false, make: op::make::<ZlibOnceOp> },
        AreaFunction { name: "runSync", is_async: false, make: op::make::<RunSyncOp> },
        AreaFunction { name: "run", is_async: true, make: op::make::<RunOp> },
        AreaFunction { name: "consumed", is_async: false, make: op::make::<ConsumedOp> },
        AreaFunction { name: "isEnded", is_async: false, make: op::make::<IsEndedOp> },
        AreaFunction { name: "setParameters", is_async: false, make: op::make::<SetParametersOp> },
        AreaFunction { name: "reset", is_async: false, make: op::make::<ResetOp> },
        AreaFunction { name: "close", is_async: false, make: op::make::<CloseOp> },
        AreaFunction { name: "failure", is_async: false, make: op::make::<FailureOp> },
        AreaFunction { name: "crc32", is_async: false, make: op::make::<Crc32Op> },
        AreaFunction { name: "crc32Text", is_async: false, make: op::make::<Crc32TextOp> },
    ],
};
