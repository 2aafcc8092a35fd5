//! Imports of the phase `defer`: static ones, and `import.defer()` of a literal.

use oxc_ast::ast::*;
use oxc_span::{GetSpan, Span};

use super::visitor::Edit;
use crate::deferred_imports::{DEFERRED, NAMESPACE, marks};
use crate::options::Loader;
use crate::resolution::LOADER_QUERY;
use crate::text_search::places;

/// Whether a source can have such an import. Looks at the text only.
pub(super) fn may_have(code: &str) -> bool {
    places(code, "defer").any(|start| {
        let before = code[..start].trim_end();
        before.ends_with("*/") || before.strip_suffix('.').unwrap_or(before).trim_end().ends_with("import")
    })
}

/// What takes the place of a declaration, and where. Its lines stay.
pub(super) fn declaration(source: &str, import: &ImportDeclaration<'_>) -> Option<(Span, String)> {
    if import.phase != Some(ImportPhase::Defer) {
        return None;
    }
    let specifiers = import.specifiers.as_ref()?;
    let [ImportDeclarationSpecifier::ImportNamespaceSpecifier(name)] = specifiers.as_slice() else { return None };
    let attributes = import.with_clause.iter().flat_map(|clause| &clause.with_entries);
    let kind = attributes.into_iter().find(|entry| entry.key.as_arena_str() == "type");
    let specifier = quoted(&import.source.value, kind.map(|kind| kind.value.value.as_str()));
    let lines = source[import.span.start as usize..import.span.end as usize].matches('\n').count();
    let text = format!("import {{ {NAMESPACE} as {} }} from {specifier};{}", name.local.name, "\n".repeat(lines));
    Some((import.span, text))
}

/// The same of a call. `kind` is the `type` of its attributes.
pub(super) fn call(import: &ImportExpression<'_>, kind: Option<&str>) -> Option<(Span, String)> {
    let Expression::StringLiteral(specifier) = &import.source else { return None };
    if import.phase != Some(ImportPhase::Defer) {
        return None;
    }
    // `await` does not read `then` of the promise, which a program may have replaced.
    let text = format!("(async () => (await import({})).{NAMESPACE})()", quoted(&specifier.value, kind));
    Some((import.span(), text))
}

/// Lets a module say when its evaluation starts and ends.
pub(super) fn evaluation(program: &Program<'_>, number: usize) -> [Edit; 2] {
    let (start, end) = marks(number);
    let first = program.hashbang.as_ref().map_or(0, |line| line.span.end);
    let last = program.source_text.len() as u32;
    // What is behind a `#!` is in a line of its own already.
    let start = if first == 0 { start } else { format!("\n{start}") };
    [Edit::Insert { at: first, text: start }, Edit::Insert { at: last, text: end }]
}

fn quoted(specifier: &str, kind: Option<&str>) -> String {
    // JSON in a `.json` file needs no loader.
    let kind = kind.filter(|kind| Loader::parse(kind).is_some() && !(*kind == "json" && specifier.ends_with(".json")));
    let loader = kind.map(|kind| format!("{LOADER_QUERY}{kind}")).unwrap_or_default();
    serde_json::to_string(&format!("{DEFERRED}{specifier}{loader}")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sources_with_the_phase_are_parsed() {
        assert!(may_have("import defer * as a from 'a'"));
        assert!(may_have("import /* later */ defer * as a from 'a'"));
        assert!(may_have("await import.defer('a')"));
        assert!(!may_have("const { defer } = a.defer; import a from 'a'"));
    }
}
