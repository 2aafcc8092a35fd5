//! What TypeScript's namespaces share between their blocks, which are lowered one by one: a use of an export of another
//! block, or of a variable that may change, is qualified (`value` becomes `Outer.value`), and an enum that several
//! blocks export adds its members to one object.

mod enums;
pub(crate) mod string_members;

use std::collections::{HashMap, HashSet};

use oxc_ast::ast::{
    AssignmentTargetPropertyIdentifier, Declaration, Expression, IdentifierReference, ObjectProperty, Program,
    Statement, TSEnumDeclaration, TSImportEqualsDeclaration, TSModuleBlock, TSModuleReference, TSNamespaceDeclaration,
    TSNamespaceDeclarationBody, TSTypeName, VariableDeclarationKind,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::GetSpan;
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::SymbolId;

use crate::edits::Edits;
use crate::type_stripping::{has_values, is_type_only_declaration};

/// The edits that make blocks independent of each other; `None` when there is nothing to do.
pub(crate) fn qualify(program: &Program<'_>, scoping: &Scoping) -> Option<Edits> {
    let mut collector = Collector::default();
    collector.visit_program(program);
    if !collector.has_ambient
        && collector.variables.is_empty()
        && collector.blocks.values().all(|blocks| blocks.len() < 2)
    {
        return None;
    }
    let mut prefix = "$n".to_owned();
    while program.source_text.contains(&prefix) {
        prefix.push('n');
    }
    let mut qualifier = Qualifier {
        prefix,
        source: program.source_text,
        scoping,
        blocks: &collector.blocks,
        variables: &collector.variables,
        enum_members: &collector.enum_members,
        inside: Vec::new(),
        edits: Edits::default(),
        has_edits: false,
    };
    qualifier.visit_program(program);
    qualifier.has_edits.then_some(qualifier.edits)
}

/// The names of the enclosing namespaces, joined by dots; blocks with the same path are merged.
type Path = String;

#[derive(Default)]
struct Collector {
    path: Vec<String>,
    /// For each namespace the exported names of its blocks, in order.
    blocks: HashMap<Path, Vec<HashSet<String>>>,
    /// Exported variables that may change: a copy beside the export would become outdated.
    variables: HashSet<SymbolId>,
    /// The members of exported enums, by the path of the enum.
    enum_members: HashMap<Path, HashSet<String>>,
    /// Whether a block declares values that exist elsewhere.
    has_ambient: bool,
}

impl<'a> Visit<'a> for Collector {
    fn visit_ts_namespace_declaration(&mut self, it: &TSNamespaceDeclaration<'a>) {
        self.path.push(it.id.name.to_string());
        if let TSNamespaceDeclarationBody::TSModuleBlock(block) = &it.body
            && !it.declare
        {
            let path = self.path.join(".");
            self.blocks.entry(path).or_default().push(exports_of(block));
            self.variables.extend(variables_of(block));
            self.has_ambient |= is_ambient(&it.body);
            for declared in block.body.iter().filter_map(exported_enum) {
                let path = format!("{}.{}", self.path.join("."), declared.id.name);
                let names = declared.body.members.iter().map(|member| member.id.static_name().to_string());
                self.enum_members.entry(path).or_default().extend(names);
            }
        }
        if let TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) = &it.body
            && !it.declare
        {
            let exports = HashSet::from([inner.id.name.to_string()]);
            self.blocks.entry(self.path.join(".")).or_default().push(exports);
        }
        walk::walk_ts_namespace_declaration(self, it);
        self.path.pop();
    }
}

/// The `let` and `var` that a block exports.
fn variables_of(block: &TSModuleBlock<'_>) -> Vec<SymbolId> {
    let exported = block.body.iter().filter_map(|statement| match statement {
        Statement::ExportDeclaration(export) => match &export.declaration {
            Declaration::VariableDeclaration(variable) if variable.kind != VariableDeclarationKind::Const => {
                Some(variable)
            }
            _ => None,
        },
        _ => None,
    });
    let bound = exported.flat_map(|variable| {
        variable.declarations.iter().flat_map(|declarator| declarator.id.get_binding_identifiers())
    });
    bound.filter_map(|identifier| identifier.symbol_id.get()).collect()
}

/// The values that a block exports.
fn exports_of(block: &TSModuleBlock<'_>) -> HashSet<String> {
    let mut names = HashSet::new();
    for statement in &block.body {
        let Statement::ExportDeclaration(export) = statement else {
            continue;
        };
        match &export.declaration {
            Declaration::VariableDeclaration(variable) => {
                let declared =
                    variable.declarations.iter().flat_map(|declarator| declarator.id.get_binding_identifiers());
                names.extend(declared.map(|identifier| identifier.name.to_string()));
            }
            Declaration::FunctionDeclaration(function) => {
                names.extend(function.id.iter().map(|id| id.name.to_string()))
            }
            Declaration::ClassDeclaration(class) => names.extend(class.id.iter().map(|id| id.name.to_string())),
            Declaration::TSEnumDeclaration(one) => drop(names.insert(one.id.name.to_string())),
            Declaration::TSNamespaceDeclaration(one) => drop(names.insert(one.id.name.to_string())),
            Declaration::TSImportEqualsDeclaration(one) => drop(names.insert(one.id.name.to_string())),
            _ => {}
        }
    }
    names
}

fn exported_enum<'b, 'a>(statement: &'b Statement<'a>) -> Option<&'b TSEnumDeclaration<'a>> {
    match statement {
        Statement::ExportDeclaration(export) => match &export.declaration {
            Declaration::TSEnumDeclaration(declared) if !declared.declare => Some(declared),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a namespace is an object with nothing to emit in it but declarations of values that exist elsewhere: the
/// lowering would leave it out.
fn is_ambient(body: &TSNamespaceDeclarationBody<'_>) -> bool {
    let TSNamespaceDeclarationBody::TSModuleBlock(block) = body else { return false };
    let has_nothing = block.body.iter().all(|statement| {
        let declaration = match statement {
            Statement::ExportDeclaration(export) => Some(&export.declaration),
            _ => statement.as_declaration(),
        };
        declaration.is_some_and(is_type_only_declaration)
    });
    has_nothing && has_values(body)
}

/// The names of the namespaces outside of others.
pub(crate) fn top_level_names(program: &Program<'_>) -> HashSet<String> {
    let declared = program.body.iter().filter_map(|statement| match statement {
        Statement::TSNamespaceDeclaration(it) => Some(it),
        Statement::ExportDeclaration(export) => match &export.declaration {
            Declaration::TSNamespaceDeclaration(it) => Some(it),
            _ => None,
        },
        _ => None,
    });
    declared.map(|it| it.id.name.to_string()).collect()
}

/// The edits that make the variables of lowered namespaces exist from the start of the program, as TypeScript's do: in
/// a cycle of modules they are `undefined` before their block.
pub(crate) fn hoist(program: &Program<'_>, names: &HashSet<String>) -> Option<Edits> {
    let mut edits = Edits::default();
    let mut has_edits = false;
    for statement in &program.body {
        let variable = match statement {
            Statement::VariableDeclaration(variable) => variable,
            Statement::ExportDeclaration(export) => match &export.declaration {
                Declaration::VariableDeclaration(variable) => variable,
                _ => continue,
            },
            _ => continue,
        };
        let [declarator] = &variable.declarations[..] else { continue };
        let name = declarator.id.get_identifier_name();
        let is_namespace = declarator.init.is_none() && name.is_some_and(|name| names.contains(name.as_str()));
        if variable.kind == VariableDeclarationKind::Let && is_namespace {
            let start = variable.span.start;
            edits.replace(start, start + 3, "var");
            has_edits = true;
        }
    }
    has_edits.then_some(edits)
}

/// A block that is being visited.
struct Inside {
    path: Path,
    name: String,
    symbol: Option<SymbolId>,
    scope: Option<ScopeId>,
    /// Where its statements begin; `None` for `A` in `namespace A.B {}`.
    start: Option<u32>,
    is_ambient: bool,
    has_alias: bool,
}

struct Qualifier<'s> {
    source: &'s str,
    scoping: &'s Scoping,
    blocks: &'s HashMap<Path, Vec<HashSet<String>>>,
    variables: &'s HashSet<SymbolId>,
    /// Begins the names of aliases; occurs nowhere in the source.
    prefix: String,
    enum_members: &'s HashMap<Path, HashSet<String>>,
    inside: Vec<Inside>,
    edits: Edits,
    has_edits: bool,
}

impl Qualifier<'_> {
    /// The name of the namespace that a value belongs to, when another block of it exports the value or it may change.
    fn owner(&mut self, identifier: &IdentifierReference<'_>) -> Option<String> {
        let reference = self.scoping.get_reference(identifier.reference_id.get()?);
        if reference.is_value() { self.owner_of_value(identifier) } else { None }
    }

    fn owner_of_value(&mut self, identifier: &IdentifierReference<'_>) -> Option<String> {
        let reference = self.scoping.get_reference(identifier.reference_id.get()?);
        let index = self.owner_index(identifier, reference.symbol_id())?;
        Some(self.readable_name(index, reference.scope_id()))
    }

    /// The index of the owner in `inside`.
    fn owner_index(&self, identifier: &IdentifierReference<'_>, symbol: Option<SymbolId>) -> Option<usize> {
        let declared_in = symbol.map(|symbol| self.scoping.symbol_scope_id(symbol));
        if symbol.is_some_and(|symbol| self.variables.contains(&symbol)) {
            return self.inside.iter().rposition(|block| block.scope == declared_in);
        }
        for (index, block) in self.inside.iter().enumerate().rev().filter(|(_, block)| !block.is_ambient) {
            let is_own = declared_in
                .zip(block.scope)
                .is_some_and(|(scope, block)| scope == block || self.scoping.scope_is_descendant_of(scope, block));
            if is_own {
                return None;
            }
            let is_exported = self.blocks.get(&block.path).is_some_and(|blocks| {
                blocks.len() > 1 && blocks.iter().any(|exports| exports.contains(identifier.name.as_str()))
            });
            if is_exported {
                return Some(index);
            }
        }
        None
    }

    /// A name by which a scope can read a namespace around it: its own, or an alias where a nearer declaration has that.
    fn readable_name(&mut self, index: usize, scope: ScopeId) -> String {
        let owner = &self.inside[index];
        let found = self.scoping.find_binding(scope, owner.name.as_str().into());
        if found == owner.symbol {
            return owner.name.clone();
        }
        let alias = format!("{}{}", self.prefix, owner.name);
        if !owner.has_alias
            && let Some(start) = self.inside[index..].iter().find_map(|block| block.start)
        {
            // A lowered block is a function of its namespace, and may declare another one by the same name.
            let value = if owner.start.is_some() { "arguments[0]" } else { &owner.name };
            let text = format!("const {alias}={value};");
            self.edits.insert(start, text);
            self.inside[index].has_alias = true;
        }
        alias
    }

    fn qualify(&mut self, identifier: &IdentifierReference<'_>) {
        if let Some(owner) = self.owner_of_value(identifier) {
            self.has_edits = true;
            self.edits.insert(identifier.span.start, format!("{owner}."));
        }
    }

    /// Adds the members of an enum to the object of the blocks before.
    fn merge_enum(&mut self, declared: &TSEnumDeclaration<'_>, span: oxc_span::Span, is_continued: bool) {
        let Some(block) = self.inside.last() else { return };
        let path = format!("{}.{}", block.path, declared.id.name);
        let Some(members) = self.enum_members.get(&path) else { return };
        let merged = enums::MergedEnum { owner: &block.name, members, is_continued };
        let text = enums::lower(declared, &merged, self.scoping, self.source);
        self.edits.replace(span.start, span.end, text);
        self.has_edits = true;
    }

    /// Whether several blocks of the namespace around export `name`.
    fn is_shared(&self, name: &str) -> bool {
        let Some(block) = self.inside.last() else { return false };
        let blocks = self.blocks.get(&block.path).into_iter().flatten();
        blocks.filter(|exports| exports.contains(name)).count() > 1
    }
}

impl<'a> Visit<'a> for Qualifier<'_> {
    fn visit_ts_module_block(&mut self, it: &TSModuleBlock<'a>) {
        let mut merged = HashSet::new();
        for statement in &it.body {
            match exported_enum(statement).filter(|declared| self.is_shared(&declared.id.name)) {
                Some(declared) => {
                    let is_continued = !merged.insert(declared.id.name.as_str());
                    self.merge_enum(declared, statement.span(), is_continued);
                }
                None => self.visit_statement(statement),
            }
        }
    }

    fn visit_ts_import_equals_declaration(&mut self, it: &TSImportEqualsDeclaration<'a>) {
        let first = match &it.module_reference {
            TSModuleReference::ExternalModuleReference(_) => None,
            TSModuleReference::IdentifierReference(identifier) => Some(&**identifier),
            TSModuleReference::QualifiedName(qualified) => TSTypeName::get_identifier_reference(&qualified.left),
        };
        if let Some(identifier) = first {
            self.qualify(identifier);
        }
    }

    fn visit_assignment_target_property_identifier(&mut self, it: &AssignmentTargetPropertyIdentifier<'a>) {
        if let Some(owner) = self.owner(&it.binding) {
            self.has_edits = true;
            self.edits.insert(it.binding.span.start, format!("{}: {owner}.", it.binding.name));
        }
        if let Some(default) = &it.init {
            self.visit_expression(default);
        }
    }

    fn visit_ts_namespace_declaration(&mut self, it: &TSNamespaceDeclaration<'a>) {
        let path = match self.inside.last() {
            Some(around) => format!("{}.{}", around.path, it.id.name),
            None => it.id.name.to_string(),
        };
        if !it.declare && is_ambient(&it.body) {
            self.has_edits = true;
            self.edits.insert(it.body.span().start + 1, "0;");
        }
        let is_block = matches!(it.body, TSNamespaceDeclarationBody::TSModuleBlock(_));
        self.inside.push(Inside {
            path,
            name: it.id.name.to_string(),
            symbol: it.id.symbol_id.get(),
            scope: it.scope_id.get(),
            start: is_block.then_some(it.body.span().start + 1),
            is_ambient: it.declare,
            has_alias: false,
        });
        walk::walk_ts_namespace_declaration(self, it);
        self.inside.pop();
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        if let Some(owner) = self.owner(it) {
            self.has_edits = true;
            self.edits.insert(it.span.start, format!("{owner}."));
        }
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        if let (true, Expression::Identifier(identifier)) = (it.shorthand, &it.value)
            && let Some(owner) = self.owner(identifier)
        {
            self.has_edits = true;
            self.edits.insert(it.span.start, format!("{}: {owner}.", identifier.name));
            return;
        }
        walk::walk_object_property(self, it);
    }
}
