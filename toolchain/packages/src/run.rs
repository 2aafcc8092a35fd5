//! Running scripts of a `package.json`: the shell, the variables and the PATH that npm gives them.

pub mod many;
mod process_tree;
pub mod shell;
mod waiting;

use crate::error::{Error, Result};
use crate::project::Project;
use rustix::process::Signal;
use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::JoinHandle;

/// The package managers whose names lead to the running program where they are not installed.
pub const MANAGERS: [&str; 8] = ["npm", "npx", "pnpm", "pnpx", "bun", "bunx", "deno", "yarn"];

/// The folder, beside the `node` that is the running program, of a `deno` that is.
const DENO_FOLDER: &str = "deno";

/// A script to run.
pub struct Script<'a> {
    /// The package that the script belongs to; it runs in its folder.
    pub manifest: &'a Project,
    /// Its name.
    pub stage: &'a str,
    pub command: &'a str,
    /// Added to the command.
    pub arguments: &'a [String],
    /// Where the user called the command (`INIT_CWD`).
    pub start_folder: &'a Path,
    /// Its output is returned instead of shown.
    pub is_captured: bool,
    /// A `node_modules` whose commands are found after all others.
    pub tools: Option<&'a Path>,
    /// Of a task of Deno's, in which `deno` is the running program: the variables of its files.
    pub of_deno: Option<&'a [(String, String)]>,
}

/// How a script ended.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The exit code; 128 and the number of the signal that ended it.
    pub code: i32,
    /// Standard output and error, when they are captured.
    pub output: String,
    /// A signal that asked this process to end meanwhile; the script has received it.
    pub signal: Option<i32>,
}

impl Outcome {
    /// Ends this process when it was asked to while the script ran.
    pub fn end_if_signalled(&self) {
        if let Some(signal) = self.signal {
            brio_spawn::end_by_signal(signal);
        }
    }
}

/// Runs a script in the shell.
///
/// # Errors
/// When the shell cannot be started.
pub fn run_script(script: &Script<'_>) -> Result<Outcome> {
    finish(prepare(script)?, script.is_captured)
}

/// Runs the shell to its end.
///
/// # Errors
/// When it cannot be started.
pub(crate) fn finish(mut command: Command, is_captured: bool) -> Result<Outcome> {
    if is_captured {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    }
    let mut shell = command.spawn().map_err(no_shell)?;
    // Both are read at the same time: the script waits when a pipe is full.
    let output = shell.stdout.take().map(read_on_thread);
    let errors = shell.stderr.take().map(read_on_thread);
    let ended = waiting::wait(&mut shell).map_err(no_shell)?;
    let read = [output, errors].into_iter().flatten().flat_map(|reading| reading.join().unwrap_or_default());
    let output = String::from_utf8_lossy(&read.collect::<Vec<u8>>()).into_owned();
    Ok(Outcome { code: code_of(ended.status), output, signal: ended.signal.map(Signal::as_raw) })
}

fn read_on_thread(mut pipe: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before a failure is shown.
        let _ = pipe.read_to_end(&mut bytes);
        bytes
    })
}

/// The shell with the script's command, folder and variables.
///
/// # Errors
/// When the folder of `node` cannot be made.
pub(crate) fn prepare(script: &Script<'_>) -> Result<Command> {
    let mut line = script.command.to_string();
    for argument in script.arguments {
        line.push(' ');
        line.push_str(&quoted(argument));
    }
    let mut command = shell::command_for(&line);
    command.current_dir(&script.manifest.folder);
    for (name, value) in variables(script)? {
        command.env(name, value);
    }
    Ok(command)
}

fn no_shell(error: std::io::Error) -> Error {
    Error::new("ESHELL", format!("the shell cannot be started: {error}"))
}

/// The exit code as a shell shows it.
pub fn code_of(status: std::process::ExitStatus) -> i32 {
    use std::os::unix::process::ExitStatusExt;
    status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0))
}

/// The variables that npm sets for scripts.
fn variables(script: &Script<'_>) -> Result<Vec<(String, OsString)>> {
    let manifest = script.manifest.manifest();
    let program = program();
    let mut found: Vec<(String, OsString)> = vec![
        ("PATH".to_string(), path_of(script)?),
        ("INIT_CWD".to_string(), script.start_folder.into()),
        ("npm_lifecycle_event".to_string(), script.stage.into()),
        ("npm_lifecycle_script".to_string(), script.command.into()),
        ("npm_package_name".to_string(), manifest.name.clone().into()),
        ("npm_package_version".to_string(), manifest.version.clone().into()),
        ("npm_package_json".to_string(), script.manifest.folder.join("package.json").into()),
        ("npm_command".to_string(), "run-script".into()),
        ("npm_execpath".to_string(), program.clone().into()),
        ("npm_node_execpath".to_string(), node_folder()?.join("node").into()),
        ("NODE".to_string(), node_folder()?.join("node").into()),
        ("npm_config_user_agent".to_string(), crate::registry::user_agent().into()),
        ("npm_config_local_prefix".to_string(), script.manifest.folder.clone().into()),
    ];
    let of_files = script.of_deno.into_iter().flatten().filter(|(name, _)| std::env::var_os(name).is_none());
    found.extend(of_files.map(|(name, value)| (name.clone(), value.into())));
    for (name, value) in &script.manifest.json {
        flatten(&format!("npm_package_{name}"), value, &mut found);
    }
    Ok(found)
}

/// Variables such as `npm_package_config_port`: npm sets those of `bin`, `config` and `engines`.
fn flatten(name: &str, value: &serde_json::Value, found: &mut Vec<(String, OsString)>) {
    let is_listed =
        ["npm_package_bin", "npm_package_config", "npm_package_engines"].iter().any(|known| name.starts_with(known));
    if !is_listed {
        return;
    }
    match value {
        serde_json::Value::Object(object) => {
            object.iter().for_each(|(key, value)| flatten(&format!("{name}_{key}"), value, found));
        }
        serde_json::Value::String(text) => found.push((safe(name), text.into())),
        serde_json::Value::Null => {}
        other => found.push((safe(name), other.to_string().into())),
    }
}

fn safe(name: &str) -> String {
    name.chars().map(|character| if character.is_ascii_alphanumeric() { character } else { '_' }).collect()
}

/// PATH with the commands of the package and of the folders above it, and a `node` that is Brio. At its end are the names
/// of other package managers, for scripts that call one that is not installed.
///
/// # Errors
/// When the folder of that `node` cannot be made.
pub fn path_for(folder: &Path) -> Result<OsString> {
    let mut parts: Vec<PathBuf> = Vec::new();
    for above in folder.ancestors() {
        if above.file_name().is_some_and(|name| name == "node_modules") {
            parts.push(above.join(".bin"));
        }
        parts.push(above.join("node_modules/.bin"));
    }
    let own = node_folder()?;
    let managers = own.join("managers");
    parts.push(own);
    let inherited = std::env::var_os("PATH").unwrap_or_default();
    parts.extend(std::env::split_paths(&inherited).filter(|part| *part != managers));
    parts.push(managers);
    std::env::join_paths(parts).map_err(|error| Error::new("EPATH", error.to_string()))
}

fn path_of(script: &Script<'_>) -> Result<OsString> {
    let path = path_for(&script.manifest.folder)?;
    if script.tools.is_none() && script.of_deno.is_none() {
        return Ok(path);
    }
    let first = if script.of_deno.is_some() { Some(node_folder()?.join(DENO_FOLDER)) } else { None };
    let last = script.tools.map(|tools| tools.join(".bin"));
    let parts = first.into_iter().chain(std::env::split_paths(&path)).chain(last);
    std::env::join_paths(parts).map_err(|error| Error::new("EPATH", error.to_string()))
}

/// The running program.
pub fn program() -> PathBuf {
    std::env::current_exe().unwrap_or_else(|_| PathBuf::from("brio"))
}

/// A folder whose `node` is the running program, with a folder `managers` in which other names are.
fn node_folder() -> Result<PathBuf> {
    let program = program();
    let cache = std::env::var_os("XDG_CACHE_HOME").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let home = PathBuf::from(std::env::var_os("HOME").unwrap_or_else(|| "/tmp".into()));
    let name = short_name(program.as_os_str().as_encoded_bytes());
    let folder = cache.unwrap_or_else(|| home.join(".cache")).join("brio/node").join(name);
    let is_made = |link: &Path| std::fs::read_link(link).is_ok_and(|target| target == program);
    // `node` is made last: when it is there, the others are.
    let node = folder.join("node");
    let managers = folder.join("managers");
    let deno = folder.join(DENO_FOLDER).join("deno");
    if is_made(&node) && is_made(&deno) {
        return Ok(folder);
    }
    for made in [&managers, &folder.join(DENO_FOLDER)] {
        std::fs::create_dir_all(made).map_err(|error| Error::of_file(&error, "make", made))?;
    }
    for link in MANAGERS.iter().map(|name| managers.join(name)).chain([deno, node]) {
        let temporary = folder.join(crate::files::unique_name());
        std::os::unix::fs::symlink(&program, &temporary)
            .and_then(|()| std::fs::rename(&temporary, &link))
            .map_err(|error| Error::of_file(&error, "link", &link))?;
    }
    Ok(folder)
}

/// A name for a path, by FNV-1a. A cryptographic hash would load the system's library of them, which takes longer than
/// all else that starts a script; the links in the folder are compared with the path anyway.
fn short_name(bytes: &[u8]) -> String {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
}

/// An argument as a word of the shell.
pub fn quoted(argument: &str) -> String {
    let is_plain = !argument.is_empty()
        && argument.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_./:=@%+,".contains(&byte));
    if is_plain { argument.to_string() } else { format!("'{}'", argument.replace('\'', "'\\''")) }
}
