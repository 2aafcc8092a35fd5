//! Visits every expression once, with its context; `identifiers.rs` decides what replaces an identifier.

use oxc_allocator::Vec as ArenaVec;
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;
use oxc_syntax::operator::UnaryOperator;
use oxc_syntax::scope::ScopeFlags;

use crate::metadata::types_read;

use super::stack_reads::BodyPlace;
use super::using::find_using;
use super::{Lowering, Target};

impl<'a> Visit<'a> for Lowering<'_, '_> {
    fn visit_statements(&mut self, statements: &ArenaVec<'a, Statement<'a>>) {
        let using = find_using(statements);
        if using.is_some() && self.is_module_level(statements) {
            // The head and the end of the body contain the two halves of the `try`.
            self.module_using = using;
        } else if let (Some(_), Some(first)) = (using, statements.first()) {
            let opening = self.using_opening();
            self.edits.insert(first.span().start, opening);
        }
        let is_module_level = self.is_module_level(statements);
        for statement in statements {
            if is_module_level {
                self.enter_module_statement(statement);
            }
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
                if let Some(binding) = self.imports.get(&symbol).cloned() {
                    self.replace_import(identifier, &binding);
                } else if self.is_only_declared(symbol) {
                    self.note_global(identifier);
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
        if self.replace_namespace_object(&it.object, &it.property.name) {
            return;
        }
        if it.property.name == "stack" && self.redirect_stack_read(&it.object, it.span, it.optional) {
            return;
        }
        self.note_intrinsic(it);
        self.note_meta_property(&it.object, &it.property.name);
        self.visit_expression(&it.object);
    }

    fn visit_computed_member_expression(&mut self, it: &ComputedMemberExpression<'a>) {
        if let Expression::StringLiteral(key) = &it.expression {
            if self.replace_namespace_object(&it.object, &key.value) {
                return;
            }
            if key.value == "stack" && self.redirect_stack_read(&it.object, it.span, it.optional) {
                return;
            }
        }
        self.visit_expression(&it.object);
        self.visit_expression(&it.expression);
    }

    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        if !self.replace_main_test(it) && !self.is_runtime_test(it) {
            walk::walk_binary_expression(self, it);
        }
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        self.visit_callee(&call.callee);
        self.delay_types(call);
        if !self.lower_evaluated_text(call) {
            self.visit_arguments(&call.arguments);
        }
    }

    fn visit_tagged_template_expression(&mut self, it: &TaggedTemplateExpression<'a>) {
        self.visit_callee(&it.tag);
        self.visit_template_literal(&it.quasi);
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        let is_callee = self.new_callee_start == it.span.start;
        self.new_callee_start = it.callee.span().start;
        if self.lower_promise(it, is_callee) {
            return;
        }
        if it.callee.is_specific_id("Worker") {
            self.uses.module_worker |= has_type_option(it);
        }
        self.visit_expression(&it.callee);
        self.visit_arguments(&it.arguments);
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        if matches!(it.operator, UnaryOperator::Typeof | UnaryOperator::LogicalNot) {
            self.note_question(&it.argument);
        }
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
        if let Some(member) = it.expression.as_member_expression().filter(|member| member.optional()) {
            self.note_question(member.object());
        }
        let outer = self.chain.take();
        self.chain = Some(super::stack_reads::Chain { end: it.span.end });
        self.in_condition(|lowering| walk::walk_chain_expression(lowering, it));
        self.chain = outer;
    }

    fn visit_if_statement(&mut self, it: &IfStatement<'a>) {
        self.note_question(&it.test);
        self.visit_expression(&it.test);
        self.in_condition(|lowering| {
            lowering.visit_statement(&it.consequent);
            it.alternate.iter().for_each(|alternate| lowering.visit_statement(alternate));
        });
    }

    fn visit_conditional_expression(&mut self, it: &ConditionalExpression<'a>) {
        self.note_question(&it.test);
        self.visit_expression(&it.test);
        self.in_condition(|lowering| {
            lowering.visit_expression(&it.consequent);
            lowering.visit_expression(&it.alternate);
        });
    }

    fn visit_logical_expression(&mut self, it: &LogicalExpression<'a>) {
        self.note_question(&it.left);
        self.visit_expression(&it.left);
        self.in_condition(|lowering| lowering.visit_expression(&it.right));
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if matches!(it.left, AssignmentTarget::ArrayAssignmentTarget(_)) {
            self.mark_iterated(&it.right);
        }
        if self.redirect_stack_append(it) || self.redirect_stack_destructuring_assignment(it) {
            return;
        }
        match it.operator.is_logical() {
            true => self.in_condition(|lowering| walk::walk_assignment_expression(lowering, it)),
            false => walk::walk_assignment_expression(self, it),
        }
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        self.visit_binding_pattern(&it.id);
        if let (BindingPattern::ArrayPattern(_), Some(init)) = (&it.id, &it.init) {
            self.mark_iterated(init);
        }
        if let Some(init) = &it.init {
            self.note_meta_pattern(&it.id, init);
            self.visit_destructured(&it.id, init);
        }
    }

    fn visit_assignment_pattern(&mut self, it: &AssignmentPattern<'a>) {
        if matches!(it.left, BindingPattern::ArrayPattern(_)) {
            self.mark_iterated(&it.right);
        }
        self.in_condition(|lowering| walk::walk_assignment_pattern(lowering, it));
    }

    fn visit_assignment_target_with_default(&mut self, it: &AssignmentTargetWithDefault<'a>) {
        if matches!(it.binding, AssignmentTarget::ArrayAssignmentTarget(_)) {
            self.mark_iterated(&it.init);
        }
        self.in_condition(|lowering| walk::walk_assignment_target_with_default(lowering, it));
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        if let (BindingPattern::ArrayPattern(_), Some(init)) = (&it.pattern, &it.initializer) {
            self.mark_iterated(init);
        }
        walk::walk_formal_parameter(self, it);
    }

    fn visit_catch_clause(&mut self, it: &CatchClause<'a>) {
        self.redirect_stack_in_catch(it);
        walk::walk_catch_clause(self, it);
    }

    fn visit_import_meta(&mut self, it: &ImportMeta) {
        self.uses.import_meta = true;
        self.edits.replace(it.span.start, it.span.end, format!("{} .meta", self.names.context()));
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
        self.lower_await(it);
    }

    fn visit_return_statement(&mut self, it: &ReturnStatement<'a>) {
        self.lower_return(it);
    }

    fn visit_yield_expression(&mut self, it: &YieldExpression<'a>) {
        match &it.argument {
            Some(iterated) if it.delegate && self.is_async_generator => {
                let site = self.iteration_site(it.span);
                self.visit_async_iterated(iterated, &site);
            }
            Some(iterated) if it.delegate => {
                self.mark_iterated(iterated);
                walk::walk_yield_expression(self, it);
            }
            _ => self.lower_yield(it),
        }
    }

    fn visit_try_statement(&mut self, it: &TryStatement<'a>) {
        self.lower_try(it);
    }

    fn visit_labeled_statement(&mut self, it: &LabeledStatement<'a>) {
        self.lower_labeled(it);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.uses.top_level_await |= it.r#await && self.function_depth == 0;
        let is_opened = std::mem::take(&mut self.is_for_await_opened);
        match it.r#await {
            true => self.note_lines_of_console(&it.right),
            false => self.mark_iterated(&it.right),
        }
        if self.lower_for_of_using(it) {
            self.awaits += u32::from(it.r#await);
        } else if it.r#await {
            self.lower_for_await(it, is_opened);
        } else {
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
        let Some(body) = &it.body else { return };
        self.redirect_stack_in_parameters(&it.params, BodyPlace::of(body));
        self.function_depth += 1;
        self.this_depth += 1;
        let awaits = std::mem::take(&mut self.awaits);
        let is_async_generator = std::mem::replace(&mut self.is_async_generator, it.r#async && it.generator);
        self.inside_function(it.r#async, body, |lowering| walk::walk_function(lowering, it, flags));
        self.is_async_generator = is_async_generator;
        self.awaits = awaits;
        self.this_depth -= 1;
        self.function_depth -= 1;
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        let place = match &it.body {
            ArrowFunctionBody::FunctionBody(body) => BodyPlace::of(body),
            body => BodyPlace::Expression(body.span()),
        };
        let closing = self.redirect_stack_in_parameters(&it.params, place);
        self.function_depth += 1;
        let awaits = std::mem::take(&mut self.awaits);
        self.inside_arrow(it, closing.is_none());
        self.awaits = awaits;
        self.function_depth -= 1;
        if let Some((end, text)) = closing {
            self.edits.insert(end, text);
        }
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

    // Types have no references at run time.
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

/// Whether the second argument is an object literal with a property `type`.
fn has_type_option(it: &NewExpression<'_>) -> bool {
    let Some(Argument::ObjectExpression(options)) = it.arguments.get(1) else {
        return false;
    };
    options
        .properties
        .iter()
        .any(|kind| matches!(kind, ObjectPropertyKind::ObjectProperty(property) if property.key.is_specific_static_name("type")))
}

impl<'a> Lowering<'_, '_> {
    /// Metadata reads the variables that types name (`typeof A === "undefined" ? Object : A`) in functions, which the
    /// helper calls: where modules import each other, one may not be initialized.
    fn delay_types(&mut self, call: &CallExpression<'a>) {
        if self.options.printed {
            for span in types_read(call) {
                self.delay(span);
            }
        }
    }

    fn delay(&mut self, span: oxc_span::Span) {
        self.edits.insert(span.start, "[()=>");
        // Edits inside start before this one, so that it follows them.
        self.edits.insert(span.end, "]");
    }
}
