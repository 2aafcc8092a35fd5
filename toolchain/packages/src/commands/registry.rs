//! The commands about what a registry has: they need no project, and change no files but the user's `.npmrc`. Requests are
//! made in `client`.

mod account;
mod client;
mod deprecation;
mod fields;
mod inspection;
mod owners;
mod search;
mod sign_in;
mod tags;
mod unpublishing;
mod view;

pub use account::{run_logout, run_whoami};
pub use deprecation::{run_deprecate, run_undeprecate};
pub use owners::run_owner;
pub use search::run_search;
pub use sign_in::run_login;
pub use tags::run_dist_tag;
pub use unpublishing::run_unpublish;
pub use view::run_view;

use super::{current_folder, usage};
use crate::error::{Error, Result};
use crate::project::Project;
use crate::spec::Spec;
use brio_command_flags::Arguments;

/// The package that a word names, with what is behind its `@`.
fn named(word: &str) -> Result<Spec> {
    let spec = Spec::of_argument(word, &current_folder()?)?;
    match spec.is_of_registry() && !spec.name.is_empty() {
        true => Ok(spec),
        false => Err(usage(&format!("\"{word}\" is not the name of a package in a registry"))),
    }
}

/// The name of the package in the current folder.
fn own_name() -> Result<String> {
    let name = Project::read(&Project::find(&current_folder()?))?.manifest().name.clone();
    match name.is_empty() {
        true => Err(Error::new("ENONAME", "the package.json here has no name").with_hint("name the package")),
        false => Ok(name),
    }
}

/// The word at an index, or what is said to be missing.
fn word<'a>(arguments: &'a Arguments, index: usize, missing: &str) -> Result<&'a str> {
    arguments.words.get(index).map(String::as_str).ok_or_else(|| usage(missing))
}

/// Prints a line, unless `--quiet` says otherwise.
fn note(arguments: &Arguments, line: &str) {
    if !arguments.has("--quiet") {
        say!("{line}");
    }
}
