//! What is read, what is refused, what is merged, what must not be weakened.

use brio_lockfile::{
    Dependency, DependencyKind, Error, ErrorKind, Format, Importer, Lockfile, Package, Position, Resolution,
};
use std::path::Path;

fn fixture(name: &str) -> String {
    let path = format!("{}/tests/fixtures/{name}.lock", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("the fixture is there")
}

fn refuse(format: Format, text: &str) -> Error {
    Lockfile::parse(format, text).expect_err("the text is refused")
}

fn position(error: &Error) -> (usize, usize) {
    error.position.map(|Position { line, column }| (line, column)).expect("there is a position")
}

#[test]
fn malformed_files_are_refused_with_line_and_column() {
    let error = refuse(Format::Npm, "{\n  \"lockfileVersion\": 3,\n  \"packages\": {,}\n}\n");
    assert_eq!((error.kind, position(&error)), (ErrorKind::Syntax, (3, 16)));
    let error = refuse(Format::Bun, "{\n  \"lockfileVersion\": 1,\n  \"packages\": {\n");
    assert_eq!((error.kind, position(&error)), (ErrorKind::Syntax, (4, 1)));
    let error = refuse(Format::Pnpm, "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n\t dependencies: {}\n");
    assert_eq!((error.kind, position(&error)), (ErrorKind::Syntax, (6, 1)));
    let error = refuse(Format::Pnpm, "lockfileVersion: '9.0'\nsettings: &anchor\n  a: 1\n");
    assert_eq!((error.kind, position(&error)), (ErrorKind::Syntax, (2, 11)));
    let error = refuse(Format::YarnClassic, "# yarn lockfile v1\n\n\nms@^2.1.0:\n  version \"2.1.3\n");
    assert_eq!((error.kind, position(&error)), (ErrorKind::Syntax, (5, 11)));
    let error = refuse(Format::Deno, "{\"version\": \"5\", \"specifiers\": {\"npm:ms@2\": \"2.1.3\"}}");
    assert_eq!((error.kind, position(&error)), (ErrorKind::Invalid, (1, 45)));
}

#[test]
fn files_of_newer_and_older_versions_are_refused() {
    for (format, text) in [
        (Format::Npm, "{\"lockfileVersion\": 4, \"packages\": {}}"),
        (Format::Npm, "{\"lockfileVersion\": 1, \"dependencies\": {}}"),
        (Format::Pnpm, "lockfileVersion: '10.0'\n"),
        (Format::Pnpm, "lockfileVersion: '5.4'\n"),
        (Format::YarnClassic, "# yarn lockfile v2\n\n\n"),
        (Format::YarnBerry, "__metadata:\n  version: 11\n"),
        (Format::Bun, "{\"lockfileVersion\": 4, \"workspaces\": {}, \"packages\": {}}"),
        (Format::Deno, "{\"version\": \"6\"}"),
        (Format::Deno, "{\"version\": \"3\"}"),
    ] {
        let error = refuse(format, text);
        assert_eq!(error.kind, ErrorKind::Version, "{text}");
        assert!(error.position.is_some() && error.hint.is_some(), "{text}");
    }
}

#[test]
fn nothing_makes_the_readers_panic() {
    // Every prefix, and every fixture with one byte of punctuation in place of another.
    for (name, format) in [
        ("npm-a", Format::Npm),
        ("pnpm-a", Format::Pnpm),
        ("yarn1-a", Format::YarnClassic),
        ("berry-a", Format::YarnBerry),
        ("bun-a", Format::Bun),
        ("deno-a", Format::Deno),
    ] {
        let text = fixture(name);
        for end in (0..text.len()).step_by(5) {
            let _ = Lockfile::parse(format, &text[..end]);
        }
        for mark in [":", "\"", "{", "}", "\n", "'", "@", "(", ")", "?", "\t", "é", "<<<<<<< a\n"] {
            for (index, character) in text.char_indices().filter(|(index, _)| index % 29 == 0) {
                let changed = format!("{}{mark}{}", &text[..index], &text[index + character.len_utf8()..]);
                if let Ok(lockfile) = Lockfile::parse(format, &changed) {
                    let _ = lockfile.write_anew(lockfile.graph());
                }
            }
        }
    }
    let deep = format!("{{\"lockfileVersion\": 3, \"packages\": {}{}}}", "[".repeat(5000), "]".repeat(5000));
    assert_eq!(refuse(Format::Npm, &deep).kind, ErrorKind::Syntax);
    let deep = format!("lockfileVersion: '9.0'\na: {}{}\n", "[".repeat(5000), "]".repeat(5000));
    assert_eq!(refuse(Format::Pnpm, &deep).kind, ErrorKind::Syntax);
}

#[test]
fn a_second_document_of_pnpm_stays_before_the_first() {
    let environment = "---\nlockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    configDependencies: {}\n\n---\n";
    let text = format!("{environment}{}", fixture("pnpm-a"));
    let lockfile = Lockfile::parse(Format::Pnpm, &text).unwrap();
    let after = Lockfile::parse(Format::Pnpm, &fixture("pnpm-b")).unwrap();
    assert_eq!(lockfile.write(lockfile.graph()).unwrap(), text);
    assert_eq!(lockfile.write(after.graph()).unwrap(), format!("{environment}{}", fixture("pnpm-b")));
}

#[test]
fn empty_files_are_read_where_their_manager_reads_them() {
    for format in [Format::Pnpm, Format::YarnClassic] {
        let lockfile = Lockfile::parse(format, "").unwrap();
        assert!(lockfile.graph().packages.is_empty());
        assert_eq!(lockfile.write(lockfile.graph()).unwrap(), "");
    }
    assert_eq!(refuse(Format::Npm, "").kind, ErrorKind::Syntax);
}

#[test]
fn yaml_that_a_formatter_wrote_is_read() {
    let text = "lockfileVersion: \"9.0\"\n\nimporters:\n  .:\n    dependencies:\n      \"@s/a\":\n        specifier: ^1.0.0 # why\n        version: 1.0.0\n\n\
                packages:\n  \"@s/a@1.0.0\":\n    resolution:\n      {\n        integrity: sha512-AAAA,\n      }\n    deprecated: >-\n      no longer\n      kept\n    os: [darwin, \"!win32\"]\n\n\
                snapshots:\n  \"@s/a@1.0.0\": {}\n";
    let lockfile = Lockfile::parse(Format::Pnpm, text).unwrap();
    let package = lockfile.graph().packages.values().next().unwrap();
    assert_eq!(package.resolution.integrity(), Some("sha512-AAAA"));
    assert_eq!(package.metadata.deprecated.as_deref(), Some("no longer kept"));
    assert_eq!(package.metadata.os, ["darwin", "!win32"]);
    // What did not change stays as the formatter wrote it.
    let mut graph = lockfile.graph().clone();
    graph.importers.get_mut(".").unwrap().dependencies[0].specifier = "^1.0.1".to_string();
    let written = lockfile.write(&graph).unwrap();
    assert!(written.contains("    resolution:\n      {\n        integrity: sha512-AAAA,\n      }\n"), "{written}");
    assert!(written.contains("        specifier: ^1.0.1\n"), "{written}");
}

#[test]
fn conflict_markers_are_merged() {
    let text = "{\n  \"name\": \"shop\",\n  \"lockfileVersion\": 3,\n  \"requires\": true,\n  \"packages\": {\n    \"\": {\n      \"name\": \"shop\",\n      \"dependencies\": {\n\
<<<<<<< HEAD\n        \"a\": \"^1.1.0\"\n=======\n        \"a\": \"^1.0.0\",\n        \"b\": \"^2.0.0\"\n>>>>>>> feature\n      }\n    },\n    \"node_modules/a\": {\n\
<<<<<<< HEAD\n      \"version\": \"1.1.0\",\n      \"integrity\": \"sha512-A11\"\n    }\n=======\n      \"version\": \"1.0.0\",\n      \"integrity\": \"sha512-A10\"\n    },\n    \"node_modules/b\": {\n      \"version\": \"2.0.0\",\n      \"integrity\": \"sha512-B20\"\n    }\n>>>>>>> feature\n  }\n}\n";
    let lockfile = Lockfile::parse(Format::Npm, text).unwrap();
    assert!(lockfile.was_merged());
    let written = lockfile.write(lockfile.graph()).unwrap();
    let merged = "{\n  \"name\": \"shop\",\n  \"lockfileVersion\": 3,\n  \"requires\": true,\n  \"packages\": {\n    \"\": {\n      \"name\": \"shop\",\n      \"dependencies\": {\n        \"a\": \"^1.1.0\",\n        \"b\": \"^2.0.0\"\n      }\n    },\n    \"node_modules/a\": {\n      \"version\": \"1.1.0\",\n      \"integrity\": \"sha512-A11\"\n    },\n    \"node_modules/b\": {\n      \"version\": \"2.0.0\",\n      \"integrity\": \"sha512-B20\"\n    }\n  }\n}\n";
    assert_eq!(written, merged);
    let error = refuse(Format::Npm, "{\n<<<<<<< HEAD\n}\n");
    assert_eq!((error.kind, position(&error)), (ErrorKind::Syntax, (2, 1)));
}

/// A text in conflict: all of `left` beside all of `right`.
fn in_conflict(left: &str, right: &str) -> String {
    format!("<<<<<<< ours\n{left}=======\n{right}>>>>>>> theirs\n")
}

#[test]
fn conflicts_in_every_format_have_the_packages_of_both_sides() {
    for (name, format) in [
        ("npm", Format::Npm),
        ("pnpm", Format::Pnpm),
        ("yarn1", Format::YarnClassic),
        ("berry", Format::YarnBerry),
        ("bun", Format::Bun),
        ("deno", Format::Deno),
    ] {
        let (before, after) = (fixture(&format!("{name}-a")), fixture(&format!("{name}-b")));
        let wanted = Lockfile::parse(format, &after).unwrap();
        for text in [in_conflict(&before, &after), in_conflict(&after, &before)] {
            let merged = Lockfile::parse(format, &text).unwrap_or_else(|error| panic!("{name}: {error}"));
            let written = merged.write(merged.graph()).unwrap();
            let again = Lockfile::parse(format, &written).unwrap_or_else(|error| panic!("{name}: {error}"));
            let versions = |lockfile: &Lockfile| -> std::collections::BTreeSet<(String, String)> {
                let packages = lockfile.graph().packages.values();
                packages.map(|package| (package.name.clone(), package.version.clone())).collect()
            };
            assert!(versions(&again).is_superset(&versions(&wanted)), "{name}");
        }
    }
}

#[test]
fn integrity_is_never_dropped_weakened_or_replaced() {
    let lockfile = Lockfile::parse(Format::Npm, &fixture("npm-b")).unwrap();
    let (id, package) =
        lockfile.graph().packages.iter().find(|(_, package)| package.name == "react").expect("react is there");
    let before = package.resolution.integrity().expect("it has an integrity").to_string();
    let with = |integrity: Option<&str>| {
        let mut graph = lockfile.graph().clone();
        let integrity = integrity.map(str::to_string);
        graph.packages.get_mut(id).unwrap().resolution = Resolution::Registry { tarball: None, integrity };
        lockfile.write(&graph)
    };
    let stronger = format!("{before} sha1-AAAAAAAAAAAAAAAAAAAAAAAAAAA=");
    assert!(with(Some(&stronger)).is_ok());
    for weaker in [None, Some("sha1-AAAAAAAAAAAAAAAAAAAAAAAAAAA="), Some("sha512-AAAA"), Some("sha256-AAAA")] {
        assert_eq!(with(weaker).expect_err("it is refused").kind, ErrorKind::Integrity, "{weaker:?}");
    }
    let mut graph = lockfile.graph().clone();
    graph.packages.get_mut(id).unwrap().resolution = Resolution::Unrecorded;
    assert_eq!(lockfile.write(&graph).expect_err("it is refused").kind, ErrorKind::Integrity);
    // Another version may have any.
    let mut graph = lockfile.graph().clone();
    let package = graph.packages.get_mut(id).unwrap();
    package.version = "18.3.2".to_string();
    package.resolution = Resolution::Registry { tarball: None, integrity: Some("sha512-AAAA".to_string()) };
    assert!(lockfile.write(&graph).is_ok());
}

#[test]
fn graphs_that_cannot_be_said_are_refused() {
    let lockfile = Lockfile::parse(Format::Npm, &fixture("npm-a")).unwrap();
    let mut graph = lockfile.graph().clone();
    graph.add(Package { name: "nowhere".to_string(), version: "1.0.0".to_string(), ..Package::default() });
    let error = lockfile.write(&graph).expect_err("it has no placement");
    assert_eq!(error.kind, ErrorKind::Graph);
    assert!(error.message.contains("nowhere@1.0.0"), "{error}");
    let lockfile = Lockfile::parse(Format::Pnpm, &fixture("pnpm-a")).unwrap();
    let mut graph = lockfile.graph().clone();
    graph.packages.clear();
    assert_eq!(lockfile.write(&graph).expect_err("the packages are gone").kind, ErrorKind::Graph);
}

#[test]
fn importers_of_yarn_1_come_from_the_manifests() {
    let lockfile = Lockfile::parse(Format::YarnClassic, &fixture("yarn1-b")).unwrap();
    let mut graph = lockfile.graph().clone();
    let depend = |name: &str, specifier: &str| Dependency {
        name: name.to_string(),
        specifier: specifier.to_string(),
        kind: DependencyKind::Production,
        target: None,
    };
    let dependencies = vec![depend("ms", "^2.1.0"), depend("old", "npm:ms@2.0.0")];
    graph.set_importer(".", Importer { dependencies, ..Importer::default() });
    let dependencies = vec![depend("debug", "2.6.9")];
    graph.set_importer("packages/ui", Importer { dependencies, ..Importer::default() });
    graph.prune(false);
    // What the manifests of the first state request is the first state's file.
    assert_eq!(lockfile.write(&graph).unwrap(), fixture("yarn1-a"));
}

fn write_files(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        std::fs::write(folder.join(name), text).unwrap();
    }
}

#[test]
fn detection_asks_where_two_lockfiles_are() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(Lockfile::detect(folder.path()).unwrap(), None);
    write_files(folder.path(), &[("yarn.lock", &fixture("yarn1-a"))]);
    assert_eq!(Lockfile::detect(folder.path()).unwrap().unwrap().format, Format::YarnClassic);
    write_files(folder.path(), &[("yarn.lock", &fixture("berry-a"))]);
    assert_eq!(Lockfile::detect(folder.path()).unwrap().unwrap().format, Format::YarnBerry);
    write_files(folder.path(), &[("pnpm-lock.yaml", &fixture("pnpm-a"))]);
    let error = Lockfile::detect(folder.path()).expect_err("there are two");
    assert_eq!(error.kind, ErrorKind::Ambiguous);
    assert!(error.message.contains("yarn.lock") && error.message.contains("pnpm-lock.yaml"), "{error}");
    write_files(folder.path(), &[("package.json", "{ \"packageManager\" : \"pnpm@10.1.0+sha512.00\" }")]);
    assert_eq!(Lockfile::detect(folder.path()).unwrap().unwrap().format, Format::Pnpm);
    write_files(folder.path(), &[("package.json", "{\"packageManager\": \"npm@11\"}")]);
    assert_eq!(Lockfile::detect(folder.path()).expect_err("npm has none here").kind, ErrorKind::Ambiguous);
}

#[test]
fn detection_prefers_the_shrinkwrap_and_names_the_binary_file() {
    let folder = tempfile::tempdir().unwrap();
    write_files(folder.path(), &[("bun.lockb", "")]);
    assert_eq!(Lockfile::detect(folder.path()).expect_err("it is binary").kind, ErrorKind::Version);
    write_files(folder.path(), &[("npm-shrinkwrap.json", &fixture("npm2-a")), ("package-lock.json", "{}")]);
    let found = Lockfile::detect(folder.path()).unwrap().unwrap();
    assert_eq!(found.format, Format::NpmShrinkwrap);
    assert_eq!(Lockfile::read(&found.path).unwrap().path(), Some(found.path.as_path()));
}

#[test]
fn errors_of_reading_name_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("package-lock.json");
    let error = Lockfile::read(&path).expect_err("it is not there");
    assert_eq!((error.kind, error.path.as_deref()), (ErrorKind::Io, Some(path.as_path())));
    write_files(folder.path(), &[("package-lock.json", "{\n  \"lockfileVersion\": three\n}")]);
    let error = Lockfile::read(&path).expect_err("it is malformed");
    assert_eq!(error.to_string(), format!("{}:2:22: unexpected \"t\", expected a value", path.display()));
    std::fs::write(&path, b"{\n  \"name\": \"\xff\"\n}").unwrap();
    let error = Lockfile::read(&path).expect_err("it is not UTF-8");
    assert_eq!((error.kind, position(&error)), (ErrorKind::Syntax, (2, 12)));
}

#[test]
fn version_6_of_pnpm_is_read_and_stays_until_it_changes() {
    let text = "lockfileVersion: '6.0'

settings:
  autoInstallPeers: true
  excludeLinksFromLockfile: false

dependencies:
  alias:
    specifier: npm:is-number@6.0.0
    version: /is-number@6.0.0
  react-dom:
    specifier: ^18.0.0
    version: 18.3.1(react@18.3.1)

devDependencies:
  local:
    specifier: link:../local
    version: link:../local

packages:

  /is-number@6.0.0:
    resolution: {integrity: sha512-Wu1VHeILBK8KAWJUAiSZQX94GmOE45Rg6/538fKwiloUu21KncEkYGPqob2oSZ5mUT73vLGrHQjKw3KMPwfDzg==}
    engines: {node: '>=0.10.0'}
    dev: false

  /react-dom@18.3.1(react@18.3.1):
    resolution: {integrity: sha512-5m4nQKp+rZRb09LNH59GM4BxTh9251/ylbKIbpe7TpGxfJ+9kv6BLkLBXIjjspbgbnIBNqlI23tRnTWT0snUIw==}
    peerDependencies:
      react: ^18.3.1
    dependencies:
      react: 18.3.1
    dev: false

  /react@18.3.1:
    resolution: {integrity: sha512-wS+hAgJShR0KhEvPJArfuPVN1+Hz1t0Y6n5jLrGQbkb4urgPE/0Rve+1kMB1v/oWgHgm4WIcV+i7F2pTVj+2iQ==}
    dev: false
";
    let lockfile = Lockfile::parse(Format::Pnpm, text).expect("it is valid");
    let graph = lockfile.graph();
    let root = &graph.importers["."];
    let target = |name: &str| {
        let one = root.dependencies.iter().find(|one| one.name == name).expect("it is listed");
        one.target.map(|id| graph.packages[&id].clone())
    };
    assert_eq!(target("alias").map(|one| (one.name, one.version)), Some(("is-number".into(), "6.0.0".into())));
    let dom = target("react-dom").expect("it is there");
    assert_eq!((dom.version.as_str(), dom.peers.len(), dom.dependencies.len()), ("18.3.1", 1, 1));
    assert!(lockfile.was_upgraded());
    assert_eq!(lockfile.write(graph).expect("nothing changes"), text);
    let mut changed = graph.clone();
    changed.importers.get_mut(".").expect("it is there").dependencies.retain(|one| one.name != "local");
    let written = lockfile.write(&changed).expect("the change can be said");
    assert!(written.starts_with("lockfileVersion: '9.0'\n"), "{written}");
    assert!(
        written.contains("\nsnapshots:\n\n  is-number@6.0.0: {}\n\n  react-dom@18.3.1(react@18.3.1):\n"),
        "{written}"
    );
    assert_eq!(Lockfile::parse(Format::Pnpm, &written).expect("it is valid").graph().packages.len(), 3);
}
