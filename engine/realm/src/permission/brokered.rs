//! Checks that a permission broker decides (`base/permissions/src/broker.rs`).

use super::subjects::{Need, Owned};
use brio_permissions::broker::{self, Decision};
use std::path::{Component, Path, PathBuf};

/// What the broker decides. Without a decision the process ends, as Deno's does.
pub(super) fn decide(need: &Need) -> Decision {
    // The broker sees only names, so that a path with links is shown as the one that it leads to.
    let target = match &need.subject {
        Some(Owned::Path(requested, found)) if !is_named_so(requested, &found.path) => {
            Some(found.path.to_string_lossy().into_owned())
        }
        _ => None,
    };
    let shown = target.as_deref().unwrap_or(&need.shown);
    match broker::decide(need.kind.name(), (!shown.is_empty()).then_some(shown)) {
        Some(Ok(decision)) => decision,
        Some(Err(error)) => {
            eprintln!("brio: the permission broker failed: {error}");
            brio_jsc::exit_process(broker::EXIT_CODE)
        }
        None => Decision::Deny(None),
    }
}

/// Whether a path as the program wrote it is the canonical one, but for `.`, `..` and the current folder.
fn is_named_so(requested: &Path, found: &Path) -> bool {
    let Ok(folder) = std::env::current_dir() else { return false };
    let mut clean = PathBuf::new();
    for component in folder.join(requested).components() {
        match component {
            Component::ParentDir => {
                clean.pop();
            }
            Component::CurDir => {}
            other => clean.push(other),
        }
    }
    clean == found
}
