//! Names of default exports: an anonymous function or class that is one has the name "default" (ECMA-262, Evaluation of
//! `export default`). In an output it is the value of a variable, whose name it would get.
//!
//! Only where Rolldown does not keep names: its function for that would be imported by each output. A declaration
//! `export default function () {}` keeps the name of its variable: it exists before any statement could name it.

use oxc_ast::ast::*;
use oxc_span::{GetSpan, Span};

use super::visitor::Edit;
use crate::text_search::places;

const EXPORT: &str = "export default";

/// Whether a source can have such an export. Looks at the text only.
pub(super) fn may_have(code: &str) -> bool {
    places(code, EXPORT).any(|start| {
        let exported = code[start + EXPORT.len()..].trim_start();
        let end = exported.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(exported.len());
        let (word, rest) = exported.split_at(end);
        match word {
            // `/` starts a comment.
            "" => exported.starts_with(['(', '/']),
            "class" => ["{", "<", "/", "extends", "implements"].iter().any(|text| rest.trim_start().starts_with(text)),
            "async" => true,
            _ => rest.trim_start().starts_with("=>"),
        }
    })
}

/// The edits of a source: the value becomes that of a property with the name.
pub(super) fn edits(program: &Program<'_>) -> Vec<Edit> {
    program
        .body
        .iter()
        .filter_map(|statement| match statement {
            Statement::ExportDefaultDeclaration(export) => named(&export.declaration),
            _ => None,
        })
        .flat_map(|(span, is_pure)| {
            let (before, after) = match is_pure {
                true => ("/* @__PURE__ */ (() => ({ default: ", " }).default)();"),
                false => ("({ default: ", " }).default;"),
            };
            let insert = |at, text: &str| Edit::Insert { at, text: text.to_owned() };
            [insert(span.start, before), insert(span.end, after)]
        })
        .collect()
}

/// Where the anonymous function or class of an export is, and whether nothing is seen of its evaluation.
fn named(declaration: &ExportDefaultDeclarationKind<'_>) -> Option<(Span, bool)> {
    match declaration {
        ExportDefaultDeclarationKind::ClassDeclaration(class) => of_class(class).map(|is_pure| (class.span, is_pure)),
        ExportDefaultDeclarationKind::FunctionDeclaration(_) => None,
        _ => {
            let expression = declaration.as_expression()?;
            let is_pure = match expression.get_inner_expression() {
                Expression::ArrowFunctionExpression(_) => Some(true),
                Expression::FunctionExpression(function) => function.id.is_none().then_some(true),
                Expression::ClassExpression(class) => of_class(class),
                _ => None,
            };
            is_pure.map(|is_pure| (expression.span(), is_pure))
        }
    }
}

/// Whether nothing is seen of the evaluation of a class. None for one that has a name, or that compilers of TypeScript and
/// decorators expect as a declaration.
fn of_class(class: &Class<'_>) -> Option<bool> {
    let elements = &class.body.body;
    let is_decorated = !class.decorators.is_empty() || elements.iter().any(ClassElement::has_decorator);
    if class.id.is_some() || class.r#abstract || class.declare || is_decorated {
        return None;
    }
    let has_effects = |element: &ClassElement<'_>| match element {
        ClassElement::StaticBlock(_) => true,
        ClassElement::MethodDefinition(method) => method.computed,
        _ => element.computed() || element.r#static(),
    };
    Some(class.heritage.is_none() && !elements.iter().any(has_effects))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sources_with_anonymous_exports_are_parsed() {
        for code in
            ["() => 1", "(class {})", "class extends A {}", "class{}", "async () => 1", "a => a", "/* */ () => 1"]
        {
            assert!(may_have(&format!("{EXPORT} {code}")), "{code}");
        }
        for code in ["class A {}", "function () {}", "a", "{ a: 1 }", "a.b", "classes"] {
            assert!(!may_have(&format!("{EXPORT} {code}")), "{code}");
        }
    }
}
