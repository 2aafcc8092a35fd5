//! The flags of `deno bundle` and `deno compile`, as those of `brio build`.

use super::OfProgram;

/// Flags about what Deno caches, locks and checks, which a build does not do. They are accepted and have no effect.
const WITHOUT_EFFECT: &[&str] = &[
    "--check",
    "--no-check",
    "--no-remote",
    "--no-npm",
    "--no-lock",
    "--no-config",
    "--no-terminal",
    "--frozen",
    "--cached-only",
    "--reload",
    "-r",
    "--vendor",
    "--node-modules-dir",
    "--allow-scripts",
    "--allow-import",
    "--inline-imports",
];

/// The name of a flag without its value.
fn name_of(argument: &str) -> &str {
    argument.split('=').next().unwrap_or(argument)
}

fn has_effect(argument: &str) -> bool {
    let name = name_of(argument);
    !WITHOUT_EFFECT.contains(&name) && !name.starts_with("--unstable")
}

/// `deno bundle`: its flags that `brio build` has under the same names, and the target.
pub(super) fn bundle(arguments: &[String]) -> Vec<String> {
    let mut translated: Vec<String> = arguments.iter().filter(|argument| has_effect(argument)).cloned().collect();
    let names_target = arguments.iter().any(|argument| matches!(name_of(argument), "--platform" | "--target"));
    let is_page = arguments.iter().any(|argument| crate::html::is_page(argument));
    if !names_target && !is_page {
        translated.extend(["--target".to_owned(), "deno".to_owned()]);
    }
    translated
}

/// `deno compile` as `brio build`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Compile {
    pub(super) flags: Vec<String>,
    pub(super) of_program: OfProgram,
}

/// Flags of `deno compile` with a value that are also flags of the runtime.
const OF_RUNTIME: &[&str] = &["--v8-flags", "--cert", "--location", "--seed"];

/// What `--env-file` reads without a value.
const VARIABLES: &str = ".env";

/// `deno compile`: the flags of `brio build`, and what the executable gives its program.
///
/// # Errors
/// A message for the user: a flag that is not known or not supported.
pub(super) fn compile(arguments: &[String]) -> Result<Compile, String> {
    let mut flags = vec!["--compile".to_owned(), "--target".to_owned(), "deno".to_owned()];
    let mut exec_arguments = Vec::new();
    let mut has_permissions = false;
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let (name, inline) = match argument.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (argument.as_str(), None),
        };
        let mut value = || {
            let value = inline.clone().or_else(|| rest.next().cloned());
            value.ok_or_else(|| format!("{name} requires a value"))
        };
        match name {
            _ if !argument.starts_with('-') => {
                if !has_permissions {
                    return Err(
                        "no permissions are given: -A makes an executable with all of them, --allow-read and the others of `brio help run` one with some".to_owned(),
                    );
                }
                flags.push(argument.clone());
                let of_program = OfProgram { arguments: rest.cloned().collect(), exec_arguments };
                return Ok(Compile { flags, of_program });
            }
            "-A" | "--allow-all" => has_permissions = true,
            "-o" | "--output" => flags.extend(["--outfile".to_owned(), value()?]),
            "--include" | "--exclude" | "--conditions" | "--target" => flags.extend([name.to_owned(), value()?]),
            "--env-file" => flags.push(format!("--env-file={}", inline.as_deref().unwrap_or(VARIABLES))),
            "-q" | "--quiet" | "--minify" | "--keep-names" => flags.push(argument.clone()),
            // What these say is so anyway, or only of Windows.
            "--bundle" | "--self-extracting" | "--no-code-cache" | "--exclude-unused-npm" => {}
            "--icon" | "--app-name" | "--ext" | "--min-dep-age" => drop(value()?),
            _ if OF_RUNTIME.contains(&name) => exec_arguments.push(format!("{name}={}", value()?)),
            _ if !has_effect(argument) => {}
            _ if is_permission(name) => {
                has_permissions = true;
                exec_arguments.push(argument.clone());
            }
            _ => return Err(format!("{name} is not supported")),
        }
    }
    Err("no entry: name the file to compile".to_owned())
}

/// Whether a flag is one of permissions, or several letters of such.
fn is_permission(name: &str) -> bool {
    let is_long = ["--allow-", "--deny-", "--ignore-"].iter().any(|start| name.starts_with(start));
    let letters = name.strip_prefix('-').filter(|letters| !letters.is_empty());
    is_long || name == "--no-prompt" || letters.is_some_and(|letters| letters.chars().all(|one| "RWNESI".contains(one)))
}

#[cfg(test)]
#[path = "deno_tests.rs"]
mod tests;
