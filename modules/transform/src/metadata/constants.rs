//! The kinds of constants, as TypeScript evaluates the initializers of enums: the scope analysis knows the members of
//! enums alone, no variables.

use oxc_ast::ast::{BinaryExpression, Expression, IdentifierReference, TSEnumDeclaration, TSEnumMember};
use oxc_syntax::constant_value::ConstantValue;
use oxc_syntax::operator::BinaryOperator;
use oxc_syntax::symbol::SymbolId;

use super::declarations::{Declarations, Meaning};
use super::kinds::Kinds;

/// How many constants are followed; they may refer to each other, several times.
const DEPTH_MAX: u32 = 8;

pub(super) struct Constants<'d, 'a, 's> {
    pub declarations: &'d Declarations<'a, 's>,
    pub depth: u32,
}

impl<'a> Constants<'_, 'a, '_> {
    /// The kind of an enum's member: one that TypeScript does not evaluate is a number.
    pub(super) fn of_member(&mut self, declaration: &TSEnumDeclaration<'a>, member: &TSEnumMember<'a>) -> Kinds {
        let scope = declaration.body.scope_id.get();
        let name = member.id.static_name();
        let symbol = scope.and_then(|scope| self.declarations.scoping.get_binding(scope, name.as_str().into()));
        match symbol.and_then(|symbol| self.declarations.scoping.get_enum_member_value(symbol)) {
            Some(ConstantValue::String(_)) => Kinds::STRING,
            Some(ConstantValue::Number(_)) => Kinds::NUMBER,
            None => member.initializer.as_ref().and_then(|value| self.of_value(value)).unwrap_or(Kinds::NUMBER),
        }
    }

    /// `None` for what TypeScript does not evaluate.
    fn of_value(&mut self, value: &Expression<'a>) -> Option<Kinds> {
        match value {
            Expression::StringLiteral(_) => Some(Kinds::STRING),
            Expression::NumericLiteral(_) => Some(Kinds::NUMBER),
            Expression::TemplateLiteral(template) => {
                let is_constant = template.expressions.iter().all(|part| self.of_value(part).is_some());
                is_constant.then_some(Kinds::STRING)
            }
            Expression::UnaryExpression(unary) => self.of_value(&unary.argument).filter(|kind| *kind == Kinds::NUMBER),
            Expression::BinaryExpression(binary) => self.of_binary(binary),
            Expression::ParenthesizedExpression(inner) => self.of_value(&inner.expression),
            Expression::Identifier(identifier) => self.of_name(identifier),
            Expression::StaticMemberExpression(member) => match &member.object {
                Expression::Identifier(owner) => self.of_property(owner, &member.property.name),
                _ => None,
            },
            _ => None,
        }
    }

    fn of_binary(&mut self, binary: &BinaryExpression<'a>) -> Option<Kinds> {
        let (left, right) = (self.of_value(&binary.left)?, self.of_value(&binary.right)?);
        match (left == Kinds::STRING || right == Kinds::STRING, binary.operator) {
            (true, BinaryOperator::Addition) => Some(Kinds::STRING),
            (true, _) => None,
            (false, _) => Some(Kinds::NUMBER),
        }
    }

    fn symbol_of(&self, identifier: &IdentifierReference<'a>) -> Option<SymbolId> {
        self.declarations.scoping.get_reference(identifier.reference_id.get()?).symbol_id()
    }

    /// A variable that is declared by `const`, without a type.
    fn of_name(&mut self, identifier: &IdentifierReference<'a>) -> Option<Kinds> {
        let symbol = self.symbol_of(identifier)?;
        if !self.declarations.scoping.symbol_flags(symbol).is_const_variable() {
            return None;
        }
        let variable = self.declarations.of_symbol(symbol).iter().find_map(|meaning| match *meaning {
            Meaning::Variable(variable) if variable.type_annotation.is_none() => Some(variable),
            _ => None,
        });
        let value = variable?.init.as_ref()?;
        self.deeper(|constants| constants.of_value(value))
    }

    /// A member of an enum.
    fn of_property(&mut self, owner: &IdentifierReference<'a>, name: &str) -> Option<Kinds> {
        let symbol = self.symbol_of(owner)?;
        let (declaration, member) = self.declarations.of_symbol(symbol).iter().find_map(|meaning| match *meaning {
            Meaning::Enum(declaration) => {
                let member = declaration.body.members.iter().find(|member| member.id.static_name() == name);
                member.map(|member| (declaration, member))
            }
            _ => None,
        })?;
        self.deeper(|constants| Some(constants.of_member(declaration, member)))
    }

    fn deeper(&mut self, evaluate: impl FnOnce(&mut Self) -> Option<Kinds>) -> Option<Kinds> {
        if self.depth >= DEPTH_MAX {
            return None;
        }
        self.depth += 1;
        let kinds = evaluate(self);
        self.depth -= 1;
        kinds
    }
}
