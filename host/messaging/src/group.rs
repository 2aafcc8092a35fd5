//! Broadcast groups: every member receives what another one posts, in the order in which they joined.

use crate::packet::Packet;
use crate::port::{Port, Route};
use crate::registry;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

type Groups = Mutex<HashMap<String, Vec<Arc<Port>>>>;

fn groups() -> &'static Groups {
    static GROUPS: OnceLock<Groups> = OnceLock::new();
    GROUPS.get_or_init(Groups::default)
}

/// Makes a port that is a member of the group.
pub(crate) fn join(name: &str) -> u32 {
    let port = Arc::new(Port::new(Route::Group(name.to_string())));
    let handle = port.handle();
    registry::add(Arc::clone(&port));
    groups().lock().unwrap_or_else(PoisonError::into_inner).entry(name.to_string()).or_default().push(port);
    handle
}

/// Removes a member; the last one removes the group.
pub(crate) fn leave(name: &str, handle: u32) {
    let mut groups = groups().lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(members) = groups.get_mut(name) {
        members.retain(|member| member.handle() != handle);
        if members.is_empty() {
            groups.remove(name);
        }
    }
}

/// Queues the message for all members but the sender.
pub(crate) fn post(name: &str, sender: u32, packet: &Packet) {
    // The lock is held so that two posts from two threads arrive everywhere in the same order.
    let groups = groups().lock().unwrap_or_else(PoisonError::into_inner);
    for member in groups.get(name).into_iter().flatten().filter(|member| member.handle() != sender) {
        member.push_apart(packet.copy());
    }
}
