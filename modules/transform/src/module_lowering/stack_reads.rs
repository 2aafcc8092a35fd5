//! Redirects reads of the property `stack`: the engine's format differs from V8's and cannot be intercepted.
//!
//! `x.stack` becomes `$m.stack(x)` (`$stack(x)` in CommonJS). The second argument describes the position of the read:
//! 1: after `?.`, so that a nullish `x` yields `undefined`; 2: the same, within a longer chain; 3: `x` is about to be
//! destructured, and the result is an object with the right `stack`.

use oxc_ast::ast::{
    AssignmentExpression, AssignmentTarget, AssignmentTargetProperty, BindingPattern, CatchClause, Expression,
    FormalParameters, FunctionBody, PropertyKey,
};
use oxc_ast_visit::Visit;
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::AssignmentOperator;

use super::{Lowering, NOWHERE, Target};
use crate::position::has_line_break;

/// The optional chain around the current node.
pub(super) struct Chain {
    pub end: u32,
}

impl<'a> Lowering<'_, '_> {
    fn stack_function(&mut self) -> String {
        self.uses.stack = true;
        match self.options.target {
            Target::EsModule => format!("{}.stack", self.names.context()),
            Target::CommonJs => self.names.stack(),
            Target::Script => self.options.script.stack.to_owned(),
        }
    }

    fn redirects_stack(&self) -> bool {
        self.options.stack_reads && (self.options.target != Target::Script || !self.options.script.stack.is_empty())
    }

    /// Redirects the read of `object.stack` at `span`. Returns whether it did, including the visit of the object.
    pub(super) fn redirect_stack_read(&mut self, object: &Expression<'a>, span: Span, optional: bool) -> bool {
        if !self.redirects_stack() || matches!(object, Expression::Super(_)) {
            return false;
        }
        let in_chain = optional || (self.chain.is_some() && contains_optional(object));
        let goes_on = self.chain.as_ref().is_some_and(|chain| {
            // A non-null assertion at the end of the chain is not a part of it.
            !self.source[span.end as usize..chain.end as usize].trim_matches([' ', '!']).is_empty()
        });
        let (mode, continuation) = match (in_chain, goes_on) {
            (false, _) => ("", ""),
            (true, false) => (",1", ""),
            (true, true) => (",2", "?."),
        };
        let start = object.span().start;
        let is_new_callee = start == self.new_callee_start;
        self.leave_statement_start(start);
        if is_new_callee {
            self.new_callee_start = NOWHERE;
        }
        let function = self.stack_function();
        self.edits.insert(start, format!("{}{function}(", if is_new_callee { "(" } else { "" }));
        self.visit_expression(object);
        let continuation = self.continuation(continuation, span.end);
        let closing = if is_new_callee { "))" } else { ")" };
        self.edits.replace(object.span().end, span.end, format!("{mode}{closing}{continuation}"));
        true
    }

    /// The token that continues the chain: `.name` needs only the `?`, everything else the complete `?.`.
    fn continuation(&self, wanted: &'static str, end: u32) -> &'static str {
        let rest = self.source[end as usize..].trim_start_matches('!').trim_start();
        match rest.as_bytes() {
            _ if wanted.is_empty() => "",
            [b'?', ..] => "",
            [b'.', ..] => "?",
            _ => "?.",
        }
    }

    /// `e.stack += text` also reads: `e.stack = $m.stack(e) + (text)`, when reading `e` twice has no side effects.
    pub(super) fn redirect_stack_append(&mut self, it: &AssignmentExpression<'a>) -> bool {
        if it.operator != AssignmentOperator::Addition || !self.redirects_stack() {
            return false;
        }
        let AssignmentTarget::StaticMemberExpression(target) = &it.left else {
            return false;
        };
        let is_plain = match &target.object {
            Expression::ThisExpression(_) => true,
            Expression::Identifier(identifier) => identifier
                .reference_id
                .get()
                .and_then(|id| self.scoping.get_reference(id).symbol_id())
                .is_none_or(|symbol| !self.imports.contains_key(&symbol)),
            _ => false,
        };
        if target.property.name != "stack" || !is_plain {
            return false;
        }
        let function = self.stack_function();
        let object = self.text(&target.object).to_owned();
        self.edits.replace(it.left.span().end, it.right.span().start, format!("={function}({object})+("));
        self.visit_expression(&it.right);
        self.edits.insert(it.right.span().end, ")");
        true
    }

    /// Visits the value of a declaration, wrapped when the pattern reads `stack` from it.
    pub(super) fn visit_destructured(&mut self, pattern: &BindingPattern<'a>, value: &Expression<'a>) {
        if self.redirects_stack() && binds_stack(pattern) {
            self.visit_viewed(value);
        } else {
            self.visit_expression(value);
        }
    }

    /// `({ stack } = value)`. Returns whether it was one.
    pub(super) fn redirect_stack_destructuring_assignment(&mut self, it: &AssignmentExpression<'a>) -> bool {
        let AssignmentTarget::ObjectAssignmentTarget(target) = &it.left else {
            return false;
        };
        let takes_stack = target.properties.iter().any(|property| match property {
            AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(one) => one.binding.name == "stack",
            AssignmentTargetProperty::AssignmentTargetPropertyProperty(one) => is_stack_key(&one.name),
        });
        if !takes_stack || !self.redirects_stack() {
            return false;
        }
        self.visit_assignment_target(&it.left);
        self.visit_viewed(&it.right);
        true
    }

    fn visit_viewed(&mut self, value: &Expression<'a>) {
        let function = self.stack_function();
        self.edits.insert(value.span().start, format!("{function}("));
        self.visit_expression(value);
        self.edits.insert(value.span().end, ",3)");
    }

    /// `catch ({ stack }) {` becomes `catch ($e) {let { stack } = $m.stack($e,3);`.
    pub(super) fn redirect_stack_in_catch(&mut self, it: &CatchClause<'a>) {
        let Some(parameter) = &it.param else { return };
        let is_plain = parameter.type_annotation.is_none();
        if !self.redirects_stack() || !is_plain || !binds_stack(&parameter.pattern) {
            return;
        }
        if !self.can_move(&parameter.pattern) {
            return;
        }
        let function = self.stack_function();
        let caught = self.names.caught();
        let pattern = self.text(&parameter.pattern).to_owned();
        self.edits.replace(parameter.span.start, parameter.span.end, caught.clone());
        self.edits.insert(it.body.span.start + 1, format!("let {pattern}={function}({caught},3);"));
    }

    /// `function f({ stack }) {` becomes `function f($e) {var { stack }=$m.stack($e,3);`, for a last parameter. Returns
    /// what to insert after the body once it has been visited.
    pub(super) fn redirect_stack_in_parameters(
        &mut self,
        parameters: &FormalParameters<'a>,
        body: BodyPlace,
    ) -> Option<Closing> {
        let last = parameters.items.last()?;
        let is_plain = last.initializer.is_none() && last.type_annotation.is_none() && parameters.rest.is_none();
        let is_plain = is_plain && binds_stack(&last.pattern) && self.can_move(&last.pattern);
        if !is_plain || !self.redirects_stack() {
            return None;
        }
        let function = self.stack_function();
        let value = self.names.caught();
        let declaration = format!("var {}={function}({value},3);", self.text(&last.pattern));
        self.edits.replace(last.span.start, last.span.end, value);
        match body {
            BodyPlace::Block(start) => {
                self.edits.insert(start, declaration);
                None
            }
            BodyPlace::Expression(span) => {
                self.edits.insert(span.start, format!("{{{declaration}return("));
                Some((span.end, ")}"))
            }
        }
    }

    /// Whether a pattern can be moved without changing its meaning: defaults could contain any expression.
    fn can_move(&self, pattern: &BindingPattern<'a>) -> bool {
        let text = self.text(pattern);
        !has_line_break(text) && !text.contains(['=', '['])
    }
}

/// An offset, and the code that closes an earlier insertion.
pub(super) type Closing = (u32, &'static str);

/// Where the first statement of a function is inserted.
#[derive(Clone, Copy)]
pub(super) enum BodyPlace {
    /// After the brace and the directives.
    Block(u32),
    /// The body of an arrow function without braces.
    Expression(Span),
}

impl BodyPlace {
    pub(super) fn of(body: &FunctionBody<'_>) -> Self {
        Self::Block(body.directives.last().map_or(body.span.start + 1, |last| last.span.end))
    }
}

fn contains_optional(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::StaticMemberExpression(it) => it.optional || contains_optional(&it.object),
        Expression::ComputedMemberExpression(it) => it.optional || contains_optional(&it.object),
        Expression::PrivateFieldExpression(it) => it.optional || contains_optional(&it.object),
        Expression::CallExpression(it) => it.optional || contains_optional(&it.callee),
        Expression::TSNonNullExpression(it) => contains_optional(&it.expression),
        _ => false,
    }
}

fn binds_stack(pattern: &BindingPattern<'_>) -> bool {
    let BindingPattern::ObjectPattern(object) = pattern else {
        return false;
    };
    object.properties.iter().any(|property| !property.computed && is_stack_key(&property.key))
}

fn is_stack_key(key: &PropertyKey<'_>) -> bool {
    match key {
        PropertyKey::StaticIdentifier(name) => name.name == "stack",
        PropertyKey::StringLiteral(name) => name.value == "stack",
        _ => false,
    }
}
