//! What `audit fix` changes: the vulnerable versions for which the range of a dependent allows a better one, and where none
//! does, the dependents themselves, up to the project.

use crate::commands::listing::dependents;
use crate::error::Result;
use crate::graph::plain_specifier;
use crate::registry::Registry;
use crate::semver::{Version, satisfies};
use brio_lockfile::{Dependency, Graph, Package, PackageId, Resolution};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What is done about advisories.
#[derive(Debug, Default)]
pub struct Plan {
    /// Name and version of what is resolved anew.
    pub updates: BTreeSet<(String, String)>,
    /// Dependencies of the project whose range would have to change, with the newest version that is not vulnerable.
    pub beyond_range: BTreeMap<String, String>,
}

/// Makes the plan. `found`: the advisories that concern the graph.
///
/// # Errors
/// Those of the registry.
pub fn plan(registry: &Registry, graph: &Graph, found: &[Value]) -> Result<Plan> {
    let mut ranges: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for advisory in found {
        let text = |name: &str| advisory.get(name).and_then(Value::as_str).unwrap_or_default().to_string();
        ranges.entry(text("name")).or_default().push(text("vulnerable_versions"));
    }
    ranges.keys().for_each(|name| registry.request_record(name));
    let planner = Planner { registry, graph, ranges };
    let mut plan = Plan::default();
    let of_registry = |package: &Package| matches!(package.resolution, Resolution::Registry { .. });
    let is_vulnerable =
        |package: &&Package| of_registry(package) && planner.is_vulnerable(&package.name, &package.version);
    let start = graph.packages.iter().filter(|(_, package)| is_vulnerable(package));
    let mut open: Vec<(PackageId, Vec<String>)> = start.map(|(id, _)| (*id, Vec::new())).collect();
    let mut seen = BTreeSet::new();
    while let Some((id, causes)) = open.pop() {
        if !seen.insert((id, causes.clone())) || !of_registry(&graph.packages[&id]) {
            continue;
        }
        let name = graph.packages[&id].name.clone();
        for above in planner.step(id, &causes, &mut plan)? {
            let mut causes = causes.clone();
            causes.insert(0, name.clone());
            open.push((above, causes));
        }
    }
    Ok(plan)
}

struct Planner<'a> {
    registry: &'a Registry,
    graph: &'a Graph,
    /// The vulnerable versions, by name.
    ranges: BTreeMap<String, Vec<String>>,
}

impl Planner<'_> {
    fn is_vulnerable(&self, name: &str, version: &str) -> bool {
        self.ranges.get(name).into_iter().flatten().any(|range| satisfies(version, range))
    }

    /// Looks at what requests a package. Returns the packages that would have to change themselves. `causes`: the names
    /// that lead from the package to the vulnerable one.
    fn step(&self, id: PackageId, causes: &[String], plan: &mut Plan) -> Result<Vec<PackageId>> {
        let package = &self.graph.packages[&id];
        let mut above = Vec::new();
        for ((_, from), one) in dependents(self.graph, id) {
            let range = self.range_of(from, one)?;
            let is_fixed = self.newest(&package.name, &range, causes)?.is_some();
            match from {
                _ if is_fixed => {
                    plan.updates.insert((package.name.clone(), package.version.clone()));
                }
                Some(from) => above.push(from),
                None => {
                    if let Some(version) = self.newest(&package.name, "*", causes)? {
                        plan.beyond_range.insert(one.name.clone(), version);
                    }
                }
            }
        }
        Ok(above)
    }

    /// The range that a dependent requests: pnpm's lockfile does not have it.
    fn range_of(&self, from: Option<PackageId>, one: &Dependency) -> Result<String> {
        let written = plain_specifier(&one.specifier);
        let Some(parent) = from.and_then(|from| self.graph.packages.get(&from)).filter(|_| written.is_empty()) else {
            // Of an alias what is behind its name.
            let target = written.strip_prefix("npm:").and_then(|alias| alias.rsplit_once('@'));
            return Ok(target.map_or(written, |(_, range)| range).to_string());
        };
        let manifest = self.registry.record(&parent.name)?.exact(&parent.version);
        let lists = manifest.iter().flat_map(|manifest| [&manifest.dependencies, &manifest.optional, &manifest.peers]);
        let range = lists.into_iter().find_map(|list| list.get(one.name.as_str())).map(|range| range.to_string());
        Ok(range.unwrap_or_else(|| "*".to_string()))
    }

    /// The newest stable version within a range that leads to nothing vulnerable by these names.
    fn newest(&self, name: &str, range: &str, causes: &[String]) -> Result<Option<String>> {
        let record = self.registry.record(name)?;
        let mut versions: Vec<(Version, &str)> = record
            .versions()
            .filter(|text| satisfies(text, range))
            .filter_map(|text| Some((Version::parse(text)?, text)))
            .collect();
        versions.sort_by(|left, right| right.0.cmp(&left.0));
        for (_, text) in versions {
            if !self.is_vulnerable(name, text) && self.leads_to_good(name, text, causes)? {
                return Ok(Some(text.to_string()));
            }
        }
        Ok(None)
    }

    fn leads_to_good(&self, name: &str, version: &str, causes: &[String]) -> Result<bool> {
        let Some((next, rest)) = causes.split_first() else { return Ok(true) };
        let Some(manifest) = self.registry.record(name)?.exact(version) else { return Ok(false) };
        let lists = [&manifest.dependencies, &manifest.optional];
        match lists.into_iter().find_map(|list| list.get(next.as_str())) {
            Some(range) => self.newest(next, range, rest).map(|found| found.is_some()),
            None => Ok(true),
        }
    }
}
