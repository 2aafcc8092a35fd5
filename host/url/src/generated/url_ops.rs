// @generated from ops/url.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Url;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// What `crate::Url` implements.
pub trait UrlOps {
    /// Parses `input`, relative to `base` when there is one. Returns the serialization and fills `parts` (36 bytes);
    /// null for an invalid URL or base.
    fn parse(&self, input: &str, base: Option<&str>, parts: &mut [u8]) -> Result<Option<Text>, OpError>;
    /// Whether `parse` would succeed.
    fn can_parse(&self, input: &str, base: Option<&str>) -> Result<bool, OpError>;
    /// Sets one component of the URL `href` and fills `parts`. `component`: 0 href, 1 protocol, 2 username, 3 password, 4
    /// host, 5 hostname, 6 port, 7 pathname, 8 search, 9 hash. Returns the new serialization; null for an invalid value,
    /// in which case the URL stays unchanged.
    fn update(&self, href: &str, component: u8, value: &str, parts: &mut [u8]) -> Result<Option<Text>, OpError>;
    /// The ASCII form of a domain; empty for an invalid one.
    fn domain_to_ascii(&self, domain: &str) -> Result<Text, OpError>;
    /// The Unicode form of a domain; empty for an invalid one.
    fn domain_to_unicode(&self, domain: &str) -> Result<Text, OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Url>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Url> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Url>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct ParseOp;
impl NativeFunction for ParseOp {
    const NAME: &'static str = "parse";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut input: String = op::argument(cx, &arguments, 0, "parse: input")?;
        let mut base: Option<String> = op::argument(cx, &arguments, 1, "parse: base")?;
        let mut parts: &mut [u8] = op::argument(cx, &arguments, 2, "parse: parts")?;
        op::finish(cx, UrlOps::parse(&*state(), &input, base.as_deref(), parts))
    }
}

struct CanParseOp;
impl NativeFunction for CanParseOp {
    const NAME: &'static str = "canParse";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut input: String = op::argument(cx, &arguments, 0, "canParse: input")?;
        let mut base: Option<String> = op::argument(cx, &arguments, 1, "canParse: base")?;
        op::finish(cx, UrlOps::can_parse(&*state(), &input, base.as_deref()))
    }
}

struct UpdateOp;
impl NativeFunction for UpdateOp {
    const NAME: &'static str = "update";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut href: String = op::argument(cx, &arguments, 0, "update: href")?;
        let mut component: u8 = op::argument(cx, &arguments, 1, "update: component")?;
        let mut value: String = op::argument(cx, &arguments, 2, "update: value")?;
        let mut parts: &mut [u8] = op::argument(cx, &arguments, 3, "update: parts")?;
        op::finish(cx, UrlOps::update(&*state(), &href, component, &value, parts))
    }
}

struct DomainToAsciiOp;
impl NativeFunction for DomainToAsciiOp {
    const NAME: &'static str = "domainToAscii";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut domain: String = op::argument(cx, &arguments, 0, "domainToAscii: domain")?;
        op::finish(cx, UrlOps::domain_to_ascii(&*state(), &domain))
    }
}

struct DomainToUnicodeOp;
impl NativeFunction for DomainToUnicodeOp {
    const NAME: &'static str = "domainToUnicode";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut domain: String = op::argument(cx, &arguments, 0, "domainToUnicode: domain")?;
        op::finish(cx, UrlOps::domain_to_unicode(&*state(), &domain))
    }
}

/// The functions of `native:url`.
pub const AREA: Area = Area {
    name: "url",
    functions: &[
        AreaFunction { name: "parse", is_async: false, make: op::make::<ParseOp> },
        AreaFunction { name: "canParse", is_async: false, make: op::make::<CanParseOp> },
        AreaFunction { name: "update", is_async: false, make: op::make::<UpdateOp> },
        AreaFunction { name: "domainToAscii", is_async: false, make: op::make::<DomainToAsciiOp> },
        AreaFunction { name: "domainToUnicode", is_async: false, make: op::make::<DomainToUnicodeOp> },
    ],
};
