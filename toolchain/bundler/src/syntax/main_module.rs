//! `require.main === module`, by which a CommonJS file asks whether it is the program: in an ES module neither name means that.

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;

use super::visitor::Edit;

/// Stands for the answer in an entry; `engine_options` defines it. The expression itself would make the file an ES module.
pub(crate) const IS_MAIN: &str = "__brio_is_main__";

/// Whether a source can have such a comparison.
pub(super) fn may_have(code: &str) -> bool {
    code.contains("require.main")
}

/// The edits of a source: each comparison is replaced by its value.
pub(super) fn edits(program: &Program<'_>, scoping: &Scoping, is_entry: bool) -> Vec<Edit> {
    let mut comparisons = Comparisons { scoping, is_entry, found: Vec::new() };
    comparisons.visit_program(program);
    comparisons.found
}

struct Comparisons<'s> {
    scoping: &'s Scoping,
    is_entry: bool,
    found: Vec<Edit>,
}

impl Comparisons<'_> {
    fn is_global(&self, expression: &Expression<'_>, name: &str) -> bool {
        matches!(expression, Expression::Identifier(identifier) if identifier.name == name
            && identifier.reference_id.get().is_some_and(|reference| self.scoping.get_reference(reference).symbol_id().is_none()))
    }

    fn is_main(&self, expression: &Expression<'_>) -> bool {
        matches!(expression, Expression::StaticMemberExpression(member)
            if member.property.name == "main" && self.is_global(&member.object, "require"))
    }
}

impl<'a> Visit<'a> for Comparisons<'_> {
    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        let has_both = (self.is_main(&it.left) && self.is_global(&it.right, "module"))
            || (self.is_global(&it.left, "module") && self.is_main(&it.right));
        let text = match it.operator {
            _ if !has_both => return walk::walk_binary_expression(self, it),
            BinaryOperator::Equality | BinaryOperator::StrictEquality if self.is_entry => IS_MAIN.to_owned(),
            BinaryOperator::Inequality | BinaryOperator::StrictInequality if self.is_entry => format!("!{IS_MAIN}"),
            BinaryOperator::Equality | BinaryOperator::StrictEquality => "false".to_owned(),
            BinaryOperator::Inequality | BinaryOperator::StrictInequality => "true".to_owned(),
            _ => return walk::walk_binary_expression(self, it),
        };
        self.found.push(Edit::Replace { start: it.span.start, end: it.span.end, text });
    }
}
