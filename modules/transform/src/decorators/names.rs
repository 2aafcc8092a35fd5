//! The names of anonymous classes: those of the variables and keys that they are the values of (ECMA-262, NamedEvaluation).
//! A lowered class is the argument of a call, where it would get none.

use oxc_ast::ast::*;
use oxc_span::GetSpan;
use oxc_syntax::operator::AssignmentOperator;

use super::Lowering;

/// A name, as the key of an object that the class is written into and read from.
pub(super) enum Name {
    Identifier(String),
    /// An expression of JavaScript: a string or a number.
    Literal(String),
}

impl Name {
    pub(super) fn of_variable(name: &str) -> Self {
        Self::Identifier(name.to_owned())
    }

    /// What is before the class.
    pub(super) fn opening(&self) -> String {
        // A computed key names a class in JavaScriptCore after its static blocks have run.
        let (Self::Identifier(name) | Self::Literal(name)) = self;
        format!("{{{name}:")
    }

    /// What is behind the class.
    pub(super) fn closing(&self) -> String {
        match self {
            Self::Identifier(name) => format!("}}.{name}"),
            Self::Literal(name) => format!("}}[{name}]"),
        }
    }
}

/// Whether an anonymous class on the right has the name of the variable on the left.
pub(super) fn gives_name(operator: AssignmentOperator) -> bool {
    operator == AssignmentOperator::Assign || operator.is_logical()
}

impl<'a> Lowering<'_> {
    /// Notes the name of a value that is an anonymous class.
    pub(super) fn note_name(&mut self, value: &Expression<'a>, name: Name) {
        if let Expression::ClassExpression(class) = value.without_parentheses()
            && class.id.is_none()
        {
            self.names.insert(class.span.start, name);
        }
    }

    /// Notes the name of a property's value. A computed key is not known here.
    pub(super) fn note_name_of_key(&mut self, value: Option<&Expression<'a>>, key: &PropertyKey<'a>, computed: bool) {
        let name = match key {
            _ if computed => return,
            // As the key of an object this name is its prototype.
            PropertyKey::StaticIdentifier(key) if key.name == "__proto__" => return,
            PropertyKey::StaticIdentifier(key) => Name::of_variable(&key.name),
            PropertyKey::StringLiteral(key) if key.value == "__proto__" => return,
            PropertyKey::PrivateIdentifier(key) => Name::Literal(format!("\"#{}\"", key.name)),
            _ => Name::Literal(self.text(key.span()).to_owned()),
        };
        if let Some(value) = value {
            self.note_name(value, name);
        }
    }
}
