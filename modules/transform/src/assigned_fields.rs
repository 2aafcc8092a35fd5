//! Decorated fields of TypeScript's own decorators as Bun has them: assigned, where other fields are defined. What a decorator
//! puts on the prototype, as Lit's `@property()` does, then gets the value.
//! https://bun.com/docs/runtime/typescript

use oxc_allocator::{Allocator, CloneIn};
use oxc_ast::ast::*;
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::{VisitJsMut, walk_js_mut};
use oxc_span::SPAN;

/// The field whose initializer assigns the others. Private fields cannot be seen from outside.
const ASSIGNING: &str = "brioAssignedFields";

/// Makes assignments of the decorated fields of all classes. They run behind the initializers of all other fields of a class,
/// in the order of the source.
pub(crate) fn assign<'a>(program: &mut Program<'a>, allocator: &'a Allocator) {
    Assigner { builder: AstBuilder::new(allocator), allocator }.visit_program(program);
}

struct Assigner<'a> {
    builder: AstBuilder<'a>,
    allocator: &'a Allocator,
}

impl<'a> VisitJsMut<'a> for Assigner<'a> {
    fn visit_class_body(&mut self, it: &mut ClassBody<'a>) {
        walk_js_mut::walk_class_body(self, it);
        let mut assignments = oxc_allocator::Vec::new_in(&self.allocator);
        for element in &mut it.body {
            if let ClassElement::PropertyDefinition(field) = element
                && is_assigned(field)
            {
                // The decorator is still called, and nothing is defined.
                field.declare = true;
                assignments.extend(self.assignment(field));
            }
        }
        if !assignments.is_empty() {
            let sequence = Expression::new_sequence_expression(SPAN, assignments, &self.builder);
            it.body.push(self.private_field(sequence));
        }
    }
}

impl<'a> Assigner<'a> {
    /// `this.name = value`, with the value taken out of the field. None for a field without one.
    fn assignment(&self, field: &mut PropertyDefinition<'a>) -> Option<Expression<'a>> {
        let value = field.value.take()?;
        let builder = &self.builder;
        let this = Expression::new_this_expression(SPAN, builder);
        let target = match &field.key {
            PropertyKey::StaticIdentifier(name) => {
                let name = IdentifierName::new(name.span, name.name, builder);
                AssignmentTarget::new_static_member_expression(SPAN, this, name, false, builder)
            }
            key => {
                let key = key.as_expression()?.clone_in_with_semantic_ids(self.allocator);
                AssignmentTarget::new_computed_member_expression(SPAN, this, key, false, builder)
            }
        };
        Some(Expression::new_assignment_expression(SPAN, AssignmentOperator::Assign, target, value, builder))
    }

    /// `#name = void value`.
    fn private_field(&self, value: Expression<'a>) -> ClassElement<'a> {
        let builder = &self.builder;
        let key = PropertyKey::new_private_identifier(SPAN, ASSIGNING, builder);
        let value = Expression::new_unary_expression(SPAN, UnaryOperator::Void, value, builder);
        let kind = PropertyDefinitionType::PropertyDefinition;
        let decorators = oxc_allocator::Vec::new_in(&self.allocator);
        ClassElement::new_property_definition(
            SPAN,
            kind,
            decorators,
            key,
            None,
            Some(value),
            false,
            false,
            false,
            false,
            false,
            false,
            false,
            None,
            builder,
        )
    }
}

/// Whether a field is assigned. A computed name, which would be evaluated twice, is defined.
fn is_assigned(field: &PropertyDefinition<'_>) -> bool {
    let is_plain = !field.computed && !field.r#static && !field.declare;
    is_plain && !field.decorators.is_empty() && field.r#type == PropertyDefinitionType::PropertyDefinition
}
