//! `native:engine`: properties of a value that only the engine knows, for `util.types` and `util.inspect`.

mod generated {
    pub mod engine_ops;
}

use brio_realm::jsc::{CellKind, Context, PromiseState, Value};
use brio_realm::op::{OpError, Thrown};
pub use generated::engine_ops::AREA;
use generated::engine_ops::EngineOps;

/// State of the area: none.
#[derive(Default)]
pub struct Engine;

impl EngineOps for Engine {
    fn kind_of<'cx>(&self, cx: Context<'cx>, value: Value<'cx>) -> Result<u8, Thrown<'cx>> {
        Ok(match value.cell_kind(cx) {
            Some(CellKind::Promise) => 1,
            Some(CellKind::Proxy) => 2,
            Some(CellKind::MapIterator) => 3,
            Some(CellKind::SetIterator) => 4,
            Some(CellKind::Generator | CellKind::AsyncGenerator) => 5,
            // 6 is a module namespace, which the engine does not know.
            None if brio_napi::is_external(cx, value) => 7,
            _ => 0,
        })
    }

    fn brand_of<'cx>(&self, cx: Context<'cx>, value: Value<'cx>) -> Result<u8, Thrown<'cx>> {
        Ok(match value.cell_kind(cx) {
            Some(CellKind::Plain) => 1,
            Some(CellKind::Map) => 2,
            Some(CellKind::Set) => 3,
            Some(CellKind::WeakMap) => 4,
            Some(CellKind::WeakSet) => 5,
            Some(CellKind::Date) => 6,
            Some(CellKind::RegExp) => 7,
            Some(CellKind::ArrayBuffer) => 8,
            Some(CellKind::Uint8) => 9,
            Some(CellKind::View1 | CellKind::View2 | CellKind::View4 | CellKind::View8) => 10,
            Some(CellKind::DataView) => 11,
            Some(CellKind::BoxedPrimitive) => 12,
            None | Some(CellKind::String) => 0,
            Some(_) => 13,
        })
    }

    fn promise_state<'cx>(&self, cx: Context<'cx>, value: Value<'cx>) -> Result<i32, Thrown<'cx>> {
        Ok(match value.promise_state(cx) {
            Some((PromiseState::Pending, _)) => 0,
            Some((PromiseState::Fulfilled, _)) => 1,
            Some((PromiseState::Rejected, _)) => 2,
            None => -1,
        })
    }

    fn promise_is_handled<'cx>(&self, cx: Context<'cx>, value: Value<'cx>) -> Result<bool, Thrown<'cx>> {
        Ok(value.promise_is_handled(cx).unwrap_or(false))
    }

    fn promise_result<'cx>(&self, cx: Context<'cx>, promise: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(promise.promise_state(cx).map_or(Value::undefined(), |(_, value)| value))
    }

    fn proxy_target<'cx>(&self, cx: Context<'cx>, proxy: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        proxy.proxy_details(cx).map(|(target, _)| target).ok_or_else(|| unknown_layout().into())
    }

    fn proxy_handler<'cx>(&self, cx: Context<'cx>, proxy: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        proxy.proxy_details(cx).map(|(_, handler)| handler).ok_or_else(|| unknown_layout().into())
    }

    fn iterator_state<'cx>(&self, cx: Context<'cx>, iterator: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        let Some(state) = iterator.iterator_state(cx) else { return Ok(Value::undefined()) };
        // A pointer has 48 bits, which a number holds exactly.
        Ok(cx.array(&[
            state.object,
            Value::int32(state.entry),
            Value::number(state.storage as f64),
            Value::int32(state.kind),
        ]))
    }

    fn shares_structure<'cx>(
        &self,
        _cx: Context<'cx>,
        first: Value<'cx>,
        second: Value<'cx>,
    ) -> Result<bool, Thrown<'cx>> {
        Ok(first.shares_structure(second))
    }

    fn heap_snapshot<'cx>(&self, cx: Context<'cx>, with_details: bool) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(cx.heap_snapshot(with_details).map_or(Value::undefined(), |text| cx.string(&text)))
    }

    fn objects_behind<'cx>(&self, cx: Context<'cx>, prototype: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(cx.objects_behind(prototype).unwrap_or(Ok(Value::undefined()))?)
    }

    fn weak_entries<'cx>(&self, _cx: Context<'cx>, _collection: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(Value::undefined())
    }
}

fn unknown_layout() -> OpError {
    OpError::coded("ERR_INTERNAL_ASSERTION", "this engine's proxies cannot be read")
}
