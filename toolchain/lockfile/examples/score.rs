//! Reads every lockfile below a folder and says what is not as it should be.
//!
//! `cargo run -p brio_lockfile --example score -- FOLDER [-v]`. One line a file: format, path, then `ok` or the reasons.
//! The columns: `read`, `same` (an unchanged graph yields the identical bytes), `anew` (all nodes printed anew are
//! identical), `from graph` (every package is written from the graph, and identical), `edges` (each leads to a package
//! that satisfies its specifier), `flags` (npm's flags are what is computed).

use brio_lockfile::{DependencyKind, Format, Graph, Lockfile, PackageId, Resolution};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().expect("a folder is given"));
    let verbose = arguments.next().is_some();
    let mut files = Vec::new();
    collect(&folder, &mut files);
    files.sort();
    let mut totals: BTreeMap<String, [usize; 6]> = BTreeMap::new();
    for file in &files {
        let name = file.strip_prefix(&folder).unwrap_or(file).display().to_string();
        let score = score(file);
        let total = totals.entry(score.kind.clone()).or_default();
        total[0] += 1;
        for (index, failed) in score.failed.iter().enumerate() {
            total[index + 1] += usize::from(failed.is_none());
        }
        let reasons: Vec<&str> = score.failed.iter().flatten().map(String::as_str).collect();
        if verbose || !reasons.is_empty() {
            println!("{:14} {name}: {}", score.kind, if reasons.is_empty() { "ok".into() } else { reasons.join("; ") });
        }
    }
    println!("\n{:24} files  read  same  anew  edges flags", "format");
    for (kind, total) in totals {
        println!("{kind:24} {:5} {:5} {:5} {:5} {:5} {:5}", total[0], total[1], total[2], total[3], total[4], total[5]);
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.is_file() {
            files.push(path);
        }
    }
}

struct Score {
    kind: String,
    /// read, same, anew, edges, flags: why not.
    failed: [Option<String>; 5],
}

fn score(file: &Path) -> Score {
    let text = String::from_utf8_lossy(&std::fs::read(file).unwrap_or_default()).into_owned();
    let kind = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let lockfile = match Lockfile::read(file) {
        Ok(lockfile) => lockfile,
        Err(error) => {
            let reason = Some(format!("read: {}", error.to_string().rsplit('/').next().unwrap_or_default()));
            return Score { kind: format!("{kind} (refused)"), failed: [reason.clone(), None, None, None, None] };
        }
    };
    let kind = match lockfile.format() {
        Format::YarnBerry => "yarn.lock berry".to_string(),
        _ => kind,
    };
    let graph = lockfile.graph();
    let same = match lockfile.write(graph) {
        Ok(written) if written == text || lockfile.was_merged() => None,
        Ok(written) => Some(format!("same: {}", difference(&text, &written))),
        Err(error) => Some(format!("same: {error}")),
    };
    let anew = match lockfile.write_anew(graph) {
        Ok(written) if written == text || lockfile.was_merged() => None,
        Ok(written) => Some(format!("anew: {}", difference(&text, &written))),
        Err(error) => Some(format!("anew: {error}")),
    };
    Score { kind, failed: [None, same, anew, edges(&lockfile), flags(&lockfile)] }
}

/// The first line that differs.
fn difference(left: &str, right: &str) -> String {
    let lines = left.lines().zip(right.lines()).enumerate().find(|(_, (left, right))| left != right);
    match lines {
        Some((index, (left, right))) => format!("line {}: {:?} is {:?}", index + 1, left, right),
        None => format!("{} bytes are {}", left.len(), right.len()),
    }
}

/// Dependencies that lead nowhere, or to what does not satisfy them.
fn edges(lockfile: &Lockfile) -> Option<String> {
    let graph = lockfile.graph();
    let mut wrong = Vec::new();
    let owners = graph.importers.iter().map(|(folder, importer)| (folder.clone(), &importer.dependencies)).chain(
        graph.packages.values().map(|package| (format!("{}@{}", package.name, package.version), &package.dependencies)),
    );
    for (owner, dependencies) in owners {
        for one in dependencies {
            let found = one.target.and_then(|id| graph.packages.get(&id));
            let ok = match (one.target, found) {
                (None, _) => one.kind.may_be_missing() || one.kind == DependencyKind::Peer,
                (Some(_), None) => false,
                (Some(id), Some(_)) => one.kind.is_peer() || satisfies(graph, id, &one.specifier),
            };
            if !ok {
                let found =
                    found.map_or("nothing".to_string(), |package| format!("{}@{}", package.name, package.version));
                wrong.push(format!("{owner} → {} {} is {found}", one.name, one.specifier));
            }
        }
    }
    (!wrong.is_empty()).then(|| format!("edges: {} wrong, {}", wrong.len(), wrong[0]))
}

/// True unless the specifier is a range that the package's version is not in.
fn satisfies(graph: &Graph, id: PackageId, specifier: &str) -> bool {
    let Some(package) = graph.packages.get(&id) else { return false };
    if !matches!(package.resolution, Resolution::Registry { .. }) {
        return true;
    }
    let range = specifier
        .strip_prefix("npm:")
        .map_or(specifier, |alias| alias[1.min(alias.len())..].split_once('@').map_or("*", |(_, range)| range));
    if graph.settings.overrides.iter().any(|(selector, _)| selector.contains(&package.name)) {
        return true;
    }
    match (nodejs_semver::Range::parse(range), nodejs_semver::Version::parse(&package.version)) {
        (Ok(range), Ok(version)) => range.satisfies(&version) || version.is_prerelease(),
        _ => true,
    }
}

/// npm's flags: those of the file are those that are computed.
fn flags(lockfile: &Lockfile) -> Option<String> {
    if !matches!(lockfile.format(), Format::Npm | Format::NpmShrinkwrap) {
        return None;
    }
    let graph = lockfile.graph();
    let computed = brio_lockfile::flags::of_lockfile(graph);
    let wrong: Vec<String> = graph
        .packages
        .iter()
        .filter(|(_, package)| !matches!(package.resolution, Resolution::Workspace { .. } | Resolution::Link { .. }))
        .filter(|(id, package)| computed.packages.get(id) != Some(&package.flags))
        .map(|(id, package)| {
            format!(
                "{} has {:?}, computed {:?}",
                package.key.clone().unwrap_or_default(),
                package.flags,
                computed.packages[id]
            )
        })
        .collect();
    (!wrong.is_empty())
        .then(|| format!("flags: {} wrong, {}", wrong.len(), wrong[0].replace(": false", "-").replace(": true", "+")))
}
