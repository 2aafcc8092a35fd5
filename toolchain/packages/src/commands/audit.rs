//! `brio audit`: queries the registry for known vulnerabilities.

mod fixing;

use super::installing::{reach, set_registry};
use super::listing::graph;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::install::{Options, session_for};
use crate::network::{Address, Method, Request};
use crate::printable::printable;
use crate::registry::{Registry, check_status, decoded, user_agent};
use crate::semver::satisfies;
use brio_command_flags::Arguments;
use brio_lockfile::{Graph, Package, Resolution};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Shows the advisories for what the lockfile has. The exit code is 1 when there are some.
pub fn run(arguments: &Arguments) -> Result<i32> {
    match arguments.words.first().map(String::as_str) {
        None => {}
        Some("fix") => return fix(arguments),
        Some("signatures") => return super::signatures::run(arguments),
        Some(other) => return Err(super::usage(&format!("audit takes fix or signatures, not \"{other}\""))),
    }
    let (root, graph) = graph()?;
    if let Some(registry) = arguments.value("--registry") {
        set_registry(registry);
    }
    let least = least_severity(arguments, &root)?;
    let versions = versions(arguments, &graph)?;
    let found = advisories(arguments, &root, &versions)?;
    if arguments.has("--json") {
        println!("{:#}", Value::Array(found.clone()));
    } else {
        print_report(&graph, &found, versions.len());
    }
    Ok(i32::from(found.iter().any(|one| severity(&text(one, "severity")) >= least)))
}

fn print_report(graph: &Graph, found: &[Value], total: usize) {
    for one in found {
        let (name, versions) = (text(one, "name"), text(one, "versions"));
        say!("{} {name} {versions}: {} {}", text(one, "severity"), text(one, "title"), text(one, "url"));
        let dependents = dependents_of(graph, &name, &versions);
        if !dependents.is_empty() {
            say!("  for {}", dependents.into_iter().collect::<Vec<_>>().join(", "));
        }
    }
    let names: BTreeSet<Cow<'_, str>> = found.iter().map(|one| text(one, "name")).collect();
    let counts = SEVERITIES.iter().rev().filter_map(|severity| {
        let count = found.iter().filter(|one| text(one, "severity") == *severity).count();
        (count > 0).then(|| format!("{count} {severity}"))
    });
    let counts = counts.collect::<Vec<_>>().join(", ");
    let counts = if counts.is_empty() { counts } else { format!(": {counts}") };
    say!("{} of {total} packages have known vulnerabilities{counts}", names.len());
    if !found.is_empty() {
        say!("(`brio audit fix` updates within the ranges; `brio why NAME` shows what leads to a package)");
    }
}

/// What depends on these versions of a package.
fn dependents_of(graph: &Graph, name: &str, versions: &str) -> BTreeSet<String> {
    let is_meant =
        |package: &Package| package.name == name && versions.split(", ").any(|version| version == package.version);
    let ids = graph.packages.iter().filter(|(_, package)| is_meant(package)).map(|(id, _)| *id);
    ids.flat_map(|id| super::listing::dependents(graph, id)).map(|((from, _), _)| from).collect()
}

/// Severities, the lowest first; `none` is above all.
const SEVERITIES: &[&str] = &["info", "low", "moderate", "high", "critical", "none"];

/// An unknown severity counts as the highest.
fn severity(name: &str) -> usize {
    SEVERITIES.iter().position(|known| *known == name).unwrap_or(SEVERITIES.len() - 2)
}

/// The severity from which on `audit` fails: the flag, or npm's setting of this name.
fn least_severity(arguments: &Arguments, root: &Path) -> Result<usize> {
    let config = Config::load(root)?;
    let setting = config.get("audit-level").filter(|level| SEVERITIES.contains(level));
    let Some(name) = arguments.value("--audit-level").or(setting) else { return Ok(0) };
    SEVERITIES
        .iter()
        .position(|known| *known == name)
        .ok_or_else(|| super::usage(&format!("--audit-level takes {}, not \"{name}\"", SEVERITIES.join(", "))))
}

/// Requests the advisories about versions.
fn advisories(arguments: &Arguments, root: &Path, versions: &BTreeMap<String, BTreeSet<String>>) -> Result<Vec<Value>> {
    let session = session_for(root, &Options { reach: reach(arguments), ..Options::default() })?;
    let base = session.config.registry_of("");
    let address = Address::parse(&format!("{base}-/npm/v1/security/advisories/bulk"))?;
    let request = Request {
        authorization: session.config.authorization_for(&address),
        address: address.clone(),
        method: Method::Post,
        body: Some(serde_json::to_vec(&json!(versions)).unwrap_or_default()),
        headers: vec![
            ("content-type".to_string(), "application/json".to_string()),
            ("accept".to_string(), "application/json".to_string()),
            ("user-agent".to_string(), user_agent()),
        ],
        response_bytes_max: 64 * 1024 * 1024,
        spill_folder: None,
    };
    let response = session.network()?.fetch(request)?;
    if response.status == 404 {
        let message = format!("the registry {} has no audits", address.authority());
        return Err(Error::new("ENOAUDIT", message)
            .with_hint("ask the public registry: `--registry https://registry.npmjs.org`"));
    }
    check_status(&session.config, "the audit", &address, &response)?;
    let advisories: Map<String, Value> =
        serde_json::from_slice(&decoded(&response)?).map_err(|error| Error::of_json(&error, "the audit's result"))?;
    Ok(matching(&advisories, versions))
}

/// `brio audit fix`: updates what is vulnerable within the ranges of what depends on it, or else that; `--force` also
/// changes the ranges of `package.json`.
fn fix(arguments: &Arguments) -> Result<i32> {
    let (root, graph) = graph()?;
    if let Some(registry) = arguments.value("--registry") {
        set_registry(registry);
    }
    let found = advisories(arguments, &root, &versions(arguments, &graph)?)?;
    if found.is_empty() {
        println!("no package has known vulnerabilities");
        return Ok(0);
    }
    let mut options = super::installing::options(arguments)?;
    let plan = fixing::plan(&Registry::new(session_for(&root, &options)?), &graph, &found)?;
    let names: BTreeSet<String> = plan.updates.iter().map(|(name, _)| name.clone()).collect();
    options.update = Some(names.into_iter().collect());
    options.update_versions = plan.updates.into_iter().collect();
    if options.force {
        options.add = plan.beyond_range.iter().map(|(name, version)| format!("{name}@{version}")).collect();
    }
    if !options.add.is_empty() || !options.update_versions.is_empty() {
        let code = super::installing::run(arguments, options.clone())?;
        if arguments.has("--dry-run") || code != 0 {
            return Ok(code);
        }
    }
    let (graph, _) = super::listing::graph_of(&root)?;
    let left = advisories(arguments, &root, &versions(arguments, &graph)?)?;
    for one in &left {
        eprintln!("still vulnerable: {} {}: {}", text(one, "name"), text(one, "versions"), text(one, "title"));
    }
    if !left.is_empty() && !options.force && !plan.beyond_range.is_empty() {
        let all: Vec<String> = plan.beyond_range.iter().map(|(name, version)| format!("{name}@{version}")).collect();
        eprintln!("(`brio audit fix --force` takes {}, beyond the ranges of package.json)", all.join(", "));
    } else if !left.is_empty() {
        eprintln!(
            "(what depends on them has no newer version that allows a fixed one; `brio why NAME` shows what it is)"
        );
    }
    Ok(i32::from(!left.is_empty()))
}

/// The versions that come from a registry, without what `--omit` and `--production` leave out.
fn versions(arguments: &Arguments, graph: &Graph) -> Result<BTreeMap<String, BTreeSet<String>>> {
    let omit = super::installing::omitted(arguments)?;
    let flags = crate::layout::flags(graph);
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (id, package) in &graph.packages {
        let is_left_out = flags
            .packages
            .get(id)
            .is_some_and(|flags| omit.dev && flags.dev || omit.optional && flags.optional || omit.peer && flags.peer);
        if matches!(package.resolution, Resolution::Registry { .. }) && !is_left_out {
            versions.entry(package.name.clone()).or_default().insert(package.version.clone());
        }
    }
    Ok(versions)
}

fn matching(advisories: &Map<String, Value>, versions: &BTreeMap<String, BTreeSet<String>>) -> Vec<Value> {
    let mut found = Vec::new();
    for (name, list) in advisories {
        for advisory in list.as_array().into_iter().flatten() {
            let range = advisory.get("vulnerable_versions").and_then(Value::as_str).unwrap_or("*");
            let hit: Vec<&String> =
                versions.get(name).into_iter().flatten().filter(|version| satisfies(version, range)).collect();
            if !hit.is_empty() {
                let versions: Vec<&str> = hit.iter().map(|version| version.as_str()).collect();
                let mut entry = advisory.clone();
                entry["name"] = json!(name);
                entry["versions"] = json!(versions.join(", "));
                found.push(entry);
            }
        }
    }
    found
}

fn text<'a>(value: &'a Value, name: &str) -> Cow<'a, str> {
    printable(value.get(name).and_then(Value::as_str).unwrap_or_default())
}
