//! Early errors of modules that neither the parser nor the scope analysis reports (ECMA-262 §16.2.1.1).

use oxc_ast::ast::{Declaration, ModuleDeclaration, ModuleExportName, Program, Statement, WithClauseKeyword};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};

use crate::diagnostic::SourceError;

pub(crate) fn check_module(program: &Program<'_>, scoping: &Scoping) -> Vec<SourceError> {
    let mut errors = Vec::new();
    for statement in &program.body {
        let Statement::ExportNamedDeclaration(export) = statement else {
            continue;
        };
        if export.export_kind.is_type() {
            continue;
        }
        for specifier in &export.specifiers {
            let ModuleExportName::IdentifierReference(local) = &specifier.local else {
                continue;
            };
            let declared = scoping.find_binding(scoping.root_scope_id(), local.name).is_some();
            if !declared && !specifier.export_kind.is_type() {
                errors.push(SourceError::new(format!("Export '{}' is not defined in module", local.name), local.span));
            }
        }
    }
    errors
}

/// The keyword `assert` before import attributes, which an early version of the proposal had.
pub(crate) fn find_assertion(source: &str, program: &Program<'_>) -> Option<SourceError> {
    program.body.iter().filter_map(Statement::as_module_declaration).find_map(|declaration| {
        let clause = match declaration {
            ModuleDeclaration::ImportDeclaration(import) => import.with_clause.as_deref(),
            ModuleDeclaration::ExportFromDeclaration(export) => export.with_clause.as_deref(),
            ModuleDeclaration::ExportAllDeclaration(export) => export.with_clause.as_deref(),
            _ => None,
        }?;
        if clause.keyword != WithClauseKeyword::Assert {
            return None;
        }
        // The clause begins behind its keyword.
        let before = source.get(..clause.span.start as usize)?;
        let start = before.rfind("assert").map_or(clause.span.start, |start| start as u32);
        Some(SourceError::new("Unexpected identifier 'assert'", Span::sized(start, "assert".len() as u32)))
    })
}

/// The TypeScript parser accepts `import` and `export` in a `.cts` file; only what is erased is allowed there.
pub(crate) fn check_common_js(program: &Program<'_>) -> Vec<SourceError> {
    if !program.source_type.is_typescript() {
        return Vec::new();
    }
    let first = program.body.iter().filter_map(Statement::as_module_declaration).find_map(|declaration| {
        let keyword = match declaration {
            ModuleDeclaration::ImportDeclaration(import) if !import.import_kind.is_type() => "import",
            ModuleDeclaration::ExportDeclaration(export) if !is_erased(&export.declaration) => "export",
            ModuleDeclaration::ExportNamedDeclaration(export) if !export.export_kind.is_type() => "export",
            ModuleDeclaration::ExportFromDeclaration(export) if !export.export_kind.is_type() => "export",
            ModuleDeclaration::ExportAllDeclaration(export) if !export.export_kind.is_type() => "export",
            ModuleDeclaration::ExportDefaultDeclaration(_) => "export",
            _ => return None,
        };
        let message = format!("Cannot use {keyword} statement outside a module");
        Some(SourceError::new(message, declaration.span()))
    });
    first.into_iter().collect()
}

fn is_erased(declaration: &Declaration<'_>) -> bool {
    // `export import a = require()` is TypeScript's own CommonJS form.
    matches!(declaration, Declaration::TSImportEqualsDeclaration(_))
        || crate::type_stripping::is_type_only_declaration(declaration)
}
