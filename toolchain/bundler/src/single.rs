//! One source by itself: transformed without its imports, or looked at (`Bun.Transpiler`).

use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_codegen::{Codegen, CodegenOptions};
use oxc_minifier::{CompressOptions, MangleOptions, Minifier, MinifierOptions};
use oxc_parser::Parser;
use oxc_span::SourceType;
use rolldown_common::bundler_options::{EnhancedTransformOptions, TsconfigOption, enhanced_transform};
use serde_json::{Value, json};

use crate::diagnostic::{Diagnostic, Failures};
use crate::options::Options;

/// Transforms a source as a build would, and leaves its imports.
///
/// # Returns
/// `{ "code": … }`.
///
/// # Errors
/// Syntax errors.
pub fn transform(source: &str, loader: &str, options: &Options) -> Result<Value, Vec<Diagnostic>> {
    let name = format!("input.{loader}");
    let source_type = SourceType::from_path(&name).unwrap_or_default();
    let transform = EnhancedTransformOptions {
        source_type: Some(source_type),
        tsconfig: Some(TsconfigOption::Disabled),
        define: Some(options.define.clone()),
        ..EnhancedTransformOptions::default()
    };
    let result = enhanced_transform(&name, source, transform, false);
    if !result.errors.is_empty() {
        return Err(result
            .errors
            .iter()
            .map(|error| Diagnostic::from_engine(error, &options.directory, &Failures::default()))
            .collect());
    }
    let code = if options.minify.is_any() { minified(&result.code, options) } else { result.code };
    Ok(json!({ "code": code }))
}

/// The code, with the parts of minification that are requested.
pub(crate) fn minified(code: &str, options: &Options) -> String {
    let allocator = Allocator::default();
    let mut program = Parser::new(&allocator, code, SourceType::unambiguous()).parse().program;
    let minify = MinifierOptions {
        mangle: options.minify.identifiers.then(MangleOptions::default),
        mangle_properties: None,
        compress: options.minify.syntax.then(CompressOptions::smallest),
    };
    let scoping = Minifier::new(minify).minify(&allocator, &mut program).scoping;
    let print = match options.minify.whitespace {
        true => CodegenOptions::minify(),
        false => CodegenOptions::default(),
    };
    Codegen::new().with_options(print).with_scoping(scoping).build(&program).code
}

/// Looks at the imports and exports of a source.
///
/// # Returns
/// `{ "imports": [{ "path", "kind" }], "exports": [name] }`.
///
/// # Errors
/// Syntax errors.
pub fn scan(source: &str, loader: &str) -> Result<Value, Vec<Diagnostic>> {
    let name = format!("input.{loader}");
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, SourceType::from_path(&name).unwrap_or_default()).parse();
    let errors: Vec<Diagnostic> = parsed
        .diagnostics
        .iter()
        .map(|error| {
            let label = error.labels.iter().next();
            let start = label.map_or(0, |label| label.offset() as usize);
            let end = label.map_or(start, |label| label.offset() as usize + label.len() as usize);
            Diagnostic::at(true, &error.message, &name, source, start.min(source.len()), end.min(source.len()))
        })
        .collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut scan = Scan::default();
    scan.visit_program(&parsed.program);
    Ok(json!({ "imports": scan.imports, "exports": scan.exports }))
}

/// The names of the exports of a source. Those that `export *` adds are not known.
pub(crate) fn exports_of(source: &str, file_name: &str) -> Vec<String> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, SourceType::from_path(file_name).unwrap_or_default()).parse();
    let mut scan = Scan::default();
    scan.visit_program(&parsed.program);
    scan.exports
}

#[derive(Default)]
struct Scan {
    imports: Vec<Value>,
    exports: Vec<String>,
}

impl Scan {
    fn import(&mut self, path: &str, kind: &str) {
        let import = json!({ "path": path, "kind": kind });
        if !self.imports.contains(&import) {
            self.imports.push(import);
        }
    }
}

impl<'a> Visit<'a> for Scan {
    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        if !it.import_kind.is_type() {
            self.import(it.source.value.as_str(), "import-statement");
        }
    }

    fn visit_export_from_declaration(&mut self, it: &ExportFromDeclaration<'a>) {
        self.import(it.source.value.as_str(), "import-statement");
        self.exports.extend(it.specifiers.iter().map(|specifier| specifier.exported.name().to_string()));
    }

    fn visit_export_all_declaration(&mut self, it: &ExportAllDeclaration<'a>) {
        self.import(it.source.value.as_str(), "import-statement");
        self.exports.extend(it.exported.iter().map(|exported| exported.name().to_string()));
    }

    fn visit_export_named_declaration(&mut self, it: &ExportNamedDeclaration<'a>) {
        self.exports.extend(it.specifiers.iter().map(|specifier| specifier.exported.name().to_string()));
    }

    fn visit_export_declaration(&mut self, it: &ExportDeclaration<'a>) {
        match &it.declaration {
            Declaration::VariableDeclaration(variables) => {
                let bindings = variables.declarations.iter().flat_map(|one| one.id.get_binding_identifiers());
                self.exports.extend(bindings.map(|binding| binding.name.to_string()));
            }
            Declaration::FunctionDeclaration(function) => {
                self.exports.extend(function.id.iter().map(|id| id.name.to_string()));
            }
            Declaration::ClassDeclaration(class) => self.exports.extend(class.id.iter().map(|id| id.name.to_string())),
            _ => {}
        }
        walk::walk_export_declaration(self, it);
    }

    fn visit_export_default_declaration(&mut self, it: &ExportDefaultDeclaration<'a>) {
        self.exports.push("default".to_owned());
        walk::walk_export_default_declaration(self, it);
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        if let Expression::StringLiteral(source) = &it.source {
            self.import(source.value.as_str(), "dynamic-import");
        }
        walk::walk_import_expression(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if it.callee.is_specific_id("require")
            && let Some(Argument::StringLiteral(source)) = it.arguments.first()
        {
            self.import(source.value.as_str(), "require-call");
        }
        walk::walk_call_expression(self, it);
    }
}
