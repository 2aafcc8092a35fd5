//! `native:engine`: properties of a value that only the engine knows, for `util.types` and `util.inspect`.

mod generated {
    pub mod engine_ops;
}

use brio_realm::jsc::{AssignmentMessages, CellKind, Context, PromiseState, Value};
use brio_realm::op::{OpError, Thrown};
pub use generated::engine_ops::AREA;
use generated::engine_ops::{EngineOps, ExoticKind, ObjectBrand, PromiseStatus};
use std::cell::RefCell;

/// State of the area.
#[derive(Default)]
pub struct Engine {
    /// Who words the messages of refused assignments.
    messages: RefCell<Option<AssignmentMessages>>,
}

impl EngineOps for Engine {
    fn kind_of<'cx>(&self, cx: Context<'cx>, value: Value<'cx>) -> Result<ExoticKind, Thrown<'cx>> {
        Ok(match value.cell_kind(cx) {
            Some(CellKind::Promise) => ExoticKind::Promise,
            Some(CellKind::Proxy) => ExoticKind::Proxy,
            Some(CellKind::MapIterator) => ExoticKind::MapIterator,
            Some(CellKind::SetIterator) => ExoticKind::SetIterator,
            Some(CellKind::Generator | CellKind::AsyncGenerator) => ExoticKind::Generator,
            None if brio_napi::is_external(cx, value) => ExoticKind::External,
            _ => ExoticKind::None,
        })
    }

    fn external_address<'cx>(&self, cx: Context<'cx>, value: Value<'cx>) -> Result<f64, Thrown<'cx>> {
        Ok(brio_napi::address_of_external(cx, value).unwrap_or(0) as f64)
    }

    fn brand_of<'cx>(&self, cx: Context<'cx>, value: Value<'cx>) -> Result<ObjectBrand, Thrown<'cx>> {
        Ok(match value.cell_kind(cx) {
            Some(CellKind::Plain) => ObjectBrand::None,
            Some(CellKind::Map) => ObjectBrand::Map,
            Some(CellKind::Set) => ObjectBrand::Set,
            Some(CellKind::WeakMap) => ObjectBrand::WeakMap,
            Some(CellKind::WeakSet) => ObjectBrand::WeakSet,
            Some(CellKind::Date) => ObjectBrand::Date,
            Some(CellKind::RegExp) => ObjectBrand::RegExp,
            Some(CellKind::ArrayBuffer) => ObjectBrand::ArrayBuffer,
            Some(CellKind::Uint8) => ObjectBrand::Uint8Array,
            Some(CellKind::View1 | CellKind::View2 | CellKind::View4 | CellKind::View8) => ObjectBrand::OtherTypedArray,
            Some(CellKind::DataView) => ObjectBrand::DataView,
            Some(CellKind::BoxedPrimitive) => ObjectBrand::BoxedPrimitive,
            None | Some(CellKind::String) => ObjectBrand::Unknown,
            Some(_) => ObjectBrand::Other,
        })
    }

    fn promise_state<'cx>(&self, cx: Context<'cx>, value: Value<'cx>) -> Result<PromiseStatus, Thrown<'cx>> {
        Ok(match value.promise_state(cx) {
            Some((PromiseState::Pending, _)) => PromiseStatus::Pending,
            Some((PromiseState::Fulfilled, _)) => PromiseStatus::Fulfilled,
            Some((PromiseState::Rejected, _)) => PromiseStatus::Rejected,
            None => PromiseStatus::NotAPromise,
        })
    }

    fn promise_is_handled<'cx>(&self, cx: Context<'cx>, value: Value<'cx>) -> Result<bool, Thrown<'cx>> {
        Ok(value.promise_is_handled(cx).unwrap_or(false))
    }

    fn promise_result<'cx>(&self, cx: Context<'cx>, promise: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(promise.promise_state(cx).map_or(Value::undefined(), |(_, value)| value))
    }

    fn settled_value<'cx>(&self, cx: Context<'cx>, value: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(match value.promise_state(cx) {
            Some((PromiseState::Fulfilled | PromiseState::Rejected, result)) => result,
            Some((PromiseState::Pending, _)) | None => value,
        })
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

    fn set_assignment_messages<'cx>(&self, cx: Context<'cx>, words: Value<'cx>) -> Result<(), Thrown<'cx>> {
        // The end of those before ends the wording.
        drop(self.messages.take());
        *self.messages.borrow_mut() = Some(AssignmentMessages::new(cx, words));
        Ok(())
    }
}

fn unknown_layout() -> OpError {
    OpError::coded("ERR_INTERNAL_ASSERTION", "this engine's proxies cannot be read")
}
