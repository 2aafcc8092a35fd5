// @generated from ops/url.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Url;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// The numbers that describe a serialization, by their index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum UrlPart {
    /// After the ":".
    ProtocolEnd = 0,
    UsernameEnd = 1,
    /// At the "@" when there are credentials.
    HostStart = 2,
    HostEnd = 3,
    /// The port, or `OMITTED`.
    Port = 4,
    PathnameStart = 5,
    /// At the "?", or `OMITTED`.
    SearchStart = 6,
    /// At the "#", or `OMITTED`.
    HashStart = 7,
    /// A `UrlScheme`.
    Scheme = 8,
}

impl UrlPart {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::ProtocolEnd,
            1 => Self::UsernameEnd,
            2 => Self::HostStart,
            3 => Self::HostEnd,
            4 => Self::Port,
            5 => Self::PathnameStart,
            6 => Self::SearchStart,
            7 => Self::HashStart,
            8 => Self::Scheme,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for UrlPart {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of UrlPart")
    }
}

impl<'cx> op::IntoValue<'cx> for UrlPart {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// The position of a missing part.
pub mod url_position {
    pub const OMITTED: u32 = 4294967295;
}

/// Schemes that the URL Standard calls special.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum UrlScheme {
    Http = 0,
    /// None of these.
    Other = 1,
    Https = 2,
    Ws = 3,
    Ftp = 4,
    Wss = 5,
    File = 6,
}

impl UrlScheme {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Http,
            1 => Self::Other,
            2 => Self::Https,
            3 => Self::Ws,
            4 => Self::Ftp,
            5 => Self::Wss,
            6 => Self::File,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for UrlScheme {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of UrlScheme")
    }
}

impl<'cx> op::IntoValue<'cx> for UrlScheme {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// The components that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum UrlComponent {
    Href = 0,
    Protocol = 1,
    Username = 2,
    Password = 3,
    Host = 4,
    Hostname = 5,
    Port = 6,
    Pathname = 7,
    Search = 8,
    Hash = 9,
}

impl UrlComponent {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Href,
            1 => Self::Protocol,
            2 => Self::Username,
            3 => Self::Password,
            4 => Self::Host,
            5 => Self::Hostname,
            6 => Self::Port,
            7 => Self::Pathname,
            8 => Self::Search,
            9 => Self::Hash,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for UrlComponent {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of UrlComponent")
    }
}

impl<'cx> op::IntoValue<'cx> for UrlComponent {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// What `crate::Url` implements.
pub trait UrlOps {
    /// Parses `input`, relative to `base` when there is one. Returns the serialization and fills `parts` (36 bytes);
    /// null for an invalid URL or base.
    fn parse(&self, input: &str, base: Option<&str>, parts: &mut [u8]) -> Result<Option<Text>, OpError>;
    /// Whether `parse` would succeed.
    fn can_parse(&self, input: &str, base: Option<&str>) -> Result<bool, OpError>;
    /// Sets one component of the URL `href` and fills `parts`. Returns the new serialization; null for an invalid value, in
    /// which case the URL stays unchanged.
    fn update(
        &self,
        href: &str,
        component: UrlComponent,
        value: &str,
        parts: &mut [u8],
    ) -> Result<Option<Text>, OpError>;
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
        let mut component: UrlComponent = op::argument(cx, &arguments, 1, "update: component")?;
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
