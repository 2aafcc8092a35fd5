//! Export declarations: their entries in the module record, and their replacement in the source.

use oxc_ast::ast::{
    Declaration, ExportAllDeclaration, ExportDeclaration, ExportDefaultDeclaration, ExportDefaultDeclarationKind,
    ExportFromDeclaration, ExportNamedDeclaration, Expression, ModuleDeclaration, ModuleExportName,
};
use oxc_ast_visit::Visit;
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use super::Lowering;
use super::imports::export_name;
use crate::output::{ImportName, IndirectExport, LocalExport, Phase};

impl Lowering<'_, '_> {
    pub(super) fn lower_module_declaration(&mut self, declaration: &ModuleDeclaration<'_>) {
        match declaration {
            ModuleDeclaration::ExportDeclaration(export) => self.lower_export_declaration(export),
            ModuleDeclaration::ExportDefaultDeclaration(export) => self.lower_export_default(export),
            ModuleDeclaration::ExportNamedDeclaration(export) => self.lower_export_named(export),
            ModuleDeclaration::ExportFromDeclaration(export) => self.lower_export_from(export),
            ModuleDeclaration::ExportAllDeclaration(export) => self.lower_export_all(export),
            ModuleDeclaration::TSNamespaceExportDeclaration(export) => {
                self.edits.blank_statement(export.span.start, export.span.end);
            }
            // Imports were removed before; `export =` was rejected or rewritten before.
            ModuleDeclaration::ImportDeclaration(_) | ModuleDeclaration::TSExportAssignment(_) => {}
        }
    }

    fn lower_export_declaration(&mut self, export: &ExportDeclaration<'_>) {
        let declaration = &export.declaration;
        let start = declaration.span().start;
        if crate::type_stripping::is_type_only_declaration(declaration) {
            self.edits.blank_statement(export.span.start, export.span.end);
            return;
        }
        self.edits.blank(export.span.start, start);
        let before = self.record.local_exports.len();
        match declaration {
            Declaration::VariableDeclaration(variable) => {
                for declarator in &variable.declarations {
                    for identifier in declarator.id.get_binding_identifiers() {
                        self.export_local(&identifier.name, identifier.name.to_string());
                    }
                }
            }
            _ => {
                if let Some(identifier) = declaration.id() {
                    self.export_local(&identifier.name, identifier.name.to_string());
                }
            }
        }
        self.visit_declaration(declaration);
        self.publish_declared(self.record.local_exports.len() - before, export.span.end);
    }

    fn lower_export_default(&mut self, export: &ExportDefaultDeclaration<'_>) {
        let start = export.declaration.span().start;
        match &export.declaration {
            ExportDefaultDeclarationKind::FunctionDeclaration(function) if function.body.is_none() => {
                self.edits.blank_statement(export.span.start, export.span.end);
            }
            ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => {
                self.edits.blank_statement(export.span.start, export.span.end);
            }
            ExportDefaultDeclarationKind::FunctionDeclaration(function) => {
                self.edits.blank(export.span.start, start);
                if let Some(id) = &function.id {
                    self.export_local("default", id.name.to_string());
                } else {
                    // Hoisted like any function declaration, so it needs a name; `$m.name` corrects it.
                    self.edits.insert(function.params.span.start, format!(" {}", self.names.default_export()));
                    self.anonymous_default_function = true;
                    self.export_default_binding();
                }
                self.visit_function(function, ScopeFlags::Function);
            }
            ExportDefaultDeclarationKind::ClassDeclaration(class) if class.id.is_some() => {
                let id = class.id.as_ref().expect("the guard saw a name");
                self.edits.blank(export.span.start, start);
                self.export_local("default", id.name.to_string());
                self.visit_class(class);
            }
            ExportDefaultDeclarationKind::ClassDeclaration(class) => {
                self.open_default(Span::new(export.span.start, start), true);
                self.visit_class(class);
                self.edits.insert(class.span.end, "}.default;");
            }
            _ => {
                let expression = export.declaration.to_expression();
                let named = is_anonymous_function_definition(expression);
                self.open_default(Span::new(export.span.start, start), named);
                self.visit_expression(expression);
                if named {
                    self.edits.insert(expression.span().end, "}.default");
                }
            }
        }
    }

    /// Replaces `export default` by a constant. An anonymous function or class gets its name, `default`, from the
    /// property that it is the value of.
    fn open_default(&mut self, keywords: Span, named: bool) {
        let opening = if named { "{default:" } else { "" };
        let text = format!("const {}={opening}", self.names.default_export());
        self.edits.replace(keywords.start, keywords.end, text);
        self.export_default_binding();
    }

    fn export_default_binding(&mut self) {
        let local = self.names.default_export();
        self.export_local("default", local);
    }

    fn export_local(&mut self, name: &str, local: String) {
        self.record.local_exports.push(LocalExport { name: name.to_owned(), local });
    }

    fn lower_export_named(&mut self, export: &ExportNamedDeclaration<'_>) {
        self.edits.blank_statement(export.span.start, export.span.end);
        if export.export_kind.is_type() {
            return;
        }
        for specifier in &export.specifiers {
            if !specifier.export_kind.is_type() {
                self.export_binding(&specifier.local, export_name(&specifier.exported), specifier.span);
            }
        }
    }

    /// `export { local as name }`; an imported binding is re-exported directly, not through this module.
    fn export_binding(&mut self, local: &ModuleExportName<'_>, name: &str, span: Span) {
        let ModuleExportName::IdentifierReference(local) = local else {
            return;
        };
        let Some(symbol) = self.scoping.find_binding(self.scoping.root_scope_id(), local.name) else {
            return;
        };
        let Some(binding) = self.imports.get(&symbol).cloned() else {
            let flags = self.scoping.symbol_flags(symbol);
            let is_value = flags.is_value() && !flags.is_ambient();
            if is_value || !self.options.elide_types {
                self.export_local(name, local.name.to_string());
            }
            return;
        };
        if binding.deferred {
            self.export_local(name, format!("{}.ns({})", self.names.context(), binding.request));
            return;
        }
        // ECMA-262 §16.2.1.7.1 step 10.a.ii.
        let location = self.location(span);
        self.record.indirect_exports.push(IndirectExport {
            name: name.to_owned(),
            request: binding.request,
            import: binding.name.map_or(ImportName::Namespace, ImportName::Name),
            location,
        });
    }

    fn lower_export_from(&mut self, export: &ExportFromDeclaration<'_>) {
        self.edits.blank_statement(export.span.start, export.span.end);
        if export.export_kind.is_type() {
            return;
        }
        let request = self.request(&export.source, export.with_clause.as_deref(), Phase::Evaluation);
        for specifier in &export.specifiers {
            if specifier.export_kind.is_type() {
                continue;
            }
            let location = self.location(specifier.span);
            self.record.indirect_exports.push(IndirectExport {
                name: export_name(&specifier.exported).to_owned(),
                request,
                import: ImportName::Name(export_name(&specifier.local).to_owned()),
                location,
            });
        }
    }

    fn lower_export_all(&mut self, export: &ExportAllDeclaration<'_>) {
        self.edits.blank_statement(export.span.start, export.span.end);
        if export.export_kind.is_type() {
            return;
        }
        let request = self.request(&export.source, export.with_clause.as_deref(), Phase::Evaluation);
        let Some(name) = &export.exported else {
            self.record.star_exports.push(request);
            return;
        };
        let location = self.location(export.span);
        self.record.indirect_exports.push(IndirectExport {
            name: export_name(name).to_owned(),
            request,
            import: ImportName::Namespace,
            location,
        });
    }
}

/// ECMA-262 §8.4.3 IsAnonymousFunctionDefinition.
pub(crate) fn is_anonymous_function_definition(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::ParenthesizedExpression(inner) => is_anonymous_function_definition(&inner.expression),
        Expression::ArrowFunctionExpression(_) => true,
        Expression::FunctionExpression(function) => function.id.is_none(),
        Expression::ClassExpression(class) => class.id.is_none(),
        _ => false,
    }
}
