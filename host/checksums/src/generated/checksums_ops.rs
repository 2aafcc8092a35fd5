// @generated from ops/checksums.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Checksums;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// The hash functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ChecksumAlgorithm {
    Wyhash = 0,
    Adler32 = 1,
    Crc32 = 2,
    CityHash32 = 3,
    CityHash64 = 4,
    XxHash32 = 5,
    XxHash64 = 6,
    XxHash3 = 7,
    Murmur32V2 = 8,
    Murmur32V3 = 9,
    Murmur64V2 = 10,
    Rapidhash = 11,
}

impl ChecksumAlgorithm {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Wyhash,
            1 => Self::Adler32,
            2 => Self::Crc32,
            3 => Self::CityHash32,
            4 => Self::CityHash64,
            5 => Self::XxHash32,
            6 => Self::XxHash64,
            7 => Self::XxHash3,
            8 => Self::Murmur32V2,
            9 => Self::Murmur32V3,
            10 => Self::Murmur64V2,
            11 => Self::Rapidhash,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for ChecksumAlgorithm {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of ChecksumAlgorithm")
    }
}

impl<'cx> op::IntoValue<'cx> for ChecksumAlgorithm {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// What `crate::Checksums` implements.
pub trait ChecksumsOps {
    /// Hashes bytes, or a string as UTF-8. `number`: eight bytes, little endian, with the seed, which the result replaces.
    /// False, without a change, for another input.
    fn checksum<'cx>(
        &self,
        cx: Context<'cx>,
        algorithm: ChecksumAlgorithm,
        input: Value<'cx>,
        number: &mut [u8],
    ) -> Result<bool, Thrown<'cx>>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Checksums>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Checksums> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Checksums>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct ChecksumOp;
impl NativeFunction for ChecksumOp {
    const NAME: &'static str = "checksum";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut algorithm: ChecksumAlgorithm = op::argument(cx, &arguments, 0, "checksum: algorithm")?;
        let mut input: Value<'cx> = op::argument(cx, &arguments, 1, "checksum: input")?;
        let mut number: &mut [u8] = op::argument(cx, &arguments, 2, "checksum: number")?;
        op::finish(cx, ChecksumsOps::checksum(&*state(), cx, algorithm, input, number))
    }
}

/// The functions of `native:checksums`.
pub const AREA: Area = Area {
    name: "checksums",
    functions: &[AreaFunction { name: "checksum", is_async: false, make: op::make::<ChecksumOp> }],
};
