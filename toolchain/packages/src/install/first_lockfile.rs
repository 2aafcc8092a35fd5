//! The manager that a project without a lockfile names: the first lockfile is one of that manager.

use crate::error::Result;
use crate::project::Project;
use crate::semver::Version;
use crate::workspace::YamlSubset;
use brio_lockfile::{Detected, Format, Lockfile};
use serde_json::Value;

/// What pnpm's setting is where none is written.
const PEERS_SUFFIX_MAX_LENGTH: usize = 1000;

/// Files that only one manager reads; the first that is there counts.
const FILES: [(&str, Format); 5] = [
    ("pnpm-workspace.yaml", Format::Pnpm),
    (".yarnrc.yml", Format::YarnBerry),
    (".yarnrc", Format::YarnClassic),
    ("bunfig.toml", Format::Bun),
    // An empty one.
    ("yarn.lock", Format::YarnClassic),
];

/// The format of a project's lockfile: that of the one that is there, else that of the manager that the project names.
///
/// # Errors
/// Several lockfiles of which the project names none.
pub fn manager_of(project: &Project) -> Result<Format> {
    if let Some(found) = Lockfile::detect(&project.folder)? {
        return Ok(found.format);
    }
    Ok(new_lockfile(project)?.map_or(Format::Npm, |lockfile| lockfile.format()))
}

/// The version of a manager that the project names; None for another one.
pub fn manager_version(project: &Project, manager: &str) -> Option<Version> {
    let (name, version) = named(project)?;
    let version = version.split('+').next().unwrap_or_default().trim_start_matches(['^', '~', '>', '=', ' ']);
    Version::parse(version).filter(|_| name == manager)
}

/// An empty lockfile of the manager that the project names. None: npm's is the right one.
///
/// # Errors
/// None that a program could cause: the first lines of a file are parsed.
pub fn new_lockfile(project: &Project) -> Result<Option<Lockfile>> {
    let (format, version) = match named(project) {
        Some((name, version)) => (format_of(&name, &version), version),
        None => {
            let found = FILES.iter().find(|(file, _)| project.folder.join(file).is_file());
            (found.map_or(Format::Npm, |(_, format)| *format), String::new())
        }
    };
    let of_pnpm;
    let first_lines = match format {
        Format::Npm => return Ok(None),
        Format::Pnpm => {
            of_pnpm = first_lines_of_pnpm(project);
            of_pnpm.as_str()
        }
        Format::YarnBerry if version.starts_with("2.") => "__metadata:\n  version: 4\n  cacheKey: 7\n",
        Format::YarnBerry if version.starts_with("3.") => "__metadata:\n  version: 6\n  cacheKey: 8\n",
        _ => return Ok(Some(Lockfile::new(format))),
    };
    Ok(Some(Lockfile::parse(format, first_lines)?))
}

/// Whether a lockfile only says where the project is: yarn 2 and later ask for an empty one in a folder of another project.
pub fn is_placeholder(found: &Detected) -> bool {
    let is_yarn = matches!(found.format, Format::YarnClassic | Format::YarnBerry);
    is_yarn && std::fs::metadata(&found.path).is_ok_and(|metadata| metadata.len() == 0)
}

/// The name and the version in `packageManager`, or in `devEngines`.
fn named(project: &Project) -> Option<(String, String)> {
    if let Some(text) = project.json.get("packageManager").and_then(Value::as_str) {
        let (name, version) = text.split_once('@').unwrap_or((text, ""));
        return Some((name.to_string(), version.to_string()));
    }
    let said = project.json.get("devEngines")?.get("packageManager")?;
    let one = said.as_array().map_or(Some(said), |list| list.first())?;
    let text = |key: &str| one.get(key).and_then(Value::as_str);
    Some((text("name")?.to_string(), text("version").unwrap_or_default().to_string()))
}

fn format_of(name: &str, version: &str) -> Format {
    let version = version.trim_start_matches(['^', '~', '>', '=', 'v', ' ']);
    match name {
        "pnpm" => Format::Pnpm,
        "bun" => Format::Bun,
        "yarn" if version == "1" || version.starts_with("1.") => Format::YarnClassic,
        "yarn" => Format::YarnBerry,
        _ => Format::Npm,
    }
}

/// The version, and the settings that pnpm's lockfile repeats.
fn first_lines_of_pnpm(project: &Project) -> String {
    let read = |name: &str| std::fs::read_to_string(project.folder.join(name)).unwrap_or_default();
    let yaml = YamlSubset::parse(&read("pnpm-workspace.yaml"));
    let npmrc = read(".npmrc");
    let says = |name: &str, name_in_npmrc: &str, value: &str| {
        let wanted = format!("{name_in_npmrc}={value}");
        yaml.word(name).as_deref() == Some(value) || npmrc.lines().any(|line| line.replace(' ', "") == wanted)
    };
    let installs_peers = !says("autoInstallPeers", "auto-install-peers", "false");
    let mut lines = format!("lockfileVersion: '9.0'\n\nsettings:\n  autoInstallPeers: {installs_peers}\n");
    if says("dedupePeers", "dedupe-peers", "true") {
        lines.push_str("  dedupePeers: true\n");
    }
    lines.push_str("  excludeLinksFromLockfile: false\n");
    let length: Option<usize> = yaml.word("peersSuffixMaxLength").and_then(|text| text.parse().ok());
    if let Some(length) = length.filter(|length| *length != PEERS_SUFFIX_MAX_LENGTH) {
        lines.push_str(&format!("  peersSuffixMaxLength: {length}\n"));
    }
    lines
}

#[cfg(test)]
#[path = "first_lockfile_tests.rs"]
mod tests;
