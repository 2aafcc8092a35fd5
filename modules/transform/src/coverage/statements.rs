//! Counters of statements. Statements that follow each other share one as long as each of them certainly completes.

use oxc_ast::ast::*;
use oxc_ast_visit::Visit;
use oxc_span::{GetSpan, Span};

use super::map::{Place, Region};
use super::{Instrumenter, MARK};
use crate::module_lowering::is_anonymous_function_definition;
use crate::type_stripping::find_byte;

impl<'a> Instrumenter<'_> {
    /// Visits a statement list. `entry`: a counter that was inserted at its beginning.
    pub(super) fn visit_sequence(&mut self, statements: &[Statement<'a>], entry: Option<u32>) {
        self.visit_continued(statements, entry, None);
    }

    /// Visits a statement list. `continuation`: where code starts that its first counted statement counts.
    fn visit_continued(&mut self, statements: &[Statement<'a>], entry: Option<u32>, continuation: Option<u32>) {
        let mut current = entry;
        let mut continuation = continuation;
        let is_unreachable = self.is_unreachable;
        for (index, statement) in statements.iter().enumerate() {
            let span = statement.span();
            let excludes = self.hints.excludes_next(span.start);
            self.suspension_end = None;
            self.excluding(excludes, |it| {
                if it.is_counted(statement) {
                    let counter = it.counter_at(span.start, current, continuation.take());
                    if !excludes {
                        current = Some(counter);
                    }
                    it.cover_statement(statement, counter);
                } else if let Statement::BlockStatement(block) = statement {
                    it.visit_continued(&block.body, current, continuation.take());
                } else {
                    it.visit_statement(statement);
                }
            });
            if !self.completes(statement) {
                current = None;
            }
            continuation = self.continuation_after(statement).or(continuation);
            if exits(statement) && statements[index + 1..].iter().any(runs_in_place) {
                let start = continuation.take().unwrap_or(span.end);
                self.add_region(Region { start, end: None, counter: None });
                self.is_unreachable = true;
            }
        }
        self.is_unreachable = is_unreachable;
    }

    /// The counter of a statement: that of the statements before it, or a new one.
    fn counter_at(&mut self, start: u32, current: Option<u32>, continuation: Option<u32>) -> u32 {
        if let Some(counter) = current {
            return counter;
        }
        if self.is_excluded() {
            return 0;
        }
        let counter = self.new_counter();
        self.insert_counter(start, counter);
        if let Some(start) = continuation {
            self.add_region(Region { start, end: None, counter: Some(counter) });
        }
        counter
    }

    /// Where V8 begins to count anew after a statement: after one that branches, and after the last suspension.
    fn continuation_after(&self, statement: &Statement<'a>) -> Option<u32> {
        match statement {
            Statement::IfStatement(_)
            | Statement::ForStatement(_)
            | Statement::ForInStatement(_)
            | Statement::ForOfStatement(_)
            | Statement::WhileStatement(_)
            | Statement::WithStatement(_)
            | Statement::SwitchStatement(_)
            | Statement::TryStatement(_)
            | Statement::BlockStatement(_) => Some(statement.span().end),
            Statement::DoWhileStatement(it) => Some(it.body.span().end),
            Statement::LabeledStatement(it) => self.continuation_after(&it.body),
            _ if exits(statement) => None,
            _ => self.suspension_end.map(|end| self.after_semicolon(end)),
        }
    }

    fn after_semicolon(&self, end: u32) -> u32 {
        let rest = &self.source[end as usize..];
        let token = rest.trim_start();
        if token.starts_with(';') { end + (rest.len() - token.len()) as u32 + 1 } else { end }
    }

    fn is_counted(&self, statement: &Statement<'a>) -> bool {
        match statement {
            Statement::VariableDeclaration(it) => has_initializer(it),
            Statement::ExportDeclaration(it) => {
                matches!(&it.declaration, Declaration::VariableDeclaration(it) if has_initializer(it))
            }
            _ => {
                !statement.is_declaration()
                    && !statement.is_module_declaration()
                    && !matches!(statement, Statement::BlockStatement(_) | Statement::EmptyStatement(_))
            }
        }
    }

    /// Visits a statement that `counter` counts.
    fn cover_statement(&mut self, statement: &Statement<'a>, counter: u32) {
        match statement {
            Statement::VariableDeclaration(it) => self.cover_declaration(it, Some(counter)),
            Statement::ExportDeclaration(it) => match &it.declaration {
                Declaration::VariableDeclaration(it) => self.cover_declaration(it, Some(counter)),
                _ => self.visit_statement(statement),
            },
            _ => {
                self.add_statement(statement.span(), counter);
                self.statement_counter = Some(counter);
                self.visit_statement(statement);
            }
        }
    }

    /// Each initializer is a statement, as in Istanbul. `counter` counts the evaluations of the first one.
    pub(super) fn cover_declaration(&mut self, it: &VariableDeclaration<'a>, counter: Option<u32>) {
        let mut current = counter;
        for declarator in &it.declarations {
            self.visit_binding_pattern(&declarator.id);
            let Some(init) = &declarator.init else { continue };
            let name = match &declarator.id {
                BindingPattern::BindingIdentifier(id) => Some(id.name.as_str()),
                _ => None,
            };
            self.name_function(init, name);
            match current {
                Some(counter) => {
                    self.add_statement(init.span(), counter);
                    self.visit_expression(init);
                }
                None => current = self.cover_initializer(init, name),
            }
            if name.is_none() || !self.is_pure(init) {
                current = None;
            }
        }
    }

    /// Counts an initializer as a statement of its own; `name` is the one that an anonymous function receives from it.
    pub(super) fn cover_initializer(&mut self, init: &Expression<'a>, name: Option<&str>) -> Option<u32> {
        if self.is_excluded() {
            self.visit_expression(init);
            return None;
        }
        let counter = self.new_counter();
        self.add_statement(init.span(), counter);
        self.cover_value(init, name, counter);
        Some(counter)
    }

    /// Counts the evaluations of a value that names an anonymous function: the name is that of a property then.
    pub(super) fn cover_value(&mut self, value: &Expression<'a>, name: Option<&str>, counter: u32) {
        let span = value.span();
        match name.filter(|_| is_anonymous_function_definition(value)) {
            Some(name) if name != "__proto__" => {
                let open = format!("({}[{counter}]++,{{\"{name}\":{MARK}", self.variable);
                self.insert(span.start, open);
                self.visit_expression(value);
                self.insert(span.end, format!("{MARK}}})[\"{name}\"{MARK}]"));
            }
            _ => {
                self.open_expression(span.start, counter);
                self.visit_expression(value);
                self.close_expression(span.end);
            }
        }
    }

    /// A statement that is not in a list: the body of a loop or an arm. `from`: where its region starts.
    pub(super) fn cover_body(&mut self, body: &Statement<'a>, from: u32) -> Place {
        let span = body.span();
        if self.is_excluded() {
            self.visit_sequence(std::slice::from_ref(body), Some(0));
            return Place { start: span.start, end: span.end, counter: 0 };
        }
        let counter = self.new_counter();
        self.add_region(Region::counted(from, span.end, counter));
        if let Statement::BlockStatement(block) = body {
            self.cover_block(block, counter);
        } else {
            let open = format!("{{{MARK}");
            self.insert(span.start, open);
            self.insert_counter(span.start, counter);
            self.visit_sequence(std::slice::from_ref(body), Some(counter));
            self.insert(span.end, format!("{MARK}}}"));
        }
        Place { start: span.start, end: span.end, counter }
    }

    /// A block that `counter` counts.
    pub(super) fn cover_block(&mut self, block: &BlockStatement<'a>, counter: u32) {
        self.insert_counter(block.span.start + 1, counter);
        self.visit_sequence(&block.body, Some(counter));
    }

    pub(super) fn cover_if(&mut self, it: &IfStatement<'a>) {
        self.visit_expression(&it.test);
        let (start, then_end) = (it.span.start, it.consequent.span().end);
        let mut arms = Vec::with_capacity(2);
        let excludes_then = self.hints.excludes_if(start);
        let excludes_else = self.hints.excludes_else(start);
        // A body that is not counted may lack its semicolon: it must end before the `else` that is inserted.
        let is_enclosed = excludes_then
            && !excludes_else
            && it.alternate.is_none()
            && !matches!(it.consequent, Statement::BlockStatement(_));
        if is_enclosed {
            self.insert(it.consequent.span().start, format!("{{{MARK}"));
        }
        self.excluding(excludes_then, |visitor| {
            let arm = visitor.cover_body(&it.consequent, it.consequent.span().start);
            arms.extend((!visitor.is_excluded()).then_some(arm));
        });
        if is_enclosed {
            self.insert(then_end, format!("{MARK}}}"));
        }
        self.excluding(excludes_else, |visitor| match &it.alternate {
            Some(alternate) => {
                let arm = visitor.cover_body(alternate, then_end);
                arms.extend((!visitor.is_excluded()).then_some(arm));
            }
            None if visitor.is_excluded() => {}
            None => {
                let counter = visitor.new_counter();
                let text = format!(" else{{{}[{counter}]++;{MARK}{MARK}}}", visitor.variable);
                visitor.insert(then_end, text);
                arms.push(Place { start: 0, end: 0, counter });
            }
        });
        self.add_branch("if", it.span, arms);
    }

    pub(super) fn cover_switch(&mut self, it: &SwitchStatement<'a>) {
        self.visit_expression(&it.discriminant);
        let mut arms = Vec::with_capacity(it.cases.len());
        for case in &it.cases {
            self.unless_excluded(case.span.start, |visitor| {
                if let Some(test) = &case.test {
                    visitor.visit_expression(test);
                }
                if visitor.is_excluded() {
                    return visitor.visit_sequence(&case.consequent, Some(0));
                }
                let counter = visitor.new_counter();
                let at = case.consequent.first().map_or(case.span.end, |first| first.span().start);
                visitor.insert_counter(at, counter);
                visitor.add_region(Region::counted(case.span.start, case.span.end, counter));
                arms.push(Place { start: case.span.start, end: case.span.end, counter });
                visitor.visit_sequence(&case.consequent, Some(counter));
            });
        }
        self.add_branch("switch", it.span, arms);
    }

    pub(super) fn cover_try(&mut self, it: &TryStatement<'a>, counter: Option<u32>) {
        self.visit_sequence(&it.block.body, counter);
        let mut previous_end = it.block.span.end;
        if let Some(handler) = &it.handler {
            if let Some(parameter) = &handler.param {
                self.visit_binding_pattern(&parameter.pattern);
            }
            self.cover_clause(&handler.body, handler.span);
            previous_end = handler.span.end;
        }
        if let Some(finalizer) = &it.finalizer {
            let start = find_byte(self.source, previous_end, finalizer.span.start, b'f').unwrap_or(previous_end);
            self.cover_clause(finalizer, Span::new(start, finalizer.span.end));
        }
    }

    fn cover_clause(&mut self, block: &BlockStatement<'a>, region: Span) {
        self.unless_excluded(region.start, |visitor| {
            if visitor.is_excluded() {
                return visitor.visit_sequence(&block.body, Some(0));
            }
            let counter = visitor.new_counter();
            visitor.add_region(Region::counted(region.start, region.end, counter));
            visitor.cover_block(block, counter);
        });
    }

    pub(super) fn cover_labeled(&mut self, it: &LabeledStatement<'a>, counter: Option<u32>) {
        match (&it.body, counter) {
            (Statement::BlockStatement(block), _) => self.visit_sequence(&block.body, counter),
            (body, Some(counter)) if self.is_counted(body) => self.cover_statement(body, counter),
            (body, _) => self.visit_statement(body),
        }
    }

    /// Whether the statement after this one certainly runs as often.
    fn completes(&self, statement: &Statement<'a>) -> bool {
        match statement {
            _ if !runs_in_place(statement) => true,
            Statement::ExpressionStatement(it) => self.is_pure(&it.expression),
            Statement::VariableDeclaration(it) => self.declaration_completes(it),
            Statement::ExportDeclaration(it) => match &it.declaration {
                Declaration::VariableDeclaration(it) => self.declaration_completes(it),
                _ => false,
            },
            _ => false,
        }
    }

    fn declaration_completes(&self, it: &VariableDeclaration<'a>) -> bool {
        it.declare
            || it.declarations.iter().all(|one| {
                matches!(one.id, BindingPattern::BindingIdentifier(_))
                    && one.init.as_ref().is_none_or(|init| self.is_pure(init))
            })
    }

    /// Whether the evaluation of an expression neither throws nor suspends. Operators count as such although an object's
    /// `valueOf` may throw.
    fn is_pure(&self, expression: &Expression<'a>) -> bool {
        match expression {
            Expression::BooleanLiteral(_)
            | Expression::NullLiteral(_)
            | Expression::NumericLiteral(_)
            | Expression::BigIntLiteral(_)
            | Expression::RegExpLiteral(_)
            | Expression::StringLiteral(_)
            | Expression::ThisExpression(_)
            | Expression::FunctionExpression(_)
            | Expression::ArrowFunctionExpression(_) => true,
            Expression::Identifier(it) => it.name == "undefined" || self.is_declared(it),
            Expression::ParenthesizedExpression(it) => self.is_pure(&it.expression),
            Expression::TSAsExpression(it) => self.is_pure(&it.expression),
            Expression::TSNonNullExpression(it) => self.is_pure(&it.expression),
            Expression::TSSatisfiesExpression(it) => self.is_pure(&it.expression),
            Expression::TemplateLiteral(it) => it.expressions.iter().all(|one| self.is_pure(one)),
            Expression::UnaryExpression(it) => !it.operator.is_delete() && self.is_pure(&it.argument),
            Expression::UpdateExpression(it) => {
                matches!(&it.argument, SimpleAssignmentTarget::AssignmentTargetIdentifier(id) if self.is_declared(id))
            }
            Expression::BinaryExpression(it) => {
                !it.operator.is_relational() && self.is_pure(&it.left) && self.is_pure(&it.right)
            }
            Expression::LogicalExpression(it) => self.is_pure(&it.left) && self.is_pure(&it.right),
            Expression::ConditionalExpression(it) => {
                self.is_pure(&it.test) && self.is_pure(&it.consequent) && self.is_pure(&it.alternate)
            }
            Expression::AssignmentExpression(it) => {
                matches!(&it.left, AssignmentTarget::AssignmentTargetIdentifier(id) if self.is_declared(id))
                    && self.is_pure(&it.right)
            }
            Expression::ArrayExpression(it) => it.elements.iter().all(|element| match element {
                ArrayExpressionElement::Elision(_) => true,
                ArrayExpressionElement::SpreadElement(_) => false,
                element => element.as_expression().is_some_and(|one| self.is_pure(one)),
            }),
            Expression::ObjectExpression(it) => it.properties.iter().all(|property| match property {
                ObjectPropertyKind::ObjectProperty(one) => !one.computed && self.is_pure(&one.value),
                ObjectPropertyKind::SpreadProperty(_) => false,
            }),
            _ => false,
        }
    }

    fn is_declared(&self, identifier: &IdentifierReference<'a>) -> bool {
        let reference = identifier.reference_id.get().map(|id| self.scoping.get_reference(id));
        reference.is_some_and(|reference| reference.symbol_id().is_some())
    }
}

fn has_initializer(it: &VariableDeclaration<'_>) -> bool {
    !it.declare && it.declarations.iter().any(|one| one.init.is_some())
}

/// Whether a statement never completes, as far as V8 sees it: the rest of its list is not compiled then.
fn exits(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::ReturnStatement(_)
        | Statement::ThrowStatement(_)
        | Statement::BreakStatement(_)
        | Statement::ContinueStatement(_) => true,
        Statement::BlockStatement(it) => it.body.iter().any(exits),
        Statement::IfStatement(it) => exits(&it.consequent) && it.alternate.as_ref().is_some_and(exits),
        _ => false,
    }
}

/// Whether a statement does something where it is: functions and imports are hoisted.
fn runs_in_place(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::EmptyStatement(_)
        | Statement::FunctionDeclaration(_)
        | Statement::ImportDeclaration(_)
        | Statement::TSInterfaceDeclaration(_)
        | Statement::TSTypeAliasDeclaration(_)
        | Statement::ExportAllDeclaration(_)
        | Statement::ExportNamedDeclaration(_) => false,
        Statement::ExportDeclaration(it) => !matches!(
            &it.declaration,
            Declaration::FunctionDeclaration(_)
                | Declaration::TSTypeAliasDeclaration(_)
                | Declaration::TSInterfaceDeclaration(_)
        ),
        Statement::ExportDefaultDeclaration(it) => {
            !matches!(&it.declaration, ExportDefaultDeclarationKind::FunctionDeclaration(_))
        }
        _ => true,
    }
}
