//! All open ports of the process, by handle.

use crate::port::Port;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

type Ports = RwLock<HashMap<u32, Arc<Port>>>;

fn ports() -> &'static Ports {
    static PORTS: OnceLock<Ports> = OnceLock::new();
    PORTS.get_or_init(Ports::default)
}

/// A handle that no port has or had.
pub(crate) fn new_handle() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Registers the port under its handle.
pub(crate) fn add(port: Arc<Port>) {
    ports().write().unwrap_or_else(PoisonError::into_inner).insert(port.handle(), port);
}

/// The open port of a handle.
pub(crate) fn find(handle: u32) -> Option<Arc<Port>> {
    ports().read().unwrap_or_else(PoisonError::into_inner).get(&handle).cloned()
}

/// Removes a closed port. It is returned so that it is dropped outside of the lock.
pub(crate) fn remove(handle: u32) -> Option<Arc<Port>> {
    ports().write().unwrap_or_else(PoisonError::into_inner).remove(&handle)
}
