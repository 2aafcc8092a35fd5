//! All permissions of a realm: a scope for each kind.

use crate::net::NetSubject;
use crate::scope::{Reach, Rule, Scope, State, Subject, Verdict};

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
}

#[cfg(test)]
#[path = "permissions_tests.rs"]
mod tests;
