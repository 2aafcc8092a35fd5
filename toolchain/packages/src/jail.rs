//! The jail of install scripts: a trusted package's script writes only to its own folder and to a temporary one that is
//! removed afterwards, sees no secrets of the user, and reaches no network unless the project says so.
//!
//! The walls are those of `base/sandbox`. What they hold together here is a list of what builds need: compilers, system
//! headers, the tools on the PATH.

use crate::error::{Error, Result};
use crate::files;
use crate::gyp_folders::GypFolders;
use crate::node_headers::{self, Headers};
use crate::project::Project;
use crate::run;
use brio_sandbox::{Kernel, Network, Prepared, Processes, Rules};
use serde_json::{Map, Value};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the project allows the scripts of one package beyond the jail: `"brio": { "scripts": { NAME: { "net": true } } }`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exceptions {
    /// The network, without limits.
    pub has_network: bool,
}

impl Exceptions {
    /// Reads what the project says about a package.
    pub fn read(project: &Map<String, Value>, package: &str) -> Self {
        let entry = project.get("brio").and_then(|brio| brio.get("scripts")).and_then(|scripts| scripts.get(package));
        let is_true = |name: &str| entry.and_then(|entry| entry.get(name)) == Some(&Value::Bool(true));
        Self { has_network: is_true("net") }
    }
}

/// Gives a package's scripts the network, in the project's `package.json`.
pub fn allow_network(project: &mut Map<String, Value>, package: &str) {
    let mut place = project;
    for name in ["brio", "scripts", package] {
        let entry = place.entry(name).or_insert_with(|| Value::Object(Map::new()));
        if !entry.is_object() {
            *entry = Value::Object(Map::new());
        }
        let Value::Object(inside) = entry else { return };
        place = inside;
    }
    place.insert("net".to_string(), Value::Bool(true));
}

/// What the kernel does not enforce of a jail, a sentence each.
pub fn gaps() -> Vec<String> {
    let rules = Rules { processes: Processes::Listed, ..Rules::default() };
    let mut gaps = Kernel::detect().gaps(&rules);
    if !can_guard_metadata() {
        gaps.push("modes, owners and times of other files can be changed".to_string());
    }
    gaps
}

/// Runs a script in the jail of its package.
///
/// # Errors
/// When the shell cannot be started, or the kernel refuses the walls.
pub fn run_script(script: &run::Script<'_>, project: &Path, exceptions: Exceptions) -> Result<run::Outcome> {
    let scratch = Scratch::make()?;
    let mut command = run::prepare(script)?;
    let mut rules = rules(script, project, &scratch.0, exceptions);
    let gyp_folders = GypFolders::make(&script.manifest.folder, project);
    rules.writable.extend(gyp_folders.iter());
    rules.readable.extend(gyp_folders.iter());
    set_variables(&mut command, script, &scratch.0, exceptions);
    // With a network, node-gyp fetches the headers of this very version.
    if let Headers::Found(folder) = node_headers::find()
        && !exceptions.has_network
    {
        rules.readable.push(folder.join("include"));
        command.env(node_headers::VARIABLES[0], folder);
    }
    let prepared = Prepared::new(&rules, &Kernel::detect()).map_err(|error| {
        Error::new("EJAIL", format!("the jail of the script \"{}\" cannot be made: {error}", script.stage))
            .with_hint("`--ignore-scripts` installs without it")
    })?;
    let own = [script.manifest.folder.clone(), scratch.0.clone()].into_iter().chain(gyp_folders.iter());
    confine(prepared, &mut command, own)?;
    let outcome = run::finish(command, script.is_captured);
    drop((scratch, gyp_folders));
    if let Ok(outcome) = &outcome {
        outcome.end_if_signalled();
    }
    outcome
}

/// Puts the script behind the walls. Where the kernel can, it changes modes and times of files in its own folders only.
fn confine(prepared: Prepared, command: &mut Command, own: impl Iterator<Item = PathBuf>) -> Result<()> {
    if is_in_sandbox() || !can_guard_metadata() {
        prepared.confine(command);
        return Ok(());
    }
    let own: Vec<PathBuf> = own.filter_map(|folder| folder.canonicalize().ok()).collect();
    let changes = move |path: &Path| own.iter().any(|folder| path.starts_with(folder));
    prepared.confine_guarded(command, changes).map_err(|error| Error::new("EJAIL", error.to_string()))
}

/// Whether this process can make the changes for the script: the kernel has such filters, and lets it look into its
/// children.
fn can_guard_metadata() -> bool {
    // Without the file nothing is limited. At 2 only administrators can trace other processes, at 3 tracing is off.
    let limit = std::fs::read_to_string("/proc/sys/kernel/yama/ptrace_scope").unwrap_or_default();
    let kernel = Kernel::detect();
    kernel.has_filters && kernel.has_listeners && limit.trim().parse().unwrap_or(0) < 2
}

/// Whether this process is in a sandbox of Brio's, whose supervisor makes such changes: there is one for a process only.
fn is_in_sandbox() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    std::env::var_os("BRIO_SANDBOX").is_some() && status.lines().any(|line| line == "Seccomp:\t2")
}

/// The temporary folder of one script.
struct Scratch(PathBuf);

impl Scratch {
    fn make() -> Result<Self> {
        use std::os::unix::fs::DirBuilderExt;
        let folder = std::env::temp_dir().join(format!("brio-script-{}", files::unique_name()));
        let failed = |error| Error::of_file(&error, "make", &folder);
        std::fs::DirBuilder::new().mode(0o700).create(&folder).map_err(failed)?;
        for part in ["home", "tmp"] {
            std::fs::create_dir(folder.join(part)).map_err(failed)?;
        }
        Ok(Self(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A script may have made a folder that cannot be removed; the system's cleaning of the temporary folder gets it.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Programs, libraries and headers of the system.
const SYSTEM: &[&str] = &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/nix/store", "/gnu/store"];
/// Settings of the system that programs read. `/etc` has secrets too (`shadow`, keys of servers), so it is not readable as a folder.
const SETTINGS: &[&str] = &[
    "/etc/alternatives",
    "/etc/ca-certificates",
    "/etc/ca-certificates.conf",
    "/etc/debian_version",
    "/etc/default/locale",
    "/etc/fonts",
    "/etc/gai.conf",
    "/etc/group",
    "/etc/host.conf",
    "/etc/hosts",
    "/etc/java",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/locale.alias",
    "/etc/localtime",
    "/etc/lsb-release",
    "/etc/mime.types",
    "/etc/nsswitch.conf",
    "/etc/os-release",
    "/etc/passwd",
    "/etc/perl",
    "/etc/pki/tls/certs",
    "/etc/protocols",
    "/etc/python3",
    "/etc/resolv.conf",
    "/etc/services",
    "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf",
    "/etc/terminfo",
    "/etc/timezone",
    "/run/systemd/resolve",
    "/proc",
    "/sys/devices/system/cpu",
    "/sys/fs/cgroup",
    "/sys/kernel/mm/transparent_hugepage",
];
const DEVICES: &[&str] = &["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];
/// Where version managers and compilers live in a home folder, none of which holds credentials.
const TOOLS: &[&str] = &[
    ".asdf",
    ".bun/bin",
    ".cache/node-gyp",
    ".cargo/bin",
    ".deno/bin",
    ".fnm",
    ".local/bin",
    ".local/lib",
    ".local/share/fnm",
    ".local/share/mise",
    ".local/share/uv/python",
    ".nvm",
    ".pyenv",
    ".rustup",
    ".sdkman",
    ".volta",
    "Android/Sdk",
];
/// Variables with the folders of tools.
const TOOL_VARIABLES: &[&str] = &[
    "ANDROID_HOME",
    "ASDF_DIR",
    "BRIO_BUILTINS",
    "GOROOT",
    "JAVA_HOME",
    "NVM_DIR",
    "PYENV_ROOT",
    "RUSTUP_HOME",
    "VOLTA_HOME",
];

fn rules(script: &run::Script<'_>, project: &Path, scratch: &Path, exceptions: Exceptions) -> Rules {
    let folder = &script.manifest.folder;
    let home = std::env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
    let mut programs: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).collect();
    programs.extend(home.iter().flat_map(|home| TOOLS.iter().map(move |tool| home.join(tool))));
    programs.extend(TOOL_VARIABLES.iter().filter_map(std::env::var_os).map(PathBuf::from));
    programs.extend(folders_of_path(home.as_deref()));
    programs.push(run::program());
    programs.extend(script.tools.map(Path::to_path_buf));
    programs.push(project.join("node_modules"));
    programs.extend(packages_around(folder));
    programs.push(folder.clone());
    let own = [folder.clone(), scratch.to_path_buf()];
    programs.push(scratch.to_path_buf());
    let mut readable: Vec<PathBuf> = SETTINGS.iter().chain(DEVICES).map(PathBuf::from).collect();
    readable.push(project.join("package.json"));
    readable.extend(node_headers::VARIABLES.iter().filter_map(std::env::var_os).map(PathBuf::from));
    readable.extend(programs.iter().cloned());
    let mut writable: Vec<PathBuf> = DEVICES.iter().map(PathBuf::from).collect();
    writable.extend(own);
    for list in [&mut programs, &mut readable, &mut writable] {
        list.retain(|path| path.is_absolute() && path.exists());
        list.sort();
        list.dedup();
    }
    Rules {
        readable,
        writable,
        executable: programs,
        network: if exceptions.has_network { Network::All } else { Network::None },
        processes: Processes::Listed,
        ..Rules::default()
    }
}

/// The folders of the PATH, except those that would open the home folder.
fn folders_of_path(home: Option<&Path>) -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .filter(|folder| folder.is_absolute() && folder.parent().is_some())
        .filter(|folder| {
            let is_above = |home: &Path| home.starts_with(folder);
            !folder.canonicalize().is_ok_and(|folder| folder.parent().is_none()) && !home.is_some_and(is_above)
        })
        .collect()
}

/// The `node_modules` folder that a package is in: its dependencies are there.
fn packages_around(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().find(|above| above.file_name().is_some_and(|name| name == "node_modules")).map(Path::to_path_buf)
}

/// Variables that builds use and that hold no secrets.
const VARIABLES: &[&str] = &[
    "AR",
    "ARCH",
    "AS",
    "BRIO_BUILTINS",
    "CC",
    "CFLAGS",
    "CI",
    "COLORTERM",
    "CPATH",
    "CPP",
    "CPPFLAGS",
    "CXX",
    "CXXFLAGS",
    "C_INCLUDE_PATH",
    "CPLUS_INCLUDE_PATH",
    "DEBUG",
    "FORCE_COLOR",
    "GYP_DEFINES",
    "JOBS",
    "LANG",
    "LANGUAGE",
    "LD",
    "LDFLAGS",
    "LD_LIBRARY_PATH",
    "LIBRARY_PATH",
    "LINK",
    "LOGNAME",
    "MAKE",
    "MAKEFLAGS",
    "NM",
    "NODE_ENV",
    "NODE_GYP_FORCE_PYTHON",
    "NO_COLOR",
    "PKG_CONFIG",
    "PKG_CONFIG_PATH",
    "PYTHON",
    "RANLIB",
    "SHELL",
    "SHLVL",
    "SOURCE_DATE_EPOCH",
    "STRIP",
    "TERM",
    "TZ",
    "USER",
    "V",
];
/// Only with the network.
const NETWORK_VARIABLES: &[&str] = &[
    "ALL_PROXY",
    "HTTPS_PROXY",
    "HTTP_PROXY",
    "NODE_EXTRA_CA_CERTS",
    "NO_PROXY",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
    "all_proxy",
    "http_proxy",
    "https_proxy",
    "no_proxy",
];
/// Words in the names of variables that hold secrets.
const SECRETS: &[&str] = &[
    "AUTH",
    "COOKIE",
    "CREDENTIAL",
    "KEY",
    "LOGIN",
    "OTP",
    "PASS",
    "PIN",
    "PRIVATE",
    "SECRET",
    "SESSION",
    "SIGN",
    "TOKEN",
    "USERNAME",
    "://",
    "//",
];

/// Leaves the variables that builds need, those named after the package, and npm's settings; nothing that looks like a
/// secret. HOME and the temporary folder are the script's own.
fn set_variables(command: &mut Command, script: &run::Script<'_>, scratch: &Path, exceptions: Exceptions) {
    let prefix = own_prefix(&script.manifest.manifest().name);
    let set: Vec<(OsString, OsString)> =
        command.get_envs().filter_map(|(name, value)| Some((name.to_os_string(), value?.to_os_string()))).collect();
    command.env_clear();
    for (name, value) in std::env::vars_os() {
        if name.to_str().is_some_and(|name| is_passed(name, &prefix, exceptions)) && !has_password(&value) {
            command.env(name, value);
        }
    }
    command.envs(set);
    command.env("HOME", scratch.join("home")).env("TMPDIR", scratch.join("tmp"));
    if let Some(headers) = std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache/node-gyp"))
        && headers.is_dir()
    {
        command.env("npm_config_devdir", headers);
    }
}

fn is_passed(name: &str, own_prefix: &str, exceptions: Exceptions) -> bool {
    let upper = name.to_ascii_uppercase();
    // Files of settings that the script may not read would be an error to it.
    let is_file = ["NPM_CONFIG_CACHE", "NPM_CONFIG_GLOBALCONFIG", "NPM_CONFIG_PREFIX", "NPM_CONFIG_USERCONFIG"];
    if is_file.contains(&upper.as_str()) || SECRETS.iter().any(|word| upper.contains(word)) {
        return false;
    }
    VARIABLES.contains(&name)
        || TOOL_VARIABLES.contains(&name)
        || (exceptions.has_network && NETWORK_VARIABLES.contains(&name))
        || upper.starts_with("LC_")
        || upper.starts_with("NPM_CONFIG_")
        || (own_prefix.len() > 2 && upper.starts_with(own_prefix))
}

/// Whether a value is an address with a password in it.
fn has_password(value: &OsString) -> bool {
    let text = value.to_string_lossy();
    text.split_once("://").is_some_and(|(_, rest)| rest.split(['/', '?', '#']).next().unwrap_or_default().contains('@'))
}

/// What the names of a package's own variables begin with: `SHARP_` for sharp.
fn own_prefix(package: &str) -> String {
    let base = package.rsplit('/').next().unwrap_or(package);
    let letter = |character: char| if character.is_ascii_alphanumeric() { character.to_ascii_uppercase() } else { '_' };
    format!("{}_", base.chars().map(letter).collect::<String>())
}

/// The hint for a script that failed in the jail, with what it printed.
pub fn hint(package: &str, exceptions: Exceptions, output: &str) -> String {
    let could_not_download = output.contains("gyp ERR!") && (!exceptions.has_network || output.contains("ENOTFOUND"));
    match node_headers::find() {
        Headers::Missing if could_not_download => return node_headers::hint(),
        Headers::Found(folder) if could_not_download && exceptions.has_network => {
            return format!(
                "npm_config_nodedir={} builds with the headers of Node.js that are there",
                folder.display()
            );
        }
        _ => {}
    }
    let network = match exceptions.has_network {
        true => String::new(),
        false => format!("it has no network: `brio approve --net {package}` allows it; "),
    };
    format!(
        "it may write only to its own folder, and reads no secrets; {network}`--ignore-scripts` installs without it"
    )
}

/// Reads the project of a folder for its exceptions; none when it has no readable manifest.
pub fn exceptions_of(project: &Path, package: &str) -> Exceptions {
    Project::read(project).map(|project| Exceptions::read(&project.json, package)).unwrap_or_default()
}

#[cfg(test)]
#[path = "jail_tests.rs"]
mod tests;
