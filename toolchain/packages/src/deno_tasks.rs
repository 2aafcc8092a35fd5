//! The tasks of a project of Deno: those of its `deno.json` and the scripts of its `package.json`, with what they depend on.
//! https://docs.deno.com/runtime/reference/cli/task/

use crate::error::{Error, Result};
use crate::project::Project;
use crate::run::many::{DenoTask, Task};
use crate::workspace::matches_name;
use brio_resolver::deno;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A task of `deno.json`, or a script of `package.json`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Definition {
    pub name: String,
    pub command: Option<String>,
    pub description: Option<String>,
    pub dependencies: Vec<String>,
}

/// The tasks of one file.
#[derive(Clone, Debug)]
pub struct Source {
    pub folder: PathBuf,
    pub is_package: bool,
    pub tasks: Vec<Definition>,
}

/// A folder from which tasks are found: those of its files, the first of a name counts.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The name of the package, for a member of a workspace that runs beside others.
    pub owner: Option<String>,
    pub sources: Vec<Rc<Source>>,
}

/// How a number of tasks run.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub is_quiet: bool,
    pub is_unlabelled: bool,
    pub variables: Vec<(String, String)>,
    /// What follows the name.
    pub arguments: Vec<String>,
}

impl Scope {
    /// The tasks at a configuration, and those of the root of its workspace.
    ///
    /// # Errors
    /// `EJSONPARSE`, `EINVALIDTASK`.
    pub fn read(config: &Path) -> Result<Self> {
        let folder = config.parent().unwrap_or(Path::new("/"));
        let mut sources = sources_in(config, folder)?;
        if let Some(root) = deno::workspace_of(folder)
            && let Some(config) = deno::config_file(&root)
        {
            sources.extend(sources_in(&config, &root)?);
        }
        Ok(Self { owner: None, sources })
    }

    /// The tasks at the root of a workspace and those of its members, each on its own. A name is that of its package.
    ///
    /// # Errors
    /// `EJSONPARSE`, `EINVALIDTASK`.
    pub fn of_workspace(config: &Path) -> Result<Vec<Self>> {
        let own = config.parent().unwrap_or(Path::new("/"));
        let root = deno::workspace_of(own).unwrap_or_else(|| own.to_path_buf());
        let folders = std::iter::once(root.clone()).chain(deno::workspace_members(&root));
        let configs = folders.filter_map(|folder| deno::config_file(&folder));
        let scope = |config: PathBuf| {
            let owner = read(&config)?["name"].as_str().map(str::to_string);
            let sources = sources_in(&config, config.parent().unwrap_or(Path::new("/")))?;
            Ok(Self { owner, sources })
        };
        configs.map(scope).collect()
    }

    fn find(&self, name: &str) -> Option<(&Rc<Source>, &Definition)> {
        self.sources
            .iter()
            .find_map(|source| source.tasks.iter().find(|task| task.name == name).map(|task| (source, task)))
    }

    /// The names that a word means: one, or with `*` all that fit.
    pub fn named(&self, word: &str) -> Vec<String> {
        if !word.contains('*') {
            return self.find(word).map(|(_, task)| task.name.clone()).into_iter().collect();
        }
        let all = self.sources.iter().flat_map(|source| &source.tasks);
        let mut names: Vec<String> = Vec::new();
        for task in all.filter(|task| matches_name(word, &task.name)) {
            if !names.contains(&task.name) {
                names.push(task.name.clone());
            }
        }
        names
    }

    /// What `brio task` lists.
    pub fn list(&self) -> String {
        let mut text = String::from("Available tasks:\n");
        let own = self.sources.first().map(|source| source.folder.clone());
        let mut shown: Vec<&str> = Vec::new();
        for source in &self.sources {
            let origin = match (Some(&source.folder) == own.as_ref(), source.is_package) {
                (true, false) => "",
                (true, true) => " (package.json)",
                (false, false) => " (workspace)",
                (false, true) => " (workspace package.json)",
            };
            for task in &source.tasks {
                if !shown.contains(&task.name.as_str()) {
                    shown.push(&task.name);
                    text.push_str(&described(task, origin));
                }
            }
        }
        if shown.is_empty() {
            text.push_str("  No tasks found in configuration file\n");
        }
        text
    }
}

fn described(task: &Definition, origin: &str) -> String {
    let mut text = format!("- {}{origin}\n", task.name);
    for line in task.description.iter().flat_map(|description| description.lines()) {
        text.push_str(&format!("    // {line}\n"));
    }
    if let Some(command) = &task.command {
        text.push_str(&format!("    {}\n", command.replace('\n', "\\n")));
    }
    if !task.dependencies.is_empty() {
        text.push_str(&format!("    depends on: {}\n", task.dependencies.join(", ")));
    }
    text
}

fn read(config: &Path) -> Result<Value> {
    deno::read_config(config)
        .ok_or_else(|| Error::new("EJSONPARSE", format!("{} is not an object of JSON", config.display())))
}

/// The tasks of a configuration, then the scripts of the `package.json` beside it.
fn sources_in(config: &Path, folder: &Path) -> Result<Vec<Rc<Source>>> {
    let tasks = match &read(config)?["tasks"] {
        Value::Null => Vec::new(),
        Value::Object(tasks) => {
            let defined = tasks.iter().map(|(name, value)| {
                definition(name, value).ok_or_else(|| {
                    let message = format!("{}: the task \"{name}\" is malformed", config.display());
                    Error::new("EINVALIDTASK", message)
                        .with_hint("a task is a command, or an object with command, description and dependencies")
                })
            });
            defined.collect::<Result<_>>()?
        }
        _ => return Err(Error::new("EINVALIDTASK", format!("{}: \"tasks\" is not an object", config.display()))),
    };
    let mut sources = vec![Rc::new(Source { folder: folder.to_path_buf(), is_package: false, tasks })];
    if folder.join("package.json").is_file() {
        let scripts = Project::read(folder)?.manifest().scripts.clone();
        let tasks = scripts.into_iter().map(|(name, command)| Definition {
            name,
            command: Some(command),
            ..Definition::default()
        });
        sources.push(Rc::new(Source { folder: folder.to_path_buf(), is_package: true, tasks: tasks.collect() }));
    }
    Ok(sources)
}

fn definition(name: &str, value: &Value) -> Option<Definition> {
    let name = name.to_string();
    match value {
        Value::String(command) => Some(Definition { name, command: Some(command.clone()), ..Definition::default() }),
        Value::Object(object) => {
            let text = |key: &str| match object.get(key) {
                None | Some(Value::Null) => Some(None),
                Some(Value::String(text)) => Some(Some(text.clone())),
                Some(_) => None,
            };
            let dependencies = match object.get("dependencies") {
                None => Vec::new(),
                Some(list) => {
                    list.as_array()?.iter().map(|one| one.as_str().map(str::to_string)).collect::<Option<_>>()?
                }
            };
            Some(Definition { name, command: text("command")?, description: text("description")?, dependencies })
        }
        _ => None,
    }
}

/// A task that will run, with the tasks that it needs.
struct Planned {
    source: Rc<Source>,
    definition: Definition,
    owner: Option<String>,
    after: Vec<usize>,
    is_requested: bool,
}

/// What runs, in the order in which it is found: what the named tasks depend on is before them.
#[derive(Default)]
pub struct Plan {
    planned: Vec<Planned>,
}

impl Plan {
    /// Adds a task and what it depends on.
    ///
    /// # Errors
    /// `ENOTASK` with the name that is not there, `ETASKCYCLE`.
    pub fn add(&mut self, scope: &Scope, name: &str) -> Result<()> {
        let index = self.visit(scope, name, &mut Vec::new())?;
        self.planned[index].is_requested = true;
        Ok(())
    }

    /// Adds a command that has no name.
    pub fn add_command(&mut self, folder: &Path, command: &str) {
        let source = Rc::new(Source { folder: folder.to_path_buf(), is_package: false, tasks: Vec::new() });
        let definition = Definition { command: Some(command.to_string()), ..Definition::default() };
        self.planned.push(Planned { source, definition, owner: None, after: Vec::new(), is_requested: true });
    }

    fn visit(&mut self, scope: &Scope, name: &str, path: &mut Vec<String>) -> Result<usize> {
        let missing = || Error::new("ENOTASK", name.to_string());
        let (source, definition) = scope.find(name).ok_or_else(missing)?;
        let is_same = |planned: &Planned| Rc::ptr_eq(&planned.source, source) && planned.definition.name == name;
        if let Some(index) = self.planned.iter().position(is_same) {
            return Ok(index);
        }
        let is_circle = path.iter().any(|above| above == name);
        path.push(name.to_string());
        if is_circle {
            return Err(Error::new("ETASKCYCLE", format!("Task cycle detected: {}", path.join(" -> "))));
        }
        let mut after = Vec::new();
        for dependency in &definition.dependencies {
            let names = scope.named(dependency);
            if names.is_empty() {
                return Err(Error::new("ENOTASK", dependency.clone()));
            }
            for name in names {
                after.push(self.visit(scope, &name, path)?);
            }
        }
        path.pop();
        let planned = Planned {
            source: Rc::clone(source),
            definition: definition.clone(),
            owner: scope.owner.clone(),
            after,
            is_requested: false,
        };
        self.planned.push(planned);
        Ok(self.planned.len() - 1)
    }

    /// The tasks to run.
    ///
    /// # Errors
    /// When a `package.json` cannot be read.
    pub fn tasks(&self, options: &Options) -> Result<Vec<Task>> {
        let before = self.all_before();
        let count = self.planned.len();
        let task = |(index, planned): (usize, &Planned)| {
            let is_ordered = |other: usize| before[index].contains(&other) || before[other].contains(&index);
            let is_alone = (0..count).all(|other| other == index || is_ordered(other));
            let of_deno = DenoTask {
                owner: planned.owner.clone(),
                is_alone,
                is_quiet: options.is_quiet,
                is_unlabelled: options.is_unlabelled,
                variables: options.variables.clone(),
            };
            Ok(Task { of_deno: Some(of_deno), ..planned.task(options)? })
        };
        self.planned.iter().enumerate().map(task).collect()
    }

    /// For each task the indexes of all that end before it starts. What a task depends on has a smaller index.
    fn all_before(&self) -> Vec<Vec<usize>> {
        let mut before: Vec<Vec<usize>> = Vec::new();
        for planned in &self.planned {
            let found = planned.after.iter().flat_map(|one| before[*one].iter().chain([one]));
            before.push(found.copied().collect());
        }
        before
    }
}

impl Planned {
    fn task(&self, options: &Options) -> Result<Task> {
        let Source { folder, is_package, tasks } = &*self.source;
        let name = &self.definition.name;
        let project = match folder.join("package.json").is_file() {
            true => Project::read(folder)?,
            false => Project::empty(folder),
        };
        let command = |stage: &str| tasks.iter().find(|task| task.name == stage).and_then(|task| task.command.clone());
        let stages = match is_package {
            true => {
                let names = [format!("pre{name}"), name.clone(), format!("post{name}")];
                names.into_iter().filter_map(|stage| Some((stage.clone(), command(&stage)?))).collect()
            }
            false => self.definition.command.iter().map(|command| (name.clone(), command.clone())).collect(),
        };
        Ok(Task {
            project,
            label: self.owner.as_ref().map_or_else(|| name.clone(), |owner| format!("{owner}#{name}")),
            stages,
            name: name.clone(),
            arguments: if self.is_requested { options.arguments.clone() } else { Vec::new() },
            after: self.after.clone(),
            of_deno: None,
        })
    }
}

/// The configuration that the tasks of a folder are in: its own, or the next one upwards.
pub fn config_of(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().find_map(deno::config_file)
}

#[cfg(test)]
#[path = "deno_tasks_tests.rs"]
mod tests;
