//! Makes the body of a builtin small: no comments, no white space, no dead branches. Names stay, because
//! stacks show them and the head refers to them.

use oxc_allocator::Allocator;
use oxc_codegen::{Codegen, CodegenOptions};
use oxc_minifier::{CompressOptions, Compressor};
use oxc_parser::{ParseOptions, Parser};
use oxc_span::SourceType;

use crate::output::ModuleKind;

/// The minified body, or `None` when it is no program by itself (half of a `try` stands in the head).
pub(crate) fn minify(allocator: &Allocator, body: &str, kind: ModuleKind) -> Option<String> {
    let source_type = match kind {
        ModuleKind::EsModule => SourceType::mjs(),
        ModuleKind::CommonJs => SourceType::cjs(),
    };
    let options = ParseOptions {
        preserve_parens: false,
        ..ParseOptions::default()
    };
    let parsed = Parser::new(allocator, body, source_type)
        .with_options(options)
        .parse();
    if parsed.panicked || parsed.diagnostics.has_errors() {
        return None;
    }
    let mut program = parsed.program;
    Compressor::new(allocator).build(&mut program, CompressOptions::safest());
    let printed = Codegen::new()
        .with_options(CodegenOptions::minify())
        .build(&program);
    Some(printed.code)
}
