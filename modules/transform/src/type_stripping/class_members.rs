//! The types and modifiers of classes.

use oxc_ast::ast::*;
use oxc_ast_visit::Visit;
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use super::{Stripper, scan};
use crate::edits::Replacement;

/// Modifiers that only TypeScript has.
const ERASED: [&str; 7] = ["public", "private", "protected", "readonly", "override", "abstract", "declare"];

impl<'a> Stripper<'_> {
    pub(super) fn strip_class(&mut self, it: &Class<'a>) {
        self.visit_decorators(&it.decorators);
        let name_start = it.id.as_ref().map_or(it.body.span.start, |id| id.span.start);
        if it.r#abstract {
            let start = it.decorators.last().map_or(it.span.start, |last| last.span.end);
            for (start, end) in scan::words(self.source, start, name_start) {
                if self.slice(start, end) == "abstract" {
                    self.edits.blank(start, end);
                }
            }
        }
        if let Some(parameters) = &it.type_parameters {
            self.visit_ts_type_parameter_declaration(parameters);
        }
        if let Some(heritage) = &it.heritage {
            self.visit_expression(&heritage.expression);
            if let Some(arguments) = &heritage.type_arguments {
                self.visit_ts_type_parameter_instantiation(arguments);
            }
        }
        self.strip_implements(it);
        self.visit_class_body(&it.body);
    }

    fn strip_implements(&mut self, it: &Class<'a>) {
        let (Some(first), Some(last)) = (it.implements.first(), it.implements.last()) else {
            return;
        };
        let before = it.heritage.as_ref().map(|heritage| {
            heritage.type_arguments.as_ref().map_or(heritage.expression.span().end, |types| types.span.end)
        });
        let before = before
            .or_else(|| it.type_parameters.as_ref().map(|parameters| parameters.span.end))
            .or_else(|| it.id.as_ref().map(|id| id.span.end))
            .unwrap_or(it.span.start);
        let keyword = scan::words(self.source, before, first.span.start)
            .into_iter()
            .find(|&(start, end)| self.slice(start, end) == "implements");
        let start = keyword.map_or(first.span.start, |(start, _)| start);
        self.edits.blank(start, last.span.end);
    }

    pub(super) fn strip_class_element(&mut self, element: &ClassElement<'a>) {
        let span = element.span();
        match element {
            ClassElement::StaticBlock(block) => self.visit_static_block(block),
            ClassElement::TSIndexSignature(_) => self.edits.blank_statement(span.start, span.end),
            ClassElement::MethodDefinition(it) => {
                if it.value.body.is_none() {
                    self.edits.blank_statement(span.start, span.end);
                    return;
                }
                self.strip_modifiers(span, &it.decorators, &it.key);
                if it.optional {
                    self.blank_byte(it.key.span().end, it.value.params.span.start, b'?');
                }
                self.visit_property_key(&it.key);
                self.visit_function(&it.value, ScopeFlags::Function);
            }
            ClassElement::PropertyDefinition(it) => {
                if it.declare || it.r#type == PropertyDefinitionType::TSAbstractPropertyDefinition {
                    // TypeScript's own decorators are called for what is only declared, as models of Sequelize have it.
                    it.decorators.iter().for_each(|decorator| self.refuse(decorator.span, "decorator"));
                    self.edits.blank_statement(span.start, span.end);
                    return;
                }
                self.strip_modifiers(span, &it.decorators, &it.key);
                self.strip_property(it);
            }
            ClassElement::AccessorProperty(it) => {
                self.refuse(it.span, "accessor");
                if it.r#type == AccessorPropertyType::TSAbstractAccessorProperty {
                    self.edits.blank_statement(span.start, span.end);
                    return;
                }
                self.strip_modifiers(span, &it.decorators, &it.key);
                self.strip_accessor(it);
            }
        }
    }

    fn strip_accessor(&mut self, it: &AccessorProperty<'a>) {
        self.visit_property_key(&it.key);
        if let Some(annotation) = &it.type_annotation {
            let start = self.colon_before(annotation.span);
            if it.definite {
                self.blank_byte(it.key.span().end, start, b'!');
            }
            self.edits.blank(start, annotation.span.end);
        }
        if let Some(value) = &it.value {
            self.visit_expression(value);
        }
    }

    fn strip_property(&mut self, it: &PropertyDefinition<'a>) {
        let annotation = it.type_annotation.as_ref();
        let key_end = it.key.span().end;
        let end = annotation.map_or(it.span.end, |annotation| annotation.span.start);
        if it.optional {
            self.blank_byte(key_end, end, b'?');
        }
        if it.definite {
            self.blank_byte(key_end, end, b'!');
        }
        self.visit_property_key(&it.key);
        if let Some(annotation) = annotation {
            let start = self.colon_before(annotation.span);
            let is_keyword =
                matches!(self.slice(it.key.span().start, key_end), "get" | "set" | "static" | "async" | "accessor");
            if it.value.is_none() && is_keyword && !it.computed {
                // `get` alone on its line would become the modifier of the next element.
                self.edits.push(start, annotation.span.end, Replacement::BlankStartingWith(';'));
            } else {
                self.edits.blank(start, annotation.span.end);
            }
        }
        if let Some(value) = &it.value {
            self.visit_expression(value);
        }
    }

    /// Blanks TypeScript's modifiers before a key. An element that then begins with `[` or `*` would continue
    /// the field before it, so the first of them leaves a `;`.
    fn strip_modifiers(&mut self, span: Span, decorators: &[Decorator<'a>], key: &PropertyKey<'a>) {
        for decorator in decorators {
            self.visit_decorator(decorator);
        }
        let start = decorators.last().map_or(span.start, |last| last.span.end);
        let words = scan::words(self.source, start, key.span().start);
        let is_erased = |&(start, end): &(u32, u32)| ERASED.contains(&self.slice(start, end));
        let all_erased = words.iter().all(is_erased);
        let erased: Vec<_> = words.iter().copied().filter(is_erased).collect();
        let after = words.last().map_or(start, |word| word.1) as usize;
        let next = after + scan::skip_trivia(&self.source[after..]);
        let exposed = all_erased && matches!(self.source.as_bytes().get(next), Some(b'[' | b'*'));
        for (index, (start, end)) in erased.into_iter().enumerate() {
            if index == 0 && exposed {
                self.edits.push(start, end, Replacement::BlankStartingWith(';'));
            } else {
                self.edits.blank(start, end);
            }
        }
    }
}
