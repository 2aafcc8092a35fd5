//! Finds imports that a program can do without.
//!
//! A package that was not found is optional when it is only loaded by `require` or `import()` inside a function, a
//! `try` or a conditional: the program may never get there, or handles the failure (`pg` and `pg-native`, Nest and its
//! transports). A static import, and a `require` that runs as its module is loaded, must be found.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Parser;
use oxc_span::{SourceType, Span};
use oxc_syntax::scope::ScopeFlags;

/// How a source loads a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// Only inside a `try`, which handles that it is missing.
    Guarded,
    /// Only where the program can do without, first at this place.
    Optional { start: u32, end: u32 },
    /// Where it cannot, at this place.
    Required { start: u32, end: u32 },
}

/// Finds how `source` loads each of `specifiers`.
///
/// # Returns
/// One entry for each specifier that occurs in a form that can be read. A source that does not parse has none.
pub(crate) fn uses(source: &str, file_name: &str, specifiers: &[&str]) -> HashMap<String, Use> {
    look(source, file_name, Some(specifiers))
}

/// Whether a module is loaded as soon as the program starts: some chain of required imports leads to it from an entry.
/// What is only reached through optional imports may never be loaded.
///
/// `importers` are the modules that import each module, `is_entry` says where programs start.
pub(crate) fn is_loaded_at_start(
    module: &str,
    importers: &BTreeMap<String, Vec<String>>,
    is_entry: impl Fn(&str) -> bool,
) -> bool {
    let mut seen = BTreeSet::new();
    let mut waiting = vec![module.to_owned()];
    while let Some(id) = waiting.pop() {
        let all = importers.get(&id).map(Vec::as_slice).unwrap_or_default();
        if is_entry(&id) || all.is_empty() {
            return true;
        }
        if !seen.insert(id.clone()) {
            continue;
        }
        waiting.extend(all.iter().filter(|importer| requires(importer, &id)).cloned());
    }
    false
}

/// Whether a module loads another one in a place that runs when it is loaded. When that cannot be read, it does.
fn requires(importer: &str, imported: &str) -> bool {
    let path = importer.split('?').next().unwrap_or(importer);
    let Ok(source) = std::fs::read_to_string(path) else { return true };
    let imported = Path::new(imported.split('?').next().unwrap_or(imported));
    // The specifiers that can mean the file: those that end with its name or its folder's.
    let names = [imported.file_stem(), imported.parent().and_then(Path::file_name)];
    let names: Vec<String> = names.into_iter().flatten().map(|name| name.to_string_lossy().into_owned()).collect();
    let all = all_uses(&source, path);
    let mut named = all.iter().filter(|(specifier, _)| {
        let last = specifier.rsplit('/').next().unwrap_or(specifier);
        let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem);
        names.iter().any(|name| name == last || name == stem || specifier.contains(name.as_str()))
    });
    let mut is_named = false;
    let is_required = named.any(|(_, one)| {
        is_named = true;
        matches!(one, Use::Required { .. })
    });
    is_required || !is_named
}

/// As [`uses`], of all specifiers.
fn all_uses(source: &str, file_name: &str) -> HashMap<String, Use> {
    look(source, file_name, None)
}

fn look(source: &str, file_name: &str, specifiers: Option<&[&str]>) -> HashMap<String, Use> {
    let allocator = Allocator::default();
    let source_type = SourceType::from_path(file_name).unwrap_or_default();
    let parsed = Parser::new(&allocator, source, source_type).parse();
    let mut visitor = Uses { specifiers, depth: 0, tries: 0, found: HashMap::new() };
    visitor.visit_program(&parsed.program);
    visitor.found
}

struct Uses<'s> {
    /// Those that are looked for; all without.
    specifiers: Option<&'s [&'s str]>,
    /// How many functions, `try` blocks and conditionals are around the current place.
    depth: u32,
    /// How many of them are `try` blocks.
    tries: u32,
    found: HashMap<String, Use>,
}

impl Uses<'_> {
    fn note(&mut self, specifier: &str, span: Span, is_required: bool) {
        if self.specifiers.is_some_and(|wanted| !wanted.contains(&specifier)) {
            return;
        }
        let Span { start, end, .. } = span;
        let here = match is_required {
            true => Use::Required { start, end },
            false if self.tries > 0 => Use::Guarded,
            false => Use::Optional { start, end },
        };
        let entry = self.found.entry(specifier.to_owned()).or_insert(here);
        let is_stronger = match *entry {
            Use::Guarded => true,
            Use::Optional { .. } => matches!(here, Use::Required { .. }),
            Use::Required { .. } => false,
        };
        if is_stronger {
            *entry = here;
        }
    }

    fn inside(&mut self, visit: impl FnOnce(&mut Self)) {
        self.depth += 1;
        visit(self);
        self.depth -= 1;
    }
}

/// The string that an expression is, if it is a literal.
fn literal<'e>(expression: &'e Expression<'_>) -> Option<(&'e str, Span)> {
    match expression {
        Expression::StringLiteral(literal) => Some((literal.value.as_str(), literal.span)),
        Expression::TemplateLiteral(template) if template.expressions.is_empty() => template
            .quasis
            .first()
            .and_then(|quasi| quasi.value.cooked.as_ref())
            .map(|text| (text.as_str(), template.span)),
        _ => None,
    }
}

impl<'a> Visit<'a> for Uses<'_> {
    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        if !it.import_kind.is_type() {
            self.note(it.source.value.as_str(), it.source.span, true);
        }
    }

    fn visit_export_from_declaration(&mut self, it: &ExportFromDeclaration<'a>) {
        self.note(it.source.value.as_str(), it.source.span, true);
    }

    fn visit_export_all_declaration(&mut self, it: &ExportAllDeclaration<'a>) {
        self.note(it.source.value.as_str(), it.source.span, true);
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        if let Some((specifier, span)) = literal(&it.source) {
            self.note(specifier, span, self.depth == 0);
        }
        walk::walk_import_expression(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        let is_require = it.callee.is_specific_id("require")
            || it.callee.is_specific_member_access("require", "resolve")
            || it.callee.is_specific_member_access("module", "require");
        let first = it.arguments.first().and_then(|argument| argument.as_expression());
        if is_require && let Some((specifier, span)) = first.and_then(literal) {
            self.note(specifier, span, self.depth == 0);
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.inside(|visitor| walk::walk_function(visitor, it, flags));
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.inside(|visitor| walk::walk_arrow_function_expression(visitor, it));
    }

    fn visit_try_statement(&mut self, it: &TryStatement<'a>) {
        self.inside(|visitor| {
            // What handles the error, and what follows, is not guarded.
            visitor.tries += 1;
            visitor.visit_block_statement(&it.block);
            visitor.tries -= 1;
            it.handler.iter().for_each(|handler| visitor.visit_catch_clause(handler));
            it.finalizer.iter().for_each(|block| visitor.visit_block_statement(block));
        });
    }

    fn visit_if_statement(&mut self, it: &IfStatement<'a>) {
        self.inside(|visitor| walk::walk_if_statement(visitor, it));
    }

    fn visit_conditional_expression(&mut self, it: &ConditionalExpression<'a>) {
        self.inside(|visitor| walk::walk_conditional_expression(visitor, it));
    }

    fn visit_logical_expression(&mut self, it: &LogicalExpression<'a>) {
        self.inside(|visitor| walk::walk_logical_expression(visitor, it));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn use_of(source: &str) -> Option<Use> {
        uses(source, "a.ts", &["x"]).remove("x")
    }

    #[test]
    fn static_imports_are_required() {
        for source in ["import 'x'", "import a from 'x'; a", "export * from 'x'", "export { a } from 'x'"] {
            assert!(matches!(use_of(source), Some(Use::Required { .. })), "{source}");
        }
    }

    #[test]
    fn what_runs_as_the_module_is_loaded_is_required() {
        assert_eq!(use_of("const a = require('x')"), Some(Use::Required { start: 18, end: 21 }));
        assert!(matches!(use_of("await import('x')"), Some(Use::Required { .. })));
    }

    #[test]
    fn what_may_not_run_or_may_fail_is_optional() {
        for source in [
            "function f() { return require('x') }",
            "const f = () => import('x')",
            "try { require('x') } catch {}",
            "if (process.env.A) require('x')",
            "class A { get a() { return require('x') } }",
            "import('y').then(() => require('x'))",
        ] {
            assert!(matches!(use_of(source), Some(Use::Optional { .. } | Use::Guarded)), "{source}");
        }
    }

    #[test]
    fn a_try_guards_what_is_in_its_block() {
        assert_eq!(use_of("try { require('x') } catch {}"), Some(Use::Guarded));
        assert!(matches!(use_of("try { f() } catch { require('x') }"), Some(Use::Optional { .. })));
        assert!(matches!(use_of("try { require('x') } catch {} () => require('x')"), Some(Use::Optional { .. })));
    }

    #[test]
    fn one_required_use_is_enough() {
        assert!(matches!(use_of("try { require('x') } catch {}\nrequire('x')"), Some(Use::Required { .. })));
        assert!(matches!(use_of("require('x'); () => require('x')"), Some(Use::Required { .. })));
    }

    #[test]
    fn types_are_no_uses() {
        assert_eq!(use_of("import type { A } from 'x'"), None);
    }
}
