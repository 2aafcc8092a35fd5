//! Builds the addons of Node's tests of Node-API (`test/js-native-api`, `test/node-api`) with the system's compiler,
//! from their `binding.gyp` and the headers of the npm package `node-api-headers`.

use crate::workspace::Workspace;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// `NAPI_VERSION_EXPERIMENTAL`: the headers of the package leave out what sets it.
const EXPERIMENTAL: &str = "-DNAPI_VERSION=2147483647";

/// Whether a test needs an addon.
pub fn needs_addon(test: &str) -> bool {
    test.starts_with("js-native-api/") || test.starts_with("node-api/")
}

/// Builds the addons of the tests that need some.
pub fn build(workspace: &Workspace, suite: &Path, tests: &[&str]) -> Result<(), String> {
    let folders: BTreeSet<PathBuf> = tests
        .iter()
        .filter(|test| needs_addon(test))
        .filter_map(|test| suite.join("test").join(test).parent().map(Path::to_path_buf))
        .collect();
    if folders.is_empty() {
        return Ok(());
    }
    let tools = crate::suites::tools::node_modules(workspace)?;
    let headers = tools.join("node-api-headers/include");
    for folder in folders {
        build_folder(&folder, &headers)?;
    }
    Ok(())
}

fn build_folder(folder: &Path, headers: &Path) -> Result<(), String> {
    let file = folder.join("binding.gyp");
    let Ok(text) = fs::read_to_string(&file) else { return Ok(()) };
    let gyp: Value = serde_json::from_str(&to_json(&text)).map_err(|error| format!("{}: {error}", file.display()))?;
    let output = folder.join("build/Release");
    fs::create_dir_all(&output).map_err(|error| format!("{}: {error}", output.display()))?;
    for target in gyp["targets"].as_array().into_iter().flatten() {
        let Some(name) = target["target_name"].as_str() else { continue };
        let sources: Vec<&str> = strings(&target["sources"]);
        let addon = output.join(format!("{name}.node"));
        if sources.is_empty() || is_newer(&addon, &file) {
            continue;
        }
        compile(folder, headers, name, &sources, &strings(&target["defines"]), &addon)?;
    }
    Ok(())
}

fn compile(
    folder: &Path,
    headers: &Path,
    name: &str,
    sources: &[&str],
    defines: &[&str],
    addon: &Path,
) -> Result<(), String> {
    let is_cpp = sources.iter().any(|source| source.ends_with(".cc"));
    let mut command = Command::new(if is_cpp { "c++" } else { "cc" });
    command.args(["-shared", "-fPIC", "-O1", "-w", "-DBUILDING_NODE_EXTENSION"]);
    if is_cpp {
        command.arg("-std=c++20");
    }
    command.arg(format!("-DNODE_GYP_MODULE_NAME={name}")).arg("-I").arg(headers);
    command.args(defines.iter().map(|define| format!("-D{define}")));
    if defines.contains(&"NAPI_EXPERIMENTAL") {
        command.arg(EXPERIMENTAL);
    }
    command.args(sources).arg("-o").arg(addon).current_dir(folder);
    let built = command.output().map_err(|error| format!("the compiler cannot be started: {error}"))?;
    if built.status.success() {
        return Ok(());
    }
    Err(format!("{}: {name} was not built:\n{}", folder.display(), String::from_utf8_lossy(&built.stderr)))
}

fn strings(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn is_newer(addon: &Path, source: &Path) -> bool {
    let modified = |path: &Path| fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    matches!((modified(addon), modified(source)), (Some(addon), Some(source)) if addon > source)
}

/// GYP's notation, Python literals, as JSON: without comments and trailing commas, with double quotes.
fn to_json(text: &str) -> String {
    let mut json = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '#' => while characters.next_if(|next| *next != '\n').is_some() {},
            '\'' | '"' => {
                json.push('"');
                for inner in characters.by_ref().take_while(|inner| *inner != character) {
                    json.push_str(if inner == '"' { "\\" } else { "" });
                    json.push(inner);
                }
                json.push('"');
            }
            ']' | '}' => {
                json.truncate(json.trim_end().len());
                if json.ends_with(',') {
                    json.pop();
                }
                json.push(character);
            }
            _ => json.push(character),
        }
    }
    json
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gyp_is_read() {
        let text = "{\n  # a comment\n  'targets': [\n    { 'target_name': \"a\", 'sources': [ 'a.c', ], },\n  ],\n}";
        let gyp: Value = serde_json::from_str(&to_json(text)).expect("it is JSON");
        assert_eq!(gyp["targets"][0]["sources"][0], "a.c");
    }
}
