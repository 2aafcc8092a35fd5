//! `brio root`, `brio bin` and `brio prefix`: the folders of a project, or with `--global` those of the user's own packages.

use super::current_folder;
use super::installing::{commands_folder, global_folder};
use crate::error::{Error, Result};
use crate::install::project_folder;
use crate::project::Project;
use brio_command_flags::Arguments;
use std::path::{Path, PathBuf};

/// Prints the folder of the packages.
pub fn run_root(arguments: &Arguments) -> Result<i32> {
    let folder = if arguments.has("--global") { global_folder()? } else { folder_with_packages()? };
    print(&folder.join("node_modules"))
}

/// Prints the folder of the packages' commands, or where the command that a word names is.
pub fn run_bin(arguments: &Arguments) -> Result<i32> {
    let folder = match arguments.has("--global") {
        true => commands_folder(),
        false => folder_with_packages()?.join("node_modules/.bin"),
    };
    let Some(name) = arguments.words.first() else { return print(&folder) };
    let command = folder.join(name);
    if name.contains('/') || !command.exists() {
        let error = Error::new("ENOCOMMAND", format!("{} has no command \"{name}\"", folder.display()));
        return Err(error.with_hint("`brio install` makes the commands of the packages"));
    }
    print(&command)
}

/// Prints the folder of the project.
pub fn run_prefix(arguments: &Arguments) -> Result<i32> {
    match arguments.has("--global") {
        true => print(commands_folder().parent().unwrap_or(Path::new("/"))),
        false => print(&project_folder(&current_folder()?, false)),
    }
}

/// The nearest folder that packages are installed into: a member of a workspace may have some of its own.
fn folder_with_packages() -> Result<PathBuf> {
    let current = current_folder()?;
    let own = Project::find(&current);
    let root = project_folder(&current, false);
    Ok(if own.join("node_modules").is_dir() { own } else { root })
}

fn print(path: &Path) -> Result<i32> {
    println!("{}", path.display());
    Ok(0)
}
