//! Import declarations: requests, bindings, and their removal from the source.

use oxc_ast::ast::BindingIdentifier;
use oxc_ast::ast::{
    ImportAttributeKey, ImportDeclaration, ImportDeclarationSpecifier, ImportPhase, ModuleExportName, Program,
    Statement, StringLiteral, WithClause,
};
use oxc_span::Span;
use oxc_syntax::symbol::SymbolFlags;

use super::{ImportedBinding, Lowering};
use crate::output::{Import, ImportName, Phase, Request};

/// Builtins that other builtins need only for errors and rare cases: they are evaluated when one of their exports is
/// first used, however they are imported. Most programs never pay for them.
const ON_DEMAND: [&str; 6] = [
    "internal:core/errors",
    "internal:core/validators",
    "internal:core/process/warn",
    "internal:core/util/inspect",
    "internal:core/util/types",
    "web:dom_exception",
];

impl Lowering<'_, '_> {
    /// Collects all requests in source order, before any reference is visited: imports are hoisted.
    pub(super) fn collect_imports(&mut self, program: &Program<'_>) {
        for statement in &program.body {
            match statement {
                Statement::ImportDeclaration(declaration) => self.collect_import(declaration),
                Statement::ExportFromDeclaration(export) if !export.export_kind.is_type() => {
                    self.request(&export.source, export.with_clause.as_deref(), Phase::Evaluation);
                }
                Statement::ExportAllDeclaration(export) if !export.export_kind.is_type() => {
                    self.request(&export.source, export.with_clause.as_deref(), Phase::Evaluation);
                }
                _ => {}
            }
        }
    }

    fn collect_import(&mut self, declaration: &ImportDeclaration<'_>) {
        self.edits.blank_statement(declaration.span.start, declaration.span.end);
        if declaration.import_kind.is_type() {
            return;
        }
        let deferred = declaration.phase == Some(ImportPhase::Defer)
            || (self.options.builtin && ON_DEMAND.contains(&declaration.source.value.as_str()));
        let phase = match declaration.phase {
            _ if deferred => Phase::Defer,
            Some(ImportPhase::Source) => Phase::Source,
            _ => Phase::Evaluation,
        };
        let specifiers = declaration.specifiers.as_ref().map_or(&[][..], |specifiers| &specifiers[..]);
        let kept: Vec<_> = specifiers.iter().filter(|specifier| self.is_kept(specifier)).collect();
        let elided = kept.is_empty() && !specifiers.is_empty() && self.options.elide_types;
        if elided {
            return;
        }
        let request = self.request(&declaration.source, declaration.with_clause.as_deref(), phase);
        for specifier in kept {
            match specifier {
                ImportDeclarationSpecifier::ImportSpecifier(one) => {
                    let name = export_name(&one.imported).to_owned();
                    self.bind(request, deferred, Some(name), &one.local, one.span);
                }
                ImportDeclarationSpecifier::ImportDefaultSpecifier(one) => {
                    self.bind(request, deferred, Some("default".to_owned()), &one.local, one.span);
                }
                ImportDeclarationSpecifier::ImportNamespaceSpecifier(one) => {
                    self.bind(request, deferred, None, &one.local, one.span);
                }
            }
        }
    }

    /// Whether an imported name exists at run time: in TypeScript, a name that only types use does not.
    fn is_kept(&self, specifier: &ImportDeclarationSpecifier<'_>) -> bool {
        if let ImportDeclarationSpecifier::ImportSpecifier(one) = specifier
            && one.import_kind.is_type()
        {
            return false;
        }
        if !self.options.elide_types {
            return true;
        }
        let symbol = specifier.local().symbol_id.get().expect("the scope analysis visited this binding");
        // The module may declare a value of that name, too: then the imported name is a type.
        let is_own_value = |flags: SymbolFlags| flags.intersects(SymbolFlags::Value) && !flags.is_ambient();
        let has_own_value =
            self.scoping.symbol_redeclarations(symbol).iter().any(|declared| is_own_value(declared.flags));
        !has_own_value && self.scoping.get_resolved_references(symbol).any(|reference| reference.is_value())
    }

    fn bind(&mut self, request: u32, deferred: bool, name: Option<String>, local: &BindingIdentifier<'_>, span: Span) {
        let location = self.location(span);
        self.record.imports.push(Import {
            request,
            name: name.clone().map_or(ImportName::Namespace, ImportName::Name),
            local: local.name.to_string(),
            location,
        });
        let symbol = local.symbol_id.get().expect("the scope analysis visited this binding");
        self.imports.insert(symbol, ImportedBinding { request, deferred, name });
    }

    /// Index of the request for a specifier, created on first use.
    pub(super) fn request(
        &mut self,
        source: &StringLiteral<'_>,
        with_clause: Option<&WithClause<'_>>,
        phase: Phase,
    ) -> u32 {
        let specifier = source.value.as_str();
        let attributes = with_clause.map(attributes).unwrap_or_default();
        let known = self.record.requests.iter().position(|request| {
            request.specifier == specifier && request.phase == phase && request.attributes == attributes
        });
        if let Some(index) = known {
            return index as u32;
        }
        let location = self.location(source.span);
        self.record.requests.push(Request { specifier: specifier.to_owned(), attributes, phase, location });
        self.record.requests.len() as u32 - 1
    }
}

pub(super) fn export_name<'n>(name: &'n ModuleExportName<'_>) -> &'n str {
    match name {
        ModuleExportName::IdentifierName(name) => name.name.as_str(),
        ModuleExportName::IdentifierReference(name) => name.name.as_str(),
        ModuleExportName::StringLiteral(name) => name.value.as_str(),
    }
}

fn attributes(clause: &WithClause<'_>) -> Vec<(String, String)> {
    let mut attributes: Vec<_> = clause
        .with_entries
        .iter()
        .map(|entry| {
            let key = match &entry.key {
                ImportAttributeKey::Identifier(name) => name.name.to_string(),
                ImportAttributeKey::StringLiteral(name) => name.value.to_string(),
            };
            (key, entry.value.value.to_string())
        })
        .collect();
    attributes.sort();
    attributes
}
