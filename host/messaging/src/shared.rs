//! Shared objects in transit, by number: between a message that was taken and the JavaScript object that is created for
//! it.

use brio_realm::jsc::{Shared, SharedKind};
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

#[derive(Default)]
struct Underway {
    things: HashMap<u32, Shared>,
    last_number: u32,
}

static UNDERWAY: LazyLock<Mutex<Underway>> = LazyLock::new(Mutex::default);

/// The kind of shared object that an entry of a message's list names; None for transferred objects.
pub fn kind_of(kind: &str) -> Option<SharedKind> {
    match kind {
        "SharedArrayBuffer" => Some(SharedKind::Memory),
        "WebAssembly.Module" => Some(SharedKind::Module),
        _ => None,
    }
}

/// Stores an object until it is taken; returns its number, never 0.
pub fn keep(shared: Shared) -> u32 {
    let mut underway = UNDERWAY.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        underway.last_number = underway.last_number.wrapping_add(1);
        let number = underway.last_number;
        if number != 0 && !underway.things.contains_key(&number) {
            underway.things.insert(number, shared);
            return number;
        }
    }
}

/// Takes the object of a number; works once.
pub fn take(number: u32) -> Option<Shared> {
    UNDERWAY.lock().unwrap_or_else(PoisonError::into_inner).things.remove(&number)
}
