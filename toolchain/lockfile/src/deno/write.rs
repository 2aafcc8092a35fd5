//! From the graph to the syntax tree, changing what changed.

use super::name_of;
use super::read::{INTERPRETED, KINDS};
use crate::error::{Error, ErrorKind};
use crate::model::{Dependency, DependencyKind, Graph, Importer, Package, PackageId, Resolution};
use crate::tree::{Member, Members, Node};
use crate::value::Value;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The order of the members of the top level; others follow.
const TOP_ORDER: [&str; 7] = ["version", "specifiers", "jsr", "npm", "redirects", "remote", "workspace"];

/// The order of the members of a package. What is not among them stays.
const ENTRY_ORDER: [&str; 10] = [
    "integrity",
    "dependencies",
    "optionalDependencies",
    "optionalPeers",
    "os",
    "cpu",
    "tarball",
    "deprecated",
    "scripts",
    "bin",
];

/// Changes `document` from saying `old` to saying `new`.
///
/// # Errors
/// [`ErrorKind::Graph`].
pub fn write(document: &mut Node, old: &Graph, new: &Graph) -> Result<(), Error> {
    let names = Names::of(new);
    let mut top = Members::default();
    if new.settings.other.is_empty() && document.members().is_empty() {
        top.set_string("version", "5");
    }
    for (name, value) in &new.settings.other {
        top.set(name, Node::from_value(value));
    }
    let requests = requests_of(old, new)?;
    let specifiers = requests.iter().map(|(request, id)| {
        let key = &names.keys[id];
        (request.clone(), Node::string(key.get(name_of(key).len() + 1..).unwrap_or_default()))
    });
    set_sorted(&mut top, document, "specifiers", specifiers.collect());
    for protocol in ["jsr", "npm"] {
        let before = document.get(protocol);
        let packages = new.packages.iter().filter(|(_, package)| protocol_of(package) == protocol);
        let entries = packages.map(|(id, package)| {
            let key = &names.keys[id];
            let entry = entry(package, protocol, &names, &requests, new)?;
            Ok((key.clone(), merge(before.and_then(|before| before.get(key)), entry, &ENTRY_ORDER, &ENTRY_ORDER)))
        });
        set_sorted(&mut top, document, protocol, entries.collect::<Result<_, Error>>()?);
    }
    for (name, pairs) in [("redirects", &new.remote.redirects), ("remote", &new.remote.hashes)] {
        let pairs = pairs.iter().map(|(key, value)| (key.clone(), Node::string(value)));
        set_sorted(&mut top, document, name, pairs.collect());
    }
    if let Some(workspace) = write_workspace(document.get("workspace"), old, new) {
        top.set("workspace", workspace);
    }
    let mut known: Vec<&str> = INTERPRETED.to_vec();
    known.extend(new.settings.other.iter().chain(&old.settings.other).map(|(name, _)| name.as_str()));
    *document = merge(Some(document), top, &known, &TOP_ORDER);
    Ok(())
}

fn protocol_of(package: &Package) -> &'static str {
    if matches!(package.resolution, Resolution::Jsr { .. }) { "jsr" } else { "npm" }
}

/// What the packages are called in the file.
struct Names {
    keys: HashMap<PackageId, String>,
    /// How many packages of npm have a name.
    counts: HashMap<String, usize>,
}

impl Names {
    fn of(graph: &Graph) -> Names {
        let mut names = Names { keys: HashMap::new(), counts: HashMap::new() };
        for (id, package) in &graph.packages {
            let key = package.key.clone().unwrap_or_else(|| {
                let peers = package.peers.iter().map(|peer| match &peer.spelled {
                    spelled if !spelled.is_empty() => format!("_{spelled}"),
                    _ => {
                        let target = peer.target.and_then(|id| graph.packages.get(&id));
                        let version = target.map(|target| target.version.as_str()).unwrap_or_default();
                        format!("_{}@{version}", peer.name.replace('/', "+"))
                    }
                });
                format!("{}@{}{}", package.name, package.version, peers.collect::<String>())
            });
            if protocol_of(package) == "npm" {
                *names.counts.entry(package.name.clone()).or_default() += 1;
            }
            names.keys.insert(*id, key);
        }
        names
    }
}

/// The requests of the file. Those that a manifest or a package made before and none makes now are left out; others,
/// which programs made, stay.
fn requests_of(old: &Graph, new: &Graph) -> Result<BTreeMap<String, PackageId>, Error> {
    let (made_before, made_now) = (requests_made(old)?, requests_made(new)?);
    let mut requests = BTreeMap::new();
    for (request, id) in &new.requests {
        let stale = made_before.contains_key(request) && !made_now.contains_key(request);
        if new.packages.contains_key(id) && !stale {
            requests.insert(request.clone(), *id);
        }
    }
    requests.extend(made_now);
    Ok(requests)
}

/// By the importers, and by packages of JSR.
fn requests_made(graph: &Graph) -> Result<BTreeMap<String, PackageId>, Error> {
    let importers = graph.importers.values().flat_map(|importer| &importer.dependencies);
    let packages = graph.packages.values().flat_map(|package| &package.dependencies);
    let mut made = BTreeMap::new();
    for one in importers.chain(packages) {
        let Some(id) = one.target else { continue };
        if !graph.packages.contains_key(&id) {
            let message = format!("the dependency \"{}\" leads to a package that is not there", one.name);
            return Err(Error::new(ErrorKind::Graph, message));
        }
        if one.specifier.starts_with("npm:") || one.specifier.starts_with("jsr:") {
            made.insert(one.specifier.clone(), id);
        }
    }
    Ok(made)
}

fn set_sorted(top: &mut Members, document: &Node, name: &str, entries: Vec<(String, Node)>) {
    if !entries.is_empty() {
        let mut node = document.get(name).cloned().unwrap_or_else(Node::object);
        let mut entries = entries;
        entries.sort_by(|left, right| left.0.cmp(&right.0));
        node.update_members(entries, |left, right| left.name.cmp(&right.name));
        top.set(name, node);
    }
}

/// The new members and those of the old node that are not `known`, in the format's order.
fn merge(old: Option<&Node>, mut new: Members, known: &[&str], order: &[&str]) -> Node {
    let mut node = old.cloned().unwrap_or_else(Node::object);
    new.0.extend(node.members().iter().filter(|member| !known.contains(&member.name.as_str())).cloned());
    let rank = |member: &Member| order.iter().position(|name| *name == member.name).unwrap_or(order.len());
    let compare = |left: &Member, right: &Member| -> Ordering { rank(left).cmp(&rank(right)) };
    new.0.sort_by(compare);
    node.update_members(new.0.into_iter().map(|member| (member.name, member.value)).collect(), compare);
    node
}

fn entry(
    package: &Package,
    protocol: &str,
    names: &Names,
    requests: &BTreeMap<String, PackageId>,
    graph: &Graph,
) -> Result<Members, Error> {
    let mut entry = Members::default();
    if let Some(integrity) = package.resolution.integrity() {
        entry.set_string("integrity", integrity);
    }
    for (list, kind) in KINDS {
        let matches = |one: &&Dependency| {
            one.kind == kind || (kind == DependencyKind::Production && one.kind == DependencyKind::Peer)
        };
        let mut spelled = BTreeSet::new();
        for one in package.dependencies.iter().filter(matches) {
            match protocol {
                "npm" => spelled.extend(spell_npm(one, names, graph)?),
                _ => drop(spelled.insert(spell_jsr(one, requests))),
            }
        }
        // By the names, not by the names with what follows them.
        let mut spelled: Vec<String> = spelled.into_iter().collect();
        spelled.sort_by(|left, right| name_of(left).cmp(name_of(right)).then_with(|| left.cmp(right)));
        entry.set_strings(list, &spelled);
    }
    if protocol == "npm" {
        let metadata = &package.metadata;
        entry.set_strings("os", &metadata.os);
        entry.set_strings("cpu", &metadata.cpu);
        if let Resolution::Registry { tarball: Some(tarball), .. } | Resolution::Tarball { url: tarball, .. } =
            &package.resolution
        {
            // The address of the default registry follows from name and version.
            let own = format!("/-/{}-{}.tgz", package.name.rsplit('/').next().unwrap_or_default(), package.version);
            if package.key.is_some() || !tarball.ends_with(&own) {
                entry.set_string("tarball", tarball);
            }
        }
        entry.set_true("deprecated", metadata.deprecated.is_some());
        entry.set_true("scripts", metadata.has_install_script);
        entry.set_true("bin", metadata.bin.as_ref().is_some_and(|bin| !bin.is_empty()));
    }
    Ok(entry)
}

fn spell_npm(one: &Dependency, names: &Names, graph: &Graph) -> Result<Option<String>, Error> {
    let Some(id) = one.target else {
        return Ok((one.kind == DependencyKind::OptionalPeer).then(|| one.name.clone()));
    };
    let (Some(package), Some(key)) = (graph.packages.get(&id), names.keys.get(&id)) else {
        let message = format!("the dependency \"{}\" leads to a package that is not there", one.name);
        return Err(Error::new(ErrorKind::Graph, message));
    };
    Ok(Some(match names.counts.get(&package.name) {
        _ if package.name != one.name => format!("{}@npm:{key}", one.name),
        Some(1) => one.name.clone(),
        _ => key.clone(),
    }))
}

/// The request, without its range if there is one request of that name only.
fn spell_jsr(one: &Dependency, requests: &BTreeMap<String, PackageId>) -> String {
    let scheme = one.specifier.split(':').next().unwrap_or_default();
    let bare = format!("{scheme}:{}", one.name);
    let start = format!("{bare}@");
    let count = requests.range(start.clone()..).take_while(|(request, _)| request.starts_with(&start)).count();
    if count == 1 { bare } else { one.specifier.clone() }
}

fn write_workspace(before: Option<&Node>, old: &Graph, new: &Graph) -> Option<Node> {
    if new.importers.is_empty() {
        return None;
    }
    let list = |importer: Option<&Importer>| -> BTreeSet<String> {
        let dependencies = importer.map(|importer| importer.dependencies.as_slice()).unwrap_or_default();
        dependencies.iter().map(|one| one.specifier.clone()).collect()
    };
    let update = |node: Option<&Node>, folder: &str| -> Node {
        let mut node = node.cloned().unwrap_or_else(Node::object);
        let (was, is) = (list(old.importers.get(folder)), list(new.importers.get(folder)));
        if was == is && old.importers.contains_key(folder) {
            return node;
        }
        let package_json: BTreeSet<String> = node
            .get("packageJson")
            .and_then(|inner| inner.get("dependencies"))
            .map(Node::strings)
            .unwrap_or_default()
            .into_iter()
            .collect();
        // A manifest of npm's stays one: what it had, and all that is new if there is no other list.
        let only_package_json = !package_json.is_empty() && node.get("dependencies").is_none();
        let in_package_json = |one: &&String| package_json.contains(*one) || (only_package_json && !was.contains(*one));
        let (inner, own): (Vec<&String>, Vec<&String>) = is.iter().partition(in_package_json);
        set_list(&mut node, &own, false);
        if !package_json.is_empty() {
            set_list(&mut node, &inner, true);
        }
        node
    };
    let mut node = update(before, ".");
    let members = new.importers.keys().filter(|folder| *folder != ".").map(|folder| {
        let was = before.and_then(|before| before.get("members")).and_then(|members| members.get(folder));
        (folder.clone(), update(was, folder))
    });
    let members: Vec<(String, Node)> = members.collect();
    if !members.is_empty() {
        let mut inner = node.get("members").cloned().unwrap_or_else(Node::object);
        inner.update_members(members, |left, right| left.name.cmp(&right.name));
        set_member(&mut node, "members", Some(inner));
    }
    (!node.members().is_empty()).then_some(node)
}

fn set_list(node: &mut Node, values: &[&String], in_package_json: bool) {
    let list = (!values.is_empty()).then(|| Node::from_value(&Value::strings(values)));
    if !in_package_json {
        return set_member(node, "dependencies", list);
    }
    let mut inner = node.get("packageJson").cloned().unwrap_or_else(Node::object);
    set_member(&mut inner, "dependencies", list);
    set_member(node, "packageJson", Some(inner));
}

fn set_member(node: &mut Node, name: &str, value: Option<Node>) {
    const ORDER: [&str; 4] = ["dependencies", "packageJson", "members", "links"];
    let rank = |member: &Member| ORDER.iter().position(|name| *name == member.name).unwrap_or(ORDER.len());
    let mut entries: Vec<(String, Node)> = node
        .members()
        .iter()
        .filter(|member| member.name != name)
        .map(|member| (member.name.clone(), member.value.clone()))
        .collect();
    entries.extend(value.map(|value| (name.to_string(), value)));
    node.update_members(entries, |left, right| rank(left).cmp(&rank(right)));
}
