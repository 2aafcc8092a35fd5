//! Exports that are left out or get other values, as frameworks do with those of the server.

use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_parser::Parser;
use oxc_span::{GetSpan, SourceType, Span};

use super::SourceOptions;
use super::imports::{edited as with_edits, exports_only_types, is_only_types};

/// Whether some export is to be left out or to be replaced.
pub(super) fn has_any(options: &SourceOptions) -> bool {
    !options.eliminate.is_empty() || !options.replace.is_empty()
}

/// Whether a source has TypeScript's `export =`. Looks at the text only.
pub(super) fn assigns_exports(source: &str) -> bool {
    source.match_indices("export").any(|(at, word)| {
        let behind = source[at + word.len()..].trim_start();
        behind.starts_with('=') && !behind.starts_with("==")
    })
}

/// The source without the exports that are to be left out and without imports of types, and with other values of exports.
/// None when it stays, also because it does not parse.
pub(super) fn edited(source: &str, source_type: SourceType, options: &SourceOptions) -> Option<String> {
    if !has_any(options) && !source_type.is_typescript() {
        return None;
    }
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, source_type).parse();
    if !parsed.diagnostics.is_empty() {
        return None;
    }
    let exports = Exports { source, options };
    let edits: Vec<(Span, String)> =
        parsed.program.body.iter().filter_map(|statement| exports.of_statement(statement)).collect();
    (!edits.is_empty()).then(|| with_edits(source, &edits))
}

struct Exports<'s> {
    source: &'s str,
    options: &'s SourceOptions,
}

impl Exports<'_> {
    fn text(&self, span: Span) -> &str {
        &self.source[span.start as usize..span.end as usize]
    }

    fn is_eliminated(&self, name: &str) -> bool {
        self.options.eliminate.iter().any(|one| one == name)
    }

    /// What a statement that only declares one export becomes. `kind` is how its replacement is declared.
    fn of_name(&self, name: &str, kind: &str) -> Option<String> {
        if self.is_eliminated(name) {
            return Some(String::new());
        }
        let new = self.options.replace.get(name)?;
        Some(match new.name.as_str() {
            "default" => format!("export default {};", new.value),
            name => format!("export {kind} {name} = {};", new.value),
        })
    }

    fn of_statement(&self, statement: &Statement<'_>) -> Option<(Span, String)> {
        let new = match statement {
            Statement::ImportDeclaration(import) => is_only_types(import).then(String::new),
            Statement::ExportFromDeclaration(export) => self.of_list(export),
            Statement::ExportAllDeclaration(export) => {
                let name = export.exported.as_ref()?.name();
                self.is_eliminated(name.as_str()).then(String::new)
            }
            Statement::ExportDefaultDeclaration(_) => self.of_name("default", "var"),
            Statement::ExportDeclaration(export) => self.of_declaration(&export.declaration),
            _ => None,
        }?;
        Some((with_decorators(statement), new))
    }

    /// A list of another module's exports, which is loaded in any case.
    fn of_list(&self, export: &ExportFromDeclaration<'_>) -> Option<String> {
        if exports_only_types(export) {
            return Some(String::new());
        }
        let is_kept = |one: &&ExportSpecifier<'_>| !self.is_eliminated(one.exported.name().as_str());
        let kept: Vec<&str> = export.specifiers.iter().filter(is_kept).map(|one| self.text(one.span)).collect();
        let rest = Span::new(export.source.span.start, export.span.end);
        let list = || format!("export {{ {} }} from {}", kept.join(", "), self.text(rest));
        (kept.len() < export.specifiers.len()).then(list)
    }

    fn of_declaration(&self, declaration: &Declaration<'_>) -> Option<String> {
        match declaration {
            Declaration::FunctionDeclaration(function) => {
                let name = function.id.as_ref()?.name.as_str();
                // The signatures of an overloaded function belong to what replaces it.
                let is_signature = function.body.is_none();
                self.of_name(name, "var").map(|new| if is_signature { String::new() } else { new })
            }
            Declaration::ClassDeclaration(class) => self.of_name(class.id.as_ref()?.name.as_str(), "var"),
            Declaration::VariableDeclaration(variables) => self.of_variables(variables),
            _ => None,
        }
    }

    fn of_variables(&self, variables: &VariableDeclaration<'_>) -> Option<String> {
        let kind = variables.kind.as_str();
        let mut declarations = Vec::new();
        let mut is_changed = false;
        for declarator in &variables.declarations {
            let name = declarator.id.get_identifier_name();
            let new = name.and_then(|name| self.of_name(name.as_str(), kind));
            is_changed |= new.is_some();
            let same = || format!("export {kind} {};", self.text(declarator.span));
            declarations.push(new.unwrap_or_else(same));
        }
        declarations.retain(|declaration| !declaration.is_empty());
        is_changed.then(|| declarations.join(" "))
    }
}

/// Where a statement is, with the decorators before its `export`.
fn with_decorators(statement: &Statement<'_>) -> Span {
    let span = statement.span();
    let decorators = match statement {
        Statement::ExportDeclaration(export) => match &export.declaration {
            Declaration::ClassDeclaration(class) => class.decorators.first(),
            _ => None,
        },
        Statement::ExportDefaultDeclaration(export) => match &export.declaration {
            ExportDefaultDeclarationKind::ClassDeclaration(class) => class.decorators.first(),
            _ => None,
        },
        _ => None,
    };
    let start = decorators.map_or(span.start, |decorator| decorator.span.start.min(span.start));
    Span::new(start, span.end)
}
