//! What works differently with the static engine than with the system's JavaScriptCore (`system_engine.rs`, which has
//! the same interface): its loop, what virtual machines share, and heap snapshots. It has functions for them, which are
//! declared in `brio_jsc_sys::static_engine`.

pub(crate) mod arrays;
mod assignments;
mod buffer_transfer;
mod engine_loop;
pub(crate) mod heap_snapshot;
mod inspector;
pub(crate) mod jobs;
mod shared_memory;
mod termination;

pub(crate) use assignments::{definition_message, originals, replace};
pub use buffer_transfer::BufferContents;
pub use engine_loop::EngineLoop;
pub(crate) use inspector::note_realm;
pub use inspector::{InspectorSession, end_inspector, set_pause_wait};
pub(crate) use shared_memory::CELL_IMPLEMENTATION;
pub use shared_memory::{Shared, SharedKind};
pub(crate) use termination::{CAN_REQUEST_CHECKS, request_check, set_requested_check};

/// The options that differ from those for the system's engine. The linked engine has 10 MB less memory of its own, so its
/// heap may grow more before a collection (`docs/decisions/0003-engine-options.md`).
pub(crate) const OPTIONS: &[(&str, &str)] =
    &[("useAsyncStackTrace", "1"), ("smallHeapSize", "10485760"), ("smallHeapGrowthFactor", "2")];

/// Called before code can be terminated in a virtual machine.
pub(crate) fn before_termination() {}
