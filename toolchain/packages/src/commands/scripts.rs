//! `brio run SCRIPT`: scripts of `package.json`.

use crate::error::{Error, Result};
use crate::project::Project;
use crate::run::{Script, run_script};
use std::path::Path;

/// A script that was asked for.
pub struct ScriptRequest {
    project: Project,
    name: String,
    arguments: Vec<String>,
    start_folder: std::path::PathBuf,
}

/// Finds the script that `brio run` was asked for: the first word, when it is no file but named in the `package.json` of
/// the folder or one above. None when it is no script; `Some(Err)` is the exit code when nothing has to be run.
pub fn script_request(arguments: &[String]) -> Option<std::result::Result<ScriptRequest, i32>> {
    let is_own_flag =
        |argument: &&String| ["--if-present", "--silent", "-s", "--quiet", "-q"].contains(&argument.as_str());
    let flags = arguments.iter().take_while(is_own_flag).count();
    let if_present = arguments[..flags].iter().any(|flag| flag == "--if-present");
    let name = arguments.get(flags)?;
    if name.starts_with('-') || Path::new(name).is_file() {
        return None;
    }
    let start_folder = std::env::current_dir().ok()?;
    let mut rest = arguments[flags + 1..].to_vec();
    let if_present = if_present || rest.first().is_some_and(|first| first == "--if-present");
    if let Some(index) = rest.iter().position(|argument| argument == "--")
        && rest[..index].iter().all(|argument| argument.starts_with('-'))
    {
        rest.remove(index);
    }
    rest.retain(|argument| argument != "--if-present");
    let project = Project::read(&Project::find(&start_folder)).ok();
    let has_script = project.as_ref().is_some_and(|project| project.manifest().scripts.contains_key(name));
    match project {
        Some(project) if has_script => {
            Some(Ok(ScriptRequest { project, name: name.clone(), arguments: rest, start_folder }))
        }
        _ if if_present => Some(Err(0)),
        Some(project) if flags > 0 || is_word(name) && !crate_has_file(name) => {
            let scripts: Vec<String> = project.manifest().scripts.keys().cloned().collect();
            let known =
                if scripts.is_empty() { "it has none".to_string() } else { format!("it has {}", scripts.join(", ")) };
            eprintln!(
                "brio: there is neither a file nor a script \"{name}\" ({}: {known})",
                project.folder.join("package.json").display()
            );
            Some(Err(1))
        }
        _ => None,
    }
}

/// Whether a file is meant whose extension is left out.
fn crate_has_file(name: &str) -> bool {
    ["js", "mjs", "cjs", "ts", "mts", "cts", "tsx", "jsx", "json"]
        .iter()
        .any(|end| Path::new(&format!("{name}.{end}")).is_file())
        || Path::new(name).is_dir()
}

fn is_word(name: &str) -> bool {
    name.chars().all(|character| character.is_ascii_alphanumeric() || "-_:".contains(character))
}

/// Runs a script with what npm runs before and after it. Returns the exit code.
pub fn run_script_request(request: &ScriptRequest) -> i32 {
    match run(request) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("brio: {error}");
            1
        }
    }
}

fn run(request: &ScriptRequest) -> Result<i32> {
    let scripts = request.project.manifest().scripts.clone();
    let stages = [format!("pre{}", request.name), request.name.clone(), format!("post{}", request.name)];
    for stage in &stages {
        let Some(command) = scripts.get(stage) else { continue };
        let arguments: &[String] = if *stage == request.name { &request.arguments } else { &[] };
        let outcome = run_script(&Script {
            manifest: &request.project,
            stage,
            command,
            arguments,
            start_folder: &request.start_folder,
            is_captured: false,
        })?;
        if outcome.code != 0 {
            return Ok(outcome.code);
        }
    }
    if scripts.contains_key(&request.name) { Ok(0) } else { Err(Error::new("ENOSCRIPT", request.name.clone())) }
}
