//! From the graph to the syntax tree, changing what changed.

use super::{request, requests_of, with_protocol};
use crate::error::{Error, ErrorKind};
use crate::model::{Dependency, DependencyKind, Graph, Importer, Metadata, Package, PackageId, Resolution};
use crate::tree::{Data, Member, Members, Node};
use crate::value::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The order of members; others follow by name.
const ORDER: [&str; 7] = [
    "__metadata",
    "version",
    "resolution",
    "dependencies",
    "peerDependencies",
    "dependenciesMeta",
    "peerDependenciesMeta",
];

/// What this file writes in an entry; other members stay.
const KNOWN: [&str; 11] = [
    "version",
    "resolution",
    "dependencies",
    "peerDependencies",
    "dependenciesMeta",
    "peerDependenciesMeta",
    "bin",
    "conditions",
    "checksum",
    "languageName",
    "linkType",
];

/// From this version on, dependencies have `npm:` before a range.
const VERSION_WITH_PROTOCOLS: u64 = 7;

/// What a new file says, if the graph does not.
const NEW_METADATA: [(&str, &str); 2] = [("version", "8"), ("cacheKey", "10c0")];

/// Changes `document` from saying `old` to saying `new`.
///
/// # Errors
/// [`ErrorKind::Graph`].
pub fn write(document: &mut Node, old: &Graph, new: &Graph) -> Result<(), Error> {
    let metadata = new.settings.other.iter().find(|(name, _)| name == "__metadata").map(|(_, value)| value.clone());
    let metadata = metadata.unwrap_or_else(|| {
        let number = |(name, value): (&str, &str)| (name.to_string(), Value::Number(value.to_string()));
        Value::Object(NEW_METADATA.map(number).to_vec())
    });
    let version = match metadata.get("version") {
        Some(Value::Number(number)) => number.parse().unwrap_or(VERSION_WITH_PROTOCOLS),
        _ => VERSION_WITH_PROTOCOLS,
    };
    let before: HashMap<&str, &Node> =
        document.members().iter().map(|member| (member.name.as_str(), &member.value)).collect();
    let mut entries = vec![("__metadata".to_string(), Node::from_value(&metadata))];
    for (id, requests) in requests_by_package(old, new)? {
        let Some(package) = new.packages.get(&id) else { continue };
        // By its key, or by a request that led to the same version.
        let old_package =
            requests.iter().find_map(|request| old.packages.get(old.requests.get(request)?)).filter(|old| {
                package.key.as_ref().map_or(old.version == package.version, |key| old.key.as_ref() == Some(key))
            });
        let was = old_package.and_then(|old| before.get(old.key.as_deref()?).copied());
        let same = old_package
            .is_some_and(|old_package| same_package(old_package, package) && same_importer(package, old, new));
        let entry = match was.filter(|was| same && was.span.is_some()) {
            Some(was) => was.clone(),
            None => merge(was, entry(package, new, version >= VERSION_WITH_PROTOCOLS, was.is_some())),
        };
        let said: Option<BTreeSet<&str>> = package.key.as_deref().map(|key| requests_of(key).collect());
        let key = match &package.key {
            Some(key) if said == Some(requests.iter().map(String::as_str).collect()) => key.clone(),
            _ => requests.into_iter().collect::<Vec<_>>().join(", "),
        };
        entries.push((key, entry));
    }
    document.update_members(entries, compare);
    Ok(())
}

fn compare(left: &Member, right: &Member) -> std::cmp::Ordering {
    let rank = |member: &Member| ORDER.iter().position(|name| *name == member.name).unwrap_or(ORDER.len());
    rank(left).cmp(&rank(right)).then_with(|| left.name.cmp(&right.name))
}

/// The requests of each package. Those that a dependency made before and none makes now are left out; others, which
/// yarn makes itself (patches, resolutions), stay.
fn requests_by_package(old: &Graph, new: &Graph) -> Result<BTreeMap<PackageId, BTreeSet<String>>, Error> {
    let (made_before, made_now) = (requests_made(old)?, requests_made(new)?);
    let mut requests: BTreeMap<PackageId, BTreeSet<String>> = BTreeMap::new();
    for (request, id) in &new.requests {
        let stale = made_before.contains_key(request) && !made_now.contains_key(request);
        if new.packages.contains_key(id) && !stale {
            requests.entry(*id).or_default().insert(request.clone());
        }
    }
    for (request, id) in made_now {
        // A dependency that the file has no request for was replaced by a resolution.
        if !new.requests.contains_key(&request) && made_before.get(&request) == Some(&id) {
            continue;
        }
        // yarn 2 spelled ranges without a protocol where a patch took their place.
        let plain = request.replacen("@npm:", "@", 1);
        if !new.requests.contains_key(&request) && new.requests.get(&plain) == Some(&id) {
            continue;
        }
        let start = format!("{request}::");
        let bound = new.requests.range(start.clone()..).next().is_some_and(|(other, _)| other.starts_with(&start));
        if !bound {
            requests.entry(id).or_default().insert(request);
        }
    }
    for (id, package) in &new.packages {
        if let Resolution::Workspace { path } = &package.resolution {
            requests.entry(*id).or_default().insert(format!("{}@workspace:{path}", package.name));
        }
    }
    Ok(requests)
}

fn requests_made(graph: &Graph) -> Result<BTreeMap<String, PackageId>, Error> {
    let importers = graph.importers.values().flat_map(|importer| &importer.dependencies);
    let packages = graph.packages.values().flat_map(|package| &package.dependencies);
    let mut made = BTreeMap::new();
    for one in importers.chain(packages).filter(|one| !one.kind.is_peer()) {
        let Some(id) = one.target else { continue };
        if !graph.packages.contains_key(&id) {
            let message = format!("the dependency \"{}\" leads to a package that is not there", one.name);
            return Err(Error::new(ErrorKind::Graph, message));
        }
        made.insert(request(&one.name, &one.specifier), id);
    }
    Ok(made)
}

fn said(dependencies: &[Dependency]) -> BTreeSet<(DependencyKind, &str, &str)> {
    dependencies.iter().map(|one| (one.kind, one.name.as_str(), one.specifier.as_str())).collect()
}

fn same_package(left: &Package, right: &Package) -> bool {
    left.name == right.name
        && left.version == right.version
        && left.resolution == right.resolution
        && left.archive_checksum == right.archive_checksum
        && left.metadata == right.metadata
        && said(&left.dependencies) == said(&right.dependencies)
}

/// The dependencies of a member of the workspace are those of its importer.
fn same_importer(package: &Package, old: &Graph, new: &Graph) -> bool {
    let Resolution::Workspace { path } = &package.resolution else { return true };
    let list = |importer: Option<&Importer>| importer.map(|importer| importer.dependencies.clone()).unwrap_or_default();
    said(&list(old.importers.get(path))) == said(&list(new.importers.get(path)))
}

fn merge(old: Option<&Node>, mut new: Members) -> Node {
    let mut node = old.cloned().unwrap_or_else(Node::object);
    let keeps_resolution = !new.0.iter().any(|member| member.name == "resolution");
    let known = |name: &str| KNOWN.contains(&name) && !(keeps_resolution && name == "resolution");
    new.0.extend(node.members().iter().filter(|member| !known(&member.name)).cloned());
    // It says more than what is optional: kept while the optional ones are the same.
    if let Some(before) = node.get("dependenciesMeta") {
        let index = new.0.iter().position(|member| member.name == "dependenciesMeta");
        let optional = |node: &Node| -> BTreeSet<String> {
            let is_optional = |member: &&Member| member.value.get("optional").is_some_and(Node::is_true);
            node.members().iter().filter(is_optional).map(|member| member.name.clone()).collect()
        };
        let after = index.map(|index| optional(&new.0[index].value)).unwrap_or_default();
        if optional(before) == after {
            new.0.retain(|member| member.name != "dependenciesMeta");
            new.set("dependenciesMeta", before.clone());
        }
    }
    new.0.sort_by(compare);
    node.update_members(new.0.into_iter().map(|member| (member.name, member.value)).collect(), compare);
    node
}

fn entry(package: &Package, graph: &Graph, protocols: bool, was_there: bool) -> Members {
    let mut entry = Members::default();
    let is_member = matches!(package.resolution, Resolution::Workspace { .. });
    // What yarn wrote in a resolution it reads: only what is new is spelled here.
    if let Some(reference) = reference(package, was_there) {
        entry.set_string("resolution", &format!("{}@{reference}", package.name));
    }
    // A version is a word, also where YAML would read a number.
    entry.set("version", Node::new(Data::Number(package.version.clone())));
    let dependencies = match &package.resolution {
        Resolution::Workspace { path } => graph.importers.get(path).map(|importer| &importer.dependencies),
        _ => Some(&package.dependencies),
    };
    add_dependencies(&mut entry, dependencies.map(Vec::as_slice).unwrap_or_default(), protocols);
    entry.set_value("bin", package.metadata.bin.as_ref().filter(|bin| **bin != Value::Bool(true) && !bin.is_empty()));
    if let Some(conditions) = conditions(&package.metadata) {
        entry.set_string("conditions", &conditions);
    }
    if let Some(checksum) = &package.archive_checksum {
        entry.set_string("checksum", checksum);
    }
    let is_soft = is_member || matches!(package.resolution, Resolution::Link { .. });
    entry.set_string("languageName", if is_member { "unknown" } else { "node" });
    entry.set_string("linkType", if is_soft { "soft" } else { "hard" });
    entry
}

/// What follows the name in a resolution. `None`: it stays as it was.
fn reference(package: &Package, was_there: bool) -> Option<String> {
    match &package.resolution {
        Resolution::Registry { tarball: None, .. } => Some(format!("npm:{}", package.version)),
        Resolution::Workspace { path } => Some(format!("workspace:{path}")),
        Resolution::Tarball { url, .. } => Some(url.clone()),
        _ if was_there => None,
        Resolution::Registry { tarball: Some(url), .. } => {
            let own = format!("/-/{}-{}.tgz", package.name.rsplit('/').next()?, package.version);
            let address =
                if url.ends_with(&own) { String::new() } else { format!("::__archiveUrl={}", percent_encode(url)) };
            Some(format!("npm:{}{address}", package.version))
        }
        Resolution::Git { repository, commit, .. } => Some(format!("{repository}#commit={commit}")),
        Resolution::Link { path } => Some(format!("link:{path}::locator={}", percent_encode("@workspace:."))),
        Resolution::Folder { path } | Resolution::LocalTarball { path, .. } => Some(format!("file:{path}")),
        Resolution::Other { value } => value.as_str().map(str::to_string),
        _ => None,
    }
}

/// As `encodeURIComponent` does.
fn percent_encode(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'!' | b'~' | b'*' | b'\'' | b'(' | b')' => {
                out.push(byte as char);
            }
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}

fn add_dependencies(entry: &mut Members, dependencies: &[Dependency], protocols: bool) {
    let mut own: BTreeMap<&str, String> = BTreeMap::new();
    for one in dependencies.iter().filter(|one| !one.kind.is_peer()) {
        own.insert(&one.name, if protocols { with_protocol(&one.specifier) } else { one.specifier.clone() });
    }
    let peers: BTreeMap<&str, &str> = dependencies
        .iter()
        .filter(|one| one.kind.is_peer() && !one.specifier.is_empty())
        .map(|one| (one.name.as_str(), one.specifier.as_str()))
        .collect();
    if !own.is_empty() {
        entry.set(
            "dependencies",
            Node::from_value(&Value::map(own.iter().map(|(name, value)| (*name, value.as_str())))),
        );
    }
    if !peers.is_empty() {
        entry.set("peerDependencies", Node::from_value(&Value::map(peers)));
    }
    for (member, kind) in
        [("dependenciesMeta", DependencyKind::Optional), ("peerDependenciesMeta", DependencyKind::OptionalPeer)]
    {
        let optional: BTreeSet<&str> =
            dependencies.iter().filter(|one| one.kind == kind).map(|one| one.name.as_str()).collect();
        let meta = Value::Object(vec![("optional".to_string(), Value::Bool(true))]);
        let members: Vec<(String, Value)> = optional.into_iter().map(|name| (name.to_string(), meta.clone())).collect();
        if !members.is_empty() {
            entry.set(member, Node::from_value(&Value::Object(members)));
        }
    }
}

/// `os=darwin & cpu=arm64`, `(os=darwin | os=linux)`.
fn conditions(metadata: &Metadata) -> Option<String> {
    let groups = [("os", &metadata.os), ("cpu", &metadata.cpu), ("libc", &metadata.libc)];
    let groups: Vec<String> = groups
        .into_iter()
        .filter(|(_, values)| !values.is_empty())
        .map(|(name, values)| {
            let one: Vec<String> = values.iter().map(|value| format!("{name}={value}")).collect();
            if one.len() > 1 { format!("({})", one.join(" | ")) } else { one.join("") }
        })
        .collect();
    (!groups.is_empty()).then(|| groups.join(" & "))
}
