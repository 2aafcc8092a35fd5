//! Substitutions that a command line requests: `--define NAME=VALUE` replaces what a name or a path of names
//! (`process.env.MODE`) refers to outside of the file, and `--drop NAME` removes calls of it, or `debugger` statements.
//!
//! Assigned and deleted names stay as they are, and so do optional chains.

use oxc_ast::ast::{
    AssignmentTarget, CallExpression, ComputedMemberExpression, DebuggerStatement, Expression, ExpressionStatement,
    IdentifierReference, JSXElementName, ModuleExportName, ObjectProperty, Program, SimpleAssignmentTarget,
    StaticMemberExpression, TSType, TSTypeAnnotation, UnaryExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::UnaryOperator;

use crate::edits::Edits;

/// What a dropped call is.
const NOTHING: &str = "(void 0)";
/// Keeps a statement apart from the line before it, and from directives.
const STATEMENT_START: &str = "void 0,";

/// The substitutions of a command line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Defines {
    /// Names, or names joined by dots, with the source of an expression.
    pub values: Vec<(String, String)>,
    /// Names, or names joined by dots, whose calls are removed; `debugger`.
    pub drops: Vec<String>,
}

/// The edits that replace what `defines` names; None when the program has none of it.
pub(crate) fn substitute(program: &Program<'_>, scoping: &Scoping, defines: &Defines) -> Option<Edits> {
    let mut substitution = Substitution { scoping, defines, edits: Edits::default(), has_edits: false, start: None };
    substitution.visit_program(program);
    substitution.has_edits.then_some(substitution.edits)
}

struct Substitution<'s> {
    scoping: &'s Scoping,
    defines: &'s Defines,
    edits: Edits,
    has_edits: bool,
    /// Where the current expression statement begins.
    start: Option<u32>,
}

impl Substitution<'_> {
    fn replace(&mut self, span: Span, text: &str) {
        let prefix = if self.start == Some(span.start) { STATEMENT_START } else { "" };
        self.edits.replace(span.start, span.end, format!("{prefix}{text}"));
        self.has_edits = true;
    }

    fn value_of(&self, path: &str) -> Option<String> {
        // The last flag counts.
        self.defines.values.iter().rev().find(|(name, _)| name == path).map(|(_, value)| value.clone())
    }

    /// Replaces an expression whose path is defined. Returns whether it did.
    fn replace_path(&mut self, path: Option<String>, span: Span) -> bool {
        match path.and_then(|path| self.value_of(&path)) {
            Some(value) => {
                self.replace(span, &value);
                true
            }
            None => false,
        }
    }

    fn is_free(&self, identifier: &IdentifierReference<'_>) -> bool {
        let reference = identifier.reference_id.get().map(|id| self.scoping.get_reference(id));
        // `declare const A` says that the value exists elsewhere.
        let is_ambient = |symbol| self.scoping.symbol_flags(symbol).is_ambient();
        reference.is_some_and(|reference| reference.symbol_id().is_none_or(is_ambient) && reference.is_read())
    }

    /// The names of an expression like `a.b["c"]` that begins outside of the file. `passes_optional`: also in optional chains.
    fn path_of(&self, expression: &Expression<'_>, passes_optional: bool) -> Option<String> {
        match expression {
            Expression::Identifier(identifier) => self.is_free(identifier).then(|| identifier.name.to_string()),
            Expression::ImportMeta(_) => Some("import.meta".to_owned()),
            Expression::StaticMemberExpression(member) => self.static_path(member, passes_optional),
            Expression::ComputedMemberExpression(member) => self.computed_path(member, passes_optional),
            Expression::ParenthesizedExpression(inner) => self.path_of(&inner.expression, passes_optional),
            _ => None,
        }
    }

    fn static_path(&self, member: &StaticMemberExpression<'_>, passes_optional: bool) -> Option<String> {
        if member.optional && !passes_optional {
            return None;
        }
        Some(format!("{}.{}", self.path_of(&member.object, passes_optional)?, member.property.name))
    }

    fn computed_path(&self, member: &ComputedMemberExpression<'_>, passes_optional: bool) -> Option<String> {
        let Expression::StringLiteral(name) = &member.expression else { return None };
        if member.optional && !passes_optional {
            return None;
        }
        Some(format!("{}.{}", self.path_of(&member.object, passes_optional)?, name.value))
    }

    fn drops(&self, callee: &Expression<'_>) -> bool {
        let Some(path) = self.path_of(callee, true) else { return false };
        self.defines.drops.iter().any(|dropped| {
            path.strip_prefix(dropped.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    }

    /// Visits what an assigned or deleted member belongs to.
    fn visit_object(&mut self, target: &Expression<'_>) {
        match target {
            Expression::StaticMemberExpression(member) => self.visit_expression(&member.object),
            Expression::ComputedMemberExpression(member) => {
                self.visit_expression(&member.object);
                self.visit_expression(&member.expression);
            }
            _ => {}
        }
    }
}

impl<'a> Visit<'a> for Substitution<'_> {
    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        self.start = Some(it.span.start);
        walk::walk_expression_statement(self, it);
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        if self.is_free(it) {
            self.replace_path(Some(it.name.to_string()), it.span);
        }
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        if !self.replace_path(self.static_path(it, false), it.span) {
            walk::walk_static_member_expression(self, it);
        }
    }

    fn visit_computed_member_expression(&mut self, it: &ComputedMemberExpression<'a>) {
        if !self.replace_path(self.computed_path(it, false), it.span) {
            walk::walk_computed_member_expression(self, it);
        }
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if !self.defines.drops.is_empty() && self.drops(&it.callee) {
            self.replace(it.span, NOTHING);
            return;
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_debugger_statement(&mut self, it: &DebuggerStatement) {
        if self.defines.drops.iter().any(|dropped| dropped == "debugger") {
            self.edits.replace(it.span.start, it.span.end, ";");
            self.has_edits = true;
        }
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        if !it.shorthand {
            return walk::walk_object_property(self, it);
        }
        if let Expression::Identifier(identifier) = &it.value
            && self.is_free(identifier)
            && let Some(value) = self.value_of(identifier.name.as_str())
        {
            let span = it.value.span();
            self.edits.replace(span.start, span.end, format!("{}: {value}", identifier.name));
            self.has_edits = true;
        }
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        if it.operator == UnaryOperator::Delete {
            return self.visit_object(&it.argument);
        }
        walk::walk_unary_expression(self, it);
    }

    fn visit_simple_assignment_target(&mut self, it: &SimpleAssignmentTarget<'a>) {
        match it {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(_) => {}
            SimpleAssignmentTarget::StaticMemberExpression(member) => self.visit_expression(&member.object),
            SimpleAssignmentTarget::ComputedMemberExpression(member) => {
                self.visit_expression(&member.object);
                self.visit_expression(&member.expression);
            }
            _ => walk::walk_simple_assignment_target(self, it),
        }
    }

    fn visit_assignment_target(&mut self, it: &AssignmentTarget<'a>) {
        match it.as_simple_assignment_target() {
            Some(target) => self.visit_simple_assignment_target(target),
            None => walk::walk_assignment_target(self, it),
        }
    }

    // Property names and types are not values.
    fn visit_module_export_name(&mut self, _: &ModuleExportName<'a>) {}
    fn visit_jsx_element_name(&mut self, _: &JSXElementName<'a>) {}
    fn visit_ts_type(&mut self, _: &TSType<'a>) {}
    fn visit_ts_type_annotation(&mut self, _: &TSTypeAnnotation<'a>) {}
}

#[cfg(test)]
#[path = "defines_tests.rs"]
mod tests;
