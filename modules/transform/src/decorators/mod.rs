//! Lowers TC39 decorators and `accessor` by editing the source of classes; lines stay.
//!
//! Decorators of elements are evaluated in place, as the computed key of a static method that is deleted again; a
//! static block at the start of the class applies them, and the initializers that they register run from private
//! fields. `syntax_support.js` (`decorators`) has the semantics, `elements.rs` rewrites the single elements.
//!
//! Known differences from the proposal: static fields stay on the original class when a class decorator replaces it; a
//! decorated class *expression* must not have an `await` or `yield` of the enclosing function in its heritage, keys or
//! decorators.

mod elements;
mod names;

use std::collections::HashMap;

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};

use crate::edits::Edits;
use names::Name;

/// Free variable with the helpers, which the module lowering redirects.
const HELPERS: &str = "babelHelpers";

pub(crate) fn lower(program: &Program<'_>) -> Edits {
    let mut prefix = "$d".to_owned();
    while program.source_text.contains(&prefix) {
        prefix.push('d');
    }
    let mut lowering = Lowering {
        source: program.source_text,
        edits: Edits::default(),
        prefix,
        class_count: 0,
        declaration_start: None,
        names: HashMap::new(),
    };
    lowering.visit_program(program);
    lowering.edits
}

struct Lowering<'s> {
    source: &'s str,
    edits: Edits,
    /// The prefix of variables and private members; occurs nowhere in the source.
    prefix: String,
    class_count: u32,
    /// Where a statement can be inserted before the class declaration that is visited next.
    declaration_start: Option<DeclarationStart>,
    /// The names of anonymous classes, by their offsets.
    names: HashMap<u32, Name>,
}

impl<'a> Visit<'a> for Lowering<'_> {
    fn visit_statement(&mut self, it: &Statement<'a>) {
        let start = it.span().start;
        self.declaration_start = match it {
            Statement::ClassDeclaration(_) => Some(DeclarationStart { start, is_export: false, is_default: false }),
            Statement::ExportDeclaration(_) => Some(DeclarationStart { start, is_export: true, is_default: false }),
            Statement::ExportDefaultDeclaration(_) => {
                Some(DeclarationStart { start, is_export: false, is_default: true })
            }
            _ => None,
        };
        walk::walk_statement(self, it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let (BindingPattern::BindingIdentifier(name), Some(value)) = (&it.id, &it.init) {
            self.note_name(value, Name::of_variable(&name.name));
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        if let (BindingPattern::BindingIdentifier(name), Some(value)) = (&it.pattern, &it.initializer) {
            self.note_name(value, Name::of_variable(&name.name));
        }
        walk::walk_formal_parameter(self, it);
    }

    fn visit_assignment_pattern(&mut self, it: &AssignmentPattern<'a>) {
        if let BindingPattern::BindingIdentifier(name) = &it.left {
            self.note_name(&it.right, Name::of_variable(&name.name));
        }
        walk::walk_assignment_pattern(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if let (AssignmentTarget::AssignmentTargetIdentifier(name), true) = (&it.left, names::gives_name(it.operator)) {
            self.note_name(&it.right, Name::of_variable(&name.name));
        }
        walk::walk_assignment_expression(self, it);
    }

    fn visit_assignment_target_with_default(&mut self, it: &AssignmentTargetWithDefault<'a>) {
        if let AssignmentTarget::AssignmentTargetIdentifier(name) = &it.binding {
            self.note_name(&it.init, Name::of_variable(&name.name));
        }
        walk::walk_assignment_target_with_default(self, it);
    }

    fn visit_assignment_target_property_identifier(&mut self, it: &AssignmentTargetPropertyIdentifier<'a>) {
        if let Some(value) = &it.init {
            self.note_name(value, Name::of_variable(&it.binding.name));
        }
        walk::walk_assignment_target_property_identifier(self, it);
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        self.note_name_of_key(Some(&it.value), &it.key, it.computed);
        walk::walk_object_property(self, it);
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        self.note_name_of_key(it.value.as_ref(), &it.key, it.computed);
        walk::walk_property_definition(self, it);
    }

    fn visit_export_default_declaration(&mut self, it: &ExportDefaultDeclaration<'a>) {
        if let Some(value) = it.declaration.as_expression() {
            self.note_name(value, Name::of_variable("default"));
        }
        walk::walk_export_default_declaration(self, it);
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        let declaration_start = self.declaration_start.take();
        let is_decorated = !it.decorators.is_empty() || it.body.body.iter().any(is_decorated);
        if is_decorated {
            self.lower_class(it, declaration_start);
        } else {
            let state = format!("{}a", self.prefix);
            if let Some(heritage) = &it.heritage {
                self.visit_class_heritage(heritage);
            }
            self.lower_plain_body(it, &state);
        }
    }
}

/// The statement of a class declaration.
struct DeclarationStart {
    start: u32,
    is_export: bool,
    is_default: bool,
}

fn is_decorated(element: &ClassElement<'_>) -> bool {
    match element {
        ClassElement::MethodDefinition(it) => !it.decorators.is_empty(),
        ClassElement::PropertyDefinition(it) => !it.decorators.is_empty(),
        ClassElement::AccessorProperty(it) => !it.decorators.is_empty(),
        ClassElement::StaticBlock(_) | ClassElement::TSIndexSignature(_) => false,
    }
}

impl<'a> Lowering<'_> {
    fn text(&self, span: Span) -> &str {
        &self.source[span.start as usize..span.end as usize]
    }

    fn next_class(&mut self) -> String {
        self.class_count += 1;
        format!("{}{}", self.prefix, self.class_count - 1)
    }

    fn lower_class(&mut self, it: &Class<'a>, statement: Option<DeclarationStart>) {
        let state = self.next_class();
        let replaces = !it.decorators.is_empty();
        let statement = statement.filter(|_| it.r#type == ClassType::ClassDeclaration);
        let name = it.id.as_ref().map(|id| id.name.to_string());
        if let (Some(statement), false) = (&statement, replaces) {
            self.edits.insert(statement.start, format!("const {state}={HELPERS}.decorators([]);"));
            self.lower_body(it, &state, None);
            return;
        }
        let start = statement.as_ref().map_or(it.span.start, |statement| statement.start).min(it.span.start);
        // Decorators can be before `export`.
        let start = it.decorators.first().map_or(start, |first| start.min(first.span.start));
        let key = match (&name, &statement) {
            (None, Some(_)) => Some(Name::of_variable("default")),
            (None, None) => self.names.remove(&it.span.start),
            (Some(name), _) => replaces.then(|| Name::of_variable(name)),
        };
        self.open_class(it, &state, start, statement.as_ref(), key.as_ref());
        if let Some(heritage) = &it.heritage {
            self.visit_class_heritage(heritage);
        }
        self.lower_body(it, &state, name.as_deref().filter(|_| replaces));
        let mut closing = key.as_ref().map(Name::closing).unwrap_or_default();
        closing.push_str("))");
        if let (Some(statement), Some(name)) = (&statement, &name) {
            closing.push(';');
            if statement.is_default {
                closing.push_str(&format!("export{{{name} as default}};"));
            }
        }
        self.edits.insert(it.span.end, closing);
    }

    /// `@a class C` becomes `let C=babelHelpers.decorators([a,]).class(($d0,C)=>({C:class`: the body then refers to the
    /// class that the decorators return.
    fn open_class(
        &mut self,
        it: &Class<'a>,
        state: &str,
        start: u32,
        statement: Option<&DeclarationStart>,
        key: Option<&Name>,
    ) {
        let name = it.id.as_ref().map(|id| id.name.as_str());
        let mut binding = String::new();
        if let Some(statement) = statement {
            binding = match name {
                Some(name) if statement.is_export => format!("export let {name}="),
                Some(name) => format!("let {name}="),
                None => "export default ".to_owned(),
            };
        }
        self.edits.insert(start, format!("{binding}{HELPERS}.decorators(["));
        let mut written = start;
        for decorator in &it.decorators {
            self.edits.blank(written, decorator.span.start);
            self.lower_decorator(decorator);
            self.edits.insert(decorator.span.end, ",");
            written = decorator.span.end;
        }
        let head_end = it.id.as_ref().map_or(it.body.span.start, |id| id.span.start);
        let keyword = crate::type_stripping::find_byte(self.source, written, head_end, b'c').unwrap_or(it.span.start);
        self.edits.blank(written, keyword);
        let parameters = match name.filter(|_| !it.decorators.is_empty()) {
            Some(name) => format!("{state},{name}"),
            None => state.to_owned(),
        };
        let wrapper = key.map(Name::opening).unwrap_or_default();
        self.edits.insert(keyword, format!("]).class(({parameters})=>({wrapper}"));
        if let Some(id) = it.id.as_ref().filter(|_| !it.decorators.is_empty()) {
            self.edits.blank(id.span.start, id.span.end);
        }
    }

    /// Leaves the decorator's expression. A method of an object is called on that object.
    fn lower_decorator(&mut self, it: &Decorator<'a>) {
        let start = it.expression.span().start;
        self.edits.blank(it.span.start, start);
        if let Expression::StaticMemberExpression(member) = &it.expression {
            self.edits.insert(start, format!("{HELPERS}.bound("));
            self.visit_expression(&member.object);
            let text = format!(",\"{}\")", member.property.name);
            self.edits.replace(member.object.span().end, member.span.end, text);
        } else {
            self.visit_expression(&it.expression);
        }
    }
}

#[cfg(test)]
mod tests;
