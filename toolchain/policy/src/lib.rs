//! Policies of the sandbox: what a program may read, write, reach and start, as a file (`policy.toml`) or as
//! `"brio": { "sandbox": { … } }` in a `package.json`.
//!
//! A policy is enforced by two walls, and this crate translates it for both: `brio_permissions` (the checks before each
//! native function) and `brio_sandbox` (the kernel). It applies neither. Start reading at [`Policy`].

mod document;
mod explain;
mod name_service;
mod nested;
mod read;
mod resolved;
mod suggest;
mod walls;

pub use document::PolicyError;
pub use explain::explain;
pub use read::{Places, of_manifest, of_toml};
pub use resolved::Resolved;
pub use suggest::{Names, suggest};
pub use walls::{Start, flags, kept_variables, needs_supervisor, program_rules, rules, unheld};

use brio_permissions::NetRule;
use std::path::PathBuf;

/// What a program may do. What is not granted is refused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    /// The file that it is from.
    pub file: PathBuf,
    /// Paths that may be read.
    pub read: Grant<PathBuf>,
    /// Paths that may be written.
    pub write: Grant<PathBuf>,
    /// Paths inside of those that may neither be read nor written.
    pub deny: Vec<PathBuf>,
    /// Hosts and ports to connect to.
    pub connect: Grant<NetRule>,
    /// Addresses and ports to listen on.
    pub listen: Grant<NetRule>,
    /// Variables of the environment: names, and beginnings of names with a `*`.
    pub env: Grant<String>,
    /// Programs that may be started.
    pub run: Grant<Program>,
    /// Facts about the system, by Deno's names.
    pub sys: Grant<String>,
    /// Native addons and libraries.
    pub addons: Grant<PathBuf>,
    /// Packages by their names, and which of [`IMPORTS`] each may import; `*` stands for those that are not named.
    pub packages: Vec<(String, Grant<String>)>,
    /// Programs of `run` with a narrower policy of their own.
    pub programs: Vec<(Program, Policy)>,
}

/// What a package may import, besides the modules that touch nothing outside of the program.
pub const IMPORTS: [&str; 6] = ["fs", "net", "child_process", "worker_threads", "vm", "native"];

/// Nothing, some, or all of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grant<T> {
    All,
    These(Vec<T>),
}

impl<T> Default for Grant<T> {
    fn default() -> Self {
        Self::These(Vec::new())
    }
}

impl<T> Grant<T> {
    /// Whether nothing is granted.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::These(list) if list.is_empty())
    }

    /// What is listed; nothing when all is granted.
    pub fn listed(&self) -> &[T] {
        match self {
            Self::All => &[],
            Self::These(list) => list,
        }
    }
}

/// A program that may be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// As the policy names it.
    pub name: String,
    pub path: PathBuf,
}

#[cfg(test)]
#[path = "lib_tests.rs"]
mod tests;
