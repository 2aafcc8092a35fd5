//! The contents of an ArrayBuffer cannot be taken by the C API: callers copy them.

use crate::{Context, Value};
use std::convert::Infallible;

/// The contents of an ArrayBuffer that belong to no virtual machine: none with this engine.
#[derive(Debug)]
pub struct BufferContents(Infallible);

impl<'cx> Value<'cx> {
    /// None: this engine cannot move the contents to another virtual machine without a copy.
    pub fn take_buffer(self, _cx: Context<'cx>) -> Option<BufferContents> {
        None
    }
}

impl<'cx> Context<'cx> {
    /// An ArrayBuffer of this realm with the contents.
    pub fn adopt_buffer(self, contents: BufferContents) -> Value<'cx> {
        match contents.0 {}
    }
}
