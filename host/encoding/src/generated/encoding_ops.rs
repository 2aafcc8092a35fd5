// @generated from ops/encoding.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Encoding;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// What `crate::Encoding` implements.
pub trait EncodingOps {
    /// The lower-case name of the encoding with this label; null for an unknown one and for "replacement".
    fn encoding_name(&self, label: &str) -> Result<Option<Text>, OpError>;
    /// One-shot decoding: returns a string, or null for malformed input when `fatal` is set. `encoding` is a name from
    /// `encodingName`. A byte order mark is removed unless `ignoreBom` is set.
    fn decode_all<'cx>(
        &self,
        cx: Context<'cx>,
        encoding: &str,
        bytes: &[u8],
        fatal: bool,
        ignore_bom: bool,
    ) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Starts decoding a stream. Returns the number of the decoder, which lives until `closeDecoder` or its last chunk.
    fn open_decoder(&self, encoding: &str, fatal: bool, ignore_bom: bool) -> Result<u32, OpError>;
    /// Decodes the next bytes: returns a string, or null for malformed input when the decoder is fatal. With `isLast`
    /// (and after malformed input) the decoder is closed.
    fn decode_chunk<'cx>(
        &self,
        cx: Context<'cx>,
        decoder: u32,
        bytes: &[u8],
        is_last: bool,
    ) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Closes a decoder before the end of its stream. Closing twice does nothing.
    fn close_decoder(&self, decoder: u32) -> Result<(), OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Encoding>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Encoding> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Encoding>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct EncodingNameOp;
impl NativeFunction for EncodingNameOp {
    const NAME: &'static str = "encodingName";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut label: String = op::argument(cx, &arguments, 0, "encodingName: label")?;
        op::finish(cx, EncodingOps::encoding_name(&*state(), &label))
    }
}

struct DecodeAllOp;
impl NativeFunction for DecodeAllOp {
    const NAME: &'static str = "decodeAll";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut encoding: String = op::argument(cx, &arguments, 0, "decodeAll: encoding")?;
        let mut bytes: &[u8] = op::argument(cx, &arguments, 1, "decodeAll: bytes")?;
        let mut fatal: bool = op::argument(cx, &arguments, 2, "decodeAll: fatal")?;
        let mut ignore_bom: bool = op::argument(cx, &arguments, 3, "decodeAll: ignore_bom")?;
        op::finish(cx, EncodingOps::decode_all(&*state(), cx, &encoding, bytes, fatal, ignore_bom))
    }
}

struct OpenDecoderOp;
impl NativeFunction for OpenDecoderOp {
    const NAME: &'static str = "openDecoder";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut encoding: String = op::argument(cx, &arguments, 0, "openDecoder: encoding")?;
        let mut fatal: bool = op::argument(cx, &arguments, 1, "openDecoder: fatal")?;
        let mut ignore_bom: bool = op::argument(cx, &arguments, 2, "openDecoder: ignore_bom")?;
        op::finish(cx, EncodingOps::open_decoder(&*state(), &encoding, fatal, ignore_bom))
    }
}

struct DecodeChunkOp;
impl NativeFunction for DecodeChunkOp {
    const NAME: &'static str = "decodeChunk";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut decoder: u32 = op::argument(cx, &arguments, 0, "decodeChunk: decoder")?;
        let mut bytes: &[u8] = op::argument(cx, &arguments, 1, "decodeChunk: bytes")?;
        let mut is_last: bool = op::argument(cx, &arguments, 2, "decodeChunk: is_last")?;
        op::finish(cx, EncodingOps::decode_chunk(&*state(), cx, decoder, bytes, is_last))
    }
}

struct CloseDecoderOp;
impl NativeFunction for CloseDecoderOp {
    const NAME: &'static str = "closeDecoder";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut decoder: u32 = op::argument(cx, &arguments, 0, "closeDecoder: decoder")?;
        op::finish(cx, EncodingOps::close_decoder(&*state(), decoder))
    }
}

/// The functions of `native:encoding`.
pub const AREA: Area = Area {
    name: "encoding",
    functions: &[
        AreaFunction { name: "encodingName", is_async: false, make: op::make::<EncodingNameOp> },
        AreaFunction { name: "decodeAll", is_async: false, make: op::make::<DecodeAllOp> },
        AreaFunction { name: "openDecoder", is_async: false, make: op::make::<OpenDecoderOp> },
        AreaFunction { name: "decodeChunk", is_async: false, make: op::make::<DecodeChunkOp> },
        AreaFunction { name: "closeDecoder", is_async: false, make: op::make::<CloseDecoderOp> },
    ],
};
