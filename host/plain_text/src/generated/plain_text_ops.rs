// @generated from ops/plain_text.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::PlainText;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// What `crate::PlainText` implements.
pub trait PlainTextOps {
    /// Replaces `&`, `<`, `>`, `"` and `'` by entities of HTML; returns `text` itself when it has none of them.
    fn escape_html<'cx>(&self, cx: Context<'cx>, text: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
    /// The columns of a string of printable ASCII characters; with `skipsStyles` also of one with escape sequences that set
    /// styles (ECMA-48 §8.3.117, SGR), which have no width. -1 for other strings.
    fn plain_columns<'cx>(&self, cx: Context<'cx>, text: Value<'cx>, skips_styles: bool) -> Result<i32, Thrown<'cx>>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<PlainText>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<PlainText> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<PlainText>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct EscapeHtmlOp;
impl NativeFunction for EscapeHtmlOp {
    const NAME: &'static str = "escapeHtml";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut text: Value<'cx> = op::argument(cx, &arguments, 0, "escapeHtml: text")?;
        op::finish(cx, PlainTextOps::escape_html(&*state(), cx, text))
    }
}

struct PlainColumnsOp;
impl NativeFunction for PlainColumnsOp {
    const NAME: &'static str = "plainColumns";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut text: Value<'cx> = op::argument(cx, &arguments, 0, "plainColumns: text")?;
        let mut skips_styles: bool = op::argument(cx, &arguments, 1, "plainColumns: skips_styles")?;
        op::finish(cx, PlainTextOps::plain_columns(&*state(), cx, text, skips_styles))
    }
}

/// The functions of `native:plain_text`.
pub const AREA: Area = Area {
    name: "plain_text",
    functions: &[
        AreaFunction { name: "escapeHtml", is_async: false, make: op::make::<EscapeHtmlOp> },
        AreaFunction { name: "plainColumns", is_async: false, make: op::make::<PlainColumnsOp> },
    ],
};
