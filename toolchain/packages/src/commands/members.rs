//! The members of the workspace that `--workspace` and `--filter` name, for commands that do something in each.

use super::current_folder;
use crate::error::{Error, Result};
use crate::install::project_folder;
use crate::project::Project;
use crate::workspace::{Workspace, filter};
use brio_command_flags::Arguments;

/// The members that are named, by a name, a path, or a pattern of pnpm; empty when none is named.
///
/// # Errors
/// `ENOWORKSPACE` for a name that no member has.
pub fn named(arguments: &Arguments) -> Result<Vec<Project>> {
    let current = current_folder()?;
    let wanted: Vec<&str> = arguments.values("--workspace").collect();
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let root = Project::read(&project_folder(&current, false))?;
    let members = Workspace::read(&root)?.members;
    let mut found = Vec::new();
    for name in wanted {
        let path = crate::spec::absolute(&root.folder, name);
        let is_path = members.iter().any(|member| member.folder == path);
        let pattern = if is_path { path.to_string_lossy().into_owned() } else { name.to_string() };
        let indexes = filter::select(&members, &[pattern], &root.folder, &current)?;
        if indexes.is_empty() {
            let names: Vec<&str> = members.iter().map(|member| member.name.as_str()).collect();
            let error = Error::new("ENOWORKSPACE", format!("no member of the workspace is called {name}"));
            return Err(error.with_hint(format!("the members are {}", names.join(", "))));
        }
        found.extend(indexes);
    }
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|index| Project::read(&members[index].folder)).collect()
}
