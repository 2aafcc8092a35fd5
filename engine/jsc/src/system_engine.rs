//! What works differently with the system's JavaScriptCore than with the static engine (`static_engine.rs`, which has
//! the same interface): its loop, what virtual machines share, heap snapshots, and what its watchdog needs.

pub(crate) mod arrays;
mod assignments;
mod buffer_transfer;
mod engine_loop;
mod evaluated_errors;
mod evaluated_messages;
mod fixed_messages;
mod foreign_memory;
pub(crate) mod heap_snapshot;
mod inspector;
pub(crate) mod jobs;
mod own_memory;
mod redefinitions;
mod reference_errors;
mod shared_memory;
mod termination;
mod thread_stops;
mod thrown_errors;
mod wasm_memory;
mod written_source;
mod yields;

pub(crate) use assignments::{originals, replace};
pub use buffer_transfer::BufferContents;
pub use engine_loop::EngineLoop;
pub(crate) use inspector::note_realm;
pub use inspector::{InspectorSession, end_inspector, set_pause_wait};
pub(crate) use redefinitions::definition_message;
pub(crate) use shared_memory::CELL_IMPLEMENTATION;
pub use shared_memory::{Shared, SharedKind};
pub(crate) use termination::{CAN_REQUEST_CHECKS, request_check, set_requested_check};

/// The options of the engine besides those of the caller: an older library reports unknown ones as errors.
pub(crate) const OPTIONS: &[(&str, &str)] = &[];

/// Called before code can be terminated in a virtual machine.
pub(crate) fn before_termination() {
    thread_stops::keep();
    yields::keep();
}
