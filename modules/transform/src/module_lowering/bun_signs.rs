//! What shows that an ES module was written for Bun, because Node refuses or misreads it: the names of CommonJS, Bun's
//! properties of `import.meta`, and the lines of `console`.

use oxc_ast::ast::*;

use super::Lowering;
use crate::output::Uses;

/// The names that a CommonJS module has and an ES module of Node does not.
const COMMON_JS_NAMES: [&str; 3] = ["require", "__filename", "__dirname"];
/// The properties of `import.meta` that Bun alone has.
const META_OF_BUN: [&str; 3] = ["dir", "file", "path"];
/// Those of Node that say the same.
const META_OF_NODE: [&str; 3] = ["dirname", "filename", "url"];

/// What was found so far.
#[derive(Debug, Default)]
pub(super) struct BunSigns {
    /// The current statement of the module is evaluated at most once, and always.
    is_straight: bool,
    /// Expressions and branches around the current node that may not be evaluated.
    conditions: u32,
    reads_common_js: bool,
    asks_for_common_js: bool,
    reads_meta_of_bun: bool,
    reads_meta_of_node: bool,
    asks_for_meta_of_bun: bool,
    reads_console: bool,
}

impl BunSigns {
    /// Adds to `uses` what the whole module shows.
    pub(super) fn add_to(&self, uses: &mut Uses, program: &Program<'_>, from_typescript: bool) {
        let is_es_module_of_node = |uses: &Uses| !from_typescript || uses.import_meta || !has_types_only(program);
        uses.needs_common_js = self.reads_common_js
            && !self.asks_for_common_js
            && is_es_module_of_node(uses)
            && !may_define_globals(program);
        let reads_meta = self.reads_meta_of_bun && !self.reads_meta_of_node && !self.asks_for_meta_of_bun;
        uses.bun_features = reads_meta || self.reads_console;
    }
}

/// Whether the names may be made global by the module that reads them, or by a module beside it that it imports only
/// to be evaluated.
fn may_define_globals(program: &Program<'_>) -> bool {
    let imports_effect = |statement: &Statement<'_>| {
        matches!(statement, Statement::ImportDeclaration(import)
            if import.specifiers.is_none() && import.source.value.starts_with('.'))
    };
    ["createRequire", "globalThis", "global."].iter().any(|text| program.source_text.contains(text))
        || program.body.iter().any(imports_effect)
}

/// Whether the imports and exports of TypeScript are all of types: Node, which blanks them, may then read CommonJS.
fn has_types_only(program: &Program<'_>) -> bool {
    program.body.iter().filter_map(Statement::as_module_declaration).all(|declaration| match declaration {
        ModuleDeclaration::ImportDeclaration(import) => import.import_kind.is_type(),
        other => other.is_typescript_syntax(),
    })
}

impl<'a> Lowering<'_, '_> {
    /// A statement of the module itself begins.
    pub(super) fn enter_module_statement(&mut self, statement: &Statement<'a>) {
        self.bun_signs.is_straight = !matches!(
            statement,
            Statement::BlockStatement(_)
                | Statement::DoWhileStatement(_)
                | Statement::ForInStatement(_)
                | Statement::ForOfStatement(_)
                | Statement::ForStatement(_)
                | Statement::LabeledStatement(_)
                | Statement::SwitchStatement(_)
                | Statement::TryStatement(_)
                | Statement::WhileStatement(_)
        );
    }

    /// Visits what may not be evaluated.
    pub(super) fn in_condition(&mut self, visit: impl FnOnce(&mut Self)) {
        self.bun_signs.conditions += 1;
        visit(self);
        self.bun_signs.conditions -= 1;
    }

    /// A free variable with a name of CommonJS is read.
    pub(super) fn note_common_js_name(&mut self) {
        let signs = &mut self.bun_signs;
        signs.reads_common_js |= signs.is_straight && signs.conditions == 0 && self.function_depth == 0;
    }

    /// The operand of `typeof`, of `!`, or what a branch depends on.
    pub(super) fn note_question(&mut self, operand: &Expression<'a>) {
        match operand.without_parentheses() {
            Expression::Identifier(name) => {
                self.bun_signs.asks_for_common_js |= COMMON_JS_NAMES.contains(&name.name.as_str());
            }
            Expression::StaticMemberExpression(member) if matches!(member.object, Expression::ImportMeta(_)) => {
                self.bun_signs.asks_for_meta_of_bun |= META_OF_BUN.contains(&member.property.name.as_str());
            }
            _ => {}
        }
    }

    /// `object.property` is read.
    pub(super) fn note_meta_property(&mut self, object: &Expression<'a>, property: &str) {
        if matches!(object, Expression::ImportMeta(_)) {
            self.bun_signs.reads_meta_of_bun |= META_OF_BUN.contains(&property);
            self.bun_signs.reads_meta_of_node |= META_OF_NODE.contains(&property);
        }
    }

    /// `const { dir } = import.meta`.
    pub(super) fn note_meta_pattern(&mut self, pattern: &BindingPattern<'a>, init: &Expression<'a>) {
        let BindingPattern::ObjectPattern(pattern) = pattern else { return };
        for property in &pattern.properties {
            let Some(name) = property.key.static_name() else { continue };
            match property.value {
                BindingPattern::AssignmentPattern(_) => self.bun_signs.asks_for_meta_of_bun = true,
                _ => self.note_meta_property(init, &name),
            }
        }
    }

    /// `for await (… of iterated)`: only Bun's `console` has lines.
    pub(super) fn note_lines_of_console(&mut self, iterated: &Expression<'a>) {
        let Expression::Identifier(name) = iterated.without_parentheses() else { return };
        let reference = name.reference_id.get().map(|id| self.scoping.get_reference(id));
        let is_free = reference.and_then(|reference| reference.symbol_id()).is_none();
        self.bun_signs.reads_console |= is_free && name.name == "console";
    }
}
