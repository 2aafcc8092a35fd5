//! Whose program it is: the runtime it was written for.

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

/// What the program's own source shows. Who parses the entry fills it in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SourceHints {
    /// `Bun` is used and not declared.
    pub uses_bun_global: bool,
    /// `Deno` is used and not declared.
    pub uses_deno_global: bool,
    /// `Worker`, which Node does not have as a global, is constructed and not declared.
    pub uses_web_worker: bool,
    /// It gets the option `type`, which Deno insists on.
    pub uses_module_worker: bool,
    /// `bun` or `bun:…` is imported.
    pub imports_bun: bool,
    /// `jsr:…`, `npm:…` or an `http(s):` URL is imported.
    pub imports_deno: bool,
    /// What makes a package of another home run on Node is imported.
    pub imports_node_adapter: bool,
}

impl SourceHints {
    /// Takes notice of an imported specifier.
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

/// Packages, and entries of packages, that run in one home only. `Node`: adapters that bring such a package to Node.
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

/// Returns the home that only one runtime's specifiers, or packages that ship for one runtime, give away.
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

/// Decides whose program `entry` (an absolute path) is.
///
/// An adapter for Node says Node. Otherwise what the source imports decides first, then which global it uses, when only one of Bun and Deno shows;
/// a program that asks for both (to adapt itself) says nothing. Then the files beside it decide: from the
/// entry's folder up to the first one that has such a file or a `package.json`, the package's root. Files of
/// both in one folder say nothing. Then a Web worker says that it is not Node's. Otherwise it is.
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
