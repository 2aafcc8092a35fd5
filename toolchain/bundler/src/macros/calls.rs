//! Finds the calls of macros in a source.

use std::cell::Cell;
use std::collections::HashMap;

use anyhow::{Result, bail};
use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Parser;
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::{GetSpan, SourceType, Span};
use oxc_syntax::symbol::SymbolId;

use super::Remap;
use crate::single::with_specifiers;

/// A call. Positions are offsets in bytes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) specifier: String,
    /// The name of the export.
    pub(super) name: String,
    /// The source of an array with the arguments.
    pub(super) arguments: String,
    /// The callee as the source has it.
    pub(super) shown: String,
}

/// The macros of a source.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The declarations that import them, and what they become.
    pub(super) imports: Vec<(Span, String)>,
    pub(super) calls: Vec<Call>,
}

/// Finds them. A source that does not parse has none: the build reports it.
///
/// # Errors
/// A use of a macro that is not a call, and arguments that are not literals.
pub(super) fn find(source: &str, source_type: SourceType, remap: &Remap) -> Result<Found> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, source_type).parse();
    if !parsed.diagnostics.is_empty() {
        return Ok(Found::default());
    }
    let scoping = SemanticBuilder::new().build(&parsed.program).semantic.into_scoping();
    let imports = || {
        parsed.program.body.iter().filter_map(|statement| match statement {
            Statement::ImportDeclaration(import) => Some(&**import),
            _ => None,
        })
    };
    let macros: HashMap<SymbolId, Imported> = imports().flat_map(|import| imported(import, remap)).collect();
    let mut visitor = Calls { source, scoping: &scoping, macros: &macros, found: Vec::new(), problem: None };
    visitor.visit_program(&parsed.program);
    if let Some(problem) = visitor.problem {
        bail!("{problem}");
    }
    let calls = visitor.found;
    let imports = imports().filter_map(|import| {
        // A remapped name that is also used in another way stays imported.
        let is_gone = |specifier: &&ImportDeclarationSpecifier<'_>| {
            let symbol = specifier.local().symbol_id.get();
            symbol.and_then(|symbol| macros.get(&symbol)).is_some_and(|one| !one.has_other_uses.get())
        };
        let specifiers = || import.specifiers.iter().flatten();
        if is_macro(import) {
            return Some((import.span, String::new()));
        }
        specifiers().any(|one| is_gone(&one)).then(|| {
            let kept: Vec<_> = specifiers().filter(|one| !is_gone(one)).collect();
            (import.span, with_specifiers(source, import, &kept))
        })
    });
    Ok(Found { imports: imports.collect(), calls })
}

/// What an imported name means.
struct Imported {
    specifier: String,
    /// The export; None for a namespace.
    name: Option<String>,
    is_remapped: bool,
    /// Whether a remapped name is used without being called.
    has_other_uses: Cell<bool>,
}

/// The macros that a declaration imports.
fn imported(import: &ImportDeclaration<'_>, remap: &Remap) -> Vec<(SymbolId, Imported)> {
    let (is_macro, names) = (is_macro(import), remap.get(import.source.value.as_str()));
    let mut found = Vec::new();
    for specifier in import.specifiers.iter().flatten() {
        let name = match specifier {
            ImportDeclarationSpecifier::ImportSpecifier(one) => Some(one.imported.name().to_string()),
            ImportDeclarationSpecifier::ImportDefaultSpecifier(_) => Some("default".to_owned()),
            ImportDeclarationSpecifier::ImportNamespaceSpecifier(_) => None,
        };
        let remapped = name.as_ref().and_then(|name| names?.get(name));
        let specifier_of_macro = match remapped {
            _ if is_macro => import.source.value.to_string(),
            Some(path) => path.clone(),
            None => continue,
        };
        if let Some(symbol) = specifier.local().symbol_id.get() {
            let (is_remapped, has_other_uses) = (!is_macro, Cell::new(false));
            found.push((symbol, Imported { specifier: specifier_of_macro, name, is_remapped, has_other_uses }));
        }
    }
    found
}

fn is_macro(import: &ImportDeclaration<'_>) -> bool {
    import
        .with_clause
        .iter()
        .flat_map(|clause| &clause.with_entries)
        .any(|entry| entry.key.as_arena_str() == "type" && entry.value.value.as_str() == "macro")
}

struct Calls<'s> {
    source: &'s str,
    scoping: &'s Scoping,
    macros: &'s HashMap<SymbolId, Imported>,
    found: Vec<Call>,
    problem: Option<String>,
}

impl Calls<'_> {
    fn imported(&self, identifier: &IdentifierReference<'_>) -> Option<&Imported> {
        let reference = identifier.reference_id.get()?;
        self.macros.get(&self.scoping.get_reference(reference).symbol_id()?)
    }

    /// The specifier and the export that a callee means.
    fn callee(&self, callee: &Expression<'_>) -> Option<(String, String)> {
        match callee {
            Expression::Identifier(identifier) => {
                let imported = self.imported(identifier)?;
                Some((imported.specifier.clone(), imported.name.clone()?))
            }
            Expression::StaticMemberExpression(member) => {
                let Expression::Identifier(namespace) = &member.object else { return None };
                let imported = self.imported(namespace)?;
                imported.name.is_none().then(|| (imported.specifier.clone(), member.property.name.to_string()))
            }
            _ => None,
        }
    }

    fn text(&self, span: oxc_span::Span) -> &str {
        &self.source[span.start as usize..span.end as usize]
    }

    fn add(&mut self, span: oxc_span::Span, callee: &Expression<'_>, macro_: (String, String), arguments: String) {
        let (specifier, name) = macro_;
        let shown = self.text(callee.span()).to_owned();
        self.found.push(Call { start: span.start, end: span.end, specifier, name, arguments, shown });
    }
}

/// Whether the value of an expression is in the source.
fn is_literal(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::StringLiteral(_)
        | Expression::NumericLiteral(_)
        | Expression::BooleanLiteral(_)
        | Expression::NullLiteral(_)
        | Expression::BigIntLiteral(_)
        | Expression::RegExpLiteral(_) => true,
        Expression::Identifier(name) => matches!(name.name.as_str(), "undefined" | "NaN" | "Infinity"),
        Expression::TemplateLiteral(template) => template.expressions.iter().all(is_literal),
        Expression::UnaryExpression(unary) => is_literal(&unary.argument),
        Expression::ParenthesizedExpression(inner) => is_literal(&inner.expression),
        Expression::ArrayExpression(array) => {
            array.elements.iter().all(|element| element.as_expression().is_some_and(is_literal))
        }
        Expression::ObjectExpression(object) => object.properties.iter().all(|property| match property {
            ObjectPropertyKind::ObjectProperty(property) => {
                !property.computed && !property.method && !property.shorthand && is_literal(&property.value)
            }
            ObjectPropertyKind::SpreadProperty(_) => false,
        }),
        _ => false,
    }
}

impl<'a> Visit<'a> for Calls<'_> {
    fn visit_import_declaration(&mut self, _: &ImportDeclaration<'a>) {}

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        let Some(called) = self.callee(&it.callee) else { return walk::walk_call_expression(self, it) };
        let arguments: Vec<&Expression<'_>> =
            it.arguments.iter().filter_map(|argument| argument.as_expression()).collect();
        if arguments.len() < it.arguments.len() || !arguments.iter().all(|argument| is_literal(argument)) {
            let shown = self.text(it.callee.span()).to_owned();
            self.problem.get_or_insert(format!("the arguments of the macro \"{shown}\" are not all literals"));
            return;
        }
        let list: Vec<&str> = arguments.iter().map(|argument| self.text(argument.span())).collect();
        let list = format!("[{}]", list.join(", "));
        self.add(it.span, &it.callee, called, list);
    }

    fn visit_tagged_template_expression(&mut self, it: &TaggedTemplateExpression<'a>) {
        let Some(called) = self.callee(&it.tag) else { return walk::walk_tagged_template_expression(self, it) };
        let quote = |texts: Vec<&str>| serde_json::to_string(&texts).unwrap_or_default();
        let cooked = it.quasi.quasis.iter().map(|part| part.value.cooked.as_ref().map_or("", |text| text.as_str()));
        let raw = it.quasi.quasis.iter().map(|part| part.value.raw.as_str());
        let mut list = format!("[Object.assign({}, {{ raw: {} }})", quote(cooked.collect()), quote(raw.collect()));
        for value in &it.quasi.expressions {
            if !is_literal(value) {
                let shown = self.text(it.tag.span()).to_owned();
                self.problem.get_or_insert(format!("the values of the macro \"{shown}\" are not all literals"));
                return;
            }
            list += ", ";
            list += self.text(value.span());
        }
        list.push(']');
        self.add(it.span, &it.tag, called, list);
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        match self.imported(it) {
            Some(imported) if imported.is_remapped => imported.has_other_uses.set(true),
            Some(_) => {
                self.problem.get_or_insert(format!("the macro \"{}\" is used without being called", it.name));
            }
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const IMPORT: &str =
        "import { a, b as c } from './m' with { type: 'macro' }; import * as n from './n' with { type: 'macro' };";

    fn found(rest: &str) -> Result<Vec<(String, String, String)>> {
        let found = find(&format!("{IMPORT} {rest}"), SourceType::ts(), &Remap::new())?;
        assert_eq!(found.imports.len(), 2);
        Ok(found.calls.into_iter().map(|call| (call.specifier, call.name, call.arguments)).collect())
    }

    fn call(specifier: &str, name: &str, arguments: &str) -> (String, String, String) {
        (specifier.to_owned(), name.to_owned(), arguments.to_owned())
    }

    #[test]
    fn calls_are_found_with_their_arguments() {
        let calls = found("x = a('s', -1, { k: [true] }) + c() + n.d(`t`);").unwrap();
        let expected =
            [call("./m", "a", "['s', -1, { k: [true] }]"), call("./m", "b", "[]"), call("./n", "d", "[`t`]")];
        assert_eq!(calls, expected);
        assert_eq!(found("{ let a = () => 1; a(y); }").unwrap(), []);
    }

    #[test]
    fn what_is_known_only_at_run_time_is_refused() {
        assert!(found("a(x)").unwrap_err().to_string().contains("literals"));
        assert!(found("a(...[1])").unwrap_err().to_string().contains("literals"));
        assert!(found("f(a)").unwrap_err().to_string().contains("without being called"));
    }

    #[test]
    fn remapped_names_are_macros() {
        let names = [("a".to_owned(), "./m".to_owned())].into();
        let remap = Remap::from([("p".to_owned(), names)]);
        let found = |source: &str| {
            let found = find(source, SourceType::ts(), &remap).unwrap();
            let imports: Vec<String> = found.imports.into_iter().map(|(_, new)| new).collect();
            (
                imports,
                found.calls.into_iter().map(|call| (call.specifier, call.name, call.arguments)).collect::<Vec<_>>(),
            )
        };
        let one = call("./m", "a", "[1]");
        assert_eq!(found("import { a } from 'p'; a(1);"), (vec![String::new()], vec![one.clone()]));
        assert_eq!(
            found("import { a as c, b } from 'p'; c(1); b();"),
            (vec!["import { b } from 'p';".to_owned()], vec![one.clone()])
        );
        assert_eq!(found("import { a } from 'p'; f(a); a(1);"), (vec![], vec![one]));
        assert_eq!(found("import { a } from 'q'; a(1);"), (vec![], vec![]));
    }
}
