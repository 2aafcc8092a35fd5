//! New names for bindings of a source, everywhere they are used.

use std::collections::{HashMap, HashSet};

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_syntax::symbol::SymbolId;

use super::visitor::Edit;

/// Calls with one literal.
pub(super) struct LiteralCalls {
    /// What is called instead of the bindings.
    pub(super) instead: &'static str,
    /// Further bindings for whose calls this holds, which keep their names.
    pub(super) of_others: HashSet<SymbolId>,
}

/// Renames bindings.
pub(super) struct Renames<'s> {
    scoping: &'s Scoping,
    names: HashMap<SymbolId, String>,
    literal_calls: Option<LiteralCalls>,
    found: Vec<Edit>,
}

impl<'s> Renames<'s> {
    pub(super) fn new(
        scoping: &'s Scoping,
        names: HashMap<SymbolId, String>,
        literal_calls: Option<LiteralCalls>,
    ) -> Self {
        Self { scoping, names, literal_calls, found: Vec::new() }
    }

    /// The edits of the source.
    pub(super) fn edits(mut self, program: &Program<'_>) -> Vec<Edit> {
        let has_others = self.literal_calls.as_ref().is_some_and(|calls| !calls.of_others.is_empty());
        if has_others || !self.names.is_empty() {
            self.visit_program(program);
        }
        self.found
    }

    fn symbol(&self, identifier: &IdentifierReference<'_>) -> Option<SymbolId> {
        self.scoping.get_reference(identifier.reference_id.get()?).symbol_id()
    }

    fn of_reference(&self, identifier: &IdentifierReference<'_>) -> Option<&String> {
        self.names.get(&self.symbol(identifier)?)
    }

    /// What is called instead of a callee by a call with one literal.
    fn literal_callee(&self, callee: &IdentifierReference<'_>) -> Option<&'static str> {
        let calls = self.literal_calls.as_ref()?;
        let reference = self.scoping.get_reference(callee.reference_id.get()?);
        let symbol = reference.symbol_id()?;
        let is_meant = self.names.contains_key(&symbol) || calls.of_others.contains(&symbol);
        // Another binding of the name would be called where there is one.
        let hidden_by = self.scoping.find_binding(reference.scope_id(), calls.instead.into());
        let is_free = hidden_by.is_none_or(|binding| self.names.contains_key(&binding));
        (is_meant && is_free).then_some(calls.instead)
    }

    fn of_binding(&self, identifier: &BindingIdentifier<'_>) -> Option<&String> {
        self.names.get(&identifier.symbol_id.get()?)
    }

    fn replace(&mut self, span: Span, text: String) {
        self.found.push(Edit::Replace { start: span.start, end: span.end, text });
    }
}

/// Whether the only argument of a call is a text that does not change.
fn has_literal(call: &CallExpression<'_>) -> bool {
    matches!(call.arguments.as_slice(), [Argument::StringLiteral(_)])
}

impl<'a> Visit<'a> for Renames<'_> {
    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        if let Some(name) = self.of_binding(it).cloned() {
            self.replace(it.span, name);
        }
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        if let Some(name) = self.of_reference(it).cloned() {
            self.replace(it.span, name);
        }
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        // `{ name }` keeps its key.
        if it.shorthand
            && let Expression::Identifier(value) = &it.value
            && let Some(name) = self.of_reference(value)
        {
            let text = format!("{}: {name}", value.name);
            return self.replace(it.span, text);
        }
        walk::walk_object_property(self, it);
    }

    fn visit_binding_property(&mut self, it: &BindingProperty<'a>) {
        if it.shorthand {
            let key = it.key.static_name();
            let bound = match &it.value {
                BindingPattern::BindingIdentifier(id) => Some(id),
                BindingPattern::AssignmentPattern(pattern) => match &pattern.left {
                    BindingPattern::BindingIdentifier(id) => Some(id),
                    _ => None,
                },
                _ => None,
            };
            if let (Some(key), Some(id)) = (key, bound)
                && let Some(name) = self.of_binding(id)
            {
                let text = format!("{key}: {name}");
                self.replace(id.span, text);
                if let BindingPattern::AssignmentPattern(pattern) = &it.value {
                    self.visit_expression(&pattern.right);
                }
                return;
            }
        }
        walk::walk_binding_property(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if let Expression::Identifier(callee) = &it.callee
            && has_literal(it)
            && let Some(instead) = self.literal_callee(callee)
        {
            return self.replace(callee.span, instead.to_owned());
        }
        walk::walk_call_expression(self, it);
    }
}
