// @generated from ops/dns.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Dns;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// What `crate::Dns` implements.
pub trait DnsOps {
    /// The addresses of a host, by getaddrinfo, in its order, without duplicates: each string begins with "4" or "6" for
    /// its family. `family`: 0 any, 4, 6. `hints`: flags of getaddrinfo (AI_ADDRCONFIG, AI_V4MAPPED, AI_ALL). An error of
    /// the resolver is the only string, "E" and its code (`ENOTFOUND`).
    /// @permission resolve(host)
    fn lookup(host: &str, family: u8, hints: i32) -> Result<Vec<String>, OpError>;
    /// The names of a numeric address and of a port, by getnameinfo; an error as above.
    /// @permission net(address, port)
    fn lookup_service(address: &str, port: u16) -> Result<Vec<String>, OpError>;
    /// Sends a DNS message to name servers until one responds. `servers`: addresses with ports ("1.2.3.4:53",
    /// "[::1]:53"). They are queried one after another, `tries` times, with `timeoutMs` for the first round and twice as
    /// much for each further one, at most `timeoutMsMax` (0: no limit). Over UDP first; over TCP when the response was
    /// truncated. `localAddresses`: empty, or the addresses to send from. The first byte of the result is: 0 the response
    /// follows, 1 no server responded in time, 2 no server could be reached, 3 cancelled by `cancelQueries`.
    /// @permission servers(servers)
    fn query(
        resolver: u32,
        generation: u32,
        servers: &[String],
        local_addresses: &[String],
        message: &[u8],
        timeout_ms: u32,
        timeout_ms_max: u32,
        tries: u32,
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
        let mut family: u8 = op::argument(cx, &arguments, 1, "lookup: family")?;
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
        let mut timeout_ms: u32 = op::argument(cx, &arguments, 5, "query: timeout_ms")?;
        let mut timeout_ms_max: u32 = op::argument(cx, &arguments, 6, "query: timeout_ms_max")?;
        let mut tries: u32 = op::argument(cx, &arguments, 7, "query: tries")?;
        if let Err(error) = op::permit(cx, &[op::Permission::Servers(&servers)]) {
            op::Release::release(message);
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Dns as DnsOps>::query(
                resolver,
                generation,
                &servers,
                &local_addresses,
                message.as_slice(),
                timeout_ms,
                timeout_ms_max,
                tries,
            );
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
