//! Where asynchronous functions store the frame across an `await`, and what they return.
//!
//! `$f` is a variable of the function, declared before its first statement: `await x` reads the frame after `x` was
//! evaluated, which may have changed it (`enterWith` in the part of a called function before its first `await`).
//! `return x` becomes `return /*$*/$a.t(x/*$*/)`, as do expression bodies: the engine calls the `then` of a thenable
//! later, in whatever frame is current at that time.

use oxc_ast::ast::{ArrowFunctionBody, ArrowFunctionExpression, Expression, FunctionBody, ReturnStatement};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;

use crate::edits::Place;

use super::{Lowering, MARK, Target};

/// The function around the current node.
#[derive(Clone, Copy, Default)]
pub(super) struct Around {
    is_async: bool,
    /// `$f` can be declared.
    has_variable: bool,
    uses_variable: bool,
}

impl Around {
    /// Code outside of functions.
    pub(super) fn top_level(target: Target) -> Self {
        Self { is_async: false, has_variable: target == Target::EsModule, uses_variable: false }
    }

    pub(super) fn uses_variable(self) -> bool {
        self.uses_variable
    }
}

impl<'a> Lowering<'_, '_> {
    /// The name of `$f`, where it exists.
    pub(super) fn frame_variable(&mut self) -> Option<String> {
        self.around.uses_variable |= self.around.has_variable;
        self.around.has_variable.then(|| self.names.frame())
    }

    /// Calls `visit` for the contents of a function with a block body.
    pub(super) fn inside_function(&mut self, is_async: bool, body: &FunctionBody<'a>, visit: impl FnOnce(&mut Self)) {
        let first = body.statements.first().filter(|_| is_async);
        let declaration = first.map(|first| self.edits.reserve(first.span().start));
        let around = std::mem::replace(
            &mut self.around,
            Around { is_async, has_variable: first.is_some(), uses_variable: false },
        );
        visit(self);
        self.declare(declaration, &format!("let {};{MARK}", self.names.frame()));
        self.around = around;
    }

    /// The same for an arrow function with an expression body. `is_bare`: nothing else is inserted around it.
    fn inside_expression(&mut self, body: &ArrowFunctionBody<'a>, is_bare: bool, visit: impl FnOnce(&mut Self)) {
        let span = body.span();
        let declaration = is_bare.then(|| self.edits.reserve(span.start));
        let around =
            std::mem::replace(&mut self.around, Around { is_async: true, has_variable: is_bare, uses_variable: false });
        let result = body.as_expression().and_then(|expression| self.result_opening(expression));
        if let Some(opening) = &result {
            self.edits.insert(span.start, opening.clone());
        }
        visit(self);
        if result.is_some() {
            self.edits.insert(span.end, format!("{MARK})"));
        }
        if self.around.uses_variable {
            self.declare(declaration, &format!("{{let {};return({MARK}", self.names.frame()));
            self.edits.insert(span.end, format!("{MARK}){MARK}}}"));
        }
        self.around = around;
    }

    pub(super) fn inside_arrow(&mut self, it: &ArrowFunctionExpression<'a>, is_bare: bool) {
        let visit = |lowering: &mut Self| walk::walk_arrow_function_expression(lowering, it);
        match &it.body {
            ArrowFunctionBody::FunctionBody(body) => self.inside_function(it.r#async, body, visit),
            body if it.r#async => self.inside_expression(body, is_bare, visit),
            _ => {
                let around = std::mem::take(&mut self.around);
                visit(self);
                self.around = around;
            }
        }
    }

    fn declare(&mut self, place: Option<Place>, text: &str) {
        if let Some(place) = place
            && self.around.uses_variable
        {
            self.edits.fill(place, text.to_owned());
        }
    }

    pub(super) fn lower_return(&mut self, it: &ReturnStatement<'a>) {
        let opening =
            it.argument.as_ref().filter(|_| self.around.is_async).and_then(|result| self.result_opening(result));
        let Some((opening, result)) = opening.zip(it.argument.as_ref()) else {
            return walk::walk_return_statement(self, it);
        };
        self.edits.insert(result.span().start, opening);
        self.visit_expression(result);
        self.edits.insert(result.span().end, format!("{MARK})"));
    }

    /// What is inserted before the result of an asynchronous function; None for one that is never a thenable of the
    /// program.
    fn result_opening(&mut self, result: &Expression<'a>) -> Option<String> {
        if self.options.builtin || is_no_thenable(result) {
            return None;
        }
        Some(format!("{MARK}{}.t(", self.context_cell()?))
    }
}

fn is_no_thenable(result: &Expression<'_>) -> bool {
    match result {
        Expression::ParenthesizedExpression(it) => is_no_thenable(&it.expression),
        // `a, b` would be two arguments.
        Expression::SequenceExpression(_) => true,
        Expression::AwaitExpression(_)
        | Expression::BooleanLiteral(_)
        | Expression::NullLiteral(_)
        | Expression::NumericLiteral(_)
        | Expression::BigIntLiteral(_)
        | Expression::RegExpLiteral(_)
        | Expression::StringLiteral(_)
        | Expression::TemplateLiteral(_)
        | Expression::ArrayExpression(_)
        | Expression::ObjectExpression(_)
        | Expression::ArrowFunctionExpression(_)
        | Expression::FunctionExpression(_)
        | Expression::ClassExpression(_)
        | Expression::BinaryExpression(_)
        | Expression::UnaryExpression(_)
        | Expression::UpdateExpression(_) => true,
        Expression::Identifier(it) => it.name == "undefined",
        _ => false,
    }
}
