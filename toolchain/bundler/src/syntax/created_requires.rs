//! `const require = createRequire(import.meta.url)`, by which an ES module loads CommonJS, JSON and native addons: calls with
//! a literal become the `require` of the bundler, so that what they load is part of the bundle.

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_syntax::symbol::SymbolId;

use super::visitor::Edit;

/// The name of the function in the output, where calls without a literal stay: its own may be `require`.
const RENAMED: &str = "__brio_created_require";

/// Whether a source can make such a function. Looks at the text only.
pub(super) fn may_have(code: &str) -> bool {
    code.contains("createRequire(import.meta.url)") || code.contains(".createRequire(import.meta.url)")
}

/// The edits of a source.
pub(super) fn edits(program: &Program<'_>, scoping: &Scoping) -> Vec<Edit> {
    let made: Vec<SymbolId> = program.body.iter().filter_map(declared).flatten().collect();
    if made.is_empty() {
        return Vec::new();
    }
    let mut uses = Uses { scoping, made, found: Vec::new() };
    uses.visit_program(program);
    uses.found
}

/// The constants of a statement of the module itself that are such functions.
fn declared(statement: &Statement<'_>) -> Option<Vec<SymbolId>> {
    let Statement::VariableDeclaration(variables) = statement else { return None };
    let is_made = |declarator: &&VariableDeclarator<'_>| declarator.init.as_ref().is_some_and(creates_require);
    let ids = variables.declarations.iter().filter(is_made).filter_map(|declarator| match &declarator.id {
        BindingPattern::BindingIdentifier(id) => id.symbol_id.get(),
        _ => None,
    });
    Some(ids.collect())
}

/// `createRequire(import.meta.url)` or `module.createRequire(import.meta.url)`.
fn creates_require(expression: &Expression<'_>) -> bool {
    let Expression::CallExpression(call) = expression else { return false };
    let is_named = match &call.callee {
        Expression::Identifier(name) => name.name == "createRequire",
        Expression::StaticMemberExpression(member) => member.property.name == "createRequire",
        _ => false,
    };
    let [argument] = call.arguments.as_slice() else { return false };
    is_named
        && matches!(argument.as_expression(), Some(Expression::StaticMemberExpression(member))
            if member.property.name == "url" && matches!(member.object, Expression::ImportMeta(_)))
}

struct Uses<'s> {
    scoping: &'s Scoping,
    made: Vec<SymbolId>,
    found: Vec<Edit>,
}

impl Uses<'_> {
    fn is_made(&self, identifier: &IdentifierReference<'_>) -> bool {
        let reference = identifier.reference_id.get();
        let symbol = reference.and_then(|reference| self.scoping.get_reference(reference).symbol_id());
        symbol.is_some_and(|symbol| self.made.contains(&symbol))
    }

    fn rename(&mut self, start: u32, end: u32, text: &str) {
        self.found.push(Edit::Replace { start, end, text: text.to_owned() });
    }
}

/// Whether the only argument of a call is a text that does not change.
fn has_literal(call: &CallExpression<'_>) -> bool {
    matches!(call.arguments.as_slice(), [Argument::StringLiteral(_)])
}

impl<'a> Visit<'a> for Uses<'_> {
    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        if it.symbol_id.get().is_some_and(|symbol| self.made.contains(&symbol)) {
            self.rename(it.span.start, it.span.end, RENAMED);
        }
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        if self.is_made(it) {
            self.rename(it.span.start, it.span.end, RENAMED);
        }
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        // `{ require }` keeps its key.
        match (&it.value, it.shorthand) {
            (Expression::Identifier(value), true) if self.is_made(value) => {
                self.rename(it.span.start, it.span.end, &format!("{}: {RENAMED}", value.name));
            }
            _ => walk::walk_object_property(self, it),
        }
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        match &it.callee {
            Expression::Identifier(callee) if self.is_made(callee) && has_literal(it) => {
                self.rename(callee.span.start, callee.span.end, "require");
            }
            _ => walk::walk_call_expression(self, it),
        }
    }
}
