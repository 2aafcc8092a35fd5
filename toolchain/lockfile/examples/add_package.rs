//! Adds `is-odd` with its dependency to the root of a project's lockfile and prints the new text, as an installer would
//! do it after resolving and fetching.
//!
//! `cargo run -p brio_lockfile --example add_package -- LOCKFILE`. The manager's frozen install then accepts it, once
//! `"is-odd": "^3.0.1"` is in `package.json`.

use brio_lockfile::{
    Dependency, DependencyKind, Format, Graph, Lockfile, Metadata, Package, PackageId, Resolution, Value, placement,
};
use std::path::Path;

const IS_ODD: &str = "sha512-CQpnWPrDwmP1+SMHXZhtLtJv90yiyVfluGsX5iNCVkrhQtU3TQHsUWPG9wkdk9Lgd5yNpAg9jQEo90CBaXgWMA==";
const IS_NUMBER: &str =
    "sha512-Wu1VHeILBK8KAWJUAiSZQX94GmOE45Rg6/538fKwiloUu21KncEkYGPqob2oSZ5mUT73vLGrHQjKw3KMPwfDzg==";

fn main() {
    let path = std::env::args().nth(1).expect("a lockfile is given");
    let lockfile = Lockfile::read(Path::new(&path)).unwrap_or_else(|error| panic!("{error}"));
    let mut graph = lockfile.graph().clone();
    add(&mut graph, lockfile.format());
    print!("{}", lockfile.write(&graph).unwrap_or_else(|error| panic!("{error}")));
}

fn add(graph: &mut Graph, format: Format) {
    let number = add_package(graph, "is-number", "6.0.0", IS_NUMBER, "0.10.0", Vec::new());
    let dependencies = vec![depend("is-number", "^6.0.0", number)];
    let odd = add_package(graph, "is-odd", "3.0.1", IS_ODD, "4", dependencies);
    let specifier = if format == Format::Deno { "npm:is-odd@^3.0.1" } else { "^3.0.1" };
    graph.requests.insert(if format == Format::Deno { specifier.into() } else { format!("is-odd@{specifier}") }, odd);
    if format == Format::YarnClassic {
        graph.requests.insert("is-number@^6.0.0".to_string(), number);
        return;
    }
    if format == Format::YarnBerry {
        // The file spells the requests itself.
        graph.requests.remove("is-odd@^3.0.1");
    }
    let root = graph.importers.entry(".".to_string()).or_default();
    root.dependencies.push(depend("is-odd", specifier, odd));
    if format.is_hoisted() {
        placement::place(graph);
    }
}

fn add_package(
    graph: &mut Graph,
    name: &str,
    version: &str,
    integrity: &str,
    engine: &str,
    dependencies: Vec<Dependency>,
) -> PackageId {
    graph.add(Package {
        name: name.to_string(),
        version: version.to_string(),
        resolution: Resolution::Registry { tarball: None, integrity: Some(integrity.to_string()) },
        dependencies,
        metadata: Metadata {
            engines: Some(Value::map([("node", format!(">={engine}").as_str())])),
            license: Some(Value::string("MIT")),
            ..Metadata::default()
        },
        ..Package::default()
    })
}

fn depend(name: &str, specifier: &str, target: PackageId) -> Dependency {
    Dependency {
        name: name.to_string(),
        specifier: specifier.to_string(),
        kind: DependencyKind::Production,
        target: Some(target),
    }
}
