//! From the graph to the syntax tree, changing what changed.

use super::{SEPARATOR, name_of};
use crate::error::{Error, ErrorKind};
use crate::hex;
use crate::model::{Dependency, DependencyKind, Graph, Package, PackageId, Resolution};
use crate::tree::{Data, Member, Members, Node};
use crate::value::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What this file writes in an entry, in its order; other members stay.
const KNOWN: [&str; 6] = ["name", "version", "resolved", "integrity", "dependencies", "optionalDependencies"];

/// The order of members; others follow by name.
const ORDER: [&str; 7] = ["name", "version", "uid", "resolved", "integrity", "registry", "dependencies"];

/// Changes `document` from saying `old` to saying `new`.
///
/// # Errors
/// [`ErrorKind::Graph`].
pub fn write(document: &mut Node, old: &Graph, new: &Graph) -> Result<(), Error> {
    let requests = requests_of(new)?;
    let before: HashMap<String, Member> =
        document.members().iter().map(|member| (member.name.clone(), member.clone())).collect();
    let mut members: Vec<Member> = Vec::new();
    for (id, requests) in &requests {
        let Some(package) = new.packages.get(id) else { continue };
        let name = requests.iter().map(String::as_str).collect::<Vec<_>>().join(&SEPARATOR.to_string());
        // By its key, or by a request that led to the same version.
        let old_package =
            requests.iter().find_map(|request| old.packages.get(old.requests.get(request)?)).filter(|old| {
                package.key.as_ref().map_or(old.version == package.version, |key| old.key.as_ref() == Some(key))
            });
        let was = old_package.and_then(|old| before.get(old.key.as_ref()?));
        let same = old_package.is_some_and(|old| same_package(old, package));
        let value = match was.filter(|was| same && was.value.span.is_some()) {
            Some(was) => was.value.clone(),
            None => merge(was.map(|was| &was.value), entry(package, requests)),
        };
        // The order of the requests in the file stays if they are the same.
        let same_requests = was.filter(|was| {
            was.name.split(SEPARATOR).collect::<BTreeSet<_>>() == requests.iter().map(String::as_str).collect()
        });
        members.push(match same_requests {
            Some(was) => Member { name: was.name.clone(), name_span: was.name_span, value },
            None => Member { name, name_span: None, value },
        });
    }
    // By name, but what was there stays in its order.
    let order: HashMap<&str, usize> =
        document.members().iter().enumerate().map(|(index, member)| (member.name.as_str(), index)).collect();
    let (mut kept, mut added): (Vec<Member>, Vec<Member>) =
        members.into_iter().partition(|member| order.contains_key(member.name.as_str()));
    kept.sort_by_key(|member| order[member.name.as_str()]);
    added.sort_by(|left, right| left.name.cmp(&right.name));
    let changed = !added.is_empty()
        || kept.len() != document.members().len()
        || kept.iter().any(|member| member.value.span.is_none());
    if changed || document.span.is_none() {
        for member in added {
            let index = kept.iter().position(|other| other.name > member.name).unwrap_or(kept.len());
            kept.insert(index, member);
        }
        document.data = Data::Object(kept);
        document.span = None;
    }
    Ok(())
}

/// The requests of each package. With importers, those that nothing requests any more are left out.
fn requests_of(graph: &Graph) -> Result<BTreeMap<PackageId, BTreeSet<String>>, Error> {
    let mut requests: BTreeMap<PackageId, BTreeSet<String>> = BTreeMap::new();
    if graph.importers.is_empty() {
        for (request, id) in &graph.requests {
            requests.entry(*id).or_default().insert(request.clone());
        }
    }
    let own = graph.importers.values().flat_map(|importer| &importer.dependencies);
    for one in own.chain(graph.packages.values().flat_map(|package| &package.dependencies)) {
        let Some(id) = one.target else { continue };
        let Some(package) = graph.packages.get(&id) else {
            let message = format!("the dependency \"{}\" leads to a package that is not there", one.name);
            return Err(Error::new(ErrorKind::Graph, message));
        };
        // Members of the workspace are not in the file.
        if !one.kind.is_peer() && !matches!(package.resolution, Resolution::Workspace { .. }) {
            requests.entry(id).or_default().insert(format!("{}@{}", one.name, one.specifier));
        }
    }
    match graph
        .packages
        .iter()
        .find(|(id, package)| !requests.contains_key(id) && !matches!(package.resolution, Resolution::Workspace { .. }))
    {
        Some((_, package)) if graph.importers.is_empty() => Err(Error::new(
            ErrorKind::Graph,
            format!(
                "nothing requests {}@{}, and yarn.lock lists packages by their requests",
                package.name, package.version
            ),
        )),
        _ => Ok(requests),
    }
}

fn same_package(left: &Package, right: &Package) -> bool {
    let key = |package: &Package| -> Vec<(DependencyKind, String, String)> {
        let mut all: Vec<_> = package
            .dependencies
            .iter()
            .filter(|one| !one.kind.is_peer())
            .map(|one| (one.kind, one.name.clone(), one.specifier.clone()))
            .collect();
        all.sort();
        all
    };
    left.name == right.name
        && left.version == right.version
        && left.resolution == right.resolution
        && key(left) == key(right)
}

fn merge(old: Option<&Node>, mut new: Members) -> Node {
    let mut node = old.cloned().unwrap_or_else(Node::object);
    new.0.extend(node.members().iter().filter(|member| !KNOWN.contains(&member.name.as_str())).cloned());
    let rank = |name: &str| ORDER.iter().position(|first| *first == name).unwrap_or(ORDER.len());
    let compare = |left: &Member, right: &Member| {
        rank(&left.name).cmp(&rank(&right.name)).then_with(|| left.name.cmp(&right.name))
    };
    new.0.sort_by(compare);
    node.update_members(new.0.into_iter().map(|member| (member.name, member.value)).collect(), compare);
    node
}

fn entry(package: &Package, requests: &BTreeSet<String>) -> Members {
    let mut entry = Members::default();
    let first = requests.first().map(String::as_str).unwrap_or_default();
    let alias = requests.iter().any(|request| request[name_of(request).len()..].starts_with("@npm:"));
    if name_of(first) != package.name && !alias {
        entry.set_string("name", &package.name);
    }
    entry.set_string("version", &package.version);
    let (hashes, sha1) = split_integrity(package.resolution.integrity());
    let fragment = sha1.map(|sha1| format!("#{sha1}")).unwrap_or_default();
    match &package.resolution {
        Resolution::Registry { tarball: Some(address), .. } | Resolution::Tarball { url: address, .. } => {
            entry.set_string("resolved", &format!("{address}{fragment}"));
        }
        Resolution::LocalTarball { path, .. } => entry.set_string("resolved", &format!("file:{path}{fragment}")),
        Resolution::Git { repository, commit, .. } => entry.set_string("resolved", &format!("{repository}#{commit}")),
        _ => {}
    }
    if !hashes.is_empty() {
        entry.set_string("integrity", &hashes);
    }
    for (member, kind) in
        [("dependencies", DependencyKind::Production), ("optionalDependencies", DependencyKind::Optional)]
    {
        let all: BTreeMap<&str, &str> = package
            .dependencies
            .iter()
            .filter(|one| one.kind == kind)
            .map(|one: &Dependency| (one.name.as_str(), one.specifier.as_str()))
            .collect();
        if !all.is_empty() {
            entry.set(member, Node::from_value(&Value::map(all)));
        }
    }
    entry
}

/// What goes into `integrity`, and the digits of the SHA-1 that goes behind the address.
fn split_integrity(integrity: Option<&str>) -> (String, Option<String>) {
    let hashes: Vec<&str> = integrity.unwrap_or_default().split_ascii_whitespace().collect();
    let sha1 = hashes.iter().find_map(|hash| hash.strip_prefix("sha1-")).and_then(hex::from_base64);
    let mut strong: Vec<&str> = hashes.iter().copied().filter(|hash| !hash.starts_with("sha1-")).collect();
    if strong.is_empty() {
        strong = hashes;
    }
    strong.sort();
    (strong.join(" "), sha1)
}
