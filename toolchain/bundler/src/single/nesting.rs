//! How deep the expressions of a source are nested.

use oxc_ast::AstKind;
use oxc_ast::ast::Program;
use oxc_ast_visit::Visit;

/// The time that the minifier needs grows with the square of the depth: half a second for this one.
const SHORTENED_DEPTH_MAX: usize = 3_000;

/// Whether a program is nested too deeply to be shortened in reasonable time.
pub(super) fn is_too_deep(program: &Program<'_>) -> bool {
    let mut nesting = Nesting { depth: 0, depth_max: 0 };
    nesting.visit_program(program);
    nesting.depth_max > SHORTENED_DEPTH_MAX
}

struct Nesting {
    depth: usize,
    depth_max: usize,
}

impl<'a> Visit<'a> for Nesting {
    fn enter_node(&mut self, _: AstKind<'a>) {
        self.depth += 1;
        self.depth_max = self.depth_max.max(self.depth);
    }

    fn leave_node(&mut self, _: AstKind<'a>) {
        self.depth -= 1;
    }
}
