//! What the names of types mean: the declarations of a file by symbol, and the members of its namespaces.

use std::collections::HashMap;

use oxc_ast::AstKind;
use oxc_ast::ast::{
    BindingPattern, Class, Declaration, IdentifierReference, Program, Statement, TSEnumDeclaration,
    TSImportEqualsDeclaration, TSInterfaceDeclaration, TSModuleReference, TSNamespaceDeclaration,
    TSNamespaceDeclarationBody, TSTypeAliasDeclaration, TSTypeName, TSTypeParameter, VariableDeclarator,
};
use oxc_ast_visit::Visit;
use oxc_semantic::Scoping;
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::SymbolId;

use super::members::{self, MemberValue};
use super::modules::{Import, Importer, Location};

/// How many imports of names of namespaces are followed; they may refer to each other.
const IMPORT_CHAIN_MAX: u32 = 8;

/// One declaration of a name.
#[derive(Clone, Copy)]
pub(super) enum Meaning<'a> {
    Alias(&'a TSTypeAliasDeclaration<'a>),
    Interface(&'a TSInterfaceDeclaration<'a>),
    Class(&'a Class<'a>),
    Enum(&'a TSEnumDeclaration<'a>),
    Namespace(&'a TSNamespaceDeclaration<'a>),
    Parameter(&'a TSTypeParameter<'a>),
    Variable(&'a VariableDeclarator<'a>),
    Function,
    /// `import name = Namespace.name`.
    ImportEquals(&'a TSImportEqualsDeclaration<'a>),
    /// An import of another module, or a member of what is imported.
    Import(Import<'a>),
    EnumMember(&'a TSEnumDeclaration<'a>, &'a str),
    /// A member of a class itself, or of an object literal.
    Member(MemberValue<'a>),
}

/// The declarations that a type's name refers to.
pub(super) struct Resolved<'a> {
    /// Empty for globals, and for members of what is not declared in this file.
    pub meanings: Vec<Meaning<'a>>,
    /// The name as an expression can read it here.
    pub path: String,
    /// The symbol of a name without dots.
    pub symbol: Option<SymbolId>,
    /// Whether nothing in this file declares the leftmost name.
    pub is_global: bool,
}

pub(super) struct Declarations<'a, 's> {
    pub scoping: &'s Scoping,
    importer: Importer<'s, 'a>,
    by_symbol: HashMap<SymbolId, Vec<Meaning<'a>>>,
    /// The namespace of each block, by the scope of the block.
    namespaces: HashMap<ScopeId, SymbolId>,
}

/// The scope of a method. TypeScript resolves the types of its metadata outside of it, where its type parameters mean
/// nothing.
pub(super) type HiddenScope = Option<ScopeId>;

impl<'a, 's> Declarations<'a, 's> {
    pub(super) fn collect(program: &Program<'a>, scoping: &'s Scoping, importer: Importer<'s, 'a>) -> Self {
        let mut declarations = Self { scoping, importer, by_symbol: HashMap::new(), namespaces: HashMap::new() };
        declarations.visit_program(program);
        declarations
    }

    pub(super) fn of_symbol(&self, symbol: SymbolId) -> &[Meaning<'a>] {
        self.by_symbol.get(&symbol).map_or(&[], Vec::as_slice)
    }

    /// Resolves the name of a type; `None` for names that begin with `this`.
    pub(super) fn resolve(&self, name: &TSTypeName<'a>) -> Option<Resolved<'a>> {
        self.resolve_outside(name, None)
    }

    pub(super) fn resolve_outside(&self, name: &TSTypeName<'a>, hidden: HiddenScope) -> Option<Resolved<'a>> {
        match name {
            TSTypeName::IdentifierReference(identifier) => Some(self.resolve_identifier(identifier, hidden)),
            TSTypeName::QualifiedName(qualified) => {
                let left = self.follow(self.resolve(&qualified.left)?);
                let right = qualified.right.name.as_str();
                let meanings = self.members(&left.meanings, right);
                Some(Resolved { meanings, path: format!("{}.{right}", left.path), symbol: None, ..left })
            }
            TSTypeName::ThisExpression(_) => None,
        }
    }

    /// What `import name = Namespace.name` refers to: the name itself exists only where a value reads it.
    pub(super) fn follow(&self, mut resolved: Resolved<'a>) -> Resolved<'a> {
        for _ in 0..IMPORT_CHAIN_MAX {
            let Some(Meaning::ImportEquals(import)) = resolved.meanings.first() else { break };
            let Some(target) = self.resolve_reference(&import.module_reference) else { break };
            resolved = target;
        }
        resolved
    }

    /// Resolves the right side of `import name = …`.
    pub(super) fn resolve_reference(&self, reference: &TSModuleReference<'a>) -> Option<Resolved<'a>> {
        match reference {
            TSModuleReference::ExternalModuleReference(_) => None,
            TSModuleReference::IdentifierReference(identifier) => Some(self.resolve_identifier(identifier, None)),
            TSModuleReference::QualifiedName(qualified) => {
                let left = self.follow(self.resolve(&qualified.left)?);
                let right = qualified.right.name.as_str();
                let meanings = self.members(&left.meanings, right);
                Some(Resolved { meanings, path: format!("{}.{right}", left.path), symbol: None, ..left })
            }
        }
    }

    /// Calls `read` with the declarations of the module that declares an imported name, what the name means there, and
    /// whether only its types can be imported. `None` when the module is unknown.
    pub(super) fn with_imported<T>(
        &self,
        imported: &Resolved<'a>,
        read: impl FnOnce(&Declarations<'a, '_>, &Resolved<'a>, bool) -> T,
    ) -> Option<T> {
        let import = imported.meanings.iter().find_map(|meaning| match meaning {
            Meaning::Import(import) => Some(*import),
            _ => None,
        })?;
        let mut members = imported.path.split('.').skip(1).peekable();
        let mut location = self.importer.modules.locate(self.importer.file_name, import)?;
        while let Location { symbol: None, .. } = location {
            location = self.importer.modules.member(&location, members.next()?)?;
        }
        let Location { module, symbol, is_type_only } = location;
        let importer = Importer { modules: self.importer.modules, file_name: &module.file_name };
        let declarations = Declarations::collect(module.program, &module.scoping, importer);
        let path = module.scoping.symbol_name(symbol?).to_owned();
        let meanings = declarations.of_symbol(symbol?).to_vec();
        let mut resolved = Resolved { meanings, path, symbol, is_global: false };
        for member in members {
            let owner = declarations.follow(resolved);
            let meanings = declarations.members(&owner.meanings, member);
            resolved = Resolved { meanings, path: format!("{}.{member}", owner.path), symbol: None, ..owner };
        }
        Some(read(&declarations, &resolved, is_type_only))
    }

    fn resolve_identifier(&self, identifier: &IdentifierReference<'a>, hidden: HiddenScope) -> Resolved<'a> {
        let name = identifier.name.as_str();
        let reference = identifier.reference_id.get().map(|id| self.scoping.get_reference(id));
        let symbol = reference.and_then(|reference| reference.symbol_id());
        let symbol = match hidden {
            Some(scope) if symbol.is_some_and(|symbol| self.scoping.symbol_scope_id(symbol) == scope) => {
                let around = self.scoping.scope_parent_id(scope);
                around.and_then(|scope| self.scoping.find_binding(scope, name.into()))
            }
            _ => symbol,
        };
        let declared_in = symbol.map(|symbol| self.scoping.symbol_scope_id(symbol));
        // An export of another block of a namespace around is nearer than a declaration outside of the namespace.
        let around = reference.into_iter().flat_map(|reference| self.scoping.scope_ancestors(reference.scope_id()));
        for scope in around.take_while(|scope| Some(*scope) != declared_in) {
            let Some(namespace) = self.namespaces.get(&scope) else { continue };
            let meanings = self.members(self.of_symbol(*namespace), name);
            if !meanings.is_empty() {
                let path = format!("{}.{name}", self.scoping.symbol_name(*namespace));
                return Resolved { meanings, path, symbol: None, is_global: false };
            }
        }
        let meanings = symbol.map_or_else(Vec::new, |symbol| self.of_symbol(symbol).to_vec());
        Resolved { meanings, path: name.to_owned(), symbol, is_global: symbol.is_none() }
    }

    /// The members called `name` of enums, of all the blocks of a namespace, and of values.
    fn members(&self, owners: &[Meaning<'a>], name: &str) -> Vec<Meaning<'a>> {
        let mut found = Vec::new();
        for owner in owners {
            match owner {
                Meaning::Namespace(namespace) => self.exports(namespace, name, &mut found),
                Meaning::Enum(declaration) => {
                    let member = declaration.body.members.iter().find(|member| member.id.static_name() == name);
                    found.extend(
                        member.map(|member| Meaning::EnumMember(declaration, member.id.static_name().as_str())),
                    );
                }
                import @ Meaning::Import(_) => found.push(*import),
                Meaning::Class(class) => {
                    found.extend(members::of_static(class, name).map(|member| Meaning::Member(member.value)));
                }
                Meaning::Variable(variable) => {
                    let object = variable.init.as_ref().and_then(members::of_value);
                    let member = object.into_iter().flatten().find(|member| member.name == Some(name));
                    found.extend(member.map(|member| Meaning::Member(member.value)));
                }
                _ => {}
            }
        }
        found
    }

    fn exports(&self, namespace: &'a TSNamespaceDeclaration<'a>, name: &str, found: &mut Vec<Meaning<'a>>) {
        let block = match &namespace.body {
            TSNamespaceDeclarationBody::TSModuleBlock(block) => block,
            TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => {
                if inner.id.name == name {
                    found.push(Meaning::Namespace(inner));
                }
                return;
            }
        };
        let has_name = |symbol: Option<SymbolId>| symbol.filter(|symbol| self.scoping.symbol_name(*symbol) == name);
        for statement in &block.body {
            // Everything in an ambient namespace is exported.
            let declaration = match statement {
                Statement::ExportDeclaration(export) => Some(&export.declaration),
                _ if namespace.declare => statement.as_declaration(),
                _ => None,
            };
            let Some(declaration) = declaration else { continue };
            let mut symbols = symbols_of(declaration);
            if let Some(symbol) = symbols.find_map(has_name) {
                // All declarations of the symbol in this block belong together.
                found.extend_from_slice(self.of_symbol(symbol));
                return;
            }
        }
    }

    fn add(&mut self, symbol: Option<SymbolId>, meaning: Meaning<'a>) {
        if let Some(symbol) = symbol {
            self.by_symbol.entry(symbol).or_default().push(meaning);
        }
    }
}

pub(super) fn symbols_of<'d>(declaration: &'d Declaration<'_>) -> Box<dyn Iterator<Item = Option<SymbolId>> + 'd> {
    let one = |symbol: Option<SymbolId>| Box::new(std::iter::once(symbol));
    match declaration {
        Declaration::VariableDeclaration(variable) => {
            let bound = variable.declarations.iter().flat_map(|declarator| declarator.id.get_binding_identifiers());
            Box::new(bound.map(|identifier| identifier.symbol_id.get()))
        }
        Declaration::FunctionDeclaration(it) => one(it.id.as_ref().and_then(|id| id.symbol_id.get())),
        Declaration::ClassDeclaration(it) => one(it.id.as_ref().and_then(|id| id.symbol_id.get())),
        Declaration::TSEnumDeclaration(it) => one(it.id.symbol_id.get()),
        Declaration::TSNamespaceDeclaration(it) => one(it.id.symbol_id.get()),
        Declaration::TSTypeAliasDeclaration(it) => one(it.id.symbol_id.get()),
        Declaration::TSInterfaceDeclaration(it) => one(it.id.symbol_id.get()),
        Declaration::TSImportEqualsDeclaration(it) => one(it.id.symbol_id.get()),
        _ => Box::new(std::iter::empty()),
    }
}

impl<'a> Visit<'a> for Declarations<'a, '_> {
    fn enter_node(&mut self, kind: AstKind<'a>) {
        match kind {
            AstKind::TSTypeAliasDeclaration(it) => self.add(it.id.symbol_id.get(), Meaning::Alias(it)),
            AstKind::TSInterfaceDeclaration(it) => self.add(it.id.symbol_id.get(), Meaning::Interface(it)),
            AstKind::TSEnumDeclaration(it) => self.add(it.id.symbol_id.get(), Meaning::Enum(it)),
            AstKind::TSTypeParameter(it) => self.add(it.name.symbol_id.get(), Meaning::Parameter(it)),
            AstKind::TSImportEqualsDeclaration(it) => {
                let meaning = Import::of_equals(it).map_or(Meaning::ImportEquals(it), Meaning::Import);
                self.add(it.id.symbol_id.get(), meaning);
            }
            AstKind::Class(it) => self.add(it.id.as_ref().and_then(|id| id.symbol_id.get()), Meaning::Class(it)),
            AstKind::Function(it) => self.add(it.id.as_ref().and_then(|id| id.symbol_id.get()), Meaning::Function),
            AstKind::VariableDeclarator(it) => {
                if let BindingPattern::BindingIdentifier(id) = &it.id {
                    self.add(id.symbol_id.get(), Meaning::Variable(it));
                }
            }
            AstKind::TSNamespaceDeclaration(it) => {
                self.add(it.id.symbol_id.get(), Meaning::Namespace(it));
                if let (Some(scope), Some(symbol)) = (it.scope_id.get(), it.id.symbol_id.get()) {
                    self.namespaces.insert(scope, symbol);
                }
            }
            AstKind::ImportDeclaration(it) => {
                for (symbol, import) in Import::all_of(it) {
                    self.add(symbol, Meaning::Import(import));
                }
            }
            _ => {}
        }
    }
}
