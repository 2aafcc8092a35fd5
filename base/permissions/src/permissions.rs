//! All permissions of a realm, and narrower ones for its workers and tests.

use crate::flags::{FlagsError, PathSyntax, read_list};
use crate::net::NetSubject;
use crate::paths::PathRule;
use crate::run::{RunRule, RunSubject};
use crate::scope::{Reach, Rule, Scope, State, Subject, Verdict};
use std::fmt;

/// The kinds of permission. The first eight are Deno's; the others are granted or not as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Read,
    Write,
    Net,
    Env,
    Run,
    Sys,
    /// Native code: FFI and addons.
    Ffi,
    /// Modules from hosts.
    Import,
    Worker,
    Wasi,
    Inspector,
}

impl Kind {
    pub const ALL: [Kind; 11] = [
        Kind::Read,
        Kind::Write,
        Kind::Net,
        Kind::Env,
        Kind::Run,
        Kind::Sys,
        Kind::Ffi,
        Kind::Import,
        Kind::Worker,
        Kind::Wasi,
        Kind::Inspector,
    ];

    /// Deno's name, as in `--allow-NAME`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Read => "read",
            Kind::Write => "write",
            Kind::Net => "net",
            Kind::Env => "env",
            Kind::Run => "run",
            Kind::Sys => "sys",
            Kind::Ffi => "ffi",
            Kind::Import => "import",
            Kind::Worker => "worker",
            Kind::Wasi => "wasi",
            Kind::Inspector => "inspector",
        }
    }

    /// The kind of a name.
    pub fn of_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// What a realm may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permissions {
    scopes: [Scope; Kind::ALL.len()],
}

/// One kind of a narrower set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ChildScope {
    /// What the parent has.
    #[default]
    Inherit,
    /// Everything, which the parent must have.
    Granted,
    None,
    /// These, which the parent must have.
    List(Vec<String>),
}

/// A narrower set, in the order of [`Kind::ALL`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChildFlags {
    pub scopes: [ChildScope; Kind::ALL.len()],
}

/// Why permissions cannot be narrowed as requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Escalation {
    /// The child would have what its parent has not.
    Beyond,
    Invalid(FlagsError),
}

impl fmt::Display for Escalation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Escalation::Beyond => out.write_str("Can't escalate parent thread permissions"),
            Escalation::Invalid(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for Escalation {}

impl Permissions {
    /// Everything is granted.
    pub fn all() -> Self {
        Permissions { scopes: std::array::from_fn(|_| Scope::all()) }
    }

    /// Nothing is granted, and nothing is prompted for.
    pub fn none() -> Self {
        Permissions { scopes: Default::default() }
    }

    pub fn scope(&self, kind: Kind) -> &Scope {
        &self.scopes[kind as usize]
    }

    pub fn scope_mut(&mut self, kind: Kind) -> &mut Scope {
        &mut self.scopes[kind as usize]
    }

    /// Whether everything is granted.
    pub fn is_all(&self) -> bool {
        self.scopes.iter().all(Scope::is_all)
    }

    /// Whether all of Deno's kinds are granted.
    pub fn has_all_of_deno(&self) -> bool {
        self.scopes[..=Kind::Import as usize].iter().all(Scope::is_all)
    }

    /// What may be done with `subject`; None stands for all of its kind.
    pub fn query(&self, kind: Kind, subject: Option<&Subject<'_>>, reach: Reach) -> State {
        let scope = self.scope(kind);
        if scope.is_all() { State::Granted } else { scope.query(subject, reach) }
    }

    /// Whether a host is granted at some port: whether its name may be resolved.
    pub fn may_resolve(&self, host: &NetSubject) -> bool {
        let scope = self.scope(Kind::Net);
        if self.query(Kind::Net, Some(&Subject::Net(host)), Reach::One) == State::Granted {
            return true;
        }
        !scope.denied_all
            && scope
                .rules_with(Verdict::Granted)
                .any(|rule| matches!(rule, Rule::Net(rule) if rule.covers_host(&host.host)))
            && !scope.is_denied(&Subject::Net(host))
    }

    /// The permissions of a worker or a test: at most those of `self`, with its denials.
    ///
    /// # Errors
    /// The child would have more permissions than its parent, or a value is invalid.
    pub fn narrow(&self, child: &ChildFlags) -> Result<Permissions, Escalation> {
        let mut narrow = Permissions::none();
        for kind in Kind::ALL {
            let own = self.scope(kind);
            *narrow.scope_mut(kind) = match &child.scopes[kind as usize] {
                ChildScope::Inherit => own.clone(),
                ChildScope::None => own.denials(),
                ChildScope::Granted => match own.query(None, Reach::One) {
                    State::Granted | State::Partial => Scope { granted_all: true, ..own.denials() },
                    _ => return Err(Escalation::Beyond),
                },
                ChildScope::List(list) => narrow_list(own, kind, list)?,
            };
        }
        Ok(narrow)
    }
}

fn narrow_list(own: &Scope, kind: Kind, list: &[String]) -> Result<Scope, Escalation> {
    let mut wanted = Scope::default();
    if !list.is_empty() {
        read_list(&mut wanted, kind, Verdict::Granted, list, PathSyntax::Deno).map_err(Escalation::Invalid)?;
    }
    let mut scope = own.denials();
    for (_, rule) in wanted.rules {
        if !has_all_of(own, &rule) {
            return Err(Escalation::Beyond);
        }
        scope.insert(Verdict::Granted, Some(rule));
    }
    Ok(scope)
}

/// Whether `scope` grants all subjects of `rule`. What it denies below stays denied in the narrower scope.
fn has_all_of(scope: &Scope, rule: &Rule) -> bool {
    let is_granted =
        |subject: Subject<'_>| matches!(scope.query(Some(&subject), Reach::Query), State::Granted | State::Partial);
    match rule {
        Rule::Path(PathRule::Tree(path) | PathRule::Exact(path)) => is_granted(Subject::Path(path)),
        Rule::Path(PathRule::Prefix(_) | PathRule::Link { .. }) => false,
        Rule::Net(rule) => match &rule.host {
            crate::HostRule::One(host) => is_granted(Subject::Net(&NetSubject { host: host.clone(), port: rule.port })),
            _ => scope.is_all() || scope.rules_with(Verdict::Granted).any(|own| *own == Rule::Net(rule.clone())),
        },
        Rule::Env(crate::EnvRule::Name(name)) => is_granted(Subject::Name(name)),
        Rule::Env(crate::EnvRule::Prefix(prefix)) => is_granted(Subject::Name(&format!("{prefix}*"))),
        Rule::Name(name) => is_granted(Subject::Name(name)),
        Rule::Run(RunRule::Path(path)) => {
            is_granted(Subject::Run(&RunSubject { requested: path.display().to_string(), path: Some(path.clone()) }))
        }
        Rule::Run(_) => false,
    }
}

#[cfg(test)]
#[path = "permissions_tests.rs"]
mod tests;
