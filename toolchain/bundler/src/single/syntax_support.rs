//! The functions that lowered code calls: in a source by itself only those that it uses, and as a module of bundles.

use brio_transform::HELPERS_SOURCE;
use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_codegen::{Codegen, CodegenOptions};
use oxc_parser::Parser;
use oxc_span::{SourceType, Span};

/// The variable that lowered code has for them.
pub(super) const NAME: &str = "babelHelpers";
/// Functions that use each other.
const TOGETHER: &[&str] = &["keep", "kept"];

/// The code, with the functions that it uses before it.
pub(super) fn with_used(code: String) -> String {
    if !code.contains(NAME) {
        return code;
    }
    let declaration = format!("const {NAME} = {};\n", used_by(&code));
    let start = if code.starts_with("#!") { code.find('\n').map_or(code.len(), |end| end + 1) } else { 0 };
    format!("{}{declaration}{}", &code[..start], &code[start..])
}

/// An object of the functions that a source uses, in one line.
pub(crate) fn used_by(code: &str) -> String {
    source_of(|name: &str| {
        let is_called = |name: &str| code.contains(&format!("{NAME}.{name}("));
        is_called(name) || (TOGETHER.contains(&name) && TOGETHER.iter().any(|other| is_called(other)))
    })
}

/// An object of the functions whose names fit.
fn source_of(is_used: impl Fn(&str) -> bool) -> String {
    let members = members();
    let sources: Vec<&str> =
        members.iter().filter(|(name, _)| is_used(name)).map(|(_, source)| source.as_str()).collect();
    compact(&format!("({{ {} }})", sources.join(", ")))
}

/// A module that exports each function, so that a bundle has those that it uses.
pub(crate) fn module() -> String {
    let function = |(_, source): (String, String)| {
        // Two functions share a property of one of them, which is the object's `this` there.
        format!("export function {}\n", source.replace("this.kept", "kept"))
    };
    members().into_iter().map(function).collect()
}

/// The methods of the object with all functions: their names and sources.
fn members() -> Vec<(String, String)> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, HELPERS_SOURCE, SourceType::mjs()).parse();
    let object = parsed.program.body.iter().find_map(|statement| match statement {
        Statement::ExpressionStatement(statement) => match statement.expression.get_inner_expression() {
            Expression::ObjectExpression(object) => Some(object),
            _ => None,
        },
        _ => None,
    });
    let properties = object.iter().flat_map(|object| object.properties.iter());
    let methods = properties.filter_map(|property| match property {
        ObjectPropertyKind::ObjectProperty(property) if property.method => Some(property),
        _ => None,
    });
    let source = |span: Span| HELPERS_SOURCE[span.start as usize..span.end as usize].to_owned();
    methods.filter_map(|method| Some((method.key.static_name()?.into_owned(), source(method.span)))).collect()
}

/// An expression in one line.
fn compact(source: &str) -> String {
    let allocator = Allocator::default();
    let program = Parser::new(&allocator, source, SourceType::mjs()).parse().program;
    let printed = Codegen::new().with_options(CodegenOptions::minify()).build(&program).code;
    printed.trim_end().trim_end_matches(';').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_module_exports_each_function_without_this() {
        let source = module();
        let allocator = Allocator::default();
        let parsed = Parser::new(&allocator, &source, SourceType::mjs()).parse();
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        assert_eq!(parsed.program.body.len(), members().len());
        assert!(source.contains("export function decorate(") && !source.contains("this."), "{source}");
    }
}
