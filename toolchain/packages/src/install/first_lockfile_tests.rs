use super::new_lockfile;
use crate::project::Project;
use brio_lockfile::{Format, Lockfile};
use serde_json::{Value, json};
use std::path::Path;

fn format_for(manifest: &Value) -> Option<Format> {
    let mut project = Project::empty(Path::new("/a/folder/without/files"));
    project.json = manifest.as_object().cloned().unwrap_or_default();
    new_lockfile(&project).unwrap().as_ref().map(Lockfile::format)
}

#[test]
fn a_project_names_its_manager_in_package_manager() {
    assert_eq!(format_for(&json!({"packageManager": "pnpm@10.0.0+sha512.abc"})), Some(Format::Pnpm));
    assert_eq!(format_for(&json!({"packageManager": "bun@1.3.0"})), Some(Format::Bun));
    assert_eq!(format_for(&json!({"packageManager": "yarn@1.22.22"})), Some(Format::YarnClassic));
    assert_eq!(format_for(&json!({"packageManager": "yarn@4.9.1"})), Some(Format::YarnBerry));
    assert_eq!(format_for(&json!({"packageManager": "npm@11.0.0"})), None);
}

#[test]
fn a_project_names_its_manager_in_dev_engines() {
    let pnpm = json!({"name": "pnpm", "version": "^10"});
    assert_eq!(format_for(&json!({"devEngines": {"packageManager": pnpm}})), Some(Format::Pnpm));
    assert_eq!(format_for(&json!({"devEngines": {"packageManager": [pnpm]}})), Some(Format::Pnpm));
    let yarn = json!({"name": "yarn", "version": "^1.22"});
    assert_eq!(format_for(&json!({"devEngines": {"packageManager": yarn}})), Some(Format::YarnClassic));
}

#[test]
fn a_project_that_names_none_has_npms() {
    assert_eq!(format_for(&json!({})), None);
    assert_eq!(format_for(&json!({"devEngines": {"runtime": {"name": "node"}}})), None);
}
