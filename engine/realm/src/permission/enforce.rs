//! Checks what a call needs against the policy of its thread: prompts where that is allowed, records the paths that were
//! checked, and makes the error of a refusal.

use super::policy::{Home, Model, Policy, change, current};
use super::subjects::{Need, Owned, named, needs, path_needs};
use super::{Permission, brokered, checked};
use crate::errors::{IntoThrown, OpError};
use brio_jsc::{Context, Value};
use brio_permissions::broker::{self, Decision};
use brio_permissions::prompt::{self, Answer};
use brio_permissions::{
    Follow, Host, Kind, NetSubject, Reach, Rule, State, Subject, Verdict, audit, canonical, is_opaque, is_plain,
    names_of,
};
use rustix::fs::FileType;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::Path;

/// Why a call may not be made.
#[derive(Debug)]
pub struct Refusal {
    kind: Kind,
    /// Empty for all of the kind.
    shown: String,
    state: State,
    /// Only all of Deno's permissions together would do.
    needs_all: bool,
    home: Home,
    message: Option<String>,
}

#[cold]
#[inline(never)]
pub(super) fn enforce<'cx>(cx: Context<'cx>, permissions: &[Permission<'_>]) -> Result<(), Value<'cx>> {
    let Some(policy) = current() else { return Ok(()) };
    checked::begin();
    for permission in permissions {
        if is_granted_by_name(&policy, permission) {
            continue;
        }
        if let Err(refusal) = check(permission) {
            let error = refusal.into_error().into_thrown(cx);
            if !policy.only_audits {
                checked::begin();
                return Err(error);
            }
        }
    }
    Ok(())
}

/// Whether a path is granted by its name alone, which costs no system call: links are refused when it is opened
/// (`checked.rs`). What is not granted so is checked in full.
fn is_granted_by_name(policy: &Policy, permission: &Permission<'_>) -> bool {
    if policy.only_audits || audit::is_on() || broker::is_on() {
        return false;
    }
    let Some((path, kinds, follow)) = named(permission) else { return false };
    let absolute = match path.is_absolute() {
        true => None,
        false => match std::env::current_dir() {
            Ok(folder) => Some(folder.join(&path)),
            Err(_) => return false,
        },
    };
    let name = absolute.as_deref().unwrap_or(&path);
    let subject = Subject::Path(name);
    let is_granted = |kind: &Kind| policy.permissions.query(*kind, Some(&subject), Reach::One) == State::Granted;
    if !is_plain(name) || !kinds.iter().all(is_granted) {
        return false;
    }
    checked::add_named(&path, checked::Named { absolute, kinds, follow });
    true
}

/// Checks a path for `kinds` on this thread, as [`check`] does.
///
/// # Errors
/// The refusal.
pub(super) fn check_path(path: &Path, kinds: &[Kind], follow: Follow) -> Result<(), Refusal> {
    path_needs(kinds, super::Subject::Path(path), follow, Reach::One).into_iter().try_for_each(check_need)
}

/// Checks one permission on this thread. Prompts when the policy says so.
///
/// # Errors
/// The refusal.
pub fn check(permission: &Permission<'_>) -> Result<(), Refusal> {
    let Some(policy) = current() else { return Ok(()) };
    for need in needs(permission, &policy) {
        check_need(need)?;
    }
    Ok(())
}

/// Checks a host, for a kind that is about hosts. None stands for all of them.
///
/// # Errors
/// The refusal.
pub fn check_host(kind: Kind, subject: Option<&NetSubject>) -> Result<(), Refusal> {
    let shown = subject.map_or_else(String::new, ToString::to_string);
    check_need(Need { kind, subject: subject.cloned().map(Owned::Net), reach: Reach::One, shown, message: None })
}

/// As [`check_host`], of a host as programs name it.
///
/// # Errors
/// The refusal.
pub fn check_host_and_port(kind: Kind, host: &str, port: u32) -> Result<(), Refusal> {
    check_host(kind, Some(&NetSubject::new(host, Some(port))))
}

/// What the policy of this thread says about `permission`: the strictest of what it needs. Never prompts.
pub fn decide(permission: &Permission<'_>) -> State {
    let Some(policy) = current() else { return State::Granted };
    let rank = |state: &State| match state {
        State::Granted => 0,
        State::Partial => 1,
        State::Prompt => 2,
        State::Ignored => 3,
        State::Denied => 4,
    };
    let states = needs(permission, &policy).into_iter().map(|mut need| {
        need.reach = Reach::Query;
        state_of(&policy, &need)
    });
    states.max_by_key(rank).unwrap_or(State::Granted)
}

/// Checks the address to which a granted name led, right before it is connected: only denials count.
///
/// # Errors
/// The finished error.
pub fn confirm_address(address: IpAddr, port: u16) -> Result<(), OpError> {
    check_address(Kind::Net, address, port)
}

/// As [`confirm_address`], of an address as text; other text is none.
///
/// # Errors
/// The finished error.
pub fn confirm(address: &str, port: u16) -> Result<(), OpError> {
    match address.parse() {
        Ok(address) if super::is_active() => confirm_address(address, port),
        _ => Ok(()),
    }
}

/// As [`confirm_address`], for a kind that is about hosts.
///
/// # Errors
/// The finished error.
pub fn check_address(kind: Kind, address: IpAddr, port: u16) -> Result<(), OpError> {
    let Some(policy) = current() else { return Ok(()) };
    let subject = NetSubject { host: Host::of(address), port: Some(port.into()) };
    let reached = NetSubject { host: Host::of(address_behind(address)), port: subject.port };
    let scope = policy.permissions.scope(kind);
    if !scope.is_denied(&Subject::Net(&subject)) && !scope.is_denied(&Subject::Net(&reached)) {
        return Ok(());
    }
    let shown = subject.to_string();
    let home = policy.home;
    Err(Refusal { kind, shown, state: State::Denied, needs_all: false, home, message: None }.into_error())
}

/// The address that a connection reaches: Linux connects the unspecified one to this machine.
fn address_behind(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) if address.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(address) if address.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        address => address,
    }
}

fn check_need(need: Need) -> Result<(), Refusal> {
    let Some(policy) = current() else { return Ok(()) };
    if audit::is_on() {
        audit::write(need.kind.name(), (!need.shown.is_empty()).then_some(need.shown.as_str()));
    }
    let refuse = |state, needs_all| {
        Err(Refusal {
            kind: need.kind,
            shown: need.shown.clone(),
            state,
            needs_all,
            home: policy.home,
            message: need.message.clone(),
        })
    };
    let prompts = policy.permissions.scope(need.kind).prompts;
    let state = match state_of(&policy, &need) {
        // The broker is in the place of the person at the terminal, and confirms what is granted.
        state if broker::is_on() && (state != State::Prompt || prompts) && !is_refused(state) => {
            match brokered::decide(&need) {
                Decision::Allow => State::Granted,
                Decision::Deny(message) => {
                    let refusal = refuse(State::Denied, false);
                    return refusal.map_err(|refusal| Refusal { message: message.or(refusal.message), ..refusal });
                }
            }
        }
        State::Prompt if need.message.is_none() && prompts && !broker::is_on() => match request(&need) {
            true => State::Granted,
            false => State::Denied,
        },
        state => state,
    };
    if !matches!(state, State::Granted | State::Partial) {
        return refuse(state, false);
    }
    if let Some(Owned::Path(requested, found)) = &need.subject {
        if let Err(needs_all) = check_special(&policy, need.kind, found.is_opaque, &found.path) {
            return refuse(State::Denied, needs_all);
        }
        if policy.model == Model::Deno
            && leads_out_of_proc(requested, &found.path)
            && !policy.permissions.has_all_of_deno()
        {
            return refuse(State::Denied, true);
        }
    }
    if !policy.permissions.is_all() || broker::is_on() {
        record_path(&need);
    }
    Ok(())
}

fn is_refused(state: State) -> bool {
    matches!(state, State::Denied | State::Ignored)
}

/// Records a path that was granted, so that it is used as it was checked. What /proc makes up has no path without a link to
/// open it by.
fn record_path(need: &Need) {
    if let Some(Owned::Path(requested, found)) = &need.subject
        && !found.is_opaque
    {
        checked::add(requested, found.path.clone());
    }
}

fn state_of(policy: &Policy, need: &Need) -> State {
    let all = &policy.permissions;
    let query = |subject: Subject<'_>| all.query(need.kind, Some(&subject), need.reach);
    match &need.subject {
        None => all.query(need.kind, None, need.reach),
        Some(Owned::Path(requested, found)) => match query(Subject::Path(&found.path)) {
            State::Prompt if is_granted_by_link(policy, need.kind, requested, &found.path) => State::Granted,
            state => state,
        },
        Some(Owned::Broken) if all.scope(need.kind).is_all() => State::Granted,
        Some(Owned::Broken | Owned::Never) => State::Denied,
        Some(Owned::Net(subject)) => net_state(policy, need.kind, subject),
        Some(Owned::Host(host)) if all.may_resolve(host) => State::Granted,
        Some(Owned::Host(host)) => query(Subject::Net(host)),
        Some(Owned::Name(name)) => query(Subject::Name(name)),
        Some(Owned::Run(subject)) => query(Subject::Run(subject)),
    }
}

/// Whether the program names a file by a link that is granted with the file behind it, and with nothing else.
fn is_granted_by_link(policy: &Policy, kind: Kind, requested: &Path, target: &Path) -> bool {
    let scope = policy.permissions.scope(kind);
    scope.has_links()
        && canonical(requested, Follow::NotLast).is_ok_and(|link| scope.grants_through(&link.path, target))
}

/// An address that is not granted itself may be one that a granted name resolved to.
fn net_state(policy: &Policy, kind: Kind, subject: &NetSubject) -> State {
    let all = &policy.permissions;
    let state = all.query(kind, Some(&Subject::Net(subject)), Reach::One);
    let Host::Ip(address) = &subject.host else { return state };
    if state == State::Granted
        || all
            .scope(Kind::Net)
            .rules
            .iter()
            .any(|(verdict, rule)| *verdict != Verdict::Granted && rule.covers(&Subject::Net(subject)))
    {
        return state;
    }
    let is_granted = |name: String| {
        let named = NetSubject { host: Host::Name(name), port: subject.port };
        all.query(kind, Some(&Subject::Net(&named)), Reach::One) == State::Granted
    };
    if names_of(*address).into_iter().any(is_granted) { State::Granted } else { state }
}

/// Prompts at the terminal, and records the answer. Returns whether the permission is granted now.
fn request(need: &Need) -> bool {
    let answer = prompt::request(need.kind.name(), &need.shown);
    let rule = need.subject.as_ref().and_then(|subject| match subject {
        Owned::Path(_, found) => Rule::of(&Subject::Path(&found.path)),
        Owned::Broken | Owned::Never => None,
        Owned::Net(subject) | Owned::Host(subject) => Rule::of(&Subject::Net(subject)),
        Owned::Name(name) if need.kind == Kind::Sys => Some(Rule::Name(name.clone())),
        Owned::Name(name) => Rule::of(&Subject::Name(name)),
        Owned::Run(subject) => Rule::of(&Subject::Run(subject)),
    });
    change(|all| {
        let scope = all.scope_mut(need.kind);
        match (answer, rule, &need.subject) {
            (Answer::AllowAll, _, _) | (Answer::Allow, None, None) => scope.insert(Verdict::Granted, None),
            (Answer::Allow, Some(rule), _) => scope.insert(Verdict::Granted, Some(rule)),
            (Answer::Deny, rule @ Some(_), _) | (Answer::Deny, rule, None) => {
                scope.insert(Verdict::PromptDenied, rule);
            }
            // A program that does not exist cannot be granted or denied.
            (Answer::Allow | Answer::Deny, None, Some(_)) => {}
        }
    });
    answer != Answer::Deny
}

/// Devices and files about processes. `Err(true)`: everything together would be needed.
fn check_special(policy: &Policy, kind: Kind, is_foreign: bool, path: &Path) -> Result<(), bool> {
    if !is_opaque(path) || policy.permissions.is_all() {
        return Ok(());
    }
    if policy.model == Model::Node {
        let writes_memory = kind == Kind::Write && path.starts_with("/proc") && path.ends_with("mem");
        return if is_foreign && !policy.permissions.scope(kind).is_all() || writes_memory {
            Err(false)
        } else {
            Ok(())
        };
    }
    let is_harmless =
        ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"].iter().any(|name| path == Path::new(name))
            || path == Path::new("/dev/tty") && kind == Kind::Read
            || path.starts_with("/proc/pressure")
            || is_own_pipe(path);
    if is_harmless || policy.permissions.has_all_of_deno() {
        return Ok(());
    }
    if path.ends_with("environ") {
        let is_granted = policy.permissions.query(Kind::Env, None, Reach::One) == State::Granted;
        return if is_granted { Ok(()) } else { Err(false) };
    }
    Err(true)
}

/// Whether a path reaches a file elsewhere through a link of /proc: Deno refuses such paths as it does files of /proc.
fn leads_out_of_proc(requested: &Path, found: &Path) -> bool {
    requested.starts_with("/proc") && !found.starts_with("/proc")
}

/// A pipe that was passed to the program, other than its standard streams.
fn is_own_pipe(path: &Path) -> bool {
    let own = format!("/proc/{}/fd", rustix::process::getpid().as_raw_nonzero());
    let Some(number) = path.strip_prefix(&own).ok().and_then(|rest| rest.to_str()?.parse::<i32>().ok()) else {
        return false;
    };
    let is_pipe = |status: rustix::fs::Stat| FileType::from_raw_mode(status.st_mode) == FileType::Fifo;
    number > 2 && brio_descriptor::borrow(number).and_then(rustix::fs::fstat).is_ok_and(is_pipe)
}

impl Refusal {
    /// Whether the subject is to look as if it did not exist.
    pub fn is_ignored(&self) -> bool {
        self.state == State::Ignored
    }

    /// The error in the words of the program's home.
    pub fn into_error(self) -> OpError {
        if self.state == State::Ignored && self.kind == Kind::Read {
            const ENOENT: i32 = 2;
            return OpError::errno(ENOENT, "open").with_path(Path::new(&self.shown));
        }
        if let Some(message) = self.message {
            return match self.home {
                Home::Deno => OpError::coded("NOT_CAPABLE", message),
                Home::Node => OpError::access_denied(message, "", ""),
            };
        }
        match self.home {
            Home::Deno => OpError::coded("NOT_CAPABLE", self.message_of_deno()),
            Home::Node => OpError::access_denied(self.message_of_node(), self.name_of_node(), &self.shown),
        }
    }

    fn message_of_deno(&self) -> String {
        let name = if self.needs_all { "all" } else { self.kind.name() };
        let subject = match self.shown.as_str() {
            "" => String::new(),
            shown if shown.starts_with('<') && shown.ends_with('>') => format!(" to {shown}"),
            shown => format!(" to \"{shown}\""),
        };
        format!("Requires {name} access{subject}, run again with the --allow-{name} flag")
    }

    fn message_of_node(&self) -> String {
        let flag = match self.kind {
            Kind::Read => "--allow-fs-read",
            Kind::Write => "--allow-fs-write",
            Kind::Net => "--allow-net",
            Kind::Run => "--allow-child-process",
            Kind::Ffi => "--allow-addons",
            Kind::Worker => "--allow-worker",
            Kind::Wasi => "--allow-wasi",
            Kind::Inspector => "--allow-inspector",
            Kind::Env => "--allow-env",
            Kind::Sys => "--allow-sys",
            Kind::Import => "--allow-import",
        };
        format!("Access to this API has been restricted. Use {flag} to manage permissions.")
    }

    fn name_of_node(&self) -> &'static str {
        match self.kind {
            Kind::Read => "FileSystemRead",
            Kind::Write => "FileSystemWrite",
            Kind::Net => "Net",
            Kind::Run => "ChildProcess",
            Kind::Ffi => "Addon",
            Kind::Worker => "WorkerThreads",
            Kind::Wasi => "WASI",
            Kind::Inspector => "Inspector",
            Kind::Env => "Env",
            Kind::Sys => "Sys",
            Kind::Import => "Import",
        }
    }
}
