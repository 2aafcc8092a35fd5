//! Early errors of modules that the parser and the scope analysis leave to us (ECMA-262 §16.2.1.1).

use oxc_ast::ast::{ModuleExportName, Program, Statement};
use oxc_semantic::Scoping;

use crate::diagnostic::SourceError;

pub(crate) fn check_module(program: &Program<'_>, scoping: &Scoping) -> Vec<SourceError> {
    let mut errors = Vec::new();
    for statement in &program.body {
        let Statement::ExportNamedDeclaration(export) = statement else { continue };
        if export.export_kind.is_type() {
            continue;
        }
        for specifier in &export.specifiers {
            let ModuleExportName::IdentifierReference(local) = &specifier.local else { continue };
            let declared = scoping.find_binding(scoping.root_scope_id(), local.name).is_some();
            if !declared && !specifier.export_kind.is_type() {
                errors.push(SourceError::new(
                    format!("Export '{}' is not defined in module", local.name),
                    local.span,
                ));
            }
        }
    }
    errors
}
