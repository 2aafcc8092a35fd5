//! Paths in modules that esbuild has joined: the constants of each former module are variables of the whole, which the
//! function of that module assigns once (`var init_paths = __esm({ "src/paths.ts"() { root = join(__dirname, ".."); } })`).

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;

use super::known_paths::KnownPaths;

/// The function with which esbuild makes a module that runs when it is needed.
const WRAPPER: &str = "__esm(";

/// Adds the variables of a module that are assigned once to what is known about its paths.
pub(super) fn note(paths: &mut KnownPaths, program: &Program<'_>, scoping: &Scoping) {
    if program.source_text.contains(WRAPPER) {
        Assigned { paths, scoping }.visit_program(program);
    }
}

struct Assigned<'s> {
    paths: &'s mut KnownPaths,
    scoping: &'s Scoping,
}

impl Assigned<'_> {
    /// Whether a name is a variable of the module that is written once.
    fn is_written_once(&self, name: &IdentifierReference<'_>) -> bool {
        let symbol = name.reference_id.get().and_then(|id| self.scoping.get_reference(id).symbol_id());
        symbol.is_some_and(|symbol| {
            let writes = self.scoping.get_resolved_references(symbol).filter(|reference| reference.is_write());
            self.scoping.symbol_scope_id(symbol) == self.scoping.root_scope_id() && writes.count() == 1
        })
    }
}

impl<'a> Visit<'a> for Assigned<'_> {
    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if let AssignmentTarget::AssignmentTargetIdentifier(name) = &it.left
            && it.operator == AssignmentOperator::Assign
            && let Some(value) = self.paths.string_of(&it.right)
            && self.is_written_once(name)
        {
            self.paths.note(&name.name, value);
        }
        walk::walk_assignment_expression(self, it);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oxc_allocator::Allocator;
    use oxc_parser::Parser;
    use oxc_semantic::SemanticBuilder;
    use oxc_span::SourceType;
    use std::path::Path;

    /// What is known of the last statement of a source, an expression.
    fn known(source: &str) -> Option<String> {
        let allocator = Allocator::default();
        let parsed = Parser::new(&allocator, source, SourceType::cjs()).parse();
        let scoping = SemanticBuilder::new().build(&parsed.program).semantic.into_scoping();
        let mut paths = KnownPaths::new(Path::new("/p/lib/a.js"), Path::new("/"), None);
        note(&mut paths, &parsed.program, &scoping);
        match parsed.program.body.last() {
            Some(Statement::ExpressionStatement(last)) => paths.string_of(&last.expression),
            _ => None,
        }
    }

    #[test]
    fn what_is_assigned_once_is_known() {
        let wrapped = "var root; var init = __esm({ 'a'() { root = path.join(__dirname, '..'); } }); ";
        assert_eq!(known(&format!("{wrapped} join(root, 'b.json')")).as_deref(), Some("/p/lib/../b.json"));
        assert_eq!(known(&format!("{wrapped} root = other; join(root, 'b.json')")), None);
        assert_eq!(known("var root; root = __dirname; join(root, 'b.json')"), None, "it is not of esbuild");
    }
}
