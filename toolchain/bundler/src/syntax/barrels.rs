//! Modules that only export others ("barrels"). Of one without effects, Rolldown does not read what nothing uses; a style
//! sheet that it imports is used without a name.

use std::path::Path;

use oxc_allocator::Allocator;
use oxc_ast::ast::Statement;
use oxc_parser::Parser;
use oxc_span::SourceType;

/// Whether a module exports others and imports a style sheet. Looks at the text only.
pub(super) fn imports_style_sheet(code: &str) -> bool {
    let is_import = |start: usize| {
        let line_start = code[..start].rfind(['\n', ';']).map_or(0, |index| index + 1);
        code[line_start..].trim_start().starts_with("import")
    };
    let mut sheets =
        code.match_indices(".css").filter(|(start, found)| code[start + found.len()..].starts_with(['"', '\'']));
    code.contains("export") && code.contains("from") && sheets.any(|(start, _)| is_import(start))
}

/// The package that a file is of: the folder in the last `node_modules` of its path.
pub(super) fn package_of(file: &Path) -> Option<String> {
    let path = file.to_string_lossy();
    let (_, inside) = path.rsplit_once("/node_modules/")?;
    let parts = if inside.starts_with('@') { 2 } else { 1 };
    Some(inside.split('/').take(parts).collect::<Vec<_>>().join("/"))
}

/// Whether a module only exports what others export, and imports nothing else.
pub(super) fn is_barrel(code: &str, source_type: SourceType) -> bool {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, code, source_type).parse();
    let is_part = |statement: &Statement<'_>| match statement {
        Statement::ImportDeclaration(import) => import.specifiers.is_some() || import.import_kind.is_type(),
        Statement::ExportFromDeclaration(_)
        | Statement::ExportAllDeclaration(_)
        | Statement::ExportNamedDeclaration(_)
        | Statement::TSTypeAliasDeclaration(_)
        | Statement::TSInterfaceDeclaration(_)
        | Statement::EmptyStatement(_) => true,
        _ => false,
    };
    parsed.diagnostics.is_empty() && !parsed.program.body.is_empty() && parsed.program.body.iter().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_barrel_with_a_style_sheet_is_recognized() {
        assert!(imports_style_sheet("import './a.css';\nexport { A } from './a.js';"));
        assert!(imports_style_sheet("export * from './a.js';import\"./a.css\";"));
        assert!(!imports_style_sheet("import './a.css'; const a = 1;"));
        assert!(!imports_style_sheet("export { A } from './a.js'; // './a.css'"));
    }

    #[test]
    fn a_barrel_has_no_statements_of_its_own() {
        let is = |code: &str| is_barrel(code, SourceType::mjs());
        assert!(is("'use client'; import { a } from './a.js'; export { a }; export * from './b.js';"));
        assert!(!is("import './a.js'; export * from './b.js';"));
        assert!(!is("export * from './b.js'; f();"));
        assert!(!is(""));
    }

    #[test]
    fn packages_are_named_by_their_folders() {
        let package = |path: &str| package_of(Path::new(path));
        assert_eq!(package("/a/node_modules/b/node_modules/@c/d/e.js").as_deref(), Some("@c/d"));
        assert_eq!(package("/a/b.js"), None);
    }
}
