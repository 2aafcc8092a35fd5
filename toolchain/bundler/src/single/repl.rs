//! The code of a line of a REPL as a script: its declarations become global variables, so that later lines have them,
//! and its value is that of its last expression, also after a top-level `await`.

mod imports;
mod source;
mod variables;

use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_parser::Parser;
use oxc_span::{GetSpan, SourceType, Span};

use super::syntax_support;

pub(super) use source::prepared;

/// The code of a module in JavaScript as a script whose result is an object with the `value`, or a promise of one.
pub(super) fn script(code: &str) -> String {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, code, SourceType::mjs().with_jsx(true)).parse();
    if !parsed.diagnostics.is_empty() {
        return code.to_owned();
    }
    let mut line = Line { code, ..Line::default() };
    for statement in &parsed.program.body {
        line.add(statement);
    }
    line.is_async |= variables::awaits(&parsed.program);
    line.finish(&parsed.program.directives)
}

/// A statement of the result.
enum Step {
    Statement(String),
    /// Its value is the result when it is the last.
    Expression(String),
}

#[derive(Default)]
struct Line<'s> {
    code: &'s str,
    /// Names of global variables, a list for each declaration.
    hoisted: Vec<String>,
    steps: Vec<Step>,
    is_async: bool,
}

impl Line<'_> {
    fn text(&self, span: Span) -> &str {
        &self.code[span.start as usize..span.end as usize]
    }

    fn hoist(&mut self, name: &str) {
        self.hoisted.push(name.to_owned());
    }

    fn evaluate(&mut self, expression: String) {
        self.steps.push(Step::Expression(expression));
    }

    fn add(&mut self, statement: &Statement<'_>) {
        match statement {
            Statement::EmptyStatement(_) => {}
            Statement::ExpressionStatement(one) => self.evaluate(self.text(one.expression.span()).to_owned()),
            Statement::VariableDeclaration(variables) => self.add_variables(variables),
            Statement::FunctionDeclaration(function) => self.add_function(function),
            Statement::ClassDeclaration(class) => self.add_class(class),
            Statement::ImportDeclaration(import) => self.add_import(import),
            Statement::ExportDeclaration(export) => match &export.declaration {
                Declaration::VariableDeclaration(variables) => self.add_variables(variables),
                Declaration::FunctionDeclaration(function) => self.add_function(function),
                Declaration::ClassDeclaration(class) => self.add_class(class),
                _ => {}
            },
            // What a line exports are its own variables, which later lines have in any case.
            Statement::ExportNamedDeclaration(_) => {}
            Statement::ExportFromDeclaration(export) => self.load(&export.source, export.with_clause.as_deref()),
            Statement::ExportAllDeclaration(export) => self.load(&export.source, export.with_clause.as_deref()),
            Statement::ExportDefaultDeclaration(export) => self.add_default(&export.declaration),
            _ => self.add_other(statement),
        }
    }

    fn add_default(&mut self, declaration: &ExportDefaultDeclarationKind<'_>) {
        match declaration {
            ExportDefaultDeclarationKind::FunctionDeclaration(function) if function.id.is_some() => {
                self.add_function(function);
            }
            ExportDefaultDeclarationKind::ClassDeclaration(class) if class.id.is_some() => self.add_class(class),
            _ => self.evaluate(self.text(declaration.span()).to_owned()),
        }
    }

    fn add_variables(&mut self, variables: &VariableDeclaration<'_>) {
        // A resource belongs to the line that disposes of it, and the functions of lowered code to their line.
        if variables.kind.is_using() || variables::declares(variables, syntax_support::NAME) {
            let text = self.text(variables.span).to_owned();
            return self.steps.push(Step::Statement(text));
        }
        self.hoisted.extend(variables::names(variables));
        let assignments: Vec<String> = variables::assignments(self.code, variables).collect();
        self.steps.extend(assignments.into_iter().map(Step::Expression));
    }

    fn add_function(&mut self, function: &Function<'_>) {
        let Some(id) = &function.id else { return };
        let text = self.text(function.span).to_owned();
        self.hoist(&id.name);
        self.steps.push(Step::Statement(format!("this.{0} = {0};\n{text}", id.name)));
    }

    fn add_class(&mut self, class: &Class<'_>) {
        let Some(id) = &class.id else { return };
        self.hoist(&id.name);
        self.evaluate(format!("{} = {}", id.name, self.text(class.span)));
    }

    /// A statement with other statements in it, whose `var` is of the whole line.
    fn add_other(&mut self, statement: &Statement<'_>) {
        let (names, text) = variables::hoisted_of(self.code, statement);
        self.hoisted.extend(names);
        self.steps.push(Step::Statement(text));
    }

    fn finish(mut self, directives: &[Directive<'_>]) -> String {
        let mut body: String = directives.iter().map(|one| self.text(one.span).to_owned() + "\n").collect();
        if let (true, Some(last)) = (self.steps.is_empty(), directives.last()) {
            body.clear();
            self.evaluate(self.text(last.expression.span).to_owned());
        }
        if self.steps.is_empty() && self.hoisted.is_empty() {
            return String::new();
        }
        let last = self.steps.len().saturating_sub(1);
        for (index, step) in self.steps.iter().enumerate() {
            body += &match step {
                Step::Statement(text) => format!("{text}\n"),
                Step::Expression(text) if index == last => format!("return {{ __proto__: null, value: ({text}) }};\n"),
                // What printing does not need of the parentheses it leaves out.
                Step::Expression(text) => format!("({text});\n"),
            };
        }
        let variables: String = self.hoisted.iter().map(|names| format!("var {names};\n")).collect();
        let start = if self.is_async { "async " } else { "" };
        format!("{variables}({start}() => {{\n{body}}})();\n")
    }
}
