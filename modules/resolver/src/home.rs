//! The home of a program: the runtime that it was written for.

use std::path::Path;

/// The runtime that a program was written for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Home {
    /// Node.js.
    #[default]
    Node,
    /// Bun.
    Bun,
    /// Deno.
    Deno,
}

/// What the source of the entry shows about its home. The parser of the entry fills it in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SourceHints {
    /// `Bun` is used and not declared.
    pub uses_bun_global: bool,
    /// `Deno` is used and not declared.
    pub uses_deno_global: bool,
    /// `Worker`, which Node does not have as a global, is constructed and not declared.
    pub uses_web_worker: bool,
    /// It has the option `type`, which Deno requires.
    pub uses_module_worker: bool,
    /// `bun` or `bun:…` is imported.
    pub imports_bun: bool,
    /// `jsr:…`, `npm:…` or an `http(s):` URL is imported.
    pub imports_deno: bool,
    /// A package that makes another home's framework run on Node is imported.
    pub imports_node_adapter: bool,
}

impl SourceHints {
    /// Records an imported specifier.
    pub fn note_import(&mut self, specifier: &str) {
        match home_of_specifier(specifier) {
            Some(Home::Bun) => self.imports_bun = true,
            Some(Home::Deno) => self.imports_deno = true,
            Some(Home::Node) => self.imports_node_adapter = true,
            None => {}
        }
    }
}

const FILES: [(&str, Home); 6] = [
    ("bunfig.toml", Home::Bun),
    ("bun.lock", Home::Bun),
    ("bun.lockb", Home::Bun),
    ("deno.json", Home::Deno),
    ("deno.jsonc", Home::Deno),
    ("deno.lock", Home::Deno),
];

/// Packages, and entry points of packages, that run in one home only. `Node`: adapters that make such a package run on
/// Node.
const PACKAGES: [(&str, Home); 8] = [
    ("elysia", Home::Bun),
    ("@elysiajs/node", Home::Node),
    ("hono/bun", Home::Bun),
    ("hono/deno", Home::Deno),
    ("drizzle-orm/bun-sql", Home::Bun),
    ("drizzle-orm/bun-sqlite", Home::Bun),
    ("@types/bun", Home::Bun),
    ("bun-types", Home::Bun),
];

/// Returns the home of a specifier that only one runtime has, or of a package that is published for one runtime.
pub fn home_of_specifier(specifier: &str) -> Option<Home> {
    if let Some((_, home)) = PACKAGES.iter().find(|(name, _)| *name == specifier) {
        return Some(*home);
    }
    if specifier == "bun" || specifier.starts_with("bun:") {
        return Some(Home::Bun);
    }
    let deno = ["jsr:", "npm:", "http:", "https:"];
    deno.iter().any(|scheme| specifier.starts_with(scheme)).then_some(Home::Deno)
}

/// Determines the home of the program `entry` (an absolute path).
///
/// An adapter for Node means Node. Otherwise the imports of the source decide first, then the globals that it uses,
/// provided that only one of Bun and Deno occurs; a program that tests for both (to adapt itself) does not count. Next,
/// the files beside it decide: from the entry's folder up to the first one with such a file or a `package.json`, the
/// package's root. Files of both in one folder do not count. Then a Web worker excludes Node. The default is Node.
pub fn detect_home(entry: &Path, hints: SourceHints) -> Home {
    let one_of = |bun: bool, deno: bool| match (bun, deno) {
        (true, false) => Some(Home::Bun),
        (false, true) => Some(Home::Deno),
        _ => None,
    };
    if hints.imports_node_adapter {
        return Home::Node;
    }
    one_of(hints.imports_bun, hints.imports_deno)
        .or_else(|| one_of(hints.uses_bun_global, hints.uses_deno_global))
        .or_else(|| {
            for folder in entry.ancestors().skip(1) {
                let has = |home: Home| FILES.iter().any(|(name, owner)| *owner == home && folder.join(name).is_file());
                let (bun, deno) = (has(Home::Bun), has(Home::Deno));
                if bun || deno || folder.join("package.json").is_file() {
                    return one_of(bun, deno);
                }
            }
            None
        })
        .or_else(|| {
            let home = if hints.uses_module_worker { Home::Deno } else { Home::Bun };
            hints.uses_web_worker.then_some(home)
        })
        .unwrap_or_default()
}

#[cfg(test)]
#[path = "home_tests.rs"]
mod tests;
