//! `native:contexts`: further global objects in a thread's virtual machine, and running code with limits, for
//! `node:vm`.
//!
//! The engine's part is in `brio_jsc`. Which object is a context, and how `var` reaches it, is decided in
//! `builtins/internal/node/vm`.

mod generated {
    pub mod contexts_ops;
}

use brio_realm::Realm;
use brio_realm::jsc::{Context, Ended, Limits, MirrorFunctions, Value};
use brio_realm::op::{OpError, Thrown};
pub use generated::contexts_ops::AREA;
use generated::contexts_ops::ContextsOps;
use std::cell::Cell;
use std::time::Duration;

/// State of the area on one thread.
#[derive(Default)]
pub struct Contexts {
    /// Whether the loop is already scheduled to leave the engine's watched entry.
    leaves_watched_entry: Cell<bool>,
}

const SIGINT: i32 = 2;

impl ContextsOps for Contexts {
    fn create_context<'cx>(
        &self,
        cx: Context<'cx>,
        target: Value<'cx>,
        declared: Value<'cx>,
        on_rejection: Value<'cx>,
    ) -> Result<Value<'cx>, Thrown<'cx>> {
        let global = cx.new_context((!target.is_nullish()).then_some(target), declared);
        cx.context_of(global).set_unhandled_rejection_callback(on_rejection)?;
        Ok(global)
    }

    fn evaluate_in<'cx>(
        &self,
        cx: Context<'cx>,
        global: Value<'cx>,
        source: Value<'cx>,
        url: Value<'cx>,
        line: i32,
    ) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(cx.context_of(global).evaluate_value(source, url, line)?)
    }

    fn set_mirror<'cx>(
        &self,
        cx: Context<'cx>,
        global: Value<'cx>,
        mirrored: Value<'cx>,
        assign: Value<'cx>,
        remove: Value<'cx>,
        drop: Value<'cx>,
        list: Value<'cx>,
    ) -> Result<(), Thrown<'cx>> {
        cx.set_mirror(global, mirrored, &MirrorFunctions { assign, remove, drop, list });
        Ok(())
    }

    fn run_limited<'cx>(
        &self,
        cx: Context<'cx>,
        work: Value<'cx>,
        timeout_ms: f64,
        breaks_on_interrupt: bool,
    ) -> Result<Value<'cx>, Thrown<'cx>> {
        if !cx.can_limit() {
            return Err(OpError::coded(
                "ERR_METHOD_NOT_IMPLEMENTED",
                "The vm.Script timeout method is not implemented",
            )
            .into());
        }
        let realm = Realm::current();
        self.leave_watched_entry_later(&realm);
        let interruption = if breaks_on_interrupt {
            Some(realm.interruption(SIGINT).map_err(|error| OpError::system(&error, "sigaction"))?)
        } else {
            None
        };
        let limits = Limits {
            time: (timeout_ms > 0.0).then(|| Duration::from_secs_f64(timeout_ms / 1000.0)),
            interrupted: interruption.as_ref().map(|interruption| interruption.flag()),
        };
        let (outcome, ended) = cx.run_limited(limits, || work.call(cx, &[]));
        match ended {
            Some(Ended::TimedOut) => Err(OpError::coded(
                "ERR_SCRIPT_EXECUTION_TIMEOUT",
                format!("Script execution timed out after {timeout_ms}ms"),
            )
            .into()),
            Some(Ended::Interrupted) => {
                Err(OpError::coded("ERR_SCRIPT_EXECUTION_INTERRUPTED", "Script execution was interrupted by `SIGINT`")
                    .into())
            }
            None => Ok(outcome?),
        }
    }

    fn set_time_zone(&self, name: &str) -> Result<bool, OpError> {
        let realm = Realm::current();
        let is_set = realm.context().set_time_zone(name);
        if is_set && !realm.is_worker() {
            self.leave_watched_entry_later(&realm);
            realm.context().enter_again();
        }
        Ok(is_set)
    }

    fn with_plain_globals<'cx>(&self, cx: Context<'cx>, work: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(cx.with_plain_globals(|| work.call(cx, &[]))?)
    }

    fn check_syntax<'cx>(
        &self,
        cx: Context<'cx>,
        source: Value<'cx>,
        url: Value<'cx>,
        line: i32,
    ) -> Result<(), Thrown<'cx>> {
        Ok(cx.check_syntax(source, url, line)?)
    }
}

impl Contexts {
    /// Leaves, between two tasks, the entry that the engine was made to see for limits and time zones.
    fn leave_watched_entry_later(&self, realm: &Realm) {
        if !self.leaves_watched_entry.replace(true) {
            realm.at_turn_end(|realm| {
                if realm.is_between_tasks() {
                    realm.context().leave_watched_entry();
                }
            });
        }
    }
}
