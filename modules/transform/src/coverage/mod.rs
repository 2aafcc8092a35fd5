//! Counts what runs: inserts counters into the source before it is lowered, and describes what each of them counts.
//!
//! A counter is an element of an array, `$c[7]++`. `statements.rs` places those of statements, `functions.rs` those of
//! functions and classes, `visitor.rs` those of expressions and walks the tree, `hints.rs` reads the comments that
//! exclude code, `map.rs` writes the description. `docs/decisions/0062-coverage.md` explains the form and its cost.
//!
//! Every insertion can be recognized by the mark `/*$*/`, so that `Function.prototype.toString` returns the source
//! without it (`internal:core/stack/function_source`).

mod functions;
mod hints;
mod map;
mod statements;
mod visitor;

use std::borrow::Cow;
use std::hash::Hasher;

use oxc_ast::ast::Program;
use oxc_ast_visit::Visit;
use oxc_semantic::Scoping;
use oxc_span::Span;
use xxhash_rust::xxh3::Xxh3;

use crate::edits::Edits;
use hints::Hints;
use map::{Branch, Function, Map, Place, Region};

/// What the counters of a file count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// Of the file's name and source.
    pub id: String,
    /// The variable of the counters, an array of unsigned 32-bit integers.
    pub variable: String,
    pub counter_count: u32,
    /// JSON; `map.rs` has its form.
    pub map: String,
}

/// Inserts counters. `None` for a file that a comment excludes.
pub(crate) fn instrument(program: &Program<'_>, scoping: &Scoping, file_name: &str) -> Option<(Edits, Coverage)> {
    let hints = Hints::of_program(program);
    if hints.excludes_file {
        return None;
    }
    let mut instrumenter = Instrumenter {
        source: program.source_text,
        scoping,
        variable: variable(scoping),
        edits: Edits::default(),
        counter_count: 0,
        map: Map::default(),
        hints,
        excluded_depth: 0,
        statement_counter: None,
        suspension_end: None,
        is_unreachable: false,
        class_name: None,
        function: FunctionContext::default(),
    };
    instrumenter.visit_program(program);
    let Instrumenter { variable, edits, counter_count, map, .. } = instrumenter;
    let mut hasher = Xxh3::new();
    hasher.update(file_name.as_bytes());
    hasher.write_u8(0);
    hasher.update(program.source_text.as_bytes());
    let id = format!("{:032x}", hasher.digest128());
    let map = map.into_json(program.source_text, counter_count);
    Some((edits, Coverage { id, variable, counter_count, map }))
}

/// A name that the source does not use.
fn variable(scoping: &Scoping) -> String {
    let is_taken = |name: &str| {
        scoping.symbol_names().any(|taken| taken == name)
            || scoping.root_unresolved_references().keys().any(|taken| taken.as_str() == name)
    };
    let mut name = "$c".to_owned();
    let mut attempt = 0;
    while is_taken(&name) {
        attempt += 1;
        name = format!("${attempt}_c");
    }
    name
}

/// Follows insertions that the source of functions must not show.
const MARK: &str = "/*$*/";

/// What the syntax around a function says about it.
#[derive(Default)]
struct FunctionContext {
    name: Option<String>,
    /// The offset of the method or property.
    start: Option<u32>,
}

struct Instrumenter<'s> {
    source: &'s str,
    scoping: &'s Scoping,
    variable: String,
    edits: Edits,
    counter_count: u32,
    map: Map,
    hints: Hints,
    /// Nested exclusions by comments: no counters while it is above 0.
    excluded_depth: u32,
    /// The counter of the statement that is visited next.
    statement_counter: Option<u32>,
    /// The end of the last `await` or `yield` of the statement that is visited.
    suspension_end: Option<u32>,
    /// V8 does not divide code behind a jump.
    is_unreachable: bool,
    /// The name of the class that is visited.
    class_name: Option<String>,
    function: FunctionContext,
}

impl Instrumenter<'_> {
    fn is_excluded(&self) -> bool {
        self.excluded_depth > 0
    }

    fn new_counter(&mut self) -> u32 {
        self.counter_count += 1;
        self.counter_count - 1
    }

    /// Counts as a statement.
    fn insert_counter(&mut self, at: u32, counter: u32) {
        let text = format!("{}[{counter}]++;{MARK}", self.variable);
        self.insert(at, text);
    }

    fn insert(&mut self, at: u32, text: impl Into<Cow<'static, str>>) {
        if !self.is_excluded() {
            self.edits.insert(at, text);
        }
    }

    /// Counts the evaluations of an expression: `open` before its visit, `close` after it.
    fn open_expression(&mut self, at: u32, counter: u32) {
        let text = format!("({}[{counter}]++,{MARK}", self.variable);
        self.insert(at, text);
    }

    fn close_expression(&mut self, at: u32) {
        self.insert(at, format!("{MARK})"));
    }

    fn add_statement(&mut self, span: Span, counter: u32) {
        if !self.is_excluded() {
            self.map.statements.push(Place { start: span.start, end: span.end, counter });
        }
    }

    fn add_region(&mut self, region: Region) {
        if !self.is_excluded() && !self.is_unreachable {
            self.map.regions.push(region);
        }
    }

    fn add_branch(&mut self, kind: &'static str, span: Span, arms: Vec<Place>) {
        if !self.is_excluded() && !arms.is_empty() {
            self.map.branches.push(Branch { kind, start: span.start, end: span.end, arms });
        }
    }

    fn add_function(&mut self, function: Function) {
        if !self.is_excluded() {
            self.map.functions.push(function);
        }
    }

    /// Visits code without counting when a comment before `at` excludes it.
    fn unless_excluded(&mut self, at: u32, visit: impl FnOnce(&mut Self)) {
        let excludes = self.hints.excludes_next(at);
        self.excluded_depth += u32::from(excludes);
        visit(self);
        self.excluded_depth -= u32::from(excludes);
    }

    fn excluding(&mut self, excludes: bool, visit: impl FnOnce(&mut Self)) {
        self.excluded_depth += u32::from(excludes);
        visit(self);
        self.excluded_depth -= u32::from(excludes);
    }
}

#[cfg(test)]
mod tests;
