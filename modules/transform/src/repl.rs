//! The analysis of REPL input: is it complete, and how does it run when it awaits?
//!
//! An input with a top-level `await` becomes a call of an async arrow function. Its declarations move in front of the
//! call, so that the next input sees them; the value of its last statement becomes `value` of the returned object.

use std::borrow::Cow;

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, AwaitExpression, BindingPattern, Expression, ForInStatement,
    ForOfStatement, ForStatementLeft, Function, FunctionBody, ReturnStatement, Statement, StaticBlock,
    VariableDeclaration, VariableDeclarationKind,
};
use oxc_ast_visit::{Visit, walk};
use oxc_parser::{Parser, ParserReturn};
use oxc_span::{GetSpan, SourceType};
use oxc_syntax::scope::ScopeFlags;

use crate::diagnostic::{self, Diagnostic};
use crate::edits::Edits;
use crate::options::Language;
use crate::parse;
use crate::pipeline;

/// The kind of an input.
#[derive(Debug, PartialEq, Eq)]
pub enum ReplInput {
    /// A script that can run unchanged.
    Script,
    /// It has a top-level `await`; this source runs instead and evaluates to a promise of `{ value }` or undefined.
    Awaiting(String),
    /// An incomplete input: more lines may complete it.
    Incomplete,
    /// It cannot be completed to a valid one.
    Invalid(Box<Diagnostic>),
}

/// Classifies a REPL input. Nothing of it is run.
pub fn read_repl_input(source: &str) -> ReplInput {
    pipeline::with_allocator(source, |allocator| {
        if source.contains("await")
            && let Some(text) = lower_awaiting(allocator, source)
        {
            return ReplInput::Awaiting(text);
        }
        let as_script = Parser::new(allocator, source, SourceType::script()).parse();
        if !as_script.panicked && !as_script.diagnostics.has_errors() {
            return match parse::parse_script(allocator, source, Language::Js) {
                Ok(_) => ReplInput::Script,
                Err(errors) => invalid(errors),
            };
        }
        let wrapped = allocator.alloc_str(&wrap(source));
        let is_incomplete = breaks_off(source, &as_script)
            || (source.contains("await")
                && breaks_off_in(wrapped, PREFIX.len() + source.len(), &parse_wrapped(allocator, wrapped)));
        if is_incomplete {
            return ReplInput::Incomplete;
        }
        invalid(diagnostic::from_oxc(source, &as_script.diagnostics))
    })
}

const PREFIX: &str = "(async () => { ";
const SUFFIX: &str = "\n})()";

fn wrap(source: &str) -> String {
    format!("{PREFIX}{source}{SUFFIX}")
}

fn parse_wrapped<'a>(allocator: &'a Allocator, wrapped: &'a str) -> ParserReturn<'a> {
    Parser::new(allocator, wrapped, SourceType::script()).parse()
}

fn invalid(mut errors: Vec<Diagnostic>) -> ReplInput {
    errors.sort_by_key(|error| error.start);
    match errors.into_iter().next() {
        Some(first) => ReplInput::Invalid(Box::new(first)),
        None => ReplInput::Script,
    }
}

/// Whether the first error is an unexpected end of the source.
fn breaks_off(source: &str, parsed: &ParserReturn<'_>) -> bool {
    breaks_off_in(source, source.len(), parsed)
}

/// The same for an input that ends at `end` of `text`.
fn breaks_off_in(text: &str, end: usize, parsed: &ParserReturn<'_>) -> bool {
    let mut errors = diagnostic::from_oxc(text, &parsed.diagnostics);
    errors.sort_by_key(|error| error.start);
    let Some(first) = errors.first() else { return false };
    let unterminated = |what: &str| first.message.starts_with(&format!("Unterminated {what}"));
    // The parser reports templates as strings, from their first or a closing brace on.
    if unterminated("string") && !matches!(text.as_bytes().get(first.start as usize), Some(b'`' | b'}')) {
        // A backslash before the line's end continues the string in the next line.
        return text[..end].trim_end_matches('\n').ends_with('\\');
    }
    if unterminated("multi") || unterminated("string") {
        return true;
    }
    first.message.contains("end of file")
        || (!unterminated("regular") && first.start as usize >= text[..end].trim_end().len())
}

/// The source that runs an input with a top-level `await`; `None` when it has none, or has a `return`, or does not
/// parse.
fn lower_awaiting(allocator: &Allocator, source: &str) -> Option<String> {
    let wrapped: &str = allocator.alloc_str(&wrap(source));
    let parsed = parse_wrapped(allocator, wrapped);
    if parsed.panicked || parsed.diagnostics.has_errors() {
        return None;
    }
    let [Statement::ExpressionStatement(only)] = parsed.program.body.as_slice() else { return None };
    let Expression::CallExpression(call) = &only.expression else { return None };
    let arrow = match &call.callee {
        Expression::ArrowFunctionExpression(arrow) => arrow,
        Expression::ParenthesizedExpression(inner) => match &inner.expression {
            Expression::ArrowFunctionExpression(arrow) => arrow,
            _ => return None,
        },
        _ => return None,
    };
    let mut lowering = Lowering::default();
    let ArrowFunctionBody::FunctionBody(body) = &arrow.body else { return None };
    lowering.lower_body(body);
    if !lowering.awaits || lowering.returns {
        return None;
    }
    let mut text = lowering.declarations();
    lowering.edits.apply(wrapped, &mut text);
    Some(text)
}

#[derive(Default)]
struct Lowering {
    edits: Edits,
    awaits: bool,
    returns: bool,
    vars: Vec<String>,
    lets: Vec<String>,
    /// Whether the visitor is at a statement of the input itself, not at a nested one.
    is_top: bool,
}

impl Lowering {
    fn lower_body(&mut self, body: &FunctionBody<'_>) {
        for statement in &body.statements {
            self.is_top = true;
            self.visit_statement(statement);
        }
        if let Some(Statement::ExpressionStatement(last)) = body.statements.last() {
            let expression = last.expression.span();
            self.edits.insert_before(last.span.start, "return { __proto__: null, value: (");
            // What follows the expression is a semicolon or nothing.
            self.edits.replace(expression.end, last.span.end.max(expression.end), ") }");
        }
    }

    fn declarations(&self) -> String {
        let list = |keyword: &str, names: &[String]| {
            if names.is_empty() { String::new() } else { format!("{keyword} {}; ", names.join(", ")) }
        };
        list("var", &self.vars) + &list("let", &self.lets)
    }

    fn hoist(&mut self, kind: VariableDeclarationKind, pattern: &BindingPattern<'_>) {
        let list = if kind == VariableDeclarationKind::Var { &mut self.vars } else { &mut self.lets };
        for identifier in pattern.get_binding_identifiers() {
            let name = identifier.name.to_string();
            if !list.contains(&name) {
                list.push(name);
            }
        }
    }

    /// Turns a declaration into assignments.
    fn lower_declaration(&mut self, it: &VariableDeclaration<'_>, is_loop_head: bool) {
        let keyword = it.span.start + it.kind.as_str().len() as u32;
        let is_single = it.declarations.len() == 1;
        let opening: Cow<'static, str> = match (is_loop_head, is_single) {
            (true, _) => "".into(),
            (false, true) => "void".into(),
            (false, false) => "void (".into(),
        };
        self.edits.replace(it.span.start, keyword, opening);
        for declarator in &it.declarations {
            self.hoist(it.kind, &declarator.id);
            if is_loop_head {
                continue;
            }
            self.edits.insert(declarator.span.start, "(");
            self.visit_binding_pattern(&declarator.id);
            if let Some(initial) = &declarator.init {
                self.visit_expression(initial);
            }
            self.edits.insert(declarator.span.end, if declarator.init.is_some() { ")" } else { "=undefined)" });
        }
        if !is_loop_head && !is_single {
            let end = it.declarations.last().map_or(it.span.end, |last| last.span.end);
            self.edits.insert(end, ")");
        }
    }

    fn lower_loop_head(&mut self, left: &ForStatementLeft<'_>) {
        match left {
            ForStatementLeft::VariableDeclaration(declaration) if declaration.kind == VariableDeclarationKind::Var => {
                self.lower_declaration(declaration, true)
            }
            other => self.visit_for_statement_left(other),
        }
    }
}

impl<'a> Visit<'a> for Lowering {
    fn visit_statement(&mut self, it: &Statement<'a>) {
        let is_top = std::mem::replace(&mut self.is_top, false);
        match it {
            Statement::VariableDeclaration(declaration) if is_top && !is_using(declaration.kind) => {
                self.lower_declaration(declaration, false)
            }
            Statement::ClassDeclaration(class) if is_top => {
                if let Some(id) = &class.id {
                    self.lets.push(id.name.to_string());
                    self.edits.insert(class.span.start, format!("{}=", id.name));
                }
                walk::walk_class(self, class);
            }
            Statement::FunctionDeclaration(function) if is_top => {
                if let Some(id) = &function.id {
                    self.vars.push(id.name.to_string());
                    self.edits.insert(function.span.start, format!("this.{0} = {0}; ", id.name));
                }
            }
            other => walk::walk_statement(self, other),
        }
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if it.kind == VariableDeclarationKind::Var {
            self.lower_declaration(it, false);
        } else {
            walk::walk_variable_declaration(self, it);
        }
    }

    fn visit_for_in_statement(&mut self, it: &ForInStatement<'a>) {
        self.lower_loop_head(&it.left);
        self.visit_expression(&it.right);
        self.visit_statement(&it.body);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.awaits |= it.r#await;
        self.lower_loop_head(&it.left);
        self.visit_expression(&it.right);
        self.visit_statement(&it.body);
    }

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        self.awaits = true;
        walk::walk_await_expression(self, it);
    }

    fn visit_return_statement(&mut self, _it: &ReturnStatement<'a>) {
        self.returns = true;
    }

    // Functions are not lowered.
    fn visit_function(&mut self, _it: &Function<'a>, _flags: ScopeFlags) {}
    fn visit_arrow_function_expression(&mut self, _it: &ArrowFunctionExpression<'a>) {}
    fn visit_static_block(&mut self, _it: &StaticBlock<'a>) {}
}

fn is_using(kind: VariableDeclarationKind) -> bool {
    matches!(kind, VariableDeclarationKind::Using | VariableDeclarationKind::AwaitUsing)
}

#[cfg(test)]
#[path = "repl_tests.rs"]
mod tests;
