//! `feature("NAME")` of `bun:bundle`: each call is replaced by whether the build turns the feature on.

use std::collections::HashSet;

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};
use oxc_syntax::symbol::SymbolId;

use super::visitor::Edit;

/// The module.
pub(super) const MODULE: &str = "bun:bundle";

/// What is found in a source.
pub(super) struct Found {
    pub(super) edits: Vec<Edit>,
    /// Calls that name no feature: the message, and the place.
    pub(super) wrong: Vec<(&'static str, Span)>,
}

/// The edits of a source: its imports of the module are removed, and the calls are replaced.
pub(super) fn edits(program: &Program<'_>, scoping: &Scoping, features: &[String]) -> Found {
    let mut found = Vec::new();
    let mut symbols = HashSet::new();
    for statement in &program.body {
        if let Statement::ImportDeclaration(import) = statement
            && import.source.value.as_str() == MODULE
        {
            found.push(Edit::Replace { start: import.span.start, end: import.span.end, text: String::new() });
            symbols.extend(import.specifiers.iter().flatten().filter_map(|one| one.local().symbol_id.get()));
        }
    }
    let found = Found { edits: found, wrong: Vec::new() };
    let mut calls = Calls { scoping, symbols: &symbols, features, found };
    calls.visit_program(program);
    calls.found
}

struct Calls<'s> {
    scoping: &'s Scoping,
    symbols: &'s HashSet<SymbolId>,
    features: &'s [String],
    found: Found,
}

impl<'a> Visit<'a> for Calls<'_> {
    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if let Expression::Identifier(callee) = &it.callee
            && let Some(reference) = callee.reference_id.get()
            && let Some(symbol) = self.scoping.get_reference(reference).symbol_id()
            && self.symbols.contains(&symbol)
        {
            match it.arguments.as_slice() {
                [Argument::StringLiteral(name)] => {
                    let is_on = self.features.iter().any(|feature| feature.as_str() == name.value.as_str());
                    let Span { start, end, .. } = it.span;
                    self.found.edits.push(Edit::Replace { start, end, text: is_on.to_string() });
                }
                [argument] => self.found.wrong.push(("feature() argument must be a string literal", argument.span())),
                _ => self.found.wrong.push(("feature() requires exactly one string argument", it.span)),
            }
            return;
        }
        walk::walk_call_expression(self, it);
    }
}
