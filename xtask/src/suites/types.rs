//! The TypeScript compiler, in strict mode: the builtins with the contracts of their native functions, and the tests of
//! the public APIs against the types that Node and Bun publish.

use super::tools;
use crate::process;
use crate::report::Tally;
use crate::workspace::Workspace;
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(180);

/// What is checked: a name for the report and its project file.
const PROJECTS: &[(&str, &str)] = &[("builtins", "tsconfig.json"), ("tests", "tests/tsconfig.json")];

/// Checks each project; one that is free of errors counts as passed, each error as failed.
pub fn run(workspace: &Workspace) -> Result<Tally, String> {
    let modules = tools::node_modules(workspace)?;
    let mut tally = Tally::default();
    for (name, project) in PROJECTS {
        let mut command = Command::new(modules.join(".bin/tsc"));
        command.arg("--project").arg(workspace.root.join(project)).current_dir(&workspace.root);
        // The tests are checked against published types, which lie in the cache with the compiler.
        command.arg("--typeRoots").arg(modules.join("@types"));
        let outcome = process::run(&mut command, b"", LIMIT)?;
        let errors: Vec<&str> = outcome.stdout.lines().filter(|line| line.contains("error TS")).collect();
        match outcome.code() {
            0 => tally.pass(),
            _ if errors.is_empty() => tally.fail(name, &format!("{}\n{}", outcome.stdout, outcome.stderr)),
            _ => errors.iter().for_each(|error| tally.fail(&format!("types of {name}"), error)),
        }
    }
    Ok(tally)
}
