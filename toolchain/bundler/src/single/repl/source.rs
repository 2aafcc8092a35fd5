//! The source of a REPL's line, before it becomes JavaScript.

use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_parser::Parser;
use oxc_span::{SourceType, Span};

use crate::single::imports::edited;

/// The source as a module that means what the line does. None when it stays.
pub(in crate::single) fn prepared(source: &str, source_type: SourceType) -> Option<String> {
    as_object(source, source_type).or_else(|| with_exported_enums(source, source_type))
}

/// The source as an expression in parentheses, where what looks like a block is an object.
fn as_object(source: &str, source_type: SourceType) -> Option<String> {
    let text = source.trim();
    if !text.starts_with('{') || text.ends_with(';') {
        return None;
    }
    // A comment can be the end of the text.
    let wrapped = format!("({text}\n)");
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, &wrapped, source_type).parse();
    let is_expression = matches!(parsed.program.body.as_slice(), [Statement::ExpressionStatement(_)]);
    (parsed.diagnostics.is_empty() && is_expression).then_some(wrapped)
}

/// The source with exports of its enums: others are left out where only their members are used, and later lines use them.
fn with_exported_enums(source: &str, source_type: SourceType) -> Option<String> {
    if !source_type.is_typescript() || !source.contains("enum") {
        return None;
    }
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, source_type).parse();
    if !parsed.diagnostics.is_empty() {
        return None;
    }
    let edit = |statement: &Statement<'_>| match statement {
        Statement::TSEnumDeclaration(one) if !one.declare => {
            Some((Span::new(one.span.start, one.span.start), "export ".to_owned()))
        }
        _ => None,
    };
    let edits: Vec<(Span, String)> = parsed.program.body.iter().filter_map(edit).collect();
    (!edits.is_empty()).then(|| edited(source, &edits))
}
