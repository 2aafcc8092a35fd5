//! Scopes and subjects as strings, as they cross from JavaScript.

use crate::generated::permissions_ops::PermissionKind;
use brio_permissions::prompt::Answer;
use brio_permissions::{
    ChildFlags, ChildScope, Flags, Follow, Host, Kind, NetSubject, PathSyntax, Rule, RunSubject, Scope, State, Subject,
    Verdict, canonical, fact, is_system_fact,
};
use brio_realm::op::{OpError, Permission, Subject as Declared};
use brio_realm::permission;
use std::path::{Path, PathBuf};

/// A kind and a subject.
pub(crate) struct Query {
    pub kind: Kind,
    requested: Option<String>,
    subject: Option<Owned>,
    /// `unix` and `run-all`: what has no subject of its own.
    is_unix: bool,
}

enum Owned {
    Path(PathBuf),
    Net(NetSubject),
    Name(String),
    Run(RunSubject),
}

impl Query {
    /// Reads a kind and a subject.
    ///
    /// # Errors
    /// INVALID_HOST, INVALID_SYSTEM_FACT, INVALID_PERMISSION.
    pub fn new(kind: PermissionKind, subject: Option<&str>) -> Result<Self, OpError> {
        let (kind, is_unix) = (kind_of(kind), kind == PermissionKind::Unix);
        let owned = match (kind, subject) {
            (_, None) => None,
            _ if is_unix => None,
            (Kind::Read | Kind::Write | Kind::Ffi, Some("")) => {
                return Err(OpError::coded("INVALID_PERMISSION", "Empty path is not allowed"));
            }
            (Kind::Read | Kind::Write | Kind::Ffi, Some(path)) => Some(Owned::Path(path_of(path))),
            (Kind::Net | Kind::Import, Some(host)) => {
                let subject = NetSubject::parse(host);
                Some(Owned::Net(subject.map_err(|error| OpError::coded("INVALID_HOST", error.to_string()))?))
            }
            (Kind::Sys, Some(name)) if !is_system_fact(name) => {
                return Err(OpError::coded("INVALID_SYSTEM_FACT", format!("unknown system info kind \"{name}\"")));
            }
            (Kind::Sys, Some(name)) => Some(Owned::Name(fact(name).to_string())),
            (Kind::Env, Some(name)) => Some(Owned::Name(name.to_string())),
            (Kind::Run, Some(program)) => Some(Owned::Run(RunSubject::new(program, None, None))),
            (Kind::Worker | Kind::Wasi | Kind::Inspector, Some(_)) => None,
        };
        Ok(Query { kind, requested: subject.map(str::to_string), subject: owned, is_unix })
    }

    pub fn state(&self) -> State {
        let Some(policy) = permission::current() else { return State::Granted };
        let subject = self.subject.as_ref().map(borrow);
        let state = policy.permissions.query(self.kind, subject.as_ref(), brio_permissions::Reach::Query);
        if state == State::Prompt && self.is_granted_by_link(policy.permissions.scope(self.kind)) {
            return State::Granted;
        }
        state
    }

    /// Whether the subject is a file that is granted by the link that names it.
    fn is_granted_by_link(&self, scope: &Scope) -> bool {
        let (Some(requested), Some(Owned::Path(target))) = (&self.requested, &self.subject) else { return false };
        scope.has_links()
            && canonical(Path::new(requested), Follow::NotLast)
                .is_ok_and(|link| scope.grants_through(&link.path, target))
    }

    /// Records what the person at the terminal said.
    pub fn record(&self, answer: Answer) {
        let rule = self.subject.as_ref().and_then(|subject| rule_of(self.kind, subject));
        permission::change(|all| match answer {
            Answer::AllowAll => all.scope_mut(self.kind).insert(Verdict::Granted, None),
            Answer::Allow if rule.is_some() || self.subject.is_none() => {
                all.scope_mut(self.kind).insert(Verdict::Granted, rule);
            }
            Answer::Deny if rule.is_some() || self.subject.is_none() => {
                all.scope_mut(self.kind).insert(Verdict::PromptDenied, rule);
            }
            Answer::Allow | Answer::Deny => {}
        });
    }

    /// Takes back what was granted.
    pub fn revoke(&self) {
        let subject = self.subject.as_ref().map(borrow);
        permission::change(|all| all.scope_mut(self.kind).revoke(subject.as_ref()));
    }

    /// Takes back what was granted, and does not prompt for it again.
    pub fn drop(&self) {
        self.revoke();
        let rule = self.subject.as_ref().and_then(|subject| rule_of(self.kind, subject));
        permission::change(|all| {
            let scope = all.scope_mut(self.kind);
            // A permission for everything cannot lose a part: without this rule it would still grant the subject.
            if rule.is_some() || self.subject.is_none() {
                scope.insert(Verdict::Denied, rule);
            }
        });
    }

    /// Checks as the glue of a native function does. False: the subject is to look as if it did not exist.
    ///
    /// # Errors
    /// The error of a refusal.
    pub fn check(&self) -> Result<bool, OpError> {
        if !permission::is_active() {
            return Ok(true);
        }
        let requested = self.requested.as_deref();
        let declared = requested.map_or(Declared::Any, Declared::Name);
        let wanted = match self.kind {
            Kind::Net if self.is_unix => Permission::Unix(declared),
            Kind::Read => Permission::Read(declared),
            Kind::Write => Permission::Write(declared),
            Kind::Env => Permission::Env(declared),
            Kind::Run => Permission::Run(declared, &[], None),
            Kind::Sys => Permission::Sys(declared),
            Kind::Ffi => Permission::Ffi(declared),
            Kind::Worker => Permission::Worker(Declared::Any),
            Kind::Wasi => Permission::Wasi(declared),
            Kind::Inspector => Permission::Inspector(declared),
            Kind::Net | Kind::Import => {
                let Some(Owned::Net(subject)) = &self.subject else {
                    return permission::check_host(self.kind, None)
                        .map(|()| true)
                        .map_err(|refusal| refusal.into_error());
                };
                return permission::check_host(self.kind, Some(subject))
                    .map(|()| true)
                    .map_err(|refusal| refusal.into_error());
            }
        };
        match permission::check(&wanted) {
            Ok(()) => Ok(true),
            Err(refusal) if refusal.is_ignored() => Ok(false),
            Err(refusal) => Err(refusal.into_error()),
        }
    }
}

/// Reads the flags of `activate`.
pub(crate) fn read_flags(list: &[String]) -> Result<Flags, String> {
    let mut flags = Flags::default();
    for flag in list {
        let (name, value) = flag.split_once('=').map_or((flag.as_str(), None), |(name, value)| (name, Some(value)));
        let slot = match name {
            "prompt" => {
                flags.prompts = true;
                continue;
            }
            "node-paths" => {
                flags.path_syntax = PathSyntax::Node;
                continue;
            }
            "allow-worker" => {
                flags.allow_worker = true;
                continue;
            }
            "allow-wasi" => {
                flags.allow_wasi = true;
                continue;
            }
            "allow-inspector" => {
                flags.allow_inspector = true;
                continue;
            }
            "allow-read" => &mut flags.allow_read,
            "deny-read" => &mut flags.deny_read,
            "ignore-read" => &mut flags.ignore_read,
            "allow-write" => &mut flags.allow_write,
            "deny-write" => &mut flags.deny_write,
            "allow-net" => &mut flags.allow_net,
            "deny-net" => &mut flags.deny_net,
            "allow-env" => &mut flags.allow_env,
            "deny-env" => &mut flags.deny_env,
            "ignore-env" => &mut flags.ignore_env,
            "allow-run" => &mut flags.allow_run,
            "deny-run" => &mut flags.deny_run,
            "allow-sys" => &mut flags.allow_sys,
            "deny-sys" => &mut flags.deny_sys,
            "allow-ffi" => &mut flags.allow_ffi,
            "deny-ffi" => &mut flags.deny_ffi,
            "allow-import" => &mut flags.allow_import,
            "deny-import" => &mut flags.deny_import,
            other => return Err(format!("there is no permission \"{other}\"")),
        };
        // A flag without a value is about everything, whatever values stand beside it.
        match (value, &mut *slot) {
            (None, _) => *slot = Some(Vec::new()),
            (Some(_), Some(values)) if values.is_empty() => {}
            (Some(value), Some(values)) => values.push(value.to_string()),
            (Some(value), None) => *slot = Some(vec![value.to_string()]),
        }
    }
    Ok(flags)
}

/// Reads the scopes of a worker or a test.
pub(crate) fn child_flags(list: &[String]) -> Result<ChildFlags, String> {
    let mut flags = ChildFlags::default();
    for text in list {
        let at = text.find(['=', ':']).ok_or_else(|| format!("\"{text}\" is not a scope"))?;
        let (name, value) = (&text[..at], &text[at + 1..]);
        let kind = Kind::of_name(name).ok_or_else(|| format!("there is no permission \"{name}\""))?;
        let scope = &mut flags.scopes[kind as usize];
        match (&text[at..=at], value) {
            ("=", "inherit") => *scope = ChildScope::Inherit,
            ("=", "granted") => *scope = ChildScope::Granted,
            ("=", _) => *scope = ChildScope::None,
            (_, value) => match scope {
                ChildScope::List(values) => values.push(value.to_string()),
                _ => *scope = ChildScope::List(vec![value.to_string()]),
            },
        }
    }
    Ok(flags)
}

fn kind_of(kind: PermissionKind) -> Kind {
    match kind {
        PermissionKind::Read => Kind::Read,
        PermissionKind::Write => Kind::Write,
        PermissionKind::Net | PermissionKind::Unix => Kind::Net,
        PermissionKind::Env => Kind::Env,
        PermissionKind::Run => Kind::Run,
        PermissionKind::Sys => Kind::Sys,
        PermissionKind::Ffi => Kind::Ffi,
        PermissionKind::Import => Kind::Import,
        PermissionKind::Worker => Kind::Worker,
        PermissionKind::Wasi => Kind::Wasi,
        PermissionKind::Inspector => Kind::Inspector,
    }
}

fn path_of(path: &str) -> PathBuf {
    canonical(Path::new(path), Follow::Last).map_or_else(|_| path.into(), |found| found.path)
}

fn borrow(subject: &Owned) -> Subject<'_> {
    match subject {
        Owned::Path(path) => Subject::Path(path),
        Owned::Net(subject) => Subject::Net(subject),
        Owned::Name(name) => Subject::Name(name),
        Owned::Run(subject) => Subject::Run(subject),
    }
}

fn rule_of(kind: Kind, subject: &Owned) -> Option<Rule> {
    match subject {
        Owned::Name(name) if kind == Kind::Sys => Some(Rule::Name(name.clone())),
        Owned::Net(NetSubject { host: Host::Unix(_), .. }) => None,
        subject => Rule::of(&borrow(subject)),
    }
}
