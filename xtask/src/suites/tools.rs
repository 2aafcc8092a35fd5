//! The developers' tools from npm (`xtask/tools/package.json`): the TypeScript compiler and formatter.

use super::packages;
use crate::workspace::Workspace;
use std::path::PathBuf;

/// Installs what the lock file lists, once, and returns its `node_modules`.
pub fn node_modules(workspace: &Workspace) -> Result<PathBuf, String> {
    packages::install(&workspace.root.join("xtask/tools"))
}
