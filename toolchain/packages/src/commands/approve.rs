//! `brio approve`: which packages may run their install scripts.

use super::current_folder;
use super::listing::graph_of;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::install::{self, Options, project_folder};
use crate::jail;
use crate::layout::{self, Omit, bounds};
use crate::project::Project;
use crate::scripts::{Scripted, Trust, is_built_by_gyp, packages_with_scripts, run_package};
use crate::session::{Reach, Session};
use crate::workspace::{YamlSubset, yaml_text};
use brio_command_flags::Arguments;
use brio_lockfile::Format;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Shows the packages with install scripts; with names or `--all`: trusts them and runs their scripts.
pub fn run(arguments: &Arguments) -> Result<i32> {
    let root = project_folder(&current_folder()?, false);
    let only_shows = arguments.words.is_empty() && !arguments.has("--all");
    let turn = if only_shows { None } else { install::take_turn(&root, arguments.has("--quiet")) };
    let mut project = Project::read(&root)?;
    let trust = Trust::read(&project, &Config::load(&root)?)?;
    let scripted = scripted_packages(&root)?;
    if only_shows {
        show(&scripted, &trust, &project, arguments.has("--json"));
        return Ok(0);
    }
    let is_meant = |one: &Scripted| arguments.has("--all") || arguments.words.contains(&one.name);
    if let Some(unknown) = arguments.words.iter().find(|word| !scripted.iter().any(|one| one.name == **word)) {
        let error = Error::new("ENOSCRIPTS", format!("{unknown} is not installed, or has no install scripts"));
        return Err(error.with_hint("`brio approve` shows the packages that have some"));
    }
    let meant: Vec<&Scripted> = scripted.iter().filter(|one| is_meant(one)).collect();
    let fresh: Vec<&&Scripted> = meant.iter().filter(|one| !trust.allows(one)).collect();
    let mut yaml = Yaml::read(&project);
    for one in &fresh {
        let rule = match &one.foreign_origin {
            Some(origin) => format!("{}@{origin}", one.name),
            None => one.name.clone(),
        };
        if !add(&mut project, &rule) && !yaml.add(&rule) {
            add_trusted(&mut project, &rule);
        }
    }
    yaml.save()?;
    if arguments.has("--net") {
        for one in &meant {
            jail::allow_network(&mut project.json, &one.name);
        }
    }
    project.save()?;
    if !arguments.has("--quiet") {
        jail::gaps().iter().for_each(|gap| println!("install scripts: {gap}"));
    }
    for one in meant.iter().filter(|one| !one.has_prepare) {
        run_package(&root, one)?;
        if !arguments.has("--quiet") {
            println!("ran the install scripts of {}@{}", one.name, one.version);
        }
    }
    let places: Vec<&str> = meant.iter().filter(|one| one.has_prepare).map(|one| one.place.as_str()).collect();
    // The installation takes its own.
    drop(turn);
    if places.is_empty() { Ok(0) } else { build(&root, &places, arguments.has("--quiet")) }
}

/// The packages of a project that are installed and have install scripts.
///
/// # Errors
/// `ENOLOCK`, and those of the lockfile and of the store.
pub fn scripted_packages(root: &Path) -> Result<Vec<Scripted>> {
    let (graph, format) = graph_of(root)?;
    let (graph, places) = match format {
        Format::Npm | Format::NpmShrinkwrap => {
            let session = Session::start(Config::load(root)?, Reach::Offline, Default::default());
            let places = layout::places(&graph, root, Omit::default(), &session);
            (graph, places)
        }
        // The other lockfiles say neither where packages are nor which have scripts.
        _ => install::laid_out(root)?,
    };
    Ok(packages_with_scripts(root, &graph, &places, &|_| true)
        .into_iter()
        .filter(|one| bounds::is_inside(&one.place) && root.join(&one.place).join("package.json").is_file())
        .collect())
}

/// Lays packages of git repositories out again, which are built then.
fn build(root: &Path, places: &[&str], is_quiet: bool) -> Result<i32> {
    for place in places {
        crate::files::remove(&root.join(place))?;
    }
    install::install(root, Options { is_quiet, ..Options::default() })?;
    if !is_quiet {
        println!("built the packages of git repositories");
    }
    Ok(0)
}

fn show(scripted: &[Scripted], trust: &Trust, project: &Project, is_json: bool) {
    let command_of = |one: &Scripted| {
        let manifest = Project::read(&project.folder.join(&one.place)).map(|package| package.manifest());
        let scripts = manifest.map(|manifest| manifest.scripts.clone()).unwrap_or_default();
        let stages = ["preinstall", "install", "postinstall"];
        let implied =
            is_built_by_gyp(&project.folder.join(&one.place)).then_some("install: node-gyp rebuild".to_string());
        let said: Vec<String> = stages
            .iter()
            .filter_map(|stage| Some(format!("{stage}: {}", scripts.get(*stage)?)))
            .chain(implied)
            .chain(one.has_prepare.then(|| Some(format!("prepare: {}", scripts.get("prepare")?))).flatten())
            .collect();
        said.join("; ")
    };
    if is_json {
        let list: Vec<Value> = scripted
            .iter()
            .map(|one| {
                json!({"name": one.name, "version": one.version, "trusted": trust.allows(one),
                    "scripts": command_of(one)})
            })
            .collect();
        println!("{:#}", Value::Array(list));
        return;
    }
    if scripted.is_empty() {
        println!("no package has install scripts");
    }
    for one in scripted {
        let state = if trust.allows(one) { "trusted" } else { "not run" };
        say!("{state:<8} {}@{}  {}", one.name, one.version, command_of(one));
    }
}

/// `pnpm-workspace.yaml`, which has the rules of pnpm 10 and later.
struct Yaml {
    path: PathBuf,
    text: String,
    is_changed: bool,
    /// The project's lockfile is pnpm's, and its version if `packageManager` says it.
    pnpm: Option<u32>,
}

impl Yaml {
    fn read(project: &Project) -> Self {
        let path = project.folder.join("pnpm-workspace.yaml");
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let manager = project.json.get("packageManager").and_then(Value::as_str).unwrap_or_default();
        let major = manager.strip_prefix("pnpm@").and_then(|version| version.split('.').next()?.parse().ok());
        let pnpm = project.folder.join("pnpm-lock.yaml").is_file().then(|| major.unwrap_or_default());
        Self { path, text, is_changed: false, pnpm }
    }

    /// Adds a rule where the file has some, or where pnpm reads them; false: it does not belong here.
    fn add(&mut self, name: &str) -> bool {
        const NEW_LIST_SINCE: u32 = 11;
        let yaml = YamlSubset::parse(&self.text);
        let has_map = yaml.map("allowBuilds").is_some();
        let has_list = !yaml.list("onlyBuiltDependencies").is_empty();
        if !has_map && !has_list && self.pnpm.is_none() {
            return false;
        }
        let is_map = has_map || !has_list && self.pnpm.is_some_and(|major| major >= NEW_LIST_SINCE);
        self.text = match is_map {
            true => yaml_text::set_entry(&self.text, "allowBuilds", name, "true"),
            false => yaml_text::add_item(&self.text, "onlyBuiltDependencies", name),
        };
        self.is_changed = true;
        true
    }

    fn save(&self) -> Result<()> {
        if self.is_changed { crate::files::replace(&self.path, self.text.as_bytes()) } else { Ok(()) }
    }
}

/// Adds a name to the list of npm or pnpm that the manifest has.
fn add(project: &mut Project, name: &str) -> bool {
    if let Some(Value::Object(rules)) = project.json.get_mut("allowScripts") {
        rules.insert(name.to_string(), Value::Bool(true));
        return true;
    }
    if let Some(Value::Object(pnpm)) = project.json.get_mut("pnpm") {
        if let Some(Value::Object(rules)) = pnpm.get_mut("allowBuilds") {
            rules.insert(name.to_string(), Value::Bool(true));
            return true;
        }
        if let Some(Value::Array(list)) = pnpm.get_mut("onlyBuiltDependencies") {
            list.push(Value::String(name.to_string()));
            return true;
        }
    }
    if project.json.contains_key("trustedDependencies") {
        add_trusted(project, name);
        return true;
    }
    false
}

/// Adds a name to Bun's list.
fn add_trusted(project: &mut Project, name: &str) {
    let list = project.json.entry("trustedDependencies").or_insert_with(|| Value::Array(Vec::new()));
    if let Value::Array(list) = list {
        list.push(Value::String(name.to_string()));
        list.sort_by(|left, right| left.as_str().cmp(&right.as_str()));
    }
}
