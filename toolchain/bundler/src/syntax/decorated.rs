//! Which classes are decorated, in sources and in what TypeScript's compiler made of them: their names are kept.

use oxc_ast::ast::*;

/// Whether a class, one of its members, or a parameter of its methods has a decorator.
pub(super) fn is_decorated(class: &Class<'_>) -> bool {
    let is_member_decorated = |element: &ClassElement<'_>| match element {
        ClassElement::MethodDefinition(method) => {
            !method.decorators.is_empty()
                || method.value.params.items.iter().any(|parameter| !parameter.decorators.is_empty())
        }
        ClassElement::PropertyDefinition(property) => !property.decorators.is_empty(),
        ClassElement::AccessorProperty(accessor) => !accessor.decorators.is_empty(),
        _ => false,
    };
    !class.decorators.is_empty() || class.body.body.iter().any(is_member_decorated)
}

/// The class whose member a call of TypeScript's `__decorate` decorates: `__decorate([…], A.prototype, "name", void 0)`, or a static
/// one with `A` itself.
pub(super) fn class_of_decorated_member<'a>(call: &CallExpression<'a>) -> Option<&'a str> {
    let [_, target, _, _] = call.arguments.as_slice() else { return None };
    let class = match target.as_expression()? {
        Expression::StaticMemberExpression(member) if member.property.name == "prototype" => &member.object,
        target => target,
    };
    match class {
        Expression::Identifier(class) if is_decorate(call) => Some(class.name.as_str()),
        _ => None,
    }
}

/// The class that a call of TypeScript's `__decorate` decorates: `A = __decorate([…], A)`.
pub(super) fn decorated_class<'a>(assignment: &AssignmentExpression<'a>) -> Option<&'a str> {
    let AssignmentTarget::AssignmentTargetIdentifier(target) = &assignment.left else { return None };
    let mut value = &assignment.right;
    // `A = A_1 = __decorate(…)` of a class that names itself.
    while let Expression::AssignmentExpression(inner) = value {
        value = &inner.right;
    }
    let Expression::CallExpression(call) = value else { return None };
    is_decorate(call).then(|| target.name.as_str())
}

/// Whether a call is one of TypeScript's `__decorate`.
fn is_decorate(call: &CallExpression<'_>) -> bool {
    match &call.callee {
        Expression::Identifier(name) => name.name == "__decorate",
        Expression::StaticMemberExpression(member) => member.property.name == "__decorate",
        _ => false,
    }
}
