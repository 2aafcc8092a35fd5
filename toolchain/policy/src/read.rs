//! From a document to a policy: keys, kinds of values, variables in paths, and what contradicts itself.

use crate::document::{self, Node, NodeKind, PolicyError, Source};
use crate::{Grant, Policy, Program};
use brio_permissions::{HostRule, NetRule, find_program, is_system_fact};
use std::net::{Ipv4Addr, Ipv6Addr};
use std::path::{Path, PathBuf};

/// What the variables in paths stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// `$PROJECT`: the project's folder.
    pub project: PathBuf,
    /// `$TMP`: the folder for temporary files.
    pub temporary: PathBuf,
    /// `$HOME` and `~`; None without one.
    pub home: Option<PathBuf>,
}

const KEYS: [&str; 10] = ["read", "write", "deny", "net", "env", "run", "sys", "addons", "packages", "programs"];
const NET_KEYS: [&str; 2] = ["connect", "listen"];

/// Reads a policy in TOML. Relative paths start at the folder of the file.
///
/// # Errors
/// The first place that is wrong.
pub fn of_toml(file: &Path, text: &str, places: &Places) -> Result<Policy, PolicyError> {
    let source = Source { file, text };
    Reader { source, places }.policy(&document::of_toml(source)?)
}

/// Reads `brio.sandbox` of a `package.json`. None without it.
///
/// # Errors
/// The first place that is wrong.
pub fn of_manifest(file: &Path, text: &str, places: &Places) -> Result<Option<Policy>, PolicyError> {
    let source = Source { file, text };
    let Some(node) = document::of_manifest(source)? else { return Ok(None) };
    Reader { source, places }.policy(&node).map(Some)
}

pub(crate) struct Reader<'a> {
    pub source: Source<'a>,
    places: &'a Places,
}

pub(crate) type Entries<'a> = &'a [(String, usize, Node)];

impl Reader<'_> {
    fn policy(&self, node: &Node) -> Result<Policy, PolicyError> {
        let entries = self.table(node, "a policy", &KEYS)?;
        let mut policy = Policy { file: self.source.file.to_path_buf(), ..Policy::default() };
        let mut denied = Vec::new();
        let mut programs = None;
        for (key, _, value) in entries {
            match key.as_str() {
                "read" => policy.read = self.grant(key, value, Self::path)?,
                "write" => policy.write = self.grant(key, value, Self::path)?,
                "addons" => policy.addons = self.grant(key, value, Self::path)?,
                "env" => policy.env = self.grant(key, value, Self::variable)?,
                "sys" => policy.sys = self.grant(key, value, Self::fact)?,
                "run" => policy.run = self.grant(key, value, Self::program)?,
                "deny" => denied = self.list(key, value)?,
                "packages" => policy.packages = self.packages(value)?,
                "programs" => programs = Some(value),
                _ => self.net(value, &mut policy)?,
            }
        }
        for (at, text) in denied {
            let path = self.path(at, &text)?;
            self.check_denied(at, &path, &policy)?;
            policy.deny.push(path);
        }
        self.check_programs(entries, &policy)?;
        // Their policies are compared with this one.
        if let Some(node) = programs {
            policy.programs = self.programs(node, &policy)?;
        }
        Ok(policy)
    }

    fn net(&self, node: &Node, policy: &mut Policy) -> Result<(), PolicyError> {
        if let NodeKind::Boolean(is_all) = node.kind {
            if is_all {
                (policy.connect, policy.listen) = (Grant::All, Grant::All);
            }
            return Ok(());
        }
        for (key, _, value) in self.table(node, "net", &NET_KEYS)? {
            match key.as_str() {
                "connect" => policy.connect = self.grant("net.connect", value, Self::hosts)?.flattened(),
                _ => policy.listen = self.grant("net.listen", value, Self::addresses)?.flattened(),
            }
        }
        Ok(())
    }

    pub(crate) fn table<'n>(&self, node: &'n Node, what: &str, known: &[&str]) -> Result<Entries<'n>, PolicyError> {
        let NodeKind::Table(entries) = &node.kind else {
            let message = format!("{what} is a table with {}, not {}", known.join(", "), node.name());
            return Err(self.source.error(node.at, message));
        };
        for (index, (key, at, _)) in entries.iter().enumerate() {
            if !known.contains(&key.as_str()) {
                let message = format!("unknown key \"{key}\" in {what}: it has {}", known.join(", "));
                return Err(self.source.error(*at, message));
            }
            if entries[..index].iter().any(|(earlier, ..)| earlier == key) {
                return Err(self.source.error(*at, format!("\"{key}\" is there twice")));
            }
        }
        Ok(entries)
    }

    /// `true`, `false` or a list.
    pub(crate) fn grant<T>(
        &self,
        key: &str,
        node: &Node,
        read: fn(&Self, usize, &str) -> Result<T, PolicyError>,
    ) -> Result<Grant<T>, PolicyError> {
        match node.kind {
            NodeKind::Boolean(true) => return Ok(Grant::All),
            NodeKind::Boolean(false) => return Ok(Grant::default()),
            _ => {}
        }
        let list = self.list(key, node)?;
        Ok(Grant::These(list.into_iter().map(|(at, text)| read(self, at, &text)).collect::<Result<_, _>>()?))
    }

    pub(crate) fn list(&self, key: &str, node: &Node) -> Result<Vec<(usize, String)>, PolicyError> {
        let NodeKind::List(items) = &node.kind else {
            let message = format!("\"{key}\" is a list of strings, true or false, not {}", node.name());
            return Err(self.source.error(node.at, message));
        };
        let mut list: Vec<(usize, String)> = Vec::new();
        for item in items {
            let NodeKind::Text(text) = &item.kind else {
                return Err(self.source.error(item.at, format!("\"{key}\" lists strings, not {}", item.name())));
            };
            if list.iter().any(|(_, earlier)| earlier == text) {
                return Err(self.source.error(item.at, format!("\"{text}\" is listed twice")));
            }
            list.push((item.at, text.clone()));
        }
        Ok(list)
    }

    /// A path that exists, absolute and without links.
    pub(crate) fn path(&self, at: usize, text: &str) -> Result<PathBuf, PolicyError> {
        if text.is_empty() || text.contains('\0') {
            return Err(self.source.error(at, "a path is empty or contains a NUL"));
        }
        let path = self.expanded(at, text)?;
        path.canonicalize().map_err(|error| {
            let message = match error.kind() {
                std::io::ErrorKind::NotFound => {
                    format!(
                        "\"{text}\" does not exist ({}): make it, or grant the folder it will be in",
                        path.display()
                    )
                }
                _ => format!("\"{text}\" cannot be found: {error}"),
            };
            self.source.error(at, message)
        })
    }

    fn expanded(&self, at: usize, text: &str) -> Result<PathBuf, PolicyError> {
        let (first, rest) = text.split_once('/').unwrap_or((text, ""));
        let place = match first {
            "$PROJECT" => &self.places.project,
            "$TMP" => &self.places.temporary,
            "$HOME" | "~" => match &self.places.home {
                Some(home) => home,
                None => return Err(self.source.error(at, format!("{first} stands for nothing: HOME is not set"))),
            },
            _ if first.starts_with('$') => {
                let message = format!("unknown variable {first}: there are $PROJECT, $TMP and $HOME");
                return Err(self.source.error(at, message));
            }
            _ => {
                let folder = self.source.file.parent().unwrap_or(Path::new("."));
                return Ok(folder.join(text));
            }
        };
        Ok(place.join(rest))
    }

    pub(crate) fn variable(&self, at: usize, text: &str) -> Result<String, PolicyError> {
        let name = text.strip_suffix('*').unwrap_or(text);
        if name.is_empty() || name.contains(['*', '=', '\0']) {
            let message =
                format!("\"{text}\" is neither the name of a variable nor the beginning of one with a * at its end");
            return Err(self.source.error(at, message));
        }
        Ok(text.to_string())
    }

    fn fact(&self, at: usize, text: &str) -> Result<String, PolicyError> {
        match is_system_fact(text) {
            true => Ok(text.to_string()),
            false => Err(self.source.error(at, format!("unknown fact about the system \"{text}\""))),
        }
    }

    pub(crate) fn program(&self, at: usize, text: &str) -> Result<Program, PolicyError> {
        let named =
            if text.contains('/') { self.expanded(at, text)?.to_string_lossy().into_owned() } else { text.into() };
        let path = find_program(&named, None, None);
        let path = path.and_then(|path| path.exists().then_some(path));
        match path {
            Some(path) if !text.is_empty() => Ok(Program { name: text.to_string(), path }),
            _ => Err(self.source.error(at, format!("there is no program \"{text}\""))),
        }
    }

    fn hosts(&self, at: usize, text: &str) -> Result<Vec<NetRule>, PolicyError> {
        NetRule::parse(text).map(|rule| vec![rule]).map_err(|error| self.source.error(at, error.to_string()))
    }

    /// `*:PORT` is every address of this machine.
    fn addresses(&self, at: usize, text: &str) -> Result<Vec<NetRule>, PolicyError> {
        let Some(port) = text.strip_prefix("*:") else { return self.hosts(at, text) };
        let port: u16 = port.parse().map_err(|_| self.source.error(at, format!("invalid port in '{text}'")))?;
        let all =
            [HostRule::Network(Ipv4Addr::UNSPECIFIED.into(), 0), HostRule::Network(Ipv6Addr::UNSPECIFIED.into(), 0)];
        Ok(all.into_iter().map(|host| NetRule { host, port: Some(port.into()) }).collect())
    }

    fn check_denied(&self, at: usize, path: &Path, policy: &Policy) -> Result<(), PolicyError> {
        let grants = [("read", &policy.read), ("write", &policy.write)];
        if let Some((key, _)) = grants.iter().find(|(_, grant)| grant.listed().iter().any(|one| one == path)) {
            let message = format!("{} is denied, and granted by \"{key}\"", path.display());
            return Err(self.source.error(at, message));
        }
        let is_inside = |grant: &Grant<PathBuf>| match grant {
            Grant::All => true,
            Grant::These(list) => list.iter().any(|one| path.starts_with(one)),
        };
        match grants.iter().any(|(_, grant)| is_inside(grant)) {
            true => Ok(()),
            false => Err(self.source.error(at, format!("{} is denied, but nothing grants it", path.display()))),
        }
    }

    /// A program that may be replaced by the one that may start it stands for every program.
    fn check_programs(&self, entries: Entries<'_>, policy: &Policy) -> Result<(), PolicyError> {
        let at = entries.iter().find(|(key, ..)| key == "run").map_or(0, |(_, _, node)| node.at);
        for program in policy.run.listed() {
            let target = program.path.canonicalize().unwrap_or_else(|_| program.path.clone());
            let is_writable = match &policy.write {
                Grant::All => true,
                Grant::These(list) => list.iter().any(|one| target.starts_with(one) || program.path.starts_with(one)),
            };
            if is_writable {
                let message = format!(
                    "\"{}\" may be started and may be written: it could be replaced by any other program",
                    program.name
                );
                return Err(self.source.error(at, message));
            }
        }
        Ok(())
    }
}

impl<T> Grant<Vec<T>> {
    fn flattened(self) -> Grant<T> {
        match self {
            Self::All => Grant::All,
            Self::These(lists) => Grant::These(lists.into_iter().flatten().collect()),
        }
    }
}
