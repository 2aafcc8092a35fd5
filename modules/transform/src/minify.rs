//! Minifies the body of a builtin: no comments, no white space, no dead branches. Names stay, because stack traces show
//! them and the head refers to them.

use oxc_allocator::Allocator;
use oxc_ast::ast::Statement;
use oxc_codegen::{Codegen, CodegenOptions};
use oxc_minifier::{CompressOptions, Compressor};
use oxc_parser::{ParseOptions, Parser};
use oxc_span::SourceType;

use crate::output::ModuleKind;

/// The minified body, or `None` when it does not parse by itself (half of a `try` is in the head).
///
/// `exports`: variables of the body that the head's getters read. The minifier would consider them unused.
pub(crate) fn minify(allocator: &Allocator, body: &str, kind: ModuleKind, exports: &[&str]) -> Option<String> {
    let source_type = match kind {
        ModuleKind::EsModule => SourceType::mjs(),
        ModuleKind::CommonJs => SourceType::cjs(),
    };
    let text = allocator.alloc_str(&with_exports(body, exports));
    let options = ParseOptions { preserve_parens: false, ..ParseOptions::default() };
    let parsed = Parser::new(allocator, text, source_type).with_options(options).parse();
    if parsed.panicked || parsed.diagnostics.has_errors() {
        return None;
    }
    let mut program = parsed.program;
    Compressor::new(allocator).build(&mut program, CompressOptions::safest());
    if !exports.is_empty() {
        let last = program.body.pop();
        assert!(
            matches!(last, Some(Statement::ExportNamedDeclaration(_))),
            "the compressor leaves exports where they are"
        );
    }
    let printed = Codegen::new().with_options(CodegenOptions::minify()).build(&program);
    Some(printed.code)
}

/// The body, followed by a statement that exports each of the variables, under arbitrary names.
fn with_exports(body: &str, exports: &[&str]) -> String {
    let mut text = body.to_owned();
    if !exports.is_empty() {
        text.push_str("\nexport{");
        for (index, local) in exports.iter().enumerate() {
            text.push_str(&format!("{local} as e{index},"));
        }
        text.push('}');
    }
    text
}
