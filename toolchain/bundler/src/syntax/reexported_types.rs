//! Types that a module of TypeScript imports and exports again without the word `type`: `import { T } from "./t"; export { T }`.
//! Only the module that declares a type says that it is one, so a first pass reports an export that does not exist.

use std::collections::BTreeSet;
use std::path::Path;

use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_parser::Parser;
use oxc_span::SourceType;

use super::visitor::Edit;
use crate::options::Options;
use crate::resolution::without_query;

/// Whether a name that one module imports from another one, where it does not exist, may be a type: both modules are of
/// TypeScript, and the other one exports it, or everything of a further one.
pub(crate) fn may_be_type(options: &Options, importer: &str, exporter: &str, name: &str) -> bool {
    let file = without_query(exporter);
    if !is_typescript(without_query(importer)) || !is_typescript(file) {
        return false;
    }
    let given = options.files.get(file).cloned();
    let Some(source) = given.or_else(|| std::fs::read_to_string(file).ok()) else { return false };
    let allocator = Allocator::default();
    let program = Parser::new(&allocator, &source, SourceType::from_path(file).unwrap_or_default()).parse().program;
    program.body.iter().any(|statement| exports(statement, name))
}

fn is_typescript(file: &str) -> bool {
    let extension = Path::new(file).extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| ["ts", "tsx", "mts", "cts"].contains(&extension))
}

/// Whether a statement may export a name, as a value or a type.
fn exports(statement: &Statement<'_>, name: &str) -> bool {
    let has = |specifiers: &[ExportSpecifier<'_>]| specifiers.iter().any(|one| one.exported.name() == name);
    match statement {
        Statement::ExportAllDeclaration(export) => export.exported.is_none(),
        Statement::ExportDefaultDeclaration(_) => name == "default",
        Statement::ExportNamedDeclaration(export) => has(&export.specifiers),
        Statement::ExportFromDeclaration(export) => has(&export.specifiers),
        Statement::ExportDeclaration(export) => match &export.declaration {
            Declaration::VariableDeclaration(variables) => variables
                .declarations
                .iter()
                .flat_map(|declarator| declarator.id.get_binding_identifiers())
                .any(|binding| binding.name == name),
            declaration => declaration.id().is_some_and(|id| id.name == name),
        },
        _ => false,
    }
}

/// Writes `type` before the exports of a module that are of types. `names` are those under which it imports them.
pub(super) fn edits(program: &Program<'_>, names: &BTreeSet<&str>) -> Vec<Edit> {
    let imported: BTreeSet<&str> = program.body.iter().flat_map(|statement| locals(statement, names)).collect();
    let mut found = Vec::new();
    for statement in &program.body {
        let (specifiers, kind, names) = match statement {
            Statement::ExportNamedDeclaration(export) => (&export.specifiers, export.export_kind, &imported),
            Statement::ExportFromDeclaration(export) => (&export.specifiers, export.export_kind, names),
            _ => continue,
        };
        let is_of_type =
            |one: &&ExportSpecifier<'_>| one.export_kind.is_value() && names.contains(one.local.name().as_str());
        if kind.is_value() {
            let edit = |one: &ExportSpecifier<'_>| Edit::Insert { at: one.span.start, text: "type ".to_owned() };
            found.extend(specifiers.iter().filter(is_of_type).map(edit));
        }
    }
    found
}

/// What a statement that imports some of the names calls them.
fn locals<'a>(statement: &'a Statement<'_>, names: &BTreeSet<&str>) -> Vec<&'a str> {
    let Statement::ImportDeclaration(import) = statement else { return Vec::new() };
    let specifiers = import.specifiers.iter().flatten();
    let local = |one: &'a ImportDeclarationSpecifier<'_>| match one {
        ImportDeclarationSpecifier::ImportSpecifier(one) => {
            names.contains(one.imported.name().as_str()).then(|| one.local.name.as_str())
        }
        ImportDeclarationSpecifier::ImportDefaultSpecifier(one) => {
            names.contains("default").then(|| one.local.name.as_str())
        }
        ImportDeclarationSpecifier::ImportNamespaceSpecifier(_) => None,
    };
    specifiers.filter_map(local).collect()
}
