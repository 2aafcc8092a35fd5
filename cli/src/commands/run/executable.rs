//! The program of an executable that `brio build --compile` made: this process is one.

use brio_bundler::executable::payload::{self, Program as Embedded};

use super::command_line::{Action, parse};
use super::run;

/// Exit code of an executable that cannot start.
const CANNOT_START: i32 = 1;
/// The name of the option that `internal:core/embedded_files` reads.
const EMBEDDED_FILES: &str = "embedded files";

/// Where the program is in this process's own file. None for the runtime itself.
pub fn offset() -> Option<u64> {
    payload::offset()
}

/// Runs the program at `offset` with all arguments of the process. Returns the exit code.
pub fn start(offset: u64, arguments: &[String]) -> i32 {
    let embedded = match payload::unpack(offset) {
        Ok(embedded) => embedded,
        Err(message) => {
            eprintln!("error: {message}");
            return CANNOT_START;
        }
    };
    let node_options = std::env::var("NODE_OPTIONS");
    match parse(&[], node_options.as_deref().unwrap_or_default()) {
        Ok(Action::Run(mut program)) => {
            program.options.push((EMBEDDED_FILES.to_owned(), embedded_files(&embedded)));
            program.home = embedded.manifest.home;
            program.file = Some(embedded.main.to_string_lossy().into_owned());
            program.arguments = embedded.manifest.arguments.iter().chain(arguments).cloned().collect();
            run(&program)
        }
        Ok(Action::Print(text)) => {
            print!("{text}");
            0
        }
        Err(message) => {
            eprintln!("error: {message}");
            CANNOT_START
        }
    }
}

/// The names and paths of the embedded files, as JSON.
fn embedded_files(program: &Embedded) -> String {
    let files = program.assets.iter().map(|(name, path)| (name.as_str(), path.to_string_lossy()));
    serde_json::to_string(&files.collect::<Vec<_>>()).unwrap_or_default()
}
