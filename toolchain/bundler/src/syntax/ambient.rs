//! Names of TypeScript that `declare` announces and the same source defines: `declare const a: number; let a = 1`. Types are
//! not checked here, and only the definition has a meaning for the output, but both together are refused as two declarations.
//! The same of a name that is the default export: `declare let a: number; export default a`.

use std::collections::BTreeSet;

use oxc_allocator::Vec as ArenaVec;
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};

use super::visitor::Edit;

/// What the parser says of an announcement with a body or a value.
const REFUSED: &str = "ambient context";

/// Whether a source can have such names. Looks at the text only.
pub(super) fn may_have(code: &str) -> bool {
    code.contains("declare ")
}

/// Whether what the parser reports is only about announcements.
pub(super) fn is_about_them<'r>(mut reports: impl Iterator<Item = &'r str>) -> bool {
    reports.all(|report| report.contains(REFUSED))
}

/// Removes the announcements whose names the same block defines. Their lines stay.
pub(super) fn edits(program: &Program<'_>) -> Vec<Edit> {
    let mut announcements = Announcements { source: program.source_text, found: Vec::new() };
    announcements.visit_program(program);
    announcements.found
}

struct Announcements<'s> {
    source: &'s str,
    found: Vec<Edit>,
}

impl<'a> Visit<'a> for Announcements<'_> {
    fn visit_statements(&mut self, statements: &ArenaVec<'a, Statement<'a>>) {
        let mut defined = BTreeSet::new();
        for statement in statements {
            if let Some(declaration) = declaration_of(statement).filter(|one| !is_announcement(one)) {
                defined.extend(names(declaration));
            }
            // A value that exists elsewhere; the export would be taken for one of a type.
            if let Statement::ExportDefaultDeclaration(export) = statement
                && let ExportDefaultDeclarationKind::Identifier(identifier) = &export.declaration
            {
                defined.insert(identifier.name.to_string());
            }
        }
        for statement in statements {
            let Some(declaration) = declaration_of(statement).filter(|one| is_announcement(one)) else { continue };
            if names(declaration).iter().any(|name| defined.contains(name)) {
                let Span { start, end, .. } = statement.span();
                let lines = self.source[start as usize..end as usize].matches('\n').count();
                self.found.push(Edit::Replace { start, end, text: format!(";{}", "\n".repeat(lines)) });
            }
        }
        walk::walk_statements(self, statements);
    }
}

fn declaration_of<'s, 'a>(statement: &'s Statement<'a>) -> Option<&'s Declaration<'a>> {
    match statement {
        Statement::ExportDeclaration(export) => Some(&export.declaration),
        statement => statement.as_declaration(),
    }
}

/// Whether a declaration only says that something exists.
fn is_announcement(declaration: &Declaration<'_>) -> bool {
    match declaration {
        Declaration::VariableDeclaration(variables) => variables.declare,
        Declaration::FunctionDeclaration(function) => function.declare,
        Declaration::ClassDeclaration(class) => class.declare,
        Declaration::TSEnumDeclaration(numbers) => numbers.declare,
        Declaration::TSNamespaceDeclaration(namespace) => namespace.declare,
        _ => false,
    }
}

/// The names that a declaration gives values.
fn names(declaration: &Declaration<'_>) -> Vec<String> {
    match declaration {
        Declaration::VariableDeclaration(variables) => {
            let bindings = variables.declarations.iter().flat_map(|one| one.id.get_binding_identifiers());
            bindings.map(|binding| binding.name.to_string()).collect()
        }
        Declaration::TSTypeAliasDeclaration(_) | Declaration::TSInterfaceDeclaration(_) => Vec::new(),
        declaration => declaration.id().map(|id| id.name.to_string()).into_iter().collect(),
    }
}
