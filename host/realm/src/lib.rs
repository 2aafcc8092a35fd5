//! `native:realm`: the event loop and the builtins for JavaScript. `brio_realm` does everything; this crate only
//! implements `ops/realm.ops.ts`.

mod generated {
    pub mod realm_ops;
}

use brio_realm::Hook;
use brio_realm::jsc::{Context, Value};
use brio_realm::op::{OpError, Slot, Text, Thrown};
pub use generated::realm_ops::AREA;
use generated::realm_ops::{HeapStatistics, LoopHooks, RealmOps};

/// The contract numbers the words of the loop as the loop does.
const _: () = {
    use brio_realm::LoopWord as Own;
    use generated::realm_ops::LoopWord as Declared;
    assert!(Own::NextTimer as usize == Declared::NextTimer as usize);
    assert!(Own::ReferencedTimers as usize == Declared::ReferencedTimers as usize);
    assert!(Own::Immediates as usize == Declared::Immediates as usize);
    assert!(Own::ReferencedImmediates as usize == Declared::ReferencedImmediates as usize);
    assert!(Own::Ticks as usize == Declared::Ticks as usize);
    assert!(Own::Now as usize == Declared::Now as usize);
    assert!(Own::References as usize == Declared::References as usize);
    assert!(Own::Idle as usize == Declared::Idle as usize);
    assert!(Own::Turns as usize == Declared::Turns as usize);
    assert!(Own::Events as usize == Declared::Events as usize);
    assert!(Own::EventsWaiting as usize == Declared::EventsWaiting as usize);
    assert!(Own::LoopStart as usize == Declared::LoopStart as usize);
    assert!(Own::EngineStart as usize == Declared::EngineStart as usize);
    assert!(Own::RealmReady as usize == Declared::RealmReady as usize);
    assert!(Own::HooksReady as usize == Declared::HooksReady as usize);
    assert!(Own::LoopExit as usize == Declared::LoopExit as usize);
    assert!(Own::NodeStart as usize == Declared::NodeStart as usize);
};

/// State of the area on one thread.
#[derive(Default)]
pub struct Realm {
    rejection_callback: Slot,
}

fn current() -> std::rc::Rc<brio_realm::Realm> {
    brio_realm::Realm::current()
}

impl RealmOps for Realm {
    fn compile_builtin<'cx>(&self, cx: Context<'cx>, id: &str) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(current().compile_builtin(cx, id)?)
    }

    fn has_builtin(&self, id: &str) -> Result<bool, OpError> {
        Ok(current().has_builtin(id))
    }

    fn engine_version(&self) -> Result<Option<Text>, OpError> {
        Ok(brio_realm::jsc::report::engine_version().map(|version| version.as_str().into()))
    }

    fn builtin_ids(&self) -> Result<Vec<String>, OpError> {
        Ok(current().builtin_ids())
    }

    fn area<'cx>(&self, cx: Context<'cx>, name: &str) -> Result<Value<'cx>, Thrown<'cx>> {
        match current().area(cx, name) {
            Some(object) => Ok(object?),
            None => Ok(Value::null()),
        }
    }

    fn loop_state<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(current().loop_state_view(cx)?)
    }

    fn install_hooks(&self, hooks: LoopHooks) -> Result<(), OpError> {
        current().install_hooks([
            (Hook::Complete, hooks.complete),
            (Hook::RunTicks, hooks.run_ticks),
            (Hook::RunTimer, hooks.run_timer),
            (Hook::RunImmediate, hooks.run_immediate),
            (Hook::Uncaught, hooks.uncaught),
            (Hook::MakeError, hooks.make_error),
            (Hook::BeforeExit, hooks.before_exit),
            (Hook::Exit, hooks.exit),
            (Hook::Event, hooks.event),
        ]);
        Ok(())
    }

    fn set_rejection_callback<'cx>(&self, cx: Context<'cx>, callback: Value<'cx>) -> Result<(), Thrown<'cx>> {
        self.rejection_callback.set(cx, callback);
        Ok(cx.set_unhandled_rejection_callback(callback)?)
    }

    fn queue_job<'cx>(&self, cx: Context<'cx>, job: Value<'cx>, argument: Value<'cx>) -> Result<bool, Thrown<'cx>> {
        Ok(cx.queue_job(job, argument))
    }

    fn run_jobs(&self) -> Result<(), OpError> {
        current().context().run_jobs();
        Ok(())
    }

    fn update_time(&self) -> Result<f64, OpError> {
        Ok(current().update_time())
    }

    fn stop(&self) -> Result<(), OpError> {
        current().stop();
        Ok(())
    }

    fn collect_garbage(&self) -> Result<(), OpError> {
        current().collect_for_program();
        Ok(())
    }

    fn request_collection(&self) -> Result<(), OpError> {
        current().request_collection();
        Ok(())
    }

    fn clear_unused_stack(&self) -> Result<(), OpError> {
        brio_realm::jsc::clear_unused_stack();
        Ok(())
    }

    fn memory_statistics(&self) -> Result<HeapStatistics, OpError> {
        let sizes = current().context().heap_sizes();
        Ok(HeapStatistics {
            heap_size: sizes.live_bytes,
            heap_capacity: sizes.capacity_bytes,
            extra_memory_size: sizes.extra_bytes,
            object_count: sizes.objects,
        })
    }

    fn start_sampling(&self) -> Result<(), OpError> {
        current().context().start_sampling();
        Ok(())
    }

    fn stop_sampling(&self) -> Result<(), OpError> {
        current().context().stop_sampling();
        Ok(())
    }

    fn take_samples<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(cx.take_samples())
    }

    fn report_extra_memory(&self, bytes: f64) -> Result<(), OpError> {
        current().context().report_extra_memory(bytes as usize);
        Ok(())
    }

    fn evaluate_script<'cx>(
        &self,
        cx: Context<'cx>,
        source: Value<'cx>,
        url: Value<'cx>,
        line: i32,
    ) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(cx.evaluate_value(source, url, line)?)
    }

    fn is_stopping(&self) -> Result<bool, OpError> {
        Ok(current().is_stopping())
    }
}
