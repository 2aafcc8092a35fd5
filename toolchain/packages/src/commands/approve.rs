//! `brio approve`: which packages may run their install scripts.

use super::current_folder;
use super::listing::graph;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::install::project_folder;
use crate::jail;
use crate::layout::{self, Omit};
use crate::project::Project;
use crate::scripts::{Scripted, Trust, packages_with_scripts, run_package};
use crate::session::{Reach, Session};
use brio_command_flags::Arguments;
use serde_json::{Value, json};

/// Shows the packages with install scripts; with names or `--all`: trusts them and runs their scripts.
pub fn run(arguments: &Arguments) -> Result<i32> {
    let root = project_folder(&current_folder()?, false);
    let mut project = Project::read(&root)?;
    let config = Config::load(&root)?;
    let trust = Trust::read(&project, &config)?;
    let (_, graph) = graph()?;
    let session = Session::start(config, Reach::Offline, Default::default());
    let places = layout::places(&graph, &root, Omit::default(), &session);
    let scripted: Vec<Scripted> = packages_with_scripts(&graph, &places)
        .into_iter()
        .filter(|one| root.join(&one.place).join("package.json").is_file())
        .collect();
    if arguments.words.is_empty() && !arguments.has("--all") {
        show(&scripted, &trust, &project, arguments.has("--json"));
        return Ok(0);
    }
    let is_meant = |one: &Scripted| arguments.has("--all") || arguments.words.contains(&one.name);
    if let Some(unknown) = arguments.words.iter().find(|word| !scripted.iter().any(|one| one.name == **word)) {
        let error = Error::new("ENOSCRIPTS", format!("{unknown} is not installed, or has no install scripts"));
        return Err(error.with_hint("`brio approve` shows the packages that have some"));
    }
    let meant: Vec<&Scripted> = scripted.iter().filter(|one| is_meant(one)).collect();
    let fresh: Vec<&&Scripted> = meant.iter().filter(|one| !trust.allows(&one.name, &one.version)).collect();
    for one in &fresh {
        add(&mut project, &one.name);
    }
    if arguments.has("--net") {
        for one in &meant {
            jail::allow_network(&mut project.json, &one.name);
        }
    }
    project.save()?;
    if !arguments.has("--quiet") {
        jail::gaps().iter().for_each(|gap| println!("install scripts: {gap}"));
    }
    for one in &meant {
        run_package(&root, &one.place, &format!("{}@{}", one.name, one.version))?;
        if !arguments.has("--quiet") {
            println!("ran the install scripts of {}@{}", one.name, one.version);
        }
    }
    Ok(0)
}

fn show(scripted: &[Scripted], trust: &Trust, project: &Project, is_json: bool) {
    let command_of = |one: &Scripted| {
        let manifest = Project::read(&project.folder.join(&one.place)).map(|package| package.manifest());
        let scripts = manifest.map(|manifest| manifest.scripts.clone()).unwrap_or_default();
        let stages = ["preinstall", "install", "postinstall"];
        let said: Vec<String> =
            stages.iter().filter_map(|stage| Some(format!("{stage}: {}", scripts.get(*stage)?))).collect();
        said.join("; ")
    };
    if is_json {
        let list: Vec<Value> = scripted
            .iter()
            .map(|one| {
                json!({"name": one.name, "version": one.version, "trusted": trust.allows(&one.name, &one.version),
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
        let state = if trust.allows(&one.name, &one.version) { "trusted" } else { "not run" };
        println!("{state:<8} {}@{}  {}", one.name, one.version, command_of(one));
    }
}

/// Adds a name to the list that the project has; to `trustedDependencies` when it has none.
fn add(project: &mut Project, name: &str) {
    if let Some(Value::Object(rules)) = project.json.get_mut("allowScripts") {
        rules.insert(name.to_string(), Value::Bool(true));
        return;
    }
    if let Some(Value::Object(pnpm)) = project.json.get_mut("pnpm") {
        if let Some(Value::Object(rules)) = pnpm.get_mut("allowBuilds") {
            rules.insert(name.to_string(), Value::Bool(true));
            return;
        }
        if let Some(Value::Array(list)) = pnpm.get_mut("onlyBuiltDependencies") {
            list.push(Value::String(name.to_string()));
            return;
        }
    }
    let list = project.json.entry("trustedDependencies").or_insert_with(|| Value::Array(Vec::new()));
    if let Value::Array(list) = list {
        list.push(Value::String(name.to_string()));
        list.sort_by(|left, right| left.as_str().cmp(&right.as_str()));
    }
}
