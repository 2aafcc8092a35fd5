//! Install scripts: which packages have some, which of them are trusted, and running them.
//!
//! A script of a dependency is a foreign program that runs with the user's rights, so none runs unless the project
//! trusts the package: by `trustedDependencies` (Bun), `allowScripts` (npm) or `onlyBuiltDependencies` and `allowBuilds`
//! (pnpm).

use crate::config::Config;
use crate::error::{Error, Result};
use crate::install::Context;
use crate::jail;
use crate::layout::Place;
use crate::node_gyp;
use crate::project::Project;
use crate::run;
use crate::semver::satisfies;
use crate::workspace::YamlSubset;
use brio_lockfile::{Graph, Package, PackageId, Resolution};
use rustc_hash::FxHashSet;
use serde_json::Value;

use std::collections::BTreeMap;
use std::path::Path;

/// A package with install scripts.
#[derive(Clone, Debug)]
pub struct Scripted {
    pub id: PackageId,
    pub place: String,
    pub name: String,
    pub version: String,
    /// Where it is from, when that is no registry and no manifest of the user names it: then its name says nothing.
    pub foreign_origin: Option<String>,
    /// It is of a git repository and has a script that builds it, which runs when it is fetched.
    pub has_prepare: bool,
}

/// Which packages may run their scripts.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    /// A name, or a name with versions; true: may run.
    rules: Vec<(String, bool)>,
}

impl Trust {
    /// Reads what the project says.
    ///
    /// # Errors
    /// Never at present: what has a wrong type is no rule.
    pub fn read(project: &Project, config: &Config) -> Result<Self> {
        let mut rules = Vec::new();
        let json = Value::Object(project.json.clone());
        let mut add_list = |list: Option<&Value>| {
            for name in list.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) {
                rules.push((name.to_string(), true));
            }
        };
        add_list(json.get("trustedDependencies"));
        add_list(json.get("pnpm").and_then(|pnpm| pnpm.get("onlyBuiltDependencies")));
        let maps = [json.get("allowScripts"), json.get("pnpm").and_then(|pnpm| pnpm.get("allowBuilds"))];
        for (name, allowed) in maps.into_iter().flatten().filter_map(Value::as_object).flatten() {
            rules.push((name.clone(), allowed.as_bool().unwrap_or(false)));
        }
        if let Ok(text) = std::fs::read_to_string(project.folder.join("pnpm-workspace.yaml")) {
            let yaml = YamlSubset::parse(&text);
            rules.extend(yaml.list("onlyBuiltDependencies").into_iter().map(|name| (name, true)));
            rules.extend(
                yaml.map("allowBuilds").unwrap_or_default().into_iter().map(|(name, value)| (name, value == "true")),
            );
        }
        for name in config.get("allow-scripts").unwrap_or_default().split([',', ' ']).filter(|name| !name.is_empty()) {
            rules.push((name.to_string(), true));
        }
        Ok(Self { rules })
    }

    /// Whether no package may run its scripts.
    #[must_use]
    pub fn allows_none(&self) -> bool {
        !self.rules.iter().any(|(_, allowed)| *allowed)
    }

    /// Whether the scripts of a package may run. One that a dependency fetched from somewhere else than a registry is
    /// trusted by `name@origin` only, because it may have any name.
    pub fn allows(&self, one: &Scripted) -> bool {
        self.allows_origin(&one.name, &one.version, one.foreign_origin.as_deref())
    }

    /// The same by name, version and where it is from.
    pub fn allows_origin(&self, name: &str, version: &str, foreign_origin: Option<&str>) -> bool {
        match foreign_origin {
            Some(origin) => {
                let rule = format!("{name}@{origin}");
                self.rules.iter().any(|(known, allowed)| *allowed && *known == rule)
            }
            None => self.allows_version(name, version),
        }
    }

    /// Whether the scripts of a version of a registry may run. A rule that forbids wins.
    fn allows_version(&self, name: &str, version: &str) -> bool {
        let fits = |rule: &str| {
            let (of, range) = match rule.get(1..).and_then(|rest| rest.find('@')) {
                Some(at) => (&rule[..=at], Some(&rule[at + 2..])),
                None => (rule, None),
            };
            of == name && range.is_none_or(|range| satisfies(version, range))
        };
        let mut matching = self.rules.iter().filter(|(rule, _)| fits(rule)).peekable();
        matching.peek().is_some() && matching.all(|(_, allowed)| *allowed)
    }
}

/// Whether a package in its folder is built by `node-gyp` without saying so: it has a `binding.gyp` and no script for it.
/// Records of registries do not say that.
pub fn is_built_by_gyp(folder: &Path) -> bool {
    folder.join("binding.gyp").is_file()
        && Project::read(folder).is_ok_and(|package| {
            let scripts = &package.manifest().scripts;
            !["preinstall", "install"].iter().any(|stage| scripts.contains_key(*stage))
                && package.json.get("gypfile").is_none_or(|gypfile| gypfile != &serde_json::Value::Bool(false))
        })
}

/// The packages that are laid out in `project` and have install scripts, of those whose place `is_wanted`: each is looked
/// for files.
pub fn packages_with_scripts(
    project: &Path,
    graph: &Graph,
    places: &BTreeMap<String, Place>,
    is_wanted: &dyn Fn(&str) -> bool,
) -> Vec<Scripted> {
    let own = graph.importers.values().flat_map(|importer| &importer.dependencies);
    let chosen: FxHashSet<PackageId> = own.filter_map(|one| one.target).collect();
    let edges = graph.packages.values().flat_map(|package| &package.dependencies);
    let addressed: FxHashSet<PackageId> =
        edges.filter(|one| one.specifier.contains("://")).filter_map(|one| one.target).collect();
    let of = |(path, place): (&String, &Place)| {
        if place.link.is_some() || !is_wanted(path) {
            return None;
        }
        let package = graph.packages.get(&place.id)?;
        let has_prepare = has_prepare(package, &project.join(path));
        let has_scripts = package.metadata.has_install_script || has_prepare || is_built_by_gyp(&project.join(path));
        has_scripts.then(|| Scripted {
            id: place.id,
            place: path.clone(),
            name: package.name.clone(),
            version: package.version.clone(),
            foreign_origin: foreign_origin(package, addressed.contains(&place.id))
                .filter(|_| !chosen.contains(&place.id)),
            has_prepare,
        })
    };
    places.iter().filter_map(of).collect()
}

fn has_prepare(package: &Package, folder: &Path) -> bool {
    matches!(package.resolution, Resolution::Git { .. })
        && Project::read(folder).is_ok_and(|found| found.manifest().scripts.contains_key("prepare"))
}

/// Where a package is from that no registry has. `is_addressed`: a dependency names it by an address.
fn foreign_origin(package: &Package, is_addressed: bool) -> Option<String> {
    match &package.resolution {
        Resolution::Registry { tarball, .. } if is_addressed => tarball.clone(),
        Resolution::Tarball { url, .. } => Some(url.clone()),
        Resolution::LocalTarball { path, .. } => Some(format!("file:{path}")),
        Resolution::Git { repository, commit, .. } => Some(format!("{repository}#{commit}")),
        _ => None,
    }
}

/// The packages whose files a trusted script may change: its own, and those that are in its folder. Hard links to the
/// store would let it change other projects' files.
pub fn writable_by_scripts(
    scripted: &[Scripted],
    trust: &Trust,
    places: &BTreeMap<String, Place>,
) -> FxHashSet<PackageId> {
    let trusted: Vec<&Scripted> = scripted.iter().filter(|one| trust.allows(one)).collect();
    let is_inside = |place: &String| {
        trusted
            .iter()
            .any(|one| place.strip_prefix(&one.place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
    };
    places.iter().filter(|(place, _)| is_inside(place)).map(|(_, place)| place.id).collect()
}

/// Runs the scripts of the trusted packages, those deepest in the tree first. Returns what was not run.
pub fn run_install_scripts(context: &Context, trust: &Trust, packages: &[Scripted]) -> Result<Vec<String>> {
    let mut skipped = Vec::new();
    let mut sorted: Vec<&Scripted> = packages.iter().collect();
    sorted.sort_by_key(|one| std::cmp::Reverse(one.place.matches("node_modules/").count()));
    for one in sorted {
        let name = format!("{}@{}", one.name, one.version);
        if context.options.without_scripts {
            continue;
        }
        if trust.allows(one) {
            run_package(&context.project.folder, one)?;
        } else if !skipped.contains(&name) {
            skipped.push(name);
        }
    }
    Ok(skipped)
}

/// Runs the install scripts of one package, in its jail.
///
/// # Errors
/// `ESCRIPT` when one fails.
pub fn run_package(project: &Path, package: &Scripted) -> Result<()> {
    let folder = project.join(&package.place);
    let name = format!("{}@{}", package.name, package.version);
    let manifest = Project::read(&folder)?;
    let scripts = manifest.manifest().scripts.clone();
    // Not the name that its own package.json says: that could be one with more rights.
    let exceptions = jail::exceptions_of(project, &package.name);
    own_files(&folder)?;
    let has_gyp = folder.join("binding.gyp").is_file();
    let implied_command = has_gyp.then_some("node-gyp rebuild");
    let tools = node_gyp::provide(&folder, scripts.values().map(String::as_str).chain(implied_command))?;
    for stage in ["preinstall", "install", "postinstall"] {
        let implied = stage == "install" && is_built_by_gyp(&folder);
        let command = match scripts.get(stage) {
            Some(command) => command.clone(),
            None if implied => "node-gyp rebuild".to_string(),
            None => continue,
        };
        let script = run::Script {
            manifest: &manifest,
            stage,
            command: &command,
            arguments: &[],
            start_folder: project,
            is_captured: true,
            tools: tools.as_deref(),
            of_deno: None,
        };
        let outcome = jail::run_script(&script, project, exceptions)?;
        if outcome.code != 0 {
            let message = format!(
                "the script \"{stage}\" of {name} failed with code {}: {command}\n{}",
                outcome.code,
                outcome.output.trim_end()
            );
            return Err(Error::new("ESCRIPT", message).with_hint(jail::hint(
                &package.name,
                exceptions,
                &outcome.output,
            )));
        }
    }
    Ok(())
}

/// Makes the files of a package, and of those in its folder, its own, so that its script cannot change those of the store.
fn own_files(folder: &Path) -> Result<()> {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let Ok(metadata) = std::fs::symlink_metadata(&path) else { continue };
        if metadata.is_dir() {
            own_files(&path)?;
        } else if metadata.is_file() {
            use std::os::unix::fs::{MetadataExt, PermissionsExt};
            if metadata.nlink() > 1 {
                let copy = folder.join(format!(".{}", crate::files::unique_name()));
                let mode = if metadata.mode() & 0o100 == 0 { 0o644 } else { 0o755 };
                std::fs::copy(&path, &copy)
                    .and_then(|_| std::fs::set_permissions(&copy, std::fs::Permissions::from_mode(mode)))
                    .and_then(|()| std::fs::rename(&copy, &path))
                    .map_err(|error| Error::of_file(&error, "copy", &path))?;
            }
        }
    }
    Ok(())
}

/// Runs the project's own install scripts.
pub fn run_project_scripts(context: &Context) -> Result<()> {
    let scripts = context.project.manifest().scripts.clone();
    for stage in ["preinstall", "install", "postinstall", "preprepare", "prepare", "postprepare"] {
        let Some(command) = scripts.get(stage) else { continue };
        let outcome = run::run_script(&run::Script {
            manifest: &context.project,
            stage,
            command,
            arguments: &[],
            start_folder: &context.project.folder,
            is_captured: false,
            tools: None,
            of_deno: None,
        })?;
        outcome.end_if_signalled();
        if outcome.code != 0 {
            let message = format!("the script \"{stage}\" of the project failed with code {}: {command}", outcome.code);
            return Err(Error::new("ESCRIPT", message).with_hint("`--ignore-scripts` installs without it"));
        }
    }
    Ok(())
}
