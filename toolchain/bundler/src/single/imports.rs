//! Imports that nothing refers to.

use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_parser::Parser;
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::{GetSpan, SourceType, Span};

/// Whether all that an import names are types.
pub(super) fn is_only_types(import: &ImportDeclaration<'_>) -> bool {
    let is_type = |specifier: &ImportDeclarationSpecifier<'_>| matches!(specifier, ImportDeclarationSpecifier::ImportSpecifier(one) if one.import_kind.is_type());
    import.specifiers.as_ref().is_some_and(|all| !all.is_empty() && all.iter().all(is_type))
}

/// Whether all that another module's exports are named for are types.
pub(super) fn exports_only_types(export: &ExportFromDeclaration<'_>) -> bool {
    !export.specifiers.is_empty() && export.specifiers.iter().all(|specifier| specifier.export_kind.is_type())
}

/// The code of a module in JavaScript without imports of names that nothing refers to. An import without names stays.
pub(super) fn trimmed(code: String) -> String {
    if !code.contains("import") {
        return code;
    }
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, &code, SourceType::mjs().with_jsx(true)).parse();
    let scoping = SemanticBuilder::new().build(&parsed.program).semantic.into_scoping();
    let mut edits: Vec<(Span, String)> = Vec::new();
    for statement in &parsed.program.body {
        let Statement::ImportDeclaration(import) = statement else { continue };
        let Some(specifiers) = &import.specifiers else { continue };
        if specifiers.is_empty() {
            edits.push((Span::new(import.span.start, import.source.span.start), "import ".to_owned()));
            continue;
        }
        let used: Vec<_> = specifiers.iter().filter(|specifier| is_used(specifier, &scoping)).collect();
        if used.len() < specifiers.len() {
            edits.push((import.span, with_specifiers(&code, import, &used)));
        }
    }
    edited(&code, &edits)
}

/// A text with other text at some places, which are in order. What becomes empty takes the end of its line along.
pub(super) fn edited(code: &str, edits: &[(Span, String)]) -> String {
    let mut text = String::with_capacity(code.len());
    let mut at = 0;
    for (span, new) in edits {
        text += &code[at..span.start as usize];
        text += new;
        at = span.end as usize;
        if new.is_empty() && code[at..].starts_with('\n') {
            at += 1;
        }
    }
    text + &code[at..]
}

fn is_used(specifier: &ImportDeclarationSpecifier<'_>, scoping: &Scoping) -> bool {
    specifier.local().symbol_id.get().is_none_or(|symbol| !scoping.symbol_is_unused(symbol))
}

/// An import with some of its names. Empty without any.
pub(crate) fn with_specifiers(
    code: &str,
    import: &ImportDeclaration<'_>,
    used: &[&ImportDeclarationSpecifier<'_>],
) -> String {
    let source = |span: Span| &code[span.start as usize..span.end as usize];
    let is_named =
        |one: &&&ImportDeclarationSpecifier<'_>| matches!(one, ImportDeclarationSpecifier::ImportSpecifier(_));
    let named: Vec<&str> = used.iter().filter(is_named).map(|one| source(one.span())).collect();
    let mut clauses: Vec<String> =
        used.iter().filter(|one| !is_named(one)).map(|one| source(one.span()).to_owned()).collect();
    if !named.is_empty() {
        clauses.push(format!("{{ {} }}", named.join(", ")));
    }
    match clauses.is_empty() {
        true => String::new(),
        false => {
            let rest = Span::new(import.source.span.start, import.span.end);
            format!("import {} from {}", clauses.join(", "), source(rest))
        }
    }
}
