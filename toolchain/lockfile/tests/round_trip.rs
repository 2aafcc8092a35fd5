//! Lockfiles that each manager wrote for two states of the same project (`fixtures/*-a.lock`, `*-b.lock`; the second
//! has five more direct dependencies): read, written back, and changed from one to the other.

use brio_lockfile::{Format, Graph, Lockfile, PackageId, Resolution};

const ALL: [(&str, Format); 7] = [
    ("npm", Format::Npm),
    ("npm2", Format::NpmShrinkwrap),
    ("pnpm", Format::Pnpm),
    ("yarn1", Format::YarnClassic),
    ("berry", Format::YarnBerry),
    ("bun", Format::Bun),
    ("deno", Format::Deno),
];

fn text(name: &str, state: &str) -> String {
    let path = format!("{}/tests/fixtures/{name}-{state}.lock", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("the fixture is there")
}

fn read(name: &str, format: Format, state: &str) -> Lockfile {
    Lockfile::parse(format, &text(name, state)).unwrap_or_else(|error| panic!("{name}-{state}: {error}"))
}

/// The graph without what says which file it is from.
fn without_keys(graph: &Graph) -> Graph {
    let mut graph = graph.clone();
    graph.packages.values_mut().for_each(|package| package.key = None);
    graph
}

/// The same graph with other names for the packages.
fn renumbered(graph: &Graph) -> Graph {
    let rename = |id: PackageId| PackageId(id.0 * 3 + 7);
    let mut new = graph.clone();
    new.packages = new.packages.into_iter().map(|(id, package)| (rename(id), package)).collect();
    new.placements.values_mut().chain(new.requests.values_mut()).for_each(|id| *id = rename(*id));
    let importers = new.importers.values_mut().flat_map(|importer| &mut importer.dependencies);
    let packages = new.packages.values_mut().flat_map(|package| &mut package.dependencies);
    importers.chain(packages).filter_map(|one| one.target.as_mut()).for_each(|id| *id = rename(*id));
    let peers = new.packages.values_mut().flat_map(|package| &mut package.peers);
    peers.filter_map(|peer| peer.target.as_mut()).for_each(|id| *id = rename(*id));
    new
}

/// Fails with the first line that differs.
fn assert_same(written: &str, wanted: &str, what: &str) {
    let different = written.lines().zip(wanted.lines()).enumerate().find(|(_, (left, right))| left != right);
    if let Some((index, (left, right))) = different {
        panic!("{what}: line {}: {left:?}, wanted {right:?}", index + 1);
    }
    assert_eq!(written.len(), wanted.len(), "{what}");
}

#[test]
fn an_unchanged_graph_yields_the_identical_text() {
    for (name, format) in ALL {
        for state in ["a", "b"] {
            let lockfile = read(name, format, state);
            assert_same(&lockfile.write(lockfile.graph()).unwrap(), &text(name, state), &format!("{name}-{state}"));
        }
    }
}

#[test]
fn every_entry_written_anew_is_what_the_manager_wrote() {
    for (name, format) in ALL {
        for state in ["a", "b"] {
            let lockfile = read(name, format, state);
            assert_same(
                &lockfile.write_anew(lockfile.graph()).unwrap(),
                &text(name, state),
                &format!("{name}-{state}"),
            );
        }
    }
}

#[test]
fn a_changed_graph_yields_what_the_manager_wrote_after_the_change() {
    for (name, format) in ALL {
        for (from, to) in [("a", "b"), ("b", "a")] {
            let (before, after) = (read(name, format, from), read(name, format, to));
            let written = before.write(&renumbered(after.graph())).unwrap();
            assert_same(&written, &text(name, to), &format!("{name} from {from} to {to}"));
        }
    }
}

#[test]
fn packages_without_keys_get_those_of_the_manager() {
    for (name, format) in ALL {
        let (before, after) = (read(name, format, "a"), read(name, format, "b"));
        // A patch of yarn's own (fsevents) is only known by what the file says of it.
        if format == Format::YarnBerry {
            continue;
        }
        assert_same(&before.write(&without_keys(after.graph())).unwrap(), &text(name, "b"), name);
    }
}

#[test]
fn crlf_line_ends_stay() {
    for (name, format) in ALL {
        let windows = text(name, "a").replace('\n', "\r\n");
        let lockfile = Lockfile::parse(format, &windows).unwrap();
        assert_eq!(lockfile.write(lockfile.graph()).unwrap(), windows, "{name}");
        let after = read(name, format, "b");
        let written = lockfile.write(after.graph()).unwrap();
        assert_same(&written, &text(name, "b").replace('\n', "\r\n"), name);
    }
}

#[test]
fn dependencies_lead_to_the_versions_that_the_manager_installs() {
    for (name, format) in ALL {
        let lockfile = read(name, format, "b");
        let graph = lockfile.graph();
        let member = if format == Format::Deno { "ui" } else { "packages/ui" };
        let debug = match format {
            Format::YarnClassic => graph.resolve_request("debug", "2.6.9"),
            _ => graph.importers[member].dependencies.iter().find(|one| one.name == "debug").unwrap().target,
        };
        let debug = &graph.packages[&debug.unwrap()];
        assert_eq!((debug.name.as_str(), debug.version.as_str()), ("debug", "2.6.9"), "{name}");
        let ms = debug.dependencies.iter().find(|one| one.name == "ms").unwrap().target.unwrap();
        assert_eq!(graph.packages[&ms].version, "2.0.0", "{name}");
        assert!(
            matches!(&graph.packages[&ms].resolution, Resolution::Registry { .. }),
            "{name}: {:?}",
            graph.packages[&ms].resolution
        );
        let integrity = graph.packages[&ms].resolution.integrity().or(graph.packages[&ms].archive_checksum.as_deref());
        assert!(integrity.is_some(), "{name}");
    }
}

#[test]
fn pruning_an_unchanged_graph_removes_nothing() {
    for (name, format) in ALL {
        let lockfile = read(name, format, "b");
        let mut graph = lockfile.graph().clone();
        let keeps_requests = matches!(format, Format::Deno | Format::YarnClassic);
        let kinds = |graph: &Graph| graph.packages.len();
        let before = kinds(&graph);
        let gone = graph.prune(keeps_requests);
        // Members of the workspace that nothing depends on, and what yarn patches itself.
        let gone: Vec<_> = gone
            .iter()
            .filter(|package| !matches!(package.resolution, Resolution::Workspace { .. } | Resolution::Other { .. }))
            .collect();
        assert!(gone.is_empty(), "{name}: {before} packages, {gone:?}");
    }
}

#[test]
fn placing_a_graph_anew_is_what_npm_does() {
    for (name, format) in ALL.into_iter().filter(|(name, _)| name.starts_with("npm")) {
        let lockfile = read(name, format, "b");
        let mut graph = lockfile.graph().clone();
        let linked: Vec<String> = graph
            .placements
            .iter()
            .filter(|(_, id)| matches!(graph.packages[id].resolution, Resolution::Workspace { .. }))
            .map(|(path, _)| path.clone())
            .collect();
        graph.placements.retain(|path, _| linked.contains(path));
        brio_lockfile::placement::place(&mut graph);
        // A package in two places has two entries in the file: only the versions are compared.
        let versions = |graph: &Graph| -> Vec<(String, String)> {
            graph.placements.iter().map(|(path, id)| (path.clone(), graph.packages[id].version.clone())).collect()
        };
        assert_eq!(versions(&graph), versions(lockfile.graph()), "{name}");
    }
}

#[test]
fn a_new_lockfile_is_what_the_manager_writes() {
    for (name, format) in ALL {
        // A patch of yarn's own (fsevents) is only known by what the file says of it.
        if format == Format::YarnBerry {
            continue;
        }
        let after = read(name, format, "b");
        let mut graph = without_keys(after.graph());
        if name == "npm2" {
            // New files are of version 3.
            continue;
        }
        if format == Format::YarnClassic {
            assert!(graph.importers.is_empty());
        } else if format == Format::Pnpm || format == Format::Deno {
            graph.settings.other.clear();
        }
        assert_same(&Lockfile::new(format).write(&graph).unwrap(), &text(name, "b"), name);
    }
}

#[test]
fn a_peer_that_only_the_metadata_names_is_no_request_in_version_2() {
    let entry =
        r#""version": "1.0.0", "resolved": "https://registry.npmjs.org/a/-/a-1.0.0.tgz", "integrity": "sha512-AA==""#;
    let text = format!(
        r#"{{"name": "app", "lockfileVersion": 2, "requires": true, "packages": {{
          "": {{"name": "app", "dependencies": {{"a": "1"}}}},
          "node_modules/a": {{{entry}, "peerDependenciesMeta": {{"b": {{"optional": true}}}}}}
        }}, "dependencies": {{"a": {{{entry}}}}}}}"#
    );
    let lockfile = Lockfile::parse(Format::Npm, &text).expect("the text is a lockfile");
    let written = lockfile.write_anew(lockfile.graph()).expect("the graph can be written");
    assert!(!written.contains(r#""requires": {}"#), "{written}");
}
