//! The program of an executable that `brio build --compile` made: this process is one.

use brio_bundler::executable::payload::{self, Location, Program as Embedded};

use super::command_line::{Action, Program, bun_options, parse};
use super::{permission_flags, run, sandboxing, variable_files, with_variables};

/// Exit code of an executable that cannot start.
const CANNOT_START: i32 = 1;
/// The variable with which an executable is the runtime.
const PLAIN_RUNTIME: &str = "BUN_BE_BUN";

/// Where the program is in this process's own file. None for the runtime itself.
pub fn location() -> Option<Location> {
    payload::location()
}

/// Whether the executable stands for the runtime in it, as Bun has it (`BUN_BE_BUN=1`).
pub fn is_plain_runtime() -> bool {
    std::env::var_os(PLAIN_RUNTIME).is_some_and(|value| value == "1")
}

/// Runs the program at `location` with all arguments of the process. Returns the exit code.
pub fn start(location: Location, arguments: &[String]) -> i32 {
    let embedded = match payload::unpack(location) {
        Ok(embedded) => embedded,
        Err(message) => {
            eprintln!("error: {message}");
            return CANNOT_START;
        }
    };
    let node_options = std::env::var("NODE_OPTIONS");
    variable_files::apply(&embedded.manifest.variables);
    let program = match flags_of(&embedded).and_then(|flags| action(&flags, node_options.ok().as_deref())) {
        Ok(Action::Run(program)) => Ok(program),
        Ok(Action::Print(text)) => {
            print!("{text}");
            return 0;
        }
        Err(message) => Err(message),
    };
    match program.and_then(|program| prepared(program, embedded, arguments)) {
        Ok(program) => run(&program),
        Err(message) => {
            eprintln!("error: {message}");
            CANNOT_START
        }
    }
}

/// What the flags request, with the variables of the files that they name.
fn action(flags: &[String], node_options: Option<&str>) -> Result<Action, String> {
    Ok(match parse(flags, node_options.unwrap_or_default())? {
        Action::Run(program) => Action::Run(with_variables(program, flags, node_options.is_some())?),
        print => print,
    })
}

/// The flags of the runtime: those of the executable, and of a program of Bun those of the environment.
fn flags_of(embedded: &Embedded) -> Result<Vec<String>, String> {
    let is_of_bun = embedded.manifest.home.as_deref() == Some("bun");
    let given = if is_of_bun { bun_options()? } else { Vec::new() };
    Ok([given, embedded.manifest.exec_arguments.clone()].concat())
}

/// The program as the command line would request it.
fn prepared(mut program: Program, embedded: Embedded, arguments: &[String]) -> Result<Program, String> {
    program.embedded_files = Some(embedded_files(&embedded));
    program.options.extend(embedded.manifest.options.iter().map(|name| (name.clone(), String::new())));
    // What is in the executable is part of the program.
    let is_given = |name: &str| program.options.iter().any(|(given, _)| given == name);
    let readable = match program.options.iter().any(|(name, _)| permission_flags::restricts(name)) {
        true if is_given("--permission") => Some("--allow-fs-read"),
        true => Some("--allow-read"),
        false => None,
    };
    if let Some(flag) = readable {
        program.options.push((flag.to_owned(), embedded.folder.to_string_lossy().into_owned()));
    }
    program.home = embedded.manifest.home;
    program.file = Some(embedded.main.to_string_lossy().into_owned());
    program.arguments = embedded.manifest.arguments.iter().chain(arguments).cloned().collect();
    sandboxing::enter(&mut program)?;
    Ok(program)
}

/// The names and paths of the embedded files, as JSON.
fn embedded_files(program: &Embedded) -> String {
    let files = program.assets.iter().map(|(name, path)| (name.as_str(), path.to_string_lossy()));
    serde_json::to_string(&files.collect::<Vec<_>>()).unwrap_or_default()
}
