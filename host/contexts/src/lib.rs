//! `native:contexts`: further global objects in a thread's virtual machine. The engine's part is in `brio_jsc`; which
//! object is a context, and how `var` reaches it, is decided in `builtins/internal/vm`.

mod generated {
    pub mod contexts_ops;
}

use brio_realm::jsc::{Context, Value};
use brio_realm::op::Thrown;
pub use generated::contexts_ops::AREA;
use generated::contexts_ops::ContextsOps;

/// State of the area: none.
#[derive(Default)]
pub struct Contexts;

impl ContextsOps for Contexts {
    fn create_context<'cx>(&self, cx: Context<'cx>, target: Value<'cx>, declared: Value<'cx>, on_rejection: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        let global = cx.new_context((!target.is_nullish()).then_some(target), declared);
        cx.context_of(global).set_unhandled_rejection_callback(on_rejection)?;
        Ok(global)
    }

    fn evaluate_in<'cx>(&self, cx: Context<'cx>, global: Value<'cx>, source: Value<'cx>, url: Value<'cx>, line: i32) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(cx.context_of(global).evaluate_value(source, url, line)?)
    }

    fn with_plain_globals<'cx>(&self, cx: Context<'cx>, work: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(cx.with_plain_globals(|| work.call(cx, &[]))?)
    }

    fn check_syntax<'cx>(&self, cx: Context<'cx>, source: Value<'cx>, url: Value<'cx>, line: i32) -> Result<(), Thrown<'cx>> {
        Ok(cx.check_syntax(source, url, line)?)
    }
}
