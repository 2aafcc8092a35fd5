//! Whether everything that a module exports can be replaced without its importers: components only.

use oxc_ast::ast::*;

/// Whether a module exports components and nothing else, as far as its source says. What is exported is looked at again
/// when the module runs.
pub(super) fn exports_components(program: &Program<'_>) -> bool {
    let mut count = 0;
    for statement in &program.body {
        let Some(exports) = components_of(statement) else { return false };
        count += exports;
    }
    count > 0
}

fn is_component_name(name: &str) -> bool {
    name.starts_with(|character: char| character.is_ascii_uppercase())
}

/// The number of components that a statement exports. None: it exports something else.
fn components_of(statement: &Statement<'_>) -> Option<usize> {
    match statement {
        Statement::ExportDeclaration(export) => of_declaration(&export.declaration),
        Statement::ExportDefaultDeclaration(export) => of_default(&export.declaration).then_some(1),
        Statement::ExportNamedDeclaration(export) if export.export_kind.is_type() => Some(0),
        Statement::ExportNamedDeclaration(export) => {
            let values = export.specifiers.iter().filter(|specifier| !specifier.export_kind.is_type());
            let names: Vec<bool> = values.map(|one| is_component_name(&one.exported.name())).collect();
            names.iter().all(|is_component| *is_component).then_some(names.len())
        }
        Statement::ExportFromDeclaration(export) if export.export_kind.is_type() => Some(0),
        Statement::ExportAllDeclaration(export) if export.export_kind.is_type() => Some(0),
        Statement::ExportFromDeclaration(_) | Statement::ExportAllDeclaration(_) => None,
        _ => Some(0),
    }
}

fn of_declaration(declaration: &Declaration<'_>) -> Option<usize> {
    match declaration {
        Declaration::FunctionDeclaration(function) => {
            function.id.as_ref().is_some_and(|id| is_component_name(&id.name)).then_some(1)
        }
        Declaration::ClassDeclaration(class) => {
            (class.heritage.is_some() && class.id.as_ref().is_some_and(|id| is_component_name(&id.name))).then_some(1)
        }
        Declaration::VariableDeclaration(variables) => {
            let is_component = |one: &VariableDeclarator<'_>| {
                let has_name = one.id.get_identifier_name().is_some_and(|name| is_component_name(&name));
                has_name && one.init.as_ref().is_some_and(can_be_component)
            };
            variables.declarations.iter().all(is_component).then_some(variables.declarations.len())
        }
        Declaration::TSTypeAliasDeclaration(_) | Declaration::TSInterfaceDeclaration(_) => Some(0),
        _ => None,
    }
}

fn of_default(declaration: &ExportDefaultDeclarationKind<'_>) -> bool {
    match declaration {
        ExportDefaultDeclarationKind::FunctionDeclaration(function) => {
            function.id.as_ref().is_some_and(|id| is_component_name(&id.name))
        }
        ExportDefaultDeclarationKind::ClassDeclaration(class) => class.heritage.is_some() && class.id.is_some(),
        ExportDefaultDeclarationKind::Identifier(identifier) => is_component_name(&identifier.name),
        ExportDefaultDeclarationKind::CallExpression(_) => true,
        _ => false,
    }
}

/// A function, or a call such as `memo(…)`.
fn can_be_component(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::TSAsExpression(inner) => can_be_component(&inner.expression),
        Expression::TSSatisfiesExpression(inner) => can_be_component(&inner.expression),
        Expression::ParenthesizedExpression(inner) => can_be_component(&inner.expression),
        _ => matches!(
            expression,
            Expression::ArrowFunctionExpression(_)
                | Expression::FunctionExpression(_)
                | Expression::CallExpression(_)
                | Expression::TaggedTemplateExpression(_)
                | Expression::Identifier(_)
        ),
    }
}
