//! The imports and exports of one source.

use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Parser;
use oxc_span::SourceType;
use serde_json::{Value, json};

use super::{imports, source_type_of};
use crate::diagnostic::Diagnostic;

/// Looks at the imports and exports of a source.
///
/// # Returns
/// `{ "imports": [{ "path", "kind" }], "exports": [name] }`: the imports in the order of the source, the names sorted.
///
/// # Errors
/// Syntax errors.
pub fn scan(source: &str, loader: &str) -> Result<Value, Vec<Diagnostic>> {
    brio_transform::with_large_stack(source, || scanned(source, loader))
}

fn scanned(source: &str, loader: &str) -> Result<Value, Vec<Diagnostic>> {
    let name = format!("input.{loader}");
    let allocator = Allocator::default();
    let parsed =
        Parser::new(&allocator, source, source_type_of(source, SourceType::from_path(&name).unwrap_or_default()))
            .parse();
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
    scan.exports.sort();
    Ok(json!({ "imports": scan.imports, "exports": scan.exports }))
}

/// The names of the exports of a source. Those that `export *` adds are not known.
pub(crate) fn exports_of(source: &str, file_name: &str) -> Vec<String> {
    let allocator = Allocator::default();
    let parsed =
        Parser::new(&allocator, source, source_type_of(source, SourceType::from_path(file_name).unwrap_or_default()))
            .parse();
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
        self.imports.push(json!({ "path": path, "kind": kind }));
    }
}

impl<'a> Visit<'a> for Scan {
    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        if !it.import_kind.is_type() && !imports::is_only_types(it) {
            self.import(it.source.value.as_str(), "import-statement");
        }
    }

    fn visit_export_from_declaration(&mut self, it: &ExportFromDeclaration<'a>) {
        if it.export_kind.is_type() || imports::exports_only_types(it) {
            return;
        }
        self.import(it.source.value.as_str(), "import-statement");
        let values = it.specifiers.iter().filter(|specifier| !specifier.export_kind.is_type());
        self.exports.extend(values.map(|specifier| specifier.exported.name().to_string()));
    }

    fn visit_export_all_declaration(&mut self, it: &ExportAllDeclaration<'a>) {
        if it.export_kind.is_type() {
            return;
        }
        self.import(it.source.value.as_str(), "import-statement");
        self.exports.extend(it.exported.iter().map(|exported| exported.name().to_string()));
    }

    fn visit_export_named_declaration(&mut self, it: &ExportNamedDeclaration<'a>) {
        let values = it.specifiers.iter().filter(|specifier| !specifier.export_kind.is_type());
        let values = values.filter(|_| !it.export_kind.is_type());
        self.exports.extend(values.map(|specifier| specifier.exported.name().to_string()));
    }

    fn visit_export_declaration(&mut self, it: &ExportDeclaration<'a>) {
        match &it.declaration {
            declaration if declaration.declare() => {}
            Declaration::VariableDeclaration(variables) => {
                let bindings = variables.declarations.iter().flat_map(|one| one.id.get_binding_identifiers());
                self.exports.extend(bindings.map(|binding| binding.name.to_string()));
            }
            Declaration::FunctionDeclaration(function) => {
                self.exports.extend(function.id.iter().map(|id| id.name.to_string()));
            }
            Declaration::ClassDeclaration(class) => self.exports.extend(class.id.iter().map(|id| id.name.to_string())),
            Declaration::TSEnumDeclaration(one) => self.exports.push(one.id.name.to_string()),
            Declaration::TSNamespaceDeclaration(one) => self.exports.push(one.id.name.to_string()),
            Declaration::TSImportEqualsDeclaration(one) => self.exports.push(one.id.name.to_string()),
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
        let source = it.arguments.first().and_then(|argument| match argument {
            Argument::StringLiteral(source) => Some(source.value.as_str()),
            Argument::TemplateLiteral(template) => template.single_quasi().map(|text| text.as_str()),
            _ => None,
        });
        match source {
            Some(source) if it.callee.is_specific_id("require") => self.import(source, "require-call"),
            Some(source) if it.callee.is_specific_member_access("require", "resolve") => {
                self.import(source, "require-resolve");
            }
            _ => {}
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_ts_import_equals_declaration(&mut self, it: &TSImportEqualsDeclaration<'a>) {
        if let TSModuleReference::ExternalModuleReference(module) = &it.module_reference
            && !it.import_kind.is_type()
        {
            self.import(module.expression.value.as_str(), "require-call");
        }
    }
}
