//! `brio rebuild`: runs the install scripts of the installed packages that are trusted once more, for example for another
//! version of a compiler.

use super::approve::scripted_packages;
use super::current_folder;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::install::{self, project_folder};
use crate::jail;
use crate::project::Project;
use crate::scripts::{Scripted, Trust, run_package};
use brio_command_flags::Arguments;

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<i32> {
    let root = project_folder(&current_folder()?, false);
    let is_quiet = arguments.has("--quiet");
    let _turn = install::take_turn(&root, is_quiet);
    let trust = Trust::read(&Project::read(&root)?, &Config::load(&root)?)?;
    // What a script of git builds is built when it is fetched.
    let scripted: Vec<Scripted> = scripted_packages(&root)?.into_iter().filter(|one| !one.has_prepare).collect();
    if let Some(unknown) = arguments.words.iter().find(|word| !scripted.iter().any(|one| one.name == **word)) {
        let error = Error::new("ENOSCRIPTS", format!("{unknown} is not installed, or has no install scripts"));
        return Err(error.with_hint("`brio approve` shows the packages that have some"));
    }
    let is_meant = |one: &&Scripted| arguments.words.is_empty() || arguments.words.contains(&one.name);
    let (trusted, others): (Vec<&Scripted>, Vec<&Scripted>) =
        scripted.iter().filter(is_meant).partition(|one| trust.allows(one));
    if !is_quiet && !trusted.is_empty() {
        jail::gaps().iter().for_each(|gap| println!("install scripts: {gap}"));
    }
    for one in &trusted {
        run_package(&root, one)?;
        if !is_quiet {
            say!("ran the install scripts of {}@{}", one.name, one.version);
        }
    }
    if !others.is_empty() {
        let names: Vec<&str> = others.iter().map(|one| one.name.as_str()).collect();
        say!("install scripts of {} were not run; `brio approve {}` runs them", names.join(", "), names.join(" "));
    } else if trusted.is_empty() && !is_quiet {
        println!("no package has install scripts");
    }
    Ok(0)
}
