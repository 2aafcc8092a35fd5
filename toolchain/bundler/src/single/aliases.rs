//! `import A = Names.space.B` of TypeScript: an alias that no value refers to is left out, as `tsc` does, since what it names may
//! be a type.

use std::collections::HashSet;

use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_parser::Parser;
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::{SourceType, Span};
use oxc_syntax::reference::ReferenceId;
use oxc_syntax::symbol::SymbolId;

use super::imports::edited;

/// An alias at the top level of a source.
struct Alias {
    symbol: SymbolId,
    span: Span,
    /// The first name of what it stands for.
    target: ReferenceId,
}

/// The source without the aliases that no value refers to; lines stay. None when it stays, also because it does not parse.
pub(super) fn without_unused(source: &str, source_type: SourceType) -> Option<String> {
    if !source_type.is_typescript() || !source.contains("import") {
        return None;
    }
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, source_type).parse();
    let has_some = parsed.program.body.iter().any(|it| matches!(it, Statement::TSImportEqualsDeclaration(_)));
    if !has_some || !parsed.diagnostics.is_empty() {
        return None;
    }
    let scoping = SemanticBuilder::new().build(&parsed.program).semantic.into_scoping();
    let aliases: Vec<Alias> = parsed.program.body.iter().filter_map(alias).collect();
    let used = used(&aliases, &scoping);
    let blank = |alias: &Alias| (alias.span, " ".repeat(alias.span.size() as usize));
    let edits: Vec<(Span, String)> = aliases.iter().filter(|alias| !used.contains(&alias.symbol)).map(blank).collect();
    (!edits.is_empty()).then(|| edited(source, &edits))
}

fn alias(statement: &Statement<'_>) -> Option<Alias> {
    let Statement::TSImportEqualsDeclaration(declaration) = statement else { return None };
    let first = match &declaration.module_reference {
        TSModuleReference::IdentifierReference(name) => name,
        TSModuleReference::QualifiedName(name) => first_name(&name.left)?,
        TSModuleReference::ExternalModuleReference(_) => return None,
    };
    Some(Alias { symbol: declaration.id.symbol_id.get()?, span: declaration.span, target: first.reference_id.get()? })
}

fn first_name<'n>(name: &'n TSTypeName<'n>) -> Option<&'n IdentifierReference<'n>> {
    match name {
        TSTypeName::IdentifierReference(name) => Some(name),
        TSTypeName::QualifiedName(name) => first_name(&name.left),
        TSTypeName::ThisExpression(_) => None,
    }
}

/// The aliases that values refer to, and those that these stand for.
fn used(aliases: &[Alias], scoping: &Scoping) -> HashSet<SymbolId> {
    let targets: HashSet<ReferenceId> = aliases.iter().map(|alias| alias.target).collect();
    let is_value = |id: &&ReferenceId| !targets.contains(id) && scoping.get_reference(**id).is_value();
    let is_used = |alias: &&Alias| scoping.get_resolved_reference_ids(alias.symbol).iter().any(|id| is_value(&id));
    let mut used: HashSet<SymbolId> = aliases.iter().filter(is_used).map(|alias| alias.symbol).collect();
    // An alias can stand for one that is declared behind it.
    for _ in aliases {
        let of_used = aliases.iter().filter(|alias| used.contains(&alias.symbol));
        let more: Vec<SymbolId> = of_used.filter_map(|alias| scoping.get_reference(alias.target).symbol_id()).collect();
        used.extend(more);
    }
    used
}
