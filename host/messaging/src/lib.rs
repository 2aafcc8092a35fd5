//! `native:messaging`: message ports, within and between threads.
//!
//! Does: queue posted messages until the receiver takes them, wake the receiver's loop, transfer ports and bytes
//! between threads. Does not: serialize; the bytes are opaque here (`builtins/web/structured_clone.ts`). Start
//! reading at [`port`].

mod generated {
    pub mod messaging_ops;
}
mod group;
mod packet;
mod port;
mod registry;
mod shared;

use brio_realm::Realm;
use brio_realm::jsc::{Context, Value};
use brio_realm::op::{OpError, Thrown};
pub use generated::messaging_ops::AREA;
use generated::messaging_ops::{Channel, MessagingOps, WaitResult, receive_result};
use packet::Packet;
use port::TakeResult;
use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Duration;

/// The ports that this thread owns, and whether each keeps the loop alive.
pub struct Messaging {
    owned: RefCell<HashMap<u32, bool>>,
}

impl Default for Messaging {
    fn default() -> Self {
        // The peers are notified that this thread has ended.
        brio_realm::op::drop_at_end(|| {
            let owned = generated::messaging_ops::state().owned.take();
            owned.into_keys().for_each(port::abandon);
        });
        Self { owned: RefCell::default() }
    }
}

impl MessagingOps for Messaging {
    fn can_share<'cx>(&self, cx: Context<'cx>, value: Value<'cx>, kind: &str) -> Result<bool, Thrown<'cx>> {
        Ok(shared::kind_of(kind).is_some_and(|kind| value.share(cx, kind).is_some()))
    }

    fn adopt_shared<'cx>(&self, cx: Context<'cx>, number: u32, sample: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        let adopted = shared::take(number).and_then(|shared| cx.adopt(shared, sample));
        Ok(adopted.unwrap_or(Value::undefined()))
    }

    fn create_channel(&self) -> Result<Channel, OpError> {
        let (first, second) = port::create_channel();
        Ok(Channel { first, second })
    }

    fn own(&self, port: u32) -> Result<(), OpError> {
        let found = registry::find(port)
            .ok_or_else(|| OpError::coded("ERR_CLOSED_MESSAGE_PORT", "Cannot send data on closed MessagePort"))?;
        found.own(Realm::current().remote());
        self.owned.borrow_mut().insert(port, false);
        Ok(())
    }

    fn disown(&self, port: u32) -> Result<(), OpError> {
        self.forget(port);
        if let Some(found) = registry::find(port) {
            found.disown();
        }
        Ok(())
    }

    fn move_buffer<'cx>(&self, cx: Context<'cx>, buffer: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(buffer.take_buffer(cx).map_or_else(Value::null, |contents| cx.adopt_buffer(contents)))
    }

    fn post<'cx>(
        &self,
        cx: Context<'cx>,
        port: u32,
        bytes: &[u8],
        kinds: &str,
        buffers: Value<'cx>,
        handles: Value<'cx>,
    ) -> Result<bool, Thrown<'cx>> {
        let Some(found) = registry::find(port) else { return Ok(false) };
        let packet = Packet::new(cx, bytes, kinds, buffers, handles)?;
        Ok(found.post(packet))
    }

    fn post_bytes(&self, port: u32, bytes: &[u8]) -> Result<bool, OpError> {
        Ok(registry::find(port).is_some_and(|found| found.post(Packet::of_bytes(bytes))))
    }

    fn start(&self, port: u32) -> Result<(), OpError> {
        if let Some(found) = registry::find(port) {
            found.start();
        }
        Ok(())
    }

    fn wait(&self, port: u32, timeout_ms: u32) -> Result<WaitResult, OpError> {
        let Some(found) = registry::find(port) else { return Ok(WaitResult::Closed) };
        Ok(found.wait(Duration::from_millis(u64::from(timeout_ms))))
    }

    fn receive<'cx>(&self, cx: Context<'cx>, port: u32) -> Result<Value<'cx>, Thrown<'cx>> {
        match registry::find(port).and_then(|found| found.take()) {
            Some(packet) => Ok(packet.into_value(cx)?),
            None => Ok(Value::null()),
        }
    }

    fn receive_into(&self, port: u32, target: &mut [u8]) -> Result<i32, OpError> {
        Ok(match registry::find(port).and_then(|found| found.take_into(target)) {
            Some(TakeResult::Bytes(count)) => count as i32,
            Some(TakeResult::NotBytes) => receive_result::NOT_BYTES,
            None => receive_result::EMPTY,
        })
    }

    fn close(&self, port: u32) -> Result<(), OpError> {
        if let Some(found) = registry::find(port) {
            found.close();
        }
        Ok(())
    }

    fn ref_(&self, port: u32) -> Result<(), OpError> {
        self.set_referenced(port, true);
        Ok(())
    }

    fn unref(&self, port: u32) -> Result<(), OpError> {
        self.set_referenced(port, false);
        Ok(())
    }

    fn join_group(&self, name: &str) -> Result<u32, OpError> {
        Ok(group::join(name))
    }
}

impl Messaging {
    fn set_referenced(&self, port: u32, is_referenced: bool) {
        let mut owned = self.owned.borrow_mut();
        let Some(flag) = owned.get_mut(&port) else { return };
        if *flag != is_referenced {
            *flag = is_referenced;
            let realm = Realm::current();
            if is_referenced { realm.retain() } else { realm.release() }
        }
    }

    /// Releases a port of this thread.
    fn forget(&self, port: u32) {
        self.set_referenced(port, false);
        self.owned.borrow_mut().remove(&port);
    }
}

/// Releases a port of this thread that has ended.
pub(crate) fn forget(port: u32) {
    generated::messaging_ops::state().forget(port);
}
