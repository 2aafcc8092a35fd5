//! `await Promise.all(x)`: which of the promises rejected is known only while their list is.
//!
//! `await Promise.all(x)` becomes `/*$*/$a.g(await /*$*/$a.w(Promise.all(/*$*/$q=x)/*$*/,$f=$a.f,$n=1),$f,$q=0)`, and so does
//! `Promise.any`; an error that leaves the function is searched in `$q` (`internal:core/stack/combined_promises`). The results
//! of `Promise.allSettled` have the errors themselves: `/*$*/$a.l(await …,$f,$n)`.

use oxc_ast::ast::{Argument, AwaitExpression, Expression};
use oxc_span::GetSpan;

use super::{Lowering, MARK};

/// A function of `Promise` that waits for several promises, as `internal:core/stack/async_frames` numbers them.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Combinator {
    #[default]
    None = 0,
    All = 1,
    AllSettled = 2,
    Any = 3,
}

/// How an `await` of several promises is written.
#[derive(Default)]
pub(super) struct Combined {
    pub combinator: Combinator,
    /// The cell's `l` reads the errors of the results.
    pub reads_results: bool,
    /// Further arguments of the call that the function resumes with.
    pub restored: String,
}

impl<'a> Lowering<'_, '_> {
    /// Stores the promises that an `await` waits for.
    pub(super) fn combined(&mut self, it: &AwaitExpression<'a>) -> Combined {
        let Expression::CallExpression(call) = it.argument.get_inner_expression() else { return Combined::default() };
        let [argument] = call.arguments.as_slice() else { return Combined::default() };
        let Expression::StaticMemberExpression(callee) = &call.callee else { return Combined::default() };
        let Expression::Identifier(object) = &callee.object else { return Combined::default() };
        let combinator = match callee.property.name.as_str() {
            "all" => Combinator::All,
            "allSettled" => Combinator::AllSettled,
            "any" => Combinator::Any,
            _ => return Combined::default(),
        };
        let is_plain = !call.optional && !callee.optional && !matches!(argument, Argument::SpreadElement(_));
        if object.name != "Promise" || !is_plain || !self.is_free(object) || self.binding_around(object).is_some() {
            return Combined::default();
        }
        if combinator == Combinator::AllSettled {
            let restored = self.site_place().map(|site| format!(",{site}"));
            return match restored {
                Some(restored) => Combined { combinator, reads_results: true, restored },
                None => Combined::default(),
            };
        }
        let Some(inputs) = self.inputs_place() else { return Combined::default() };
        self.edits.insert(argument.span().start, format!("{MARK}{inputs}="));
        Combined { combinator, reads_results: false, restored: format!(",{inputs}=0") }
    }
}
