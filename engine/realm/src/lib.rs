//! A realm: one thread, one VM, one event loop. It decides the order of a loop turn, makes native functions available
//! to JavaScript (`op`), and has the builtins as source that its owner provides. It knows no module of Node, Bun or
//! Deno.
//!
//! Start reading at [`Realm`], then `turn.rs` (the loop) and [`op`] (what generated glue calls).

mod builtins;
pub mod captured_output;
mod done;
mod ending;
mod errors;
mod full_collections;
mod heap_limit;
mod hooks;
mod io;
pub mod job_times;
mod loop_state;
mod loop_times;
pub mod op;
pub mod permission;
mod rare_signal;
mod realm;
mod signals;
pub mod start_slots;
mod turn;
pub mod workers;

pub use brio_jsc as jsc;
pub use brio_reactor as reactor;
pub use builtins::{Builtin, BuiltinSource, Compiled as CompiledBuiltin, Text as BuiltinText};
pub use ending::OutputSink;
pub use errors::{OpError, Thrown};
pub use full_collections::resident_bytes;
pub use heap_limit::announce_heap_limit;
pub use hooks::Hook;
pub use io::{IoHandler, IoToken};
pub use loop_state::Word as LoopWord;
pub use loop_times::LoopTimes;
pub use realm::{Realm, RealmOptions, Remote, Shared, Started, started};
pub use signals::Interruption;
