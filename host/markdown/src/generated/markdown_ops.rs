// @generated from ops/markdown.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Markdown;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// What a document may contain besides CommonMark.
pub mod markdown_extensions {
    /// Tables of GFM.
    pub const TABLES: u32 = 1;
    /// `~~text~~` and `~text~`.
    pub const STRIKETHROUGH: u32 = 2;
    /// `- [x] item`.
    pub const TASK_LISTS: u32 = 4;
    /// Addresses with a scheme are links.
    pub const URL_LINKS: u32 = 8;
    /// Addresses that begin with `www.` are links.
    pub const WWW_LINKS: u32 = 16;
    /// Addresses of mail are links.
    pub const MAIL_LINKS: u32 = 32;
    /// `[[target|label]]`.
    pub const WIKI_LINKS: u32 = 64;
    /// `__text__` is underlined instead of strong.
    pub const UNDERLINE: u32 = 128;
    /// `$inline$` and `$$display$$`.
    pub const MATH: u32 = 256;
}

/// What `crate::Markdown` implements.
pub trait MarkdownOps {
    /// Parses a document. The result is JSON: an array with a tuple for each node, in the document's order: the type, then the
    /// attributes. A node that has children is followed by them and by 0. `internal:bun/markdown/nodes` declares the tuples.
    fn parse(&self, source: &str, extensions: u32) -> Result<Text, OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Markdown>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Markdown> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Markdown>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct ParseOp;
impl NativeFunction for ParseOp {
    const NAME: &'static str = "parse";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut source: String = op::argument(cx, &arguments, 0, "parse: source")?;
        let mut extensions: u32 = op::argument(cx, &arguments, 1, "parse: extensions")?;
        op::finish(cx, MarkdownOps::parse(&*state(), &source, extensions))
    }
}

/// The functions of `native:markdown`.
pub const AREA: Area =
    Area { name: "markdown", functions: &[AreaFunction { name: "parse", is_async: false, make: op::make::<ParseOp> }] };
