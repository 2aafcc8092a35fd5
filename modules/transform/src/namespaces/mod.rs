//! Unqualified uses of exports of TypeScript's namespaces: those of another block of a merged namespace, and variables
//! that may change. Blocks are lowered one by one, so such a name is qualified first: `value` becomes `Outer.value`.

use std::collections::{HashMap, HashSet};

use oxc_ast::ast::{
    Declaration, Expression, IdentifierReference, ObjectProperty, Program, Statement, TSModuleBlock,
    TSNamespaceDeclaration, TSNamespaceDeclarationBody, VariableDeclarationKind,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::SymbolId;

use crate::edits::Edits;

/// The edits that qualify the names of other blocks; `None` when no namespace has several blocks.
pub(crate) fn qualify(program: &Program<'_>, scoping: &Scoping) -> Option<Edits> {
    let mut collector = Collector::default();
    collector.visit_program(program);
    if collector.variables.is_empty() && collector.blocks.values().all(|blocks| blocks.len() < 2) {
        return None;
    }
    let mut qualifier = Qualifier {
        scoping,
        blocks: &collector.blocks,
        variables: &collector.variables,
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
    /// Exported variables that may change, with their namespace: a copy beside the export would become outdated.
    variables: HashMap<SymbolId, String>,
}

impl<'a> Visit<'a> for Collector {
    fn visit_ts_namespace_declaration(&mut self, it: &TSNamespaceDeclaration<'a>) {
        self.path.push(it.id.name.to_string());
        if let TSNamespaceDeclarationBody::TSModuleBlock(block) = &it.body
            && !it.declare
        {
            let path = self.path.join(".");
            self.blocks.entry(path).or_default().push(exports_of(block));
            for symbol in variables_of(block) {
                self.variables.insert(symbol, it.id.name.to_string());
            }
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
            _ => {}
        }
    }
    names
}

/// A block that is being visited.
struct Inside {
    path: Path,
    name: String,
    scope: Option<ScopeId>,
    is_block: bool,
}

struct Qualifier<'s> {
    scoping: &'s Scoping,
    blocks: &'s HashMap<Path, Vec<HashSet<String>>>,
    variables: &'s HashMap<SymbolId, String>,
    inside: Vec<Inside>,
    edits: Edits,
    has_edits: bool,
}

impl Qualifier<'_> {
    /// The namespace of a name, when another block of it exports the name.
    fn owner(&self, identifier: &IdentifierReference<'_>) -> Option<String> {
        let reference = self.scoping.get_reference(identifier.reference_id.get()?);
        if !reference.is_value() {
            return None;
        }
        if let Some(owner) = reference.symbol_id().and_then(|symbol| self.variables.get(&symbol)) {
            return Some(owner.clone());
        }
        let declared_in = reference.symbol_id().map(|symbol| self.scoping.symbol_scope_id(symbol));
        for block in self.inside.iter().rev().filter(|block| block.is_block) {
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
                return Some(block.name.clone());
            }
        }
        None
    }
}

impl<'a> Visit<'a> for Qualifier<'_> {
    fn visit_ts_namespace_declaration(&mut self, it: &TSNamespaceDeclaration<'a>) {
        let path = match self.inside.last() {
            Some(around) => format!("{}.{}", around.path, it.id.name),
            None => it.id.name.to_string(),
        };
        let is_block = matches!(it.body, TSNamespaceDeclarationBody::TSModuleBlock(_)) && !it.declare;
        self.inside.push(Inside { path, name: it.id.name.to_string(), scope: it.scope_id.get(), is_block });
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
