//! Assignments to imports, and in packages to constants, in functions, blocks and parts of expressions: they may never run, and
//! the program may catch their error. They throw when they run, as from the source.
//! A statement of a module that is one is an error of the build, and so is what assigns to a constant of the program itself, as in
//! esbuild, Bun and Rolldown.
//!
//! Rolldown refuses both, so only a pass after its report looks for them.

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::{Scoping, SymbolId};
use oxc_span::{GetSpan, Span};

use super::visitor::Edit;

/// What is found in a module.
#[derive(Default)]
pub(super) struct Found {
    pub(super) edits: Vec<Edit>,
    /// What its reader should know, and where.
    pub(super) warnings: Vec<(String, Span)>,
}

/// The edits after which such an assignment throws when it runs.
pub(super) fn found(program: &Program<'_>, scoping: &Scoping, is_package: bool) -> Found {
    let mut writes =
        Writes { scoping, is_package, namespaces: namespaces(program), always: None, found: Found::default() };
    for statement in &program.body {
        writes.always = always_written(statement);
        writes.visit_statement(statement);
    }
    writes.found
}

/// What a statement of a module assigns whenever the module runs.
fn always_written(statement: &Statement<'_>) -> Option<Span> {
    let Statement::ExpressionStatement(statement) = statement else { return None };
    match statement.expression.without_parentheses() {
        Expression::AssignmentExpression(assignment) => {
            (!assignment.operator.is_logical()).then(|| assignment.left.span())
        }
        Expression::UpdateExpression(update) => Some(update.argument.span()),
        Expression::UnaryExpression(unary) if unary.operator == UnaryOperator::Delete => Some(unary.argument.span()),
        _ => None,
    }
}

/// The names of namespaces that a module imports.
fn namespaces(program: &Program<'_>) -> Vec<SymbolId> {
    let imports = program.body.iter().filter_map(|statement| match statement {
        Statement::ImportDeclaration(import) => import.specifiers.as_ref(),
        _ => None,
    });
    let symbol = |specifier: &ImportDeclarationSpecifier<'_>| match specifier {
        ImportDeclarationSpecifier::ImportNamespaceSpecifier(name) => name.local.symbol_id.get(),
        _ => None,
    };
    imports.flatten().filter_map(symbol).collect()
}

struct Writes<'s> {
    scoping: &'s Scoping,
    is_package: bool,
    namespaces: Vec<SymbolId>,
    /// What the current statement of the module assigns whenever it runs.
    always: Option<Span>,
    found: Found,
}

impl Writes<'_> {
    /// The binding that a reference writes, if it cannot be written.
    fn constant(&self, identifier: &IdentifierReference<'_>) -> Option<&'static str> {
        let reference = self.scoping.get_reference(identifier.reference_id.get()?);
        let flags = self.scoping.symbol_flags(reference.symbol_id()?);
        match reference.is_write() {
            true if flags.is_import() => Some("an import"),
            true if flags.is_const_variable() && self.is_package => Some("a constant"),
            _ => None,
        }
    }

    /// A member of a namespace that is assigned or deleted.
    fn member(&mut self, member: Option<&MemberExpression<'_>>) {
        let Some(Expression::Identifier(object)) = member.map(MemberExpression::object) else { return };
        let symbol = object.reference_id.get().and_then(|id| self.scoping.get_reference(id).symbol_id());
        if symbol.is_some_and(|symbol| self.namespaces.contains(&symbol)) {
            self.replace(object, "", "a namespace of imports, which cannot be changed");
        }
    }

    fn replace(&mut self, name: &IdentifierReference<'_>, before: &str, what: &str) {
        if self.always.is_some_and(|always| always.contains_inclusive(name.span)) {
            return;
        }
        let warning = format!("\"{}\" is {what}: this throws a TypeError when it runs", name.name);
        self.found.warnings.push((warning, name.span));
        let text = format!("{before}{}", read_only(&name.name));
        self.found.edits.push(Edit::Replace { start: name.span.start, end: name.span.end, text });
    }
}

/// An expression whose value is that of a name, and that throws when it is assigned. It begins with a word, so that it is not
/// taken for a part of the line before it.
fn read_only(name: &str) -> String {
    format!(
        "new class {{ get {name}() {{ return {name}; }} \
         set {name}(_) {{ throw new TypeError(\"Assignment to constant variable.\"); }} }}().{name}"
    )
}

impl<'a> Visit<'a> for Writes<'_> {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        if let Some(what) = self.constant(it) {
            self.replace(it, "", what);
        }
    }

    fn visit_assignment_target_property_identifier(&mut self, it: &AssignmentTargetPropertyIdentifier<'a>) {
        if let Some(what) = self.constant(&it.binding) {
            self.replace(&it.binding, &format!("{}: ", it.binding.name), what);
        }
        if let Some(init) = &it.init {
            self.visit_expression(init);
        }
    }

    fn visit_simple_assignment_target(&mut self, it: &SimpleAssignmentTarget<'a>) {
        self.member(it.as_member_expression());
        walk::walk_simple_assignment_target(self, it);
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        if it.operator == UnaryOperator::Delete {
            self.member(match it.argument.without_parentheses() {
                Expression::ChainExpression(chain) => chain.expression.as_member_expression(),
                argument => argument.as_member_expression(),
            });
        }
        walk::walk_unary_expression(self, it);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oxc_allocator::Allocator;
    use oxc_parser::Parser;
    use oxc_semantic::SemanticBuilder;
    use oxc_span::SourceType;

    /// The names that are written, with what is before each.
    fn written(source: &str) -> Vec<String> {
        let allocator = Allocator::default();
        let parsed = Parser::new(&allocator, source, SourceType::mjs()).parse();
        let scoping = SemanticBuilder::new().build(&parsed.program).semantic.into_scoping();
        let found = found(&parsed.program, &scoping, true);
        assert_eq!(found.edits.len(), found.warnings.len());
        let shown = |edit: &Edit| match edit {
            Edit::Replace { start, end, text } => {
                format!("{}@{start}{}", &source[*start as usize..*end as usize], text.split("new class").next()?).into()
            }
            _ => None,
        };
        found.edits.iter().filter_map(shown).collect()
    }

    #[test]
    fn assignments_that_may_not_run_are_found() {
        assert_eq!(written("import { x } from 'a'; () => { x = 1; }"), ["x@31"]);
        assert_eq!(written("const x = 1; try { x++; } catch {}"), ["x@19"]);
        assert_eq!(written("import { x } from 'a'; f(() => ({ x } = y))"), ["x@34x: "]);
        assert_eq!(
            written("import * as n from 'a'; if (y) { n.a = 1; delete n?.b; n = 1; }"),
            ["n@33", "n@49", "n@55"]
        );
        assert_eq!(written("import { x } from 'a'; x ??= 1;"), ["x@23"]);
        assert_eq!(written("const x = 1; module.exports = () => { x = 2; };"), ["x@38"]);
    }

    #[test]
    fn statements_and_what_can_be_written_stay() {
        for source in [
            "import { x } from 'a'; x = 1;",
            "const x = 1; (x++);",
            "import * as n from 'a'; delete n.x;",
            "import { x } from 'a'; () => { let x; x = 1; x.y = 2; }",
            "import * as n from 'a'; () => { n.a.b = 1; delete n.a.b; f(n.a); }",
            "let x; () => { x = 1; }",
            "import { x } from 'a'; () => { x.y = 1; y.x = 1; }",
        ] {
            assert!(written(source).is_empty(), "{source}");
        }
    }
}
