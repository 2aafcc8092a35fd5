//! Visits every expression once: redirects imported bindings, `import.meta`, `import()` and `arguments`,
//! and notes what the module uses.

use oxc_allocator::Vec as ArenaVec;
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;
use oxc_syntax::operator::UnaryOperator;
use oxc_syntax::scope::ScopeFlags;

use super::using::find_using;
use super::{ImportedBinding, Lowering, NOWHERE, PRINTED_HELPERS, Target, member};

impl<'a> Visit<'a> for Lowering<'_, '_> {
    fn visit_statements(&mut self, statements: &ArenaVec<'a, Statement<'a>>) {
        let using = find_using(statements);
        if using.is_some() && self.is_module_level(statements) {
            // The head and the end of the body have the two halves of the `try`.
            self.module_using = using;
        } else if let (Some(_), Some(first)) = (using, statements.first()) {
            let opening = self.using_opening();
            self.edits.insert(first.span().start, opening);
        }
        for statement in statements {
            if let Statement::ExpressionStatement(expression) = statement {
                self.statement_start = expression.span.start;
            }
            self.visit_statement(statement);
        }
        if let (Some(using), Some(last)) = (using, statements.last())
            && !self.is_module_level(statements)
        {
            let closing = self.using_closing(using);
            self.edits.insert(last.span().end, closing);
        }
    }

    fn visit_module_declaration(&mut self, declaration: &ModuleDeclaration<'a>) {
        if self.options.target == Target::EsModule {
            self.lower_module_declaration(declaration);
        }
    }

    fn visit_identifier_reference(&mut self, identifier: &IdentifierReference<'a>) {
        let reference = identifier.reference_id.get().map(|id| self.scoping.get_reference(id));
        match reference.and_then(|reference| reference.symbol_id()) {
            Some(symbol) => {
                if let Some(binding) = self.imports.get(&symbol) {
                    let text = self.read_import(binding);
                    let is_name = binding.name.is_some();
                    self.replace_identifier(identifier, text, is_name);
                }
            }
            None => self.note_global(identifier),
        }
    }

    fn visit_simple_assignment_target(&mut self, target: &SimpleAssignmentTarget<'a>) {
        match target {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(identifier) => {
                self.visit_written_identifier(identifier);
            }
            SimpleAssignmentTarget::StaticMemberExpression(target) => self.visit_expression(&target.object),
            SimpleAssignmentTarget::ComputedMemberExpression(target) => {
                self.visit_expression(&target.object);
                self.visit_expression(&target.expression);
            }
            _ => walk::walk_simple_assignment_target(self, target),
        }
    }

    fn visit_assignment_target_property_identifier(&mut self, it: &AssignmentTargetPropertyIdentifier<'a>) {
        self.shorthand_start = it.binding.span.start;
        self.visit_written_identifier(&it.binding);
        if let Some(init) = &it.init {
            self.visit_expression(init);
        }
    }

    fn visit_object_property(&mut self, property: &ObjectProperty<'a>) {
        if property.shorthand {
            self.shorthand_start = property.value.span().start;
            self.visit_expression(&property.value);
        } else {
            walk::walk_object_property(self, property);
        }
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        if self.replace_namespace_object(&it.object) {
            return;
        }
        if it.property.name == "stack" && self.redirect_stack_read(&it.object, it.span, it.optional) {
            return;
        }
        self.visit_expression(&it.object);
    }

    fn visit_computed_member_expression(&mut self, it: &ComputedMemberExpression<'a>) {
        if let Expression::StringLiteral(key) = &it.expression {
            if self.replace_namespace_object(&it.object) {
                return;
            }
            if key.value == "stack" && self.redirect_stack_read(&it.object, it.span, it.optional) {
                return;
            }
        }
        self.visit_expression(&it.object);
        self.visit_expression(&it.expression);
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        self.visit_callee(&call.callee);
        self.visit_arguments(&call.arguments);
    }

    fn visit_tagged_template_expression(&mut self, it: &TaggedTemplateExpression<'a>) {
        self.visit_callee(&it.tag);
        self.visit_template_literal(&it.quasi);
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        self.new_callee_start = it.callee.span().start;
        self.visit_expression(&it.callee);
        self.visit_arguments(&it.arguments);
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        match (it.operator, it.argument.without_parentheses()) {
            (UnaryOperator::Delete, Expression::StaticMemberExpression(operand)) => {
                self.visit_expression(&operand.object);
            }
            (UnaryOperator::Delete, Expression::ComputedMemberExpression(operand)) => {
                self.visit_expression(&operand.object);
                self.visit_expression(&operand.expression);
            }
            (UnaryOperator::Typeof, Expression::Identifier(operand)) if self.is_module_arguments(operand) => {
                self.edits.replace(operand.span.start, operand.span.end, "globalThis.arguments");
            }
            _ => self.visit_expression(&it.argument),
        }
    }

    fn visit_chain_expression(&mut self, it: &ChainExpression<'a>) {
        let outer = self.chain.take();
        self.chain = Some(super::stack_reads::Chain { end: it.span.end });
        walk::walk_chain_expression(self, it);
        self.chain = outer;
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if !self.redirect_stack_append(it) && !self.redirect_stack_destructuring_assignment(it) {
            walk::walk_assignment_expression(self, it);
        }
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        self.visit_binding_pattern(&it.id);
        if let Some(init) = &it.init {
            self.visit_destructured(&it.id, init);
        }
    }

    fn visit_catch_clause(&mut self, it: &CatchClause<'a>) {
        self.redirect_stack_in_catch(it);
        walk::walk_catch_clause(self, it);
    }

    fn visit_import_meta(&mut self, it: &ImportMeta) {
        self.uses.import_meta = true;
        self.edits.replace(it.span.start, it.span.end, format!("{}.meta", self.names.context()));
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        self.uses.dynamic_import = true;
        let callee = self.dynamic_import(it.phase);
        let end = match it.phase {
            None => it.span.start + "import".len() as u32,
            Some(_) => crate::type_stripping::find_byte(self.source, it.span.start, it.source.span().start, b'(')
                .unwrap_or(it.source.span().start),
        };
        self.edits.replace(it.span.start, end, callee);
        self.visit_expression(&it.source);
        if let Some(options) = &it.options {
            self.visit_expression(options);
        }
    }

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        self.uses.top_level_await |= self.function_depth == 0;
        walk::walk_await_expression(self, it);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.uses.top_level_await |= it.r#await && self.function_depth == 0;
        if !self.lower_for_of_using(it) {
            walk::walk_for_of_statement(self, it);
        }
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        if !self.lower_for_using(it) {
            walk::walk_for_statement(self, it);
        }
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if it.declare {
            return;
        }
        if !self.lower_using(it) {
            walk::walk_variable_declaration(self, it);
        }
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        if it.body.is_none() {
            return;
        }
        self.function_depth += 1;
        self.this_depth += 1;
        walk::walk_function(self, it, flags);
        self.this_depth -= 1;
        self.function_depth -= 1;
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.function_depth += 1;
        walk::walk_arrow_function_expression(self, it);
        self.function_depth -= 1;
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        if !it.declare {
            walk::walk_class(self, it);
        }
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        if it.declare || it.r#type == PropertyDefinitionType::TSAbstractPropertyDefinition {
            return;
        }
        self.visit_decorators(&it.decorators);
        self.visit_property_key(&it.key);
        if let Some(value) = &it.value {
            self.in_own_this(|lowering| lowering.visit_expression(value));
        }
    }

    fn visit_decorator(&mut self, it: &Decorator<'a>) {
        self.needs.decorators = true;
        self.visit_expression(&it.expression);
    }

    fn visit_jsx_element(&mut self, _: &JSXElement<'a>) {
        self.needs.print = true;
    }

    fn visit_jsx_fragment(&mut self, _: &JSXFragment<'a>) {
        self.needs.print = true;
    }

    fn visit_accessor_property(&mut self, it: &AccessorProperty<'a>) {
        self.needs.decorators = true;
        self.visit_decorators(&it.decorators);
        self.visit_property_key(&it.key);
        if let Some(value) = &it.value {
            self.in_own_this(|lowering| lowering.visit_expression(value));
        }
    }

    fn visit_static_block(&mut self, it: &StaticBlock<'a>) {
        self.in_own_this(|lowering| walk::walk_static_block(lowering, it));
    }

    // Types have no references that exist at run time.
    fn visit_ts_type_annotation(&mut self, _: &TSTypeAnnotation<'a>) {}
    fn visit_ts_type_parameter_declaration(&mut self, _: &TSTypeParameterDeclaration<'a>) {}
    fn visit_ts_type_parameter_instantiation(&mut self, _: &TSTypeParameterInstantiation<'a>) {}
    fn visit_ts_type(&mut self, _: &TSType<'a>) {}
    fn visit_ts_class_implements(&mut self, _: &TSClassImplements<'a>) {}
    fn visit_ts_this_parameter(&mut self, _: &TSThisParameter<'a>) {}
    fn visit_ts_type_alias_declaration(&mut self, _: &TSTypeAliasDeclaration<'a>) {}
    fn visit_ts_interface_declaration(&mut self, _: &TSInterfaceDeclaration<'a>) {}
    fn visit_ts_enum_declaration(&mut self, _: &TSEnumDeclaration<'a>) {}
    fn visit_ts_external_module_declaration(&mut self, _: &TSExternalModuleDeclaration<'a>) {}
    fn visit_ts_namespace_declaration(&mut self, _: &TSNamespaceDeclaration<'a>) {}
    fn visit_ts_global_declaration(&mut self, _: &TSGlobalDeclaration<'a>) {}
    fn visit_ts_index_signature(&mut self, _: &TSIndexSignature<'a>) {}
}

impl<'a> Lowering<'_, '_> {
    fn is_module_level(&self, statements: &[Statement<'a>]) -> bool {
        self.options.target == Target::EsModule && std::ptr::eq(statements.as_ptr().cast(), self.module_statements)
    }

    fn in_own_this(&mut self, visit: impl FnOnce(&mut Self)) {
        self.function_depth += 1;
        self.this_depth += 1;
        visit(self);
        self.this_depth -= 1;
        self.function_depth -= 1;
    }

    /// The expression that reads an imported binding.
    fn read_import(&self, binding: &ImportedBinding) -> String {
        match &binding.name {
            Some(name) => member(&self.environment(binding), name),
            None => format!("{}.ns({})", self.names.context(), binding.request),
        }
    }

    fn environment(&self, binding: &ImportedBinding) -> String {
        let call = if binding.deferred { "()" } else { "" };
        format!("{}{call}", self.names.request(binding.request))
    }

    /// Puts `text` in the place of an identifier, as its surroundings need it.
    fn replace_identifier(&mut self, identifier: &IdentifierReference<'a>, mut text: String, is_name: bool) {
        let start = identifier.span.start;
        if start == self.callee_start && is_name {
            let separator = if start == self.statement_start { ";" } else { "" };
            text = format!("{separator}(0,{text})");
        } else if start == self.new_callee_start && text.contains('(') {
            text = format!("({text})");
        }
        if start == self.shorthand_start {
            text = format!("{}:{text}", identifier.name);
        }
        self.edits.replace(start, identifier.span.end, text);
    }

    /// An identifier that is assigned to. Imports are constants: the environment has no setters and throws.
    fn visit_written_identifier(&mut self, identifier: &IdentifierReference<'a>) {
        let symbol =
            identifier.reference_id.get().and_then(|id| self.scoping.get_reference(id).symbol_id());
        let Some(binding) = symbol.and_then(|symbol| self.imports.get(&symbol)) else { return };
        let text = match &binding.name {
            Some(name) => member(&self.environment(binding), name),
            // A call is no assignment target; a property of the sealed namespace throws as a constant does.
            None => format!("{}.ns({}).{}", self.names.context(), binding.request, identifier.name),
        };
        self.replace_identifier(identifier, text, true);
    }

    /// `ns` of `ns.name`: reads go to the environment, without making a namespace object.
    fn replace_namespace_object(&mut self, object: &Expression<'a>) -> bool {
        let Expression::Identifier(identifier) = object else { return false };
        let symbol =
            identifier.reference_id.get().and_then(|id| self.scoping.get_reference(id).symbol_id());
        let Some(binding) = symbol.and_then(|symbol| self.imports.get(&symbol)) else { return false };
        if binding.name.is_some() {
            return false;
        }
        let text = self.environment(binding);
        self.replace_identifier(identifier, text, false);
        true
    }

    /// A called expression: an imported function must not get the environment as `this`, and a method
    /// called `stack` is no read of a stack.
    fn visit_callee(&mut self, callee: &Expression<'a>) {
        let inner = callee.get_inner_expression();
        match inner {
            Expression::Identifier(identifier) => {
                self.callee_start = identifier.span.start;
                self.visit_expression(callee);
            }
            Expression::StaticMemberExpression(method) if method.property.name == "stack" => {
                if !self.replace_namespace_object(&method.object) {
                    self.visit_expression(&method.object);
                }
            }
            _ => self.visit_expression(callee),
        }
    }

    fn note_global(&mut self, identifier: &IdentifierReference<'a>) {
        match identifier.name.as_str() {
            "Bun" => self.uses.bun = true,
            "Deno" => self.uses.deno = true,
            "require" => self.uses.require = true,
            PRINTED_HELPERS if self.options.printed => {
                let text = self.helpers();
                self.replace_identifier(identifier, text, false);
            }
            "arguments" if self.is_module_arguments(identifier) => {
                // The wrapper's `arguments` must stay unseen: an indirect eval looks the name up globally.
                let separator = if identifier.span.start == self.statement_start { ";" } else { "" };
                let shorthand =
                    if identifier.span.start == self.shorthand_start { "arguments:" } else { "" };
                let text = format!("{separator}{shorthand}(0,eval)(\"arguments\")");
                self.edits.replace(identifier.span.start, identifier.span.end, text);
            }
            _ => {}
        }
    }

    fn is_module_arguments(&self, identifier: &IdentifierReference<'a>) -> bool {
        identifier.name == "arguments" && self.this_depth == 0 && self.options.target == Target::EsModule
    }

    fn dynamic_import(&self, phase: Option<ImportPhase>) -> String {
        let function = match self.options.target {
            Target::EsModule => format!("{}.import", self.names.context()),
            Target::CommonJs => self.names.dynamic_import(),
            Target::Script => self.options.script.import_function.to_owned(),
        };
        match (phase, self.options.target) {
            (None, _) => function,
            (Some(ImportPhase::Defer), Target::EsModule) => format!("{function}Defer"),
            (Some(ImportPhase::Defer), _) => format!("{function}.defer"),
            (Some(ImportPhase::Source), Target::EsModule) => format!("{function}Source"),
            (Some(ImportPhase::Source), _) => format!("{function}.source"),
        }
    }

    /// Forgets that the current place needs care: something else now stands there first.
    pub(super) fn leave_statement_start(&mut self, offset: u32) {
        if self.statement_start == offset {
            self.statement_start = NOWHERE;
        }
    }
}
