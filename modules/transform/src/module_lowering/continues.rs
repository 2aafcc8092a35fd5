//! The `continue` statements of a loop.

use oxc_ast::ast::{
    ArrowFunctionExpression, Class, ContinueStatement, DoWhileStatement, ForInStatement, ForOfStatement, ForStatement,
    Function, Statement, WhileStatement,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::Span;
use oxc_syntax::scope::ScopeFlags;

/// The statements in the body of a loop that continue it: without a label, or with one of `labels`.
pub(super) fn of_loop(body: &Statement<'_>, labels: &[String]) -> Vec<Span> {
    let mut finder = Finder { labels, inner_loops: 0, found: Vec::new() };
    finder.visit_statement(body);
    finder.found
}

struct Finder<'l> {
    labels: &'l [String],
    /// How many loops in the body are around the current node.
    inner_loops: u32,
    found: Vec<Span>,
}

impl Finder<'_> {
    fn inside_loop(&mut self, walk: impl FnOnce(&mut Self)) {
        self.inner_loops += 1;
        walk(self);
        self.inner_loops -= 1;
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_continue_statement(&mut self, it: &ContinueStatement<'a>) {
        let is_ours = match &it.label {
            Some(label) => self.labels.iter().any(|known| *known == *label.name),
            None => self.inner_loops == 0,
        };
        if is_ours {
            self.found.push(it.span);
        }
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        self.inside_loop(|finder| walk::walk_for_statement(finder, it));
    }

    fn visit_for_in_statement(&mut self, it: &ForInStatement<'a>) {
        self.inside_loop(|finder| walk::walk_for_in_statement(finder, it));
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.inside_loop(|finder| walk::walk_for_of_statement(finder, it));
    }

    fn visit_while_statement(&mut self, it: &WhileStatement<'a>) {
        self.inside_loop(|finder| walk::walk_while_statement(finder, it));
    }

    fn visit_do_while_statement(&mut self, it: &DoWhileStatement<'a>) {
        self.inside_loop(|finder| walk::walk_do_while_statement(finder, it));
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}

    fn visit_class(&mut self, _: &Class<'a>) {}
}
