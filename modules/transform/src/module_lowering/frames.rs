//! Where asynchronous functions store the frame across an `await`, and what they return.
//!
//! `$f` is a variable of the function, declared before its first statement: `await x` reads the frame after `x` was
//! evaluated, which may have changed it (`enterWith` in the part of a called function before its first `await`).
//! `return x` becomes `return /*$*/$a.t(x/*$*/)`, as do expression bodies: the engine calls the `then` of a thenable
//! later, in whatever frame is current at that time.
//!
//! `$n` is the position of the `await` at which the function was suspended last. A function with both variables is
//! `let $f,$n;try{/*$*/…/*$*/}catch($x){throw $a.x($x,$n)}`, and a `catch` clause around an `await` begins with
//! `$a.x(error,$n,1);`: the engine has no asynchronous stack frames, so an error gets one for each function that it
//! leaves (`internal:core/stack/async_frames`). `$q` is the argument of the `Promise.all` or `Promise.any` that the function
//! waits for (`combinators.rs`). The code of an ES module stores the position in the module's context
//! (`$m.n`), where the loader finds it when the module fails.

use oxc_ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, BindingPattern, CatchClause, Expression, FunctionBody,
    LabeledStatement, ReturnStatement, Statement,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};

use crate::edits::Place;
use crate::output::Location;

use super::combinators::Combinator;
use super::{Lowering, MARK, Target};

/// The function around the current node.
#[derive(Clone, Copy, Default)]
pub(super) struct Around {
    is_async: bool,
    /// `$f` can be declared.
    has_variable: bool,
    uses_variable: bool,
    /// What rejects passes through `$a.x`, and `$n` is declared.
    has_site: bool,
    /// `$q` is declared, or the module's context has the promises: `$m.q`.
    has_inputs: bool,
    /// The code is that of an ES module, whose context has the position: `$m.n`.
    is_module: bool,
}

impl Around {
    /// Code outside of functions.
    pub(super) fn top_level(target: Target) -> Self {
        let is_module = target == Target::EsModule;
        Self { has_variable: is_module, is_module, ..Self::default() }
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
        let has_site = self.reports_rejections() && !self.redeclares_functions(body);
        let around = std::mem::replace(
            &mut self.around,
            Around { is_async, has_variable: first.is_some(), has_site, ..Around::default() },
        );
        let yields_around = std::mem::take(&mut self.yields);
        visit(self);
        let yields = std::mem::replace(&mut self.yields, yields_around);
        if self.has_used_site() {
            self.reset_site_in(yields);
            let text = format!("let {};try{{{MARK}", self.variables());
            self.declare(declaration, &text);
            let closing = self.rejection();
            self.edits.insert(body.span.end - 1, closing);
        } else {
            self.declare(declaration, &format!("let {};{MARK}", self.names.frame()));
        }
        self.around = around;
    }

    /// The same for an arrow function with an expression body. `is_bare`: nothing else is inserted around it.
    fn inside_expression(&mut self, body: &ArrowFunctionBody<'a>, is_bare: bool, visit: impl FnOnce(&mut Self)) {
        let span = body.span();
        let declaration = is_bare.then(|| self.edits.reserve(span.start));
        let has_site = is_bare && self.reports_rejections();
        let around = std::mem::replace(
            &mut self.around,
            Around { is_async: true, has_variable: is_bare, has_site, ..Around::default() },
        );
        let result = body.as_expression().and_then(|expression| self.result_opening(expression));
        if let Some(opening) = &result {
            self.edits.insert(span.start, opening.clone());
        }
        visit(self);
        if result.is_some() {
            self.edits.insert(span.end, format!("{MARK})"));
        }
        if self.has_used_site() {
            let text = format!("{{let {};try{{return({MARK}", self.variables());
            self.declare(declaration, &text);
            let closing = format!("{MARK}){}{MARK}}}", self.rejection());
            self.edits.insert(span.end, closing);
        } else if self.around.uses_variable {
            self.declare(declaration, &format!("{{let {};return({MARK}", self.names.frame()));
            self.edits.insert(span.end, format!("{MARK}){MARK}}}"));
        }
        self.around = around;
    }

    /// Whether errors get frames for the functions that they leave: not in builtins, which stacks do not show.
    fn reports_rejections(&self) -> bool {
        !self.options.builtin
    }

    fn has_used_site(&self) -> bool {
        self.around.has_site && self.around.uses_variable
    }

    /// Whether a function of the body has the name of another one, of a variable or of a parameter. In a block, where
    /// functions are lexical, that would be an error or another binding.
    fn redeclares_functions(&self, body: &FunctionBody<'a>) -> bool {
        body.statements.iter().any(|statement| match statement {
            Statement::FunctionDeclaration(it) => it
                .id
                .as_ref()
                .and_then(|id| id.symbol_id.get())
                .is_none_or(|symbol| !self.scoping.symbol_redeclarations(symbol).is_empty()),
            // It may not be in a block of strict code.
            Statement::LabeledStatement(it) => is_labelled_function(it),
            _ => false,
        })
    }

    /// The end of the `try` around a function's statements.
    fn rejection(&mut self) -> String {
        let (thrown, site) = (self.names.thrown(), self.names.site());
        let cell = self.context_cell().unwrap_or_default();
        let inputs = if self.around.has_inputs { format!(",0,{}", self.names.inputs()) } else { String::new() };
        format!("{MARK}}}catch({thrown}){{throw {cell}.x({thrown},{site}{inputs})}}")
    }

    /// The variables of a function that stores positions.
    fn variables(&self) -> String {
        let (frame, site) = (self.names.frame(), self.names.site());
        if self.around.has_inputs {
            format!("{frame},{site},{}", self.names.inputs())
        } else {
            format!("{frame},{site}")
        }
    }

    /// The variable or property with the promises that a function waits for; None where positions are not needed.
    pub(super) fn inputs_place(&mut self) -> Option<String> {
        self.around.has_inputs |= self.around.has_site || self.stores_site_in_module();
        self.around.has_inputs.then(|| self.inputs())
    }

    fn inputs(&self) -> String {
        match self.stores_site_in_module() {
            true => format!("{}.q", self.names.context()),
            false => self.names.inputs(),
        }
    }

    /// What records the position of an `await` when the function is suspended there; empty where that is not needed.
    pub(super) fn site_assignment(&mut self, span: Span) -> String {
        self.site_assignment_of(span, Combinator::None)
    }

    /// The same for an `await` of what a combinator of promises returns.
    pub(super) fn site_assignment_of(&mut self, span: Span, combinator: Combinator) -> String {
        let Some(place) = self.site_place() else { return String::new() };
        let Location { mut line, mut column, .. } = self.location(span);
        if let Some(map) = &self.positions {
            (line, column) = map.lookup(line, column, 0);
        }
        // `internal:core/stack/async_frames` splits it.
        let position = ((combinator as u64) << 48) | (u64::from(line) << 16) | u64::from(column.min(0xFFFF));
        format!(",{place}={position}")
    }

    /// The variable or property with the position; None where positions are not needed. Bun shows no frames of modules.
    pub(super) fn site_place(&self) -> Option<String> {
        if self.stores_site_in_module() {
            return Some(format!("{}.n", self.names.context()));
        }
        self.around.has_site.then(|| self.names.site())
    }

    fn stores_site_in_module(&self) -> bool {
        self.around.is_module && self.reports_rejections() && !self.options.bun
    }

    /// What reports an error at the start of a `catch` clause.
    pub(super) fn report_of_caught(&self, cell: &str, clause: &CatchClause<'a>) -> String {
        let site = self.site_place().filter(|_| self.around.uses_variable);
        match (clause.param.as_ref().map(|param| &param.pattern), site) {
            (Some(BindingPattern::BindingIdentifier(name)), Some(site)) => {
                let inputs = if self.around.has_inputs { format!(",{}", self.inputs()) } else { String::new() };
                format!("{cell}.x({},{site},1{inputs});", name.name)
            }
            _ => String::new(),
        }
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

fn is_labelled_function(labelled: &LabeledStatement<'_>) -> bool {
    match &labelled.body {
        Statement::LabeledStatement(inner) => is_labelled_function(inner),
        body => matches!(body, Statement::FunctionDeclaration(_)),
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
