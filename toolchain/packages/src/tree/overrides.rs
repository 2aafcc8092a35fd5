//! `overrides` of the project's `package.json`: rules that replace what dependencies request, everywhere or below certain
//! packages.

use super::{EdgeId, NodeId, Tree};
use crate::error::{Error, Result};
use crate::semver::Range;
use crate::spec::Source;
use serde_json::Value;
use std::cell::OnceCell;
use std::rc::{Rc, Weak};
use std::sync::Arc;

/// A rule with those that hold below it.
#[derive(Debug)]
pub struct OverrideSet {
    name: String,
    key: String,
    /// The versions that the rule is about; None: all.
    range: Option<Range>,
    /// What to use instead; empty: only the rules below count.
    pub value: String,
    parent: Weak<OverrideSet>,
    children: OnceCell<Vec<Rc<OverrideSet>>>,
}

impl OverrideSet {
    /// Reads the rules. None when there are none.
    ///
    /// # Errors
    /// `EOVERRIDE` for a key without a name or a value of a wrong type.
    pub fn read(overrides: &Value) -> Result<Option<Rc<Self>>> {
        match overrides.as_object() {
            Some(object) if !object.is_empty() => Self::make(String::new(), overrides, Weak::new()).map(Some),
            _ => Ok(None),
        }
    }

    fn make(key: String, rules: &Value, parent: Weak<Self>) -> Result<Rc<Self>> {
        let (name, range) = match key.get(1..).and_then(|rest| rest.find('@')) {
            Some(at) => (key[..=at].to_string(), Some(&key[at + 2..])),
            None => (key.clone(), None),
        };
        let range = range.filter(|range| !range.is_empty()).and_then(Range::parse).filter(|range| !range.is_any());
        let own = match rules {
            Value::String(text) => text.as_str(),
            Value::Object(object) => object.get(".").and_then(Value::as_str).unwrap_or_default(),
            _ => {
                return Err(Error::new(
                    "EOVERRIDE",
                    format!("the override of \"{key}\" is neither a string nor an object"),
                ));
            }
        };
        let value = if own.is_empty() && rules.is_string() { "*" } else { own };
        let made = Rc::new(Self { name, key, range, value: value.to_string(), parent, children: OnceCell::new() });
        let mut children = Vec::new();
        for (key, below) in rules.as_object().into_iter().flatten().filter(|(key, _)| *key != ".") {
            children.push(Self::make(key.clone(), below, Rc::downgrade(&made))?);
        }
        // Nothing else sets the children.
        let _ = made.children.set(children);
        Ok(made)
    }

    /// The rules that hold here: those below, then those of the sets above, the nearest first.
    fn rules(self: &Rc<Self>) -> Vec<Rc<Self>> {
        let mut found: Vec<Rc<Self>> = Vec::new();
        let mut current = Some(Rc::clone(self));
        while let Some(set) = current {
            let above = set.parent.upgrade();
            let own = set.children.get().into_iter().flatten().cloned().chain(above.is_some().then(|| Rc::clone(&set)));
            for rule in own {
                if !found.iter().any(|known| known.key == rule.key) {
                    found.push(rule);
                }
            }
            current = above;
        }
        found
    }

    fn rule_for(self: &Rc<Self>, name: &str, source: Option<&Source>) -> Rc<Self> {
        let fits = |rule: &Rc<Self>| {
            rule.name == name
                && match (&rule.range, source) {
                    (None, _) => true,
                    (Some(range), Some(Source::Range(wanted))) => wanted.intersects(range),
                    (Some(range), Some(Source::Version(version))) => {
                        Range::parse(&version.to_string()).is_some_and(|exact| exact.intersects(range))
                    }
                    (Some(_), _) => false,
                }
        };
        self.rules().into_iter().find(fits).unwrap_or_else(|| Rc::clone(self))
    }

    fn is_below(self: &Rc<Self>, other: &Rc<Self>) -> bool {
        let mut current = Some(Rc::clone(self));
        while let Some(set) = current {
            if Rc::ptr_eq(&set, other) {
                return true;
            }
            current = set.parent.upgrade();
        }
        false
    }
}

/// Whether both nodes have the same rules.
pub fn are_same(left: &Option<Rc<OverrideSet>>, right: &Option<Rc<OverrideSet>>) -> bool {
    match (left, right) {
        (Some(left), Some(right)) => Rc::ptr_eq(left, right),
        (None, None) => true,
        _ => false,
    }
}

impl Tree {
    /// Finds the rule for an edge, and applies it to what the edge requests.
    pub(super) fn apply_overrides(&mut self, id: EdgeId) {
        let edge = &self.edges[id];
        let (from, name, raw) = (edge.from, Arc::clone(&edge.name), Arc::clone(&edge.raw));
        let Some(set) = self.nodes[from].overrides.clone() else { return };
        let said = self.spec(from, &name, &raw);
        let source = said.as_ref().as_ref().ok().map(|spec| &spec.target().source);
        let rule = set.rule_for(&name, source);
        let value = match rule.value.strip_prefix('$') {
            Some(reference) => self.referenced(from, reference).unwrap_or_else(|| rule.value.clone()),
            None => rule.value.clone(),
        };
        let applies = rule.name == *name && !value.is_empty() && value != "*";
        let spec = if applies { self.spec(from, &name, &Arc::from(value.as_str())) } else { said };
        let edge = &mut self.edges[id];
        edge.overrides = Some(rule);
        edge.spec = spec;
    }

    /// `$name`: what the project itself requests.
    fn referenced(&self, from: NodeId, name: &str) -> Option<String> {
        let root = self.nodes[from].root;
        let root = self.nodes[root].source.map_or(root, |source| self.nodes[source].root);
        let manifest = &self.nodes[root].manifest;
        [&manifest.development, &manifest.optional, &manifest.dependencies, &manifest.peers]
            .into_iter()
            .find_map(|list| list.get(name))
            .map(|raw| raw.to_string())
    }

    /// Rules hold for what is below a package: the node that an edge leads to inherits those of the edge.
    pub(super) fn inherit_overrides(&mut self, id: EdgeId, node: NodeId) {
        let Some(set) = self.edges[id].overrides.clone() else { return };
        let is_new = match &self.nodes[node].overrides {
            None => true,
            Some(known) => !Rc::ptr_eq(known, &set) && set.is_below(known),
        };
        if !is_new {
            return;
        }
        self.nodes[node].overrides = Some(set);
        for edge in self.edges_out(node) {
            self.apply_overrides(edge);
            if let Some(to) = self.edges[edge].to {
                self.inherit_overrides(edge, to);
            }
        }
    }

    /// Whether an override chose the version of a node.
    pub(super) fn is_overridden(&self, node: NodeId) -> bool {
        self.nodes[node].edges_in.iter().any(|edge| {
            let edge = &self.edges[*edge];
            edge.overrides.as_ref().is_some_and(|rule| rule.name == *edge.name && !rule.value.is_empty())
        })
    }
}
