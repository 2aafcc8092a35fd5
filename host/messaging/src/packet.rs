//! One message in transit: bytes, and the transferred objects.

use crate::{registry, shared};
use brio_realm::jsc::{BufferContents, Context, Shared, Value};
use std::os::fd::{IntoRawFd, OwnedFd};
use std::sync::Arc;

/// The contents of a transferred ArrayBuffer.
#[derive(Debug)]
enum Buffer {
    Taken(BufferContents),
    Copied(Vec<u8>),
}

/// A message. Dropping it closes the ports and files, and releases the shared objects that were not taken out.
#[derive(Debug)]
pub(crate) struct Packet {
    /// Shared between the members of a broadcast group.
    bytes: Arc<[u8]>,
    kinds: String,
    buffers: Vec<Buffer>,
    shared: Vec<Shared>,
    handles: Vec<u32>,
    files: Vec<OwnedFd>,
}

impl Packet {
    /// Copies the engine's bytes; `buffers` and `handles` are arrays. Throws when an object cannot be shared.
    pub fn new<'cx>(
        cx: Context<'cx>,
        bytes: &[u8],
        kinds: &str,
        buffers: Value<'cx>,
        handles: Value<'cx>,
    ) -> Result<Self, Value<'cx>> {
        let mut packet = Self::of_bytes(bytes);
        packet.kinds = kinds.to_string();
        let (mut buffer_count, mut handle_count) = (0, 0);
        for kind in kinds.split(',').filter(|kind| !kind.is_empty()) {
            if let Some(shared_kind) = shared::kind_of(kind) {
                let value = buffers.get_index(cx, buffer_count)?;
                packet.shared.push(
                    value
                        .share(cx, shared_kind)
                        .ok_or_else(|| cx.error("this engine cannot share it with other threads"))?,
                );
                buffer_count += 1;
            } else if kind == BUFFER {
                let buffer = buffers.get_index(cx, buffer_count)?;
                packet.buffers.push(match buffer.take_buffer(cx) {
                    Some(contents) => Buffer::Taken(contents),
                    None => Buffer::Copied(buffer.bytes(cx).unwrap_or_default().to_vec()),
                });
                buffer_count += 1;
            } else if kind == FILE {
                let number = handles.get_index(cx, handle_count)?.as_number().unwrap_or(-1.0) as i32;
                packet.files.push(brio_descriptor::take(number).map_err(|_| cx.error("the file is closed"))?);
                handle_count += 1;
            } else {
                packet.handles.push(handles.get_index(cx, handle_count)?.as_number().unwrap_or_default() as u32);
                handle_count += 1;
            }
        }
        Ok(packet)
    }

    /// Copies bytes without transferred objects.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self {
            bytes: bytes.into(),
            kinds: String::new(),
            buffers: Vec::new(),
            shared: Vec::new(),
            handles: Vec::new(),
            files: Vec::new(),
        }
    }

    /// The bytes of a message without transferred objects.
    pub fn bytes_alone(&self) -> Option<&[u8]> {
        self.kinds.is_empty().then_some(&*self.bytes)
    }

    /// The same for another receiver. Broadcasts share objects but transfer none.
    pub fn copy(&self) -> Self {
        Self {
            bytes: Arc::clone(&self.bytes),
            kinds: self.kinds.clone(),
            buffers: Vec::new(),
            shared: self.shared.clone(),
            handles: Vec::new(),
            files: Vec::new(),
        }
    }

    /// `{ bytes, kinds, buffers, handles }` in the receiving realm. The handles include the numbers of shared objects.
    pub fn into_value<'cx>(mut self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "bytes", cx.uint8_array(self.bytes.to_vec())?)?;
        object.set(cx, "kinds", cx.string(&self.kinds))?;
        if !self.kinds.is_empty() {
            let (mut shared, mut ports) =
                (std::mem::take(&mut self.shared).into_iter(), std::mem::take(&mut self.handles).into_iter());
            let mut files = std::mem::take(&mut self.files).into_iter();
            let mut handles = Vec::new();
            for kind in self.kinds.split(',').filter(|kind| *kind != BUFFER) {
                handles.extend(if shared::kind_of(kind).is_some() {
                    shared.next().map(shared::keep)
                } else if kind == FILE {
                    files.next().map(|file| file.into_raw_fd().cast_unsigned())
                } else {
                    ports.next()
                });
            }
            let buffers = std::mem::take(&mut self.buffers).into_iter().map(|buffer| match buffer {
                Buffer::Taken(contents) => Ok(cx.adopt_buffer(contents)),
                Buffer::Copied(bytes) => cx.array_buffer(bytes),
            });
            object.set(cx, "buffers", cx.array_from(buffers)?)?;
            object.set(cx, "handles", cx.array_from(handles.into_iter().map(|handle| Ok(Value::uint32(handle))))?)?;
        }
        Ok(object)
    }
}

/// The kind of a buffer whose bytes are transferred.
const BUFFER: &str = "ArrayBuffer";
/// The kind of an open file, whose handle is its descriptor.
const FILE: &str = "FileHandle";

impl Drop for Packet {
    fn drop(&mut self) {
        for handle in self.handles.drain(..) {
            if let Some(port) = registry::find(handle) {
                port.close();
            }
        }
    }
}
