//! Walks the source. Types are skipped: they have no run-time code.

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use super::Instrumenter;
use super::map::{Place, Region};
use crate::type_stripping::find_byte;

impl<'a> Visit<'a> for Instrumenter<'_> {
    fn visit_program(&mut self, it: &Program<'a>) {
        self.visit_sequence(&it.body, None);
    }

    fn visit_block_statement(&mut self, it: &BlockStatement<'a>) {
        self.visit_sequence(&it.body, None);
    }

    fn visit_if_statement(&mut self, it: &IfStatement<'a>) {
        self.cover_if(it);
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        let counter = self.statement_counter.take();
        match &it.init {
            Some(ForStatementInit::VariableDeclaration(declaration)) => self.cover_declaration(declaration, counter),
            Some(init) => self.visit_for_statement_init(init),
            None => {}
        }
        if let Some(test) = &it.test {
            self.visit_expression(test);
        }
        if let Some(update) = &it.update {
            self.visit_expression(update);
        }
        self.cover_body(&it.body, it.body.span().start);
    }

    fn visit_for_in_statement(&mut self, it: &ForInStatement<'a>) {
        self.visit_for_statement_left(&it.left);
        self.visit_expression(&it.right);
        self.cover_body(&it.body, it.body.span().start);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.visit_for_statement_left(&it.left);
        self.visit_expression(&it.right);
        self.cover_body(&it.body, it.body.span().start);
    }

    fn visit_while_statement(&mut self, it: &WhileStatement<'a>) {
        self.visit_expression(&it.test);
        self.cover_body(&it.body, it.body.span().start);
    }

    fn visit_do_while_statement(&mut self, it: &DoWhileStatement<'a>) {
        self.cover_body(&it.body, it.body.span().start);
        self.visit_expression(&it.test);
    }

    fn visit_with_statement(&mut self, it: &WithStatement<'a>) {
        self.visit_expression(&it.object);
        self.cover_body(&it.body, it.body.span().start);
    }

    fn visit_switch_statement(&mut self, it: &SwitchStatement<'a>) {
        self.cover_switch(it);
    }

    fn visit_try_statement(&mut self, it: &TryStatement<'a>) {
        let counter = self.statement_counter.take();
        self.cover_try(it, counter);
    }

    fn visit_labeled_statement(&mut self, it: &LabeledStatement<'a>) {
        let counter = self.statement_counter.take();
        self.cover_labeled(it, counter);
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if !it.declare {
            self.cover_declaration(it, None);
        }
    }

    fn visit_function(&mut self, it: &Function<'a>, _flags: ScopeFlags) {
        self.unless_excluded(it.span.start, |visitor| visitor.cover_function(it));
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.unless_excluded(it.span.start, |visitor| visitor.cover_arrow(it));
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        self.unless_excluded(it.span.start, |visitor| visitor.cover_class(it));
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        self.unless_excluded(it.span.start, |visitor| {
            visitor.visit_decorators(&it.decorators);
            if it.computed {
                visitor.visit_property_key(&it.key);
            }
            let name = match it.kind {
                MethodDefinitionKind::Constructor => visitor.class_name.clone(),
                kind => key_name(&it.key).map(|name| method_name(kind, &name)),
            };
            visitor.name_context(name, Some(visitor.method_start(it)));
            visitor.cover_function(&it.value);
        });
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        self.unless_excluded(it.span.start, |visitor| {
            visitor.visit_decorators(&it.decorators);
            let value = it.value.as_ref().filter(|_| !it.declare);
            visitor.cover_field(&it.key, it.computed, value);
        });
    }

    fn visit_accessor_property(&mut self, it: &AccessorProperty<'a>) {
        self.unless_excluded(it.span.start, |visitor| {
            visitor.visit_decorators(&it.decorators);
            visitor.cover_field(&it.key, it.computed, it.value.as_ref());
        });
    }

    fn visit_static_block(&mut self, it: &StaticBlock<'a>) {
        self.visit_sequence(&it.body, None);
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        self.unless_excluded(it.span.start, |visitor| {
            if it.computed {
                visitor.visit_property_key(&it.key);
            }
            if it.shorthand {
                return;
            }
            let is_method = it.method || it.kind != PropertyKind::Init;
            if matches!(&it.value, Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_)) {
                let name = it.key.name().map(|name| match it.kind {
                    PropertyKind::Get => format!("get {name}"),
                    PropertyKind::Set => format!("set {name}"),
                    PropertyKind::Init => name.into_owned(),
                });
                visitor.name_context(name, is_method.then_some(it.span.start));
            }
            visitor.visit_expression(&it.value);
        });
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        self.visit_assignment_target(&it.left);
        let name = match &it.left {
            AssignmentTarget::AssignmentTargetIdentifier(id) => Some(id.name.to_string()),
            AssignmentTarget::StaticMemberExpression(member) => Some(member_path(member)),
            _ => None,
        };
        self.name_function(&it.right, name.as_deref());
        self.visit_expression(&it.right);
    }

    fn visit_conditional_expression(&mut self, it: &ConditionalExpression<'a>) {
        self.visit_expression(&it.test);
        let question = find_byte(self.source, it.test.span().end, it.consequent.span().start, b'?');
        let then = question.unwrap_or(it.consequent.span().start);
        let mut arms = Vec::with_capacity(2);
        for (arm, from) in [(&it.consequent, then), (&it.alternate, it.consequent.span().end)] {
            let start = if from == then { then } else { after_colon(self.source, from, arm.span().start) };
            let place = self.cover_arm(arm);
            if let Some(Place { end, counter, .. }) = place {
                self.add_region(Region::counted(start, end, counter));
            }
            arms.extend(place);
        }
        self.add_branch("cond-expr", it.span, arms);
    }

    fn visit_logical_expression(&mut self, it: &LogicalExpression<'a>) {
        let mut arms = Vec::new();
        self.cover_operands(it, &mut arms);
        self.add_branch("binary-expr", it.span, arms);
    }

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        walk::walk_await_expression(self, it);
        self.suspension_end = Some(it.span.end);
    }

    fn visit_yield_expression(&mut self, it: &YieldExpression<'a>) {
        walk::walk_yield_expression(self, it);
        self.suspension_end = Some(it.span.end);
    }

    fn visit_export_default_declaration(&mut self, it: &ExportDefaultDeclaration<'a>) {
        match &it.declaration {
            ExportDefaultDeclarationKind::FunctionDeclaration(_)
            | ExportDefaultDeclarationKind::ArrowFunctionExpression(_)
            | ExportDefaultDeclarationKind::ClassDeclaration(_) => {
                self.name_context(Some("default".to_owned()), None);
            }
            _ => {}
        }
        walk::walk_export_default_declaration(self, it);
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        self.visit_decorators(&it.decorators);
        self.visit_binding_pattern(&it.pattern);
        if let Some(value) = &it.initializer {
            let name = match &it.pattern {
                BindingPattern::BindingIdentifier(id) => Some(id.name.as_str()),
                _ => None,
            };
            self.cover_default(value, name, Span::new(it.span.start, value.span().end));
        }
    }

    fn visit_assignment_pattern(&mut self, it: &AssignmentPattern<'a>) {
        self.visit_binding_pattern(&it.left);
        let name = match &it.left {
            BindingPattern::BindingIdentifier(id) => Some(id.name.as_str()),
            _ => None,
        };
        self.cover_default(&it.right, name, it.span);
    }

    fn visit_assignment_target_with_default(&mut self, it: &AssignmentTargetWithDefault<'a>) {
        self.visit_assignment_target(&it.binding);
        let name = match &it.binding {
            AssignmentTarget::AssignmentTargetIdentifier(id) => Some(id.name.as_str()),
            _ => None,
        };
        self.cover_default(&it.init, name, it.span);
    }

    fn visit_assignment_target_property_identifier(&mut self, it: &AssignmentTargetPropertyIdentifier<'a>) {
        if let Some(value) = &it.init {
            self.cover_default(value, Some(it.binding.name.as_str()), it.span);
        }
    }

    fn visit_ts_namespace_declaration(&mut self, it: &TSNamespaceDeclaration<'a>) {
        if it.declare {
            return;
        }
        match &it.body {
            TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => self.visit_ts_namespace_declaration(inner),
            TSNamespaceDeclarationBody::TSModuleBlock(block) => {
                self.visit_sequence(&block.body, None);
            }
        }
    }

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
    fn visit_ts_global_declaration(&mut self, _: &TSGlobalDeclaration<'a>) {}
    fn visit_ts_index_signature(&mut self, _: &TSIndexSignature<'a>) {}
}

impl<'a> Instrumenter<'_> {
    /// The operands of nested logical expressions are arms of one branch, as in Istanbul. The code from an operator on has
    /// a count of its own, as in V8: that of the first operand behind it.
    fn cover_operands(&mut self, it: &LogicalExpression<'a>, arms: &mut Vec<Place>) {
        self.cover_operand(&it.left, arms);
        let first = arms.len();
        self.cover_operand(&it.right, arms);
        let (from, to) = (it.left.span().end, it.right.span());
        if let Some(place) = arms.get(first) {
            let start = find_byte(self.source, from, to.start, it.operator.as_str().as_bytes()[0]).unwrap_or(from);
            self.add_region(Region::counted(start, to.end, place.counter));
        }
    }

    fn cover_operand(&mut self, operand: &Expression<'a>, arms: &mut Vec<Place>) {
        match operand.without_parentheses() {
            Expression::LogicalExpression(inner) => self.cover_operands(inner, arms),
            _ => arms.extend(self.cover_arm(operand)),
        }
    }

    fn cover_arm(&mut self, arm: &Expression<'a>) -> Option<Place> {
        let span = arm.span();
        let mut place = None;
        self.unless_excluded(span.start, |visitor| {
            if visitor.is_excluded() {
                return visitor.visit_expression(arm);
            }
            let counter = visitor.new_counter();
            visitor.open_expression(span.start, counter);
            visitor.visit_expression(arm);
            visitor.close_expression(span.end);
            place = Some(Place { start: span.start, end: span.end, counter });
        });
        place
    }

    /// Where V8 lets a method start: behind `static`.
    fn method_start(&self, it: &MethodDefinition<'a>) -> u32 {
        let start = it.span.start;
        let Some(rest) = self.source[start as usize..].strip_prefix("static").filter(|_| it.r#static) else {
            return start;
        };
        start + ("static".len() + rest.len() - rest.trim_start().len()) as u32
    }

    /// A default value is a branch with one arm.
    fn cover_default(&mut self, value: &Expression<'a>, name: Option<&str>, span: Span) {
        self.name_function(value, name);
        self.unless_excluded(value.span().start, |visitor| {
            if visitor.is_excluded() {
                return visitor.visit_expression(value);
            }
            let counter = visitor.new_counter();
            visitor.cover_value(value, name, counter);
            let arm = Place { start: value.span().start, end: value.span().end, counter };
            visitor.add_branch("default-arg", span, vec![arm]);
        });
    }
}

/// `exports.a.b`, as V8 names a function that is assigned to it.
fn member_path(member: &StaticMemberExpression<'_>) -> String {
    let property = member.property.name.as_str();
    match &member.object {
        Expression::Identifier(object) => format!("{}.{property}", object.name),
        Expression::StaticMemberExpression(object) => format!("{}.{property}", member_path(object)),
        _ => property.to_owned(),
    }
}

fn key_name(key: &PropertyKey<'_>) -> Option<String> {
    match key {
        PropertyKey::PrivateIdentifier(id) => Some(format!("#{}", id.name)),
        key => Some(key.name()?.into_owned()),
    }
}

fn method_name(kind: MethodDefinitionKind, name: &str) -> String {
    match kind {
        MethodDefinitionKind::Get => format!("get {name}"),
        MethodDefinitionKind::Set => format!("set {name}"),
        _ => name.to_owned(),
    }
}

fn after_colon(source: &str, from: u32, to: u32) -> u32 {
    find_byte(source, from, to, b':').unwrap_or(to)
}
