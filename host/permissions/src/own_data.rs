//! The folders of what Deno's `localStorage` and `caches` store. Programs may use their own one whatever their permissions
//! are (those of a sandbox apart), and cannot choose where it is: the environment counts as it was at start.

use super::invalid;
use brio_permissions::{Follow, Kind, PathRule, Rule, Verdict, canonical};
use brio_realm::op::OpError;
use brio_realm::permission::{self, Home, Model};
use std::env;
use std::path::PathBuf;
use std::sync::OnceLock;

static ROOT: OnceLock<PathBuf> = OnceLock::new();

/// Notes where the folders are. Called before the program can change the environment.
pub(crate) fn note_root() {
    let _ = ROOT.set(root());
}

/// The folder `name`, which this thread may read and write from now on.
///
/// # Errors
/// INVALID_PERMISSION for a name that is not a digest.
pub(crate) fn folder(name: &str) -> Result<PathBuf, OpError> {
    if name.len() != 64 || !name.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(invalid(format!("\"{name}\" is not the name of a folder for data")));
    }
    let path = ROOT.get_or_init(root).join(name);
    // What a policy of a sandbox does not list is not granted: the kernel's wall refuses it as well.
    let is_denos =
        |policy: &permission::Policy| policy.model == Model::Deno && policy.home == Home::Deno && !policy.reads_modules;
    if permission::current().is_some_and(|policy| is_denos(&policy)) {
        let target = canonical(&path, Follow::Last).map_or_else(|_| path.clone(), |found| found.path);
        permission::change(|all| {
            for kind in [Kind::Read, Kind::Write] {
                let rule = Rule::Path(PathRule::Tree(target.clone()));
                all.scope_mut(kind).insert(Verdict::Granted, Some(rule));
            }
        });
    }
    Ok(path)
}

/// In the folder of Deno's data, or in that of caches.
fn root() -> PathBuf {
    let named = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let caches = named("DENO_DIR").or_else(|| named("XDG_CACHE_HOME"));
    let caches = caches.unwrap_or_else(|| named("HOME").unwrap_or_else(|| "/tmp".into()).join(".cache"));
    caches.join("brio/location_data")
}
