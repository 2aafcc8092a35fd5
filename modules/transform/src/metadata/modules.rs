//! The types of other modules: where a name is declared that a file imports, through barrels, `export *`, and exports
//! under other names.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    Declaration, ExportAllDeclaration, ExportDefaultDeclarationKind, ExportFromDeclaration, ExportNamedDeclaration,
    Expression, ImportDeclaration, ImportDeclarationSpecifier, ModuleExportName, Program, Statement,
    TSImportEqualsDeclaration, TSModuleReference,
};
use oxc_semantic::Scoping;
use oxc_syntax::symbol::SymbolId;

use super::declarations::symbols_of;
use crate::options::{ModuleHint, Options};
use crate::parse;
use crate::type_sources::TypeSources;

/// An import by which a name is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Import<'a> {
    pub specifier: &'a str,
    /// The name that the other module exports; `None` for all of them.
    pub name: Option<&'a str>,
    /// `import type`: the value of the name does not exist.
    pub is_type_only: bool,
}

/// What `import name = require("specifier")` reads.
const EXPORT_ASSIGNMENT: &str = "export=";

impl<'a> Import<'a> {
    /// The imports of a declaration, each with the symbol that it binds.
    pub(super) fn all_of(
        declaration: &'a ImportDeclaration<'a>,
    ) -> impl Iterator<Item = (Option<SymbolId>, Self)> + 'a {
        let specifier = declaration.source.value.as_str();
        let is_type_only = declaration.import_kind.is_type();
        declaration.specifiers.iter().flatten().map(move |one| {
            let (name, is_type) = match one {
                ImportDeclarationSpecifier::ImportSpecifier(named) => {
                    (Some(named.imported.name().as_str()), named.import_kind.is_type())
                }
                ImportDeclarationSpecifier::ImportDefaultSpecifier(_) => (Some("default"), false),
                ImportDeclarationSpecifier::ImportNamespaceSpecifier(_) => (None, false),
            };
            (one.local().symbol_id.get(), Self { specifier, name, is_type_only: is_type_only || is_type })
        })
    }

    /// The import of `import name = require("specifier")`.
    pub(super) fn of_equals(declaration: &'a TSImportEqualsDeclaration<'a>) -> Option<Self> {
        let TSModuleReference::ExternalModuleReference(module) = &declaration.module_reference else { return None };
        Some(Self {
            specifier: module.expression.value.as_str(),
            name: Some(EXPORT_ASSIGNMENT),
            is_type_only: declaration.import_kind.is_type(),
        })
    }
}

/// The file whose metadata is written, or whose types it depends on.
#[derive(Clone, Copy)]
pub(crate) struct Importer<'s, 'a> {
    pub modules: &'s Modules<'a, 's>,
    pub file_name: &'s str,
}

/// A parsed module.
pub(super) struct Module<'a> {
    pub file_name: String,
    pub program: &'a Program<'a>,
    pub scoping: Scoping,
}

/// Where a name is declared.
#[derive(Clone)]
pub(super) struct Location<'a> {
    pub module: Rc<Module<'a>>,
    /// `None` for the module's namespace object.
    pub symbol: Option<SymbolId>,
    /// An import or an export on the way exists for types alone.
    pub is_type_only: bool,
}

/// The names that were searched, by module: modules may export each other's.
type Searched = HashSet<(String, String)>;

/// The modules whose types the metadata of a file depends on.
pub(crate) struct Modules<'a, 't> {
    allocator: &'a Allocator,
    sources: Option<&'t dyn TypeSources>,
    /// By file name; `None` for those that cannot be parsed.
    parsed: RefCell<HashMap<String, Option<Rc<Module<'a>>>>>,
}

impl<'a, 't> Modules<'a, 't> {
    pub(crate) fn new(allocator: &'a Allocator, sources: Option<&'t dyn TypeSources>) -> Self {
        Self { allocator, sources, parsed: RefCell::default() }
    }

    /// Where the name is declared that `import` in the file `importer` means.
    pub(super) fn locate(&self, importer: &str, import: Import<'_>) -> Option<Location<'a>> {
        self.follow(importer, import, &mut Searched::new())
    }

    /// Where a member of a module's namespace object is declared.
    pub(super) fn member(&self, namespace: &Location<'a>, name: &str) -> Option<Location<'a>> {
        let found = self.export_of(&namespace.module, name, &mut Searched::new())?;
        Some(Location { is_type_only: found.is_type_only || namespace.is_type_only, ..found })
    }

    fn follow(&self, importer: &str, import: Import<'_>, searched: &mut Searched) -> Option<Location<'a>> {
        let module = self.module(importer, import.specifier, import.name)?;
        let namespace = Location { module, symbol: None, is_type_only: import.is_type_only };
        let Some(name) = import.name else { return Some(namespace) };
        match self.export_of(&namespace.module, name, searched) {
            Some(found) => Some(Location { is_type_only: found.is_type_only || import.is_type_only, ..found }),
            None if name == EXPORT_ASSIGNMENT => Some(namespace),
            None => None,
        }
    }

    /// The module of a specifier, unless its source cannot export `name`.
    fn module(&self, importer: &str, specifier: &str, name: Option<&str>) -> Option<Rc<Module<'a>>> {
        let source = self.sources?.find(importer, specifier)?;
        if let Some(module) = self.parsed.borrow().get(&source.file_name) {
            return module.clone();
        }
        // Searching a name in a barrel would parse all of its modules otherwise.
        let may_have = |name: &str| matches!(name, EXPORT_ASSIGNMENT) || source.text.contains(name);
        if name.is_some_and(|name| !may_have(name) && !source.text.contains('*')) {
            return None;
        }
        let module = self.parse(&source.file_name, &source.text).map(Rc::new);
        self.parsed.borrow_mut().insert(source.file_name, module.clone());
        module
    }

    fn parse(&self, file_name: &str, text: &str) -> Option<Module<'a>> {
        let language = Options::for_file(file_name).language;
        let text: &'a str = self.allocator.alloc_str(text.strip_prefix('\u{feff}').unwrap_or(text));
        let parsed = parse::parse(self.allocator, text, language, ModuleHint::EsModule).ok()?;
        Some(Module { file_name: file_name.to_owned(), program: parsed.program, scoping: parsed.scoping })
    }

    fn export_of(&self, module: &Rc<Module<'a>>, name: &str, searched: &mut Searched) -> Option<Location<'a>> {
        if !searched.insert((module.file_name.clone(), name.to_owned())) {
            return None;
        }
        let mut stars = Vec::new();
        for statement in &module.program.body {
            let found = match statement {
                Statement::ExportDeclaration(export) => self.declared(module, &export.declaration, name, searched),
                Statement::ExportDefaultDeclaration(export) if name == "default" => {
                    self.default_of(module, &export.declaration, searched)
                }
                Statement::ExportNamedDeclaration(export) => self.named(module, export, name, searched),
                Statement::ExportFromDeclaration(export) => self.passed_on(module, export, name, searched),
                Statement::ExportAllDeclaration(export) => match &export.exported {
                    Some(exported) if exported.name() == name => self.all(module, export, None, searched),
                    Some(_) => None,
                    None => {
                        stars.push(&**export);
                        None
                    }
                },
                Statement::TSExportAssignment(export) if matches!(name, EXPORT_ASSIGNMENT | "default") => {
                    self.expression(module, &export.expression, searched)
                }
                _ => None,
            };
            if found.is_some() {
                return found;
            }
        }
        if name == "default" {
            return None;
        }
        let through = stars.into_iter().find_map(|export| self.all(module, export, Some(name), searched));
        through.or_else(|| self.ambient(module, name, searched))
    }

    fn declared(
        &self,
        module: &Rc<Module<'a>>,
        declaration: &'a Declaration<'a>,
        name: &str,
        searched: &mut Searched,
    ) -> Option<Location<'a>> {
        let is_named = |symbol: &SymbolId| module.scoping.symbol_name(*symbol) == name;
        let symbol = symbols_of(declaration).flatten().find(is_named)?;
        self.symbol(module, symbol, searched)
    }

    /// In a declaration file without other exports, every declaration is exported.
    fn ambient(&self, module: &Rc<Module<'a>>, name: &str, searched: &mut Searched) -> Option<Location<'a>> {
        let is_export = |statement: &Statement<'_>| {
            matches!(
                statement,
                Statement::ExportNamedDeclaration(_)
                    | Statement::ExportDefaultDeclaration(_)
                    | Statement::TSExportAssignment(_)
            )
        };
        if !is_declaration_file(&module.file_name) || module.program.body.iter().any(is_export) {
            return None;
        }
        let declarations = module.program.body.iter().filter_map(Statement::as_declaration);
        let mut found = declarations.filter_map(|one| self.declared(module, one, name, searched));
        found.next()
    }

    fn default_of(
        &self,
        module: &Rc<Module<'a>>,
        declaration: &'a ExportDefaultDeclarationKind<'a>,
        searched: &mut Searched,
    ) -> Option<Location<'a>> {
        let id = match declaration {
            ExportDefaultDeclarationKind::ClassDeclaration(class) => class.id.as_ref(),
            ExportDefaultDeclarationKind::FunctionDeclaration(function) => function.id.as_ref(),
            ExportDefaultDeclarationKind::TSInterfaceDeclaration(interface) => Some(&interface.id),
            _ => return self.expression(module, declaration.as_expression()?, searched),
        };
        self.symbol(module, id?.symbol_id.get()?, searched)
    }

    /// `export default name` and `export = name`.
    fn expression(
        &self,
        module: &Rc<Module<'a>>,
        expression: &'a Expression<'a>,
        searched: &mut Searched,
    ) -> Option<Location<'a>> {
        let Expression::Identifier(identifier) = expression else { return None };
        let reference = module.scoping.get_reference(identifier.reference_id.get()?);
        self.symbol(module, reference.symbol_id()?, searched)
    }

    /// `export { local as name }`.
    fn named(
        &self,
        module: &Rc<Module<'a>>,
        export: &'a ExportNamedDeclaration<'a>,
        name: &str,
        searched: &mut Searched,
    ) -> Option<Location<'a>> {
        let specifier = export.specifiers.iter().find(|one| one.exported.name() == name)?;
        let ModuleExportName::IdentifierReference(local) = &specifier.local else { return None };
        let symbol = module.scoping.find_binding(module.scoping.root_scope_id(), local.name)?;
        let found = self.symbol(module, symbol, searched)?;
        let is_type = export.export_kind.is_type() || specifier.export_kind.is_type();
        Some(Location { is_type_only: found.is_type_only || is_type, ..found })
    }

    /// `export { local as name } from "specifier"`.
    fn passed_on(
        &self,
        module: &Rc<Module<'a>>,
        export: &'a ExportFromDeclaration<'a>,
        name: &str,
        searched: &mut Searched,
    ) -> Option<Location<'a>> {
        let specifier = export.specifiers.iter().find(|one| one.exported.name() == name)?;
        let import = Import {
            specifier: export.source.value.as_str(),
            name: Some(specifier.local.name().as_str()),
            is_type_only: export.export_kind.is_type() || specifier.export_kind.is_type(),
        };
        self.follow(&module.file_name, import, searched)
    }

    /// `export * from "specifier"`, or `export * as name from "specifier"`.
    fn all(
        &self,
        module: &Rc<Module<'a>>,
        export: &'a ExportAllDeclaration<'a>,
        name: Option<&str>,
        searched: &mut Searched,
    ) -> Option<Location<'a>> {
        let import =
            Import { specifier: export.source.value.as_str(), name, is_type_only: export.export_kind.is_type() };
        self.follow(&module.file_name, import, searched)
    }

    /// Where a module's symbol is declared: here, or where it is imported from.
    fn symbol(&self, module: &Rc<Module<'a>>, symbol: SymbolId, searched: &mut Searched) -> Option<Location<'a>> {
        match import_of(module.program, symbol) {
            Some(import) => self.follow(&module.file_name, import, searched),
            None => Some(Location { module: Rc::clone(module), symbol: Some(symbol), is_type_only: false }),
        }
    }
}

/// The import that binds a symbol.
fn import_of<'a>(program: &'a Program<'a>, symbol: SymbolId) -> Option<Import<'a>> {
    program.body.iter().find_map(|statement| match statement {
        Statement::ImportDeclaration(declaration) => {
            Import::all_of(declaration).find_map(|(bound, import)| (bound == Some(symbol)).then_some(import))
        }
        Statement::TSImportEqualsDeclaration(declaration) if declaration.id.symbol_id.get() == Some(symbol) => {
            Import::of_equals(declaration)
        }
        _ => None,
    })
}

fn is_declaration_file(file_name: &str) -> bool {
    [".d.ts", ".d.mts", ".d.cts"].iter().any(|ending| file_name.ends_with(ending))
}
