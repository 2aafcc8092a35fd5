// @generated from ops/semver.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Semver;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// What `crate::Semver` implements.
pub trait SemverOps {
    /// Whether `version` is in `range`. False when one of them is invalid.
    fn satisfies(&self, version: &str, range: &str) -> Result<bool, OpError>;
    /// -1, 0 or 1 as `left` is before, equal to or after `right`; null when one of them is not a valid version.
    fn order(&self, left: &str, right: &str) -> Result<Option<i32>, OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Semver>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Semver> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Semver>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct SatisfiesOp;
impl NativeFunction for SatisfiesOp {
    const NAME: &'static str = "satisfies";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut version: String = op::argument(cx, &arguments, 0, "satisfies: version")?;
        let mut range: String = op::argument(cx, &arguments, 1, "satisfies: range")?;
        op::finish(cx, SemverOps::satisfies(&*state(), &version, &range))
    }
}

struct OrderOp;
impl NativeFunction for OrderOp {
    const NAME: &'static str = "order";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut left: String = op::argument(cx, &arguments, 0, "order: left")?;
        let mut right: String = op::argument(cx, &arguments, 1, "order: right")?;
        op::finish(cx, SemverOps::order(&*state(), &left, &right))
    }
}

/// The functions of `native:semver`.
pub const AREA: Area = Area {
    name: "semver",
    functions: &[
        AreaFunction { name: "satisfies", is_async: false, make: op::make::<SatisfiesOp> },
        AreaFunction { name: "order", is_async: false, make: op::make::<OrderOp> },
    ],
};
