//! Imports of a REPL's line, which are dynamic.

use oxc_ast::ast::*;
use oxc_span::GetSpan;

use super::Line;

impl Line<'_> {
    /// An import, whose names become global variables.
    pub(super) fn add_import(&mut self, import: &ImportDeclaration<'_>) {
        let specifiers = import.specifiers.as_ref().map_or(&[][..], |all| all.as_slice());
        let loaded = self.loaded(&import.source, import.with_clause.as_deref());
        self.is_async = true;
        match specifiers {
            [] => self.evaluate(loaded),
            [ImportDeclarationSpecifier::ImportDefaultSpecifier(one)] => {
                self.hoist(&one.local.name);
                self.evaluate(format!("{} = ({loaded}).default", one.local.name));
            }
            [.., ImportDeclarationSpecifier::ImportNamespaceSpecifier(one)] => {
                self.add_members(specifiers, &one.local.name, &loaded);
            }
            _ => self.add_members(specifiers, &variable_of(&import.source.value), &loaded),
        }
    }

    /// The names of an import, as members of the namespace in a variable. The default one is the last, as Bun has it.
    fn add_members(&mut self, specifiers: &[ImportDeclarationSpecifier<'_>], namespace: &str, loaded: &str) {
        let is_default = |one: &&ImportDeclarationSpecifier<'_>| {
            matches!(one, ImportDeclarationSpecifier::ImportDefaultSpecifier(_))
        };
        self.hoisted.extend(specifiers.iter().filter(is_default).map(|one| one.local().name.to_string()));
        self.hoist(namespace);
        self.evaluate(format!("{namespace} = {loaded}"));
        for one in specifiers {
            let ImportDeclarationSpecifier::ImportSpecifier(named) = one else { continue };
            let member = match &named.imported {
                ModuleExportName::StringLiteral(name) => format!("[{}]", self.text(name.span)),
                name => format!(".{}", name.name()),
            };
            self.hoist(&named.local.name);
            self.evaluate(format!("{} = {namespace}{member}", named.local.name));
        }
        for one in specifiers.iter().filter(is_default) {
            self.evaluate(format!("{} = {namespace}.default", one.local().name));
        }
    }

    /// A module whose names the line does not have.
    pub(super) fn load(&mut self, source: &StringLiteral<'_>, attributes: Option<&WithClause<'_>>) {
        self.is_async = true;
        self.evaluate(self.loaded(source, attributes));
    }

    /// The expression that is the namespace of a module.
    fn loaded(&self, source: &StringLiteral<'_>, attributes: Option<&WithClause<'_>>) -> String {
        let specifier = self.text(source.span);
        let entries: Vec<&str> =
            attributes.iter().flat_map(|clause| &clause.with_entries).map(|entry| self.text(entry.span())).collect();
        match entries.is_empty() {
            true => format!("await import({specifier})"),
            false => format!("await import({specifier}, {{ with: {{ {} }} }})", entries.join(", ")),
        }
    }
}

/// The variable of a module's namespace: `import_` and the name of its file.
fn variable_of(specifier: &str) -> String {
    let file = specifier.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let name = file.rsplit_once('.').map_or(file, |(name, _)| name);
    let identifier: String =
        name.chars().map(|one| if one.is_ascii_alphanumeric() || one == '$' { one } else { '_' }).collect();
    format!("import_{identifier}")
}
