//! Variables of a REPL's line: their names, and the assignments that declarations become.

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use crate::single::imports::edited;

/// The names that a declaration declares, as a list in code. None without any.
pub(super) fn names(variables: &VariableDeclaration<'_>) -> Option<String> {
    let identifiers = variables.declarations.iter().flat_map(|one| one.id.get_binding_identifiers());
    let names: Vec<&str> = identifiers.map(|identifier| identifier.name.as_str()).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// Whether a declaration declares a name by itself.
pub(super) fn declares(variables: &VariableDeclaration<'_>, name: &str) -> bool {
    variables.declarations.iter().any(|one| one.id.get_identifier_name().is_some_and(|own| own == name))
}

/// An assignment for each variable of a declaration that has an initializer. One to an object pattern needs parentheses to be
/// a statement.
pub(super) fn assignments<'v>(
    code: &'v str,
    variables: &'v VariableDeclaration<'_>,
) -> impl Iterator<Item = String> + 'v {
    let text = |span: Span| &code[span.start as usize..span.end as usize];
    variables.declarations.iter().filter_map(move |one| {
        let value = one.init.as_ref()?;
        Some(format!("{} = {}", text(one.id.span()), text(value.span())))
    })
}

/// The names of each `var` in a statement, and the statement with assignments in their places.
pub(super) fn hoisted_of(code: &str, statement: &Statement<'_>) -> (Vec<String>, String) {
    let mut found = Declarations { code, names: Vec::new(), edits: Vec::new() };
    found.visit_statement(statement);
    let Span { start, end, .. } = statement.span();
    let text = edited(&code[..end as usize], &found.edits).split_off(start as usize);
    (found.names, text)
}

struct Declarations<'s> {
    code: &'s str,
    names: Vec<String>,
    edits: Vec<(Span, String)>,
}

impl Declarations<'_> {
    fn replace(&mut self, variables: &VariableDeclaration<'_>, new: String) {
        self.names.extend(names(variables));
        self.edits.push((variables.span, new));
    }

    fn assigned(&self, variables: &VariableDeclaration<'_>) -> String {
        assignments(self.code, variables).collect::<Vec<_>>().join(", ")
    }
}

impl<'a> Visit<'a> for Declarations<'_> {
    fn visit_variable_declaration(&mut self, variables: &VariableDeclaration<'a>) {
        if !variables.kind.is_var() {
            return;
        }
        let assigned = self.assigned(variables);
        self.replace(variables, if assigned.is_empty() { ";".to_owned() } else { format!("({assigned});") });
    }

    fn visit_for_statement_init(&mut self, init: &ForStatementInit<'a>) {
        if let ForStatementInit::VariableDeclaration(variables) = init
            && variables.kind.is_var()
        {
            let assigned = self.assigned(variables);
            self.replace(variables, assigned);
        }
    }

    fn visit_for_statement_left(&mut self, left: &ForStatementLeft<'a>) {
        if let ForStatementLeft::VariableDeclaration(variables) = left
            && variables.kind.is_var()
            && let [only] = variables.declarations.as_slice()
        {
            let Span { start, end, .. } = only.id.span();
            self.replace(variables, self.code[start as usize..end as usize].to_owned());
        }
    }

    // What functions and classes declare is their own, and no other expression declares something.
    fn visit_expression(&mut self, _: &Expression<'a>) {}
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
    fn visit_class(&mut self, _: &Class<'a>) {}
}

/// Whether a program awaits something outside its functions.
pub(super) fn awaits(program: &Program<'_>) -> bool {
    let mut found = Awaits(false);
    found.visit_program(program);
    found.0
}

struct Awaits(bool);

impl<'a> Visit<'a> for Awaits {
    fn visit_await_expression(&mut self, _: &AwaitExpression<'a>) {
        self.0 = true;
    }

    fn visit_for_of_statement(&mut self, statement: &ForOfStatement<'a>) {
        self.0 |= statement.r#await;
        walk::walk_for_of_statement(self, statement);
    }

    fn visit_variable_declaration(&mut self, variables: &VariableDeclaration<'a>) {
        self.0 |= variables.kind.is_await();
        walk::walk_variable_declaration(self, variables);
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}
