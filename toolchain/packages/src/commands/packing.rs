//! `brio pack` and `brio publish`. What a manifest is when it is published is in `published` and `record`.

mod published;
mod record;

use self::published::{published, version_of};
use self::record::{Publication, document};
use super::{current_folder, usage};
use crate::error::{Error, Result};
use crate::install::{Options, project_folder, session_for};
use crate::integrity;
use crate::network::{Address, Method, Request};
use crate::pack::{Tarball, pack};
use crate::printable::printable;
use crate::project::Project;
use crate::registry::{decoded, user_agent};
use crate::run::{Script, run_script};
use crate::session::Session;
use crate::workspace::filter;
use brio_command_flags::Arguments;
use serde_json::{Value, json};

/// A longer record of a package is refused.
const RECORD_BYTES_MAX: usize = 256 * 1024 * 1024;

/// `brio pack`: writes the tarball into the current folder and prints its name.
pub fn run_pack(arguments: &Arguments) -> Result<i32> {
    // As npm, which does not make the folder either.
    let folder = current_folder()?.join(arguments.value("--pack-destination").unwrap_or_default());
    let mut lists = Vec::new();
    for project in projects(arguments)? {
        run_stages(&project, &["prepack", "prepare"], arguments)?;
        let project = Project::read(&project.folder)?;
        let tarball = pack(&published(&project)?)?;
        if !arguments.has("--dry-run") {
            let name = arguments.value("--out").unwrap_or(&tarball.file_name);
            crate::files::replace(&folder.join(name), &tarball.bytes)?;
        }
        run_stages(&project, &["postpack"], arguments)?;
        lists.push((project, tarball));
    }
    if arguments.has("--json") {
        let all: Vec<Value> = lists.iter().map(|(project, tarball)| described(project, tarball)).collect();
        println!("{:#}", Value::Array(all));
        return Ok(0);
    }
    for (project, tarball) in &lists {
        if !arguments.has("--quiet") {
            // As npm: programs read the names of the tarballs from standard output.
            eprint!("{}", summary_of(project, tarball));
        }
        say!("{}", arguments.value("--out").unwrap_or(&tarball.file_name));
    }
    Ok(0)
}

/// `brio publish`.
pub fn run_publish(arguments: &Arguments) -> Result<i32> {
    if let Some(registry) = arguments.value("--registry") {
        super::installing::set_registry(registry);
    }
    let mut projects = projects(arguments)?;
    if !arguments.has("--recursive") && arguments.value("--workspace").is_none() {
        // Of several folders the last one, as npm.
        projects = projects.pop().into_iter().collect();
    }
    if projects.is_empty() {
        return Err(usage("there is nothing to publish"));
    }
    let mut count = 0;
    for project in &projects {
        // As pnpm: those of the workspace that did not change are no mistake.
        if !arguments.has("--recursive") || !is_published(arguments, project)? {
            publish(arguments, project)?;
            count += 1;
        }
    }
    if count == 0 && !arguments.has("--quiet") && !arguments.has("--json") {
        println!("all versions of the workspace are published already");
    }
    Ok(0)
}

/// Whether the registry has the version.
fn is_published(arguments: &Arguments, project: &Project) -> Result<bool> {
    let session = session_for(&project_folder(&project.folder, false), &Options::default())?;
    let manifest = project.manifest();
    let registry = registry_for(arguments, project, &session);
    let address = Address::parse(&format!("{registry}{}", manifest.name.replace('/', "%2f")))?;
    let request = Request {
        authorization: session.config.authorization_for(&address),
        address,
        method: Method::Get,
        body: None,
        headers: vec![("accept".to_string(), "application/json".to_string()), ("user-agent".to_string(), user_agent())],
        response_bytes_max: RECORD_BYTES_MAX,
        spill_folder: None,
    };
    let response = session.network()?.fetch(request)?;
    if !(200..300).contains(&response.status) {
        return Ok(false);
    }
    let record: Value = serde_json::from_slice(&decoded(&response)?).unwrap_or_default();
    Ok(record.get("versions").is_some_and(|versions| versions.get(version_of(project)).is_some()))
}

/// Where a project is published: what the flag says, else its `publishConfig`, else the settings.
fn registry_for(arguments: &Arguments, project: &Project, session: &Session) -> String {
    let said = project.json.get("publishConfig").and_then(|said| said.get("registry")?.as_str());
    match (arguments.value("--registry"), said) {
        (None, Some(registry)) => format!("{}/", registry.trim_end_matches('/')),
        _ => session.config.registry_of(&project.manifest().name),
    }
}

fn publish(arguments: &Arguments, project: &Project) -> Result<()> {
    if project.json.get("private") == Some(&Value::Bool(true)) {
        let message = format!("{} is private", project.manifest().name);
        return Err(Error::new("EPRIVATE", message).with_hint("remove \"private\" from package.json to publish it"));
    }
    run_stages(project, &["prepublishOnly", "prepack", "prepare"], arguments)?;
    let project = published(&Project::read(&project.folder)?)?;
    let tarball = pack(&project)?;
    run_stages(&project, &["postpack"], arguments)?;
    let session = session_for(&project_folder(&project.folder, false), &Options::default())?;
    let manifest = project.manifest();
    let said = project.json.get("publishConfig").cloned().unwrap_or_default();
    let said_of = |name: &str| said.get(name).and_then(Value::as_str).map(str::to_string);
    let registry = registry_for(arguments, &project, &session);
    let tag = tag_of(arguments.value("--tag").map(str::to_string).or_else(|| said_of("tag")), &manifest.version)?;
    let access = arguments.value("--access").map(str::to_string).or_else(|| said_of("access"));
    if !arguments.has("--quiet") && !arguments.has("--json") {
        print!("{}", summary_of(&project, &tarball));
    }
    if arguments.has("--dry-run") {
        report(arguments, &project, &tarball, &format!("would publish to {registry} with tag {tag}"));
        return Ok(());
    }
    let address = Address::parse(&format!("{registry}{}", manifest.name.replace('/', "%2f")))?;
    let body = document(&Publication { project: &project, tarball: &tarball, registry: &registry, tag: &tag, access })?;
    let mut headers = vec![
        ("content-type".to_string(), "application/json".to_string()),
        ("accept".to_string(), "*/*".to_string()),
        ("user-agent".to_string(), user_agent()),
        ("npm-command".to_string(), "publish".to_string()),
    ];
    if let Some(code) = arguments.value("--otp") {
        headers.push(("npm-otp".to_string(), code.to_string()));
    }
    let authorization = session.config.authorization_for(&address);
    if authorization.is_none() {
        let host = address.authority();
        let hint = format!("set `//{host}/:_authToken=…` in the .npmrc of your home folder");
        return Err(Error::new("ENEEDAUTH", format!("there are no credentials for {host}")).with_hint(hint));
    }
    let request = Request {
        authorization,
        address: address.clone(),
        method: Method::Put,
        body: Some(body),
        headers,
        response_bytes_max: 16 * 1024 * 1024,
        spill_folder: None,
    };
    let response = session.network()?.fetch(request)?;
    if !(200..300).contains(&response.status) {
        return Err(refusal(&response, &project));
    }
    run_stages(&project, &["publish", "postpublish"], arguments)?;
    report(arguments, &project, &tarball, &format!("published to {registry} with tag {tag}"));
    Ok(())
}

/// The tag of a version: a pre-release does not become the latest one unasked.
fn tag_of(said: Option<String>, version: &str) -> Result<String> {
    let is_prerelease = crate::semver::Version::parse(version).is_some_and(|version| version.is_prerelease());
    match said {
        Some(tag) => Ok(tag),
        None if is_prerelease => Err(Error::new("ETAG", format!("{version} is a pre-release, which needs a tag"))
            .with_hint("`--tag next` publishes it without becoming the latest version")),
        None => Ok("latest".to_string()),
    }
}

fn refusal(response: &crate::network::Response, project: &Project) -> Error {
    let manifest = project.manifest();
    let json: Value = decoded(response).ok().and_then(|body| serde_json::from_slice(&body).ok()).unwrap_or_default();
    let reason = json.get("error").or_else(|| json.get("message")).and_then(Value::as_str).unwrap_or_default();
    let needs_code =
        response.header("www-authenticate").is_some_and(|value| value.to_ascii_lowercase().contains("otp"));
    let hint = match response.status {
        _ if needs_code => "give the code of your second factor: `--otp CODE`",
        401 => "the token in .npmrc is wrong or expired",
        403 => "the version may be there already, or the token must not publish the package",
        _ => "",
    };
    let what = format!("{}@{}", manifest.name, manifest.version);
    Error::new("EPUBLISH", format!("the registry refuses {what} with status {}: {reason}", response.status))
        .with_hint(hint)
}

fn report(arguments: &Arguments, project: &Project, tarball: &Tarball, what: &str) {
    let manifest = project.manifest();
    if arguments.has("--json") {
        println!("{:#}", described(project, tarball));
    } else if !arguments.has("--quiet") {
        println!("+ {}@{}: {what}", manifest.name, version_of(project));
    }
}

/// The project in the current folder, or those in the folders that the words name.
fn projects(arguments: &Arguments) -> Result<Vec<Project>> {
    let folder = current_folder()?;
    let named = super::members::named(arguments)?;
    if !named.is_empty() {
        return Ok(named);
    }
    if arguments.has("--recursive") {
        let root = Project::read(&project_folder(&folder, false))?;
        let members = crate::workspace::Workspace::read(&root)?.members;
        // Dependencies first: what is published can be installed at once.
        let order = dependencies_first(&filter::dependencies(&members));
        let folders = order.into_iter().map(|index| Project::read(&members[index].folder));
        let is_public = |project: &Project| project.json.get("private") != Some(&Value::Bool(true));
        return folders.filter(|project| project.as_ref().map_or(true, is_public)).collect();
    }
    if arguments.words.is_empty() {
        return Ok(vec![Project::read(&Project::find(&folder))?]);
    }
    arguments.words.iter().map(|word| Project::read(&crate::spec::absolute(&folder, word))).collect()
}

/// The indexes such that what each depends on is before it, as far as they do not depend on each other.
fn dependencies_first(edges: &[Vec<usize>]) -> Vec<usize> {
    fn visit(index: usize, edges: &[Vec<usize>], seen: &mut Vec<usize>, order: &mut Vec<usize>) {
        if seen.contains(&index) {
            return;
        }
        seen.push(index);
        edges[index].iter().for_each(|before| visit(*before, edges, seen, order));
        order.push(index);
    }
    let (mut seen, mut order) = (Vec::new(), Vec::new());
    (0..edges.len()).for_each(|index| visit(index, edges, &mut seen, &mut order));
    order
}

pub(super) fn run_stages(project: &Project, stages: &[&str], arguments: &Arguments) -> Result<()> {
    if arguments.has("--ignore-scripts") {
        return Ok(());
    }
    let scripts = project.manifest().scripts.clone();
    for stage in stages {
        let Some(command) = scripts.get(*stage) else { continue };
        let start_folder = current_folder()?;
        let script = Script {
            manifest: project,
            stage,
            command,
            arguments: &[],
            start_folder: &start_folder,
            is_captured: false,
            tools: None,
            of_deno: None,
        };
        let outcome = run_script(&script)?;
        outcome.end_if_signalled();
        if outcome.code != 0 {
            let message = format!("the script \"{stage}\" failed with code {}: {command}", outcome.code);
            return Err(Error::new("ESCRIPT", message).with_hint("`--ignore-scripts` does not run it"));
        }
    }
    Ok(())
}

fn summary_of(project: &Project, tarball: &Tarball) -> String {
    let manifest = project.manifest();
    let mut lines = vec![format!("{}@{}", manifest.name, manifest.version)];
    lines.extend(tarball.files.iter().map(|file| format!("{:>9}  {}", size(file.bytes.len()), file.path)));
    let unpacked: usize = tarball.files.iter().map(|file| file.bytes.len()).sum();
    lines.push(format!(
        "{}, {} packed, {} unpacked, {}",
        if tarball.files.len() == 1 { "1 file".to_string() } else { format!("{} files", tarball.files.len()) },
        size(tarball.bytes.len()),
        size(unpacked),
        integrity::of_bytes(&tarball.bytes)
    ));
    lines.iter().map(|line| format!("{}\n", printable(line))).collect()
}

fn size(bytes: usize) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// As `npm pack --json`.
fn described(project: &Project, tarball: &Tarball) -> Value {
    let manifest = project.manifest();
    let files: Vec<Value> = tarball
        .files
        .iter()
        .map(|file| {
            let mode = if file.is_executable { 0o755 } else { 0o644 };
            json!({"path": file.path, "size": file.bytes.len(), "mode": mode})
        })
        .collect();
    let unpacked: usize = tarball.files.iter().map(|file| file.bytes.len()).sum();
    json!({
        "id": format!("{}@{}", manifest.name, manifest.version),
        "name": manifest.name,
        "version": manifest.version,
        "size": tarball.bytes.len(),
        "unpackedSize": unpacked,
        "shasum": integrity::hex(&integrity::hash("sha1", &tarball.bytes)),
        "integrity": integrity::of_bytes(&tarball.bytes),
        "filename": tarball.file_name,
        "files": files,
        "entryCount": tarball.files.len(),
        "bundled": manifest.bundled,
    })
}
