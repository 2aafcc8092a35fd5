//! How a builtin publishes its exports. A getter for each, as in the modules of programs, costs 5 µs at every start of
//! a thread and keeps a function alive; most exports are functions or constants, whose value can be published instead.
//! Only the temporal dead zone is lost: a builtin that is read too early, in a cycle, yields undefined instead of a
//! ReferenceError.

use super::{Lowering, member};
use crate::output::LocalExport;

/// When and how an export appears on the environment object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Publication {
    /// Read at each use: the binding may change.
    Getter,
    /// A function declaration: it exists before the body runs.
    AtStart,
    /// As soon as the declaration was evaluated.
    Later,
}

impl Lowering<'_, '_> {
    pub(super) fn publication(&self, export: &LocalExport) -> Publication {
        if !self.options.builtin || self.module_using.is_some() {
            return Publication::Getter;
        }
        if export.local == self.names.default_export() {
            return if self.anonymous_default_function { Publication::AtStart } else { Publication::Later };
        }
        let Some(symbol) = self.scoping.find_binding(self.scoping.root_scope_id(), export.local.as_str().into()) else {
            return Publication::Getter;
        };
        if self.scoping.symbol_is_mutated(symbol) {
            Publication::Getter
        } else if self.scoping.symbol_flags(symbol).is_function() {
            Publication::AtStart
        } else {
            Publication::Later
        }
    }

    /// Publishes the exports of the declaration that ends at `declaration_end`, if their values never change: the last
    /// `count` of the record.
    pub(super) fn publish_declared(&mut self, count: usize, declaration_end: u32) {
        let first = self.record.local_exports.len() - count;
        let mut text = String::new();
        for index in first..self.record.local_exports.len() {
            let export = &self.record.local_exports[index];
            if self.publication(export) == Publication::Later {
                text.push_str(&self.publishing(export));
                self.published.insert(export.name.clone());
            }
        }
        if !text.is_empty() {
            self.edits.insert(declaration_end, format!(";{text}"));
        }
    }

    /// The code after the body: exports that were declared apart from their `export`.
    pub(super) fn epilogue(&self) -> String {
        let late =
            self.record.local_exports.iter().filter(|export| {
                self.publication(export) == Publication::Later && !self.published.contains(&export.name)
            });
        let text: String = late.map(|export| self.publishing(export)).collect();
        if text.is_empty() { text } else { format!("\n;{text}") }
    }

    fn publishing(&self, export: &LocalExport) -> String {
        let environment = format!("{}.e", self.names.context());
        format!("{}={};", member(&environment, &export.name), export.local)
    }
}
