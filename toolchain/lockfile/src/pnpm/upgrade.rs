//! Version 6, which pnpm 8 wrote, as version 9: `packages` has one entry per instance there, whose key begins with `/`, and
//! a project without a workspace has its dependencies at the top level.

use super::path;
use crate::tree::{Data, Member, Node};

/// Members of an entry that are the same for all instances.
const OF_PACKAGES: [&str; 14] = [
    "resolution",
    "id",
    "name",
    "version",
    "engines",
    "cpu",
    "os",
    "libc",
    "deprecated",
    "hasBin",
    "bundledDependencies",
    "bundleDependencies",
    "peerDependencies",
    "peerDependenciesMeta",
];

/// The others; `dev`, `requiresBuild` and `prepare` are not written any more.
const OF_SNAPSHOTS: [&str; 4] = ["dependencies", "optionalDependencies", "transitivePeerDependencies", "optional"];

/// Members of the top level that belong to the importer when there is only one.
const OF_IMPORTERS: [&str; 5] =
    ["dependencies", "optionalDependencies", "devDependencies", "dependenciesMeta", "publishDirectory"];

/// The document in version 9; None when it has another version than 6, or packages that are spelled otherwise there.
pub fn upgraded(document: &Node) -> Option<Node> {
    let version = document.get("lockfileVersion")?.as_scalar()?;
    if version != "6" && !version.starts_with("6.") {
        return None;
    }
    let (mut top, mut alone, mut importers) = (Vec::new(), Vec::new(), None);
    let (mut packages, mut snapshots) = (Vec::new(), Vec::new());
    for member in document.members() {
        match member.name.as_str() {
            "lockfileVersion" => top.push(named("lockfileVersion", Node::string("9.0"))),
            "importers" => importers = Some(members_of(&member.value, importer)?),
            "packages" => {
                for entry in member.value.members() {
                    add_entry(entry, &mut packages, &mut snapshots)?;
                }
            }
            name if OF_IMPORTERS.contains(&name) => alone.push(member.clone()),
            _ => top.push(member.clone()),
        }
    }
    let importers = match importers {
        Some(importers) => importers,
        None => vec![named(".", importer(&Node::new(Data::Object(alone)))?)],
    };
    packages.sort_by(|left: &Member, right| left.name.cmp(&right.name));
    packages.dedup_by(|left, right| left.name == right.name);
    snapshots.sort_by(|left: &Member, right| left.name.cmp(&right.name));
    for (name, members) in [("importers", importers), ("packages", packages), ("snapshots", snapshots)] {
        if !members.is_empty() {
            top.push(named(name, Node::new(Data::Object(members))));
        }
    }
    let mut upgraded = Node::new(Data::Object(top));
    upgraded.forget_text();
    Some(upgraded)
}

fn named(name: &str, value: Node) -> Member {
    Member { name: name.to_string(), name_span: None, value }
}

fn members_of(node: &Node, change: impl Fn(&Node) -> Option<Node>) -> Option<Vec<Member>> {
    node.members().iter().map(|member| Some(named(&member.name, change(&member.value)?))).collect()
}

/// An importer, whose dependencies have a specifier and a version.
fn importer(node: &Node) -> Option<Node> {
    let is_list = |name: &str| name.ends_with("ependencies");
    let members = node.members().iter().map(|list| {
        let dependency = |node: &Node| {
            let members = node.members().iter().map(|member| match member.name.as_str() {
                "version" => Some(named("version", Node::string(reference(member.value.as_scalar()?)?))),
                _ => Some(member.clone()),
            });
            Some(Node::new(Data::Object(members.collect::<Option<_>>()?)))
        };
        match is_list(&list.name) {
            true => Some(named(&list.name, Node::new(Data::Object(members_of(&list.value, dependency)?)))),
            false => Some(list.clone()),
        }
    });
    Some(Node::new(Data::Object(members.collect::<Option<_>>()?)))
}

fn add_entry(entry: &Member, packages: &mut Vec<Member>, snapshots: &mut Vec<Member>) -> Option<()> {
    let key = entry.name.strip_prefix('/')?;
    let base = path::parse(key)?.base.to_string();
    let (mut package, mut snapshot) = (Vec::new(), Vec::new());
    for member in entry.value.members() {
        let name = member.name.as_str();
        if OF_PACKAGES.contains(&name) {
            package.push(member.clone());
        } else if OF_SNAPSHOTS.contains(&name) {
            let change = |node: &Node| Some(Node::string(reference(node.as_scalar()?)?));
            snapshot.push(match name.ends_with("ependencies") && member.value.is_object() {
                true => named(name, Node::new(Data::Object(members_of(&member.value, change)?))),
                false => member.clone(),
            });
        }
    }
    snapshot.retain(|member| member.name != "optional" || member.value.is_true());
    packages.push(named(&base, Node::new(Data::Object(package))));
    snapshots.push(named(key, Node::new(Data::Object(snapshot))));
    Some(())
}

/// A reference to an instance: an alias begins with `/` in version 6. None for what is spelled otherwise in version 9
/// (repositories and tarballs).
fn reference(text: &str) -> Option<String> {
    if let Some(alias) = text.strip_prefix('/') {
        return Some(alias.to_string());
    }
    let is_plain = text.starts_with("link:") || !text.split('(').next().unwrap_or_default().contains(['/', ':']);
    is_plain.then(|| text.to_string())
}
