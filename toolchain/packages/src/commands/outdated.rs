//! `brio outdated`.

use super::installing::{deno_project, reach, set_registry};
use crate::error::Result;
use crate::graph::plain_specifier;
use crate::install::{Options, session_for};
use crate::project::Project;
use crate::registry::Registry;
use crate::semver::Version;
use crate::spec::Spec;
use crate::workspace::Workspace;
use brio_command_flags::Arguments;
use brio_lockfile::{Graph, Lockfile, Resolution};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A dependency that is compared with its registry.
struct Request {
    /// The member of the workspace that has it, `.` for the project itself, or the package with `--all`.
    of: String,
    spec: Spec,
    current: String,
}

struct Row {
    name: String,
    current: String,
    wanted: String,
    latest: String,
    of: String,
}

/// Shows the dependencies of the project and of its members that have newer versions; in the folder of a member those of
/// that member; with `--all` also those of the installed packages. The exit code is 1 when there are some.
pub fn run(arguments: &Arguments) -> Result<i32> {
    if let Some(project) = deno_project(arguments)?.filter(|project| project.is_alone) {
        let options = Options { reach: reach(arguments), ..Options::default() };
        return project.outdated(arguments, &options);
    }
    let root = super::listing::root_of(arguments)?;
    if let Some(registry) = arguments.value("--registry") {
        set_registry(registry);
    }
    let session = session_for(&root, &Options { reach: reach(arguments), ..Options::default() })?;
    let registry = Registry::new(session);
    let graph = match Lockfile::detect(&root)? {
        Some(_) => super::listing::graph_of(&root)?.0,
        None => Graph::default(),
    };
    let only = if arguments.has("--global") { None } else { super::listing::own_member(&root, &graph)? };
    let folders: BTreeSet<&str> = match &only {
        Some(only) => BTreeSet::from([only.as_str()]),
        None => std::iter::once(".").chain(graph.importers.keys().map(String::as_str)).collect(),
    };
    let workspace = Project::read(&root).and_then(|project| Workspace::read(&project)).unwrap_or_default();
    let folder_of = |folder: &&str| if *folder == "." { root.clone() } else { root.join(folder) };
    let members: Vec<Project> = folders.iter().filter_map(|folder| Project::read(&folder_of(folder)).ok()).collect();
    // Workspace members are not looked up in the registry, even if a package has the same name.
    let all = graph.importers.keys().filter_map(|folder| Project::read(&folder_of(&folder.as_str())).ok());
    let names: BTreeSet<String> = all.map(|member| member.manifest().name.clone()).collect();
    let is_wanted = |name: &str| arguments.words.is_empty() || arguments.words.iter().any(|word| word == name);
    let mut requests: Vec<Request> = Vec::new();
    for member in &members {
        let manifest = member.manifest();
        let folder = crate::lock::relative(&root, &member.folder);
        let of = if folder.is_empty() { ".".to_string() } else { folder };
        let lists = [&manifest.dependencies, &manifest.optional, &manifest.development];
        let own = lists.into_iter().flatten().filter(|(name, _)| is_wanted(name) && !names.contains(&***name));
        let parsed = own.filter_map(|(name, raw)| {
            let raw = workspace.of_catalog(name, raw).unwrap_or(raw);
            let current = version_of(&graph, &of, name).unwrap_or_default();
            Some(Request { spec: Spec::parse(name, raw, &member.folder).ok()?, of: of.clone(), current })
        });
        requests.extend(parsed.filter(|one| one.spec.is_of_registry()));
    }
    if arguments.has("--all") {
        let of_packages = requests_of_packages(&graph, &root);
        requests
            .extend(of_packages.into_iter().filter(|one| is_wanted(&one.spec.name) && !names.contains(&one.spec.name)));
    }
    let rows = rows_of(&requests, &registry)?;
    print(&rows, arguments.has("--json"));
    Ok(i32::from(!rows.is_empty()))
}

/// What the installed packages depend on, with what they are led to.
fn requests_of_packages(graph: &Graph, root: &Path) -> Vec<Request> {
    let mut requests = BTreeMap::new();
    for package in graph.packages.values() {
        for one in package.dependencies.iter().filter(|one| !one.kind.is_peer()) {
            let Some(target) = one.target.and_then(|id| graph.packages.get(&id)) else { continue };
            // pnpm's lockfile does not say what packages request: what is there is what is wanted.
            let raw = if one.specifier.is_empty() { &target.version } else { &one.specifier };
            let Ok(spec) = Spec::parse(&one.name, plain_specifier(raw), root) else { continue };
            if spec.is_of_registry() && matches!(target.resolution, Resolution::Registry { .. }) {
                let (of, current) = (package.name.clone(), target.version.clone());
                let key = (one.name.clone(), current.clone(), of.clone());
                requests.insert(key, Request { of, spec, current });
            }
        }
    }
    requests.into_values().collect()
}

/// Those that are not the newest.
fn rows_of(requests: &[Request], registry: &Registry) -> Result<Vec<Row>> {
    for one in requests {
        registry.request_record(&one.spec.target().name);
    }
    let mut rows = Vec::new();
    for Request { of, spec, current } in requests {
        let record = registry.record(&spec.target().name)?;
        // Where nothing is old enough, or the range has no version: what is there.
        let wanted = registry.manifest(spec).map_or_else(|_| current.clone(), |manifest| manifest.version.clone());
        let latest = record.tag("latest").unwrap_or_default().to_string();
        let is_older = match (Version::parse(current), Version::parse(&latest)) {
            (Some(current), Some(latest)) => current < latest,
            _ => true,
        };
        if is_older || *current != wanted {
            rows.push(Row { name: spec.name.clone(), current: current.clone(), wanted, latest, of: of.clone() });
        }
    }
    Ok(rows)
}

/// The version that a folder of the user's gets for a name.
fn version_of(graph: &Graph, folder: &str, name: &str) -> Option<String> {
    let own =
        graph.importers.get(folder).and_then(|importer| importer.dependencies.iter().find(|one| one.name == name));
    let nested = if folder == "." { String::new() } else { format!("{folder}/") };
    let placed = [format!("{nested}node_modules/{name}"), format!("node_modules/{name}")];
    let id =
        own.and_then(|one| one.target).or_else(|| placed.iter().find_map(|path| graph.placements.get(path)).copied());
    graph.packages.get(&id?).map(|package| package.version.clone())
}

/// As npm: by name; a list where members have several versions of it.
fn json_of(rows: &[Row]) -> Value {
    let mut object = Map::new();
    for row in rows {
        let (current, wanted, latest, of) = (&row.current, &row.wanted, &row.latest, &row.of);
        let entry = json!({"current": current, "wanted": wanted, "latest": latest, "dependent": of});
        match object.get_mut(&row.name) {
            None => {
                object.insert(row.name.clone(), entry);
            }
            Some(Value::Array(list)) => list.push(entry),
            Some(first) => *first = json!([first.clone(), entry]),
        }
    }
    Value::Object(object)
}

fn print(rows: &[Row], is_json: bool) {
    if is_json {
        println!("{:#}", json_of(rows));
        return;
    }
    if rows.is_empty() {
        return;
    }
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0).max(7);
    let has_members = rows.iter().any(|row| row.of != ".");
    let title = if has_members { "Depended by" } else { "" };
    let head = format!("{:<width$}  {:<14} {:<14} {:<14} {title}", "Package", "Current", "Wanted", "Latest");
    println!("{}", head.trim_end());
    for row in rows {
        let current = if row.current.is_empty() { "missing" } else { &row.current };
        let of = if has_members { row.of.as_str() } else { "" };
        let line = format!("{:<width$}  {current:<14} {:<14} {:<14} {of}", row.name, row.wanted, row.latest);
        say!("{}", line.trim_end());
    }
}
