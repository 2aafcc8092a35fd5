//! What a layout was made from, as one line: when it is the same again, there is nothing to do.

use super::Options;
use crate::integrity::{hash, hex};
use crate::session::Reach;
use crate::workspace::Workspace;
use std::path::Path;

/// Hashes the manifests, the lockfile, and the options that change what is laid out.
pub fn fingerprint(root: &Path, options: &Options) -> String {
    let mut bytes = Vec::new();
    let add = |bytes: &mut Vec<u8>, path: &Path| {
        bytes.extend_from_slice(path.to_string_lossy().as_bytes());
        bytes.push(0);
        if let Ok(content) = std::fs::read(path) {
            bytes.extend_from_slice(&content);
        }
        bytes.push(0);
    };
    add(&mut bytes, &root.join("package.json"));
    let has_workspaces = bytes.windows(12).any(|window| window == b"\"workspaces\"");
    for name in [".npmrc", "pnpm-workspace.yaml", ".yarnrc.yml", "bunfig.toml"] {
        add(&mut bytes, &root.join(name));
    }
    for name in ["package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock"] {
        let path = root.join(name);
        if path.is_file() {
            add(&mut bytes, &path);
        }
    }
    let has_members = has_workspaces || root.join("pnpm-workspace.yaml").is_file();
    if has_members {
        let project = crate::project::Project::read(root);
        let members = project.and_then(|project| Workspace::read(&project)).map(|workspace| workspace.members);
        for member in members.unwrap_or_default() {
            add(&mut bytes, &member.folder.join("package.json"));
        }
    }
    if let Ok(project) = crate::project::Project::read(root) {
        let patches = crate::patches::Patches::read(&project);
        patches.files().for_each(|file| add(&mut bytes, file));
    }
    let omit = options.omit;
    let switches = [
        omit.dev,
        omit.optional,
        omit.peer,
        options.legacy_peers,
        options.strict_peers,
        options.without_lockfile,
        options.without_scripts,
        options.reach == Reach::Offline,
        options.linker == Some(super::Linker::Isolated),
        options.linker == Some(super::Linker::Hoisted),
    ];
    bytes.extend(switches.iter().map(|switch| u8::from(*switch)));
    for (name, value) in crate::config::of_command() {
        bytes.extend_from_slice(format!("\0{name}={value}").as_bytes());
    }
    format!("1 {} {}", env!("CARGO_PKG_VERSION"), hex(&hash("sha256", &bytes)))
}
