//! The `package.json` in the tarball of a package.

use crate::error::{Error, Result};
use crate::install::{manager_of, project_folder};
use crate::project::Project;
use crate::semver::Version;
use crate::workspace::Workspace;
use brio_lockfile::Format;
use serde_json::Value;

/// What `publishConfig` replaces in projects of pnpm and yarn.
const REPLACED: [&str; 18] = [
    "bin",
    "browser",
    "cpu",
    "engines",
    "es2015",
    "esnext",
    "exports",
    "imports",
    "libc",
    "main",
    "module",
    "os",
    "type",
    "types",
    "typesVersions",
    "typings",
    "umd:main",
    "unpkg",
];

/// The version as registries have it: `1.0.0` of `v1.0.0`.
pub fn version_of(project: &Project) -> String {
    let written = project.manifest().version.clone();
    let plain = written.trim().trim_start_matches(['=', 'v', ' ']);
    Version::parse(plain).map_or(written.clone(), |version| version.to_string())
}

/// The manifest as it is published: `workspace:` and `catalog:` replaced by ranges, as pnpm, yarn and Bun do, and fields
/// replaced by those of `publishConfig`, as pnpm and yarn do.
///
/// # Errors
/// `ECATALOG` and `EWORKSPACE` for what the workspace does not have; those of the workspace.
pub fn published(project: &Project) -> Result<Project> {
    let root = project_folder(&project.folder, false);
    let mut plain = project.clone();
    let workspace = match Project::read(&root) {
        Ok(root) => {
            replace_fields(&mut plain, manager_of(&root)?);
            Workspace::read(&root)?
        }
        Err(_) => Workspace::default(),
    };
    for list in ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] {
        let Some(Value::Object(entries)) = plain.json.get_mut(list) else { continue };
        for (name, spec) in entries.iter_mut() {
            let Some(text) = spec.as_str() else { continue };
            if let Some(replaced) = plain_spec(name, text, &workspace)? {
                *spec = Value::String(replaced);
            }
        }
    }
    Ok(plain)
}

fn plain_spec(name: &str, spec: &str, workspace: &Workspace) -> Result<Option<String>> {
    if spec.starts_with("catalog:") {
        let missing = || Error::new("ECATALOG", format!("no catalog of the workspace has {name}@{spec}"));
        return workspace.of_catalog(name, spec).ok_or_else(missing).map(|spec| Some(spec.to_string()));
    }
    let Some(rest) = spec.strip_prefix("workspace:") else { return Ok(None) };
    let (target, range) = rest.rsplit_once('@').filter(|(target, _)| !target.is_empty()).unwrap_or((name, rest));
    let member = workspace.members.iter().find(|member| member.name == target);
    let Some(member) = member else {
        return Err(Error::new("EWORKSPACE", format!("no member of the workspace is called {target} ({name}@{spec})")));
    };
    let version = &member.manifest.version;
    let range = match range {
        "*" => version.clone(),
        "^" | "~" => format!("{range}{version}"),
        other => other.to_string(),
    };
    Ok(Some(if target == name { range } else { format!("npm:{target}@{range}") }))
}

fn replace_fields(project: &mut Project, manager: Format) {
    if !matches!(manager, Format::Pnpm | Format::YarnBerry) {
        return;
    }
    let Some(Value::Object(mut said)) = project.json.get("publishConfig").cloned() else { return };
    for name in REPLACED {
        if let Some(value) = said.shift_remove(name) {
            project.json.insert(name.to_string(), value);
        }
    }
    // yarn leaves what it used.
    if manager == Format::Pnpm {
        match said.is_empty() {
            true => project.json.shift_remove("publishConfig"),
            false => project.json.insert("publishConfig".to_string(), Value::Object(said)),
        };
    }
}
