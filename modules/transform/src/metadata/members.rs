//! The members of object types, classes and object literals, for `keyof` and indexed access.

use oxc_ast::ast::{
    ArrayExpressionElement, Class, ClassElement, Expression, MethodDefinitionKind, ObjectPropertyKind, PropertyKey,
    TSAccessibility, TSSignature, TSType, TSTypeAnnotation,
};

use super::kinds::Kinds;

pub(super) struct Member<'a> {
    /// `None` for elements of arrays.
    pub name: Option<&'a str>,
    pub value: MemberValue<'a>,
    pub is_optional: bool,
    is_number: bool,
}

#[derive(Clone, Copy)]
pub(super) enum MemberValue<'a> {
    Type(Option<&'a TSType<'a>>),
    Method,
    Value(&'a Expression<'a>),
    /// What was evaluated in the module that declares the member.
    Kinds(Kinds),
}

impl<'a> Member<'a> {
    fn new(key: &'a PropertyKey<'a>, value: MemberValue<'a>, is_optional: bool) -> Option<Self> {
        let (name, is_number) = match key {
            PropertyKey::StaticIdentifier(identifier) => (identifier.name.as_str(), false),
            PropertyKey::StringLiteral(literal) => (literal.value.as_str(), false),
            PropertyKey::NumericLiteral(_) => ("", true),
            _ => return None,
        };
        Some(Self { name: Some(name), value, is_optional, is_number })
    }

    pub(super) fn with_kinds(self, kinds: Kinds) -> Self {
        Self { value: MemberValue::Kinds(kinds), ..self }
    }

    pub(super) fn key_kind(&self) -> Kinds {
        if self.is_number || self.name.is_none() { Kinds::NUMBER } else { Kinds::STRING }
    }
}

/// `None` when an index signature or a computed key leaves the names open.
pub(super) fn of_signatures<'a>(signatures: &'a [TSSignature<'a>]) -> Option<Vec<Member<'a>>> {
    let mut members = Vec::with_capacity(signatures.len());
    for signature in signatures {
        match signature {
            TSSignature::TSPropertySignature(it) => {
                members.push(Member::new(&it.key, type_of(it.type_annotation.as_deref()), it.optional)?);
            }
            TSSignature::TSMethodSignature(it) => members.push(Member::new(&it.key, MemberValue::Method, it.optional)?),
            TSSignature::TSIndexSignature(_) => return None,
            TSSignature::TSCallSignatureDeclaration(_) | TSSignature::TSConstructSignatureDeclaration(_) => {}
        }
    }
    Some(members)
}

/// The public members of a class without a base class.
pub(super) fn of_class<'a>(class: &'a Class<'a>) -> Option<Vec<Member<'a>>> {
    if class.heritage.is_some() { None } else { of_elements(class, false) }
}

/// The public static member of a name.
pub(super) fn of_static<'a>(class: &'a Class<'a>, name: &str) -> Option<Member<'a>> {
    of_elements(class, true)?.into_iter().find(|member| member.name == Some(name))
}

fn of_elements<'a>(class: &'a Class<'a>, is_static: bool) -> Option<Vec<Member<'a>>> {
    let is_public =
        |accessibility: Option<TSAccessibility>| accessibility.is_none_or(|it| it == TSAccessibility::Public);
    let mut members = Vec::new();
    for element in &class.body.body {
        match element {
            ClassElement::PropertyDefinition(it) if it.r#static == is_static && is_public(it.accessibility) => {
                let value = match (&it.type_annotation, &it.value) {
                    (None, Some(value)) => MemberValue::Value(value),
                    (annotation, _) => type_of(annotation.as_deref()),
                };
                if !matches!(it.key, PropertyKey::PrivateIdentifier(_)) {
                    members.push(Member::new(&it.key, value, it.optional)?);
                }
            }
            ClassElement::MethodDefinition(it) if it.r#static == is_static && is_public(it.accessibility) => {
                let value = match it.kind {
                    MethodDefinitionKind::Constructor => continue,
                    MethodDefinitionKind::Method => MemberValue::Method,
                    MethodDefinitionKind::Get | MethodDefinitionKind::Set => type_of(it.value.return_type.as_deref()),
                };
                if !matches!(it.key, PropertyKey::PrivateIdentifier(_)) {
                    members.push(Member::new(&it.key, value, it.optional)?);
                }
            }
            ClassElement::TSIndexSignature(it) if it.r#static == is_static => return None,
            _ => {}
        }
    }
    Some(members)
}

/// The members of an object or array literal.
pub(super) fn of_value<'a>(value: &'a Expression<'a>) -> Option<Vec<Member<'a>>> {
    match value.get_inner_expression() {
        Expression::ObjectExpression(object) => {
            let members = object.properties.iter().map(|property| match property {
                ObjectPropertyKind::ObjectProperty(it) => Member::new(&it.key, MemberValue::Value(&it.value), false),
                ObjectPropertyKind::SpreadProperty(_) => None,
            });
            members.collect()
        }
        Expression::ArrayExpression(array) => {
            let element = |value| Member { name: None, value, is_optional: false, is_number: true };
            let members = array.elements.iter().map(|one| match one {
                ArrayExpressionElement::SpreadElement(_) | ArrayExpressionElement::Elision(_) => None,
                _ => one.as_expression().map(|value| element(MemberValue::Value(value))),
            });
            members.collect()
        }
        _ => None,
    }
}

fn type_of<'a>(annotation: Option<&'a TSTypeAnnotation<'a>>) -> MemberValue<'a> {
    MemberValue::Type(annotation.map(|annotation| &annotation.type_annotation))
}
