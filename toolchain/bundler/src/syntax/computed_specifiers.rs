//! Specifiers that are only known when the program runs. `--reject-unresolved` refuses them, and `--allow-unresolved` those
//! whose form fits no pattern, as Bun has it.

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};

use super::glob_imports;
use super::visitor::{Edit, pattern_of};

/// Whether a source can have a specifier. Looks at the text only.
pub(super) fn may_have(code: &str) -> bool {
    code.contains("import") || code.contains("require")
}

/// A call whose specifier is computed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Computed {
    pub(super) call: Span,
    /// What a report calls it.
    name: &'static str,
    /// The specifier with `*` for what is not literal; empty when nothing is.
    form: String,
}

impl Computed {
    /// What a report says.
    pub(super) fn message(&self) -> String {
        let pattern = if self.form.is_empty() { "<empty>" } else { &self.form };
        format!(
            "this {} will not be bundled: its specifier is not a literal (--allow-unresolved \"{pattern}\" allows it)",
            self.name
        )
    }

    /// Whether a pattern allows it.
    fn is_allowed(&self, patterns: &[String]) -> bool {
        patterns.iter().any(|pattern| match pattern.is_empty() || self.form.is_empty() {
            true => *pattern == self.form,
            false => glob_imports::matches(pattern, &self.form),
        })
    }
}

/// The calls that no pattern allows, and that no edit makes part of the bundle.
pub(super) fn refused(
    program: &Program<'_>,
    scoping: &Scoping,
    importer: &str,
    patterns: &[String],
    edits: &[Edit],
) -> Vec<Computed> {
    let mut finder = Finder { scoping, found: Vec::new() };
    finder.visit_program(program);
    let is_bundled = |computed: &Computed| edits.iter().any(|edit| bundles(edit, importer, computed.call));
    finder.found.retain(|computed| !computed.is_allowed(patterns) && !is_bundled(computed));
    finder.found
}

/// Whether an edit finds the files that a call can mean.
fn bundles(edit: &Edit, importer: &str, span: Span) -> bool {
    match edit {
        Edit::Replace { start, end, .. } => *start <= span.start && span.end <= *end,
        Edit::GlobImport { start, pattern, call, .. } => {
            *start == span.start && glob_imports::object(importer, pattern, call).is_some()
        }
        _ => false,
    }
}

struct Finder<'s> {
    scoping: &'s Scoping,
    found: Vec<Computed>,
}

impl Finder<'_> {
    fn note(&mut self, call: Span, name: &'static str, specifier: Option<&Expression<'_>>) {
        if specifier.is_some_and(is_literal) {
            return;
        }
        let form = specifier.and_then(pattern_of).filter(|form| form != "*").unwrap_or_default();
        self.found.push(Computed { call, name, form });
    }

    /// Whether an expression is the function that loads modules.
    fn is_require(&self, expression: &Expression<'_>) -> bool {
        let Expression::Identifier(identifier) = expression else { return false };
        let reference = identifier.reference_id.get();
        identifier.name == "require"
            && reference.is_none_or(|reference| self.scoping.get_reference(reference).symbol_id().is_none())
    }
}

/// Whether a specifier is known, or is one of several that are.
fn is_literal(specifier: &Expression<'_>) -> bool {
    match specifier.get_inner_expression() {
        Expression::StringLiteral(_) => true,
        Expression::TemplateLiteral(template) => template.expressions.is_empty(),
        Expression::ConditionalExpression(choice) => is_literal(&choice.consequent) && is_literal(&choice.alternate),
        _ => false,
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        self.note(it.span, "import()", Some(&it.source));
        walk::walk_import_expression(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        let name = match &it.callee {
            callee if self.is_require(callee) => Some("require()"),
            Expression::StaticMemberExpression(member)
                if member.property.name == "resolve" && self.is_require(&member.object) =>
            {
                Some("require.resolve()")
            }
            _ => None,
        };
        if let (Some(name), Some(argument)) = (name, it.arguments.first()) {
            self.note(it.span(), name, argument.as_expression());
        }
        walk::walk_call_expression(self, it);
    }
}

#[cfg(test)]
mod tests {
    use oxc_allocator::Allocator;
    use oxc_parser::Parser;
    use oxc_semantic::SemanticBuilder;
    use oxc_span::SourceType;

    use super::*;

    fn forms(source: &str, patterns: &[&str]) -> Vec<String> {
        let allocator = Allocator::default();
        let parsed = Parser::new(&allocator, source, SourceType::mjs()).parse();
        let scoping = SemanticBuilder::new().build(&parsed.program).semantic.into_scoping();
        let patterns: Vec<String> = patterns.iter().map(|pattern| (*pattern).to_owned()).collect();
        let found = refused(&parsed.program, &scoping, "/a.js", &patterns, &[]);
        found.into_iter().map(|computed| format!("{} {}", computed.name, computed.form)).collect()
    }

    #[test]
    fn computed_specifiers_are_refused_unless_a_pattern_fits() {
        let source =
            "import(`./a/${x}.js`); require(x); require.resolve('./b/' + x); import('./c'); require(x ? 'd' : 'e');
            function own(require) { require(x); }";
        let all = ["import() ./a/*.js", "require() ", "require.resolve() ./b/*"];
        assert_eq!(forms(source, &[]), all);
        assert_eq!(forms(source, &["./a/*.js"]), all[1..]);
        assert_eq!(forms(source, &["", "./b/*"]), all[..1]);
    }
}
