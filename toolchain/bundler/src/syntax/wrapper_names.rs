//! Names of CommonJS modules that a bundler wrote, such as `require_context$1`. Rolldown gives its own wrappers of modules
//! such names, and does not see that a wrapped module has one of them: its constant would hide the wrapper that it calls.

use std::collections::HashMap;

use oxc_ast::ast::*;
use oxc_semantic::Scoping;

use super::renames::Renames;
use super::visitor::Edit;

/// How the names begin that Rolldown makes.
const PREFIXES: &[&str] = &["require_", "init_", "import_"];
/// What is put before the module's own.
const OWN: &str = "own_";

/// Whether a source can have such a name. Looks at the text only.
pub(super) fn may_have(code: &str) -> bool {
    code.contains("require") && PREFIXES.iter().any(|prefix| code.contains(prefix)) && !code.contains("eval(")
}

/// The edits of a source. None for an ES module, whose names Rolldown knows.
pub(super) fn edits(program: &Program<'_>, scoping: &Scoping) -> Vec<Edit> {
    if program.body.iter().any(|statement| statement.is_module_declaration()) {
        return Vec::new();
    }
    let bindings = scoping.get_bindings(scoping.root_scope_id());
    let is_wrapper = |name: &str| PREFIXES.iter().any(|prefix| name.starts_with(prefix));
    let names: HashMap<_, _> = bindings
        .iter()
        .filter(|(name, _)| is_wrapper(name.as_str()))
        .map(|(name, symbol)| (*symbol, format!("{OWN}{}", name.as_str())))
        .collect();
    Renames::new(scoping, names, None).edits(program)
}
