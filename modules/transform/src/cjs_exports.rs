//! Finds the names that a CommonJS module exports by static analysis, as Node does for `import`.
//!
//! Node analyses tokens, not scopes: `exports` means the wrapper's parameter wherever it occurs, also inside functions
//! and branches that never run. The recognized shapes are those that people and TypeScript, Babel and esbuild write;
//! `cjs_exports_tests.rs` lists them with the results of Node 26.

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;
use oxc_syntax::operator::{AssignmentOperator, BinaryOperator};
use rustc_hash::FxHashMap;

use crate::output::CjsExports;

pub(crate) fn find(program: &Program<'_>) -> CjsExports {
    let mut finder =
        Finder { source: program.source_text, found: CjsExports::default(), required: FxHashMap::default() };
    if program.source_text.contains("export") {
        finder.visit_program(program);
    }
    finder.found
}

struct Finder<'s> {
    source: &'s str,
    found: CjsExports,
    /// Variables that hold a required module, for Babel's `export *`.
    required: FxHashMap<String, String>,
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if it.operator == AssignmentOperator::Assign {
            match &it.left {
                AssignmentTarget::StaticMemberExpression(target) => {
                    if is_module_exports(target) {
                        self.replace_exports(&it.right);
                    } else if is_exports(&target.object) {
                        self.add(&target.property.name);
                    }
                }
                AssignmentTarget::ComputedMemberExpression(target) => self.add_computed(target),
                _ => {}
            }
        }
        walk::walk_assignment_expression(self, it);
    }

    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        // Node treats the first `=` of `==` as an assignment.
        let is_equality = matches!(it.operator, BinaryOperator::Equality | BinaryOperator::StrictEquality);
        if is_equality
            && let Expression::StaticMemberExpression(left) = &it.left
            && is_exports(&left.object)
        {
            self.add(&left.property.name);
        }
        walk::walk_binary_expression(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if let Some(name) = defined_property(it) {
            self.add(name);
        } else if is_export_star_helper(&it.callee) {
            if let Some(specifier) = it.arguments.first().and_then(Argument::as_expression).and_then(required) {
                self.found.reexports.push(specifier.to_owned());
            }
        } else if let Some(variable) = copied_keys(it, self.source)
            && let Some(specifier) = self.required.get(variable)
        {
            self.found.reexports.push(specifier.clone());
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let (BindingPattern::BindingIdentifier(name), Some(Expression::CallExpression(call))) = (&it.id, &it.init) {
            let inner = call.arguments.first().and_then(Argument::as_expression);
            let direct = required_by(call);
            if let Some(specifier) = direct.or_else(|| inner.and_then(required)) {
                self.required.insert(name.name.to_string(), specifier.to_owned());
            }
        }
        walk::walk_variable_declarator(self, it);
    }
}

impl<'a> Finder<'_> {
    fn add(&mut self, name: &str) {
        if !self.found.names.iter().any(|known| known == name) {
            self.found.names.push(name.to_owned());
        }
    }

    fn add_computed(&mut self, target: &ComputedMemberExpression<'a>) {
        if let Expression::StringLiteral(key) = &target.expression
            && is_exports(&target.object)
        {
            self.add(&key.value);
        }
    }

    /// `module.exports = value`: the last one decides which modules are re-exported.
    fn replace_exports(&mut self, value: &Expression<'a>) {
        self.found.reexports.clear();
        match value {
            Expression::ObjectExpression(object) => self.add_properties(object),
            _ => {
                if let Some(specifier) = leftmost_required(value) {
                    self.found.reexports.push(specifier.to_owned());
                }
            }
        }
    }

    /// Reads properties while they are simple: a name, `name: other`, or a spread.
    fn add_properties(&mut self, object: &ObjectExpression<'a>) {
        for property in &object.properties {
            let property = match property {
                ObjectPropertyKind::SpreadProperty(spread) => {
                    match required(&spread.argument) {
                        Some(specifier) => self.found.reexports.push(specifier.to_owned()),
                        None if matches!(spread.argument, Expression::Identifier(_)) => {}
                        None => return,
                    }
                    continue;
                }
                ObjectPropertyKind::ObjectProperty(property) => property,
            };
            let name = match &property.key {
                PropertyKey::StaticIdentifier(name) => name.name.as_str(),
                PropertyKey::StringLiteral(name) if !property.computed => name.value.as_str(),
                _ => return,
            };
            let value = property.value.span();
            let begins_with_word = self.source[value.start as usize..]
                .chars()
                .next()
                .is_some_and(oxc_syntax::identifier::is_identifier_start);
            let is_plain_method = property.method && !is_async_or_generator(&property.value);
            if property.kind != PropertyKind::Init || !(begins_with_word || is_plain_method) {
                return;
            }
            self.add(name);
            let goes_on = matches!(
                property.value,
                Expression::Identifier(_)
                    | Expression::BooleanLiteral(_)
                    | Expression::NullLiteral(_)
                    | Expression::ThisExpression(_)
            );
            if !goes_on {
                return;
            }
        }
    }
}

fn is_async_or_generator(value: &Expression<'_>) -> bool {
    matches!(value, Expression::FunctionExpression(function) if function.r#async || function.generator)
}

/// `exports` or `module.exports`.
fn is_exports(object: &Expression<'_>) -> bool {
    match object {
        Expression::Identifier(name) => name.name == "exports",
        Expression::StaticMemberExpression(member) => is_module_exports(member),
        _ => false,
    }
}

fn is_module_exports(member: &StaticMemberExpression<'_>) -> bool {
    member.property.name == "exports"
        && matches!(&member.object, Expression::Identifier(object) if object.name == "module")
}

/// The specifier of `require("…")`.
fn required<'e>(expression: &'e Expression<'_>) -> Option<&'e str> {
    match expression {
        Expression::CallExpression(call) => required_by(call),
        _ => None,
    }
}

fn required_by<'e>(call: &'e CallExpression<'_>) -> Option<&'e str> {
    let is_require = matches!(&call.callee, Expression::Identifier(callee) if callee.name == "require");
    match call.arguments.first() {
        Some(Argument::StringLiteral(specifier)) if is_require && call.arguments.len() == 1 => {
            Some(specifier.value.as_str())
        }
        _ => None,
    }
}

/// `require("…")` at the very start of an expression: Node stops reading after it.
fn leftmost_required<'e>(expression: &'e Expression<'_>) -> Option<&'e str> {
    match expression {
        Expression::CallExpression(call) => required_by(call).or_else(|| leftmost_required(&call.callee)),
        Expression::StaticMemberExpression(member) => leftmost_required(&member.object),
        Expression::ComputedMemberExpression(member) => leftmost_required(&member.object),
        Expression::LogicalExpression(it) => leftmost_required(&it.left),
        _ => None,
    }
}

/// TypeScript's and older Babel's `export *`.
fn is_export_star_helper(callee: &Expression<'_>) -> bool {
    match callee {
        Expression::Identifier(name) => matches!(name.name.as_str(), "__export" | "__exportStar"),
        Expression::StaticMemberExpression(member) => {
            member.property.name == "__exportStar" && matches!(member.object, Expression::Identifier(_))
        }
        _ => false,
    }
}

/// The name in `Object.defineProperty(exports, "name", { … })`, for the descriptors that Node accepts.
fn defined_property<'e>(call: &'e CallExpression<'_>) -> Option<&'e str> {
    if !is_object_method(&call.callee, "defineProperty") {
        return None;
    }
    let [target, Argument::StringLiteral(name), Argument::ObjectExpression(descriptor)] = &call.arguments[..] else {
        return None;
    };
    if !target.as_expression().is_some_and(is_exports) {
        return None;
    }
    let mut properties = descriptor.properties.iter().filter_map(|property| match property {
        ObjectPropertyKind::ObjectProperty(property) => Some(&**property),
        ObjectPropertyKind::SpreadProperty(_) => None,
    });
    let mut first = properties.next()?;
    if first.key.is_specific_id("enumerable") {
        if !matches!(&first.value, Expression::BooleanLiteral(literal) if literal.value) {
            return None;
        }
        first = properties.next()?;
    }
    let accepted =
        first.key.is_specific_id("value") || (first.key.is_specific_id("get") && reads_binding(&first.value));
    accepted.then_some(name.value.as_str())
}

/// `function () { return name; }` or `… return name.member; }`.
fn reads_binding(getter: &Expression<'_>) -> bool {
    let Expression::FunctionExpression(function) = getter else {
        return false;
    };
    let Some([Statement::ReturnStatement(statement)]) = function.body.as_ref().map(|body| &body.statements[..]) else {
        return false;
    };
    match &statement.argument {
        Some(Expression::Identifier(_)) => true,
        Some(Expression::StaticMemberExpression(member)) => {
            matches!(member.object, Expression::Identifier(_))
        }
        Some(Expression::ComputedMemberExpression(member)) => {
            matches!(member.object, Expression::Identifier(_))
                && matches!(member.expression, Expression::StringLiteral(_))
        }
        _ => false,
    }
}

/// Babel's `export *`: the variable of `Object.keys(variable).forEach(function (key) { … exports[key] … })`.
fn copied_keys<'e>(call: &'e CallExpression<'_>, source: &str) -> Option<&'e str> {
    let Expression::StaticMemberExpression(callee) = &call.callee else {
        return None;
    };
    let Expression::CallExpression(keys) = &callee.object else {
        return None;
    };
    if callee.property.name != "forEach" || !is_object_method(&keys.callee, "keys") {
        return None;
    }
    let Some(Argument::Identifier(variable)) = keys.arguments.first() else {
        return None;
    };
    let Some(Argument::FunctionExpression(body)) = call.arguments.first() else {
        return None;
    };
    let key = body.params.items.first()?.pattern.get_identifier_name()?;
    let text = &source[body.span.start as usize..body.span.end as usize];
    let copies = text.contains(&format!("exports[{key}]")) || text.contains(&format!("defineProperty(exports, {key}"));
    copies.then_some(variable.name.as_str())
}

fn is_object_method(callee: &Expression<'_>, method: &str) -> bool {
    matches!(callee, Expression::StaticMemberExpression(member)
        if member.property.name == method
            && matches!(&member.object, Expression::Identifier(object) if object.name == "Object"))
}

#[cfg(test)]
#[path = "cjs_exports_tests.rs"]
mod tests;
