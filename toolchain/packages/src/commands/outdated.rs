//! `brio outdated`.

use super::installing::{reach, set_registry};
use crate::error::Result;
use crate::install::{Options, session_for};
use crate::project::Project;
use crate::registry::Registry;
use crate::semver::Version;
use crate::spec::Spec;
use brio_command_flags::Arguments;
use brio_lockfile::Lockfile;
use serde_json::{Map, Value, json};

struct Row {
    name: String,
    current: String,
    wanted: String,
    latest: String,
}

/// Shows the dependencies of the project that have newer versions. The exit code is 1 when there are some.
pub fn run(arguments: &Arguments) -> Result<i32> {
    let root = super::listing::root_of(arguments)?;
    if let Some(registry) = arguments.value("--registry") {
        set_registry(registry);
    }
    let session = session_for(&root, &Options { reach: reach(arguments), ..Options::default() })?;
    let registry = Registry::new(session);
    let project = Project::read(&root)?;
    let graph = match Lockfile::detect(&root)? {
        Some(found) => Lockfile::read(&found.path)?.graph().clone(),
        None => Default::default(),
    };
    let manifest = project.manifest();
    let lists = [&manifest.dependencies, &manifest.optional, &manifest.development];
    let is_wanted = |name: &str| arguments.words.is_empty() || arguments.words.iter().any(|word| word == name);
    let specs: Vec<Spec> = lists
        .into_iter()
        .flatten()
        .filter(|(name, _)| is_wanted(name))
        .filter_map(|(name, raw)| Spec::parse(name, raw, &root).ok())
        .filter(Spec::is_of_registry)
        .collect();
    for spec in &specs {
        registry.prefetch(spec);
    }
    let mut rows = Vec::new();
    for spec in &specs {
        let record = registry.record(&spec.target().name)?;
        let wanted = registry.manifest(spec).map(|manifest| manifest.version.clone()).unwrap_or_default();
        let latest = record.tag("latest").unwrap_or_default().to_string();
        let placed = graph.placements.get(&format!("node_modules/{}", spec.name)).and_then(|id| graph.packages.get(id));
        let current = placed.map(|package| package.version.clone()).unwrap_or_default();
        let is_older = match (Version::parse(&current), Version::parse(&latest)) {
            (Some(current), Some(latest)) => current < latest,
            _ => true,
        };
        if is_older || current != wanted {
            rows.push(Row { name: spec.name.clone(), current, wanted, latest });
        }
    }
    print(&rows, arguments.has("--json"));
    Ok(i32::from(!rows.is_empty()))
}

fn print(rows: &[Row], is_json: bool) {
    if is_json {
        let object: Map<String, Value> = rows
            .iter()
            .map(|row| (row.name.clone(), json!({"current": row.current, "wanted": row.wanted, "latest": row.latest})))
            .collect();
        println!("{:#}", Value::Object(object));
        return;
    }
    if rows.is_empty() {
        return;
    }
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0).max(7);
    println!("{:<width$}  {:<14} {:<14} Latest", "Package", "Current", "Wanted");
    for row in rows {
        let current = if row.current.is_empty() { "missing" } else { &row.current };
        println!("{:<width$}  {current:<14} {:<14} {}", row.name, row.wanted, row.latest);
    }
}
