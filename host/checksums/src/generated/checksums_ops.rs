// @generated from ops/checksums.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use std::path::{Path, PathBuf};
use crate::Checksums;

/// What `crate::Checksums` implements.
pub trait ChecksumsOps {
    /// Hashes bytes. `algorithm`: 0 wyhash, 1 adler32, 2 crc32, 3 cityHash32, 4 cityHash64, 5 xxHash32, 6 xxHash64, 7 xxHash3,
    /// 8 murmur32v2, 9 murmur32v3, 10 murmur64v2, 11 rapidhash. `number`: eight bytes, little-endian, with the seed, which the
    /// result takes the place of.
    fn checksum(&self, algorithm: u8, bytes: &[u8], number: &mut [u8]) -> Result<(), OpError>;
}

thread_local! {
    static STATE: std::cell::OnceCell<std::rc::Rc<Checksums>> = const { std::cell::OnceCell::new() };
}

/// The state of this thread, made on first use.
pub fn state() -> std::rc::Rc<Checksums> {
    STATE.with(|cell| cell.get_or_init(Default::default).clone())
}

struct ChecksumOp;
impl NativeFunction for ChecksumOp {
    const NAME: &'static str = "checksum";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut algorithm: u8 = op::argument(cx, &arguments, 0, "checksum: algorithm")?;
        let mut bytes: &[u8] = op::argument(cx, &arguments, 1, "checksum: bytes")?;
        let mut number: &mut [u8] = op::argument(cx, &arguments, 2, "checksum: number")?;
        op::finish(cx, ChecksumsOps::checksum(&*state(), algorithm, bytes, number))
    }
}

/// The functions of `native:checksums`.
pub const AREA: Area = Area {
    name: "checksums",
    functions: &[
        AreaFunction { name: "checksum", is_async: false, make: op::make::<ChecksumOp> },
    ],
};
