//! `--compile`: the runtime and a program in one file.
//!
//! The executable is a copy of the runtime with the program behind it. A mark in the runtime's data, which is zero in the
//! runtime itself, says where the program begins, so that starting an ordinary program costs nothing.

pub mod payload;

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::build::Outcome;
use crate::options::{Options, Target};
use crate::output::Kind;
use payload::{File, Manifest};

/// The options of an executable.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The executable.
    pub file: PathBuf,
    /// The runtime that it contains; by default the one that is running.
    pub runtime: Option<PathBuf>,
    /// Finds the runtime that a program is written for, by its main file.
    pub home_of: HomeOf,
    /// Arguments that the program gets before those that the executable is called with.
    pub arguments: Vec<String>,
}

/// Finds the runtime that a program is written for (`node`, `bun` or `deno`). None when it has no such file.
pub type HomeOf = fn(&Path) -> Option<&'static str>;

/// Writes an executable.
///
/// # Returns
/// Its size in bytes.
///
/// # Errors
/// A message for the user.
pub fn write(options: &Options, plan: &Plan, outcome: &Outcome) -> Result<u64, String> {
    let main = outcome
        .outputs
        .iter()
        .find(|output| output.kind == Kind::EntryPoint && output.path.ends_with(".js"))
        .ok_or("the build has no program to put into an executable")?;
    let runtime = match &plan.runtime {
        Some(path) => options.directory.join(path),
        None => std::env::current_exe().map_err(|error| format!("the runtime's own file cannot be found: {error}"))?,
    };
    let mut bytes = std::fs::read(&runtime)
        .map_err(|error| format!("cannot read the runtime \"{}\": {error}", runtime.display()))?;
    let files = outcome.outputs.iter().filter(|output| !output.path.ends_with(".map")).map(|output| File {
        path: output.path.clone(),
        is_asset: output.kind == Kind::Asset,
        contents: output.contents.clone(),
    });
    let name = plan.file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let manifest =
        Manifest { name, main: main.path.clone(), home: home(options, plan), arguments: plan.arguments.clone() };
    payload::append(&mut bytes, &manifest, &files.collect::<Vec<_>>())
        .map_err(|problem| format!("\"{}\" is not a brio that can be compiled into: {problem}", runtime.display()))?;
    write_program(&plan.file, &bytes)?;
    Ok(bytes.len() as u64)
}

/// The runtime that the program is written for: the target's, or the one that its sources show.
fn home(options: &Options, plan: &Plan) -> Option<String> {
    let name = match options.target {
        Target::Node => "node",
        Target::Bun => "bun",
        Target::Deno => "deno",
        Target::Brio | Target::Browser => {
            let entry = options.entries.first()?;
            (plan.home_of)(&options.directory.join(&entry.path))?
        }
    };
    Some(name.to_owned())
}

/// Writes the file beside its place, and renames it: a running program of the same name goes on.
fn write_program(file: &Path, bytes: &[u8]) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("cannot write \"{}\": {error}", file.display());
    if file.is_dir() {
        return Err(format!("\"{}\" is a folder; --outfile names the executable", file.display()));
    }
    let folder = file.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(failed)?;
    let temporary = folder.join(format!(".brio-build-{}", std::process::id()));
    let result = std::fs::File::create(&temporary).and_then(|mut output| {
        output.write_all(bytes)?;
        output.set_permissions(std::fs::Permissions::from_mode(0o755))
    });
    let result = result.and_then(|()| std::fs::rename(&temporary, file));
    result.map_err(|error| {
        let _ = std::fs::remove_file(&temporary);
        failed(error)
    })
}
