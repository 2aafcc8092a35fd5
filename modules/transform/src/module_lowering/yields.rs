//! `yield` in asynchronous generators. An error that `throw()` of a generator passes to it did not leave an `await`
//! there, so `yield x` becomes `yield (/*$*/$n=void 0,x/*$*/)` in a function that has `$n` (`frames.rs`).

use oxc_ast::ast::YieldExpression;
use oxc_ast_visit::walk;
use oxc_span::GetSpan;

use crate::edits::Place;

use super::{Lowering, MARK};

/// The insertions of a `yield`, which depend on the rest of the function.
pub(super) enum Yield {
    Bare(Place),
    WithOperand(Place, Place),
}

impl<'a> Lowering<'_, '_> {
    /// Visits a `yield` without `*`.
    pub(super) fn lower_yield(&mut self, it: &YieldExpression<'a>) {
        if !self.is_async_generator || self.options.builtin {
            return walk::walk_yield_expression(self, it);
        }
        let Some(operand) = &it.argument else {
            let place = self.edits.reserve(it.span.end);
            return self.yields.push(Yield::Bare(place));
        };
        let opening = self.edits.reserve(operand.span().start);
        let awaits = self.awaits;
        walk::walk_yield_expression(self, it);
        // An `await` in the operand stores its position after the opening.
        if self.awaits == awaits {
            let closing = self.edits.reserve(operand.span().end);
            self.yields.push(Yield::WithOperand(opening, closing));
        }
    }

    /// Fills in the insertions of a function that has `$n`.
    pub(super) fn reset_site_in(&mut self, yields: Vec<Yield>) {
        let site = self.names.site();
        for one in yields {
            match one {
                Yield::Bare(place) => self.edits.fill(place, format!("{MARK} void({site}=void 0)")),
                Yield::WithOperand(opening, closing) => {
                    self.edits.fill(opening, format!("({MARK}{site}=void 0,"));
                    self.edits.fill(closing, format!("{MARK})"));
                }
            }
        }
    }
}
