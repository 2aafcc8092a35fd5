//! `brio patch`: a copy of a package to change, and a patch from the changes.

use super::{current_folder, usage};
use crate::error::{Error, Result};
use crate::install::{Options, install, project_folder, session_for, take_turn};
use crate::layout;
use crate::patches::{Patches, apply};
use crate::project::Project;
use crate::store::Store;
use crate::workspace::yaml_text;
use brio_command_flags::Arguments;
use brio_lockfile::{Format, Graph, Package};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::process::Command;

const EDITED: &str = "node_modules/.brio-patch";

/// `brio patch PACKAGE`, and then `brio patch --commit FOLDER`.
pub fn run(arguments: &Arguments) -> Result<i32> {
    let [word] = arguments.words.as_slice() else {
        return Err(usage("patch takes a package, or with --commit the folder of its copy"));
    };
    let root = project_folder(&current_folder()?, false);
    if arguments.has("--commit") {
        return commit(arguments, &root, &crate::spec::absolute(&current_folder()?, word));
    }
    let (graph, _) = super::listing::graph_of(&root)?;
    let package = find(&graph, word)?;
    let copy = root.join(EDITED).join(format!("{}@{}", package.name, package.version).replace('/', "+"));
    crate::files::remove(&copy)?;
    original(&root, &graph, package, &copy)?;
    let patches = Patches::read(&Project::read(&root)?);
    for file in patches.files_for(package) {
        let patch = std::fs::read(&file).map_err(|error| Error::of_file(&error, "read", &file))?;
        apply(&copy, &patch, &package.name)?;
    }
    if arguments.has("--json") {
        println!("{:#}", serde_json::json!({"folder": copy}));
    } else {
        println!("change the copy in {}", copy.display());
        println!("then run: brio patch --commit {}", crate::run::quoted(&copy.to_string_lossy()));
    }
    Ok(0)
}

/// `brio patch-commit FOLDER`, as pnpm and yarn name it.
pub fn run_commit(arguments: &Arguments) -> Result<i32> {
    let [word] = arguments.words.as_slice() else {
        return Err(usage("patch-commit takes the folder of a copy, which `brio patch` makes"));
    };
    let folder = current_folder()?;
    commit(arguments, &project_folder(&folder, false), &crate::spec::absolute(&folder, word))
}

fn find<'a>(graph: &'a Graph, word: &str) -> Result<&'a Package> {
    let (name, version) = match word.get(1..).and_then(|rest| rest.find('@')) {
        Some(at) => (&word[..=at], Some(&word[at + 2..])),
        None => (word, None),
    };
    let mut fitting: Vec<&Package> = graph
        .packages
        .values()
        .filter(|one| one.name == name && version.is_none_or(|version| one.version == version))
        .collect();
    fitting.sort_by(|left, right| left.version.cmp(&right.version));
    fitting.dedup_by(|left, right| left.version == right.version);
    match fitting.as_slice() {
        [one] => Ok(one),
        [] => Err(Error::new("ENOTFOUND", format!("{word} is not installed"))),
        several => {
            let versions: Vec<&str> = several.iter().map(|one| one.version.as_str()).collect();
            let message = format!("{name} is installed in several versions: {}", versions.join(", "));
            Err(Error::new("EAMBIGUOUS", message).with_hint(format!("say which: `brio patch {name}@{}`", versions[0])))
        }
    }
}

/// Copies a package from the store, as it was published.
fn original(root: &Path, graph: &Graph, package: &Package, to: &Path) -> Result<()> {
    let session = session_for(root, &Options::default())?;
    let id = graph.packages.iter().find(|(_, one)| std::ptr::eq(*one, package)).map(|(id, _)| *id);
    let Some(id) = id else { return Err(Error::new("ENOTFOUND", format!("{} is not installed", package.name))) };
    let Some(wanted) = layout::place_of(id, package, root, &session).wanted else {
        return Err(Error::new("EPATCH", format!("{} is a folder of your own", package.name)));
    };
    let stored = Store::new(std::sync::Arc::clone(&session)).wait(&wanted)?;
    crate::link::Linker::default().link(&stored, to, &[], true)
}

fn commit(arguments: &Arguments, root: &Path, copy: &Path) -> Result<i32> {
    let edited = Project::read(copy)?.manifest();
    let turn = take_turn(root, arguments.has("--quiet"));
    let mut project = Project::read(root)?;
    let (graph, format) = super::listing::graph_of(root)?;
    let package = find(&graph, &format!("{}@{}", edited.name, edited.version))?;
    let before = root.join(EDITED).join(crate::files::unique_name());
    original(root, &graph, package, &before)?;
    let patch = difference(&before, copy);
    crate::files::remove(&before)?;
    let patch = patch?;
    if patch.is_empty() {
        println!("nothing was changed in {}", copy.display());
        return Ok(0);
    }
    let selector = format!("{}@{}", package.name, package.version);
    let file = PathBuf::from("patches").join(format!("{}.patch", selector.replace('/', "__")));
    crate::files::replace(&root.join(&file), &patch)?;
    name_patch(&mut project, format, &selector, &file.to_string_lossy())?;
    crate::files::remove(copy)?;
    // The installation takes its own.
    drop(turn);
    install(root, Options { is_quiet: arguments.has("--quiet"), ..Options::default() })?;
    if !arguments.has("--quiet") {
        println!("{selector} is patched by {}", file.display());
    }
    Ok(0)
}

/// Adds a patch to the list that the manager of the lockfile reads.
fn name_patch(project: &mut Project, format: Format, selector: &str, file: &str) -> Result<()> {
    let pnpm = project.json.get_mut("pnpm").and_then(|pnpm| pnpm.get_mut("patchedDependencies"));
    if let Some(Value::Object(list)) = pnpm {
        list.insert(selector.to_string(), Value::String(file.to_string()));
        return project.save();
    }
    if format == Format::Pnpm {
        let path = project.folder.join("pnpm-workspace.yaml");
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let text = yaml_text::set_entry(&text, "patchedDependencies", selector, file);
        return crate::files::replace(&path, text.as_bytes());
    }
    let list = project.json.entry("patchedDependencies").or_insert_with(|| Value::Object(Map::new()));
    if let Value::Object(list) = list {
        list.insert(selector.to_string(), Value::String(file.to_string()));
    }
    project.save()
}

/// The difference of two folders as git writes it.
fn difference(before: &Path, after: &Path) -> Result<Vec<u8>> {
    let output = Command::new("git")
        .args(["-c", "core.safecrlf=false", "diff", "--no-index", "--no-color", "--no-ext-diff", "--full-index"])
        .args(["--src-prefix=a/", "--dst-prefix=b/", "--"])
        .arg(before)
        .arg(after)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("HOME", "")
        .output()
        .map_err(|error| Error::new("EGIT", format!("git cannot be started: {error}")))?;
    if output.status.code().is_none_or(|code| code > 1) {
        let reason = String::from_utf8_lossy(&output.stderr).trim().to_string();
        return Err(Error::new("EGIT", format!("git cannot compare the folders: {reason}")));
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let strip = |text: String, folder: &Path| {
        text.replace(&format!("{}/", folder.to_string_lossy().trim_start_matches('/')), "")
    };
    Ok(strip(strip(text, before), after).into_bytes())
}
