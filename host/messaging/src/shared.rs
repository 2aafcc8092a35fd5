//! What threads share, between a message that was taken and the object that is made over it, by number.

use brio_realm::jsc::{Shared, SharedKind};
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

#[derive(Default)]
struct Underway {
    things: HashMap<u32, Shared>,
    last_number: u32,
}

static UNDERWAY: LazyLock<Mutex<Underway>> = LazyLock::new(Mutex::default);

/// What a kind of a message's list says is shared; None for what is moved.
pub fn kind_of(kind: &str) -> Option<SharedKind> {
    match kind {
        "SharedArrayBuffer" => Some(SharedKind::Memory),
        "WebAssembly.Module" => Some(SharedKind::Module),
        _ => None,
    }
}

/// Keeps something until it is taken; its number, never 0.
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

/// What has a number, once.
pub fn take(number: u32) -> Option<Shared> {
    UNDERWAY.lock().unwrap_or_else(PoisonError::into_inner).things.remove(&number)
}
