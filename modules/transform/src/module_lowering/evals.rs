//! Passes source that `eval` is about to compile through a function that lowers `import()` in it: the engine has no
//! loader, and no transformer sees that source before the program runs.
//!
//! `eval(x)` becomes `eval(/*$*/$m.code(x/*$*/))` (`$code` in CommonJS), which is still a direct `eval`. The usual
//! forms of an indirect one (`(0,eval)(x)`, `eval?.(x)`, `globalThis.eval(x)`) get `$m.globalCode`; an `eval` that is
//! passed as a value is left alone. `$m.scope` describes how the source of a direct `eval` reads the module's imports,
//! which are not variables. Modules that may use `Function`, the other function constructors or `Array.fromAsync` are
//! recorded: ours replace them then (`internal:ecmascript/intrinsics`).

use oxc_ast::ast::{Argument, CallExpression, Expression, IdentifierReference, StaticMemberExpression};
use oxc_ast_visit::Visit;
use oxc_span::GetSpan;

use super::{Lowering, MARK, Target, property_key, quote};

/// Names of the global object.
const GLOBAL_OBJECTS: [&str; 4] = ["globalThis", "global", "window", "self"];

impl<'a> Lowering<'_, '_> {
    /// Visits the arguments of a call of the global `eval`. Returns whether it was one.
    pub(super) fn lower_evaluated_text(&mut self, call: &CallExpression<'a>) -> bool {
        let Some((text, rest)) = call.arguments.split_first() else {
            return false;
        };
        if matches!(text, Argument::SpreadElement(_)) || !self.is_eval(&call.callee) {
            return false;
        }
        let is_direct = !call.optional && matches!(call.callee.get_inner_expression(), Expression::Identifier(_));
        let Some(function) = self.code_function(is_direct) else {
            return false;
        };
        self.edits.insert(text.span().start, format!("{MARK}{function}("));
        self.visit_argument(text);
        self.edits.insert(text.span().end, format!("{MARK})"));
        rest.iter().for_each(|argument| self.visit_argument(argument));
        true
    }

    /// Records `Array.fromAsync`, `globalThis.Function`, and `.constructor` of an expression that is likely to be a
    /// function or its prototype.
    pub(super) fn note_intrinsic(&mut self, it: &StaticMemberExpression<'a>) {
        self.uses.intrinsics |= match it.property.name.as_str() {
            "Function" | "fromAsync" => true,
            "constructor" => matches!(
                it.object.get_inner_expression(),
                Expression::FunctionExpression(_)
                    | Expression::ArrowFunctionExpression(_)
                    | Expression::CallExpression(_)
            ),
            _ => false,
        };
    }

    fn is_eval(&self, callee: &Expression<'a>) -> bool {
        match callee.get_inner_expression() {
            Expression::Identifier(identifier) => identifier.name == "eval" && self.is_free(identifier),
            Expression::SequenceExpression(sequence) => {
                matches!(sequence.expressions.last(), Some(Expression::Identifier(last)) if last.name == "eval" && self.is_free(last))
            }
            Expression::StaticMemberExpression(member) => {
                let is_global = |object: &IdentifierReference<'a>| {
                    GLOBAL_OBJECTS.contains(&object.name.as_str()) && self.is_free(object)
                };
                member.property.name == "eval"
                    && matches!(&member.object, Expression::Identifier(object) if is_global(object))
            }
            _ => false,
        }
    }

    /// Whether the source does not declare the variable.
    pub(super) fn is_free(&self, identifier: &IdentifierReference<'a>) -> bool {
        let reference = identifier.reference_id.get();
        reference.is_some_and(|id| self.scoping.get_reference(id).symbol_id().is_none())
    }

    /// None where the code has no access to the function, and in builtins, which do not use `eval`.
    fn code_function(&mut self, is_direct: bool) -> Option<String> {
        if self.options.builtin {
            return None;
        }
        match self.options.target {
            Target::EsModule if is_direct => {
                self.lowers_code = true;
                Some(format!("{}.code", self.names.context()))
            }
            Target::EsModule => Some(format!("{}.globalCode", self.names.context())),
            Target::CommonJs => {
                self.lowers_code = true;
                Some(self.names.code())
            }
            Target::Script => (!self.options.script.code.is_empty()).then(|| self.options.script.code.to_owned()),
        }
    }

    /// The statement that describes to a direct `eval` of this module how imports are read; empty without either. An
    /// import whose name is declared again somewhere is omitted: which of them the source means depends on where the
    /// `eval` is.
    pub(super) fn evaluated_scope(&self) -> String {
        if !self.lowers_code || self.imports.is_empty() {
            return String::new();
        }
        let mut reads: Vec<String> = self
            .imports
            .iter()
            .map(|(symbol, binding)| (self.scoping.symbol_name(*symbol), binding))
            .filter(|(name, _)| self.scoping.symbol_names().filter(|other| other == name).count() == 1)
            .map(|(name, binding)| format!(",{}:{}", property_key(name), quote(&self.read_import(binding, name))))
            .collect();
        reads.sort();
        format!("{}.scope={{__proto__:null{}}};", self.names.context(), reads.concat())
    }

    /// How a script's free variable is read, when the script runs in a module that imports it.
    pub(super) fn binding_around(&self, identifier: &IdentifierReference<'a>) -> Option<String> {
        let bindings = self.options.script.bindings;
        let found = bindings.iter().find(|(name, _)| *name == identifier.name.as_str());
        found.map(|(_, text)| (*text).to_owned())
    }
}
