//! What kind of values a type has, as far as the file itself shows: enough to write `String` for an alias of string
//! literals.

use oxc_ast::ast::{
    Expression, TSEnumDeclaration, TSImportType, TSImportTypeQualifier, TSLiteral, TSSignature, TSType, TSTypeName,
    TSTypeOperatorOperator, TSTypeQueryExprName, TSTypeReference,
};
use oxc_syntax::symbol::SymbolId;

use super::constants::Constants;
use super::declarations::{Declarations, Meaning, Resolved};
use super::members::{self, Member, MemberValue};
use super::modules::Import;

/// The kinds of a type's constituents, one bit each; no bit for `never`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Kinds(u16);

impl Kinds {
    pub(super) const NEVER: Self = Self(0);
    pub(super) const ANY: Self = Self(1);
    pub(super) const UNKNOWN: Self = Self(1 << 1);
    pub(super) const VOID: Self = Self(1 << 2);
    pub(super) const UNDEFINED: Self = Self(1 << 3);
    pub(super) const NULL: Self = Self(1 << 4);
    pub(super) const BOOLEAN: Self = Self(1 << 5);
    pub(super) const NUMBER: Self = Self(1 << 6);
    pub(super) const BIGINT: Self = Self(1 << 7);
    pub(super) const STRING: Self = Self(1 << 8);
    pub(super) const SYMBOL: Self = Self(1 << 9);
    pub(super) const FUNCTION: Self = Self(1 << 10);
    pub(super) const ARRAY: Self = Self(1 << 11);
    pub(super) const OBJECT: Self = Self(1 << 12);

    const PRIMITIVES: Self = Self(0b111_1111 << 3);

    pub(super) fn is_in(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    pub(super) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(super) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// A union of two types: of two types of functions or of arrays no kind is common any more.
    fn union(self, other: Self) -> Self {
        let both = Self(self.0 & other.0 & (Self::FUNCTION.0 | Self::ARRAY.0));
        let joined = self.or(other);
        if both == Self::NEVER { joined } else { joined.or(Self::OBJECT) }
    }

    fn intersection(self, other: Self) -> Self {
        if self == Self::ANY || other == Self::ANY {
            return Self::ANY;
        }
        if self == Self::UNKNOWN {
            return other;
        }
        if other == Self::UNKNOWN {
            return self;
        }
        let objects = Self(Self::FUNCTION.0 | Self::ARRAY.0 | Self::OBJECT.0);
        let is_object = |kinds: Self| Self(kinds.0 & objects.0) != Self::NEVER;
        let mut common = Self(self.0 & other.0 & Self::PRIMITIVES.0);
        // A primitive type and an object type: a brand.
        let branded = Self(Self::PRIMITIVES.0 & !(Self::NULL.0 | Self::UNDEFINED.0));
        if is_object(self) {
            common = common.or(Self(other.0 & branded.0));
        }
        if is_object(other) {
            common = common.or(Self(self.0 & branded.0));
        }
        if is_object(self) && is_object(other) { common.or(Self::OBJECT) } else { common }
    }
}

/// How many names a type is followed through; a type may refer to itself.
const DEPTH_MAX: u32 = 24;

pub(super) struct Evaluation<'d, 'a, 's> {
    pub declarations: &'d Declarations<'a, 's>,
    /// The arguments of the aliases that are being evaluated.
    arguments: Vec<(SymbolId, Kinds)>,
    depth: u32,
}

impl<'d, 'a, 's> Evaluation<'d, 'a, 's> {
    pub(super) fn new(declarations: &'d Declarations<'a, 's>) -> Self {
        Self { declarations, arguments: Vec::new(), depth: 0 }
    }

    /// The kinds of a type that a name refers to, without arguments for its parameters.
    pub(super) fn of_meanings(&mut self, resolved: &Resolved<'a>) -> Kinds {
        if self.depth >= DEPTH_MAX {
            return Kinds::OBJECT;
        }
        self.depth += 1;
        let mut kinds = None;
        for meaning in &resolved.meanings {
            match *meaning {
                Meaning::Alias(alias) => kinds = Some(self.of_type(&alias.type_annotation)),
                Meaning::Interface(interface) => {
                    let is_callable = is_callable(&interface.body.body)
                        || interface.extends.iter().any(|heritage| {
                            let resolved = self.declarations.resolve(&heritage.type_name);
                            resolved.is_some_and(|resolved| self.of_meanings(&resolved) == Kinds::FUNCTION)
                        });
                    if is_callable {
                        kinds = Some(Kinds::FUNCTION);
                    }
                }
                Meaning::Enum(declaration) => {
                    let own = self.of_enum(declaration, None);
                    kinds = Some(kinds.map_or(own, |kinds: Kinds| kinds.union(own)));
                }
                Meaning::EnumMember(declaration, name) => kinds = Some(self.of_enum(declaration, Some(name))),
                Meaning::Parameter(parameter) => {
                    let argument = self.arguments.iter().rev().find(|(symbol, _)| Some(*symbol) == resolved.symbol);
                    kinds = Some(match (argument, &parameter.constraint) {
                        (Some((_, kinds)), _) => *kinds,
                        // A type parameter is assignable to what its constraint is, and it is no array or function.
                        (None, Some(constraint)) => match self.of_type(constraint) {
                            kinds if kinds.is_in(Kinds::PRIMITIVES) => kinds,
                            _ => Kinds::OBJECT,
                        },
                        (None, None) => Kinds::OBJECT,
                    });
                }
                Meaning::ImportEquals(import) => {
                    let target = self.declarations.resolve_reference(&import.module_reference);
                    kinds = target.map(|target| self.of_meanings(&target));
                }
                Meaning::Class(_)
                | Meaning::Namespace(_)
                | Meaning::Variable(_)
                | Meaning::Function
                | Meaning::Member(_) => {}
                Meaning::Import(_) => kinds = self.of_import(resolved, &[]),
            }
        }
        self.depth -= 1;
        kinds.unwrap_or(Kinds::OBJECT)
    }

    /// The kinds of a type of another module, with the arguments for its parameters.
    fn of_import(&self, resolved: &Resolved<'a>, arguments: &[Kinds]) -> Option<Kinds> {
        self.in_module(resolved, |evaluation, resolved| {
            evaluation.bind(resolved, |_, index| arguments.get(index).copied());
            evaluation.of_meanings(resolved)
        })
    }

    /// Evaluates what an imported name means in the module that declares it.
    fn in_module<T>(
        &self,
        resolved: &Resolved<'a>,
        evaluate: impl FnOnce(&mut Evaluation<'_, 'a, '_>, &Resolved<'a>) -> T,
    ) -> Option<T> {
        self.declarations.with_imported(resolved, |declarations, resolved, _| {
            let mut evaluation = Evaluation { declarations, arguments: Vec::new(), depth: self.depth };
            evaluate(&mut evaluation, resolved)
        })
    }

    /// Sets the arguments of an alias: those that are given, and the defaults of the others.
    fn bind(&mut self, resolved: &Resolved<'a>, mut given: impl FnMut(&mut Self, usize) -> Option<Kinds>) {
        let mut bound = Vec::new();
        if let Some(Meaning::Alias(alias)) = resolved.meanings.iter().find(|one| matches!(one, Meaning::Alias(_)))
            && let Some(parameters) = &alias.type_parameters
        {
            for (index, parameter) in parameters.params.iter().enumerate() {
                let kinds = match (given(self, index), &parameter.default) {
                    (Some(kinds), _) => kinds,
                    (None, Some(default)) => self.of_type(default),
                    (None, None) => Kinds::OBJECT,
                };
                bound.extend(parameter.name.symbol_id.get().map(|symbol| (symbol, kinds)));
            }
        }
        self.arguments.extend(bound);
    }

    fn of_enum(&self, declaration: &TSEnumDeclaration<'a>, name: Option<&str>) -> Kinds {
        let mut constants = Constants { declarations: self.declarations, depth: 0 };
        let members = declaration.body.members.iter();
        let wanted = members.filter(|member| name.is_none_or(|name| member.id.static_name() == name));
        let kinds = wanted.map(|member| constants.of_member(declaration, member));
        kinds.reduce(Kinds::or).unwrap_or(Kinds::NUMBER)
    }

    pub(super) fn of_type(&mut self, node: &'a TSType<'a>) -> Kinds {
        if self.depth >= DEPTH_MAX {
            return Kinds::OBJECT;
        }
        self.depth += 1;
        let kinds = self.of_type_inner(node);
        self.depth -= 1;
        kinds
    }

    fn of_type_inner(&mut self, node: &'a TSType<'a>) -> Kinds {
        match node {
            TSType::TSAnyKeyword(_) => Kinds::ANY,
            TSType::TSImportType(import) => self.of_import_type(import),
            TSType::TSUnknownKeyword(_) => Kinds::UNKNOWN,
            TSType::TSNeverKeyword(_) => Kinds::NEVER,
            TSType::TSVoidKeyword(_) => Kinds::VOID,
            TSType::TSUndefinedKeyword(_) => Kinds::UNDEFINED,
            TSType::TSNullKeyword(_) => Kinds::NULL,
            TSType::TSBooleanKeyword(_) => Kinds::BOOLEAN,
            TSType::TSNumberKeyword(_) => Kinds::NUMBER,
            TSType::TSBigIntKeyword(_) => Kinds::BIGINT,
            TSType::TSStringKeyword(_) | TSType::TSTemplateLiteralType(_) | TSType::TSIntrinsicKeyword(_) => {
                Kinds::STRING
            }
            TSType::TSSymbolKeyword(_) => Kinds::SYMBOL,
            TSType::TSLiteralType(literal) => of_literal(&literal.literal),
            TSType::TSFunctionType(_) => Kinds::FUNCTION,
            TSType::TSArrayType(_) | TSType::TSTupleType(_) => Kinds::ARRAY,
            TSType::TSTypeLiteral(literal) if is_callable(&literal.members) => Kinds::FUNCTION,
            TSType::TSParenthesizedType(inner) => self.of_type(&inner.type_annotation),
            TSType::TSUnionType(union) => {
                let mut kinds = Kinds::NEVER;
                for one in &union.types {
                    kinds = kinds.union(self.of_type(one));
                }
                kinds
            }
            TSType::TSIntersectionType(intersection) => {
                let mut kinds = Kinds::UNKNOWN;
                for one in &intersection.types {
                    kinds = kinds.intersection(self.of_type(one));
                }
                kinds
            }
            TSType::TSConditionalType(conditional) => {
                let check = self.of_type(&conditional.check_type);
                let extends = self.of_type(&conditional.extends_type);
                let (if_true, if_false) = (self.of_type(&conditional.true_type), self.of_type(&conditional.false_type));
                let is_known = check.is_in(Kinds::PRIMITIVES) && extends.is_in(Kinds::PRIMITIVES);
                match is_known {
                    true if !check.is_in(extends) => if_false,
                    true if self.has_all_values(&conditional.extends_type) => if_true,
                    true if self.has_all_values(&conditional.check_type) => if_false,
                    _ => if_true.or(if_false),
                }
            }
            TSType::TSTypeOperatorType(operator) => match operator.operator {
                TSTypeOperatorOperator::Readonly => self.of_type(&operator.type_annotation),
                TSTypeOperatorOperator::Unique => Kinds::SYMBOL,
                TSTypeOperatorOperator::Keyof => self.of_keys(&operator.type_annotation),
            },
            TSType::TSIndexedAccessType(access) => self.of_element(&access.object_type, &access.index_type),
            TSType::TSTypeQuery(query) => match (&query.expr_name, query.expr_name.as_ts_type_name()) {
                (_, Some(name)) => self.of_query(name),
                (TSTypeQueryExprName::TSImportType(import), _) => self.of_values(&imported(import)),
                _ => Kinds::OBJECT,
            },
            TSType::TSTypeReference(reference) => self.of_reference(reference),
            _ => Kinds::OBJECT,
        }
    }

    /// Whether a type is a primitive one, not some of its values.
    fn has_all_values(&mut self, node: &'a TSType<'a>) -> bool {
        match node {
            TSType::TSStringKeyword(_)
            | TSType::TSNumberKeyword(_)
            | TSType::TSBooleanKeyword(_)
            | TSType::TSBigIntKeyword(_)
            | TSType::TSSymbolKeyword(_) => true,
            TSType::TSParenthesizedType(inner) => self.has_all_values(&inner.type_annotation),
            TSType::TSTypeReference(reference) => {
                let resolved = self.declarations.resolve(&reference.type_name);
                resolved.is_some_and(|resolved| self.means_all_values(&resolved))
            }
            _ => false,
        }
    }

    fn means_all_values(&mut self, resolved: &Resolved<'a>) -> bool {
        if self.depth >= DEPTH_MAX {
            return false;
        }
        self.depth += 1;
        let means = resolved.meanings.iter().any(|meaning| match *meaning {
            Meaning::Alias(alias) => self.has_all_values(&alias.type_annotation),
            Meaning::Import(_) => self
                .in_module(resolved, |evaluation, resolved| evaluation.means_all_values(resolved))
                .unwrap_or_default(),
            _ => false,
        });
        self.depth -= 1;
        means
    }

    /// `import("specifier").name`.
    fn of_import_type(&mut self, import: &'a TSImportType<'a>) -> Kinds {
        let given: &[TSType<'a>] = import.type_arguments.as_ref().map_or(&[], |list| &list.params);
        let arguments: Vec<Kinds> = given.iter().map(|argument| self.of_type(argument)).collect();
        self.of_import(&imported(import), &arguments).unwrap_or(Kinds::ANY)
    }

    /// `typeof name`.
    fn of_query(&mut self, name: &TSTypeName<'a>) -> Kinds {
        let Some(resolved) = self.declarations.resolve(name) else {
            return Kinds::OBJECT;
        };
        self.of_values(&resolved)
    }

    /// The kinds of the values of a name.
    fn of_values(&mut self, resolved: &Resolved<'a>) -> Kinds {
        for meaning in &resolved.meanings {
            match *meaning {
                Meaning::Import(_) => {
                    return self
                        .in_module(resolved, |evaluation, resolved| evaluation.of_values(resolved))
                        .unwrap_or(Kinds::OBJECT);
                }
                Meaning::Function => return Kinds::FUNCTION,
                Meaning::Variable(variable) => {
                    return match (&variable.type_annotation, &variable.init) {
                        (Some(annotation), _) => self.of_type(&annotation.type_annotation),
                        (None, Some(value)) => of_value(value),
                        (None, None) => Kinds::OBJECT,
                    };
                }
                Meaning::EnumMember(declaration, name) => return self.of_enum(declaration, Some(name)),
                Meaning::Member(value) => return self.of_member(value),
                _ => {}
            }
        }
        Kinds::OBJECT
    }

    fn of_reference(&mut self, reference: &'a TSTypeReference<'a>) -> Kinds {
        let Some(resolved) = self.declarations.resolve(&reference.type_name) else {
            return Kinds::OBJECT;
        };
        let given: &[TSType<'a>] = reference.type_arguments.as_ref().map_or(&[], |list| &list.params);
        if resolved.is_global {
            let mut arguments = Vec::with_capacity(given.len());
            for argument in given {
                arguments.push(self.of_type(argument));
            }
            return of_global(&resolved.path, &arguments);
        }
        if resolved.meanings.iter().any(|meaning| matches!(meaning, Meaning::Import(_))) {
            let arguments: Vec<Kinds> = given.iter().map(|argument| self.of_type(argument)).collect();
            return self.of_import(&resolved, &arguments).unwrap_or(Kinds::OBJECT);
        }
        let count = self.arguments.len();
        self.bind(&resolved, |evaluation, index| given.get(index).map(|argument| evaluation.of_type(argument)));
        let kinds = self.of_meanings(&resolved);
        self.arguments.truncate(count);
        kinds
    }

    /// `keyof Type`: strings, unless a key is a number or a symbol.
    fn of_keys(&mut self, node: &'a TSType<'a>) -> Kinds {
        let Some(members) = self.members_of(node) else {
            return Kinds::OBJECT;
        };
        members.iter().fold(Kinds::NEVER, |kinds, member| kinds.or(member.key_kind()))
    }

    /// `Type[Index]`.
    fn of_element(&mut self, object: &'a TSType<'a>, index: &'a TSType<'a>) -> Kinds {
        let Some(members) = self.members_of(object) else {
            return Kinds::OBJECT;
        };
        let wanted = match index {
            TSType::TSLiteralType(literal) => match &literal.literal {
                TSLiteral::StringLiteral(literal) => Some(literal.value.as_str()),
                _ => return Kinds::OBJECT,
            },
            _ => None,
        };
        let mut kinds = None;
        for member in &members {
            if wanted.is_some() && member.name != wanted {
                continue;
            }
            let own = self.of_member(member.value);
            let own = if member.is_optional { own.or(Kinds::UNDEFINED) } else { own };
            kinds = Some(kinds.map_or(own, |kinds: Kinds| kinds.union(own)));
        }
        kinds.unwrap_or(Kinds::OBJECT)
    }

    fn of_member(&mut self, value: MemberValue<'a>) -> Kinds {
        match value {
            MemberValue::Type(Some(node)) => self.of_type(node),
            MemberValue::Type(None) => Kinds::ANY,
            MemberValue::Method => Kinds::FUNCTION,
            MemberValue::Value(value) => of_value(value),
            MemberValue::Kinds(kinds) => kinds,
        }
    }

    /// The members of what another module declares, with the kinds of their types: the types refer to names of that
    /// module.
    fn members_in_module(
        &self,
        resolved: &Resolved<'a>,
        members_of: impl FnOnce(&mut Evaluation<'_, 'a, '_>, &Resolved<'a>) -> Option<Vec<Member<'a>>>,
    ) -> Option<Vec<Member<'a>>> {
        let evaluated = self.in_module(resolved, |evaluation, resolved| {
            let members = members_of(evaluation, resolved)?;
            let evaluate = |member: Member<'a>| {
                let kinds = evaluation.of_member(member.value);
                member.with_kinds(kinds)
            };
            Some(members.into_iter().map(evaluate).collect())
        });
        evaluated.flatten()
    }

    /// The members of an object type; `None` when the file does not tell them all.
    fn members_of(&mut self, node: &'a TSType<'a>) -> Option<Vec<Member<'a>>> {
        if self.depth >= DEPTH_MAX {
            return None;
        }
        self.depth += 1;
        let members = match node {
            TSType::TSParenthesizedType(inner) => self.members_of(&inner.type_annotation),
            TSType::TSTypeLiteral(literal) => members::of_signatures(&literal.members),
            TSType::TSTypeQuery(query) => {
                let name = query.expr_name.as_ts_type_name();
                name.and_then(|name| self.declarations.resolve(name)).and_then(|it| self.members_of_values(&it))
            }
            TSType::TSTypeReference(reference) => {
                let resolved = self.declarations.resolve(&reference.type_name);
                resolved.and_then(|resolved| self.members_of_meanings(&resolved))
            }
            _ => None,
        };
        self.depth -= 1;
        members
    }

    /// The members of a variable's object.
    fn members_of_values(&mut self, resolved: &Resolved<'a>) -> Option<Vec<Member<'a>>> {
        if resolved.meanings.iter().any(|meaning| matches!(meaning, Meaning::Import(_))) {
            return self.members_in_module(resolved, |evaluation, resolved| evaluation.members_of_values(resolved));
        }
        let value = resolved.meanings.iter().find_map(|meaning| match meaning {
            Meaning::Variable(variable) => variable.init.as_ref().map(Expression::without_parentheses),
            _ => None,
        });
        value.and_then(members::of_value)
    }

    fn members_of_meanings(&mut self, resolved: &Resolved<'a>) -> Option<Vec<Member<'a>>> {
        let mut found = Vec::new();
        for meaning in &resolved.meanings {
            match *meaning {
                Meaning::Alias(alias) => found.extend(self.members_of(&alias.type_annotation)?),
                Meaning::Interface(interface) => {
                    found.extend(members::of_signatures(&interface.body.body)?);
                    for heritage in &interface.extends {
                        let resolved = self.declarations.resolve(&heritage.type_name)?;
                        found.extend(self.members_of_meanings(&resolved)?);
                    }
                }
                Meaning::Class(class) => found.extend(members::of_class(class)?),
                Meaning::Import(_) => {
                    found.extend(self.members_in_module(resolved, |evaluation, resolved| {
                        evaluation.members_of_meanings(resolved)
                    })?);
                }
                Meaning::Variable(_) | Meaning::Namespace(_) => {}
                _ => return None,
            }
        }
        (!resolved.meanings.is_empty()).then_some(found)
    }
}

/// What `import("specifier").name` refers to.
fn imported<'a>(import: &'a TSImportType<'a>) -> Resolved<'a> {
    let specifier = import.source.value.as_str();
    let mut names = Vec::new();
    let mut qualifier = import.qualifier.as_ref();
    while let Some(rest) = qualifier {
        match rest {
            TSImportTypeQualifier::Identifier(name) => {
                names.push(name.name.as_str());
                break;
            }
            TSImportTypeQualifier::QualifiedName(qualified) => {
                names.push(qualified.right.name.as_str());
                qualifier = Some(&qualified.left);
            }
        }
    }
    names.push("import");
    names.reverse();
    let meaning = Meaning::Import(Import { specifier, name: None, is_type_only: true });
    Resolved { meanings: vec![meaning], path: names.join("."), symbol: None, is_global: false }
}

fn is_callable(members: &[TSSignature<'_>]) -> bool {
    members.iter().any(|member| matches!(member, TSSignature::TSCallSignatureDeclaration(_)))
}

fn of_literal(literal: &TSLiteral<'_>) -> Kinds {
    match literal {
        TSLiteral::BooleanLiteral(_) => Kinds::BOOLEAN,
        TSLiteral::NumericLiteral(_) => Kinds::NUMBER,
        TSLiteral::BigIntLiteral(_) => Kinds::BIGINT,
        TSLiteral::StringLiteral(_) | TSLiteral::TemplateLiteral(_) => Kinds::STRING,
        TSLiteral::UnaryExpression(unary) => of_value(&unary.argument),
    }
}

/// The kind of an expression, for the type of a variable.
fn of_value(value: &Expression<'_>) -> Kinds {
    match value.get_inner_expression() {
        Expression::BooleanLiteral(_) => Kinds::BOOLEAN,
        Expression::NumericLiteral(_) => Kinds::NUMBER,
        Expression::BigIntLiteral(_) => Kinds::BIGINT,
        Expression::StringLiteral(_) | Expression::TemplateLiteral(_) => Kinds::STRING,
        Expression::NullLiteral(_) => Kinds::NULL,
        Expression::UnaryExpression(unary) => of_value(&unary.argument),
        Expression::ArrayExpression(_) => Kinds::ARRAY,
        Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_) => Kinds::FUNCTION,
        _ => Kinds::OBJECT,
    }
}

/// The types of the standard library that have a kind of their own.
fn of_global(name: &str, arguments: &[Kinds]) -> Kinds {
    let first = arguments.first().copied().unwrap_or(Kinds::OBJECT);
    match name {
        "Array" | "ReadonlyArray" | "Parameters" | "ConstructorParameters" => Kinds::ARRAY,
        "Uppercase" | "Lowercase" | "Capitalize" | "Uncapitalize" => Kinds::STRING,
        "PropertyKey" => Kinds::STRING.or(Kinds::NUMBER).or(Kinds::SYMBOL),
        "ClassDecorator" | "PropertyDecorator" | "MethodDecorator" | "ParameterDecorator" => Kinds::FUNCTION,
        "NonNullable" => first.without(Kinds::NULL.or(Kinds::UNDEFINED)),
        "Exclude" | "Extract" | "Readonly" | "NoInfer" => first,
        _ => Kinds::OBJECT,
    }
}
