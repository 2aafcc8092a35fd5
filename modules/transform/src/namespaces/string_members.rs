//! Members of enums whose value may be a string that the printing step does not know: `A = name`, where `name` is a
//! constant of this module or of another one. It would write an entry from the value back to the name, which TypeScript
//! writes for numbers alone.

use std::collections::HashSet;

use oxc_allocator::{Allocator, TakeIn};
use oxc_ast::ast::{
    AssignmentTarget, BinaryExpression, Expression, ExpressionStatement, IdentifierReference, Program, TSEnumBody,
};
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::{Visit, VisitJsMut, walk, walk_js_mut};
use oxc_semantic::Scoping;
use oxc_span::{SPAN, Span};
use oxc_syntax::operator::{BinaryOperator, LogicalOperator, UnaryOperator};

/// The spans of the members whose value may be a string.
pub(crate) fn find(program: &Program<'_>, scoping: &Scoping) -> HashSet<Span> {
    let mut finder = Finder { scoping, members: HashSet::new() };
    finder.visit_program(program);
    finder.members
}

/// In the transformed program, makes the entry from the value back to the name depend on the value's type.
pub(crate) fn check_when_run<'a>(program: &mut Program<'a>, members: &HashSet<Span>, allocator: &'a Allocator) {
    if !members.is_empty() {
        Rewriter { members, builder: AstBuilder::new(allocator) }.visit_program(program);
    }
}

struct Finder<'s> {
    scoping: &'s Scoping,
    members: HashSet<Span>,
}

impl Finder<'_> {
    /// Whether TypeScript may know a string as the value of an initializer.
    fn may_be_string(&self, initializer: &Expression<'_>) -> bool {
        match initializer {
            Expression::Identifier(identifier) => self.is_constant(identifier),
            Expression::StaticMemberExpression(_)
            | Expression::ComputedMemberExpression(_)
            | Expression::StringLiteral(_)
            | Expression::TemplateLiteral(_) => true,
            Expression::BinaryExpression(binary) => self.may_be_joined(binary),
            Expression::ParenthesizedExpression(inner) => self.may_be_string(&inner.expression),
            // Behind an assertion TypeScript evaluates no names.
            _ => matches!(
                initializer.get_inner_expression(),
                Expression::StringLiteral(_) | Expression::TemplateLiteral(_)
            ),
        }
    }

    fn may_be_joined(&self, binary: &BinaryExpression<'_>) -> bool {
        binary.operator == BinaryOperator::Addition
            && (self.may_be_string(&binary.left) || self.may_be_string(&binary.right))
    }

    /// A constant, an import or a member of the enum; the members of its other declarations have no symbol here.
    fn is_constant(&self, identifier: &IdentifierReference<'_>) -> bool {
        let reference = identifier.reference_id.get().map(|id| self.scoping.get_reference(id));
        let symbol = reference.and_then(|reference| reference.symbol_id());
        symbol.is_none_or(|symbol| {
            let flags = self.scoping.symbol_flags(symbol);
            flags.is_const_variable() || flags.is_import() || flags.is_enum_member()
        })
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_ts_enum_body(&mut self, it: &TSEnumBody<'a>) {
        let members = it
            .members
            .iter()
            .filter(|member| member.initializer.as_ref().is_some_and(|initializer| self.may_be_string(initializer)));
        let spans: Vec<Span> = members.map(|member| member.span).collect();
        self.members.extend(spans);
        walk::walk_ts_enum_body(self, it);
    }
}

struct Rewriter<'a, 's> {
    members: &'s HashSet<Span>,
    builder: AstBuilder<'a>,
}

impl<'a> VisitJsMut<'a> for Rewriter<'a, '_> {
    fn visit_expression_statement(&mut self, it: &mut ExpressionStatement<'a>) {
        walk_js_mut::walk_expression_statement(self, it);
        if self.members.contains(&it.span) {
            make_conditional(it, &self.builder);
        }
    }
}

/// `E[E["A"] = value] = "A"` becomes `typeof (E["A"] = value) === "string" || (E[E["A"]] = "A")`.
fn make_conditional<'a>(statement: &mut ExpressionStatement<'a>, builder: &AstBuilder<'a>) {
    let Expression::AssignmentExpression(outer) = &mut statement.expression else { return };
    let outer = &mut **outer;
    let AssignmentTarget::ComputedMemberExpression(entry) = &mut outer.left else { return };
    // `E["A"] = "text"`, of a value that the printing step knows, has no entry.
    if !matches!(entry.expression, Expression::AssignmentExpression(_)) {
        return;
    }
    let Expression::StringLiteral(name) = &outer.right else { return };
    let Expression::Identifier(object) = &entry.object else { return };
    let object = Expression::new_identifier(SPAN, object.name, builder);
    let key = Expression::new_string_literal(SPAN, name.value, None, builder);
    let member = Expression::new_computed_member_expression(SPAN, object, key, false, builder);
    let assignment = std::mem::replace(&mut entry.expression, member);
    let kind = Expression::new_unary_expression(SPAN, UnaryOperator::Typeof, assignment, builder);
    let string = Expression::new_string_literal(SPAN, "string", None, builder);
    let is_string = Expression::new_binary_expression(SPAN, kind, BinaryOperator::StrictEquality, string, builder);
    let entry = statement.expression.take_in(builder);
    statement.expression = Expression::new_logical_expression(SPAN, is_string, LogicalOperator::Or, entry, builder);
}
