//! Counters of functions, and of the fields of classes.

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};

use super::map::Function as CoveredFunction;
use super::{FunctionContext, Instrumenter};

impl<'a> Instrumenter<'_> {
    /// The next function visited has this name, and starts at `start`, unless it has its own.
    pub(super) fn name_context(&mut self, name: Option<String>, start: Option<u32>) {
        self.function = FunctionContext { name, start };
    }

    /// An anonymous function or class has the name of what it is assigned to.
    pub(super) fn name_function(&mut self, value: &Expression<'a>, name: Option<&str>) {
        if matches!(
            value,
            Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_) | Expression::ClassExpression(_)
        ) {
            self.name_context(name.map(str::to_owned), None);
        }
    }

    pub(super) fn cover_function(&mut self, it: &Function<'a>) {
        let FunctionContext { name, start } = std::mem::take(&mut self.function);
        let Some(body) = it.body.as_ref().filter(|_| !it.declare) else { return };
        let counter = self.enter_body(body);
        let start = start.unwrap_or(it.span.start);
        let declaration = it.id.as_ref().map_or(Span::new(start, start + 1), |id| id.span);
        let own = it.id.as_ref().map(|id| id.name.to_string());
        self.add_function(CoveredFunction {
            name: own.or(name).unwrap_or_default(),
            declaration: (declaration.start, declaration.end),
            body: (body.span.start, body.span.end),
            start,
            end: it.span.end,
            counter,
        });
        self.in_function(|visitor| {
            visitor.visit_formal_parameters(&it.params);
            visitor.visit_sequence(&body.statements, Some(counter));
        });
    }

    pub(super) fn cover_arrow(&mut self, it: &ArrowFunctionExpression<'a>) {
        let FunctionContext { name, .. } = std::mem::take(&mut self.function);
        let body_span = it.body.span();
        let counter = match &it.body {
            ArrowFunctionBody::FunctionBody(body) => self.enter_body(body),
            _ => self.counter_unless_excluded(),
        };
        self.add_function(CoveredFunction {
            name: name.unwrap_or_default(),
            declaration: (it.span.start, it.span.start + 1),
            body: (body_span.start, body_span.end),
            start: it.span.start,
            end: it.span.end,
            counter,
        });
        self.in_function(|visitor| {
            visitor.visit_formal_parameters(&it.params);
            match &it.body {
                ArrowFunctionBody::FunctionBody(body) => visitor.visit_sequence(&body.statements, Some(counter)),
                body => {
                    visitor.add_statement(body_span, counter);
                    visitor.open_expression(body_span.start, counter);
                    visitor.visit_arrow_function_body(body);
                    visitor.close_expression(body_span.end);
                }
            }
        });
    }

    /// Visits a function; what is known about the code around it does not apply in it.
    fn in_function(&mut self, visit: impl FnOnce(&mut Self)) {
        let suspension_end = self.suspension_end;
        let is_unreachable = std::mem::take(&mut self.is_unreachable);
        visit(self);
        self.suspension_end = suspension_end;
        self.is_unreachable = is_unreachable;
    }

    fn enter_body(&mut self, body: &FunctionBody<'a>) -> u32 {
        if self.is_excluded() {
            return 0;
        }
        let counter = self.new_counter();
        let at = body.statements.first().map_or(body.span.end - 1, |first| first.span().start);
        self.insert_counter(at, counter);
        counter
    }

    pub(super) fn counter_unless_excluded(&mut self) -> u32 {
        if self.is_excluded() { 0 } else { self.new_counter() }
    }

    pub(super) fn cover_class(&mut self, it: &Class<'a>) {
        if it.declare {
            return;
        }
        let context = std::mem::take(&mut self.function).name;
        let name = it.id.as_ref().map(|id| id.name.to_string()).or(context);
        let outer_name = std::mem::replace(&mut self.class_name, name);
        let before = self.map.statements.len();
        walk::walk_class(self, it);
        self.class_name = outer_name;
        for (is_static, name) in [(true, "<static_initializer>"), (false, "<instance_members_initializer>")] {
            self.add_initializer(it, is_static, name, before);
        }
    }

    /// V8 reports the initializers of fields as a function.
    fn add_initializer(&mut self, it: &Class<'a>, is_static: bool, name: &str, statements_before: usize) {
        let fields = it.body.body.iter().filter_map(|element| match element {
            ClassElement::PropertyDefinition(field) if field.r#static == is_static && !field.declare => {
                let value = field.value.as_ref().map(GetSpan::span);
                let end = value.map_or(field.span.end, |value| value.end);
                Some((Span::new(field.span.start, end), value))
            }
            ClassElement::StaticBlock(block) if is_static => Some((block.span, None)),
            _ => None,
        });
        let spans: Vec<(Span, Option<Span>)> = fields.collect();
        let (Some(first), Some(last)) = (spans.first(), spans.last()) else { return };
        let value = spans.iter().find_map(|(_, value)| *value);
        let counted = &self.map.statements[statements_before..];
        let Some(place) = value.and_then(|value| counted.iter().find(|one| one.start == value.start)) else { return };
        let counter = place.counter;
        let (start, end) = (first.0.start, last.0.end);
        self.add_function(CoveredFunction {
            name: name.to_owned(),
            declaration: (start, start + 1),
            body: (start, end),
            start,
            end,
            counter,
        });
    }

    /// The value of a field is a statement.
    pub(super) fn cover_field(&mut self, key: &PropertyKey<'a>, is_computed: bool, value: Option<&Expression<'a>>) {
        if is_computed {
            self.visit_property_key(key);
        }
        let Some(value) = value else { return };
        let name = if is_computed { None } else { field_name(key) };
        self.name_function(value, name.as_deref());
        if is_computed && crate::module_lowering::is_anonymous_function_definition(value) {
            // Its name is not known here, and a counter before it would take it away.
            return self.visit_expression(value);
        }
        self.cover_initializer(value, name.as_deref());
    }
}

/// The name of a field as the source of a string literal.
fn field_name(key: &PropertyKey<'_>) -> Option<String> {
    let name = match key {
        PropertyKey::PrivateIdentifier(id) => format!("#{}", id.name),
        key => key.static_name()?.into_owned(),
    };
    let is_plain = name.chars().all(|character| !character.is_control() && character != '"' && character != '\\');
    is_plain.then_some(name)
}
