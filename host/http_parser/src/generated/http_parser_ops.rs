// @generated from ops/http_parser.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::HttpParser;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// What a parser parses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ParserKind {
    Requests = 0,
    Responses = 1,
}

impl ParserKind {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Requests,
            1 => Self::Responses,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for ParserKind {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of ParserKind")
    }
}

impl<'cx> op::IntoValue<'cx> for ParserKind {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// What `execute` and `finish` found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ParserEvent {
    /// All bytes are consumed.
    NeedMore = 0,
    Head = 1,
    Data = 2,
    /// The end of a message.
    End = 3,
    Error = 4,
}

impl ParserEvent {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::NeedMore,
            1 => Self::Head,
            2 => Self::Data,
            3 => Self::End,
            4 => Self::Error,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for ParserEvent {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of ParserEvent")
    }
}

impl<'cx> op::IntoValue<'cx> for ParserEvent {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// The indices of the record, whose elements have thirty-two bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ParserField {
    /// The `ParserEvent`.
    Event = 0,
    /// The index of the first byte that is not consumed.
    Used = 1,
    /// Of a head: `RequestFlags` of native:http_server.
    Flags = 2,
    /// Of a head: the method (an index of `http.METHODS`) or the status.
    MethodOrStatus = 3,
    /// Of data: its start.
    DataStart = 4,
    /// Of data: its end.
    DataEnd = 5,
    /// Of data: 1 when the message is complete with it. Of an error: the index of the invalid byte.
    LastOrOffset = 6,
}

impl ParserField {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Event,
            1 => Self::Used,
            2 => Self::Flags,
            3 => Self::MethodOrStatus,
            4 => Self::DataStart,
            5 => Self::DataEnd,
            6 => Self::LastOrOffset,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for ParserField {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of ParserField")
    }
}

impl<'cx> op::IntoValue<'cx> for ParserField {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// The violations of the standard that a parser accepts, also that of native:http_server.
pub mod lenience_flags {
    /// Control characters in field values.
    pub const FIELD_VALUES: u16 = 1;
    /// A length beside a transfer coding.
    pub const LENGTH_AND_CODING: u16 = 2;
    /// Bytes after the last message.
    pub const DATA_AFTER_CLOSE: u16 = 4;
    /// Lines of a head that end with LF alone.
    pub const BARE_LF: u16 = 8;
    /// Folded values, NUL in them and white space before the first field.
    pub const FOLDING: u16 = 16;
    /// White space after the size of a chunk and no line end after its data.
    pub const CHUNKS: u16 = 32;
    /// Any version.
    pub const VERSIONS: u16 = 64;
    /// All of them.
    pub const ALL: u16 = 127;
}

/// The argument of `expect` besides the indices of `http.METHODS`.
pub mod expected_method {
    /// Any method without an index.
    pub const OTHER: u8 = 255;
}

/// What `crate::HttpParser` implements.
pub trait HttpParserOps {
    /// The record, a Uint32Array of this thread.
    fn record<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Creates a parser. `headBytesMax`: bytes of one head (`maxHeaderSize`).
    fn create(&self, kind: ParserKind, head_bytes_max: u32, lenience: u16) -> Result<u32, OpError>;
    /// Releases a parser. Its number may be reused.
    fn release(&self, parser: u32) -> Result<(), OpError>;
    /// Sets the method of the request of the next response, an index of `http.METHODS` or `ExpectedMethod.OTHER`.
    fn expect(&self, parser: u32, method: u8) -> Result<(), OpError>;
    /// The message of the last head has no body, whatever its head says.
    fn skip_body(&self, parser: u32) -> Result<(), OpError>;
    /// Parses up to the next event in `bytes` from index `start` on. Returns for a head the target or reason phrase and
    /// the fields, for the end of a message its trailer fields, each joined by line feeds; for an error its code, a line
    /// feed and its reason; else null.
    fn execute<'cx>(&self, cx: Context<'cx>, parser: u32, bytes: &[u8], start: u32) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Ends the stream: the event is `END` when that completes a message, else `NEED_MORE`, or `ERROR` in the middle of one.
    /// Returns as `execute` does.
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
        let mut kind: ParserKind = op::argument(cx, &arguments, 0, "create: kind")?;
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
