// @generated from ops/stdio.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Stdio;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// What a descriptor refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum DescriptorKind {
    /// Or closed.
    Unknown = 0,
    File = 1,
    Terminal = 2,
    Pipe = 3,
    Socket = 4,
    /// A device other than a terminal.
    Device = 5,
}

impl DescriptorKind {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Unknown,
            1 => Self::File,
            2 => Self::Terminal,
            3 => Self::Pipe,
            4 => Self::Socket,
            5 => Self::Device,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for DescriptorKind {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of DescriptorKind")
    }
}

impl<'cx> op::IntoValue<'cx> for DescriptorKind {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// What `crate::Stdio` implements.
pub trait StdioOps {
    /// Writes a string (UTF-8) to standard output: the first of a turn at once, the rest is joined. It is written before
    /// the loop waits, the process exits, or 20 ms have passed. A closed pipe and a full disk are ignored.
    /// @permission none: all programs have standard output and error
    fn write_out<'cx>(&self, cx: Context<'cx>, text: Value<'cx>) -> Result<(), Thrown<'cx>>;
    /// Writes a string (UTF-8) to standard error, after buffered standard output. Failures are ignored.
    /// @permission none: all programs have standard output and error
    fn write_error<'cx>(&self, cx: Context<'cx>, text: Value<'cx>) -> Result<(), Thrown<'cx>>;
    /// Writes bytes to descriptor 1 or 2, in order with the strings; blocks until all are written. Throws the system's
    /// error, such as EPIPE.
    /// @permission none: all programs have standard output and error
    fn write_bytes(&self, fd: i32, bytes: &[u8]) -> Result<(), OpError>;
    /// Writes buffered output.
    /// @permission none: all programs have standard output and error
    fn flush(&self) -> Result<(), OpError>;
    /// The kind of a descriptor.
    /// @permission none: works on an open descriptor
    fn kind_of(&self, fd: i32) -> Result<DescriptorKind, OpError>;
    /// Columns of the terminal at `fd`; 0 when it is not a terminal.
    /// @permission none: works on an open descriptor
    fn columns(&self, fd: i32) -> Result<f64, OpError>;
    /// Rows of the terminal at `fd`; 0 when it is not a terminal.
    /// @permission none: works on an open descriptor
    fn rows(&self, fd: i32) -> Result<f64, OpError>;
    /// Sets raw mode of a terminal (keys arrive at once, without echo or processing) or the mode from before the first
    /// change. Throws the system's error, such as EBADF or ENOTTY (syscall `tcsetattr`).
    /// @permission none: works on an open descriptor
    fn set_raw_mode(&self, fd: i32, is_raw: bool) -> Result<(), OpError>;
    /// Keeps what this thread writes to standard output and error (true), or writes it again (false). What was kept is for
    /// `takeCaptured`. Descriptors that are written to directly, also by children, are not captured.
    /// @permission none: all programs have standard output and error
    fn capture_output(&self, is_on: bool) -> Result<(), OpError>;
    /// What was kept since the last call, in the order of the writes; at most 4 MiB of it.
    /// @permission none: all programs have standard output and error
    fn take_captured<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Stdio>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Stdio> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Stdio>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct WriteOutOp;
impl NativeFunction for WriteOutOp {
    const NAME: &'static str = "writeOut";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut text: Value<'cx> = op::argument(cx, &arguments, 0, "writeOut: text")?;
        op::finish(cx, StdioOps::write_out(&*state(), cx, text))
    }
}

struct WriteErrorOp;
impl NativeFunction for WriteErrorOp {
    const NAME: &'static str = "writeError";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut text: Value<'cx> = op::argument(cx, &arguments, 0, "writeError: text")?;
        op::finish(cx, StdioOps::write_error(&*state(), cx, text))
    }
}

struct WriteBytesOp;
impl NativeFunction for WriteBytesOp {
    const NAME: &'static str = "writeBytes";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "writeBytes: fd")?;
        let mut bytes: &[u8] = op::argument(cx, &arguments, 1, "writeBytes: bytes")?;
        op::finish(cx, StdioOps::write_bytes(&*state(), fd, bytes))
    }
}

struct FlushOp;
impl NativeFunction for FlushOp {
    const NAME: &'static str = "flush";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, StdioOps::flush(&*state()))
    }
}

struct KindOfOp;
impl NativeFunction for KindOfOp {
    const NAME: &'static str = "kindOf";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "kindOf: fd")?;
        op::finish(cx, StdioOps::kind_of(&*state(), fd))
    }
}

struct ColumnsOp;
impl NativeFunction for ColumnsOp {
    const NAME: &'static str = "columns";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "columns: fd")?;
        op::finish(cx, StdioOps::columns(&*state(), fd))
    }
}

struct RowsOp;
impl NativeFunction for RowsOp {
    const NAME: &'static str = "rows";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "rows: fd")?;
        op::finish(cx, StdioOps::rows(&*state(), fd))
    }
}

struct SetRawModeOp;
impl NativeFunction for SetRawModeOp {
    const NAME: &'static str = "setRawMode";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "setRawMode: fd")?;
        let mut is_raw: bool = op::argument(cx, &arguments, 1, "setRawMode: is_raw")?;
        op::finish(cx, StdioOps::set_raw_mode(&*state(), fd, is_raw))
    }
}

struct CaptureOutputOp;
impl NativeFunction for CaptureOutputOp {
    const NAME: &'static str = "captureOutput";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut is_on: bool = op::argument(cx, &arguments, 0, "captureOutput: is_on")?;
        op::finish(cx, StdioOps::capture_output(&*state(), is_on))
    }
}

struct TakeCapturedOp;
impl NativeFunction for TakeCapturedOp {
    const NAME: &'static str = "takeCaptured";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, StdioOps::take_captured(&*state(), cx))
    }
}

/// The functions of `native:stdio`.
pub const AREA: Area = Area {
    name: "stdio",
    functions: &[
        AreaFunction { name: "writeOut", is_async: false, make: op::make::<WriteOutOp> },
        AreaFunction { name: "writeError", is_async: false, make: op::make::<WriteErrorOp> },
        AreaFunction { name: "writeBytes", is_async: false, make: op::make::<WriteBytesOp> },
        AreaFunction { name: "flush", is_async: false, make: op::make::<FlushOp> },
        AreaFunction { name: "kindOf", is_async: false, make: op::make::<KindOfOp> },
        AreaFunction { name: "columns", is_async: false, make: op::make::<ColumnsOp> },
        AreaFunction { name: "rows", is_async: false, make: op::make::<RowsOp> },
        AreaFunction { name: "setRawMode", is_async: false, make: op::make::<SetRawModeOp> },
        AreaFunction { name: "captureOutput", is_async: false, make: op::make::<CaptureOutputOp> },
        AreaFunction { name: "takeCaptured", is_async: false, make: op::make::<TakeCapturedOp> },
    ],
};
