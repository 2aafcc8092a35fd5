//! `brio version`: counts the version of a package up, in `package.json` and npm's lockfile, and commits and tags that, as
//! npm does.

use super::packing::run_stages;
use super::{current_folder, usage};
use crate::config::Config;
use crate::error::{Error, Result};
use crate::files;
use crate::install::{NODE_VERSION, project_folder};
use crate::project::{Project, json_text};
use crate::semver::Version;
use crate::semver::increment::Step;
use crate::workspace::Workspace;
use brio_command_flags::Arguments;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

const LOCKFILES: [&str; 2] = ["package-lock.json", "npm-shrinkwrap.json"];

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<i32> {
    let Some(wanted) = arguments.words.first() else { return show(&nearest()?) };
    let members = chosen(arguments)?;
    if members.is_empty() {
        let project = nearest()?;
        let git = Git::of(&project, arguments)?;
        let version = change(project, wanted, arguments, git.as_ref())?;
        println!("{version}");
        return Ok(0);
    }
    // As npm: what is changed in members is not committed.
    for member in members {
        let name = member.manifest().name.clone();
        let folder = member.folder.clone();
        let version = change(member, wanted, arguments, None)?;
        change_lockfiles_of_workspace(&folder, version.trim_start_matches('v'))?;
        say!("{name}\n{version}");
    }
    Ok(0)
}

fn nearest() -> Result<Project> {
    Project::read(&Project::find(&current_folder()?))
}

/// Without an argument: the versions, as JSON.
fn show(project: &Project) -> Result<i32> {
    let manifest = project.manifest();
    let mut versions = serde_json::Map::new();
    if !manifest.name.is_empty() && !manifest.version.is_empty() {
        versions.insert(manifest.name.clone(), json!(manifest.version));
    }
    versions.insert("brio".to_string(), json!(env!("CARGO_PKG_VERSION")));
    versions.insert("node".to_string(), json!(NODE_VERSION));
    say!("{:#}", Value::Object(versions));
    Ok(0)
}

/// The members of the workspace that flags name.
fn chosen(arguments: &Arguments) -> Result<Vec<Project>> {
    let named = super::members::named(arguments)?;
    if !named.is_empty() || !arguments.has("--recursive") {
        return Ok(named);
    }
    let root = Project::read(&project_folder(&current_folder()?, false))?;
    Workspace::read(&root)?.members.iter().map(|member| Project::read(&member.folder)).collect()
}

/// Changes the version of a project between its scripts. Returns it as it is printed.
fn change(mut project: Project, wanted: &str, arguments: &Arguments, git: Option<&Git>) -> Result<String> {
    let version = next_version(&project, wanted, arguments)?;
    run_stages(&project, &["preversion"], arguments)?;
    project.json.insert("version".to_string(), json!(version));
    project.save()?;
    let mut changed = vec!["package.json"];
    for name in LOCKFILES {
        if change_lockfile(&project.folder.join(name), "", &version)? {
            changed.push(name);
        }
    }
    run_stages(&project, &["version"], arguments)?;
    if let Some(git) = git {
        git.commit(&changed, &version)?;
    }
    run_stages(&project, &["postversion"], arguments)?;
    Ok(format!("v{version}"))
}

fn next_version(project: &Project, wanted: &str, arguments: &Arguments) -> Result<String> {
    let before = project.manifest().version.clone();
    let version = match (Step::parse(wanted), Version::parse(wanted)) {
        (Some(step), _) => {
            let invalid = || Error::new("EVERSION", format!("the version \"{before}\" of package.json is invalid"));
            let start = Version::parse(&before).ok_or_else(invalid)?;
            start.next(step, arguments.value("--preid").unwrap_or_default())
        }
        (None, Some(version)) => version,
        (None, None) => {
            let message = format!("\"{wanted}\" is neither a version nor a step such as patch, minor and major");
            return Err(usage(&message).with_hint("`brio help version` shows how to use it"));
        }
    };
    let version = version.to_string();
    if version == before && !arguments.has("--allow-same-version") {
        let error = Error::new("EVERSION", format!("the version is {version} already"));
        return Err(error.with_hint("`--allow-same-version` accepts that"));
    }
    Ok(version)
}

/// The lockfile of npm at the root of a workspace repeats the versions of its members.
fn change_lockfiles_of_workspace(member: &Path, version: &str) -> Result<()> {
    let root = project_folder(member, false);
    let key = crate::lock::relative(&root, member);
    for name in LOCKFILES {
        change_lockfile(&root.join(name), &key, version)?;
    }
    Ok(())
}

/// npm's lockfile repeats the version of the package with this key; the root's is empty. Returns whether the file is there.
fn change_lockfile(path: &Path, key: &str, version: &str) -> Result<bool> {
    let Ok(text) = std::fs::read_to_string(path) else { return Ok(false) };
    let name = path.display().to_string();
    let mut json: Value = serde_json::from_str(&text).map_err(|error| Error::of_json(&error, &name))?;
    if let Some(object) = json.as_object_mut().filter(|_| key.is_empty()) {
        object.insert("version".to_string(), json!(version));
    }
    let entry = json.get_mut("packages").and_then(|packages| packages.get_mut(key));
    if let Some(entry) = entry.and_then(Value::as_object_mut) {
        entry.insert("version".to_string(), json!(version));
    }
    files::replace(path, json_text(&json, &text).as_bytes())?;
    Ok(true)
}

/// The repository whose root is the project.
struct Git {
    folder: std::path::PathBuf,
    /// With `%s` for the version.
    message: String,
    tag_prefix: String,
}

impl Git {
    /// None where nothing is to be committed.
    fn of(project: &Project, arguments: &Arguments) -> Result<Option<Self>> {
        let config = Config::load(&project.folder)?;
        let is_off = arguments.has("--no-git-tag-version") || config.get("git-tag-version") == Some("false");
        if is_off || !project.folder.join(".git").exists() {
            return Ok(None);
        }
        let message = arguments.value("--message").or_else(|| config.get("message")).unwrap_or("%s").to_string();
        let tag_prefix = config.get("tag-version-prefix").unwrap_or("v").to_string();
        let git = Self { folder: project.folder.clone(), message, tag_prefix };
        let changed = git.run(&["status", "--porcelain", "--untracked-files=no"])?;
        if !changed.is_empty() && !arguments.has("--force") {
            let message = format!("the git working tree is not clean: {}", changed.trim().replace('\n', "; "));
            return Err(Error::new("EGIT", message).with_hint("commit the changes, or use `--no-git-tag-version`"));
        }
        Ok(Some(git))
    }

    fn commit(&self, changed: &[&str], version: &str) -> Result<()> {
        let message = self.message.replace("%s", version);
        // A lockfile may be ignored.
        for name in changed {
            if self.run(&["check-ignore", "--quiet", name]).is_err() {
                self.run(&["add", "--", name])?;
            }
        }
        self.run(&["commit", "--quiet", "-m", &message])?;
        self.run(&["tag", "-m", &message, &format!("{}{version}", self.tag_prefix)]).map(drop)
    }

    fn run(&self, arguments: &[&str]) -> Result<String> {
        let output = Command::new("git").args(arguments).current_dir(&self.folder).output().map_err(|error| {
            Error::new("ENOGIT", format!("the program git cannot be started: {error}"))
                .with_hint("install git, or use `--no-git-tag-version`")
        })?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let reason = String::from_utf8_lossy(&output.stderr).trim().replace('\n', "; ");
        Err(Error::new("EGIT", format!("git {}: {reason}", arguments[0])))
    }
}
