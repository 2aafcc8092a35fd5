//! The version that `npm -v`, `pnpm -v` and `yarn -v` print: programs compare it to find out what the manager can do.

use brio_packages::install::project_folder;
use brio_packages::project::Project;

/// Of npm, which comes with the Node.js that Brio is compatible with.
const NPM: &str = "11.19.1";
/// Of pnpm and yarn, where `packageManager` of the project names none.
const PNPM: &str = "10.34.0";
const YARN: &str = "1.22.22";

/// The version of a manager for the project of the current folder.
pub fn of(manager: &str) -> String {
    let named = std::env::current_dir().ok().and_then(|folder| {
        let project = Project::read(&project_folder(&folder, false)).ok()?;
        let said = project.json.get("packageManager")?.as_str()?.to_string();
        named_version(&said, manager)
    });
    let usual = match manager {
        "pnpm" => PNPM,
        "yarn" => YARN,
        _ => NPM,
    };
    named.unwrap_or_else(|| usual.to_string())
}

/// The version in `pnpm@10.1.0+sha512.…`, if it is one of the manager.
pub fn named_version(said: &str, manager: &str) -> Option<String> {
    let version = said.strip_prefix(manager)?.strip_prefix('@')?;
    let version = version.split('+').next().unwrap_or(version);
    version.starts_with(|first: char| first.is_ascii_digit()).then(|| version.to_string())
}
