//! `brio fund`: which packages of a project ask for funding, and where.

use super::listing::graph;
use super::reports::packages;
use crate::error::Result;
use crate::project::Project;
use brio_command_flags::Arguments;
use brio_lockfile::Value;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<i32> {
    let (root, graph) = graph()?;
    let mut by_address: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut by_name = serde_json::Map::new();
    for (_, package) in packages(&graph, arguments.has("--production")) {
        let addresses = package.metadata.funding.as_ref().map(addresses_in).unwrap_or_default();
        if let Some(first) = addresses.first() {
            let entry = json!({"version": package.version, "funding": {"url": first}});
            by_name.insert(package.name.clone(), entry);
        }
        for address in addresses {
            by_address.entry(address).or_default().insert(format!("{}@{}", package.name, package.version));
        }
    }
    let own = Project::read(&root)?.manifest();
    if arguments.has("--json") {
        let all = json!({
            "length": by_name.len(), "name": own.name, "version": own.version, "dependencies": by_name,
        });
        say!("{all:#}");
        return Ok(0);
    }
    if by_address.is_empty() {
        println!("no package asks for funding");
    }
    for (address, packages) in by_address {
        say!("{address}");
        say!("  {}", packages.into_iter().collect::<Vec<_>>().join(", "));
    }
    Ok(0)
}

/// An address, an object with one, or a list of both.
fn addresses_in(value: &Value) -> Vec<String> {
    match value {
        Value::String(address) => vec![address.clone()],
        Value::Array(list) => list.iter().flat_map(addresses_in).collect(),
        other => other.get("url").and_then(Value::as_str).map(str::to_string).into_iter().collect(),
    }
}

#[cfg(test)]
#[path = "funding_tests.rs"]
mod tests;
