//! `const require = createRequire(import.meta.url)`, by which an ES module loads CommonJS, JSON and native addons: calls with
//! a literal become the `require` of the bundler, so that what they load is part of the bundle.
//!
//! A package that was bundled may have the function in a module of its own, from which the others import it.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_syntax::symbol::SymbolId;

use super::renames::{LiteralCalls, Renames};
use super::visitor::Edit;

/// The name of the function in the output, where calls without a literal stay: its own may be `require`.
const RENAMED: &str = "__brio_created_require";
const CREATED: &str = "createRequire(import.meta.url)";
/// What bundlers call the function where one module has it for all.
const SHARED: &str = "__require";

/// Whether a source can make such a function, or import one. Looks at the text only.
pub(super) fn may_have(code: &str) -> bool {
    code.contains(CREATED) || (code.contains("__require(") && code.contains("as __require"))
}

/// The edits of a source of a file.
pub(super) fn edits(file: &Path, program: &Program<'_>, scoping: &Scoping) -> Vec<Edit> {
    let mut made = Made::default();
    made.visit_program(program);
    // A package that was bundled has one for each of its modules.
    let name = |number: usize| if number == 0 { RENAMED.to_owned() } else { format!("{RENAMED}_{number}") };
    let names: HashMap<_, _> =
        made.symbols.iter().enumerate().map(|(number, symbol)| (*symbol, name(number))).collect();
    let imported: HashSet<SymbolId> = program.body.iter().filter_map(|statement| imported(statement, file)).collect();
    let calls = LiteralCalls { instead: "require", of_others: imported };
    Renames::new(scoping, names, Some(calls)).edits(program)
}

/// The constants that are such functions.
#[derive(Default)]
struct Made {
    symbols: Vec<SymbolId>,
}

impl<'a> Visit<'a> for Made {
    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let BindingPattern::BindingIdentifier(id) = &it.id
            && it.init.as_ref().is_some_and(creates_require)
        {
            self.symbols.extend(id.symbol_id.get());
        }
        walk::walk_variable_declarator(self, it);
    }
}

/// The function that a statement imports from a module in the same folder, so that paths mean the same there.
fn imported(statement: &Statement<'_>, file: &Path) -> Option<SymbolId> {
    let Statement::ImportDeclaration(import) = statement else { return None };
    let symbol = import.specifiers.iter().flatten().find_map(|specifier| match specifier {
        ImportDeclarationSpecifier::ImportSpecifier(one) if one.local.name == SHARED => one.local.symbol_id.get(),
        _ => None,
    })?;
    let name = import.source.value.strip_prefix("./").filter(|name| !name.contains('/'))?;
    let source = std::fs::read_to_string(file.with_file_name(name)).ok()?;
    (source.contains(CREATED) && source.contains(SHARED)).then_some(symbol)
}

/// `createRequire(import.meta.url)` or `module.createRequire(import.meta.url)`, also as what a function without parameters
/// returns that is called at once.
fn creates_require(expression: &Expression<'_>) -> bool {
    let Expression::CallExpression(call) = expression else { return false };
    let is_named = match &call.callee {
        Expression::Identifier(name) => name.name == "createRequire",
        Expression::StaticMemberExpression(member) => member.property.name == "createRequire",
        Expression::ParenthesizedExpression(callee) => return returns_require(&callee.expression),
        _ => false,
    };
    let [argument] = call.arguments.as_slice() else { return false };
    is_named
        && matches!(argument.as_expression(), Some(Expression::StaticMemberExpression(member))
            if member.property.name == "url" && matches!(member.object, Expression::ImportMeta(_)))
}

fn returns_require(function: &Expression<'_>) -> bool {
    let Expression::ArrowFunctionExpression(function) = function else { return false };
    match function.get_expression() {
        Some(returned) => !function.r#async && function.params.is_empty() && creates_require(returned),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oxc_allocator::Allocator;
    use oxc_parser::Parser;
    use oxc_semantic::SemanticBuilder;
    use oxc_span::SourceType;
    use string_wizard::MagicString;

    fn edited(file: &Path, source: &str) -> String {
        let allocator = Allocator::default();
        let parsed = Parser::new(&allocator, source, SourceType::mjs()).parse();
        let scoping = SemanticBuilder::new().build(&parsed.program).semantic.into_scoping();
        let mut text = MagicString::new(source);
        for edit in edits(file, &parsed.program, &scoping) {
            if let Edit::Replace { start, end, text: new } = edit {
                text.update(start, end, new).expect("edits do not overlap");
            }
        }
        text.to_string()
    }

    #[test]
    fn functions_are_found_in_functions_too() {
        let source = "function f() { const require = process.getBuiltinModule('module').createRequire(import.meta.url); \
                      return require('a') + require(b); }";
        let expected = "function f() { const __brio_created_require = \
                        process.getBuiltinModule('module').createRequire(import.meta.url); \
                        return require('a') + __brio_created_require(b); }";
        assert_eq!(edited(Path::new("/a.mjs"), source), expected);
        let source = "var __require = /* #__PURE__ */ (() => createRequire(import.meta.url))(); __require('a');";
        assert!(edited(Path::new("/a.mjs"), source).ends_with(" require('a');"));
    }

    #[test]
    fn a_function_of_another_module_is_followed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let shared = "var __require = (() => createRequire(import.meta.url))(); export { __require as r };";
        std::fs::write(folder.path().join("shared.mjs"), shared).expect("it can be written");
        let file = folder.path().join("a.mjs");
        let source = "import { r as __require } from './shared.mjs'; __require('a'); __require(b);";
        let expected = "import { r as __require } from './shared.mjs'; require('a'); __require(b);";
        assert_eq!(edited(&file, source), expected);
        for other in ["./missing.mjs", "../shared.mjs", "shared"] {
            let source = source.replace("./shared.mjs", other);
            assert_eq!(edited(&file, &source), source);
        }
    }

    #[test]
    fn another_binding_of_the_name_is_not_called() {
        let source = "const r = createRequire(import.meta.url); function f(require) { return r('a'); } r('b');";
        let expected = "const __brio_created_require = createRequire(import.meta.url); \
                        function f(require) { return __brio_created_require('a'); } require('b');";
        assert_eq!(edited(Path::new("/a.mjs"), source), expected);
    }
}
