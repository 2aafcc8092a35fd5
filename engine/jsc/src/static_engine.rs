//! What works differently with the static engine than with the system's JavaScriptCore (`system_engine.rs`, which has
//! the same interface): its loop, what virtual machines share, and heap snapshots. It has functions for them, which are
//! declared in `brio_jsc_sys::static_engine`.

mod engine_loop;
pub(crate) mod heap_snapshot;
mod shared_memory;

pub use engine_loop::EngineLoop;
pub(crate) use shared_memory::CELL_IMPLEMENTATION;
pub use shared_memory::{Shared, SharedKind};

/// The options of the engine that the system's does not have in all versions.
pub(crate) const OPTIONS: &[(&str, &str)] = &[("useAsyncStackTrace", "1")];

/// Called before code can be terminated in a virtual machine.
pub(crate) fn before_termination() {}
