//! The replacement of identifiers: imported bindings, `arguments` and helpers; and the free variables that the module
//! uses.

use oxc_ast::ast::*;
use oxc_ast_visit::Visit;
use oxc_span::GetSpan;
use oxc_syntax::symbol::{SymbolFlags, SymbolId};

use super::{ITERATED, ImportedBinding, Lowering, MARK, NOWHERE, PRINTED_HELPERS, Target, member};

impl<'a> Lowering<'_, '_> {
    pub(super) fn is_module_level(&self, statements: &[Statement<'a>]) -> bool {
        self.options.target == Target::EsModule && std::ptr::eq(statements.as_ptr().cast(), self.module_statements)
    }

    pub(super) fn in_own_this(&mut self, visit: impl FnOnce(&mut Self)) {
        self.function_depth += 1;
        self.this_depth += 1;
        visit(self);
        self.this_depth -= 1;
        self.function_depth -= 1;
    }

    /// The expression that reads an imported binding, which the source calls `local`, in the forms that
    /// `Function.prototype.toString` reads back (`internal:core/stack/import_reads`): a space before the exported name
    /// where the names are equal, else a comment with the local name. Builtins have no such source.
    pub(super) fn read_import(&self, binding: &ImportedBinding, local: &str) -> String {
        let environment = self.environment(binding);
        match &binding.name {
            Some(name) if self.options.builtin => member(&environment, name),
            Some(name) if name == local => format!("{environment} .{name}"),
            Some(name) => member(&format!("{environment}/*={local}*/"), name),
            None if self.options.builtin => format!("{}.ns({})", self.names.context(), binding.request),
            None => format!("{}.ns({}/*{local}*/)", self.names.context(), binding.request),
        }
    }

    /// The same for a shorthand property: the local name is the key before it.
    fn read_shorthand_import(&self, binding: &ImportedBinding, local: &str) -> String {
        let read = match &binding.name {
            Some(name) if !self.options.builtin => member(&format!("{}/**/", self.environment(binding)), name),
            None if !self.options.builtin => format!("{}.ns({}/**/)", self.names.context(), binding.request),
            _ => self.read_import(binding, local),
        };
        format!("{local}:{read}")
    }

    pub(super) fn environment(&self, binding: &ImportedBinding) -> String {
        let call = if binding.deferred { "()" } else { "" };
        format!("{}{call}", self.names.request(binding.request))
    }

    /// Replaces the read of an import.
    pub(super) fn replace_import(&mut self, identifier: &IdentifierReference<'a>, binding: &ImportedBinding) {
        if identifier.span.start == self.shorthand_start {
            let text = self.read_shorthand_import(binding, &identifier.name);
            self.edits.replace(identifier.span.start, identifier.span.end, text);
            return;
        }
        let text = self.read_import(binding, &identifier.name);
        self.replace_identifier(identifier, text, binding.name.is_some());
    }

    /// Replaces an identifier by `text`, with the punctuation that its context needs. A space tells it from that of the
    /// source.
    pub(super) fn replace_identifier(&mut self, identifier: &IdentifierReference<'a>, mut text: String, is_name: bool) {
        let start = identifier.span.start;
        let space = if self.options.builtin { "" } else { " " };
        if start == self.callee_start && is_name {
            text = match start == self.statement_start {
                true => format!(";(0{space},{text}{space})"),
                false => format!("(0,{text}{space})"),
            };
        } else if start == self.new_callee_start && text.contains('(') {
            text = format!("({space}{text})");
        }
        if start == self.shorthand_start {
            text = format!("{}:{text}", identifier.name);
        }
        self.edits.replace(start, identifier.span.end, text);
    }

    /// An identifier that is assigned to. Imports are constants: `$m.constant` returns an environment that throws.
    pub(super) fn visit_written_identifier(&mut self, identifier: &IdentifierReference<'a>) {
        let symbol = identifier.reference_id.get().and_then(|id| self.scoping.get_reference(id).symbol_id());
        let Some(binding) = symbol.and_then(|symbol| self.imports.get(&symbol)) else {
            // `null` throws the TypeError that an assignment to a constant is.
            if symbol.is_none() && self.binding_around(identifier).is_some() {
                self.replace_identifier(identifier, format!("null.{}", identifier.name), true);
            }
            return;
        };
        let text = match &binding.name {
            Some(name) if self.options.builtin => member(&self.environment(binding), name),
            Some(name) => {
                let environment = self.environment(binding);
                member(&format!("{}.constant({environment}/*={}*/)", self.names.context(), identifier.name), name)
            }
            // A call is not a valid assignment target; assigning to a property of the sealed namespace throws, as for a
            // constant.
            None => format!("{}.ns({}/*=*/).{}", self.names.context(), binding.request, identifier.name),
        };
        self.replace_identifier(identifier, text, true);
    }

    /// `ns` of `ns.name`: reads use the environment, without creating a namespace object. A deferred namespace has no `then`,
    /// and to look for it does not evaluate the module.
    pub(super) fn replace_namespace_object(&mut self, object: &Expression<'a>, name: &str) -> bool {
        let Expression::Identifier(identifier) = object else {
            return false;
        };
        let symbol = identifier.reference_id.get().and_then(|id| self.scoping.get_reference(id).symbol_id());
        let Some(binding) = symbol.and_then(|symbol| self.imports.get(&symbol)) else {
            return false;
        };
        if binding.name.is_some() || (binding.deferred && name == "then") {
            return false;
        }
        let environment = self.environment(binding);
        let text = match self.options.builtin {
            true => environment,
            false => format!("{environment}/*{}*/", identifier.name),
        };
        self.replace_identifier(identifier, text, false);
        true
    }

    /// Marks a member whose value is iterated. The engine has one message for a missing object and for a missing value,
    /// which are two messages of V8: only without the mark it is the object (`brio_jsc`, `evaluated_messages.rs`).
    pub(super) fn mark_iterated(&mut self, iterated: &Expression<'a>) {
        let inner = match iterated.get_inner_expression() {
            Expression::ChainExpression(chain) => chain.expression.as_member_expression(),
            inner => inner.as_member_expression(),
        };
        let Some(member) = inner.filter(|_| !self.options.builtin) else { return };
        // Reads of `.stack` are replaced from there on.
        if member.static_property_name().is_none_or(|name| name != "stack") {
            self.edits.insert(member.object().span().end, ITERATED);
        }
    }

    /// A called expression: an imported function must not receive the environment as `this`, and a method called
    /// `stack` is not a read of a stack.
    pub(super) fn visit_callee(&mut self, callee: &Expression<'a>) {
        let inner = callee.get_inner_expression();
        match inner {
            Expression::Identifier(identifier) => {
                self.callee_start = identifier.span.start;
                self.visit_expression(callee);
            }
            Expression::StaticMemberExpression(method) if method.property.name == "stack" => {
                if !self.replace_namespace_object(&method.object, "stack") {
                    self.visit_expression(&method.object);
                }
            }
            _ => self.visit_expression(callee),
        }
    }

    /// A free variable that is an import of the module around a script. Returns whether it is one.
    fn read_around(&mut self, identifier: &IdentifierReference<'a>) -> bool {
        let Some(text) = self.binding_around(identifier) else {
            return false;
        };
        let is_name = !text.ends_with(')');
        self.replace_identifier(identifier, text, is_name);
        true
    }

    /// Whether `declare` states that a value exists elsewhere: at run time the name is free. The name of an interface
    /// or a type may also be that of a value in this file.
    pub(super) fn is_only_declared(&self, symbol: SymbolId) -> bool {
        let flags = self.scoping.symbol_flags(symbol);
        flags.is_ambient() && !flags.intersects(SymbolFlags::Interface | SymbolFlags::TypeAlias)
    }

    /// Whether it asks whether a runtime is there (`typeof Bun !== "undefined"`), as programs and packages for several
    /// do: the question alone does not make a program that runtime's.
    pub(super) fn is_runtime_test(&self, it: &BinaryExpression<'a>) -> bool {
        let asks = |left: &Expression<'a>, right: &Expression<'a>| match (left, right) {
            (Expression::UnaryExpression(question), Expression::StringLiteral(_))
                if question.operator == UnaryOperator::Typeof =>
            {
                matches!(&question.argument, Expression::Identifier(name) if self.is_free_runtime(name))
            }
            _ => false,
        };
        it.operator.is_equality() && (asks(&it.left, &it.right) || asks(&it.right, &it.left))
    }

    fn is_free_runtime(&self, identifier: &IdentifierReference<'a>) -> bool {
        let reference = identifier.reference_id.get().map(|id| self.scoping.get_reference(id));
        matches!(identifier.name.as_str(), "Bun" | "Deno") && reference.and_then(|one| one.symbol_id()).is_none()
    }

    pub(super) fn note_global(&mut self, identifier: &IdentifierReference<'a>) {
        if self.read_around(identifier) {
            return;
        }
        if matches!(identifier.name.as_str(), "require" | "__filename" | "__dirname") {
            self.note_common_js_name();
        }
        match identifier.name.as_str() {
            "Bun" => self.uses.bun = true,
            "Deno" => self.uses.deno = true,
            "require" => self.uses.require = true,
            "module" | "exports" => self.uses.module = true,
            "__filename" => self.uses.file_name = true,
            "__dirname" => self.uses.folder_name = true,
            "Function" => self.uses.intrinsics = true,
            "Temporal" => self.uses.temporal = true,
            "Worker" if identifier.span.start == self.new_callee_start => self.uses.worker = true,
            "Worker" => self.asks_for_worker = true,
            PRINTED_HELPERS if self.options.printed => {
                let text = self.helpers();
                self.replace_identifier(identifier, text, false);
            }
            "arguments" if self.is_module_arguments(identifier) => {
                // The wrapper's `arguments` must not be visible: an indirect eval looks the name up globally.
                let separator = if identifier.span.start == self.statement_start { ";" } else { "" };
                let shorthand = if identifier.span.start == self.shorthand_start { "arguments:" } else { "" };
                let text = format!("{separator}{shorthand}(0,eval)(\"arguments\")");
                self.edits.replace(identifier.span.start, identifier.span.end, text);
            }
            _ => {}
        }
    }

    /// Bun: `require.main === module` and its variants ask an ES module whether it is the program's main module.
    pub(super) fn replace_main_test(&mut self, it: &BinaryExpression<'a>) -> bool {
        if !self.options.bun || self.options.target != Target::EsModule || !it.operator.is_equality() {
            return false;
        }
        let is_free = |expression: &Expression<'a>, name: &str| {
            matches!(expression, Expression::Identifier(identifier)
                if identifier.name == name && self.scoping.get_reference(identifier.reference_id()).symbol_id().is_none())
        };
        let is_main = |expression: &Expression<'a>| {
            matches!(expression, Expression::StaticMemberExpression(member)
                if member.property.name == "main" && is_free(&member.object, "require"))
        };
        let is_test =
            (is_main(&it.left) && is_free(&it.right, "module")) || (is_free(&it.left, "module") && is_main(&it.right));
        if is_test {
            let is_negated = matches!(it.operator, BinaryOperator::Inequality | BinaryOperator::StrictInequality);
            let separator = if it.span.start == self.statement_start { ";" } else { "" };
            let mark = if is_negated { "!" } else { "" };
            let text = format!("{separator}({mark}{}.meta.main)", self.names.context());
            self.edits.replace(it.span.start, it.span.end, text);
        }
        is_test
    }

    pub(super) fn is_module_arguments(&self, identifier: &IdentifierReference<'a>) -> bool {
        identifier.name == "arguments" && self.this_depth == 0 && self.options.target == Target::EsModule
    }

    /// The function that is called for `import()`, up to the parenthesis.
    pub(super) fn dynamic_import(&self, phase: Option<ImportPhase>) -> String {
        let function = match self.options.target {
            Target::EsModule => format!("{}.import", self.names.context()),
            Target::CommonJs => self.names.dynamic_import(),
            Target::Script => self.options.script.import_function.to_owned(),
        };
        let phase = match (phase, self.options.target) {
            (None, _) => "",
            (Some(ImportPhase::Defer), Target::EsModule) => "Defer",
            (Some(ImportPhase::Defer), _) => ".defer",
            (Some(ImportPhase::Source), Target::EsModule) => "Source",
            (Some(ImportPhase::Source), _) => ".source",
        };
        format!("{function}{phase}{MARK}")
    }

    /// Clears the marks of the current position: another token comes first there now.
    pub(super) fn leave_statement_start(&mut self, offset: u32) {
        if self.statement_start == offset {
            self.statement_start = NOWHERE;
        }
    }
}
