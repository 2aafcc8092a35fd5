//! The end of a process whose heap is over the limit that its command line requested, as in Node: a message and SIGABRT.
//! Workers end alone (`turn.rs`).

use crate::Realm;
use crate::hooks::Hook;
use brio_jsc::Value;
use std::cell::Cell;

const MESSAGE: &str = "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory";

thread_local! {
    /// The kind of the event that JavaScript receives first.
    static EVENT: Cell<Option<i32>> = const { Cell::new(None) };
}

/// Delivers an event of this kind to JavaScript before the process ends because its heap is over the limit.
pub fn announce_heap_limit(event: i32) {
    EVENT.set(Some(event));
}

/// Ends the process. The engine is within running code, which waits.
pub(crate) fn end_process() {
    let realm = Realm::current();
    realm.flush_turn();
    eprintln!("\n{MESSAGE}\n");
    let cx = realm.context();
    if let (Some(event), Some(hook)) = (EVENT.take(), realm.hooks().get(cx, Hook::Event)) {
        // The process ends in any case; what the handler throws has no one to go to.
        let _ = hook.call(cx, &[Value::int32(event)]);
        realm.flush_turn();
    }
    std::process::abort();
}
