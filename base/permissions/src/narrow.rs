//! Narrower permissions for the workers and tests of a realm.

use crate::flags::{FlagsError, PathSyntax, read_list};
use crate::names::EnvRule;
use crate::net::{HostRule, NetSubject};
use crate::paths::PathRule;
use crate::permissions::{Kind, Permissions};
use crate::run::{RunRule, RunSubject};
use crate::scope::{Reach, Rule, Scope, State, Subject, Verdict};
use std::fmt;

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
            HostRule::One(host) => is_granted(Subject::Net(&NetSubject { host: host.clone(), port: rule.port })),
            _ => scope.is_all() || scope.rules_with(Verdict::Granted).any(|own| *own == Rule::Net(rule.clone())),
        },
        Rule::Env(EnvRule::Name(name)) => is_granted(Subject::Name(name)),
        Rule::Env(EnvRule::Prefix(prefix)) => is_granted(Subject::Name(&format!("{prefix}*"))),
        Rule::Name(name) => is_granted(Subject::Name(name)),
        Rule::Run(RunRule::Path(path)) => {
            is_granted(Subject::Run(&RunSubject { requested: path.display().to_string(), path: Some(path.clone()) }))
        }
        Rule::Run(_) => false,
    }
}
