//! Finds the names a CommonJS module exports.
use oxc_ast::ast::Program;
use crate::output::CjsExports;
pub(crate) fn find(_program: &Program<'_>) -> CjsExports { CjsExports::default() }
