//! Carries the asynchronous context (`AsyncLocalStorage`) over `await`, for which the engine has no hook.
//!
//! `$a` is the cell of the current frame: `await x` becomes `/*$*/$a.g(await /*$*/$a.w(x/*$*/,$f=$a.f),$f)`, which
//! reads the frame when the function is suspended and restores it when the function resumes (`$f`: `frames.rs`). A
//! rejection skips that call, so a `try` with an `await` in it becomes `{const
//! $s=$a.f;try{…}catch(e){$a.f=$s;…}finally{$a.f=$s;…}/*$*/}`; `for await` restores the frame for each iteration and
//! after the last. The comments allow `Function.prototype.toString` to remove the additions.
//!
//! `new Promise(x)` becomes `/*$*/$a.p(new Promise(/*$*/$a.e(x/*$*/))/*$*/)`: the engine calls the `then` of a thenable
//! that is passed to `resolve` later, and does not report where a promise is rejected.
//!
//! The iterable of `for await` and of `yield*` in asynchronous generators becomes `/*$*/$a.i(x/*$*/,$n=1)`: the engine
//! waits forever when a synchronous iterator without `return` yields a promise that rejects
//! (`internal:core/async/async_iteration`). The second argument is only evaluated (`$n`: `frames.rs`); a body with an
//! `await` in it ends with the same assignment, and so does what leads there: `{/*$*//*$*/;$n=1;continue;/*$*/}`.

use oxc_ast::ast::{
    Argument, AwaitExpression, CatchClause, Expression, ForOfStatement, ForStatementLeft, LabeledStatement,
    NewExpression, Statement, TryStatement,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};

use crate::edits::Place;

use super::combinators::Combined;
use super::continues;
use super::using::is_using;
use super::{Lowering, MARK, Target};

impl<'a> Lowering<'_, '_> {
    /// The name of the cell; `None` where the code has no access to it.
    pub(super) fn context_cell(&mut self) -> Option<String> {
        if self.options.target == Target::Script {
            return (!self.options.script.context.is_empty()).then(|| self.options.script.context.to_owned());
        }
        self.uses.awaits = true;
        Some(self.names.async_context())
    }

    pub(super) fn lower_await(&mut self, it: &AwaitExpression<'a>) {
        self.awaits += 1;
        let Some(cell) = self.context_cell() else {
            return walk::walk_await_expression(self, it);
        };
        let (opening, closing) = match self.frame_variable() {
            Some(frame) => {
                let combined = self.combined(it);
                let site = self.site_assignment_of(it.span, combined.combinator);
                let opening = if combined.reads_results { "l" } else { "g" };
                let Combined { restored, .. } = combined;
                (format!("{MARK}{cell}.{opening}("), format!("{MARK},{frame}={cell}.f{site}),{frame}{restored})"))
            }
            None => (format!("{cell}.r({cell}.f,"), format!("{MARK},{cell}.f))")),
        };
        self.edits.insert(it.span.start, opening);
        self.edits.insert(it.argument.span().start, format!("{MARK}{cell}.w("));
        walk::walk_await_expression(self, it);
        self.edits.insert(it.span.end, closing);
    }

    /// Visits `new Promise(executor)`; false, without effect, for anything else.
    pub(super) fn lower_promise(&mut self, it: &NewExpression<'a>, is_callee: bool) -> bool {
        let Expression::Identifier(callee) = &it.callee else { return false };
        let [executor] = it.arguments.as_slice() else { return false };
        let is_plain = !is_callee && !self.options.builtin && !matches!(executor, Argument::SpreadElement(_));
        if callee.name != "Promise" || !is_plain || !self.is_free(callee) || self.binding_around(callee).is_some() {
            return false;
        }
        let Some(cell) = self.context_cell() else { return false };
        self.edits.insert(it.span.start, format!("{MARK}{cell}.p("));
        self.edits.insert(executor.span().start, format!("{MARK}{cell}.e("));
        self.visit_argument(executor);
        self.edits.insert(executor.span().end, format!("{MARK})"));
        self.edits.insert(it.span.end, format!("{MARK})"));
        true
    }

    pub(super) fn lower_try(&mut self, it: &TryStatement<'a>) {
        let before = self.awaits;
        let opening = self.edits.reserve(it.span.start);
        self.visit_block_statement(&it.block);
        let in_block = self.awaits > before;
        // An `await` may follow right after the brace, so the insertions are reserved before it is visited.
        let in_handler = it.handler.as_ref().map(|handler| {
            let place = in_block.then(|| self.edits.reserve(handler.body.span.start + 1));
            self.visit_catch_clause(handler);
            place.map(|place| (place, Some(&**handler)))
        });
        let in_finalizer = it.finalizer.as_ref().map(|finalizer| {
            let place = (self.awaits > before).then(|| self.edits.reserve(finalizer.span.start + 1));
            self.visit_block_statement(finalizer);
            place.map(|place| (place, None))
        });
        let places: Vec<(Place, Option<&CatchClause<'a>>)> =
            [in_handler, in_finalizer].into_iter().flatten().flatten().collect();
        if places.is_empty() {
            return;
        }
        let Some(cell) = self.context_cell() else {
            return;
        };
        let text = self.opening(&cell);
        self.edits.fill(opening, text);
        for (place, handler) in places {
            let mut text = self.putting_back(&cell);
            if let Some(handler) = handler {
                text.push_str(&self.report_of_caught(&cell, handler));
            }
            self.edits.fill(place, text);
        }
        self.edits.insert(it.span.end, format!("{MARK}}}"));
    }

    /// `for await`; `is_opened`: the block around it was opened before its labels.
    pub(super) fn lower_for_await(&mut self, it: &ForOfStatement<'a>, is_opened: bool) {
        self.awaits += 1;
        let labels = std::mem::take(&mut self.labels);
        let Some(cell) = self.context_cell() else {
            return walk::walk_for_of_statement(self, it);
        };
        if !is_opened {
            let text = self.opening(&cell);
            self.edits.insert(it.span.start, text);
        }
        let saved = self.names.saved_context();
        let (before_body, after_body) = match &it.body {
            Statement::BlockStatement(body) => (body.span.start + 1, ""),
            body => {
                self.edits.insert(body.span().start, format!("{{{MARK}"));
                (body.span().start, "}")
            }
        };
        self.visit_for_statement_left(&it.left);
        let site = self.iteration_site(bound_span(&it.left));
        self.visit_async_iterated(&it.right, &site);
        self.put_back(before_body, &cell);
        let awaits = self.awaits;
        self.visit_statement(&it.body);
        if self.awaits > awaits && !site.is_empty() {
            // The loop waits for its next value again.
            let at = if after_body.is_empty() { it.span.end - 1 } else { it.span.end };
            self.edits.insert(at, format!("{MARK};{};", &site[1..]));
            for span in continues::of_loop(&it.body, &labels) {
                self.edits.insert(span.start, format!("{{{MARK}{MARK};{};", &site[1..]));
                self.edits.insert(span.end, format!("{MARK}}}"));
            }
        }
        let after = if after_body.is_empty() { String::new() } else { format!("{MARK}{after_body}") };
        self.edits.insert(it.span.end, format!("{after}{cell}.f={saved};{MARK}}}"));
    }

    /// The assignment of the position at which a function waits for the values of an iterable.
    pub(super) fn iteration_site(&mut self, span: Span) -> String {
        let site = self.site_assignment(span);
        if !site.is_empty() {
            self.frame_variable();
        }
        site
    }

    /// Visits an asynchronously iterated expression; `site`: see `iteration_site`.
    pub(super) fn visit_async_iterated(&mut self, iterated: &Expression<'a>, site: &str) {
        let Some(cell) = self.context_cell() else {
            return self.visit_expression(iterated);
        };
        // The mark also separates the name from the word before it: `of[1]`.
        self.edits.insert(iterated.span().start, format!("{MARK}{cell}.i("));
        self.visit_expression(iterated);
        self.edits.insert(iterated.span().end, format!("{MARK}{site})"));
    }

    /// Visits a labelled statement. A label belongs to its loop, so the block of a `for await` encloses both.
    pub(super) fn lower_labeled(&mut self, it: &LabeledStatement<'a>) {
        let mut body = &it.body;
        let mut labels = vec![it.label.name.to_string()];
        while let Statement::LabeledStatement(inner) = body {
            labels.push(inner.label.name.to_string());
            body = &inner.body;
        }
        if !self.is_for_await_opened
            && let Statement::ForOfStatement(each) = body
            && each.r#await
            && !is_using(each)
            && let Some(cell) = self.context_cell()
        {
            let text = self.opening(&cell);
            self.edits.insert(it.span.start, text);
            self.is_for_await_opened = true;
            self.labels = labels;
        }
        walk::walk_labeled_statement(self, it);
    }

    fn opening(&self, cell: &str) -> String {
        format!("{{const {}={cell}.f;", self.names.saved_context())
    }

    fn put_back(&mut self, at: u32, cell: &str) {
        let text = self.putting_back(cell);
        self.edits.insert(at, text);
    }

    fn putting_back(&self, cell: &str) -> String {
        format!("{cell}.f={};", self.names.saved_context())
    }
}

/// The span of what a loop binds, where V8 says that it waits.
pub(super) fn bound_span(left: &ForStatementLeft<'_>) -> Span {
    match left {
        ForStatementLeft::VariableDeclaration(variable) => {
            variable.declarations.first().map_or(variable.span, |declarator| declarator.id.span())
        }
        _ => left.span(),
    }
}
