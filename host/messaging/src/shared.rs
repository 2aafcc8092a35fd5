//! Shared memory on its way between threads, by number.

use brio_realm::jsc::SharedMemory;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

#[derive(Default)]
struct Underway {
    memories: HashMap<u32, SharedMemory>,
    last_number: u32,
}

static UNDERWAY: LazyLock<Mutex<Underway>> = LazyLock::new(Mutex::default);

/// Keeps memory until it is taken; its number, never 0.
pub fn keep(memory: SharedMemory) -> u32 {
    let mut underway = UNDERWAY.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        underway.last_number = underway.last_number.wrapping_add(1);
        let number = underway.last_number;
        if number != 0 && !underway.memories.contains_key(&number) {
            underway.memories.insert(number, memory);
            return number;
        }
    }
}

/// The memory of a number, once.
pub fn take(number: u32) -> Option<SharedMemory> {
    UNDERWAY.lock().unwrap_or_else(PoisonError::into_inner).memories.remove(&number)
}
