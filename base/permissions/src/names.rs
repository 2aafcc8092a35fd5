//! Names: variables of the environment, with patterns, and facts about the system.

/// A set of variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EnvRule {
    Name(String),
    /// All variables that begin with this: `AWS_*`.
    Prefix(String),
}

/// Deno's names for facts about the system.
const SYSTEM_FACTS: &[&str] = &[
    "hostname",
    "inspector",
    "osRelease",
    "osUptime",
    "loadavg",
    "networkInterfaces",
    "systemMemoryInfo",
    "uid",
    "gid",
    "cpus",
    "homedir",
    "getegid",
    "statfs",
    "getPriority",
    "setPriority",
    "userInfo",
    "setegid",
    "seteuid",
    "setgid",
    "setuid",
    "ca",
    "umask",
];

impl EnvRule {
    /// Reads a name, or a pattern that ends with `*`.
    pub fn parse(text: &str) -> Self {
        match text.strip_suffix('*') {
            Some(prefix) => EnvRule::Prefix(prefix.to_string()),
            None => EnvRule::Name(text.to_string()),
        }
    }

    /// Whether the rule is about the variable, or about all of the pattern.
    pub fn covers(&self, name: &str) -> bool {
        match (self, name.strip_suffix('*')) {
            (EnvRule::Name(own), None) => own == name,
            (EnvRule::Name(_), Some(_)) => false,
            (EnvRule::Prefix(prefix), None) => name.starts_with(prefix.as_str()),
            (EnvRule::Prefix(prefix), Some(asked)) => asked.starts_with(prefix.as_str()),
        }
    }

    pub fn specificity(&self) -> u64 {
        match self {
            EnvRule::Name(_) => 1 << 32,
            EnvRule::Prefix(prefix) => prefix.len() as u64,
        }
    }
}

/// The name under which a fact is checked.
pub fn fact(name: &str) -> &str {
    if name == "username" { "userInfo" } else { name }
}

/// Whether Deno has a permission of this name. `username` is another name for `userInfo`.
pub fn is_system_fact(name: &str) -> bool {
    name == "username" || SYSTEM_FACTS.contains(&name)
}
