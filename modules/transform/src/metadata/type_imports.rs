//! The types that metadata reads, in modules whose imports stay as they are.
//!
//! An imported name may be a type of TypeScript, which the other module does not export, and a named import of it is an
//! error. The member of a namespace object that does not exist is `undefined`, which is what metadata expects of a type.
//! A class may not be initialized yet where modules import each other: the helper reads it in a function.

use std::collections::HashMap;

use oxc_ast::ast::{
    Argument, ArrayExpressionElement, CallExpression, Expression, IdentifierReference, ImportDeclaration,
    ImportDeclarationSpecifier, Program, Statement,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};
use oxc_syntax::identifier::is_identifier_name;
use oxc_syntax::symbol::SymbolId;

use crate::edits::Edits;

/// What the names of the namespace objects start with; a number follows. A bundler knows by it that a missing export is
/// no mistake of the program.
pub const TYPES_PREFIX: &str = "$metadataTypes";

/// The name of the helper that writes metadata.
const METADATA_HELPER: &str = "decorateMetadata";

/// The expressions of a call of the helper that read variables: `typeof A === "undefined" ? Object : A`.
pub(crate) fn types_read(call: &CallExpression<'_>) -> Vec<Span> {
    match &call.callee {
        Expression::StaticMemberExpression(callee) if callee.property.name == METADATA_HELPER => {}
        _ => return Vec::new(),
    }
    match call.arguments.get(1) {
        Some(Argument::ConditionalExpression(value)) => vec![value.span],
        Some(Argument::ArrayExpression(list)) => {
            let spans = list.elements.iter().map(|element| match element {
                ArrayExpressionElement::ConditionalExpression(value) => Some(value.span),
                _ => None,
            });
            spans.flatten().collect()
        }
        _ => Vec::new(),
    }
}

/// The edits that read types when the helper asks for them, and `names`, which only metadata uses, through namespace
/// objects. `None` when there is nothing to do.
pub(crate) fn read_late(program: &Program<'_>, scoping: &Scoping, names: &[String]) -> Option<Edits> {
    let mut reader = Reader { scoping, members: HashMap::new(), edits: Edits::default(), has_edits: false };
    let declarations = program.body.iter().filter_map(|statement| match statement {
        Statement::ImportDeclaration(declaration) => Some(declaration),
        _ => None,
    });
    for declaration in declarations {
        reader.split(declaration, program.source_text, names);
    }
    reader.visit_program(program);
    reader.has_edits.then_some(reader.edits)
}

struct Reader<'s> {
    scoping: &'s Scoping,
    /// What is written for each use of a name.
    members: HashMap<SymbolId, String>,
    edits: Edits,
    has_edits: bool,
}

impl Reader<'_> {
    /// Takes the names out of the declaration, and adds an import of the namespace object.
    fn split(&mut self, declaration: &ImportDeclaration<'_>, source: &str, names: &[String]) {
        let Some(specifiers) = &declaration.specifiers else { return };
        let namespace = format!("{TYPES_PREFIX}{}", declaration.span.start);
        let mut default = None;
        let mut named = Vec::new();
        let mut has_types = false;
        for specifier in specifiers {
            let imported = match specifier {
                // Its members that do not exist are `undefined` already, and it excludes other names.
                ImportDeclarationSpecifier::ImportNamespaceSpecifier(_) => return,
                ImportDeclarationSpecifier::ImportDefaultSpecifier(_) => "default".to_owned(),
                ImportDeclarationSpecifier::ImportSpecifier(named) => named.imported.name().to_string(),
            };
            let local = specifier.local();
            if names.iter().any(|name| *name == *local.name) && is_identifier_name(&imported) {
                let symbol = local.symbol_id.get().expect("the scope analysis visited this binding");
                self.members.insert(symbol, format!("{namespace}.{imported}"));
                has_types = true;
                continue;
            }
            let span = specifier.span();
            let text = &source[span.start as usize..span.end as usize];
            match specifier {
                ImportDeclarationSpecifier::ImportDefaultSpecifier(_) => default = Some(text),
                _ => named.push(text),
            }
        }
        if !has_types {
            return;
        }
        let from = &source[declaration.source.span.start as usize..declaration.span.end as usize];
        let from = from.trim_end().trim_end_matches(';');
        let mut clauses: Vec<String> = default.into_iter().map(str::to_owned).collect();
        if !named.is_empty() {
            clauses.push(format!("{{ {} }}", named.join(", ")));
        }
        let mut text = format!("import * as {namespace} from {from};");
        if !clauses.is_empty() {
            text = format!("import {} from {from};{text}", clauses.join(", "));
        }
        self.edits.replace(declaration.span.start, declaration.span.end, text);
        self.has_edits = true;
    }
}

impl<'a> Visit<'a> for Reader<'_> {
    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        let types = types_read(it);
        for span in &types {
            self.edits.insert(span.start, "[()=>");
            self.has_edits = true;
        }
        walk::walk_call_expression(self, it);
        // Edits inside end before these.
        for span in &types {
            self.edits.insert(span.end, "]");
        }
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        let Some(reference) = it.reference_id.get() else { return };
        let symbol = self.scoping.get_reference(reference).symbol_id();
        if let Some(member) = symbol.and_then(|symbol| self.members.get(&symbol)) {
            self.edits.replace(it.span.start, it.span.end, member.clone());
        }
    }
}
