// @generated from ops/dns.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Dns;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// Which addresses a lookup returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum AddressFamily {
    Any = 0,
    Ipv4 = 4,
    Ipv6 = 6,
}

impl AddressFamily {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Any,
            4 => Self::Ipv4,
            6 => Self::Ipv6,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for AddressFamily {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of AddressFamily")
    }
}

impl<'cx> op::IntoValue<'cx> for AddressFamily {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// How a query ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum QueryOutcome {
    /// The response follows.
    Responded = 0,
    /// No server responded in time.
    TimedOut = 1,
    /// No server could be reached.
    Unreachable = 2,
    /// By `cancelQueries`.
    Cancelled = 3,
}

impl QueryOutcome {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Responded,
            1 => Self::TimedOut,
            2 => Self::Unreachable,
            3 => Self::Cancelled,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for QueryOutcome {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of QueryOutcome")
    }
}

impl<'cx> op::IntoValue<'cx> for QueryOutcome {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// How long to wait for servers and how often to try.
#[derive(Debug)]
pub struct QueryRetries {
    /// For the first round; each further one has twice as much.
    pub timeout_ms: u32,
    /// At most; 0 for no limit.
    pub timeout_ms_max: u32,
    pub tries: u32,
}

impl<'cx> op::FromArgument<'cx> for QueryRetries {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self {
            timeout_ms: op::field(cx, value, "timeoutMs")?,
            timeout_ms_max: op::field(cx, value, "timeoutMsMax")?,
            tries: op::field(cx, value, "tries")?,
        })
    }
}

/// What `crate::Dns` implements.
pub trait DnsOps {
    /// The addresses of a host, by getaddrinfo, in its order, without duplicates: each string begins with "4" or "6" for
    /// its family. `hints`: flags of getaddrinfo (AI_ADDRCONFIG, AI_V4MAPPED, AI_ALL). An error of
    /// the resolver is the only string, "E" and its code (`ENOTFOUND`).
    /// @permission resolve(host)
    fn lookup(host: &str, family: AddressFamily, hints: i32) -> Result<Vec<String>, OpError>;
    /// The names of a numeric address and of a port, by getnameinfo; an error as above.
    /// @permission net(address, port)
    fn lookup_service(address: &str, port: u16) -> Result<Vec<String>, OpError>;
    /// Sends a DNS message to name servers until one responds. `servers`: addresses with ports ("1.2.3.4:53",
    /// "[::1]:53"). They are queried one after another, in rounds. Over UDP first; over TCP when the response was truncated.
    /// `localAddresses`: empty, or the addresses to send from. The first byte of the result is a `QueryOutcome`.
    /// @permission servers(servers)
    fn query(
        resolver: u32,
        generation: u32,
        servers: &[String],
        local_addresses: &[String],
        message: &[u8],
        retries: QueryRetries,
    ) -> Result<Vec<u8>, OpError>;
    /// Cancels the queries of a resolver up to that generation.
    /// @permission none: ends queries of this program
    fn cancel_queries(&self, resolver: u32, generation: u32) -> Result<(), OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Dns>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Dns> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Dns>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct LookupOp;
impl NativeFunction for LookupOp {
    const NAME: &'static str = "lookup";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut host: String = op::argument(cx, &arguments, 0, "lookup: host")?;
        let mut family: AddressFamily = op::argument(cx, &arguments, 1, "lookup: family")?;
        let mut hints: i32 = op::argument(cx, &arguments, 2, "lookup: hints")?;
        if let Err(error) = op::permit(cx, &[op::Permission::Resolve(op::Subject::from(&host))]) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Dns as DnsOps>::lookup(&host, family, hints);
            op::finish_later(outcome, move || {})
        })
    }
}

struct LookupServiceOp;
impl NativeFunction for LookupServiceOp {
    const NAME: &'static str = "lookupService";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut address: String = op::argument(cx, &arguments, 0, "lookupService: address")?;
        let mut port: u16 = op::argument(cx, &arguments, 1, "lookupService: port")?;
        if let Err(error) = op::permit(cx, &[op::Permission::Net(op::Subject::from(&address), Some(port.into()))]) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Dns as DnsOps>::lookup_service(&address, port);
            op::finish_later(outcome, move || {})
        })
    }
}

struct QueryOp;
impl NativeFunction for QueryOp {
    const NAME: &'static str = "query";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut resolver: u32 = op::argument(cx, &arguments, 0, "query: resolver")?;
        let mut generation: u32 = op::argument(cx, &arguments, 1, "query: generation")?;
        let mut servers: Vec<String> = op::argument(cx, &arguments, 2, "query: servers")?;
        let mut local_addresses: Vec<String> = op::argument(cx, &arguments, 3, "query: local_addresses")?;
        let mut message: PinnedBytes = op::argument(cx, &arguments, 4, "query: message")?;
        let mut retries: QueryRetries = op::argument(cx, &arguments, 5, "query: retries")?;
        if let Err(error) = op::permit(cx, &[op::Permission::Servers(&servers)]) {
            op::Release::release(message);
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome =
                <Dns as DnsOps>::query(resolver, generation, &servers, &local_addresses, message.as_slice(), retries);
            op::finish_later(outcome, move || {
                op::Release::release(message);
            })
        })
    }
}

struct CancelQueriesOp;
impl NativeFunction for CancelQueriesOp {
    const NAME: &'static str = "cancelQueries";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut resolver: u32 = op::argument(cx, &arguments, 0, "cancelQueries: resolver")?;
        let mut generation: u32 = op::argument(cx, &arguments, 1, "cancelQueries: generation")?;
        op::finish(cx, DnsOps::cancel_queries(&*state(), resolver, generation))
    }
}

/// The functions of `native:dns`.
pub const AREA: Area = Area {
    name: "dns",
    functions: &[
        AreaFunction { name: "lookup", is_async: true, make: op::make::<LookupOp> },
        AreaFunction { name: "lookupService", is_async: true, make: op::make::<LookupServiceOp> },
        AreaFunction { name: "query", is_async: true, make: op::make::<QueryOp> },
        AreaFunction { name: "cancelQueries", is_async: false, make: op::make::<CancelQueriesOp> },
    ],
};
