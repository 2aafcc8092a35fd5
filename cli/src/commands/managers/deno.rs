//! Called as `deno`, as tasks of `deno.json` do: its commands have the names of ours, and programs are those of Deno.

use super::words;
use crate::commands::{self, packages, peer_commands};
use std::path::Path;

/// What `deno --version` prints, as an expression: the versions are those that programs see.
const VERSIONS: &str = "(({ deno, v8, typescript }) => `deno ${deno} (stable, release, ${Deno.build.target})\\nv8 ${v8}\\n\
                        typescript ${typescript}`)(Deno.version)";

/// The arguments of `brio` for those of `deno`.
pub fn arguments(given: &[String]) -> Vec<String> {
    let program = |arguments: &[String]| [words(&["--as", "deno"]), arguments.to_vec()].concat();
    let Some((first, rest)) = given.split_first() else { return program(&[]) };
    match first.as_str() {
        "--version" | "-V" => program(&words(&["-p", VERSIONS])),
        "-v" => program(&words(&["-p", "`deno ${Deno.version.deno}`"])),
        "run" if rest.iter().any(|word| is_program(word)) => [words(&["run"]), program(rest)].concat(),
        "repl" => program(&[words(&["--interactive"]), rest.to_vec()].concat()),
        name if commands::find(name).is_some() || packages::find(name).is_some() => given.to_vec(),
        _ if peer_commands::find(given).is_some() => given.to_vec(),
        _ => program(given),
    }
}

/// Whether a word names a program, and not a task.
fn is_program(word: &str) -> bool {
    Path::new(word).is_file()
        || ["https://", "http://", "jsr:", "npm:", "file://", "data:"].iter().any(|scheme| word.starts_with(scheme))
}
