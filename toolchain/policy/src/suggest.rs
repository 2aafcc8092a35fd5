//! The smallest policy for what a program was seen to use.

use crate::read::Places;
use brio_permissions::{Host, HostRule, NetRule};
use brio_sandbox::Use;
use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// From so many files in one folder on, the folder is granted.
const FILES_PER_FOLDER_MAX: usize = 3;
/// What every program may read: the system's libraries and the devices. See `walls`.
const SYSTEM: &[&str] = &[
    "/bin",
    "/dev",
    "/etc/alternatives",
    "/etc/group",
    "/etc/host.conf",
    "/etc/hosts",
    "/etc/gai.conf",
    "/etc/ld.so.cache",
    "/etc/ld.so.preload",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/passwd",
    "/etc/resolv.conf",
    "/etc/services",
    "/etc/ssl",
    "/etc/timezone",
    "/lib",
    "/lib64",
    "/proc",
    "/run/systemd/resolve",
    "/sbin",
    "/sys",
    "/usr",
];

/// What no system call names: variables, facts about the system, and the names of hosts. The first wall's audit log has
/// them (`DENO_AUDIT_PERMISSIONS`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    env: BTreeSet<String>,
    sys: BTreeSet<String>,
    /// `NAME:PORT`.
    hosts: BTreeSet<String>,
}

impl Names {
    /// Reads a line of the log: JSON with `permission` and `value`. Others are passed over.
    pub fn add_audit_line(&mut self, line: &str) {
        let Ok(entry) = serde_json::from_str::<serde_json::Value>(line) else { return };
        let text = |name: &str| entry.get(name).and_then(serde_json::Value::as_str).unwrap_or_default();
        let value = text("value");
        if value.is_empty() {
            return;
        }
        match text("permission") {
            "env" => self.env.insert(value.to_string()),
            "sys" => self.sys.insert(value.to_string()),
            "net" if NetRule::parse(value).is_ok_and(|rule| is_name(&rule)) => self.hosts.insert(value.to_string()),
            _ => false,
        };
    }

    fn has_port(&self, address: &SocketAddr) -> bool {
        let port = format!(":{}", address.port());
        self.hosts.iter().any(|host| host.ends_with(&port))
    }
}

fn is_name(rule: &NetRule) -> bool {
    matches!(rule.host, HostRule::One(Host::Name(_))) && rule.port.is_some()
}

/// Writes a policy in TOML for what was used. `runtime` is the runtime's own file, which needs no permission, and `caches`
/// are the runtime's own folders.
pub fn suggest(uses: &BTreeSet<Use>, names: &Names, places: &Places, runtime: &Path, caches: &[PathBuf]) -> String {
    let is_own = |path: &Path| {
        SYSTEM.iter().any(|own| path.starts_with(own))
            || caches.iter().any(|own| path.starts_with(own))
            || path == runtime
    };
    let (mut read, mut write) = (BTreeSet::new(), BTreeSet::new());
    let (mut run, mut connect, mut listen) = (BTreeSet::new(), names.hosts.clone(), BTreeSet::new());
    for one in uses {
        match one {
            Use::Read(path) => read.extend(canonical(path).filter(|path| !is_own(path))),
            Use::Write(path) => write.extend(writable(path).filter(|path| !is_own(path))),
            Use::Run(path) => {
                let is_runtime = canonical(path).is_some_and(|path| path == runtime);
                run.extend((path.is_file() && !is_runtime).then(|| program_name(path)));
            }
            // The servers of names are reached for the names.
            Use::Connect(address) if address.port() == 53 || names.has_port(address) => {}
            Use::Connect(address) => connect.extend([address_text(address)]),
            Use::Listen(address) => listen.extend([listen_text(address)]),
            Use::ConnectUnix(path) => {
                connect.extend(
                    canonical(path).filter(|path| !is_own(path)).map(|path| format!("unix:{}", path.display())),
                );
            }
            Use::ListenUnix(path) => listen.extend([format!("unix:{}", path.display())]),
            Use::Datagrams => {}
        }
    }
    let mut text = String::from("# What the program was seen to use. It may need more in other runs.\n");
    text.push_str(&list("read", &named(&joined(&read), places)));
    text.push_str(&list("write", &named(&joined(&write), places)));
    text.push_str(&list("env", &names.env));
    text.push_str(&list("run", &run));
    text.push_str(&list("sys", &names.sys));
    if !connect.is_empty() || !listen.is_empty() {
        text.push_str("\n[net]\n");
        text.push_str(&list("connect", &connect));
        text.push_str(&list("listen", &listen));
    }
    text
}

/// A line with a list; none for an empty one.
fn list(name: &str, items: &BTreeSet<String>) -> String {
    if items.is_empty() {
        return String::new();
    }
    format!("{name} = [{}]\n", items.iter().map(|item| quoted(item)).collect::<Vec<_>>().join(", "))
}

fn canonical(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok()
}

/// What has to be granted to write a path: the file when it is still there, else the nearest folder that is.
fn writable(path: &Path) -> Option<PathBuf> {
    match path.canonicalize() {
        Ok(found) if !found.is_dir() => Some(found),
        // A folder that the program made, and what it made in others, needs the folder above.
        _ => path.parent()?.ancestors().find_map(|folder| folder.canonicalize().ok()),
    }
}

/// Replaces many files of a folder by the folder, and drops what is inside of something granted.
fn joined(paths: &BTreeSet<PathBuf>) -> BTreeSet<PathBuf> {
    let mut by_folder: BTreeMap<&Path, Vec<&PathBuf>> = BTreeMap::new();
    for path in paths {
        by_folder.entry(package_folder(path).or_else(|| path.parent()).unwrap_or(path)).or_default().push(path);
    }
    let mut found: BTreeSet<PathBuf> = BTreeSet::new();
    for (folder, files) in by_folder {
        let is_packages = folder.ends_with("node_modules");
        if (files.len() > FILES_PER_FOLDER_MAX || is_packages) && folder.parent().is_some() {
            found.insert(folder.to_path_buf());
        } else {
            found.extend(files.into_iter().cloned());
        }
    }
    let outer: Vec<PathBuf> = found.iter().cloned().collect();
    found.retain(|path| !outer.iter().any(|other| other != path && path.starts_with(other)));
    found
}

/// The outermost `node_modules` that a path is in.
fn package_folder(path: &Path) -> Option<&Path> {
    path.ancestors().filter(|above| above.ends_with("node_modules")).last()
}

/// Paths as a policy writes them: with the variables of places.
fn named(paths: &BTreeSet<PathBuf>, places: &Places) -> BTreeSet<String> {
    let variables =
        [("$PROJECT", Some(&places.project)), ("$TMP", Some(&places.temporary)), ("$HOME", places.home.as_ref())];
    let name = |path: &PathBuf| {
        let found = variables.iter().find_map(|(variable, place)| {
            let place = (*place)?.canonicalize().ok().filter(|place| place.parent().is_some())?;
            Some((*variable, path.strip_prefix(&place).ok()?.to_path_buf()))
        });
        match found {
            Some((variable, rest)) if rest.as_os_str().is_empty() => variable.to_string(),
            Some((variable, rest)) => format!("{variable}/{}", rest.display()),
            None => path.display().to_string(),
        }
    };
    paths.iter().map(name).collect()
}

/// A program in PATH is granted by its name.
fn program_name(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let is_found =
        brio_permissions::find_program(&name, None, None).is_some_and(|found| canonical(&found) == canonical(path));
    if is_found { name } else { path.display().to_string() }
}

fn address_text(address: &SocketAddr) -> String {
    let ip = address.ip().to_canonical();
    let host = if ip.is_ipv6() { format!("[{ip}]") } else { ip.to_string() };
    format!("{host}:{}", address.port())
}

fn listen_text(address: &SocketAddr) -> String {
    if address.ip().is_unspecified() { format!("*:{}", address.port()) } else { address_text(address) }
}

/// A string of TOML.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => {
                quoted.push('\\');
                quoted.push(character);
            }
            character if character.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(character))),
            character => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}
