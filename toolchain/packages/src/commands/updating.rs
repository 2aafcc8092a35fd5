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
use crate::workspace::{Workspace, catalog_name};
use brio_command_flags::Arguments;

/// Runs the command.
pub fn update(arguments: &Arguments) -> Result<i32> {
    let mut options = options(arguments)?;
    if let Some(project) = deno_project(arguments)?.filter(|project| project.is_alone) {
        return project.update(arguments, &options);
    }
    let has_range = |word: &String| word.get(1..).is_some_and(|rest| rest.contains('@'));
    let is_latest = arguments.has("--latest");
    if !is_latest && !arguments.words.iter().any(has_range) {
        options.update = Some(arguments.words.clone());
        return run(arguments, options);
    }
    let project = changed_project(&options)?;
    let (named, plain): (Vec<String>, Vec<String>) = arguments.words.iter().cloned().partition(has_range);
    let ranges = Ranges::read(&project)?;
    let names = if is_latest && arguments.words.is_empty() { ranges.of_registry() } else { plain };
    let unknown =
        |word: &&String| project.list_of(word.rsplit_once('@').map_or(word.as_str(), |(name, _)| name)).is_none();
    if let Some(word) = named.iter().find(unknown).or_else(|| names.iter().find(|name| project.list_of(name).is_none()))
    {
        let message = format!("{word} is not a dependency of the project");
        return Err(Error::new("ENOTDEPENDENCY", message).with_hint("`brio add` adds it"));
    }
    if !is_latest {
        options.update = Some(names).filter(|names| !names.is_empty());
        options.add = named;
        return run(arguments, options);
    }
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
