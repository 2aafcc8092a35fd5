//! The `brio` binary: finds the command that the first argument names, and runs it. Without one it runs a program.

use brio_cli::closed_output;
use brio_cli::commands::peer_commands::{self, Meaning};
use brio_cli::commands::{self, Command, cache_modules, managers, packages, run};
use brio_command_flags::{USAGE_ERROR, suggestion};
use brio_packages::install::NODE_VERSION;
use brio_runtime::realm::jsc::exit_process;

fn main() {
    closed_output::install();
    commands::enable_tools();
    let mut given = std::env::args_os().map(|argument| argument.to_string_lossy().into_owned());
    let program = given.next().unwrap_or_default();
    let arguments: Vec<String> = given.collect();
    exit_process(match run::executable::location().filter(|_| !run::executable::is_plain_runtime()) {
        Some(location) => run::executable::start(location, &arguments),
        None => match managers::called_as(&program) {
            Some(manager) => dispatch_manager(manager, &arguments),
            None if managers::requests_version_of_node(&program, &arguments) => {
                println!("v{NODE_VERSION}");
                0
            }
            None if managers::is_node(&program) => run::start_as_node(&arguments),
            None => dispatch(&arguments),
        },
    })
}

/// Runs what another package manager would run.
fn dispatch_manager(manager: &str, arguments: &[String]) -> i32 {
    let read = managers::read(manager, arguments).and_then(|request| {
        request.enter()?;
        if let Some(version) = request.version() {
            println!("{version}");
            return Ok(None);
        }
        request.arguments(&managers::has_script).map(Some)
    });
    match read {
        Ok(Some(arguments)) => dispatch(&arguments),
        Ok(None) => 0,
        Err(message) => {
            eprintln!("brio: {message}");
            USAGE_ERROR
        }
    }
}

/// Names of commands that projects give to their folders: a program that is there comes first.
fn is_hidden_by_file(name: &str) -> bool {
    ["bin", "fund", "prefix", "root"].contains(&name) && run::is_program(name)
}

fn dispatch(arguments: &[String]) -> i32 {
    let moved = managers::command_of_home(arguments).or_else(|| managers::with_command_first(arguments));
    let arguments = moved.as_deref().unwrap_or(arguments);
    let first = arguments.first().map(String::as_str).unwrap_or_default();
    if let Some(Command { start, .. }) = commands::find(first) {
        return start(&arguments[1..]);
    }
    if let Some(words) = cache_modules::requested(arguments) {
        return cache_modules::start(&words);
    }
    if let Some(command) = packages::find(first).filter(|_| !is_hidden_by_file(first)) {
        return packages::start(command, &arguments[1..]);
    }
    if let Some(package) = first.strip_prefix("npm:")
        && let Some(command) = packages::find("x")
    {
        return packages::start(command, &managers::execution(package, &arguments[1..]));
    }
    if first == "--completion-bash"
        && let Some(command) = packages::find("completions")
    {
        return packages::start(command, &["bash".to_owned()]);
    }
    if run::is_program(first) {
        return run::start(arguments);
    }
    match peer_commands::find(arguments) {
        Some((Meaning::Words(words), count)) => {
            let words = words.iter().map(|word| (*word).to_owned());
            return dispatch(&words.chain(arguments[count..].iter().cloned()).collect::<Vec<_>>());
        }
        Some((Meaning::Instead(advice), _)) if !managers::has_script(first) => {
            eprintln!("brio: Brio has no command \"{first}\": {advice}");
            return USAGE_ERROR;
        }
        Some((Meaning::Instead(_), _)) | None => {}
    }
    eprintln!("brio: \"{first}\" is neither a command nor a file");
    if managers::has_script(first) {
        eprintln!("(`brio run {first}` runs the script of package.json)");
        return USAGE_ERROR;
    }
    let names =
        commands::ALL.iter().map(|command| command.name).chain(packages::ALL.iter().map(|command| command.name));
    eprintln!("({}`brio help` lists the commands)", suggestion::hint(first, names));
    USAGE_ERROR
}
