// @generated from ops/checksums.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Checksums;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// What `crate::Checksums` implements.
pub trait ChecksumsOps {
    /// Hashes bytes. `algorithm`: 0 wyhash, 1 adler32, 2 crc32, 3 cityHash32, 4 cityHash64, 5 xxHash32, 6 xxHash64, 7
    /// xxHash3, 8 murmur32v2, 9 murmur32v3, 10 murmur64v2, 11 rapidhash. `number`: eight bytes, little endian, with the
    /// seed, which the result replaces.
    fn checksum(&self, algorithm: u8, bytes: &[u8], number: &mut [u8]) -> Result<(), OpError>;
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
        let mut algorithm: u8 = op::argument(cx, &arguments, 0, "checksum: algorithm")?;
        let mut bytes: &[u8] = op::argument(cx, &arguments, 1, "checksum: bytes")?;
        let mut number: &mut [u8] = op::argument(cx, &arguments, 2, "checksum: number")?;
        op::finish(cx, ChecksumsOps::checksum(&*state(), algorithm, bytes, number))
    }
}

/// The functions of `native:checksums`.
pub const AREA: Area = Area {
    name: "checksums",
    functions: &[AreaFunction { name: "checksum", is_async: false, make: op::make::<ChecksumOp> }],
};
