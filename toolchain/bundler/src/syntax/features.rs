//! `feature("NAME")` of `bun:bundle`: each call is replaced by whether the build turns the feature on. As in Bun it is called in the
//! condition of an `if` or of a ternary alone, so that what is off is not in the output.

use std::collections::HashSet;

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};
use oxc_syntax::symbol::SymbolId;

use super::visitor::Edit;

/// The module.
pub(super) const MODULE: &str = "bun:bundle";

/// The message for a call that is somewhere else.
const OUTSIDE_OF_CONDITION: &str =
    "feature() from \"bun:bundle\" can only be used directly in an if statement or ternary condition";

/// What is found in a source.
pub(super) struct Found {
    pub(super) edits: Vec<Edit>,
    /// Calls that name no feature, and those outside of conditions: the message, and the place.
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
    let mut calls = Calls { scoping, symbols: &symbols, features, found, is_in_condition: false };
    calls.visit_program(program);
    calls.found
}

struct Calls<'s> {
    scoping: &'s Scoping,
    symbols: &'s HashSet<SymbolId>,
    features: &'s [String],
    found: Found,
    is_in_condition: bool,
}

impl Calls<'_> {
    /// Visits the condition of an `if` or of a ternary.
    fn visit_condition(&mut self, condition: &Expression<'_>) {
        let is_outer = std::mem::replace(&mut self.is_in_condition, true);
        self.visit_expression(condition);
        self.is_in_condition = is_outer;
    }
}

impl<'a> Visit<'a> for Calls<'_> {
    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if let Expression::Identifier(callee) = &it.callee
            && let Some(reference) = callee.reference_id.get()
            && let Some(symbol) = self.scoping.get_reference(reference).symbol_id()
            && self.symbols.contains(&symbol)
        {
            match it.arguments.as_slice() {
                [Argument::StringLiteral(_)] if !self.is_in_condition => {
                    self.found.wrong.push((OUTSIDE_OF_CONDITION, it.span));
                }
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

    fn visit_if_statement(&mut self, it: &IfStatement<'a>) {
        self.visit_condition(&it.test);
        self.visit_statement(&it.consequent);
        if let Some(alternate) = &it.alternate {
            self.visit_statement(alternate);
        }
    }

    fn visit_conditional_expression(&mut self, it: &ConditionalExpression<'a>) {
        self.visit_condition(&it.test);
        self.visit_expression(&it.consequent);
        self.visit_expression(&it.alternate);
    }
}
