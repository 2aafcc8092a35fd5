// @generated from ops/dns.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use std::path::{Path, PathBuf};
use crate::Dns;

/// What `crate::Dns` implements.
pub trait DnsOps {
    /// The addresses of a host, by getaddrinfo, in its order, without doubles: each text begins with "4" or "6" for its family.
    /// `family`: 0 any, 4, 6. `hints`: flags of getaddrinfo (AI_ADDRCONFIG, AI_V4MAPPED, AI_ALL). A failure of the resolver is the only
    /// text, "E" and its code (`ENOTFOUND`). Permission: net.
    fn lookup(host: &str, family: u8, hints: i32) -> Result<Vec<String>, OpError>;
    /// The names of a numeric address and of a port, by getnameinfo; a failure as above.
    fn lookup_service(address: &str, port: u16) -> Result<Vec<String>, OpError>;
}

thread_local! {
    static STATE: std::cell::OnceCell<std::rc::Rc<Dns>> = const { std::cell::OnceCell::new() };
}

/// The state of this thread, made on first use.
pub fn state() -> std::rc::Rc<Dns> {
    STATE.with(|cell| cell.get_or_init(Default::default).clone())
}

struct LookupOp;
impl NativeFunction for LookupOp {
    const NAME: &'static str = "lookup";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut host: String = op::argument(cx, &arguments, 0, "lookup: host")?;
        let mut family: u8 = op::argument(cx, &arguments, 1, "lookup: family")?;
        let mut hints: i32 = op::argument(cx, &arguments, 2, "lookup: hints")?;
        op::start(cx, move || {
            let outcome = <Dns as DnsOps>::lookup(&host, family, hints);
            op::finish_later(outcome, move || {  })
        })
    }
}

struct LookupServiceOp;
impl NativeFunction for LookupServiceOp {
    const NAME: &'static str = "lookupService";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut address: String = op::argument(cx, &arguments, 0, "lookupService: address")?;
        let mut port: u16 = op::argument(cx, &arguments, 1, "lookupService: port")?;
        op::start(cx, move || {
            let outcome = <Dns as DnsOps>::lookup_service(&address, port);
            op::finish_later(outcome, move || {  })
        })
    }
}

/// The functions of `native:dns`.
pub const AREA: Area = Area {
    name: "dns",
    functions: &[
        AreaFunction { name: "lookup", is_async: true, make: op::make::<LookupOp> },
        AreaFunction { name: "lookupService", is_async: true, make: op::make::<LookupServiceOp> },
    ],
};
