//! What `brio` has and the runtime of executables has not. The functions are named only where `brio` sets them, so that the
//! other binary is linked without them.

use super::command_line::Program;
use std::path::PathBuf;
use std::sync::OnceLock;

/// The tools that starting a program uses.
pub struct Tools {
    /// What `brio --help` prints.
    pub overview: fn() -> String,
    /// Runs a script of `package.json`. Returns its exit code; None if the script does not exist.
    pub run_script: fn(&[String]) -> Option<i32>,
    /// Runs what `--run` of Node names, with its arguments. Returns the exit code.
    pub run_script_of_node: fn(&[String]) -> i32,
    /// The file of the command of a package of npm, which may have to be fetched.
    pub program_of_package: fn(&str) -> Result<PathBuf, String>,
    /// Lets the program import packages and modules that are not there yet.
    pub enable_imports: fn(&Program),
}

static TOOLS: OnceLock<Tools> = OnceLock::new();

/// Sets the tools of this binary; the first ones stay.
pub fn set(tools: Tools) {
    let _ = TOOLS.set(tools);
}

/// What `--help` prints.
pub fn overview() -> String {
    TOOLS.get().map_or_else(
        || "This is the runtime of executables: it runs programs, and has no commands.\n".to_owned(),
        |tools| (tools.overview)(),
    )
}

/// Runs a script of `package.json`. Returns its exit code; None when there is none, and without tools.
pub fn run_script(arguments: &[String]) -> Option<i32> {
    TOOLS.get().and_then(|tools| (tools.run_script)(arguments))
}

/// Runs what `--run` of Node names, with its arguments. Returns the exit code.
pub fn run_script_of_node(words: &[String]) -> i32 {
    TOOLS.get().map_or_else(
        || {
            eprintln!("the runtime of executables runs no scripts");
            1
        },
        |tools| (tools.run_script_of_node)(words),
    )
}

/// Puts the file of a package's command in the place of `npm:NAME`: a program of Deno, unless a flag says otherwise.
///
/// # Errors
/// A message for the user if the package or its command does not exist.
pub fn replace_package(program: &mut Program) -> Result<(), String> {
    let (Some(tools), Some(package)) = (TOOLS.get(), program.file.as_ref().and_then(|file| file.strip_prefix("npm:")))
    else {
        return Ok(());
    };
    let file = (tools.program_of_package)(package)?;
    program.file = Some(file.to_string_lossy().into_owned());
    program.home.get_or_insert_with(|| "deno".to_string());
    Ok(())
}

/// Lets the program import packages and modules that are not there yet. Without tools it cannot.
pub fn enable_imports(program: &Program) {
    if let Some(tools) = TOOLS.get() {
        (tools.enable_imports)(program);
    }
}
