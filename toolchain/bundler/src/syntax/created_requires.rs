//! `const require = createRequire(import.meta.url)`, by which an ES module loads CommonJS, JSON and native addons: calls with
//! a literal become the `require` of the bundler, so that what they load is part of the bundle.

use oxc_ast::ast::*;
use oxc_semantic::Scoping;
use oxc_syntax::symbol::SymbolId;

use super::renames::Renames;
use super::visitor::Edit;

/// The name of the function in the output, where calls without a literal stay: its own may be `require`.
const RENAMED: &str = "__brio_created_require";

/// Whether a source can make such a function. Looks at the text only.
pub(super) fn may_have(code: &str) -> bool {
    code.contains("createRequire(import.meta.url)")
}

/// The edits of a source.
pub(super) fn edits(program: &Program<'_>, scoping: &Scoping) -> Vec<Edit> {
    let made = program.body.iter().filter_map(declared).flatten();
    // A package that was bundled has one for each of its modules.
    let name = |number: usize| if number == 0 { RENAMED.to_owned() } else { format!("{RENAMED}_{number}") };
    let names = made.enumerate().map(|(number, symbol)| (symbol, name(number))).collect();
    Renames::new(scoping, names, Some("require")).edits(program)
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
