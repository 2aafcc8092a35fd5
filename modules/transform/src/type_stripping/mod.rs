//! Erases TypeScript's types from the source by blanking them, so that lines and columns stay.
//!
//! Syntax with run-time semantics (enums, namespaces with values, parameter properties, `import =`, `export =`, JSX,
//! decorators) cannot be blanked: it is listed in [`Stripped::not_erasable`], and the caller prints the file or rejects
//! it. `class_members.rs` handles classes, `scan.rs` finds tokens that the syntax tree has no node for.

mod class_members;
mod scan;

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use crate::edits::{Edits, Replacement};
use crate::position::has_line_break;
pub(crate) use scan::find_byte;

pub(crate) struct Stripped {
    pub edits: Edits,
    /// Syntax that blanking cannot express, with its name for an error message.
    pub not_erasable: Vec<(Span, &'static str)>,
}

/// `module_statements`: also erase `import type`/`export type`, for source that is not lowered as a module.
pub(crate) fn strip(program: &Program<'_>, module_statements: bool) -> Stripped {
    let mut stripper =
        Stripper { source: program.source_text, edits: Edits::default(), not_erasable: Vec::new(), module_statements };
    stripper.visit_program(program);
    Stripped { edits: stripper.edits, not_erasable: stripper.not_erasable }
}

/// Whether a declaration has no effect at run time.
pub(crate) fn is_type_only_declaration(declaration: &Declaration<'_>) -> bool {
    match declaration {
        Declaration::VariableDeclaration(it) => it.declare,
        Declaration::FunctionDeclaration(it) => it.declare || it.body.is_none(),
        Declaration::ClassDeclaration(it) => it.declare,
        Declaration::TSEnumDeclaration(it) => it.declare,
        Declaration::TSNamespaceDeclaration(it) => it.declare || !has_values(&it.body),
        Declaration::TSImportEqualsDeclaration(it) => it.import_kind.is_type(),
        Declaration::TSTypeAliasDeclaration(_)
        | Declaration::TSInterfaceDeclaration(_)
        | Declaration::TSExternalModuleDeclaration(_)
        | Declaration::TSGlobalDeclaration(_) => true,
    }
}

/// Whether a namespace is an object at run time. Values that exist elsewhere count as well, as in TypeScript.
pub(crate) fn has_values(body: &TSNamespaceDeclarationBody<'_>) -> bool {
    let block = match body {
        TSNamespaceDeclarationBody::TSModuleBlock(block) => block,
        TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => {
            return has_values(&inner.body);
        }
    };
    block.body.iter().any(|statement| match statement {
        Statement::ExportDeclaration(export) => is_value(&export.declaration),
        Statement::ExportNamedDeclaration(export) => !export.specifiers.is_empty(),
        _ => statement.as_declaration().is_none_or(is_value),
    })
}

fn is_value(declaration: &Declaration<'_>) -> bool {
    match declaration {
        Declaration::TSNamespaceDeclaration(it) => has_values(&it.body),
        Declaration::VariableDeclaration(_) | Declaration::FunctionDeclaration(_) => true,
        Declaration::ClassDeclaration(_) | Declaration::TSEnumDeclaration(_) => true,
        _ => !is_type_only_declaration(declaration),
    }
}

struct Stripper<'s> {
    source: &'s str,
    edits: Edits,
    not_erasable: Vec<(Span, &'static str)>,
    module_statements: bool,
}

impl<'a> Visit<'a> for Stripper<'_> {
    fn visit_declaration(&mut self, declaration: &Declaration<'a>) {
        let span = declaration.span();
        if is_type_only_declaration(declaration) {
            self.edits.blank_statement(span.start, span.end);
            return;
        }
        match declaration {
            Declaration::TSEnumDeclaration(_) => self.refuse(span, "enum"),
            Declaration::TSNamespaceDeclaration(_) => self.refuse(span, "namespace declaration"),
            Declaration::TSImportEqualsDeclaration(_) => self.refuse(span, "import equals declaration"),
            _ => walk::walk_declaration(self, declaration),
        }
    }

    fn visit_module_declaration(&mut self, declaration: &ModuleDeclaration<'a>) {
        let span = declaration.span();
        match declaration {
            ModuleDeclaration::TSExportAssignment(_) => self.refuse(span, "export assignment"),
            ModuleDeclaration::ExportDeclaration(export) if is_type_only_declaration(&export.declaration) => {
                self.strip_module_statement(span);
            }
            ModuleDeclaration::ExportNamedDeclaration(export) if export.export_kind.is_type() => {
                self.strip_module_statement(span);
            }
            ModuleDeclaration::ExportFromDeclaration(export) if export.export_kind.is_type() => {
                self.strip_module_statement(span);
            }
            ModuleDeclaration::ExportAllDeclaration(export) if export.export_kind.is_type() => {
                self.strip_module_statement(span);
            }
            ModuleDeclaration::ImportDeclaration(import) if import.import_kind.is_type() => {
                self.strip_module_statement(span);
            }
            ModuleDeclaration::ExportNamedDeclaration(export) => self.strip_exports(&export.specifiers),
            ModuleDeclaration::ExportFromDeclaration(export) => self.strip_exports(&export.specifiers),
            ModuleDeclaration::ImportDeclaration(import) => {
                for specifier in import.specifiers.iter().flatten() {
                    if let ImportDeclarationSpecifier::ImportSpecifier(it) = specifier {
                        self.strip_specifier(it.span, it.import_kind);
                    }
                }
            }
            ModuleDeclaration::ExportDefaultDeclaration(export) => match &export.declaration {
                ExportDefaultDeclarationKind::FunctionDeclaration(function) if function.body.is_none() => {
                    self.strip_module_statement(span);
                }
                ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => self.strip_module_statement(span),
                _ => walk::walk_module_declaration(self, declaration),
            },
            ModuleDeclaration::ExportDeclaration(_) => walk::walk_module_declaration(self, declaration),
            _ => {}
        }
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if it.definite {
            let end = it.type_annotation.as_ref().map_or(it.span.end, |annotation| annotation.span.start);
            self.blank_byte(it.id.span().end, end, b'!');
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_ts_type_annotation(&mut self, it: &TSTypeAnnotation<'a>) {
        let start = self.colon_before(it.span);
        self.edits.blank(start, it.span.end);
    }

    fn visit_ts_type_parameter_instantiation(&mut self, it: &TSTypeParameterInstantiation<'a>) {
        self.edits.blank(it.span.start, it.span.end);
    }

    fn visit_ts_type_parameter_declaration(&mut self, it: &TSTypeParameterDeclaration<'a>) {
        self.edits.blank(it.span.start, it.span.end);
    }

    fn visit_ts_as_expression(&mut self, it: &TSAsExpression<'a>) {
        self.visit_expression(&it.expression);
        self.blank_type_operator(it.expression.span().end, it.span.end);
    }

    fn visit_ts_satisfies_expression(&mut self, it: &TSSatisfiesExpression<'a>) {
        self.visit_expression(&it.expression);
        self.blank_type_operator(it.expression.span().end, it.span.end);
    }

    fn visit_ts_non_null_expression(&mut self, it: &TSNonNullExpression<'a>) {
        self.visit_expression(&it.expression);
        self.blank_byte(it.expression.span().end, it.span.end, b'!');
    }

    fn visit_ts_type_assertion(&mut self, it: &TSTypeAssertion<'a>) {
        self.refuse(it.span, TYPE_ASSERTION);
        let start = it.expression.span().start;
        let first = self.source[start as usize..].bytes().next();
        let exposes =
            has_line_break(self.slice(it.span.start, start)) || matches!(first, Some(b'{' | b'f' | b'c' | b'l'));
        if exposes {
            // Without the type the operand would begin a statement, or end one by its line break.
            self.edits.push(it.span.start, start, Replacement::BlankStartingWith('('));
        } else {
            self.edits.blank(it.span.start, start);
        }
        self.visit_expression(&it.expression);
        if exposes {
            self.edits.insert(it.span.end, ")");
        }
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        if let Some(this) = &it.this_param {
            let end = it.params.items.first().map(|first| first.span.start);
            let end = end.or_else(|| it.params.rest.as_ref().map(|rest| rest.span.start));
            self.edits.blank(this.span.start, end.unwrap_or(it.params.span.end - 1));
        }
        if let Some(parameters) = &it.type_parameters {
            self.visit_ts_type_parameter_declaration(parameters);
        }
        self.visit_formal_parameters(&it.params);
        if let Some(annotation) = &it.return_type {
            self.visit_ts_type_annotation(annotation);
        }
        if let Some(body) = &it.body {
            self.visit_function_body(body);
        }
        let _ = flags;
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        if let Some(parameters) = &it.type_parameters {
            let parenthesis = it.params.span.start;
            if has_line_break(self.slice(parameters.span.start, parenthesis)) {
                // No line break is allowed between `async` or `return` and the parameters.
                self.edits.push(parameters.span.start, parenthesis + 1, Replacement::BlankStartingWith('('));
            } else {
                self.visit_ts_type_parameter_declaration(parameters);
            }
        }
        self.visit_formal_parameters(&it.params);
        if let Some(annotation) = &it.return_type {
            let parenthesis = it.params.span.end - 1;
            if has_line_break(self.slice(parenthesis, annotation.span.end)) {
                // No line break is allowed before `=>`.
                self.edits.push(parenthesis, annotation.span.end, Replacement::BlankEndingWith(')'));
            } else {
                self.visit_ts_type_annotation(annotation);
            }
        }
        self.visit_arrow_function_body(&it.body);
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        if it.accessibility.is_some() || it.readonly || it.r#override {
            self.refuse(it.span, "parameter property");
        }
        self.visit_decorators(&it.decorators);
        if it.optional {
            let end = it.type_annotation.as_ref().map_or(it.span.end, |annotation| annotation.span.start);
            self.blank_byte(it.pattern.span().end, end, b'?');
        }
        self.visit_binding_pattern(&it.pattern);
        if let Some(annotation) = &it.type_annotation {
            self.visit_ts_type_annotation(annotation);
        }
        if let Some(initializer) = &it.initializer {
            self.visit_expression(initializer);
        }
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        self.strip_class(it);
    }

    fn visit_class_element(&mut self, it: &ClassElement<'a>) {
        self.strip_class_element(it);
    }

    fn visit_decorator(&mut self, it: &Decorator<'a>) {
        self.refuse(it.span, "decorator");
        self.visit_expression(&it.expression);
    }

    fn visit_jsx_element(&mut self, it: &JSXElement<'a>) {
        self.refuse(it.span, "JSX");
    }

    fn visit_jsx_fragment(&mut self, it: &JSXFragment<'a>) {
        self.refuse(it.span, "JSX");
    }
}

/// `<T>value` in [`Stripped::not_erasable`]: only Node's type stripping rejects it.
pub(crate) const TYPE_ASSERTION: &str = "type assertion";

impl Stripper<'_> {
    fn refuse(&mut self, span: Span, what: &'static str) {
        self.not_erasable.push((span, what));
    }

    fn slice(&self, start: u32, end: u32) -> &str {
        &self.source[start as usize..end as usize]
    }

    fn strip_module_statement(&mut self, span: Span) {
        if self.module_statements {
            self.edits.blank_statement(span.start, span.end);
        }
    }

    fn strip_exports(&mut self, specifiers: &[ExportSpecifier<'_>]) {
        for specifier in specifiers {
            self.strip_specifier(specifier.span, specifier.export_kind);
        }
    }

    /// Blanks `type A` in a list of names, with the comma behind it.
    fn strip_specifier(&mut self, span: Span, kind: ImportOrExportKind) {
        if !self.module_statements || !kind.is_type() {
            return;
        }
        let rest = &self.source[span.end as usize..];
        let next = scan::skip_trivia(rest);
        let has_comma = rest.as_bytes().get(next) == Some(&b',');
        self.edits.blank(span.start, if has_comma { span.end + next as u32 + 1 } else { span.end });
    }

    fn blank_byte(&mut self, start: u32, end: u32, byte: u8) {
        if let Some(at) = find_byte(self.source, start, end, byte) {
            self.edits.blank(at, at + 1);
        }
    }

    /// Start of an annotation with its colon, whether or not the node's span begins with it.
    fn colon_before(&self, span: Span) -> u32 {
        if self.source.as_bytes()[span.start as usize] == b':' {
            return span.start;
        }
        let before = self.source[..span.start as usize].trim_end();
        if before.ends_with(':') { before.len() as u32 - 1 } else { span.start }
    }

    /// Blanks `as T` or `satisfies T`. A `(`, `[` or template on a following line begins a new statement in TypeScript,
    /// because a type cannot be called; without the type it would not.
    fn blank_type_operator(&mut self, start: u32, end: u32) {
        let rest = &self.source[end as usize..];
        let next = scan::skip_trivia(rest);
        let joins = matches!(rest.as_bytes().get(next), Some(b'(' | b'[' | b'`'));
        if joins && has_line_break(&rest[..next]) {
            self.edits.push(start, end, Replacement::BlankStartingWith(';'));
        } else {
            self.edits.blank(start, end);
        }
    }
}

#[cfg(test)]
mod tests;
