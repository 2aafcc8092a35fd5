//! Packages that are not made for this system or this version of Node.js, and that something needs.

use super::{Context, is_of_npm};
use crate::error::{Error, Result};
use crate::layout::{self, Place};
use brio_lockfile::{Format, Graph};
use std::collections::BTreeMap;

/// Refuses what npm refuses: a package for another system, and with `engine-strict` one for another Node.js, each unless
/// it is optional. `--force` takes both.
///
/// # Errors
/// `EBADPLATFORM`, `EBADENGINE`.
pub fn check(context: &Context, graph: &Graph, places: &BTreeMap<String, Place>) -> Result<()> {
    if context.options.force {
        return Ok(());
    }
    let node = &context.session.pick.node_version;
    let is_strict = context.session.config.is_set("engine-strict");
    let own = context.project.manifest();
    if let Some(range) = own.node_range().filter(|range| is_strict && !layout::accepts_node(range, node)) {
        return Err(bad_engine("the project", range, node));
    }
    // The other managers install what is for another system.
    let is_npm = context.format == Format::Npm || context.lockfile.as_ref().is_some_and(is_of_npm);
    for place in places.values() {
        let Some(package) = graph.packages.get(&place.id) else { continue };
        let name = || format!("{}@{}", package.name, package.version);
        if is_npm && !layout::supports(package, &context.session.system) {
            let (os, cpu) = (package.metadata.os.join(", "), package.metadata.cpu.join(", "));
            let wanted: Vec<String> = [("system", os), ("processor", cpu)]
                .iter()
                .filter(|(_, list)| !list.is_empty())
                .map(|(what, list)| format!("{what} {list}"))
                .collect();
            let message = format!("{} is not for this system; it is for {}", name(), wanted.join(", "));
            return Err(Error::new("EBADPLATFORM", message).with_hint("`--force` installs it all the same"));
        }
        let range = package.metadata.engines.as_ref().and_then(|engines| engines.get("node")?.as_str());
        if let Some(range) = range.filter(|range| is_strict && !layout::accepts_node(range, node)) {
            return Err(bad_engine(&name(), range, node));
        }
    }
    Ok(())
}

fn bad_engine(what: &str, range: &str, node: &str) -> Error {
    Error::new("EBADENGINE", format!("{what} is made for Node.js {range}, and Brio is compatible with {node}"))
        .with_hint("`engine-strict` is set; `--force` installs it all the same")
}
