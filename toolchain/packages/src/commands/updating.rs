//! `brio update`: within the ranges of `package.json`; `NAME@RANGE` and `--latest` change the ranges. Those of catalogs are
//! changed where the catalog is.

use super::current_folder;
use super::installing::{deno_project, options, run};
use crate::error::{Error, Result};
use crate::install::{self, Options};
use crate::project::Project;
use crate::registry::Registry;
use crate::semver::Version;
use crate::spec::{Source, Spec};
use crate::workspace::catalog_files::{self, Change, Entry};
use crate::workspace::{Workspace, catalog_name, matches_name};
use brio_command_flags::Arguments;
use brio_lockfile::Format;

/// Runs the command.
pub fn update(arguments: &Arguments) -> Result<i32> {
    let options = options(arguments)?;
    if let Some(project) = deno_project(arguments)?.filter(|project| project.is_alone) {
        return project.update(arguments, &options);
    }
    let root = Project::read(&install::project_folder(&current_folder()?, false))?;
    let changes = changes_ranges(arguments, &root)?;
    // What is within the ranges is updated for all members at once.
    if !arguments.has("--recursive") || !changes || options.member.is_some() {
        return update_one(arguments, options, changes);
    }
    let mut members: Vec<String> = vec![".".to_string()];
    members.extend(Workspace::read(&root)?.members.into_iter().map(|member| member.name));
    let concerned = concerned(arguments, &root, members)?;
    let Some((last, others)) = concerned.split_last() else {
        return update_one(arguments, Options { member: Some(".".to_string()), ..options }, changes);
    };
    for member in others {
        let one = Options { member: Some(member.clone()), only_lockfile: true, is_quiet: true, ..options.clone() };
        update_one(arguments, one, changes)?;
    }
    update_one(arguments, Options { member: Some(last.clone()), ..options }, changes)
}

/// Whether the ranges in `package.json` change: beyond what they allow, or as pnpm and Bun do, to the versions that are
/// installed.
fn changes_ranges(arguments: &Arguments, root: &Project) -> Result<bool> {
    let saves = arguments.has("--save-prod")
        || matches!(install::manager_of(root)?, Format::Pnpm | Format::Bun) && !arguments.has("--no-save");
    Ok(arguments.has("--latest") || saves)
}

/// The members that have dependencies of a registry, and of those that words name.
fn concerned(arguments: &Arguments, root: &Project, members: Vec<String>) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for member in members {
        let project = changed_project(&Options { member: Some(member.clone()), ..Options::default() })?;
        let is_root = project.folder == root.folder;
        if is_root != (member == ".") {
            continue;
        }
        let known = Ranges::read(&project)?.of_registry();
        let is_named =
            |name: &String| arguments.words.is_empty() || arguments.words.iter().any(|word| is_name(word, name));
        if known.iter().any(is_named) {
            found.push(member);
        }
    }
    Ok(found)
}

/// Whether a word means a dependency: its name, also with a range, or a pattern such as `@scope/*`.
fn is_name(word: &str, name: &str) -> bool {
    let at = word.get(1..).and_then(|rest| rest.find('@')).map_or(word.len(), |at| at + 1);
    word[..at] == *name || word.contains('*') && matches_name(word, name)
}

/// Replaces patterns by the names that they mean; one that means none stays, and is refused.
fn expanded(words: &[String], known: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in words {
        let matching: Vec<&String> =
            known.iter().filter(|name| word.contains('*') && matches_name(word, name)).collect();
        match matching.is_empty() {
            true => found.push(word.clone()),
            false => found.extend(matching.into_iter().cloned()),
        }
    }
    found
}

fn update_one(arguments: &Arguments, mut options: Options, changes: bool) -> Result<i32> {
    let has_range = |word: &String| word.get(1..).is_some_and(|rest| rest.contains('@'));
    let is_latest = arguments.has("--latest");
    let project = changed_project(&options)?;
    let ranges = Ranges::read(&project)?;
    let known = if changes { ranges.of_registry() } else { ranges.of_workspace() };
    let mut words = expanded(&arguments.words, &known);
    if arguments.has("--recursive") && changes {
        // Other members may have the rest.
        words.retain(|word| known.iter().any(|name| is_name(word, name)));
    }
    if !changes && !words.iter().any(has_range) {
        options.update = Some(words);
        return run(arguments, options);
    }
    let (named, plain): (Vec<String>, Vec<String>) = words.iter().cloned().partition(has_range);
    let is_all = arguments.words.is_empty();
    let unknown =
        |word: &&String| project.list_of(word.rsplit_once('@').map_or(word.as_str(), |(name, _)| name)).is_none();
    let is_direct = |name: &&String| project.list_of(name).is_none();
    if let Some(word) = named.iter().find(unknown).or_else(|| plain.iter().find(is_direct).filter(|_| is_latest)) {
        let message = format!("{word} is not a dependency of the project");
        return Err(Error::new("ENOTDEPENDENCY", message).with_hint("`brio add` adds it"));
    }
    if !is_latest {
        return within_ranges(arguments, options, &ranges, named, if changes && is_all { known } else { plain });
    }
    let names = if is_all { known } else { plain };
    let (of_catalogs, own): (Vec<String>, Vec<String>) =
        names.into_iter().partition(|name| catalog_name(&ranges.raw(name)).is_some());
    options.operators = own.iter().filter_map(|name| Some((name.clone(), ranges.operator(name)?))).collect();
    options.add = own.iter().map(|name| ranges.latest(name)).chain(named).collect();
    let changes = ranges.changed_catalogs(&of_catalogs, &options)?;
    if !of_catalogs.is_empty() || options.add.is_empty() {
        options.update = Some(of_catalogs);
    }
    let is_dry = options.is_dry;
    catalog_files::write(&changes)?;
    let outcome = run(arguments, options);
    if outcome.is_err() || is_dry {
        catalog_files::restore(&changes)?;
    }
    outcome
}

/// Updates within the ranges; those of the `names` with `^` or `~` become those of the versions that are found.
fn within_ranges(
    arguments: &Arguments,
    mut options: Options,
    ranges: &Ranges<'_>,
    named: Vec<String>,
    names: Vec<String>,
) -> Result<i32> {
    let saves = changes_ranges(arguments, &ranges.root)?;
    let is_raised = |name: &&String| {
        let is_own = catalog_name(&ranges.raw(name)).is_none() && !ranges.raw(name).contains(':');
        saves && is_own && ranges.operator(name).is_some_and(|operator| !operator.is_empty())
    };
    let raised: Vec<&String> = names.iter().filter(is_raised).collect();
    // npm has a rule of its own about what it saves.
    if install::manager_of(&ranges.root)? != Format::Npm {
        options.operators = raised.iter().filter_map(|name| Some(((*name).clone(), ranges.operator(name)?))).collect();
    }
    options.add = raised.iter().map(|name| format!("{name}@{}", ranges.raw(name))).chain(named).collect();
    options.update = match arguments.words.is_empty() {
        true => Some(Vec::new()),
        false => Some(names).filter(|names| !names.is_empty()),
    };
    run(arguments, options)
}

/// The project whose `package.json` the command changes.
fn changed_project(options: &Options) -> Result<Project> {
    let folder = current_folder()?;
    let own = Project::find(&folder);
    let Some(wanted) = &options.member else { return Project::read(&own) };
    let root = Project::read(&install::project_folder(&folder, false))?;
    let path = crate::spec::absolute(&root.folder, wanted);
    let members = Workspace::read(&root)?.members;
    match members.into_iter().find(|member| member.name == *wanted || member.folder == path) {
        Some(member) => Project::read(&member.folder),
        // What is unknown is refused by the installation.
        None => Ok(root),
    }
}

/// What a project requests, and the catalogs that it may mean.
struct Ranges<'a> {
    project: &'a Project,
    root: Project,
    workspace: Workspace,
}

impl<'a> Ranges<'a> {
    fn read(project: &'a Project) -> Result<Self> {
        let root = Project::read(&install::project_folder(&project.folder, false))?;
        let workspace = Workspace::read(&root)?;
        Ok(Self { project, root, workspace })
    }

    /// What `package.json` says.
    fn raw(&self, name: &str) -> String {
        let manifest = self.project.manifest();
        let lists = [&manifest.dependencies, &manifest.optional, &manifest.development];
        lists.into_iter().find_map(|list| list.get(name)).map(|raw| raw.to_string()).unwrap_or_default()
    }

    /// What is requested, with the catalog's entry for `catalog:`.
    fn spec(&self, name: &str) -> Option<Spec> {
        let raw = self.raw(name);
        let raw = self.workspace.of_catalog(name, &raw).unwrap_or(&raw);
        Spec::parse(name, raw, &self.project.folder).ok()
    }

    /// The dependencies that come from a registry by a range.
    fn of_registry(&self) -> Vec<String> {
        let manifest = self.project.manifest();
        let lists = [&manifest.dependencies, &manifest.optional, &manifest.development];
        let names = lists.into_iter().flat_map(|list| list.keys()).map(|name| name.to_string());
        let is_ranged = |name: &String| {
            let spec = self.spec(name);
            spec.is_some_and(|spec| matches!(spec.target().source, Source::Range(_) | Source::Version(_)))
        };
        names.filter(is_ranged).collect()
    }

    /// All dependencies of the workspace.
    fn of_workspace(&self) -> Vec<String> {
        let members = self.workspace.members.iter().map(|member| member.manifest.clone());
        let mut names: Vec<String> = Vec::new();
        for manifest in members.chain([self.root.manifest()]) {
            let lists = [&manifest.dependencies, &manifest.optional, &manifest.development];
            names.extend(lists.into_iter().flat_map(|list| list.keys()).map(|name| name.to_string()));
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The argument of `add` for the newest version of a dependency.
    fn latest(&self, name: &str) -> String {
        match self.spec(name).map(|spec| spec.target().name.clone()) {
            Some(target) if target != name => format!("{name}@npm:{target}@latest"),
            _ => format!("{name}@latest"),
        }
    }

    /// What stands before the version: it stays. None for another kind of range.
    fn operator(&self, name: &str) -> Option<&'static str> {
        let spec = self.spec(name)?;
        let raw = spec.target().raw.trim();
        match raw.chars().next()? {
            '~' => Some("~"),
            '^' => Some("^"),
            _ => Version::parse(raw).map(|_| ""),
        }
    }

    /// The catalogs' files with the newest versions of packages.
    fn changed_catalogs(&self, names: &[String], options: &Options) -> Result<Vec<Change>> {
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let registry = Registry::new(install::session_for(&self.root.folder, options)?);
        let mut entries = Vec::new();
        for name in names {
            let raw = self.raw(name);
            let (Some(catalog), Some(spec)) = (catalog_name(&raw), self.spec(name)) else { continue };
            let target = spec.target().name.clone();
            let newest = registry.manifest(&Spec::parse(&target, "latest", &self.root.folder)?)?.version.clone();
            let range = format!("{}{newest}", self.operator(name).unwrap_or("^"));
            let value = if target == *name { range } else { format!("npm:{target}@{range}") };
            entries.push(Entry { catalog: catalog.to_string(), name: name.clone(), value });
        }
        catalog_files::changes(&self.root.folder, &entries)
    }
}
