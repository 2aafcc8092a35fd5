//! Shared objects in transit, by number: between a message that was taken and the JavaScript object that is created for
//! it.

use brio_realm::jsc::{Shared, SharedKind};
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

#[derive(Default)]
struct InTransit {
    things: HashMap<u32, Shared>,
    last_number: u32,
}

static IN_TRANSIT: LazyLock<Mutex<InTransit>> = LazyLock::new(Mutex::default);

/// The kind of shared object that an entry of a message's list names; None for transferred objects.
pub fn kind_of(kind: &str) -> Option<SharedKind> {
    match kind {
        "SharedArrayBuffer" => Some(SharedKind::Memory),
        "WebAssembly.Module" => Some(SharedKind::Module),
        "WebAssembly.Memory" => Some(SharedKind::WasmMemory),
        _ => None,
    }
}

/// Stores an object until it is taken; returns its number, never 0.
pub fn keep(shared: Shared) -> u32 {
    let mut in_transit = IN_TRANSIT.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        in_transit.last_number = in_transit.last_number.wrapping_add(1);
        let number = in_transit.last_number;
        if number != 0 && !in_transit.things.contains_key(&number) {
            in_transit.things.insert(number, shared);
            return number;
        }
    }
}

/// Takes the object of a number; works once.
pub fn take(number: u32) -> Option<Shared> {
    IN_TRANSIT.lock().unwrap_or_else(PoisonError::into_inner).things.remove(&number)
}
