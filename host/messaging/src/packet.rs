//! One message on its way: bytes, and what was moved along with them.

use crate::registry;
use brio_realm::jsc::{Context, Value};
use std::sync::Arc;

/// A message. Ports that nobody takes out of it are closed with it.
#[derive(Debug)]
pub(crate) struct Packet {
    /// Shared by the members of a broadcast group.
    bytes: Arc<[u8]>,
    kinds: String,
    buffers: Vec<Vec<u8>>,
    handles: Vec<u32>,
}

impl Packet {
    /// Copies what the engine holds; `buffers` and `handles` are arrays.
    pub fn new<'cx>(cx: Context<'cx>, bytes: &[u8], kinds: &str, buffers: Value<'cx>, handles: Value<'cx>) -> Result<Self, Value<'cx>> {
        let mut packet = Self { bytes: bytes.into(), kinds: kinds.to_string(), buffers: Vec::new(), handles: Vec::new() };
        if !kinds.is_empty() {
            for index in 0..length(cx, buffers)? {
                packet.buffers.push(buffers.get_index(cx, index)?.bytes(cx).unwrap_or_default().to_vec());
            }
            for index in 0..length(cx, handles)? {
                packet.handles.push(handles.get_index(cx, index)?.as_number().unwrap_or_default() as u32);
            }
        }
        Ok(packet)
    }

    /// The same bytes for another receiver. Broadcasts move nothing.
    pub fn copy(&self) -> Self {
        Self { bytes: Arc::clone(&self.bytes), kinds: String::new(), buffers: Vec::new(), handles: Vec::new() }
    }

    /// `{ bytes, kinds, buffers, handles }` in the receiving realm.
    pub fn into_value<'cx>(mut self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "bytes", cx.uint8_array(self.bytes.to_vec())?)?;
        object.set(cx, "kinds", cx.string(&self.kinds))?;
        if !self.kinds.is_empty() {
            let buffers = std::mem::take(&mut self.buffers);
            object.set(cx, "buffers", cx.array_from(buffers.into_iter().map(|buffer| cx.array_buffer(buffer)))?)?;
            let handles = std::mem::take(&mut self.handles);
            object.set(cx, "handles", cx.array_from(handles.into_iter().map(|handle| Ok(Value::uint32(handle))))?)?;
        }
        Ok(object)
    }
}

fn length<'cx>(cx: Context<'cx>, array: Value<'cx>) -> Result<u32, Value<'cx>> {
    Ok(array.get(cx, "length")?.as_number().unwrap_or_default() as u32)
}

impl Drop for Packet {
    fn drop(&mut self) {
        for handle in self.handles.drain(..) {
            if let Some(end) = registry::find(handle) {
                end.close();
            }
        }
    }
}
