//! `brio licenses`: the licenses of the packages of a project.

use super::listing::graph;
use super::usage;
use crate::error::Result;
use crate::project::Project;
use brio_command_flags::Arguments;
use brio_lockfile::{Graph, Package, PackageId, Resolution};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// `brio licenses`: the packages of each license.
pub fn run_licenses(arguments: &Arguments) -> Result<i32> {
    // pnpm and yarn name what is done.
    if let Some(word) = arguments.words.iter().find(|word| !matches!(word.as_str(), "list" | "ls")) {
        return Err(usage(&format!("licenses takes no argument such as \"{word}\"")));
    }
    let (root, graph) = graph()?;
    let mut by_license: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
    for (id, package) in packages(&graph, arguments.has("--production")) {
        let license = license_of(&root, &graph, id, package);
        by_license.entry(license).or_default().insert((package.name.clone(), package.version.clone()));
    }
    if arguments.has("--json") {
        let object: Map<String, Value> = by_license
            .iter()
            .map(|(license, packages)| {
                let list: Vec<Value> =
                    packages.iter().map(|(name, version)| json!({"name": name, "version": version})).collect();
                (license.clone(), Value::Array(list))
            })
            .collect();
        println!("{:#}", Value::Object(object));
        return Ok(0);
    }
    for (license, packages) in &by_license {
        say!("{license} ({})", packages.len());
        for (name, version) in packages {
            say!("  {name}@{version}");
        }
    }
    Ok(0)
}

/// The packages that are not the user's own, one for each name and version.
pub fn packages(graph: &Graph, is_production: bool) -> Vec<(PackageId, &Package)> {
    let flags = crate::layout::flags(graph);
    let mut seen = BTreeSet::new();
    let is_meant = |id: &PackageId, package: &Package| {
        let is_own = matches!(package.resolution, Resolution::Workspace { .. } | Resolution::Link { .. });
        let is_dev = flags.packages.get(id).is_some_and(|flags| flags.dev);
        !(is_own || is_production && is_dev)
    };
    let mut found: Vec<(PackageId, &Package)> = graph
        .packages
        .iter()
        .filter(|(id, package)| is_meant(id, package))
        .filter(|(_, package)| seen.insert((package.name.clone(), package.version.clone())))
        .map(|(id, package)| (*id, package))
        .collect();
    found.sort_by(|left, right| (&left.1.name, &left.1.version).cmp(&(&right.1.name, &right.1.version)));
    found
}

/// What the lockfile says, else what the installed package says.
pub fn license_of(root: &Path, graph: &Graph, id: PackageId, package: &Package) -> String {
    if let Some(license) = package.metadata.license.as_ref().and_then(brio_lockfile::Value::as_str) {
        return license.to_string();
    }
    let manifest = folder_of(root, graph, id, package).and_then(|folder| Project::read(&folder).ok());
    let license = manifest.map(|project| project.manifest().license.clone()).unwrap_or_default();
    match license {
        Value::String(text) if !text.is_empty() => text,
        Value::Object(object) => object.get("type").and_then(Value::as_str).unwrap_or("unknown").to_string(),
        _ => "unknown".to_string(),
    }
}

/// Where a package is installed, hoisted or isolated.
fn folder_of(root: &Path, graph: &Graph, id: PackageId, package: &Package) -> Option<PathBuf> {
    let placed = graph.placements.iter().find(|(_, placed)| **placed == id).map(|(path, _)| root.join(path));
    let private = root.join(crate::isolated::FOLDER).join("node_modules").join(&package.name);
    let fits =
        |folder: &PathBuf| Project::read(folder).is_ok_and(|project| project.manifest().version == package.version);
    placed.filter(fits).or(Some(private).filter(fits))
}
