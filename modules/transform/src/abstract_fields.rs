//! Decorated abstract fields, which oxc's transformer removes with their decorators: TypeScript calls these.
//! https://www.typescriptlang.org/docs/handbook/decorators.html#property-decorators

use oxc_ast::ast::*;
use oxc_ast_visit::{VisitJsMut, walk_js_mut};

/// Makes declared fields of the decorated abstract fields of all classes. Nothing is defined for either.
pub(crate) fn declare(program: &mut Program<'_>) {
    Declarer.visit_program(program);
}

struct Declarer;

impl<'a> VisitJsMut<'a> for Declarer {
    fn visit_class_body(&mut self, it: &mut ClassBody<'a>) {
        walk_js_mut::walk_class_body(self, it);
        for element in &mut it.body {
            if let ClassElement::PropertyDefinition(field) = element
                && field.r#type == PropertyDefinitionType::TSAbstractPropertyDefinition
                && !field.decorators.is_empty()
            {
                field.r#type = PropertyDefinitionType::PropertyDefinition;
                field.declare = true;
            }
        }
    }
}
