//! `ls` and `why`: what the lockfile has, and what for.

use super::{current_folder, usage};
use crate::error::{Error, Result};
use crate::install::project_folder;
use crate::lock;
use crate::project::Project;
use crate::workspace::Workspace;
use brio_command_flags::Arguments;
use brio_lockfile::{Dependency, DependencyKind, Format, Graph, Lockfile, Package, PackageId, Resolution};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The lockfile's graph of the project around the current folder.
pub fn graph() -> Result<(PathBuf, Graph)> {
    let root = project_folder(&current_folder()?, false);
    let (graph, _) = graph_of(&root)?;
    Ok((root, graph))
}

/// The project that a command reads: the one around the current folder, or the user's own with `--global`.
pub fn root_of(arguments: &Arguments) -> Result<PathBuf> {
    match arguments.has("--global") {
        true => super::installing::global_folder(),
        false => Ok(project_folder(&current_folder()?, false)),
    }
}

/// The lockfile's graph of a project, with importers and places also where the lockfile does not say them.
pub fn graph_of(root: &Path) -> Result<(Graph, Format)> {
    let Some(found) = Lockfile::detect(root)? else {
        let message = format!("there is no lockfile in {}", root.display());
        return Err(Error::new("ENOLOCK", message).with_hint("`brio install` makes one"));
    };
    let lockfile = Lockfile::read(&found.path)?;
    let mut graph = lockfile.graph().clone();
    if !lockfile.format().has_importers() {
        crate::graph::add_importers(&mut graph, &Project::read(root)?)?;
    }
    if !lockfile.format().is_hoisted() {
        crate::graph::place(lockfile.format(), &mut graph);
    }
    crate::isolated::replace_places(&mut graph, root);
    Ok((graph, lockfile.format()))
}

/// The member of the workspace around the current folder, by its path below the root; None at the root.
pub fn own_member(root: &Path, graph: &Graph) -> Result<Option<String>> {
    let own = lock::relative(root, &Project::find(&current_folder()?));
    Ok((!own.is_empty() && graph.importers.contains_key(&own)).then_some(own))
}

/// What is listed at the top: the project's own dependencies and the members of its workspace, which get what their
/// manifests say; in the folder of a member that member alone.
fn top_of(root: &Path, graph: &mut Graph, only: Option<&str>) -> Vec<Dependency> {
    let mut top = match only {
        None => graph.importers.get(".").map(|importer| importer.dependencies.clone()).unwrap_or_default(),
        Some(_) => Vec::new(),
    };
    // npm's lockfile also has folders that were only linked, and that nothing may depend on any more.
    let workspace = Project::read(root).and_then(|project| Workspace::read(&project)).ok();
    let is_used = |folder: &String| {
        let path = crate::spec::absolute(root, folder);
        workspace.as_ref().is_none_or(|workspace| workspace.members.iter().any(|member| member.folder == path))
    };
    let members: Vec<String> =
        graph.importers.keys().filter(|folder| *folder != "." && is_used(folder)).cloned().collect();
    for folder in members {
        let is_it =
            |package: &Package| matches!(&package.resolution, Resolution::Workspace { path } if *path == folder);
        let known = graph.packages.iter().find(|(_, package)| is_it(package)).map(|(id, _)| *id);
        let id = known.unwrap_or_else(|| {
            graph.add(Package { resolution: Resolution::Workspace { path: folder.clone() }, ..Package::default() })
        });
        let manifest = Project::read(&root.join(&folder)).map(|project| project.manifest()).unwrap_or_default();
        let name = if manifest.name.is_empty() { folder.clone() } else { manifest.name.clone() };
        let dependencies = graph.importers[&folder].dependencies.clone();
        if let Some(package) = graph.packages.get_mut(&id) {
            (package.name, package.version) = (name.clone(), manifest.version.clone());
            package.dependencies = dependencies;
        }
        if only.is_none_or(|only| only == folder) && !top.iter().any(|one| one.target == Some(id)) {
            let specifier = format!("file:{folder}");
            top.push(Dependency { name, specifier, kind: DependencyKind::Production, target: Some(id) });
        }
    }
    top.sort_by(|left, right| left.name.cmp(&right.name));
    top
}

/// `brio ls`.
pub fn ls(arguments: &Arguments) -> Result<i32> {
    let root = root_of(arguments)?;
    let (mut graph, _) = graph_of(&root)?;
    let only = if arguments.has("--global") { None } else { own_member(&root, &graph)? };
    let top = top_of(&root, &mut graph, only.as_deref());
    let named = named(&graph, &top, &arguments.words);
    let depth = if arguments.words.is_empty() { depth(arguments)? } else { usize::MAX };
    let leading = leading_to(&graph, &named);
    if !arguments.words.is_empty() {
        let is_on_way = |one: &Dependency| one.target.is_some_and(|id| leading.contains(&id));
        graph.packages.values_mut().for_each(|package| package.dependencies.retain(is_on_way));
    }
    let omit = super::installing::omitted(arguments)?;
    let is_left_out = |kind: DependencyKind| {
        omit.dev && kind == DependencyKind::Development || omit.optional && kind == DependencyKind::Optional
    };
    let is_wanted = |one: &Dependency| {
        arguments.words.is_empty()
            || one.target.map_or_else(|| arguments.words.contains(&one.name), |id| leading.contains(&id))
    };
    let direct: Vec<&Dependency> = top.iter().filter(|one| is_wanted(one) && !is_left_out(one.kind)).collect();
    let mut missing = Vec::new();
    for one in &direct {
        let is_there = root.join("node_modules").join(&one.name).exists();
        let is_member = one.target.and_then(|id| graph.packages.get(&id)).is_some_and(is_member);
        if !is_there && !is_member && !one.kind.may_be_missing() {
            missing.push(format!("{}@{}", one.name, one.specifier));
        }
    }
    let importer = graph.importers.get(".").cloned().unwrap_or_default();
    // Lockfiles repeat some of this, and not always as it is.
    let own = Project::read(&root).map(|project| project.manifest()).unwrap_or_default();
    let name = Some(own.name.clone()).filter(|name| !name.is_empty()).or(importer.name);
    let version = Some(own.version.clone()).filter(|version| !version.is_empty());
    if arguments.has("--json") {
        let mut seen = Vec::new();
        let dependencies = tree(&graph, &direct, depth, &mut seen);
        let mut top = json!({"name": name, "version": version, "dependencies": dependencies});
        if !missing.is_empty() {
            top["problems"] = json!(missing.iter().map(|one| format!("missing: {one}")).collect::<Vec<_>>());
        }
        println!("{top:#}");
    } else if arguments.has("--parseable") {
        match arguments.words.is_empty() {
            true => print_folders(&root, &graph, &shown(&graph, &direct, depth), true),
            false => print_folders(&root, &graph, &named, false),
        }
    } else {
        let version = version.iter().map(|text| format!("@{text}")).collect::<String>();
        let folder = || root.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        println!("{}{version} {}", name.filter(|name| !name.is_empty()).unwrap_or_else(folder), root.display());
        print_tree(&graph, &direct, "", depth, &mut Vec::new());
        if direct.is_empty() {
            println!("└── (empty)");
        }
    }
    for one in &missing {
        eprintln!("missing: {one}");
    }
    let is_nothing = direct.is_empty() && !arguments.words.is_empty();
    Ok(i32::from(!missing.is_empty() || is_nothing))
}

/// The packages that words name: by the name, with a range, or by the name of their folder.
fn named(graph: &Graph, top: &[Dependency], words: &[String]) -> BTreeSet<PackageId> {
    let fits = |name: &str, version: &str| {
        words.iter().any(|word| match word.get(1..).and_then(|rest| rest.find('@')) {
            Some(at) => word[..=at] == *name && crate::semver::satisfies(version, &word[at + 2..]),
            None => word == name,
        })
    };
    let below = graph.packages.values().flat_map(|package| &package.dependencies);
    let aliases = top.iter().chain(below).filter(|one| words.contains(&one.name)).filter_map(|one| one.target);
    let own = graph.packages.iter().filter(|(_, package)| fits(&package.name, &package.version)).map(|(id, _)| *id);
    own.chain(aliases).collect()
}

/// These packages, and all that lead to them.
fn leading_to(graph: &Graph, named: &BTreeSet<PackageId>) -> BTreeSet<PackageId> {
    let mut dependents: BTreeMap<PackageId, Vec<PackageId>> = BTreeMap::new();
    for (id, package) in &graph.packages {
        for target in package.dependencies.iter().filter_map(|one| one.target) {
            dependents.entry(target).or_default().push(*id);
        }
    }
    let mut found = named.clone();
    let mut open: Vec<PackageId> = named.iter().copied().collect();
    while let Some(id) = open.pop() {
        open.extend(dependents.get(&id).into_iter().flatten().filter(|from| found.insert(**from)));
    }
    found
}

/// How many levels below the project's own dependencies are shown.
fn depth(arguments: &Arguments) -> Result<usize> {
    match arguments.value("--depth") {
        Some("Infinity") => Ok(usize::MAX),
        Some(text) => text.parse().map_err(|_| usage(&format!("--depth takes a number of levels, not \"{text}\""))),
        None if arguments.has("--all") => Ok(usize::MAX),
        None => Ok(0),
    }
}

/// What is so many levels below the project's own dependencies, and above.
fn shown(graph: &Graph, direct: &[&Dependency], depth: usize) -> BTreeSet<PackageId> {
    let mut shown: BTreeMap<PackageId, usize> = BTreeMap::new();
    let mut open: Vec<(PackageId, usize)> = direct.iter().filter_map(|one| Some((one.target?, depth))).collect();
    while let Some((id, left)) = open.pop() {
        let Some(package) = graph.packages.get(&id) else { continue };
        if shown.get(&id).is_some_and(|known| *known >= left) {
            continue;
        }
        shown.insert(id, left);
        if left > 0 || is_member(package) {
            let below = levels_below(package, left);
            open.extend(package.dependencies.iter().filter_map(|one| Some((one.target?, below))));
        }
    }
    shown.into_keys().collect()
}

/// The folders of packages, as npm's `--parseable`.
fn print_folders(root: &Path, graph: &Graph, shown: &BTreeSet<PackageId>, with_root: bool) {
    if with_root {
        say!("{}", root.display());
    }
    let mut folders: Vec<&String> =
        graph.placements.iter().filter(|(_, id)| shown.contains(*id)).map(|(path, _)| path).collect();
    folders.sort();
    for folder in folders {
        say!("{}", root.join(folder).display());
    }
}

fn is_member(package: &Package) -> bool {
    matches!(package.resolution, Resolution::Workspace { .. })
}

fn tree(graph: &Graph, dependencies: &[&Dependency], depth: usize, seen: &mut Vec<PackageId>) -> Value {
    let mut object = Map::new();
    for one in dependencies {
        let Some((id, package)) = one.target.and_then(|id| Some((id, graph.packages.get(&id)?))) else { continue };
        let (resolved, _) = lock::origin(&package.resolution, Path::new("/"));
        let mut entry = json!({"version": package.version, "overridden": false});
        if !resolved.is_empty() {
            entry["resolved"] = json!(resolved);
        }
        if (depth > 0 || is_member(package)) && !seen.contains(&id) {
            seen.push(id);
            let below: Vec<&Dependency> = package.dependencies.iter().collect();
            let inner = tree(graph, &below, levels_below(package, depth), seen);
            if inner.as_object().is_some_and(|inner| !inner.is_empty()) {
                entry["dependencies"] = inner;
            }
        }
        object.insert(one.name.clone(), entry);
    }
    Value::Object(object)
}

/// What a member of the workspace depends on is on the level of the project's own dependencies.
fn levels_below(package: &Package, depth: usize) -> usize {
    if is_member(package) || depth == usize::MAX { depth } else { depth.saturating_sub(1) }
}

fn print_tree(graph: &Graph, dependencies: &[&Dependency], indent: &str, depth: usize, seen: &mut Vec<PackageId>) {
    let shown: Vec<(&&Dependency, PackageId)> =
        dependencies.iter().filter_map(|one| Some((one, one.target?))).collect();
    for (index, (one, id)) in shown.iter().enumerate() {
        let Some(package) = graph.packages.get(id) else { continue };
        let is_last = index + 1 == shown.len();
        let (branch, below) = if is_last { ("└── ", "    ") } else { ("├── ", "│   ") };
        let alias = if one.name == package.name { String::new() } else { format!("{}@npm:", one.name) };
        let is_opened = depth > 0 || is_member(package);
        let again = is_opened && seen.contains(id) && !package.dependencies.is_empty();
        let folder = match &package.resolution {
            Resolution::Workspace { path } => format!(" -> ./{path}"),
            _ => String::new(),
        };
        let note = if again { " (see above)" } else { "" };
        say!("{indent}{branch}{alias}{}@{}{folder}{note}", package.name, package.version);
        if is_opened && !again {
            seen.push(*id);
            let inner: Vec<&Dependency> = package.dependencies.iter().collect();
            print_tree(graph, &inner, &format!("{indent}{below}"), levels_below(package, depth), seen);
        }
    }
}

/// `brio why`.
pub fn why(arguments: &Arguments) -> Result<i32> {
    let Some(name) = arguments.words.first() else { return Err(usage("why requires a package")) };
    let (graph, _) = graph_of(&root_of(arguments)?)?;
    let found: Vec<(&String, PackageId)> = graph
        .placements
        .iter()
        .filter(|(path, id)| {
            let folder = path.rsplit("node_modules/").next().unwrap_or_default();
            folder == name || graph.packages.get(id).is_some_and(|package| package.name == *name)
        })
        .map(|(path, id)| (path, *id))
        .collect();
    if found.is_empty() {
        let error = Error::new("ENOTFOUND", format!("{name} is not installed"));
        return Err(error.with_hint("`brio ls --all` shows what is installed"));
    }
    if arguments.has("--json") {
        let list: Vec<Value> = found.iter().map(|(path, id)| explained(&graph, path, *id)).collect();
        println!("{:#}", Value::Array(list));
        return Ok(0);
    }
    for (path, id) in found {
        let Some(package) = graph.packages.get(&id) else { continue };
        say!("{}@{} ({path})", package.name, package.version);
        print_dependents(&graph, id, "  ", &mut vec![id]);
    }
    Ok(0)
}

fn explained(graph: &Graph, path: &str, id: PackageId) -> Value {
    let package = &graph.packages[&id];
    let dependents: Vec<Value> = dependents(graph, id)
        .into_iter()
        .map(|(from, one)| json!({"from": from.0, "specifier": one.specifier, "type": format!("{:?}", one.kind)}))
        .collect();
    json!({"name": package.name, "version": package.version, "location": path, "dependents": dependents})
}

/// What requests a package: a name with the package itself, or none for a folder of the user.
pub fn dependents(graph: &Graph, id: PackageId) -> Vec<((String, Option<PackageId>), &Dependency)> {
    let mut found = Vec::new();
    for (folder, importer) in &graph.importers {
        let name = if folder == "." { "the project".to_string() } else { folder.clone() };
        found.extend(
            importer.dependencies.iter().filter(|one| one.target == Some(id)).map(|one| ((name.clone(), None), one)),
        );
    }
    for (from, package) in &graph.packages {
        let name = format!("{}@{}", package.name, package.version);
        found.extend(
            package
                .dependencies
                .iter()
                .filter(|one| one.target == Some(id))
                .map(|one| ((name.clone(), Some(*from)), one)),
        );
    }
    found
}

fn print_dependents(graph: &Graph, id: PackageId, indent: &str, path: &mut Vec<PackageId>) {
    for ((name, from), one) in dependents(graph, id) {
        // pnpm's lockfile does not say what packages ask for.
        let specifier = crate::graph::plain_specifier(&one.specifier);
        let wanted = if specifier.is_empty() { String::new() } else { format!("@{specifier}") };
        say!("{indent}{}{wanted} for {name}", one.name);
        if let Some(from) = from.filter(|from| !path.contains(from)) {
            path.push(from);
            print_dependents(graph, from, &format!("{indent}  "), path);
        }
    }
}
