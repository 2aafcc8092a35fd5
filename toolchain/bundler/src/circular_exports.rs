//! Where an export is that only leads back to itself. Rolldown's report says which one, without a place.

use std::path::Path;

use oxc_allocator::Allocator;
use oxc_ast::ast::Statement;
use oxc_parser::Parser;
use oxc_span::{GetSpan, SourceType, Span};

use crate::diagnostic::Diagnostic;

/// The report with its place. None for another message, or when the export is not found.
pub(crate) fn located(message: &str, directory: &Path) -> Option<Diagnostic> {
    let (name, rest) = message.strip_prefix('\'')?.split_once("' cannot be exported from '")?;
    let (file, _) = rest.split_once("' as it is a reexport that references itself")?;
    let source = std::fs::read_to_string(directory.join(file)).ok()?;
    let span = span_of(name, file, &source)?;
    let message = message.trim_end_matches('.');
    Some(Diagnostic::at(true, message, file, &source, span.start as usize, span.end as usize))
}

/// The export of that name from another module, else the first of all its names.
fn span_of(name: &str, file: &str, source: &str) -> Option<Span> {
    let allocator = Allocator::default();
    let program = Parser::new(&allocator, source, SourceType::from_path(file).unwrap_or_default()).parse().program;
    let named = program.body.iter().find_map(|statement| match statement {
        Statement::ExportFromDeclaration(export) => {
            export.specifiers.iter().find(|one| one.exported.name() == name).map(GetSpan::span)
        }
        _ => None,
    });
    named.or_else(|| {
        program.body.iter().find_map(|statement| match statement {
            Statement::ExportAllDeclaration(export) => Some(export.source.span),
            _ => None,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_export_has_a_place() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let source = "export * from './a.js';\nexport { x, q } from './a.js';\n";
        std::fs::write(folder.path().join("b.js"), source).expect("it can be written");
        let message =
            |name| format!("'{name}' cannot be exported from 'b.js' as it is a reexport that references itself.");
        let report = located(&message("q"), folder.path()).expect("it is there");
        assert_eq!(report.place, Some(("b.js".to_owned(), 2, 12)));
        let other = located(&message("other"), folder.path()).expect("it can be of all names");
        assert_eq!(other.place, Some(("b.js".to_owned(), 1, 14)));
        assert!(located("another message", folder.path()).is_none());
    }
}
