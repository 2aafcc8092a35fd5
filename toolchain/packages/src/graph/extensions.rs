//! Dependencies that packages lack in their own manifests: `packageExtensions` of the project's pnpm or yarn, and those
//! that both managers know by themselves. pnpm repeats them in its lockfile; yarn only has the packages that they lead to.

pub mod checksum;

use crate::install::Context;
use crate::lock::lock_value_of;
use crate::semver::satisfies;
use brio_lockfile::{Dependency, DependencyKind, Format, Graph, Package, PackageId, Value, value_of_yaml};

/// What pnpm 12 and yarn 4.18 add by themselves: `NAME@RANGE DEPENDENCY RANGE`, where the first range may have spaces.
const KNOWN_TO_MANAGERS: &str = include_str!("extensions/known.txt");

/// All rules of a project.
#[derive(Debug, Default)]
pub struct Extensions {
    rules: Vec<Rule>,
    /// The project's own rules as pnpm hashes them. None when they are not to be compared with those of the lockfile.
    pub said: Option<Value>,
}

#[derive(Debug)]
struct Rule {
    name: String,
    range: String,
    dependencies: Vec<Dependency>,
}

/// A dependency that a rule added to a package.
#[derive(Clone, Debug)]
pub struct Extended {
    pub id: PackageId,
    pub dependency: Dependency,
}

impl Extensions {
    /// Reads what the project says to the manager of its lockfile.
    pub fn read(context: &Context) -> Self {
        let file = match context.format {
            Format::Pnpm => "pnpm-workspace.yaml",
            Format::YarnBerry => ".yarnrc.yml",
            _ => return Self::default(),
        };
        let text = std::fs::read_to_string(context.project.folder.join(file)).unwrap_or_default();
        let yaml = value_of_yaml(&text);
        let of_manifest = context.project.json.get("pnpm").and_then(|pnpm| pnpm.get("packageExtensions"));
        let of_manifest = of_manifest.filter(|_| context.format == Format::Pnpm).and_then(lock_value_of);
        let of_yaml = yaml.as_ref().ok().and_then(|yaml| yaml.get("packageExtensions")).cloned();
        let is_clear = yaml.is_ok() && !(of_manifest.is_some() && of_yaml.is_some()) && context.format == Format::Pnpm;
        let members = of_manifest.iter().chain(&of_yaml).flat_map(Value::members);
        let own = members.map(|(selector, said)| rule(selector, dependencies(said)));
        let rules = own.chain(KNOWN_TO_MANAGERS.lines().filter_map(known)).collect();
        let said = is_clear.then(|| of_manifest.or(of_yaml).unwrap_or(Value::Object(Vec::new())));
        Self { rules, said }
    }

    /// Adds to a package what it lacks, without targets. Returns what was added.
    pub fn extend(&self, id: PackageId, package: &mut Package) -> Vec<Extended> {
        let fits = |rule: &&Rule| rule.name == package.name && satisfies(&package.version, &rule.range);
        let mut added = Vec::new();
        for dependency in self.rules.iter().filter(fits).flat_map(|rule| &rule.dependencies) {
            let is_it =
                |own: &Dependency| own.name == dependency.name && own.kind.is_peer() == dependency.kind.is_peer();
            if !package.dependencies.iter().any(is_it) {
                package.dependencies.push(dependency.clone());
                added.push(Extended { id, dependency: dependency.clone() });
            }
        }
        added
    }

    /// Adds to the packages of yarn's lockfile what the file has packages for.
    pub fn extend_all(&self, graph: &mut Graph) -> Vec<Extended> {
        let ids: Vec<PackageId> = graph.packages.keys().copied().collect();
        let mut all = Vec::new();
        for id in ids {
            let Some(mut package) = graph.packages.remove(&id) else { continue };
            for one in self.extend(id, &mut package) {
                let Dependency { name, specifier, kind, .. } = &one.dependency;
                let target = graph.resolve_request(name, specifier).filter(|_| !kind.is_peer());
                let same = |own: &&mut Dependency| own.name == *name && own.kind == *kind;
                package.dependencies.iter_mut().filter(same).for_each(|own| own.target = target);
                package.dependencies.retain(|own| own.target.is_some() || own.kind.is_peer() || own.name != *name);
                all.push(one);
            }
            graph.packages.insert(id, package);
        }
        all
    }
}

/// Takes what rules added out of a graph that is saved as yarn's lockfile, which has only what it leads to, under the
/// requests for it.
pub fn take_out(graph: &mut Graph, extended: &[Extended]) {
    let mut made = Vec::new();
    for Extended { id, dependency } in extended {
        graph.requests.remove(&request(dependency));
        let Some(package) = graph.packages.get_mut(id) else { continue };
        let is_it = |own: &Dependency| own.name == dependency.name && own.kind == dependency.kind;
        let target = package.dependencies.iter().find(|own| is_it(own)).and_then(|own| own.target);
        package.dependencies.retain(|own| !is_it(own));
        made.extend(target.map(|target| (request(dependency), target)));
    }
    graph.requests.extend(made);
}

fn request(dependency: &Dependency) -> String {
    let protocol = if dependency.specifier.contains(':') { "" } else { "npm:" };
    format!("{}@{protocol}{}", dependency.name, dependency.specifier)
}

fn rule(selector: &str, dependencies: Vec<Dependency>) -> Rule {
    let at = selector.get(1..).and_then(|rest| rest.find('@')).map(|at| at + 1);
    let (name, range) = at.map_or((selector, "*"), |at| (&selector[..at], &selector[at + 1..]));
    Rule { name: name.to_string(), range: range.to_string(), dependencies }
}

fn known(line: &str) -> Option<Rule> {
    let (rest, specifier) = line.rsplit_once(' ')?;
    let (selector, name) = rest.rsplit_once(' ')?;
    Some(rule(selector, vec![dependency(name, specifier, DependencyKind::Production)]))
}

fn dependencies(said: &Value) -> Vec<Dependency> {
    let list = |member: &str| said.get(member).map(Value::members).unwrap_or_default();
    let is_optional = |name: &str| {
        let meta = said.get("peerDependenciesMeta").and_then(|meta| meta.get(name));
        meta.and_then(|meta| meta.get("optional")) == Some(&Value::Bool(true))
    };
    let mut all = Vec::new();
    for (member, kind) in
        [("dependencies", DependencyKind::Production), ("optionalDependencies", DependencyKind::Optional)]
    {
        all.extend(list(member).iter().filter_map(|(name, spec)| Some(dependency(name, spec.as_str()?, kind))));
    }
    let peers = list("peerDependencies").iter().filter_map(|(name, spec)| {
        let kind = if is_optional(name) { DependencyKind::OptionalPeer } else { DependencyKind::Peer };
        Some(dependency(name, spec.as_str()?, kind))
    });
    all.extend(peers);
    all
}

fn dependency(name: &str, specifier: &str, kind: DependencyKind) -> Dependency {
    Dependency { name: name.to_string(), specifier: specifier.to_string(), kind, target: None }
}
