//! Enums that several blocks of a namespace export. Blocks are lowered one by one, and each would make an object of its
//! own: such a declaration becomes an exported constant that adds its members to the object that is there.

use std::collections::HashSet;

use oxc_ast::ast::{Expression, IdentifierReference, ObjectProperty, TSEnumDeclaration, TSEnumMember};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::GetSpan;
use oxc_syntax::constant_value::ConstantValue;

use crate::edits::Edits;

/// An enum of a namespace with several blocks.
pub(super) struct MergedEnum<'b> {
    /// The namespace's name.
    pub owner: &'b str,
    /// The names of the enum's members in all blocks.
    pub members: &'b HashSet<String>,
    /// Whether the same block declares the enum once more before.
    pub is_continued: bool,
}

/// Returns the source that `export enum` becomes.
pub(super) fn lower(
    declaration: &TSEnumDeclaration<'_>,
    merged: &MergedEnum<'_>,
    scoping: &Scoping,
    source: &str,
) -> String {
    let name = declaration.id.name.as_str();
    let owner = merged.owner;
    let mut text =
        if merged.is_continued { format!(";(({name})=>{{") } else { format!("export const {name}=(({name})=>{{") };
    let mut previous = None;
    for member in &declaration.body.members {
        let key = quoted(&member.id.static_name());
        let value = match constant(declaration, member, scoping) {
            Some(ConstantValue::String(value)) => {
                text.push_str(&format!("{name}[{key}]={};", quoted(value)));
                previous = Some(key);
                continue;
            }
            Some(ConstantValue::Number(value)) => number(*value),
            None => match (&member.initializer, &previous) {
                (Some(initializer), _) => qualified(initializer, name, merged.members, scoping, declaration, source),
                (None, Some(previous)) => format!("{name}[{previous}]+1"),
                (None, None) => "0".to_owned(),
            },
        };
        // A member whose value is a string has no reverse entry.
        text.push_str(&format!("typeof({name}[{key}]={value})===\"string\"||({name}[{name}[{key}]]={key});"));
        previous = Some(key);
    }
    let target = if merged.is_continued { name.to_owned() } else { format!("{owner}.{name}||{{}}") };
    text.push_str(&format!("return {name};}})({target});"));
    text
}

fn constant<'s>(
    declaration: &TSEnumDeclaration<'_>,
    member: &TSEnumMember<'_>,
    scoping: &'s Scoping,
) -> Option<&'s ConstantValue> {
    let scope = declaration.body.scope_id.get()?;
    let symbol = scoping.get_binding(scope, member.id.static_name().as_str().into())?;
    scoping.get_enum_member_value(symbol)
}

fn number(value: f64) -> String {
    if value.is_nan() {
        "NaN".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 { "Infinity".to_owned() } else { "-Infinity".to_owned() }
    } else {
        format!("{value}")
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\u{2028}' => quoted.push_str("\\u2028"),
            '\u{2029}' => quoted.push_str("\\u2029"),
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

/// The source of an initializer in which members of the enum are its properties.
fn qualified(
    initializer: &Expression<'_>,
    name: &str,
    members: &HashSet<String>,
    scoping: &Scoping,
    declaration: &TSEnumDeclaration<'_>,
    source: &str,
) -> String {
    let start = initializer.span().start;
    let text = &source[start as usize..initializer.span().end as usize];
    let mut renamer = Members { name, members, scoping, declaration, start, edits: Edits::default() };
    renamer.visit_expression(initializer);
    let mut output = String::new();
    renamer.edits.apply(text, &mut output);
    output
}

struct Members<'b, 'd, 'a> {
    name: &'b str,
    members: &'b HashSet<String>,
    scoping: &'b Scoping,
    declaration: &'d TSEnumDeclaration<'a>,
    start: u32,
    edits: Edits,
}

impl Members<'_, '_, '_> {
    fn is_member(&self, identifier: &IdentifierReference<'_>) -> bool {
        if !self.members.contains(identifier.name.as_str()) {
            return false;
        }
        let Some(body) = self.declaration.body.scope_id.get() else { return false };
        let reference = identifier.reference_id.get().map(|id| self.scoping.get_reference(id));
        let declared_in = reference.and_then(|it| it.symbol_id()).map(|symbol| self.scoping.symbol_scope_id(symbol));
        // A parameter or variable of a function inside the initializer is nearer.
        declared_in.is_none_or(|scope| scope == body || !self.scoping.scope_is_descendant_of(scope, body))
    }
}

impl<'a> Visit<'a> for Members<'_, '_, '_> {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        if self.is_member(it) {
            self.edits.insert(it.span.start - self.start, format!("{}.", self.name));
        }
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        if let (true, Expression::Identifier(identifier)) = (it.shorthand, &it.value)
            && self.is_member(identifier)
        {
            let text = format!("{}: {}.", identifier.name, self.name);
            self.edits.insert(it.span.start - self.start, text);
            return;
        }
        walk::walk_object_property(self, it);
    }
}
