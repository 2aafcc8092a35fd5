//! The tables of a policy about parts of a program: `[packages.NAME]`, what a package may import, and `[programs.NAME]`,
//! what a program of `run` may do.

use crate::document::{Node, NodeKind, PolicyError};
use crate::read::Reader;
use crate::{Grant, IMPORTS, Policy, Program};
use std::path::PathBuf;

/// Stands for all packages that are not named.
const OTHERS: &str = "*";
const PACKAGE_KEYS: [&str; 1] = ["import"];
const PROGRAM_KEYS: [&str; 5] = ["read", "write", "net", "env", "run"];

impl Reader<'_> {
    /// Reads `[packages]`.
    ///
    /// # Errors
    /// The first place that is wrong.
    pub fn packages(&self, node: &Node) -> Result<Vec<(String, Grant<String>)>, PolicyError> {
        let mut packages: Vec<(String, Grant<String>)> = Vec::new();
        for (name, at, value) in self.named_tables(node, "packages")? {
            if !is_package(name) {
                return Err(self.source.error(*at, format!("\"{name}\" is neither the name of a package nor *")));
            }
            if packages.iter().any(|(earlier, _)| earlier == name) {
                return Err(self.source.error(*at, format!("\"{name}\" is there twice")));
            }
            let entries = self.table(value, &format!("packages.{name}"), &PACKAGE_KEYS)?;
            let Some((key, _, list)) = entries.first() else {
                return Err(self.source.error(*at, format!("packages.{name} has no \"import\"")));
            };
            packages.push((name.clone(), self.grant(key, list, Self::import)?));
        }
        Ok(packages)
    }

    /// Reads `[programs]`, whose policies grant at most what `outer` does.
    ///
    /// # Errors
    /// The first place that is wrong.
    pub fn programs(&self, node: &Node, outer: &Policy) -> Result<Vec<(Program, Policy)>, PolicyError> {
        let mut programs = Vec::new();
        for (name, at, value) in self.named_tables(node, "programs")? {
            let listed = match &outer.run {
                Grant::All => Some(self.program(*at, name)?),
                Grant::These(list) => list.iter().find(|program| program.name == *name).cloned(),
            };
            let Some(program) = listed else {
                return Err(self.source.error(*at, format!("\"{name}\" is not in \"run\"")));
            };
            let policy = self.program_policy(name, value, outer, &program)?;
            programs.push((program, policy));
        }
        Ok(programs)
    }

    fn program_policy(
        &self,
        name: &str,
        node: &Node,
        outer: &Policy,
        program: &Program,
    ) -> Result<Policy, PolicyError> {
        let mut policy = Policy { file: outer.file.clone(), ..Policy::default() };
        let mut started = vec![program.clone()];
        for (key, at, value) in self.table(node, &format!("programs.{name}"), &PROGRAM_KEYS)? {
            match key.as_str() {
                "read" => policy.read = self.narrower(key, value, &outer.read)?,
                "write" => policy.write = self.narrower(key, value, &outer.write)?,
                "env" => policy.env = self.grant(key, value, Self::variable)?,
                "run" => match self.grant(key, value, Self::program)? {
                    Grant::These(others) => started.extend(others),
                    Grant::All => policy.run = Grant::All,
                },
                _ => match value.kind {
                    NodeKind::Boolean(true) => (policy.connect, policy.listen) = (Grant::All, Grant::All),
                    NodeKind::Boolean(false) => {}
                    _ => {
                        let message = format!(
                            "\"net\" of a program is true, for what the policy grants, or false, not {}",
                            value.name()
                        );
                        return Err(self.source.error(*at, message));
                    }
                },
            }
        }
        if policy.run != Grant::All {
            policy.run = Grant::These(started);
        }
        Ok(policy)
    }

    /// Paths that are all inside of those of `outer`. `true` is what `outer` has.
    fn narrower(&self, key: &str, node: &Node, outer: &Grant<PathBuf>) -> Result<Grant<PathBuf>, PolicyError> {
        let Grant::These(paths) = self.grant(key, node, Self::path)? else { return Ok(outer.clone()) };
        let Grant::These(granted) = outer else { return Ok(Grant::These(paths)) };
        match paths.iter().find(|path| !granted.iter().any(|one| path.starts_with(one))) {
            Some(path) => {
                let message = format!("{} is not in \"{key}\" of the policy itself", path.display());
                Err(self.source.error(node.at, message))
            }
            None => Ok(Grant::These(paths)),
        }
    }

    fn named_tables<'n>(&self, node: &'n Node, what: &str) -> Result<crate::read::Entries<'n>, PolicyError> {
        match &node.kind {
            NodeKind::Table(entries) => Ok(entries),
            _ => {
                let message = format!("\"{what}\" has a table for each name, and is not {}", node.name());
                Err(self.source.error(node.at, message))
            }
        }
    }

    fn import(&self, at: usize, text: &str) -> Result<String, PolicyError> {
        match IMPORTS.contains(&text) {
            true => Ok(text.to_string()),
            false => {
                let message = format!("a package cannot be granted \"{text}\": there are {}", IMPORTS.join(", "));
                Err(self.source.error(at, message))
            }
        }
    }
}

/// Whether this is the name of a package in `node_modules`, or stands for all others.
fn is_package(name: &str) -> bool {
    let is_folder = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains(['/', '\\', '\0']);
    match name.strip_prefix('@') {
        Some(scoped) => scoped.split_once('/').is_some_and(|(scope, rest)| is_folder(scope) && is_folder(rest)),
        None => name == OTHERS || is_folder(name),
    }
}
