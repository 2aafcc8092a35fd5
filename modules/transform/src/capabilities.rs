//! The capabilities that a module uses itself: processes, the network, files, the environment, evaluation, native code.
//! They are found in the syntax tree; names that are computed at run time are not, so an empty result proves nothing.

use crate::Language;
use crate::{parse, pipeline};
use oxc_ast::ast::{
    Argument, BindingPattern, BindingProperty, CallExpression, ExportAllDeclaration, ExportFromDeclaration, Expression,
    ImportDeclaration, ImportExpression, NewExpression, StaticMemberExpression, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use std::collections::BTreeSet;

/// Something beyond computing that a module can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Capability {
    Processes,
    Network,
    Files,
    Environment,
    Evaluation,
    NativeCode,
}

impl Capability {
    /// Its name for users.
    pub fn name(self) -> &'static str {
        match self {
            Self::Processes => "child processes",
            Self::Network => "the network",
            Self::Files => "files",
            Self::Environment => "environment variables",
            Self::Evaluation => "eval",
            Self::NativeCode => "native code",
        }
    }

    /// That of a module that Node.js brings.
    fn of_module(specifier: &str) -> Option<Self> {
        match specifier.strip_prefix("node:").unwrap_or(specifier) {
            "child_process" | "cluster" => Some(Self::Processes),
            "net" | "http" | "https" | "http2" | "dgram" | "tls" | "dns" | "dns/promises" | "undici" => {
                Some(Self::Network)
            }
            "fs" | "fs/promises" => Some(Self::Files),
            "vm" => Some(Self::Evaluation),
            "bun:ffi" | "ffi" => Some(Self::NativeCode),
            other => other.ends_with(".node").then_some(Self::NativeCode),
        }
    }
}

/// Words without one of which a source has no capability: most files need no parsing.
const MARKS: [&str; 15] = [
    "child_process",
    "cluster",
    "net",
    "http",
    "dgram",
    "tls",
    "dns",
    "undici",
    "fs",
    "vm",
    "ffi",
    ".node",
    "env",
    "eval",
    "Function",
];

/// Finds the capabilities of a source; none when it cannot be parsed.
pub fn capabilities(source: &str, language: Language) -> BTreeSet<Capability> {
    if !MARKS.iter().any(|mark| source.contains(mark)) && !source.contains("fetch") && !source.contains("WebSocket") {
        return BTreeSet::new();
    }
    pipeline::with_allocator(source, |allocator| {
        let mut finder = Finder::default();
        if let Some(program) = parse::parse_leniently(allocator, source, language) {
            finder.visit_program(&program);
        }
        finder.found
    })
}

#[derive(Default)]
struct Finder {
    found: BTreeSet<Capability>,
}

impl Finder {
    fn add_module(&mut self, specifier: &str) {
        self.found.extend(Capability::of_module(specifier));
    }

    fn add_called(&mut self, name: &str) {
        match name {
            "eval" | "Function" => drop(self.found.insert(Capability::Evaluation)),
            "fetch" | "WebSocket" | "EventSource" => drop(self.found.insert(Capability::Network)),
            _ => {}
        }
    }
}

impl<'a> Visit<'a> for Finder {
    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        self.add_module(&it.source.value);
    }

    fn visit_export_from_declaration(&mut self, it: &ExportFromDeclaration<'a>) {
        self.add_module(&it.source.value);
    }

    fn visit_export_all_declaration(&mut self, it: &ExportAllDeclaration<'a>) {
        self.add_module(&it.source.value);
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        if let Expression::StringLiteral(specifier) = &it.source {
            self.add_module(&specifier.value);
        }
        walk::walk_import_expression(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        match &it.callee {
            Expression::Identifier(name) if matches!(name.name.as_str(), "require" | "__require") => {
                if let Some(Argument::StringLiteral(specifier)) = it.arguments.first() {
                    self.add_module(&specifier.value);
                }
            }
            Expression::Identifier(name) => self.add_called(&name.name),
            _ => {}
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        if let Expression::Identifier(name) = &it.callee {
            self.add_called(&name.name);
        }
        walk::walk_new_expression(self, it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let (BindingPattern::ObjectPattern(pattern), Some(Expression::Identifier(object))) = (&it.id, &it.init) {
            let is_env = |property: &BindingProperty<'a>| property.key.static_name().is_some_and(|name| name == "env");
            if object.name == "process" && pattern.properties.iter().any(is_env) {
                self.found.insert(Capability::Environment);
            }
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        if let Expression::Identifier(object) = &it.object {
            match (object.name.as_str(), it.property.name.as_str()) {
                ("process" | "Bun" | "Deno", "env") => drop(self.found.insert(Capability::Environment)),
                ("process", "binding" | "dlopen") | ("Deno", "dlopen") => {
                    self.found.insert(Capability::NativeCode);
                }
                ("Bun", "spawn" | "spawnSync") | ("Deno", "Command") => {
                    self.found.insert(Capability::Processes);
                }
                _ => {}
            }
        }
        walk::walk_static_member_expression(self, it);
    }
}

#[cfg(test)]
#[path = "capabilities_tests.rs"]
mod tests;
