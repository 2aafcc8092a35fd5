//! The flags of `deno bundle` and `deno compile`, as those of `brio build`.

use std::path::PathBuf;
use std::slice::Iter;

use brio_resolver::DenoSource;

use super::Given;

/// Flags about what Deno caches, locks and checks, which a build does not do. They are accepted and have no effect.
const WITHOUT_EFFECT: &[&str] = &[
    "--check",
    "--no-check",
    "--no-remote",
    "--no-npm",
    "--no-lock",
    "--no-terminal",
    "--frozen",
    "--frozen-lockfile",
    "--cached-only",
    "--reload",
    "-r",
    "--vendor",
    "--node-modules-dir",
    "--allow-scripts",
    "--allow-import",
    "--inline-imports",
];

/// More of them, whose value may be the next argument.
const WITHOUT_EFFECT_OF_VALUE: &[&str] = &["--lock", "--node-modules-linker", "--min-dep-age", "--log-level", "-L"];

/// Flags that are refused, and why.
const REFUSED: &[(&str, &str)] = &[
    ("--declaration", "`tsc --declaration` writes declarations"),
    ("--watch-exclude", "--watch follows the files that the program imports"),
    ("--engine", "executables have the engine of brio"),
    ("--preload", "import the module in the main one"),
    ("--require", "import the module in the main one"),
    ("--permission-set", "name the permissions with --allow-read and the others"),
    ("-P", "name the permissions with --allow-read and the others"),
];

/// The name of a flag without its value.
fn name_of(argument: &str) -> &str {
    argument.split('=').next().unwrap_or(argument)
}

fn has_effect(argument: &str) -> bool {
    let name = name_of(argument);
    !WITHOUT_EFFECT.contains(&name) && !name.starts_with("--unstable")
}

/// The value of a flag: behind its `=`, or the next argument.
fn value_of(argument: &str, rest: &mut Iter<'_, String>) -> Result<String, String> {
    let inline = argument.split_once('=').map(|(_, value)| value.to_owned());
    inline.or_else(|| rest.next().cloned()).ok_or_else(|| format!("{} requires a value", name_of(argument)))
}

/// Reads a flag that both commands have and that is not one of `brio build`. False: it is another one.
fn read_common(argument: &str, rest: &mut Iter<'_, String>, deno: &mut DenoSource) -> Result<bool, String> {
    let name = name_of(argument);
    if let Some((_, reason)) = REFUSED.iter().find(|(refused, _)| *refused == name) {
        return Err(format!("{name} is not supported: {reason}"));
    }
    match name {
        "-c" | "--config" => deno.config = Some(PathBuf::from(value_of(argument, rest)?)),
        "--import-map" => deno.import_map = Some(PathBuf::from(value_of(argument, rest)?)),
        "--no-config" => deno.is_none = true,
        _ if WITHOUT_EFFECT_OF_VALUE.contains(&name) => {
            let has_value =
                |rest: &Iter<'_, String>| rest.as_slice().first().is_some_and(|next| !next.starts_with('-'));
            if !argument.contains('=') && has_value(rest) {
                rest.next();
            }
        }
        _ => return Ok(!has_effect(argument)),
    }
    Ok(true)
}

/// A command of Deno as `brio build`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Translated {
    pub(super) flags: Vec<String>,
    pub(super) given: Given,
}

/// `deno bundle`: its flags that `brio build` has under the same names, and the target.
///
/// # Errors
/// A message for the user: a flag that is not supported, or has no value.
pub(super) fn bundle(arguments: &[String]) -> Result<Translated, String> {
    let mut flags = Vec::new();
    let mut deno = DenoSource::default();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match name_of(argument) {
            _ if read_common(argument, &mut rest, &mut deno)? => {}
            "--cert" => drop(value_of(argument, &mut rest)?),
            "--unsafely-ignore-certificate-errors" => {}
            _ => flags.push(argument.clone()),
        }
    }
    let names_target = flags.iter().any(|argument| matches!(name_of(argument), "--platform" | "--target"));
    let is_page = flags.iter().any(|argument| crate::html::is_page(argument));
    if !names_target && !is_page {
        flags.extend(["--target".to_owned(), "deno".to_owned()]);
    }
    Ok(Translated { flags, given: Given { deno: Some(deno), ..Given::default() } })
}

/// Flags of `deno compile` with a value that are also flags of the runtime.
const OF_RUNTIME: &[&str] = &["--v8-flags", "--cert", "--location", "--seed"];

/// What `--env-file` reads without a value.
const VARIABLES: &str = ".env";

/// `deno compile`: the flags of `brio build`, and what the executable gives its program.
///
/// # Errors
/// A message for the user: a flag that is not known or not supported.
pub(super) fn compile(arguments: &[String]) -> Result<Translated, String> {
    let mut flags = vec!["--compile".to_owned(), "--target".to_owned(), "deno".to_owned()];
    let mut exec_arguments = Vec::new();
    let mut has_permissions = false;
    let mut deno = DenoSource::default();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let name = name_of(argument);
        if name == "--watch" {
            return Err("--watch is not supported: an executable is made once".to_owned());
        }
        if argument.starts_with('-') && read_common(argument, &mut rest, &mut deno)? {
            continue;
        }
        let mut value = || value_of(argument, &mut rest);
        match name {
            _ if !argument.starts_with('-') => {
                if !has_permissions {
                    return Err(
                        "no permissions are given: -A makes an executable with all of them, --allow-read and the others of `brio help run` one with some".to_owned(),
                    );
                }
                flags.push(argument.clone());
                let given = Given { arguments: rest.cloned().collect(), exec_arguments, deno: Some(deno) };
                return Ok(Translated { flags, given });
            }
            "-A" | "--allow-all" => has_permissions = true,
            "-o" | "--output" => flags.extend(["--outfile".to_owned(), value()?]),
            "--include" | "--exclude" | "--conditions" | "--target" => flags.extend([name.to_owned(), value()?]),
            "--env-file" => {
                flags.push(format!("--env-file={}", argument.split_once('=').map_or(VARIABLES, |(_, value)| value)))
            }
            "-q" | "--quiet" | "--minify" | "--keep-names" => flags.push(argument.clone()),
            // What these say is so anyway, or only of Windows.
            "--bundle" | "--self-extracting" | "--no-code-cache" | "--exclude-unused-npm" => {}
            "--icon" | "--app-name" | "--ext" => drop(value()?),
            "--unsafely-ignore-certificate-errors" => exec_arguments.push(argument.clone()),
            _ if OF_RUNTIME.contains(&name) => exec_arguments.push(format!("{name}={}", value()?)),
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
