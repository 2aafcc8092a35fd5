//! Decorator metadata as TypeScript writes it. The step that prints legacy decorators writes `design:type` and its
//! companions from the annotations alone; here each annotation that it reads is replaced by one that means to it what
//! TypeScript writes: `string` for an alias of string literals or an enum of strings, `R` for `R | null` without
//! `strictNullChecks`, the element's type for a rest parameter.
//!
//! Types of other modules are read where their sources are known. For others, the helper `decorateMetadata` looks at the
//! value when the class is defined.

mod constants;
mod declarations;
mod kinds;
mod members;
mod modules;
mod type_imports;

use oxc_ast::AstKind;
use oxc_ast::ast::{
    BindingIdentifier, Class, ClassElement, ClassType, Declaration, Expression, FormalParameter, FormalParameters,
    Function, ImportDeclarationSpecifier, MethodDefinition, MethodDefinitionKind, Program, PropertyKey, Statement,
    TSLiteral, TSType, TSTypeAnnotation, TSTypeName, TSTypeOperatorOperator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::GetSpan;

use crate::edits::Edits;
use declarations::{Declarations, HiddenScope, Meaning, Resolved};
use kinds::{Evaluation, Kinds};
pub(crate) use modules::{Importer, Modules};
pub use type_imports::TYPES_PREFIX;
pub(crate) use type_imports::{read_late, types_read};

/// The edits that make the annotations of decorated members mean what TypeScript's metadata says.
pub(crate) fn rewrite<'a>(
    program: &Program<'a>,
    scoping: &Scoping,
    strict_null_checks: bool,
    importer: Importer<'_, 'a>,
) -> Option<Edits> {
    let declarations = Declarations::collect(program, scoping, importer);
    let mut rewriter = Rewriter {
        source: program.source_text,
        declarations: &declarations,
        scoping,
        strict_null_checks,
        edits: Edits::default(),
        has_edits: false,
        method: None,
    };
    rewriter.visit_program(program);
    rewriter.has_edits.then_some(rewriter.edits)
}

/// Imported names that only annotations use. Metadata reads those that exist; a type of TypeScript does not, which is no
/// error.
pub(crate) fn imported_types(program: &Program<'_>, scoping: &Scoping) -> Vec<String> {
    let declarations = program.body.iter().filter_map(|statement| match statement {
        Statement::ImportDeclaration(declaration) => declaration.specifiers.as_ref(),
        _ => None,
    });
    let is_type = |local: &BindingIdentifier<'_>| {
        let symbol = local.symbol_id.get().expect("the scope analysis visited this binding");
        !scoping.get_resolved_references(symbol).any(|reference| reference.is_value())
    };
    let locals = declarations.flatten().map(ImportDeclarationSpecifier::local);
    locals.filter(|&local| is_type(local)).map(|local| local.name.to_string()).collect()
}

/// What metadata says of a type: a constructor.
#[derive(Clone, PartialEq, Eq)]
enum Design {
    Undefined,
    Function,
    Array,
    Boolean,
    String,
    Number,
    BigInt,
    Symbol,
    Object,
    /// A constructor, by its name in the program.
    Named(String),
}

impl Design {
    /// The type for which the step that prints decorators writes this.
    fn annotation(&self) -> &str {
        match self {
            Self::Undefined => "void",
            Self::Function => "()=>void",
            Self::Array => "[]",
            Self::Boolean => "boolean",
            Self::String => "string",
            Self::Number => "number",
            Self::BigInt => "bigint",
            Self::Symbol => "symbol",
            Self::Object => "object",
            Self::Named(name) => name,
        }
    }

    /// The expression of this.
    fn expression(&self) -> String {
        match self {
            Self::Undefined => "void 0".to_owned(),
            Self::Function => "Function".to_owned(),
            Self::Array => "Array".to_owned(),
            Self::Boolean => "Boolean".to_owned(),
            Self::String => "String".to_owned(),
            Self::Number => "Number".to_owned(),
            Self::BigInt => "BigInt".to_owned(),
            Self::Symbol => "Symbol".to_owned(),
            Self::Object => "Object".to_owned(),
            Self::Named(name) => {
                let root = name.split('.').next().unwrap_or(name);
                format!("(typeof {root}===\"undefined\"?Object:{}??Object)", name.replace('.', "?."))
            }
        }
    }
}

struct Rewriter<'d, 'a, 's> {
    source: &'a str,
    declarations: &'d Declarations<'a, 's>,
    scoping: &'s Scoping,
    strict_null_checks: bool,
    edits: Edits,
    has_edits: bool,
    /// The method whose types are written.
    method: HiddenScope,
}

impl<'a> Visit<'a> for Rewriter<'_, 'a, '_> {
    fn enter_node(&mut self, kind: AstKind<'a>) {
        if let AstKind::Class(class) = kind
            && class.r#type == ClassType::ClassDeclaration
            && !class.declare
        {
            self.class(class);
        }
    }

    fn visit_statement(&mut self, it: &Statement<'a>) {
        let declaration = match it {
            Statement::ExportDeclaration(export) => Some(&export.declaration),
            _ => it.as_declaration(),
        };
        // A value with a type of the same name would count as a type alone.
        let symbol = match declaration {
            Some(Declaration::TSInterfaceDeclaration(it)) => it.id.symbol_id.get(),
            Some(Declaration::TSTypeAliasDeclaration(it)) => it.id.symbol_id.get(),
            _ => None,
        };
        if symbol.is_some_and(|symbol| self.scoping.symbol_flags(symbol).is_value()) {
            self.has_edits = true;
            self.edits.blank_statement(it.span().start, it.span().end);
            return;
        }
        walk::walk_statement(self, it);
    }
}

impl<'a> Rewriter<'_, 'a, '_> {
    fn class(&mut self, class: &'a Class<'a>) {
        for element in &class.body.body {
            match element {
                ClassElement::MethodDefinition(method) if method.value.body.is_some() => {
                    self.method = method.value.scope_id.get();
                    self.method(class, method);
                    self.method = None;
                }
                ClassElement::PropertyDefinition(it) if !it.decorators.is_empty() => {
                    self.annotation(it.type_annotation.as_deref());
                }
                ClassElement::AccessorProperty(it) if !it.decorators.is_empty() => {
                    self.annotation(it.type_annotation.as_deref());
                }
                _ => {}
            }
        }
    }

    fn method(&mut self, class: &'a Class<'a>, method: &'a MethodDefinition<'a>) {
        let function = &method.value;
        let has_decorator = !method.decorators.is_empty()
            || function.params.items.iter().any(|parameter| !parameter.decorators.is_empty())
            || function.params.rest.as_ref().is_some_and(|rest| !rest.decorators.is_empty());
        match method.kind {
            MethodDefinitionKind::Constructor if has_decorator || !class.decorators.is_empty() => {
                self.parameters(&function.params);
            }
            MethodDefinitionKind::Method if has_decorator => {
                self.parameters(&function.params);
                self.annotation(function.return_type.as_deref());
                self.asynchronous(method);
            }
            MethodDefinitionKind::Get if has_decorator => match accessor_of(class, method, MethodDefinitionKind::Set) {
                Some(setter) => {
                    self.move_decorators(method, setter);
                    self.setter(setter, Some(function));
                }
                None => self.annotation(function.return_type.as_deref()),
            },
            MethodDefinitionKind::Set if has_decorator => {
                let getter = accessor_of(class, method, MethodDefinitionKind::Get);
                self.setter(method, getter.map(|getter| &*getter.value));
            }
            _ => {}
        }
    }

    /// The types of a property with getter and setter are the setter's, or the getter's when that one has none. Both
    /// share one descriptor, so the decorators may be at either.
    fn move_decorators(&mut self, from: &MethodDefinition<'a>, to: &MethodDefinition<'a>) {
        let mut moved = String::new();
        for decorator in &from.decorators {
            let span = decorator.span;
            moved.push_str(&self.source[span.start as usize..span.end as usize]);
            moved.push(' ');
            self.edits.blank(span.start, span.end);
        }
        // Before `static`, at the start of the element.
        self.edits.insert(to.span.start, moved);
        self.has_edits = true;
    }

    /// Without this, every asynchronous method would return a `Promise`, also a generator or one with another type.
    fn asynchronous(&mut self, method: &'a MethodDefinition<'a>) {
        let function = &method.value;
        let design = match &function.return_type {
            Some(annotation) => self.design(&annotation.type_annotation),
            None if function.generator => Design::Undefined,
            None => return,
        };
        if function.r#async && design != Design::Named("Promise".to_owned()) {
            self.overwrite(method, "design:returntype", &design.expression());
        }
    }

    /// Decorators are applied from the last to the first, and what is written next to them before all of them. So a
    /// decorator behind the program's own writes last what the program's see.
    fn overwrite(&mut self, method: &MethodDefinition<'a>, key: &str, value: &str) {
        let at = method.decorators.last().map_or(method.span.start, |decorator| decorator.span.end);
        self.edits.insert(at, format!(" @babelHelpers.decorateMetadata(\"{key}\",{value}) "));
        self.has_edits = true;
    }

    fn setter(&mut self, setter: &'a MethodDefinition<'a>, getter: Option<&'a Function<'a>>) {
        let Some(parameter) = setter.value.params.items.first() else { return };
        let from_getter = getter.and_then(|getter| getter.return_type.as_deref());
        if let (None, Some(annotation)) = (&parameter.type_annotation, from_getter) {
            let design = self.design(&annotation.type_annotation);
            // Only `design:type` is the getter's; the parameter itself has no type.
            self.overwrite(setter, "design:paramtypes", "[Object]");
            self.edits.insert(parameter.pattern.span().end, format!(":{}", design.annotation()));
            self.has_edits = true;
        }
        self.parameter(parameter);
    }

    fn parameters(&mut self, parameters: &'a FormalParameters<'a>) {
        for parameter in &parameters.items {
            self.parameter(parameter);
        }
        let Some(annotation) = parameters.rest.as_ref().and_then(|rest| rest.type_annotation.as_ref()) else {
            return;
        };
        let element = match &annotation.type_annotation {
            TSType::TSArrayType(array) => Some(&array.element_type),
            TSType::TSTypeReference(reference) => match &reference.type_arguments {
                Some(arguments) if arguments.params.len() == 1 => arguments.params.first(),
                _ => None,
            },
            _ => None,
        };
        let design = element.map_or(Design::Object, |element| self.design(element));
        self.replace(&annotation.type_annotation, &design);
    }

    fn parameter(&mut self, parameter: &'a FormalParameter<'a>) {
        self.annotation(parameter.type_annotation.as_deref());
    }

    fn annotation(&mut self, annotation: Option<&'a TSTypeAnnotation<'a>>) {
        if let Some(annotation) = annotation {
            let design = self.design(&annotation.type_annotation);
            self.replace(&annotation.type_annotation, &design);
        }
    }

    fn replace(&mut self, node: &TSType<'a>, design: &Design) {
        let span = node.span();
        if &self.source[span.start as usize..span.end as usize] != design.annotation() {
            self.edits.replace(span.start, span.end, design.annotation().to_owned());
            self.has_edits = true;
        }
    }

    /// TypeScript's serialization of the node of a type.
    fn design(&self, node: &'a TSType<'a>) -> Design {
        match node {
            TSType::TSVoidKeyword(_)
            | TSType::TSUndefinedKeyword(_)
            | TSType::TSNullKeyword(_)
            | TSType::TSNeverKeyword(_) => Design::Undefined,
            TSType::TSFunctionType(_) | TSType::TSConstructorType(_) => Design::Function,
            TSType::TSArrayType(_) | TSType::TSTupleType(_) => Design::Array,
            TSType::TSTypePredicate(predicate) if predicate.asserts => Design::Undefined,
            TSType::TSTypePredicate(_) | TSType::TSBooleanKeyword(_) => Design::Boolean,
            TSType::TSTemplateLiteralType(_) | TSType::TSStringKeyword(_) => Design::String,
            TSType::TSNumberKeyword(_) => Design::Number,
            TSType::TSBigIntKeyword(_) => Design::BigInt,
            TSType::TSSymbolKeyword(_) => Design::Symbol,
            TSType::TSLiteralType(literal) => match &literal.literal {
                TSLiteral::BooleanLiteral(_) => Design::Boolean,
                TSLiteral::BigIntLiteral(_) => Design::BigInt,
                TSLiteral::StringLiteral(_) | TSLiteral::TemplateLiteral(_) => Design::String,
                TSLiteral::NumericLiteral(_) => Design::Number,
                TSLiteral::UnaryExpression(unary) => match unary.argument {
                    Expression::BigIntLiteral(_) => Design::BigInt,
                    _ => Design::Number,
                },
            },
            TSType::TSParenthesizedType(inner) => self.design(&inner.type_annotation),
            TSType::TSTypeOperatorType(operator) if operator.operator == TSTypeOperatorOperator::Readonly => {
                self.design(&operator.type_annotation)
            }
            TSType::TSUnionType(union) => self.common_design(union.types.iter(), false),
            TSType::TSIntersectionType(intersection) => self.common_design(intersection.types.iter(), true),
            TSType::TSConditionalType(conditional) => {
                self.common_design([&conditional.true_type, &conditional.false_type].into_iter(), false)
            }
            TSType::TSTypeReference(reference) => self.design_of_name(&reference.type_name),
            _ => Design::Object,
        }
    }

    fn common_design(&self, types: impl Iterator<Item = &'a TSType<'a>>, is_intersection: bool) -> Design {
        let mut common = None;
        for node in types {
            match without_parentheses(node) {
                TSType::TSNeverKeyword(_) if is_intersection => return Design::Undefined,
                TSType::TSUnknownKeyword(_) if !is_intersection => return Design::Object,
                TSType::TSAnyKeyword(_) => return Design::Object,
                TSType::TSNeverKeyword(_) | TSType::TSUnknownKeyword(_) => continue,
                TSType::TSNullKeyword(_) | TSType::TSUndefinedKeyword(_) if !self.strict_null_checks => continue,
                node => {
                    let design = self.design(node);
                    if design == Design::Object || common.as_ref().is_some_and(|common| *common != design) {
                        return Design::Object;
                    }
                    common = Some(design);
                }
            }
        }
        common.unwrap_or(Design::Undefined)
    }

    fn design_of_name(&self, name: &'a TSTypeName<'a>) -> Design {
        let Some(resolved) = self.declarations.resolve_outside(name, self.method) else {
            return Design::Object;
        };
        if resolved.is_global {
            return match resolved.path.as_str() {
                "Array" | "ReadonlyArray" => Design::Array,
                "Function" => Design::Function,
                "String" => Design::String,
                "Number" => Design::Number,
                "Boolean" => Design::Boolean,
                "Object" => Design::Object,
                "ClassDecorator" | "PropertyDecorator" | "MethodDecorator" | "ParameterDecorator" => Design::Function,
                "ReturnType" | "InstanceType" => Design::Undefined,
                // Interfaces whose global cannot be constructed.
                "Symbol" | "BigInt" => Design::Object,
                _ => Design::Named(resolved.path),
            };
        }
        let resolved = self.declarations.follow(resolved);
        if let Some(Meaning::Import(import)) = resolved.meanings.iter().find(|one| matches!(one, Meaning::Import(_))) {
            return self.design_of_import(&resolved, import.is_type_only);
        }
        if is_constructor(&resolved) {
            return Design::Named(resolved.path);
        }
        self.design_of_kinds(Evaluation::new(self.declarations).of_meanings(&resolved))
    }

    /// The helper looks at the value of a name whose module is unknown.
    fn design_of_import(&self, resolved: &Resolved<'a>, is_type_only: bool) -> Design {
        let by_value = || if is_type_only { Design::Object } else { Design::Named(resolved.path.clone()) };
        let known = self.declarations.with_imported(resolved, |declarations, found, is_type_only| {
            if is_constructor(found) {
                return if is_type_only { Design::Function } else { Design::Named(resolved.path.clone()) };
            }
            match found.meanings.iter().any(is_type) {
                true => self.design_of_kinds(Evaluation::new(declarations).of_meanings(found)),
                false => by_value(),
            }
        });
        known.unwrap_or_else(by_value)
    }

    /// TypeScript asks of what kind a type is that is no constructor.
    fn design_of_kinds(&self, kinds: Kinds) -> Design {
        let nullish = Kinds::NULL.or(Kinds::UNDEFINED);
        let kinds = if self.strict_null_checks { kinds } else { kinds.without(nullish) };
        if kinds == Kinds::NULL || kinds.is_in(Kinds::VOID.or(Kinds::UNDEFINED)) {
            return Design::Undefined;
        }
        match kinds {
            Kinds::BOOLEAN => Design::Boolean,
            Kinds::NUMBER => Design::Number,
            Kinds::BIGINT => Design::BigInt,
            Kinds::STRING => Design::String,
            Kinds::SYMBOL => Design::Symbol,
            Kinds::FUNCTION => Design::Function,
            Kinds::ARRAY => Design::Array,
            _ => Design::Object,
        }
    }
}

/// Whether a name is a value that may be a constructor, so that metadata refers to it.
fn is_constructor(resolved: &Resolved<'_>) -> bool {
    let is_shape = |meaning: &Meaning<'_>| matches!(meaning, Meaning::Alias(_) | Meaning::Interface(_));
    let has_type = resolved.meanings.iter().any(is_shape);
    resolved.meanings.iter().any(|meaning| match meaning {
        Meaning::Class(_) => true,
        Meaning::Variable(variable) => {
            let value = variable.init.as_ref().map(Expression::get_inner_expression);
            has_type && matches!(value, Some(Expression::ClassExpression(_) | Expression::CallExpression(_)))
        }
        _ => false,
    })
}

/// Whether a name has this meaning as a type.
fn is_type(meaning: &Meaning<'_>) -> bool {
    matches!(
        meaning,
        Meaning::Alias(_) | Meaning::Interface(_) | Meaning::Class(_) | Meaning::Enum(_) | Meaning::EnumMember(..)
    )
}

fn without_parentheses<'a>(mut node: &'a TSType<'a>) -> &'a TSType<'a> {
    while let TSType::TSParenthesizedType(inner) = node {
        node = &inner.type_annotation;
    }
    node
}

/// The other accessor of the same property.
fn accessor_of<'a>(
    class: &'a Class<'a>,
    method: &MethodDefinition<'a>,
    kind: MethodDefinitionKind,
) -> Option<&'a MethodDefinition<'a>> {
    let name = method.key.static_name();
    class.body.body.iter().find_map(|element| match element {
        ClassElement::MethodDefinition(other)
            if other.kind == kind
                && other.r#static == method.r#static
                && other.value.body.is_some()
                && name.is_some()
                && other.key.static_name() == name
                && is_private(&other.key) == is_private(&method.key) =>
        {
            Some(&**other)
        }
        _ => None,
    })
}

fn is_private(key: &PropertyKey<'_>) -> bool {
    matches!(key, PropertyKey::PrivateIdentifier(_))
}

#[cfg(test)]
mod tests;
