//! `--env-file` and `--env-file-if-exists`: variables of the environment from files, set before anything reads one.

use super::command_line::Program;
use brio_runtime::realm::jsc::set_environment;
use std::collections::BTreeMap;

/// Reads the files that the command line names; of two that have the same name the later one wins.
///
/// # Errors
/// A sentence for the user: the first file that is not there, or is no text.
pub fn read(program: &Program) -> Result<BTreeMap<String, String>, String> {
    let mut variables = BTreeMap::new();
    for (path, may_be_missing) in program.variable_files() {
        match std::fs::read(path) {
            Ok(bytes) => variables.extend(brio_env_file::parse(&String::from_utf8_lossy(&bytes))),
            Err(error) if error.kind() == std::io::ErrorKind::IsADirectory => {
                return Err(format!("{path}: invalid format"));
            }
            Err(_) if may_be_missing => eprintln!("{path} not found. Continuing without it."),
            Err(_) => return Err(format!("{path}: not found")),
        }
    }
    // What no environment can hold.
    variables.retain(|name, value| !name.is_empty() && !name.contains('\0') && !value.contains('\0'));
    Ok(variables)
}

/// Puts the variables into the environment. Those that are there stay as they are.
pub fn apply(variables: &BTreeMap<String, String>) {
    for (name, value) in variables {
        if std::env::var_os(name).is_none() {
            set_environment(name, value);
        }
    }
}
