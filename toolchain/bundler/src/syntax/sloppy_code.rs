//! What CommonJS modules may rely on and an ES module, as which they are bundled, does not have, because its code is strict:
//! `arguments.callee`, and the global object as `this` of a function that is called where it is written.

use std::path::Path;

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::Span;
use oxc_syntax::scope::ScopeFlags;

use super::visitor::Edit;

const CALLEE: &str = "arguments.callee";
/// The name of functions that had none.
const NAME: &str = "__brio_callee";
const STRICT: &str = "use strict";

/// Whether a module can have such code. Looks at the text only.
pub(super) fn may_have(file: &Path, code: &str) -> bool {
    let is_script = file.extension().is_some_and(|extension| extension == "js" || extension == "cjs");
    let is_called = || code.contains("}()") || code.contains("})()");
    let has_this = || code.contains("return this") || code.contains("= this") || code.contains("=> this");
    is_script && (code.contains(CALLEE) || (is_called() && has_this()))
}

/// The edits of a module.
pub(super) fn edits(program: &Program<'_>) -> Vec<Edit> {
    let is_module = program.body.iter().any(|statement| statement.is_module_declaration());
    if is_module || is_strict(&program.directives) {
        return Vec::new();
    }
    let mut visitor = Sloppy { source: program.source_text, called_at: None, enclosing: Vec::new(), found: Vec::new() };
    visitor.visit_program(program);
    visitor.found
}

fn is_strict(directives: &[Directive<'_>]) -> bool {
    directives.iter().any(|directive| directive.directive == STRICT)
}

/// A function or class around the current place.
#[derive(Default)]
struct Enclosing {
    /// Its name. None for methods, which cannot be named.
    name: Option<String>,
    /// From `function` to the parameters, if the function has no name yet.
    unnamed_head: Option<Span>,
    /// Whether `this` is the global object.
    has_global_this: bool,
}

struct Sloppy<'s> {
    source: &'s str,
    /// Where the function starts that is called where it is written.
    called_at: Option<u32>,
    enclosing: Vec<Enclosing>,
    found: Vec<Edit>,
}

impl Sloppy<'_> {
    fn enclosing_of(&self, function: &Function<'_>) -> Enclosing {
        let is_strict = function.body.as_ref().is_some_and(|body| is_strict(&body.directives));
        let has_global_this = self.called_at == Some(function.span.start) && !is_strict;
        if let Some(id) = &function.id {
            return Enclosing { name: Some(id.name.to_string()), unnamed_head: None, has_global_this };
        }
        let head = Span::new(function.span.start, function.params.span.start);
        let text = &self.source[head.start as usize..head.end as usize];
        let has_keyword = text.starts_with("function") || text.starts_with("async");
        Enclosing {
            name: has_keyword.then(|| NAME.to_owned()),
            unnamed_head: has_keyword.then_some(head),
            has_global_this,
        }
    }

    fn replace(&mut self, span: Span, text: String) {
        self.found.push(Edit::Replace { start: span.start, end: span.end, text });
    }
}

impl<'a> Visit<'a> for Sloppy<'_> {
    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if let Expression::FunctionExpression(function) = it.callee.get_inner_expression() {
            self.called_at = Some(function.span.start);
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        let enclosing = self.enclosing_of(it);
        self.enclosing.push(enclosing);
        walk::walk_function(self, it, flags);
        self.enclosing.pop();
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        self.enclosing.push(Enclosing::default());
        walk::walk_class(self, it);
        self.enclosing.pop();
    }

    fn visit_this_expression(&mut self, it: &ThisExpression) {
        if self.enclosing.last().is_some_and(|enclosing| enclosing.has_global_this) {
            self.replace(it.span, "globalThis".to_owned());
        }
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        let is_callee = it.property.name == "callee"
            && matches!(&it.object, Expression::Identifier(object) if object.name == "arguments");
        let function = self.enclosing.last_mut().filter(|_| is_callee);
        let Some(Enclosing { name: Some(name), unnamed_head, .. }) = function else {
            walk::walk_static_member_expression(self, it);
            return;
        };
        let (name, head) = (name.clone(), unnamed_head.take());
        if let Some(head) = head {
            let text = self.source[head.start as usize..head.end as usize].trim_end();
            self.replace(head, format!("{text} {name}"));
        }
        self.replace(it.span, name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oxc_allocator::Allocator;
    use oxc_parser::Parser;
    use oxc_span::SourceType;
    use string_wizard::MagicString;

    fn edited(source: &str) -> String {
        let allocator = Allocator::default();
        let parsed = Parser::new(&allocator, source, SourceType::cjs()).parse();
        let mut text = MagicString::new(source);
        for edit in edits(&parsed.program) {
            if let Edit::Replace { start, end, text: new } = edit {
                text.update(start, end, new).expect("edits do not overlap");
            }
        }
        text.to_string()
    }

    #[test]
    fn the_name_of_the_function_is_used_instead_of_the_callee() {
        assert_eq!(edited("function E() { trace(this, arguments.callee); }"), "function E() { trace(this, E); }");
        assert_eq!(
            edited("var f = function (n) { return n && arguments.callee(n - 1) + arguments.callee(0); };"),
            "var f = function __brio_callee(n) { return n && __brio_callee(n - 1) + __brio_callee(0); };"
        );
        assert_eq!(
            edited("function outer() { return () => arguments.callee; }"),
            "function outer() { return () => outer; }"
        );
    }

    #[test]
    fn this_of_a_function_that_is_called_at_once_is_the_global_object() {
        assert_eq!(edited("(function () { return this; })();"), "(function () { return globalThis; })();");
        assert_eq!(edited("(function () { f = () => this; }());"), "(function () { f = () => globalThis; }());");
    }

    #[test]
    fn everything_else_stays() {
        for source in [
            "({ m() { return arguments.callee; } })",
            "a.arguments.callee; arguments.callee",
            "(function () { 'use strict'; return this; })();",
            "'use strict'; (function () { return this; })();",
            "(function () { return this; }).call(a);",
            "(function () { return function () { return this; }; })();",
            "(function () { class A { a = this; } })();",
            "new (function () { this.a = 1; })();",
            "export {}; (function () { return this; })();",
        ] {
            assert_eq!(edited(source), source);
        }
    }
}
