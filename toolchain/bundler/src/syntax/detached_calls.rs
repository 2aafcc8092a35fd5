//! `(0, object?.method)()` calls a method without its object. The minifier takes the `0, ` away, and then it has one: the calls
//! become `(0, object?.method).call(void 0)`.

use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Parser;
use oxc_span::{GetSpan, SourceType};

use super::visitor::Edit;
use crate::text_search::places;

/// What compilers write before such a callee.
const START: &str = "(0,";

/// Whether a source can have such a call.
pub(crate) fn may_have(code: &str) -> bool {
    places(code, START).any(|at| {
        let rest = &code[at..];
        rest[..rest.find(')').unwrap_or(0)].contains("?.")
    })
}

/// The edits of a source.
pub(super) fn edits(program: &Program<'_>) -> Vec<Edit> {
    let mut calls = Calls { code: program.source_text, found: Vec::new() };
    calls.visit_program(program);
    let edit = |(at, text): (u32, String)| Edit::Insert { at, text };
    calls.found.into_iter().map(edit).collect()
}

/// A source with its edits. None when it stays.
pub(crate) fn edited(code: &str, source_type: SourceType) -> Option<String> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, code, source_type).parse();
    let mut calls = Calls { code, found: Vec::new() };
    calls.visit_program(&parsed.program);
    calls.found.sort_by_key(|(at, _)| *at);
    let mut text = code.to_owned();
    for (at, new) in calls.found.iter().rev() {
        text.insert_str(*at as usize, new);
    }
    (!calls.found.is_empty()).then_some(text)
}

struct Calls<'s> {
    code: &'s str,
    /// What is inserted, and where.
    found: Vec<(u32, String)>,
}

impl<'a> Visit<'a> for Calls<'_> {
    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if is_detached(&it.callee) && it.type_arguments.is_none() {
            let end = it.callee.span().end as usize;
            // The callee's own parenthesis is not a part of it for every parser.
            if let Some(open) = self.code[end..].find('(').map(|at| (end + at) as u32) {
                let method = if it.optional { "call" } else { ".call" };
                let separator = if it.arguments.is_empty() { "" } else { ", " };
                self.found.push((open, method.to_owned()));
                self.found.push((open + 1, format!("void 0{separator}")));
            }
        }
        walk::walk_call_expression(self, it);
    }
}

/// Whether a callee is the last of a sequence, and a member of what may be absent.
fn is_detached(callee: &Expression<'_>) -> bool {
    let Expression::SequenceExpression(sequence) = callee.without_parentheses() else { return false };
    let last = sequence.expressions.last().map(Expression::without_parentheses);
    matches!(last, Some(Expression::ChainExpression(chain)) if chain.expression.is_member_expression())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(code: &str) -> Option<String> {
        edited(code, SourceType::mjs()).filter(|_| may_have(code))
    }

    #[test]
    fn a_method_is_called_without_its_object() {
        assert_eq!(of("(0, a?.b)(1)").as_deref(), Some("(0, a?.b).call(void 0, 1)"));
        assert_eq!(of("(0,a?.b.c)()").as_deref(), Some("(0,a?.b.c).call(void 0)"));
        assert_eq!(of("(0, a?.[b])?.(c, ...d)").as_deref(), Some("(0, a?.[b])?.call(void 0, c, ...d)"));
        assert_eq!(
            of("f((0, a?.b)((0, c?.d)()))").as_deref(),
            Some("f((0, a?.b).call(void 0, (0, c?.d).call(void 0)))")
        );
    }

    #[test]
    fn others_stay() {
        for code in ["(0, a.b)()", "a?.b()", "(0, a?.b)", "(0, a?.())()", "(0, a?.b)`c`"] {
            assert_eq!(of(code), None, "{code}");
        }
    }
}
