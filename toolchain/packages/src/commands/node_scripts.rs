//! `node --run NAME`: one script of the nearest `package.json`, without those before and after it. The messages are Node's.

use crate::error::Error;
use crate::project::Project;
use crate::run::{self, Script};
use serde_json::{Map, Value};
use std::ffi::OsString;
use std::path::Path;

/// Runs the script that the first word names, with the other words as arguments. Returns the exit code.
pub fn run_script_of_node(words: &[String]) -> i32 {
    let outcome = std::env::current_dir()
        .map_err(|error| format!("cannot read the current folder: {error}"))
        .and_then(|folder| run_from(&folder, words));
    outcome.unwrap_or_else(|message| {
        eprintln!("{message}");
        1
    })
}

/// `Err` is the message for the user.
fn run_from(start_folder: &Path, words: &[String]) -> Result<i32, String> {
    let Some((name, arguments)) = words.split_first() else { return Err("--run requires an argument".to_owned()) };
    let Some(folder) = start_folder.ancestors().find(|folder| folder.join("package.json").is_file()) else {
        return Err(format!("Can't find package.json for directory {}", start_folder.display()));
    };
    let file = folder.join("package.json");
    let project = Project::read(folder).map_err(|_| format!("Can't parse {}", file.display()))?;
    let command = command_of(&project.json, name, &file)?;
    let script = Script {
        manifest: &project,
        stage: name,
        command,
        arguments,
        start_folder,
        is_captured: false,
        tools: None,
        of_deno: None,
    };
    let mut shell = run::prepare(&script).map_err(|error| error.to_string())?;
    shell.env("NODE_RUN_SCRIPT_NAME", name).env("NODE_RUN_PACKAGE_JSON_PATH", &file);
    shell.env("PATH", path_from(start_folder).map_err(|error| error.to_string())?);
    let outcome = run::finish(shell, false).map_err(|error| error.to_string())?;
    outcome.end_if_signalled();
    Ok(outcome.code)
}

/// PATH with the commands of the packages from a folder upwards, where there are any.
fn path_from(start_folder: &Path) -> Result<OsString, Error> {
    let all = run::path_for(start_folder)?;
    let parts = std::env::split_paths(&all).filter(|part| !part.ends_with("node_modules/.bin") || part.is_dir());
    std::env::join_paths(parts).map_err(|error| Error::new("EPATH", error.to_string()))
}

/// The command of a script. `Err` is the message for the user.
fn command_of<'a>(manifest: &'a Map<String, Value>, name: &str, file: &Path) -> Result<&'a str, String> {
    let Some(Value::Object(scripts)) = manifest.get("scripts") else {
        return Err(format!("Can't find \"scripts\" field in {}", file.display()));
    };
    match scripts.get(name) {
        Some(Value::String(command)) => Ok(command),
        Some(_) => Err(format!("Script \"{name}\" is unexpectedly not a string for {}\n", file.display())),
        None => {
            let mut message = format!("Missing script: \"{name}\" for {}\n\nAvailable scripts are:", file.display());
            for (name, command) in scripts.iter().filter_map(|(name, command)| Some((name, command.as_str()?))) {
                message += &format!("\n  {name}: {command}");
            }
            Err(message)
        }
    }
}

#[cfg(test)]
#[path = "node_scripts_tests.rs"]
mod tests;
