//! Modules that a runtime supplies, and which targets have them.

use crate::browser_packages;
use crate::options::Target;

/// A builtin module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Module {
    /// Node's, also with the prefix `node:`.
    Node,
    Bun,
    Brio,
    /// `npm:`, `jsr:`, which Deno and Brio resolve when the program runs.
    Deno,
}

/// Modules that Node had before version 26, and Bun has.
const FORMER_NODE_MODULES: &[&str] = &[
    "_stream_duplex",
    "_stream_passthrough",
    "_stream_readable",
    "_stream_transform",
    "_stream_wrap",
    "_stream_writable",
];

/// The module that a specifier names.
pub(crate) fn find(specifier: &str) -> Option<Module> {
    match specifier.split_once(':') {
        Some(("node", _)) => Some(Module::Node),
        Some(("bun", _)) => Some(Module::Bun),
        Some(("brio", _)) => Some(Module::Brio),
        Some(("npm" | "jsr", _)) => Some(Module::Deno),
        Some(_) => None,
        None if specifier == "bun" => Some(Module::Bun),
        None => {
            let is_nodes = brio_resolver::is_bare_builtin(specifier) || FORMER_NODE_MODULES.contains(&specifier);
            is_nodes.then_some(Module::Node)
        }
    }
}

impl Module {
    /// Whether a program finds it where it runs.
    pub(crate) fn exists_in(self, target: Target) -> bool {
        match self {
            Self::Node => target.has_node_modules(),
            Self::Bun => matches!(target, Target::Bun | Target::Brio),
            Self::Brio => target == Target::Brio,
            Self::Deno => matches!(target, Target::Deno | Target::Brio),
        }
    }

    /// Why a build fails that imports it.
    pub(crate) fn missing_in(self, target: Target, specifier: &str) -> String {
        let (home, flag) = match self {
            Self::Node => ("Node.js", "node"),
            Self::Bun => ("Bun", "bun"),
            Self::Brio => ("Brio", "brio"),
            Self::Deno => ("Deno", "deno"),
        };
        let place = match target {
            Target::Browser => "a browser",
            Target::Node => "Node.js",
            Target::Bun => "Bun",
            Target::Deno => "Deno",
            Target::Brio => "Brio",
        };
        let package =
            browser_packages::suggested(specifier).filter(|_| (self, target) == (Self::Node, Target::Browser));
        let other =
            package.map(|name| format!("`brio add {name}` installs a package for browsers, or ")).unwrap_or_default();
        format!("\"{specifier}\" is a module of {home} and does not exist in {place} ({other}use --target {flag})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_found_with_and_without_prefix() {
        assert_eq!(find("fs/promises"), Some(Module::Node));
        assert_eq!(find("_stream_duplex"), Some(Module::Node));
        assert_eq!(find("node:sqlite"), Some(Module::Node));
        assert_eq!(find("sqlite"), None);
        assert_eq!(find("bun:sqlite"), Some(Module::Bun));
        assert_eq!(find("express"), None);
    }
}
