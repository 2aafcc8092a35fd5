//! Imports without installing: what the flags say, for `brio_packages::imports`.

use super::command_line::Program;
use brio_packages::imports::{AutoInstall, ImportOptions, Imports};
use brio_runtime::realm::permission::is_unchanged;
use std::path::PathBuf;
use std::sync::Arc;

/// Lets the program import packages and modules that are not there yet.
pub fn enable(program: &Program) {
    brio_runtime::set_provider(Arc::new(Imports::new(options(program))));
}

fn options(program: &Program) -> ImportOptions {
    let value = |name: &str| program.options.iter().rev().find(|(given, _)| given == name).map(|(_, value)| value);
    let has = |name: &str| value(name).is_some();
    let prefixes = |list: &String| list.split(',').filter(|one| !one.is_empty()).map(str::to_string).collect();
    // Installing runs before the permissions of the program are asked.
    let is_refused = has("--no-install") || program.restricts();
    let auto_install = match (is_refused, value("--install").map(String::as_str)) {
        (true, _) | (_, Some("never")) => AutoInstall::Never,
        (_, Some("fallback" | "force")) => AutoInstall::Fallback,
        _ => AutoInstall::Auto,
    };
    ImportOptions {
        is_cached_only: has("--cached-only"),
        reload: value("--reload").map(prefixes),
        vendor: value("--vendor").map(|said| said != "false"),
        auto_install,
        without_npm: has("--no-npm"),
        without_remote: has("--no-remote"),
        without_lock: has("--no-lock"),
        is_frozen: has("--frozen"),
        minimum_age_days: value("--min-dep-age").and_then(|text| brio_packages::release_age::days(text)),
        lock: value("--lock").map(PathBuf::from),
        trusts: Some(is_unchanged),
    }
}
