//! The home of a program: the runtime that it was written for, and why.

use crate::Resolver;
use crate::package_json::Runtimes;
use std::fmt;
use std::path::{Path, PathBuf};

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
    /// It is an ES module that reads `require`, `__filename` or `__dirname` whenever it is evaluated, without a test
    /// whether they exist. Bun alone has them there.
    pub needs_common_js: bool,
    /// It reads Bun's properties of `import.meta`, and not those of Node in their place, or the lines of `console`.
    pub uses_bun_features: bool,
    /// `Worker`, which Node does not have as a global, is constructed and not declared.
    pub uses_web_worker: bool,
    /// It has the option `type`, which Deno requires.
    pub uses_module_worker: bool,
    /// `bun` or `bun:…`, or a package that only Bun runs, is imported.
    pub imports_bun: bool,
    /// `jsr:…`, `npm:…`, an `http(s):` URL, or a package that only Deno runs, is imported.
    pub imports_deno: bool,
    /// A package that makes another home's framework run on Node is imported.
    pub imports_node_adapter: bool,
    /// The runtime in the `#!` line, or in the comment with which bundles for Bun begin.
    pub hashbang: Option<Home>,
    /// It is CommonJS and uses `require`, `module` or `exports`.
    pub is_common_js: bool,
    /// It has the syntax of an ES module, and its extension or its package makes it CommonJS for Node.
    pub is_refused_by_node: bool,
    /// It imports what Node never loads and Bun does: JSON without its attribute, other data formats, files with the attributes of Bun.
    pub imports_like_bun: bool,
    /// It imports a relative file without an extension, which Bun adds. Only counts together with `imports_like_bun`,
    /// which the loader then sets when there is such a file.
    pub imports_without_extension: bool,
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

    /// Records the specifiers of calls `require("…")` in CommonJS source.
    pub fn note_requires(&mut self, source: &str) {
        for (start, call) in source.match_indices("require(") {
            let rest = &source[start + call.len()..];
            let Some(quote) = rest.chars().next().filter(|first| matches!(first, '"' | '\'')) else { continue };
            if let Some((specifier, _)) = rest[1..].split_once(quote) {
                self.note_import(specifier);
            }
        }
    }
}

/// The home of a program, and what decided it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detection {
    pub home: Home,
    pub reason: Reason,
}

/// What decides the home of a program, from the strongest to the weakest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It imports what one runtime has, or what adapts another's framework to Node.
    Import,
    /// Its `#!` line, or the comment of a bundle.
    Hashbang,
    /// It uses the global of one runtime.
    Global,
    /// A lock file or a configuration file beside it.
    File(PathBuf),
    /// Its package.json names one runtime.
    Package(PathBuf),
    /// It is CommonJS, which Deno's configuration beside it does not change.
    CommonJs(PathBuf),
    /// The second file, which is Node's, decides against Deno's configuration.
    NodeFile(PathBuf, PathBuf),
    /// It constructs a Web worker.
    Worker,
    /// Node refuses an ES module here.
    RefusedByNode,
    /// It reads the names of CommonJS in an ES module.
    NeedsCommonJs,
    /// It reads what only Bun has.
    BunFeature,
    /// It imports what Node does not load.
    ImportForBun,
    /// Nothing.
    Default,
}

impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Import => write!(formatter, "it imports a module of that runtime"),
            Reason::Hashbang => write!(formatter, "its first line names it"),
            Reason::Global => write!(formatter, "it uses the runtime's global object"),
            Reason::File(path) => write!(formatter, "{} is beside it", path.display()),
            Reason::Package(path) => write!(formatter, "{} names only this runtime", path.display()),
            Reason::CommonJs(path) => write!(formatter, "it is CommonJS, although {} is beside it", path.display()),
            Reason::NodeFile(deno, node) => {
                write!(formatter, "{} speaks for it, although {} is beside it", node.display(), deno.display())
            }
            Reason::Worker => write!(formatter, "it constructs a Worker, which Node.js does not have as a global"),
            Reason::RefusedByNode => {
                write!(
                    formatter,
                    "it is an ES module where Node.js reads CommonJS (extension, or \"type\": \"commonjs\")"
                )
            }
            Reason::NeedsCommonJs => {
                write!(formatter, "it is an ES module with require, __filename or __dirname, which only Bun has there")
            }
            Reason::BunFeature => {
                write!(
                    formatter,
                    "it uses import.meta.dir, .file or .path, or the lines of console, which only Bun has"
                )
            }
            Reason::ImportForBun => write!(formatter, "it imports a file in a way that only Bun supports"),
            Reason::Default => write!(formatter, "nothing in the program indicates another runtime"),
        }
    }
}

const BUN_FILES: [&str; 3] = ["bunfig.toml", "bun.lock", "bun.lockb"];
const DENO_FILES: [&str; 3] = ["deno.json", "deno.jsonc", "deno.lock"];
/// Lock files of Node's package managers, and the files that select its version.
const NODE_FILES: [&str; 6] =
    ["package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", ".nvmrc", ".node-version"];

/// Packages, and entry points of packages, that run in one home only. `Node`: adapters that make such a package run on
/// Node.
const PACKAGES: [(&str, Home); 11] = [
    ("elysia", Home::Bun),
    ("@elysiajs/node", Home::Node),
    ("hono/bun", Home::Bun),
    ("hono/deno", Home::Deno),
    ("@hono/node-server", Home::Node),
    ("drizzle-orm/bun-sql", Home::Bun),
    ("drizzle-orm/bun-sql/migrator", Home::Bun),
    ("drizzle-orm/bun-sqlite", Home::Bun),
    ("drizzle-orm/bun-sqlite/migrator", Home::Bun),
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

impl Resolver {
    /// Determines the home of the program `entry` (an absolute path).
    ///
    /// An adapter for Node means Node. Otherwise the imports of the source decide first, then its `#!` line, then the
    /// globals that it uses, provided that only one of Bun and Deno occurs; a program that tests for both (to adapt
    /// itself) does not count. Next, the files beside it decide: from the entry's folder up to the first one with such
    /// a file or a `package.json`, the package's root. Files of both in one folder do not count, and Deno's do not
    /// count for a CommonJS program, for a published package, and where Node's own files or the package.json speak for
    /// Node. Then a Web worker excludes Node, and so does what Node refuses, or misreads
    /// unless its package is of Node. The default is Node.
    pub fn detect_home(&self, entry: &Path, hints: SourceHints) -> Detection {
        let found = |home: Home, reason: Reason| Detection { home, reason };
        if hints.imports_node_adapter {
            return found(Home::Node, Reason::Import);
        }
        if let Some(home) = one_of(hints.imports_bun, hints.imports_deno) {
            return found(home, Reason::Import);
        }
        if let Some(home) = hints.hashbang {
            return found(home, Reason::Hashbang);
        }
        if let Some(home) = one_of(hints.uses_bun_global, hints.uses_deno_global) {
            return found(home, Reason::Global);
        }
        let by_files = self.home_of_files(entry, hints);
        if let Some(detection) = &by_files
            && (detection.home != Home::Node || !hints.is_refused_by_node)
        {
            return detection.clone();
        }
        if hints.uses_web_worker {
            let home = if hints.uses_module_worker { Home::Deno } else { Home::Bun };
            return found(home, Reason::Worker);
        }
        if hints.is_refused_by_node {
            return found(Home::Bun, Reason::RefusedByNode);
        }
        if hints.imports_like_bun {
            return found(Home::Bun, Reason::ImportForBun);
        }
        let is_misread = hints.needs_common_js || hints.uses_bun_features;
        if is_misread && by_files.is_none() && !self.is_in_package_of_node(entry) {
            let reason = if hints.needs_common_js { Reason::NeedsCommonJs } else { Reason::BunFeature };
            return found(Home::Bun, reason);
        }
        by_files.unwrap_or_else(|| found(Home::Node, Reason::Default))
    }

    /// Whether the package.json of the entry, or a file beside it or beside the entry, speaks for Node.
    fn is_in_package_of_node(&self, entry: &Path) -> bool {
        let package = entry.ancestors().skip(1).find_map(|folder| match self.packages.read(folder, None) {
            Ok(None) => None,
            Ok(Some(package)) => Some((folder, package.runtimes.node)),
            Err(_) => Some((folder, false)),
        });
        let folders = [entry.parent(), package.map(|(folder, _)| folder)];
        let has_file = |folder: &Path| NODE_FILES.iter().any(|name| folder.join(name).is_file());
        package.is_some_and(|(_, names_node)| names_node) || folders.into_iter().flatten().any(has_file)
    }

    /// The home that the files of the nearest folder with a decisive file, or with a package.json, indicate.
    fn home_of_files(&self, entry: &Path, hints: SourceHints) -> Option<Detection> {
        let is_published = entry.components().any(|component| component.as_os_str() == "node_modules");
        for folder in entry.ancestors().skip(1) {
            let first = |names: &[&str]| names.iter().map(|name| folder.join(name)).find(|path| path.is_file());
            let (bun, deno) = (first(&BUN_FILES), first(&DENO_FILES));
            let package = self.packages.read(folder, None);
            if bun.is_none() && deno.is_none() && matches!(package, Ok(None)) {
                continue;
            }
            // A package.json that cannot be read names none; its error is reported when it is used.
            let named = package.ok().flatten().map_or(Runtimes::default(), |package| package.runtimes);
            let package_file = || folder.join("package.json");
            let found = |home: Home, reason: Reason| Some(Detection { home, reason });
            return match (bun, deno) {
                (Some(file), None) => found(Home::Bun, Reason::File(file)),
                (None, Some(file)) if hints.is_common_js => found(Home::Node, Reason::CommonJs(file)),
                (None, Some(file)) if named.deno && !named.node => found(Home::Deno, Reason::File(file)),
                (None, Some(file)) if named.node && !named.deno => {
                    found(Home::Node, Reason::NodeFile(file, package_file()))
                }
                (None, Some(file)) if is_published => found(Home::Node, Reason::NodeFile(file, package_file())),
                (None, Some(file)) => match first(&NODE_FILES) {
                    Some(node) if !named.deno => found(Home::Node, Reason::NodeFile(file, node)),
                    _ => found(Home::Deno, Reason::File(file)),
                },
                (Some(_), Some(_)) => None,
                (None, None) => one_of(named.bun, named.deno)
                    .filter(|_| !named.node && first(&NODE_FILES).is_none())
                    .and_then(|home| found(home, Reason::Package(package_file()))),
            };
        }
        None
    }
}

/// The home when only one of the two is indicated.
fn one_of(bun: bool, deno: bool) -> Option<Home> {
    match (bun, deno) {
        (true, false) => Some(Home::Bun),
        (false, true) => Some(Home::Deno),
        _ => None,
    }
}

#[cfg(test)]
#[path = "home_tests.rs"]
mod tests;
