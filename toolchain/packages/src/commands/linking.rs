//! `brio link` and `brio unlink`: a package that is being worked on, used by a project from its own folder.

use super::current_folder;
use crate::error::{Error, Result};
use crate::install::{project_folder, take_turn};
use crate::project::Project;
use brio_command_flags::Arguments;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// Without a word: makes the package of the current folder known. With names or folders: links those into the project.
pub fn run_link(arguments: &Arguments) -> Result<i32> {
    let folder = current_folder()?;
    if arguments.words.is_empty() {
        let project = Project::read(&Project::find(&folder))?;
        let name = name_of(&project)?;
        replace_link(&links()?.join(&name), &project.folder)?;
        say(arguments, &format!("{name} is known now; `brio link {name}` links it into a project"));
        return Ok(0);
    }
    let root = project_folder(&folder, false);
    let _turn = take_turn(&root, arguments.has("--quiet"));
    for word in &arguments.words {
        let target = if word.starts_with(['.', '/', '~']) {
            crate::spec::absolute(&folder, word)
        } else {
            let link = links()?.join(word);
            std::fs::read_link(&link).map_err(|_| {
                Error::new("ENOLINK", format!("no folder is known as {word}"))
                    .with_hint("run `brio link` in its folder first, or name the folder: `brio link ../folder`")
            })?
        };
        let project = Project::read(&target)?;
        let name = name_of(&project)?;
        replace_link(&root.join("node_modules").join(&name), &target)?;
        link_commands(&root, &name, &project)?;
        say(arguments, &format!("{name} -> {}", target.display()));
    }
    Ok(0)
}

/// Without a word: forgets the package of the current folder. With names: removes their links from the project.
pub fn run_unlink(arguments: &Arguments) -> Result<i32> {
    let folder = current_folder()?;
    if arguments.words.is_empty() {
        let name = name_of(&Project::read(&Project::find(&folder))?)?;
        crate::files::remove(&links()?.join(&name))?;
        say(arguments, &format!("{name} is no longer known"));
        return Ok(0);
    }
    let root = project_folder(&folder, false);
    let turn = take_turn(&root, arguments.has("--quiet"));
    for word in &arguments.words {
        crate::spec::check_name(word)?;
        let link = root.join("node_modules").join(word);
        let is_link = std::fs::symlink_metadata(&link).is_ok_and(|metadata| metadata.is_symlink());
        if !is_link {
            return Err(Error::new("ENOLINK", format!("{word} is not linked into {}", root.display())));
        }
        crate::files::remove(&link)?;
    }
    // What the links replaced is installed again.
    crate::files::remove(&root.join("node_modules/.brio-install"))?;
    // The installation takes its own.
    drop(turn);
    let options = crate::install::Options { is_quiet: arguments.has("--quiet"), ..Default::default() };
    crate::install::install(&root, options)?;
    say(arguments, &format!("unlinked {}", arguments.words.join(", ")));
    Ok(0)
}

fn say(arguments: &Arguments, sentence: &str) {
    if !arguments.has("--quiet") {
        println!("{sentence}");
    }
}

fn name_of(project: &Project) -> Result<String> {
    let name = project.manifest().name.clone();
    if name.is_empty() {
        let message = format!("{} has no name", project.folder.join("package.json").display());
        return Err(Error::new("ENONAME", message));
    }
    crate::spec::check_name(&name)?;
    Ok(name)
}

/// Where the known folders are.
fn links() -> Result<PathBuf> {
    let home = PathBuf::from(std::env::var_os("HOME").unwrap_or_default());
    let data = std::env::var_os("XDG_DATA_HOME").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    Ok(data.unwrap_or_else(|| home.join(".local/share")).join("brio/links"))
}

fn replace_link(link: &Path, target: &Path) -> Result<()> {
    let folder = link.parent().unwrap_or(Path::new("/"));
    std::fs::create_dir_all(folder).map_err(|error| Error::of_file(&error, "make", folder))?;
    crate::files::remove(link)?;
    symlink(target, link).map_err(|error| Error::of_file(&error, "link", link))
}

fn link_commands(root: &Path, name: &str, project: &Project) -> Result<()> {
    for (command, path) in &project.manifest().commands {
        let link = root.join("node_modules/.bin").join(command);
        replace_link(&link, &Path::new("..").join(name).join(path))?;
    }
    Ok(())
}
