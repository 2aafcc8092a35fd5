//! A scope: what is granted, denied and ignored of one kind. The most specific rule that covers a subject decides; among
//! equal ones a denial wins. Without a rule the settings for the kind decide, and at last the program must request.

use crate::names::EnvRule;
use crate::net::{NetRule, NetSubject};
use crate::paths::PathRule;
use crate::run::{RunRule, RunSubject};
use std::path::Path;

/// What a scope says about a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Granted,
    /// Granted, but for something below the subject.
    Partial,
    /// Not decided: a prompt may grant it.
    Prompt,
    Denied,
    /// The subject is to look as if it did not exist.
    Ignored,
}

/// How far an operation reaches below its subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The subject alone: what is denied below it does not matter.
    One,
    /// The subject and all below it: a denial below denies it.
    Tree,
    /// As a query: a denial below makes it partial.
    Query,
}

/// What a permission is about.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'a> {
    /// A canonical path.
    Path(&'a Path),
    Net(&'a NetSubject),
    /// The name of a variable, or a pattern that ends with `*`; the name of a fact about the system.
    Name(&'a str),
    Run(&'a RunSubject),
}

/// A set of subjects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    Path(PathRule),
    Net(NetRule),
    Env(EnvRule),
    Name(String),
    Run(RunRule),
}

/// What becomes of a rule's subjects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    Denied,
    /// The person at the terminal said no.
    PromptDenied,
    Ignored,
    Granted,
}

/// All rules of one kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    pub granted_all: bool,
    pub denied_all: bool,
    pub prompt_denied_all: bool,
    pub ignored_all: bool,
    /// Whether what is undecided may be requested at the terminal.
    pub prompts: bool,
    pub rules: Vec<(Verdict, Rule)>,
}

impl Rule {
    /// Whether the rule is about `subject`.
    pub fn covers(&self, subject: &Subject<'_>) -> bool {
        match (self, subject) {
            (Rule::Path(rule), Subject::Path(path)) => rule.covers(path),
            (Rule::Net(rule), Subject::Net(subject)) => rule.covers(subject),
            (Rule::Env(rule), Subject::Name(name)) => rule.covers(name),
            (Rule::Name(rule), Subject::Name(name)) => rule == name,
            (Rule::Run(rule), Subject::Run(subject)) => rule.covers(subject),
            _ => false,
        }
    }

    /// Whether the rule is about something below `subject`, or about the subject itself.
    fn is_below(&self, subject: &Subject<'_>) -> bool {
        match (self, subject) {
            (Rule::Path(rule), Subject::Path(path)) => rule.is_below(path),
            _ => self.covers(subject),
        }
    }

    /// Whether a denial by this rule concerns a part of what `subject` reaches.
    fn overlaps(&self, subject: &Subject<'_>) -> bool {
        matches!((self, subject), (Rule::Path(rule), Subject::Path(path)) if rule.is_below(path))
    }

    /// A larger number is about fewer subjects.
    fn specificity(&self) -> u64 {
        match self {
            Rule::Path(rule) => rule.specificity(),
            Rule::Net(rule) => rule.specificity(),
            Rule::Env(rule) => rule.specificity(),
            Rule::Name(_) => 0,
            Rule::Run(rule) => rule.specificity(),
        }
    }

    /// The rule for exactly `subject`.
    pub fn of(subject: &Subject<'_>) -> Option<Rule> {
        Some(match subject {
            Subject::Path(path) => Rule::Path(PathRule::Tree(path.to_path_buf())),
            Subject::Net(subject) => Rule::Net(NetRule::of(subject)),
            Subject::Name(name) => Rule::Env(EnvRule::parse(name)),
            Subject::Run(subject) => Rule::Run(RunRule::of(subject)?),
        })
    }
}

impl Scope {
    /// A scope that grants everything.
    pub fn all() -> Self {
        Scope { granted_all: true, ..Scope::default() }
    }

    /// Whether everything is granted, so that no subject needs a look.
    pub fn is_all(&self) -> bool {
        self.granted_all
            && !self.denied_all
            && !self.prompt_denied_all
            && !self.ignored_all
            && self.rules.iter().all(|(verdict, _)| *verdict == Verdict::Granted)
    }

    /// What the scope says about `subject`; None stands for all of its kind.
    pub fn query(&self, subject: Option<&Subject<'_>>, reach: Reach) -> State {
        if let Some(state) = subject.and_then(|subject| self.by_rule(subject, reach)) {
            return state;
        }
        let is_partly_denied = self.is_partly_denied(subject);
        if self.ignored_all {
            State::Ignored
        } else if self.denied_all
            || reach == Reach::Tree && is_partly_denied
            || subject.is_none()
                && (self.prompt_denied_all || self.rules.iter().any(|(verdict, _)| *verdict == Verdict::PromptDenied))
        {
            State::Denied
        } else if !self.granted_all {
            State::Prompt
        } else if reach == Reach::Query && is_partly_denied {
            State::Partial
        } else {
            State::Granted
        }
    }

    /// Adds a rule, or the setting for all of the kind. The same rule is added once.
    pub fn insert(&mut self, verdict: Verdict, rule: Option<Rule>) {
        match rule {
            Some(rule) if self.rules.contains(&(verdict, rule.clone())) => {}
            Some(rule) => self.rules.push((verdict, rule)),
            None => match verdict {
                Verdict::Granted => self.granted_all = true,
                Verdict::Denied => self.denied_all = true,
                Verdict::PromptDenied => self.prompt_denied_all = true,
                Verdict::Ignored => self.ignored_all = true,
            },
        }
    }

    /// Takes back what was granted: the rules that cover `subject`, or everything.
    pub fn revoke(&mut self, subject: Option<&Subject<'_>>) {
        match subject {
            Some(subject) => {
                self.rules.retain(|(verdict, rule)| *verdict != Verdict::Granted || !rule.covers(subject));
            }
            None => {
                self.granted_all = false;
                self.rules.retain(|(verdict, _)| *verdict != Verdict::Granted);
            }
        }
    }

    /// Whether some rule denies or ignores.
    pub fn denies(&self) -> bool {
        self.denied_all || self.rules.iter().any(|(verdict, _)| matches!(verdict, Verdict::Denied | Verdict::Ignored))
    }

    /// Whether `subject` is denied or ignored by a rule, whatever grants it. For addresses that a granted name has.
    pub fn is_denied(&self, subject: &Subject<'_>) -> bool {
        let is_against = |verdict: &Verdict| matches!(verdict, Verdict::Denied | Verdict::Ignored);
        self.denied_all || self.rules.iter().any(|(verdict, rule)| is_against(verdict) && rule.covers(subject))
    }

    /// Whether `target` is granted when the program names it by the link `link`. Both paths are canonical.
    pub fn grants_through(&self, link: &Path, target: &Path) -> bool {
        let covers = |rule: &Rule| matches!(rule, Rule::Path(rule) if rule.covers_through(link, target));
        self.rules_with(Verdict::Granted).any(covers)
    }

    /// Whether some rule grants a file by a link.
    pub fn has_links(&self) -> bool {
        self.rules_with(Verdict::Granted).any(|rule| matches!(rule, Rule::Path(PathRule::Link { .. })))
    }

    /// The denials of this scope, with which a narrower one starts.
    pub fn denials(&self) -> Scope {
        let rules = self.rules.iter().filter(|(verdict, _)| *verdict != Verdict::Granted).cloned().collect();
        Scope { granted_all: false, rules, ..*self }
    }

    /// The rules with `verdict`.
    pub fn rules_with(&self, verdict: Verdict) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(move |(of, _)| *of == verdict).map(|(_, rule)| rule)
    }

    fn by_rule(&self, subject: &Subject<'_>, reach: Reach) -> Option<State> {
        let concerns = |(verdict, rule): &&(Verdict, Rule)| match verdict {
            Verdict::PromptDenied => rule.is_below(subject),
            _ => rule.covers(subject),
        };
        let order = |(verdict, rule): &&(Verdict, Rule)| (std::cmp::Reverse(rule.specificity()), *verdict);
        let (verdict, _) = self.rules.iter().filter(concerns).min_by_key(order)?;
        Some(match verdict {
            Verdict::Denied | Verdict::PromptDenied => State::Denied,
            Verdict::Ignored => State::Ignored,
            Verdict::Granted if reach == Reach::One || !self.is_partly_denied(Some(subject)) => State::Granted,
            Verdict::Granted if reach == Reach::Tree => State::Denied,
            Verdict::Granted => State::Partial,
        })
    }

    fn is_partly_denied(&self, subject: Option<&Subject<'_>>) -> bool {
        self.rules
            .iter()
            .filter(|(verdict, _)| matches!(verdict, Verdict::Denied | Verdict::Ignored))
            .any(|(_, rule)| subject.is_none_or(|subject| rule.overlaps(subject)))
    }
}
