//! In files whose decorators emit metadata, enums that are exported where they are declared become plain declarations
//! followed by an export: the step that writes `design:type` resolves the members of plain declarations only, and would
//! write the enum's object where TypeScript writes `String` or `Number`.

use std::collections::HashMap;

use oxc_ast::ast::{Declaration, Program, Statement};

use crate::edits::Edits;

/// The edits that separate declaration and export; `None` when there is no such enum.
pub(crate) fn separate(program: &Program<'_>) -> Option<Edits> {
    let mut edits = Edits::default();
    let mut has_edits = false;
    let names = count_names(program);
    for statement in &program.body {
        let Statement::ExportDeclaration(export) = statement else { continue };
        let Declaration::TSEnumDeclaration(declared) = &export.declaration else { continue };
        let name = declared.id.name.as_str();
        // Merged declarations are exported together.
        if declared.declare || names.get(name) != Some(&1) {
            continue;
        }
        edits.blank(export.span.start, declared.span.start);
        edits.insert(export.span.end, format!(";export {{ {name} }};"));
        has_edits = true;
    }
    has_edits.then_some(edits)
}

/// How often each name is exported by a declaration.
fn count_names<'p>(program: &'p Program<'_>) -> HashMap<&'p str, usize> {
    let mut counts = HashMap::new();
    for statement in &program.body {
        let Statement::ExportDeclaration(export) = statement else { continue };
        let name = match &export.declaration {
            Declaration::TSEnumDeclaration(declared) => declared.id.name.as_str(),
            Declaration::TSNamespaceDeclaration(declared) => declared.id.name.as_str(),
            _ => continue,
        };
        *counts.entry(name).or_default() += 1;
    }
    counts
}
