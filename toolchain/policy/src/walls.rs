//! A policy for each of the two walls.

use crate::{Grant, Policy};
use brio_permissions::{Host, HostRule, NetRule};
use brio_sandbox::{LocalSockets, Network, Ports, Processes, Rules};
use std::net::IpAddr;
use std::path::{Path, PathBuf};

/// What the runtime itself needs to start a program.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The runtime's own file.
    pub runtime: PathBuf,
    /// Files and folders that the runtime reads besides, such as builtins in development.
    pub readable: Vec<PathBuf>,
}

/// Libraries, locales and time zones of the system, and what the engine asks about the machine. None of it is anyone's
/// secret, and no program starts without it.
const SYSTEM: &[&str] = &[
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/usr/share/locale",
    "/usr/share/zoneinfo",
    "/etc/ld.so.cache",
    "/etc/ld.so.preload",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/ssl/openssl.cnf",
    "/etc/timezone",
    "/proc/self",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/sys/vm/overcommit_memory",
    "/proc/sys/kernel/osrelease",
    "/sys/devices/system/cpu",
    "/sys/fs/cgroup",
    "/sys/kernel/mm/transparent_hugepage",
];
/// What a fact about the system (`sys`) is read from.
const FACTS: &[(&str, &[&str])] =
    &[("cpus", &["/proc/stat"]), ("loadavg", &["/proc/loadavg"]), ("osUptime", &["/proc/uptime"])];
/// Only with a network: names and certificates.
const NETWORK: &[&str] = &[
    "/etc/ca-certificates",
    "/etc/gai.conf",
    "/etc/host.conf",
    "/etc/hosts",
    "/etc/pki",
    "/etc/protocols",
    "/etc/resolv.conf",
    "/etc/services",
    "/etc/ssl/certs",
    "/run/systemd/resolve",
    "/usr/local/share/ca-certificates",
    "/usr/share/ca-certificates",
];
/// Only with other programs. Each needs its own folder of `/proc`, whose number is not known beforehand.
const PROGRAMS: &[&str] = &["/bin", "/sbin", "/usr", "/etc/alternatives", "/etc/group", "/etc/passwd", "/proc"];
const DEVICES: &[&str] = &["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];
/// The programs that the kernel itself starts to load others.
const LOADERS: &[&str] = &[
    "/lib64/ld-linux-x86-64.so.2",
    "/lib/ld-linux-aarch64.so.1",
    "/lib/ld-musl-x86_64.so.1",
    "/lib/ld-musl-aarch64.so.1",
];
/// Variables that the runtime and the system's libraries read.
const VARIABLES: &[&str] = &[
    "BRIO_BUILTINS",
    "BRIO_LANDLOCK_ABI",
    "BRIO_SANDBOX",
    "BRIO_SANDBOX_WALLS",
    "COLORTERM",
    "FORCE_COLOR",
    "HOME",
    "LANG",
    "LANGUAGE",
    "NODE_CHANNEL_FD",
    "NODE_CHANNEL_SERIALIZATION_MODE",
    "NODE_UNIQUE_ID",
    "NO_COLOR",
    "PATH",
    "TERM",
    "TMPDIR",
    "TZ",
];

/// The policy for the kernel's wall. With a supervisor (`supervision`) hosts and Unix sockets are distinguished.
pub fn rules(policy: &Policy, start: &Start, is_supervised: bool) -> Rules {
    let everything = || vec![PathBuf::from("/")];
    let paths = |grant: &Grant<PathBuf>| match grant {
        Grant::All => everything(),
        Grant::These(list) => list.clone(),
    };
    let mut readable = paths(&policy.read);
    let mut writable = paths(&policy.write);
    let mut executable = Vec::new();
    add(&mut readable, SYSTEM);
    for (fact, paths) in FACTS {
        if allows_fact(policy, fact) {
            add(&mut readable, paths);
        }
    }
    add(&mut readable, DEVICES);
    add(&mut writable, DEVICES);
    readable.push(start.runtime.clone());
    readable.extend(start.readable.iter().cloned());
    readable.extend(policy.addons.listed().iter().cloned());
    let network = network(policy, is_supervised);
    if network != Network::None {
        add(&mut readable, NETWORK);
    }
    let processes = match &policy.run {
        Grant::All => Processes::Any,
        Grant::These(list) if list.is_empty() => Processes::None,
        Grant::These(_) => Processes::Listed,
    };
    match processes {
        Processes::None => {}
        Processes::Any => executable = everything(),
        Processes::Listed => {
            for program in policy.run.listed() {
                executable.extend(with_interpreters(&program.path));
            }
            add(&mut executable, LOADERS);
        }
    }
    if processes != Processes::None {
        add(&mut readable, PROGRAMS);
        readable.extend(executable.iter().cloned());
    }
    if names_user(policy) {
        add(&mut readable, &["/etc/passwd", "/etc/group"]);
    }
    for list in [&mut readable, &mut writable, &mut executable] {
        list.retain(|path| path.exists());
        list.sort();
        list.dedup();
    }
    Rules {
        readable,
        writable,
        executable,
        devices: Vec::new(),
        network,
        local_sockets: local_sockets(policy, is_supervised),
        processes,
        keeps_metadata: policy.write == Grant::These(Vec::new()),
        is_supervised,
    }
}

/// The kernel's wall around each program with a policy of its own. It is put up inside of the one for the policy itself, so
/// that it can only take away.
pub fn program_rules(policy: &Policy, start: &Start, is_supervised: bool) -> Vec<Rules> {
    policy.programs.iter().map(|(_, own)| rules(own, start, is_supervised)).collect()
}

fn add(list: &mut Vec<PathBuf>, paths: &[&str]) {
    list.extend(paths.iter().map(PathBuf::from));
}

fn names_user(policy: &Policy) -> bool {
    allows_fact(policy, "userInfo") || allows_fact(policy, "username")
}

fn allows_fact(policy: &Policy, name: &str) -> bool {
    match &policy.sys {
        Grant::All => true,
        Grant::These(list) => list.iter().any(|fact| fact == name),
    }
}

fn network(policy: &Policy, is_supervised: bool) -> Network {
    if policy.connect == Grant::All && policy.listen == Grant::All {
        return Network::All;
    }
    let is_unix = |rule: &NetRule| matches!(rule.host, HostRule::One(Host::Unix(_)));
    let connect: Vec<&NetRule> = policy.connect.listed().iter().filter(|rule| !is_unix(rule)).collect();
    let listen: Vec<&NetRule> = policy.listen.listed().iter().filter(|rule| !is_unix(rule)).collect();
    if policy.connect != Grant::All && policy.listen != Grant::All && connect.is_empty() && listen.is_empty() {
        return Network::None;
    }
    // The supervisor makes the connections, so the process itself makes none, and names are resolved over TCP.
    let supervised = |grant: &Grant<NetRule>| is_supervised && *grant != Grant::All;
    let [connect_ports, listen_ports] = [(&policy.connect, &connect), (&policy.listen, &listen)]
        .map(|(grant, rules)| if supervised(grant) { Ports::These(Vec::new()) } else { ports(grant, rules) });
    Network::Limited {
        connect: connect_ports,
        listen: listen_ports,
        has_datagrams: policy.connect == Grant::All || (!is_supervised && has_names(policy)),
    }
}

/// Whether hosts are named that have to be resolved.
pub(crate) fn has_names(policy: &Policy) -> bool {
    policy.connect.listed().iter().any(|rule| match &rule.host {
        HostRule::One(Host::Name(name)) => name != "localhost",
        HostRule::Below(_) => true,
        _ => false,
    })
}

fn ports(grant: &Grant<NetRule>, rules: &[&NetRule]) -> Ports {
    if *grant == Grant::All || rules.iter().any(|rule| rule.port.is_none()) {
        return Ports::All;
    }
    let mut ports: Vec<u16> = rules.iter().filter_map(|rule| u16::try_from(rule.port?).ok()).collect();
    ports.sort_unstable();
    ports.dedup();
    Ports::These(ports)
}

fn local_sockets(policy: &Policy, is_supervised: bool) -> LocalSockets {
    let has_one = |grant: &Grant<NetRule>| match grant {
        Grant::All => true,
        Grant::These(list) => list.iter().any(|rule| matches!(rule.host, HostRule::One(Host::Unix(_)))),
    };
    match has_one(&policy.connect) || has_one(&policy.listen) {
        false => LocalSockets::None,
        true if is_supervised && policy.connect != Grant::All => LocalSockets::Supervised,
        true => LocalSockets::All,
    }
}

/// Whether a policy has hosts or sockets that only a supervisor distinguishes.
pub fn needs_supervisor(policy: &Policy) -> bool {
    let is_some = |grant: &Grant<NetRule>| !grant.listed().is_empty();
    is_some(&policy.connect) || is_some(&policy.listen)
}

/// A program's file, and the programs that its first line names.
fn with_interpreters(program: &Path) -> Vec<PathBuf> {
    const DEPTH_MAX: usize = 4;
    let mut found = Vec::new();
    let mut next = program.canonicalize().ok();
    while let Some(path) = next.take().filter(|_| found.len() < DEPTH_MAX) {
        let mut head = [0; 256];
        let count =
            std::fs::File::open(&path).and_then(|mut file| std::io::Read::read(&mut file, &mut head)).unwrap_or(0);
        let line = head[..count].split(|byte| *byte == b'\n').next().unwrap_or_default();
        found.push(path);
        if let Some(line) = line.strip_prefix(b"#!") {
            let line = String::from_utf8_lossy(line);
            let mut words = line.split_whitespace();
            let first = words.next().map(PathBuf::from);
            if first.as_ref().is_some_and(|path| path.ends_with("env")) {
                found.extend(first.and_then(|path| path.canonicalize().ok()));
                let named = words.find(|word| !word.starts_with('-') && !word.contains('='));
                next = named
                    .and_then(|name| brio_permissions::find_program(name, None, None))
                    .and_then(|path| path.canonicalize().ok());
            } else {
                next = first.and_then(|path| path.canonicalize().ok());
            }
        }
    }
    found
}

/// The policy for the first wall, as flags of the command line (Deno's) with their values.
pub fn flags(policy: &Policy) -> Vec<(String, String)> {
    let path = |path: &PathBuf| path.to_string_lossy().into_owned();
    let mut flags = vec![("--secure".to_string(), String::new()), ("--no-prompt".to_string(), String::new())];
    // The first wall has one permission for both directions; the kernel's wall distinguishes them.
    let net = match (&policy.connect, &policy.listen) {
        (Grant::All, _) | (_, Grant::All) => Grant::All,
        (Grant::These(connect), Grant::These(listen)) => {
            Grant::These(connect.iter().chain(listen).flat_map(flag_hosts).collect())
        }
    };
    // Deno's model needs reading and writing for a socket in the file system, too; the kernel's wall knows it as a socket.
    let listed = policy.connect.listed().iter().chain(policy.listen.listed());
    let sockets = listed.filter_map(|rule| match &rule.host {
        HostRule::One(Host::Unix(path)) => Some(path.clone()),
        _ => None,
    });
    let sockets: Vec<PathBuf> = sockets.collect();
    let with_sockets = |grant: &Grant<PathBuf>| match grant {
        Grant::All => Grant::All,
        Grant::These(list) => Grant::These(list.iter().chain(&sockets).cloned().collect()),
    };
    let lists = [
        ("--allow-read", strings(&with_sockets(&policy.read), path)),
        ("--allow-write", strings(&with_sockets(&policy.write), path)),
        ("--allow-net", strings(&net, String::clone)),
        ("--allow-import", strings(&policy.connect, net_text)),
        ("--allow-env", strings(&policy.env, String::clone)),
        ("--allow-run", strings(&policy.run, |program| path(&program.path))),
        ("--allow-sys", strings(&policy.sys, String::clone)),
        ("--allow-ffi", strings(&policy.addons, path)),
        ("--deny-read", strings(&Grant::These(policy.deny.clone()), path)),
        ("--deny-write", strings(&Grant::These(policy.deny.clone()), path)),
    ];
    for (name, list) in lists {
        match list {
            None => {}
            Some(items) if items.is_empty() => flags.push((name.to_string(), String::new())),
            Some(items) => flags.extend(joined(&items).into_iter().map(|list| (name.to_string(), list))),
        }
    }
    // Deno's flags let a program load its own modules; the kernel's wall knows no such files.
    flags.push((READS_MODULES.to_string(), String::new()));
    if !policy.packages.is_empty() {
        flags.push((PACKAGES.to_string(), packages_text(policy)));
    }
    flags
}

/// The values of flags with these items. One flag has all items without a comma: each flag is looked at often while a program
/// starts. A comma inside of an item is written twice.
fn joined(items: &[String]) -> Vec<String> {
    let (with_comma, without): (Vec<&String>, Vec<&String>) = items.iter().partition(|item| item.contains(','));
    let mut values: Vec<String> = with_comma.iter().map(|item| item.replace(',', ",,")).collect();
    if !without.is_empty() {
        values.push(without.iter().map(|item| item.as_str()).collect::<Vec<_>>().join(","));
    }
    values
}

/// The option by which the program's own modules need the permission to be read.
const READS_MODULES: &str = "--sandbox-reads-modules";
/// The option with what packages may import, as JSON: a list, or `true` for everything, by the package's name.
const PACKAGES: &str = "--sandbox-packages";

fn packages_text(policy: &Policy) -> String {
    let entry = |(name, grant): &(String, Grant<String>)| {
        let imports = match grant {
            Grant::All => serde_json::Value::Bool(true),
            Grant::These(list) => list.clone().into(),
        };
        (name.clone(), imports)
    };
    serde_json::Value::Object(policy.packages.iter().map(entry).collect()).to_string()
}

/// A rule as `--allow-net` takes it. Every address of this machine is written as the addresses that programs name.
fn flag_hosts(rule: &NetRule) -> Vec<String> {
    match (&rule.host, rule.port) {
        (HostRule::Network(IpAddr::V4(_), 0), Some(port)) => {
            ["0.0.0.0", "127.0.0.1", "localhost"].iter().map(|host| format!("{host}:{port}")).collect()
        }
        (HostRule::Network(IpAddr::V6(_), 0), Some(port)) => vec![format!("[::]:{port}"), format!("[::1]:{port}")],
        _ => vec![net_text(rule)],
    }
}

/// None: nothing is granted; an empty list: everything.
fn strings<T>(grant: &Grant<T>, text: impl Fn(&T) -> String) -> Option<Vec<String>> {
    match grant {
        Grant::All => Some(Vec::new()),
        Grant::These(list) if list.is_empty() => None,
        Grant::These(list) => Some(list.iter().map(text).collect()),
    }
}

/// A rule as a policy writes it.
pub(crate) fn net_text(rule: &NetRule) -> String {
    let host = match &rule.host {
        HostRule::One(Host::Name(name)) => name.clone(),
        HostRule::One(Host::Ip(IpAddr::V6(ip))) => format!("[{ip}]"),
        HostRule::One(Host::Ip(ip)) => ip.to_string(),
        HostRule::One(Host::Unix(path)) => return format!("unix:{}", path.display()),
        HostRule::Below(domain) => format!("*.{domain}"),
        HostRule::Network(_, 0) => "*".to_string(),
        HostRule::Network(ip, bits) => format!("{ip}/{bits}"),
    };
    rule.port.map_or(host.clone(), |port| format!("{host}:{port}"))
}

/// Whether a variable of the environment stays.
pub fn kept_variables(policy: &Policy) -> impl Fn(&str) -> bool + use<> {
    let env = policy.env.clone();
    move |name: &str| {
        let is_granted = match &env {
            Grant::All => true,
            Grant::These(list) => list.iter().any(|rule| match rule.strip_suffix('*') {
                Some(prefix) => name.starts_with(prefix),
                None => rule == name,
            }),
        };
        is_granted || VARIABLES.contains(&name) || name.starts_with("LC_")
    }
}

/// What of a policy only the first wall can hold, a sentence each.
pub fn unheld(policy: &Policy, is_supervised: bool) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut add = |is_so: bool, sentence: &str| {
        if is_so {
            sentences.push(sentence.to_string());
        }
    };
    let is_host = |rule: &NetRule| !matches!(rule.host, HostRule::One(Host::Unix(_)));
    add(
        !is_supervised && policy.connect.listed().iter().any(is_host),
        "the kernel knows ports and no hosts: which host is behind an allowed port, only the runtime checks",
    );
    add(
        !is_supervised && matches!(&policy.write, Grant::These(list) if !list.is_empty()),
        "modes, owners, times and attributes of files outside of \"write\" stay as they are only for the runtime's own functions: the kernel's Landlock has no rule for them",
    );
    add(!policy.deny.is_empty(), "what \"deny\" takes out of a granted folder, only the runtime refuses");
    add(policy.sys != Grant::All, "facts about the system (\"sys\") are refused by the runtime only");
    add(
        !policy.packages.is_empty(),
        "what packages may import limits the damage, and is no wall: they share the memory of the program",
    );
    add(
        !policy.programs.is_empty(),
        "a program's own limits hold where the runtime starts it, not where another program does",
    );
    sentences
}
