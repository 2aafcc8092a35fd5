//! The safe face of JavaScriptCore: values, calls, strings, bytes, roots and native functions.
//!
//! What it does: every call into the engine's C API, each with the reason why it is sound, so that no other crate
//! needs `unsafe`. What it does not: it knows no event loop, no modules and no builtins (`brio_realm`, `brio_loader`).
//! Start reading at [`Vm`], then [`Value`] and [`NativeFunction`].

mod active_limits;
mod buffer_memory;
pub mod bytecode;
pub mod bytecode_collect;
mod bytes;
mod call;
mod cell;
mod contexts;
mod environment;
mod external_string;
pub mod file_area;
mod frequent_collections;
mod heap_snapshot;
mod host_function;
mod iterators;
mod keyed;
mod lasting_bytes;
mod lasting_text;
mod limits;
mod make_string;
mod marked_values;
mod memory;
mod native;
mod native_memory;
mod object;
mod own_arrays;
mod profiling;
mod promise;
pub mod raw;
mod receivers;
mod recycled_memory;
mod refused_assignments;
pub mod report;
mod root;
mod rope;
#[cfg(feature = "static_engine")]
mod static_engine;
mod string;
mod symbols;
#[cfg(not(feature = "static_engine"))]
mod system_engine;
mod termination;
mod text;
mod time_zone;
mod value;
mod vm;
mod vm_entry;
pub mod vm_reuse;
mod weak;
mod written_string;

#[cfg(feature = "static_engine")]
use static_engine as engine;
#[cfg(not(feature = "static_engine"))]
use system_engine as engine;

pub use active_limits::Ended;
pub use bytes::{PinnedBytes, TypedArrayKind, UnpinnedBytes};
pub use cell::CellKind;
pub use contexts::MirrorFunctions;
pub use engine::{BufferContents, EngineLoop, InspectorSession, Shared, SharedKind, end_inspector, set_pause_wait};
pub use environment::set_environment;
pub use iterators::IteratorState;
pub use lasting_bytes::LASTING_BYTES_MIN;
pub use lasting_text::LastingText;
pub use limits::Limits;
pub use marked_values::{MarkedValues, StrongSlot};
pub use memory::{HeapSizes, clear_unused_stack};
pub use native::{Arguments, NativeFunction};
pub use promise::PromiseState;
pub use refused_assignments::AssignmentMessages;
pub use root::Root;
pub use termination::TerminationRequests;
pub use text::TextEncoding;
pub use value::{Value, ValueKind};
pub use vm::{Context, Vm, VmOptions, at_process_exit, exit_process, prepare_process};
pub use weak::Weak;

#[cfg(test)]
mod heap_snapshot_tests;
#[cfg(test)]
mod jsc_tests;
