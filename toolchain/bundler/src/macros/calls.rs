//! Finds the calls of macros in a source.

use std::collections::HashMap;

use anyhow::{Result, bail};
use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Parser;
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::{GetSpan, SourceType};
use oxc_syntax::symbol::SymbolId;

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
    /// The declarations that import them.
    pub(super) imports: Vec<(u32, u32)>,
    pub(super) calls: Vec<Call>,
}

/// Finds them. A source that does not parse has none: the build reports it.
///
/// # Errors
/// A use of a macro that is not a call, and arguments that are not literals.
pub(super) fn find(source: &str, source_type: SourceType) -> Result<Found> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, source_type).parse();
    let mut found = Found::default();
    if !parsed.diagnostics.is_empty() {
        return Ok(found);
    }
    let scoping = SemanticBuilder::new().build(&parsed.program).semantic.into_scoping();
    let mut macros = HashMap::new();
    for statement in &parsed.program.body {
        if let Statement::ImportDeclaration(import) = statement
            && is_macro(import)
        {
            found.imports.push((import.span.start, import.span.end));
            for specifier in import.specifiers.iter().flatten() {
                let name = match specifier {
                    ImportDeclarationSpecifier::ImportSpecifier(one) => Some(one.imported.name().to_string()),
                    ImportDeclarationSpecifier::ImportDefaultSpecifier(_) => Some("default".to_owned()),
                    ImportDeclarationSpecifier::ImportNamespaceSpecifier(_) => None,
                };
                if let Some(symbol) = specifier.local().symbol_id.get() {
                    macros.insert(symbol, (import.source.value.to_string(), name));
                }
            }
        }
    }
    let mut visitor = Calls { source, scoping: &scoping, macros: &macros, found: Vec::new(), problem: None };
    visitor.visit_program(&parsed.program);
    if let Some(problem) = visitor.problem {
        bail!("{problem}");
    }
    found.calls = visitor.found;
    Ok(found)
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
    /// The specifier and the export of each imported name; None for a namespace.
    macros: &'s HashMap<SymbolId, (String, Option<String>)>,
    found: Vec<Call>,
    problem: Option<String>,
}

impl Calls<'_> {
    fn imported(&self, identifier: &IdentifierReference<'_>) -> Option<&(String, Option<String>)> {
        let reference = identifier.reference_id.get()?;
        self.macros.get(&self.scoping.get_reference(reference).symbol_id()?)
    }

    /// The specifier and the export that a callee means.
    fn callee(&self, callee: &Expression<'_>) -> Option<(String, String)> {
        match callee {
            Expression::Identifier(identifier) => {
                let (specifier, name) = self.imported(identifier)?;
                Some((specifier.clone(), name.clone()?))
            }
            Expression::StaticMemberExpression(member) => {
                let Expression::Identifier(namespace) = &member.object else { return None };
                let (specifier, name) = self.imported(namespace)?;
                name.is_none().then(|| (specifier.clone(), member.property.name.to_string()))
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
        if self.imported(it).is_some() {
            self.problem.get_or_insert(format!("the macro \"{}\" is used without being called", it.name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const IMPORT: &str =
        "import { a, b as c } from './m' with { type: 'macro' }; import * as n from './n' with { type: 'macro' };";

    fn found(rest: &str) -> Result<Vec<(String, String, String)>> {
        let found = find(&format!("{IMPORT} {rest}"), SourceType::ts())?;
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
}
