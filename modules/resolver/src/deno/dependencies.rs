//! The dependencies of a `package.json` beside `deno.json`: where the configuration lets Deno install packages itself
//! (`nodeModulesDir`), their names are imports as those of an import map are.

use super::parse;
use serde_json::Value;
use std::path::Path;

/// Adds the dependencies of the folder's `package.json` that the import map lacks. `config` is the root's.
pub(super) fn add(imports: &mut Vec<(String, String)>, folder: &Path, config: &Value) {
    let installs = match &config["nodeModulesDir"] {
        Value::String(manner) => manner == "auto" || manner == "none",
        Value::Bool(_) => true,
        _ => false,
    };
    let Some(manifest) = installs.then(|| parse(&folder.join("package.json"))).flatten() else { return };
    let lists = ["dependencies", "devDependencies"].map(|list| manifest[list].as_object());
    for (name, range) in lists.into_iter().flatten().flatten() {
        let target = range.as_str().and_then(|range| target_of(name, range));
        if let Some(target) = target.filter(|_| !imports.iter().any(|(known, _)| known == name)) {
            imports.push((name.clone(), target));
        }
    }
    imports.sort_by_key(|(key, _)| std::cmp::Reverse(key.len()));
}

/// What a dependency is as an import; None for one that is not of a registry.
fn target_of(name: &str, range: &str) -> Option<String> {
    if range.starts_with("npm:") || range.starts_with("jsr:@") {
        return Some(range.to_owned());
    }
    let is_of_registry = !range.contains([':', '/']);
    is_of_registry.then(|| if range.is_empty() { format!("npm:{name}") } else { format!("npm:{name}@{range}") })
}

/// Whether the nearest `package.json` of a file has the package that a bare specifier names.
pub(super) fn is_in_package_json(specifier: &str, importer: &Path) -> bool {
    let Some(manifest) = importer.ancestors().skip(1).find_map(|folder| parse(&folder.join("package.json"))) else {
        return false;
    };
    let depth = if specifier.starts_with('@') { 2 } else { 1 };
    let end = specifier.match_indices('/').nth(depth - 1).map_or(specifier.len(), |(index, _)| index);
    ["dependencies", "devDependencies"].iter().any(|list| manifest[*list].get(&specifier[..end]).is_some())
}
