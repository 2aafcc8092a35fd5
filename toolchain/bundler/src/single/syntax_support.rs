//! The functions that lowered code calls, in a source by itself: only those that it uses.

use brio_transform::HELPERS_SOURCE;
use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_codegen::{Codegen, CodegenOptions};
use oxc_parser::Parser;
use oxc_span::{GetSpan, SourceType};

/// The variable that lowered code has for them.
const NAME: &str = "babelHelpers";
/// Functions that use each other.
const TOGETHER: &[&str] = &["keep", "kept"];

/// The code, with the functions that it uses before it.
pub(super) fn with_used(code: String) -> String {
    if !code.contains(NAME) {
        return code;
    }
    let is_used = |name: &str| {
        let is_called = |name: &str| code.contains(&format!("{NAME}.{name}("));
        is_called(name) || (TOGETHER.contains(&name) && TOGETHER.iter().any(|other| is_called(other)))
    };
    let declaration = format!("const {NAME} = {};\n", source_of(is_used));
    let start = if code.starts_with("#!") { code.find('\n').map_or(code.len(), |end| end + 1) } else { 0 };
    format!("{}{declaration}{}", &code[..start], &code[start..])
}

/// An object of the functions whose names fit.
fn source_of(is_used: impl Fn(&str) -> bool) -> String {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, HELPERS_SOURCE, SourceType::mjs()).parse();
    let object = parsed.program.body.iter().find_map(|statement| match statement {
        Statement::ExpressionStatement(statement) => match statement.expression.get_inner_expression() {
            Expression::ObjectExpression(object) => Some(object),
            _ => None,
        },
        _ => None,
    });
    let members = object.iter().flat_map(|object| object.properties.iter());
    let used = members.filter(|member| match member {
        ObjectPropertyKind::ObjectProperty(property) => property.key.static_name().is_some_and(|name| is_used(&name)),
        ObjectPropertyKind::SpreadProperty(_) => false,
    });
    let sources: Vec<&str> =
        used.map(|member| &HELPERS_SOURCE[member.span().start as usize..member.span().end as usize]).collect();
    compact(&format!("({{ {} }})", sources.join(", ")))
}

/// An expression in one line.
fn compact(source: &str) -> String {
    let allocator = Allocator::default();
    let program = Parser::new(&allocator, source, SourceType::mjs()).parse().program;
    let printed = Codegen::new().with_options(CodegenOptions::minify()).build(&program).code;
    printed.trim_end().trim_end_matches(';').to_owned()
}
