//! The members of a class: decorated ones, and `accessor`.

use oxc_ast::ast::*;
use oxc_ast_visit::Visit;
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use super::{HELPERS, Lowering};

/// One decorated element, as the static block passes it to the helper.
struct Element {
    index: usize,
    kind: &'static str,
    is_static: bool,
    /// JavaScript for the key, or the private name with its `#`.
    key: Key,
}

enum Key {
    /// A literal key as in the source.
    Literal(String),
    /// A computed key; the helper recorded its value.
    Computed,
    Private(String),
}

impl<'a> Lowering<'_> {
    /// Rewrites the body of a class with decorators. `binding` is the variable for the decorated class.
    pub(super) fn lower_body(&mut self, it: &Class<'a>, state: &str, binding: Option<&str>) {
        let start = it.body.span.start + 1;
        let mut elements = Vec::new();
        // The block at the start needs the list of the elements; it is filled in after them.
        let place = self.edits.reserve(start);
        for (index, element) in it.body.body.iter().enumerate() {
            self.lower_element(element, index, state, &mut elements);
        }
        let list: Vec<String> = elements.iter().map(describe).collect();
        let assignment = binding.map_or(String::new(), |name| format!("{name}="));
        let mut text = format!("static{{{assignment}{state}.run(this,[{}])}}", list.join(","));
        if elements.iter().any(|element| !element.is_static && !matches!(element.kind, "field")) {
            text.push_str(&format!("#{state}i={state}.start(this);"));
        }
        self.edits.fill(place, text);
        if !it.decorators.is_empty() {
            self.edits.insert(it.body.span.end - 1, format!(";static{{{state}.end()}}"));
        }
    }

    /// Rewrites the body of a class without decorators: only `accessor` has to be lowered.
    pub(super) fn lower_plain_body(&mut self, it: &Class<'a>, state: &str) {
        for (index, element) in it.body.body.iter().enumerate() {
            match element {
                ClassElement::AccessorProperty(accessor) => self.lower_accessor(accessor, index, state, None),
                _ => self.visit_class_element(element),
            }
        }
    }

    fn lower_element(&mut self, element: &ClassElement<'a>, index: usize, state: &str, elements: &mut Vec<Element>) {
        match element {
            ClassElement::MethodDefinition(it) if !it.decorators.is_empty() => {
                let kind = match it.kind {
                    MethodDefinitionKind::Get => "getter",
                    MethodDefinitionKind::Set => "setter",
                    _ => "method",
                };
                self.lower_element_decorators(&it.decorators, index, state);
                let key = self.lower_method_key(it, index, state);
                elements.push(Element { index, kind, is_static: it.r#static, key });
                self.visit_function(&it.value, ScopeFlags::Function);
            }
            ClassElement::PropertyDefinition(it) if !it.decorators.is_empty() => {
                self.lower_element_decorators(&it.decorators, index, state);
                let key = self.lower_computed_key(&it.key, it.computed, index, state);
                self.lower_field_value(
                    it.value.as_ref(),
                    &it.key,
                    it.computed,
                    Span::new(it.key.span().end, it.span.end),
                    index,
                    state,
                );
                self.run_field_initializers(it.span, it.r#static, index, state);
                elements.push(Element { index, kind: "field", is_static: it.r#static, key });
            }
            ClassElement::AccessorProperty(it) => {
                if it.decorators.is_empty() {
                    self.lower_accessor(it, index, state, None);
                    return;
                }
                self.lower_element_decorators(&it.decorators, index, state);
                let key = self.key_of(&it.key, it.computed);
                self.lower_accessor(it, index, state, Some(state));
                elements.push(Element { index, kind: "accessor", is_static: it.r#static, key });
            }
            _ => self.visit_class_element(element),
        }
    }

    /// `@a @b m` becomes `static[$d0.e(0,[a,b,])](){} m`.
    fn lower_element_decorators(&mut self, decorators: &[Decorator<'a>], index: usize, state: &str) {
        let (Some(first), Some(last)) = (decorators.first(), decorators.last()) else {
            return;
        };
        self.edits.insert(first.span.start, format!(";static[{state}.e({index},["));
        for decorator in decorators {
            self.lower_decorator(decorator);
            self.edits.insert(decorator.span.end, ",");
        }
        self.edits.insert(last.span.end, "])](){}");
    }

    fn key_of(&self, key: &PropertyKey<'a>, computed: bool) -> Key {
        match key {
            PropertyKey::PrivateIdentifier(name) => Key::Private(format!("#{}", name.name)),
            _ if computed => Key::Computed,
            PropertyKey::StaticIdentifier(name) => Key::Literal(format!("\"{}\"", name.name)),
            _ => Key::Literal(self.text(key.span()).to_owned()),
        }
    }

    fn lower_computed_key(&mut self, key: &PropertyKey<'a>, computed: bool, index: usize, state: &str) -> Key {
        let kind = self.key_of(key, computed);
        if computed {
            self.edits.insert(key.span().start, format!("{state}.k({index},"));
            self.visit_property_key(key);
            self.edits.insert(key.span().end, ")");
        }
        kind
    }

    /// A private method cannot be replaced, so it is defined under a symbol, removed from the class by the helper, and
    /// read through a private getter or setter that takes its place.
    fn lower_method_key(&mut self, it: &MethodDefinition<'a>, index: usize, state: &str) -> Key {
        let PropertyKey::PrivateIdentifier(name) = &it.key else {
            return self.lower_computed_key(&it.key, it.computed, index, state);
        };
        self.edits.replace(name.span.start, name.span.end, format!("[{state}.s({index})]"));
        let modifier = if it.r#static { "static " } else { "" };
        let name = &name.name;
        let reader = match it.kind {
            MethodDefinitionKind::Get => {
                format!("{modifier}get #{name}(){{return {state}.v({index}).call(this)}}")
            }
            MethodDefinitionKind::Set => {
                format!("{modifier}set #{name}(v){{{state}.v({index}).call(this,v)}}")
            }
            _ => format!("{modifier}get #{name}(){{return {state}.v({index})}}"),
        };
        let first = it.decorators.first().map_or(it.span.start, |first| first.span.start);
        self.edits.insert_before(first, format!(";{reader}"));
        Key::Private(format!("#{name}"))
    }

    /// Passes a field's value through the initializers that its decorators returned.
    fn lower_field_value(
        &mut self,
        value: Option<&Expression<'a>>,
        key: &PropertyKey<'a>,
        computed: bool,
        rest: Span,
        index: usize,
        state: &str,
    ) {
        let call = format!("{state}.f({index},this,");
        let Some(value) = value else {
            let end = crate::type_stripping::find_byte(self.source, rest.start, rest.end, b';').unwrap_or(rest.end);
            let end = if computed {
                crate::type_stripping::find_byte(self.source, rest.start, end, b']').map_or(end, |at| at + 1)
            } else {
                end
            };
            self.edits.insert(end, format!("={call}void 0)"));
            return;
        };
        self.note_name_of_key(Some(value), key, computed);
        let name = match self.key_of(key, computed) {
            Key::Literal(name) => Some(name),
            Key::Private(name) => Some(format!("\"{name}\"")),
            Key::Computed => None,
        };
        let named = name.filter(|_| crate::module_lowering::is_anonymous_function_definition(value));
        let (opening, closing) = match named {
            Some(name) => (format!("{call}{{{name}:"), format!("}}[{name}])")),
            None => (call, ")".to_owned()),
        };
        self.edits.insert(value.span().start, opening);
        self.visit_expression(value);
        self.edits.insert(value.span().end, closing);
    }

    /// The initializers that decorators of a field registered run right after the field exists.
    fn run_field_initializers(&mut self, element: Span, is_static: bool, index: usize, state: &str) {
        let text = if is_static {
            format!(";static{{{state}.x({index},this)}}")
        } else {
            format!(";#{state}x{index}={state}.x({index},this);")
        };
        self.edits.insert(element.end, text);
    }

    /// `accessor x = 1` becomes a private field with a getter and a setter.
    fn lower_accessor(&mut self, it: &AccessorProperty<'a>, index: usize, state: &str, decorated: Option<&str>) {
        let modifier = if it.r#static { "static " } else { "" };
        let storage = format!("#{state}s{index}");
        let keyword_start = it.decorators.last().map_or(it.span.start, |last| last.span.end);
        let key = it.key.span();
        let is_private = matches!(it.key, PropertyKey::PrivateIdentifier(_));
        let key_text = self.text(key).to_owned();
        let (get_key, set_key) = match (it.computed, decorated) {
            (false, _) => (key_text.clone(), key_text),
            (true, Some(state)) => (format!("[{state}.k({index},{key_text})]"), format!("[{state}.key({index})]")),
            (true, None) => {
                // The key is evaluated once; the field in between holds it until the setter is defined.
                (format!("[{HELPERS}.keep({key_text})]"), format!("[{HELPERS}.kept()]"))
            }
        };
        let (get, set) = match (decorated, is_private) {
            (Some(state), true) => {
                (format!("return {state}.v({index}).get.call(this)"), format!("{state}.v({index}).set.call(this,v)"))
            }
            _ => (format!("return this.{storage}"), format!("this.{storage}=v")),
        };
        let mut text = format!(";{modifier}get {get_key}(){{{get}}}{modifier}set {set_key}(v){{{set}}}");
        if let (Some(state), true) = (decorated, is_private) {
            let name = self.text(key);
            text.push_str(&format!(
                "static[{state}.a({index},{{\"get {name}\"(){{return this.{storage}}},\"set {name}\"(v){{this.{storage}=v}}}})](){{}}"
            ));
        }
        text.push_str(&format!("{modifier}{storage}"));
        let key_end = if it.computed {
            crate::type_stripping::find_byte(self.source, key.end, it.span.end, b']').map_or(key.end, |at| at + 1)
        } else {
            key.end
        };
        self.edits.replace(keyword_start, key_end, text);
        match decorated {
            Some(state) => {
                let rest = Span::new(key_end, it.span.end);
                self.lower_field_value(it.value.as_ref(), &it.key, false, rest, index, state);
                self.run_field_initializers(it.span, it.r#static, index, state);
            }
            None => {
                if let Some(value) = &it.value {
                    self.note_name_of_key(Some(value), &it.key, it.computed);
                    self.visit_expression(value);
                }
                self.edits.insert(it.span.end, ";");
            }
        }
    }
}

/// The element as an argument of the helper `run`.
fn describe(element: &Element) -> String {
    let Element { index, kind, is_static, key } = element;
    let access = match key {
        Key::Literal(key) => format!(",key:{key}"),
        Key::Computed => String::new(),
        Key::Private(name) => {
            let has = format!("has:o=>{name} in o");
            let get = if *kind == "setter" { String::new() } else { format!(",get:o=>o.{name}") };
            let set = if matches!(*kind, "field" | "accessor" | "setter") {
                format!(",set(o,v){{o.{name}=v}}")
            } else {
                String::new()
            };
            format!(",name:\"{name}\",access:{{{has}{get}{set}}}")
        }
    };
    format!("{{index:{index},kind:\"{kind}\",isStatic:{is_static}{access}}}")
}
