//! `return` outside of functions: CommonJS has it, and an ES module that has it is not one. Rolldown writes it as it is.

use std::path::Path;

use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_ast_visit::Visit;
use oxc_parser::{ParseOptions, Parser};
use oxc_semantic::ScopeFlags;
use oxc_span::{SourceType, Span};

use crate::diagnostic::{Diagnostic, shown_path};
use crate::resolution::without_query;

const MESSAGE: &str = "an ES module cannot return at its top level";

/// The report about a module that does it.
pub(crate) fn report(id: &str, directory: &Path) -> Diagnostic {
    let path = without_query(id);
    let shown = shown_path(path, directory);
    let source = std::fs::read_to_string(path).unwrap_or_default();
    match first(&source, path) {
        Some(place) => Diagnostic::at(true, MESSAGE, &shown, &source, place.start as usize, place.end as usize),
        None => Diagnostic::new(true, format!("{MESSAGE}: {shown}")),
    }
}

/// The first `return` outside of functions.
fn first(source: &str, path: &str) -> Option<Span> {
    let allocator = Allocator::default();
    let options = ParseOptions { allow_return_outside_function: true, ..ParseOptions::default() };
    let source_type = SourceType::from_path(path).unwrap_or_default();
    let parsed = Parser::new(&allocator, source, source_type).with_options(options).parse();
    first_of(&parsed.program)
}

fn first_of(program: &Program<'_>) -> Option<Span> {
    let mut finder = Finder::default();
    finder.visit_program(program);
    finder.found
}

/// Whether a program has one, and does not await outside of functions.
pub(crate) fn is_synchronous(program: &Program<'_>) -> bool {
    let mut finder = Finder::default();
    finder.visit_program(program);
    finder.found.is_some() && !finder.awaits
}

#[derive(Default)]
struct Finder {
    found: Option<Span>,
    awaits: bool,
}

impl<'a> Visit<'a> for Finder {
    fn visit_return_statement(&mut self, it: &ReturnStatement<'a>) {
        self.found.get_or_insert(it.span);
    }

    fn visit_await_expression(&mut self, _: &AwaitExpression<'a>) {
        self.awaits = true;
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_return_outside_of_functions_is_found() {
        let source = "const f = () => { return 1; }; function g() { return 2; } if (f()) return 3; export { g };";
        let place = first(source, "a.js").expect("there is one");
        assert_eq!(&source[place.start as usize..place.end as usize], "return 3;");
        assert_eq!(first("export const f = () => 1;", "a.js"), None);
    }
}
