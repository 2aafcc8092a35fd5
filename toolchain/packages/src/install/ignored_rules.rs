//! Rules of other managers that do not count in a project with npm's lockfile, or with none: the user has to know that.

use super::Context;
use crate::workspace::YamlSubset;
use brio_lockfile::Format;
use serde_json::Value;

/// A sentence about the rules that are ignored. None when all count.
pub fn sentence(context: &Context) -> Option<String> {
    if !matches!(context.format, Format::Npm | Format::NpmShrinkwrap) || context.options.without_lockfile {
        return None;
    }
    let json = &context.project.json;
    let has = |value: Option<&Value>| value.and_then(Value::as_object).is_some_and(|rules| !rules.is_empty());
    let yaml = || std::fs::read_to_string(context.project.folder.join("pnpm-workspace.yaml")).ok();
    let (rules, lockfile) = if has(json.get("resolutions")) {
        ("`resolutions` of package.json", "yarn.lock")
    } else if has(json.get("pnpm").and_then(|pnpm| pnpm.get("overrides"))) {
        ("`pnpm.overrides` of package.json", "pnpm-lock.yaml")
    } else if yaml().and_then(|text| YamlSubset::parse(&text).map("overrides")).is_some_and(|all| !all.is_empty()) {
        ("`overrides` of pnpm-workspace.yaml", "pnpm-lock.yaml")
    } else {
        return None;
    };
    let own = context.format.file_name();
    Some(format!("{rules} do not count with {own}: they need {lockfile}; `overrides` of package.json count"))
}
