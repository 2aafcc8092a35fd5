//! The record of a version, as npm sends it to the registry: other tools read it instead of the `package.json`, so fields
//! that may be written in several ways have one form there.

use super::published::version_of;
use crate::error::{Error, Result};
use crate::install::NODE_VERSION;
use crate::integrity;
use crate::pack::Tarball;
use crate::project::Project;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};
use std::path::Path;
use std::process::{Command, Stdio};

/// Services whose addresses npm knows, by the prefix of their short form.
const SERVICES: [(&str, &str); 3] =
    [("github", "github.com"), ("gitlab", "gitlab.com"), ("bitbucket", "bitbucket.org")];

/// What is published, and how.
pub struct Publication<'a> {
    pub project: &'a Project,
    pub tarball: &'a Tarball,
    pub registry: &'a str,
    pub tag: &'a str,
    pub access: Option<String>,
}

/// What is sent to the registry: the record of the version, with the tarball in Base64.
///
/// # Errors
/// When it cannot be written as JSON.
pub fn document(publication: &Publication<'_>) -> Result<Vec<u8>> {
    let Publication { project, tarball, registry, tag, access } = publication;
    let (name, version) = (project.manifest().name.clone(), version_of(project));
    let file = format!("{name}-{version}.tgz");
    let plain_registry = registry.replacen("https://", "http://", 1);
    let mut record = record(project);
    record.insert(
        "dist".to_string(),
        json!({
            "integrity": integrity::of_bytes(&tarball.bytes),
            "shasum": integrity::hex(&integrity::hash("sha1", &tarball.bytes)),
            "tarball": format!("{plain_registry}{name}/-/{file}"),
        }),
    );
    let document = json!({
        "_id": name,
        "name": name,
        "description": project.json.get("description"),
        "dist-tags": { *tag: version },
        "versions": { version: record },
        "access": access,
        "_attachments": {
            file: {
                "content_type": "application/octet-stream",
                "data": STANDARD.encode(&tarball.bytes),
                "length": tarball.bytes.len(),
            },
        },
    });
    serde_json::to_vec(&document).map_err(|error| Error::of_json(&error, "the record"))
}

fn record(project: &Project) -> Map<String, Value> {
    let (manifest, version) = (project.manifest(), version_of(project));
    let mut record = project.json.clone();
    record.insert("version".to_string(), json!(version));
    if record.contains_key("bin") {
        let commands = manifest.commands.iter().map(|(name, path)| (name.clone(), json!(path)));
        record.insert("bin".to_string(), Value::Object(commands.collect()));
    }
    normalize_repository(&mut record);
    normalize_people(&mut record);
    normalize_lists(&mut record, &manifest.bundled);
    record.insert("_id".to_string(), json!(format!("{}@{version}", manifest.name)));
    record.insert("_nodeVersion".to_string(), json!(NODE_VERSION));
    if let Some((name, text)) = readme(&project.folder) {
        record.insert("readme".to_string(), json!(text));
        record.insert("readmeFilename".to_string(), json!(name));
    }
    if let Some(commit) = commit(&project.folder) {
        record.insert("gitHead".to_string(), json!(commit));
    }
    record
}

/// `repository` becomes an object with an address of git; `bugs` and `homepage` follow from it.
fn normalize_repository(record: &mut Map<String, Value>) {
    if let Some(Value::String(url)) = record.get("repository") {
        let repository = json!({"type": "git", "url": url});
        record.insert("repository".to_string(), repository);
    }
    if let Some(Value::String(said)) = record.get("bugs").cloned() {
        let kind = if said.contains("://") { "url" } else { "email" };
        record.insert("bugs".to_string(), json!({ kind: said }));
    }
    let Some(Value::String(url)) = record.get_mut("repository").and_then(|repository| repository.get_mut("url")) else {
        return;
    };
    let Some((host, path, is_plain)) = hosted(url) else { return };
    if is_plain {
        *url = format!("git+https://{host}/{path}.git");
    }
    record.entry("bugs").or_insert_with(|| json!({"url": format!("https://{host}/{path}/issues")}));
    record.entry("homepage").or_insert_with(|| json!(format!("https://{host}/{path}#readme")));
}

/// The service and the path of a repository; and whether its address is a short form or one of a browser, which npm
/// replaces.
fn hosted(url: &str) -> Option<(&'static str, String, bool)> {
    let plain = |path: &str| path.trim_end_matches('/').trim_end_matches(".git").to_string();
    let is_path =
        |path: &str| path.matches('/').count() == 1 && !path.contains([':', '@', ' ']) && !path.starts_with('/');
    if is_path(url) && !url.starts_with('.') {
        return Some(("github.com", plain(url), true));
    }
    for (prefix, host) in SERVICES {
        if let Some(path) = url.strip_prefix(&format!("{prefix}:")) {
            return Some((host, plain(path), true));
        }
        let start = url.find(host).filter(|at| url[..*at].ends_with(['/', '@']));
        if let Some(path) = start.and_then(|at| url[at + host.len()..].strip_prefix(['/', ':'])) {
            let is_of_browser = url.starts_with("https://") || url.starts_with("git+https://");
            return is_path(&plain(path)).then(|| (host, plain(path), is_of_browser));
        }
    }
    None
}

/// People become objects: `Name <address> (page)`.
fn normalize_people(record: &mut Map<String, Value>) {
    if let Some(author) = record.get_mut("author") {
        normalize_person(author);
    }
    for list in ["contributors", "maintainers"] {
        if let Some(Value::Array(people)) = record.get_mut(list) {
            people.iter_mut().for_each(normalize_person);
        }
    }
}

fn normalize_person(person: &mut Value) {
    match person {
        Value::String(text) => {
            let between = |open: char, close: char| {
                let (_, rest) = text.split_once(open)?;
                Some(rest.split_once(close)?.0.trim().to_string()).filter(|found| !found.is_empty())
            };
            let name = text.split(['(', '<']).next().unwrap_or_default().trim().to_string();
            let fields = [
                ("name", Some(name).filter(|name| !name.is_empty())),
                ("email", between('<', '>')),
                ("url", between('(', ')')),
            ];
            let object: Map<String, Value> =
                fields.into_iter().filter_map(|(key, value)| Some((key.to_string(), json!(value?)))).collect();
            *person = Value::Object(object);
        }
        Value::Object(object) => {
            for (old, new) in [("mail", "email"), ("web", "url")] {
                if let Some(value) = object.shift_remove(old) {
                    object.entry(new).or_insert(value);
                }
            }
        }
        _ => {}
    }
}

/// `keywords` and what is bundled become lists; scripts do not say where commands are.
fn normalize_lists(record: &mut Map<String, Value>, bundled: &[String]) {
    if let Some(Value::String(keywords)) = record.get("keywords") {
        let list: Vec<&str> = keywords.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
        let list = json!(list);
        record.insert("keywords".to_string(), list);
    }
    if record.contains_key("bundleDependencies") || record.contains_key("bundledDependencies") {
        record.shift_remove("bundledDependencies");
        record.insert("bundleDependencies".to_string(), json!(bundled));
    }
    for script in record.get_mut("scripts").and_then(Value::as_object_mut).into_iter().flat_map(|all| all.values_mut())
    {
        let Value::String(command) = script else { continue };
        let relative = command.strip_prefix("./").unwrap_or(command);
        if let Some(rest) = relative.strip_prefix("node_modules/.bin/") {
            *command = rest.to_string();
        }
    }
}

fn readme(folder: &Path) -> Option<(String, String)> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .ok()?
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| name.to_ascii_lowercase().starts_with("readme"))
        .collect();
    names.sort();
    let name = names.into_iter().next()?;
    let text = std::fs::read_to_string(folder.join(&name)).ok()?;
    Some((name, text))
}

/// The commit that is checked out, where the folder is in a repository of git.
fn commit(folder: &Path) -> Option<String> {
    let mut git = Command::new("git");
    git.arg("-C").arg(folder).args(["rev-parse", "--verify", "--quiet", "HEAD"]);
    let output = git.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_string();
    (output.status.success() && !text.is_empty()).then_some(text)
}

#[cfg(test)]
#[path = "record_tests.rs"]
mod tests;
