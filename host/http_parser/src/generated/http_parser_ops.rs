// @generated from ops/http_parser.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::HttpParser;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// What `crate::HttpParser` implements.
pub trait HttpParserOps {
    /// The record, a Uint32Array of this thread.
    fn record<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Creates a parser. `kind`: 0 requests, 1 responses. `headBytesMax`: bytes of one head (`maxHeaderSize`). `lenience`
    /// is the sum of the accepted violations: 1 control characters in field values, 2 a length beside a transfer coding,
    /// 4 bytes after the last message, 8 lines of a head that end with LF alone, 16 folded values, NUL in them and white
    /// space before the first field, 32 white space after the size of a chunk and no line end after its data, 64 any
    /// version.
    fn create(&self, kind: u8, head_bytes_max: u32, lenience: u16) -> Result<u32, OpError>;
    /// Releases a parser. Its number may be reused.
    fn release(&self, parser: u32) -> Result<(), OpError>;
    /// Sets the method of the request of the next response, an index of `http.METHODS`; 255 for any other.
    fn expect(&self, parser: u32, method: u8) -> Result<(), OpError>;
    /// The message of the last head has no body, whatever its head says.
    fn skip_body(&self, parser: u32) -> Result<(), OpError>;
    /// Parses up to the next event in `bytes` from index `start` on. Returns for a head the target or reason phrase and
    /// the fields, for the end of a message its trailer fields, each joined by line feeds; for an error its code, a line
    /// feed and its reason; else null.
    fn execute<'cx>(&self, cx: Context<'cx>, parser: u32, bytes: &[u8], start: u32) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Ends the stream: event 3 when that completes a message, else 0, or 4 in the middle of one. Returns as `execute`
    /// does.
    fn finish<'cx>(&self, cx: Context<'cx>, parser: u32) -> Result<Value<'cx>, Thrown<'cx>>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<HttpParser>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<HttpParser> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<HttpParser>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct RecordOp;
impl NativeFunction for RecordOp {
    const NAME: &'static str = "record";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, HttpParserOps::record(&*state(), cx))
    }
}

struct CreateOp;
impl NativeFunction for CreateOp {
    const NAME: &'static str = "create";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut kind: u8 = op::argument(cx, &arguments, 0, "create: kind")?;
        let mut head_bytes_max: u32 = op::argument(cx, &arguments, 1, "create: head_bytes_max")?;
        let mut lenience: u16 = op::argument(cx, &arguments, 2, "create: lenience")?;
        op::finish(cx, HttpParserOps::create(&*state(), kind, head_bytes_max, lenience))
    }
}

struct ReleaseOp;
impl NativeFunction for ReleaseOp {
    const NAME: &'static str = "release";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut parser: u32 = op::argument(cx, &arguments, 0, "release: parser")?;
        op::finish(cx, HttpParserOps::release(&*state(), parser))
    }
}

struct ExpectOp;
impl NativeFunction for ExpectOp {
    const NAME: &'static str = "expect";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut parser: u32 = op::argument(cx, &arguments, 0, "expect: parser")?;
        let mut method: u8 = op::argument(cx, &arguments, 1, "expect: method")?;
        op::finish(cx, HttpParserOps::expect(&*state(), parser, method))
    }
}

struct SkipBodyOp;
impl NativeFunction for SkipBodyOp {
    const NAME: &'static str = "skipBody";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut parser: u32 = op::argument(cx, &arguments, 0, "skipBody: parser")?;
        op::finish(cx, HttpParserOps::skip_body(&*state(), parser))
    }
}

struct ExecuteOp;
impl NativeFunction for ExecuteOp {
    const NAME: &'static str = "execute";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut parser: u32 = op::argument(cx, &arguments, 0, "execute: parser")?;
        let mut bytes: &[u8] = op::argument(cx, &arguments, 1, "execute: bytes")?;
        let mut start: u32 = op::argument(cx, &arguments, 2, "execute: start")?;
        op::finish(cx, HttpParserOps::execute(&*state(), cx, parser, bytes, start))
    }
}

struct FinishOp;
impl NativeFunction for FinishOp {
    const NAME: &'static str = "finish";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut parser: u32 = op::argument(cx, &arguments, 0, "finish: parser")?;
        op::finish(cx, HttpParserOps::finish(&*state(), cx, parser))
    }
}

/// The functions of `native:http_parser`.
pub const AREA: Area = Area {
    name: "http_parser",
    functions: &[
        AreaFunction { name: "record", is_async: false, make: op::make::<RecordOp> },
        AreaFunction { name: "create", is_async: false, make: op::make::<CreateOp> },
        AreaFunction { name: "release", is_async: false, make: op::make::<ReleaseOp> },
        AreaFunction { name: "expect", is_async: false, make: op::make::<ExpectOp> },
        AreaFunction { name: "skipBody", is_async: false, make: op::make::<SkipBodyOp> },
        AreaFunction { name: "execute", is_async: false, make: op::make::<ExecuteOp> },
        AreaFunction { name: "finish", is_async: false, make: op::make::<FinishOp> },
    ],
};
