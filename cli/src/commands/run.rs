//! `brio run FILE`, and `brio` without a command: runs a program on the main thread's realm.

mod command_line;
mod engine_settings;
pub mod executable;
mod flags;
pub(super) mod imports;
mod peer_flags;
mod permission_flags;
pub mod sandboxing;
pub(super) mod tools;
mod variable_files;

use crate::commands::packages;
use brio_command_flags::{USAGE_ERROR, suggestion};
pub use command_line::bun_options;
use command_line::{Action, Program, UNKNOWN_REVERT, parse};
use flags::Takes;
use std::io::IsTerminal;
use std::path::Path;

/// Node's exit code for a bad option.
const BAD_OPTION: i32 = 9;
/// Node's exit code for `--security-revert` with a name that is not known.
const INVALID_REVERT: i32 = 12;
/// The name among a program's options that requests serving its default export (`internal:deno/served_default`).
const SERVE: &str = "serve";
/// That which requests loading the modules only (`internal:loader/run_main`).
const CACHE: &str = "cache";
/// What a file may be called whose extension is left out.
const EXTENSIONS: &[&str] = &["js", "mjs", "cjs", "ts", "mts", "cts", "tsx", "jsx", "json", "node", "wasm"];

/// `brio run FILE`, or `brio run SCRIPT` for a script of `package.json`: one of them is required, and a file comes first.
pub fn start_command(arguments: &[String]) -> i32 {
    if let Some(code) = tools::run_script(arguments) {
        return code;
    }
    start_program(arguments, true)
}

/// `brio` without a command: a file, code, standard input, or the interactive prompt; `--run SCRIPT` of Node.
pub fn start(arguments: &[String]) -> i32 {
    if let Some(script) = script_of_node(arguments) {
        return tools::run_script_of_node(&script);
    }
    start_program(arguments, false)
}

/// `node …`: as without a command, and the first word is a file in any case (`node test`); Node's only command is `inspect`.
pub fn start_as_node(arguments: &[String]) -> i32 {
    match arguments.split_first() {
        Some((first, rest)) if first == "inspect" => start_debugger(rest),
        _ => start(arguments),
    }
}

/// Whether the first argument starts a program: it is a flag, a path, or the name of a file that exists.
/// A plain word that is nothing of these is a mistyped command.
pub fn is_program(first: &str) -> bool {
    let is_word = first.chars().all(|character| character.is_ascii_alphanumeric() || "-_".contains(character))
        && first.starts_with(|character: char| character.is_ascii_alphabetic());
    !is_word || is_present(first)
}

/// Whether a file exists, with or without its extension.
fn is_present(file: &str) -> bool {
    Path::new(file).exists() || EXTENSIONS.iter().any(|extension| Path::new(file).with_extension(extension).exists())
}

/// `brio eval CODE`: the code stands where the file would.
pub fn start_evaluation(arguments: &[String]) -> i32 {
    let needs_code = |program: &Program| {
        program.code.is_none().then_some("eval requires code\n(`brio help eval` shows how to use it)")
    };
    start_in_deno(arguments, false, Program::into_evaluation, needs_code)
}

/// `brio inspect …`: the debugger of the command line, which is a builtin that takes the arguments.
pub fn start_debugger(arguments: &[String]) -> i32 {
    start_program(&[&["inspect".to_owned()], arguments].concat(), false)
}

/// `brio serve FILE`: a program of Deno whose default export is served. The address is permitted, as in Deno.
pub fn start_server(arguments: &[String]) -> i32 {
    let serve = |mut program: Program| {
        program.options.push((SERVE.to_owned(), String::new()));
        if program.restricts() {
            program.options.extend(permission_flags::of_server(&program.options));
        }
        program
    };
    let needs_file = |program: &Program| {
        program.file.is_none().then_some("serve requires a file\n(`brio help serve` shows how to use it)")
    };
    start_in_deno(arguments, false, serve, needs_file)
}

/// `brio cache FILE…`: the modules of the files are fetched, and nothing runs.
pub fn start_caching(arguments: &[String]) -> i32 {
    let cache = |mut program: Program| {
        program.options.push((CACHE.to_owned(), String::new()));
        program
    };
    start_in_deno(arguments, true, cache, |_| None)
}

/// Starts a program of Deno's home after `adapt` has changed it, unless `invalid` has a reason against it.
fn start_in_deno(
    arguments: &[String],
    is_command: bool,
    adapt: impl FnOnce(Program) -> Program,
    invalid: impl FnOnce(&Program) -> Option<&'static str>,
) -> i32 {
    let arguments = [&["--as".to_owned(), "deno".to_owned()], arguments].concat();
    let node_options = std::env::var("NODE_OPTIONS");
    let parsed = parse(&arguments, node_options.as_deref().unwrap_or_default()).map(|action| match action {
        Action::Run(program) => Action::Run(adapt(program)),
        printed => printed,
    });
    if let Ok(Action::Run(program)) = &parsed
        && let Some(reason) = invalid(program)
    {
        eprintln!("brio: {reason}");
        return USAGE_ERROR;
    }
    start_parsed(parsed, &arguments, node_options.is_ok(), is_command)
}

/// The script that `--run SCRIPT` or `--run=SCRIPT` names first, with its arguments, which follow `--`.
fn script_of_node(arguments: &[String]) -> Option<Vec<String>> {
    let (first, rest) = arguments.split_first()?;
    let (script, rest) = match first.strip_prefix("--run")? {
        "" => rest.split_first()?,
        inline => return Some([&[inline.strip_prefix('=')?.to_string()], after_dashes(rest)].concat()),
    };
    Some([std::slice::from_ref(script), after_dashes(rest)].concat())
}

fn after_dashes(arguments: &[String]) -> &[String] {
    match arguments.split_first() {
        Some((first, rest)) if first == "--" => rest,
        _ => arguments,
    }
}

fn start_program(arguments: &[String], needs_file: bool) -> i32 {
    // A string that is not UTF-8 cannot name a flag.
    let node_options = std::env::var("NODE_OPTIONS");
    let parsed = parse(arguments, node_options.as_deref().unwrap_or_default()).and_then(|action| match &action {
        Action::Run(program) => {
            let of_server = program.options.iter().find(|(name, _)| peer_flags::is_of_server(name));
            of_server.map_or(Ok(()), |(flag, _)| Err(format!("bad option: {flag}"))).map(|()| action)
        }
        Action::Print(_) => Ok(action),
    });
    start_parsed(parsed, arguments, node_options.is_ok(), needs_file)
}

/// Does what the command line requests. `has_node_options`: whether the environment has NODE_OPTIONS.
fn start_parsed(parsed: Result<Action, String>, arguments: &[String], has_node_options: bool, needs_file: bool) -> i32 {
    match parsed {
        Ok(Action::Print(text)) => {
            print!("{text}");
            0
        }
        Ok(Action::Run(Program { folder: Some(folder), .. })) if std::env::set_current_dir(&folder).is_err() => {
            eprintln!("brio: cannot enter the folder \"{folder}\"");
            BAD_OPTION
        }
        Ok(Action::Run(program)) if needs_file && !program.names_program() => {
            eprintln!("brio: run requires a file\n(`brio help run` shows how to use it)");
            USAGE_ERROR
        }
        Ok(Action::Run(program))
            if program.has_option("--if-present") && program.file.as_deref().is_some_and(|file| !is_present(file)) =>
        {
            0
        }
        Ok(Action::Run(program)) if is_refused_inspector(&program) => {
            eprintln!("Error: Access to this API has been restricted. Use --allow-inspector to manage permissions.");
            1
        }
        Ok(Action::Run(program)) if program.explains_home => explain_home(&program),
        Ok(Action::Run(program)) => match with_variables(program, arguments, has_node_options) {
            Ok(mut program) => {
                program.is_interactive |= program.has_nothing_to_run() && std::io::stdin().is_terminal();
                if let Err(message) = tools::replace_package(&mut program) {
                    eprintln!("brio: {message}");
                    return 1;
                }
                if let Err(message) = sandboxing::enter(&mut program) {
                    eprintln!("brio: {message}");
                    return BAD_OPTION;
                }
                tools::enable_imports(&program);
                run(&program)
            }
            Err(message) => {
                eprintln!("{}: {message}", program_name());
                BAD_OPTION
            }
        },
        Err(message) if message.starts_with(UNKNOWN_REVERT) => {
            eprintln!("{}: Error: {message}", program_name());
            INVALID_REVERT
        }
        Err(message) => {
            eprintln!("{}: {}", program_name(), explained(message));
            BAD_OPTION
        }
    }
}

/// The error of a command line, with what to do instead. The removed flags of Node, and flags that need another one, have
/// Node's message alone, which says that.
fn explained(message: String) -> String {
    if message.contains(" must be used with ") {
        return message;
    }
    let hint = match message.strip_prefix("bad option: ").map(|flag| (flag, peer_flags::absence(flag))) {
        Some((_, Some(reason))) if reason.starts_with("[DEP") => return reason.to_owned(),
        Some((_, Some(reason))) => format!("it is not supported: {reason}; "),
        Some((flag, None)) => suggestion::hint(flag, flags::names()),
        None => String::new(),
    };
    format!("{message}\n({hint}`brio --help` lists the flags)")
}

/// What the program was started as, with which Node begins messages about the command line: a path in programs that
/// start `process.execPath`.
fn program_name() -> String {
    std::env::args_os().next().map_or_else(|| "brio".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// Whether a flag of the inspector stands where permissions forbid it, as in Node.
fn is_refused_inspector(program: &Program) -> bool {
    let inspects = ["--inspect", "--inspect-brk", "--inspect-wait"].iter().any(|flag| program.has_option(flag));
    inspects && program.has_option("--permission") && !program.has_option("--allow-inspector")
}

/// `--why-home`: prints the home of the program's file and why. Returns the exit code.
fn explain_home(program: &Program) -> i32 {
    let Some(file) = &program.file else {
        eprintln!("brio: --why-home requires a file");
        return USAGE_ERROR;
    };
    if let Some(home) = &program.home {
        println!("{home}: --as selects it");
        return 0;
    }
    match brio_runtime::explain_home(Path::new(file)) {
        Some((home, why)) => {
            println!("{home}: {why}");
            0
        }
        None => {
            eprintln!("brio: file not found: \"{file}\"");
            1
        }
    }
}

/// Starts a command that is a builtin: `name` among the options of the program selects it (`internal:startup/run_code`), and
/// it reads `arguments`; `options` are more of them, which have no flags. Returns the exit code.
pub fn start_builtin(name: &str, arguments: &[String], options: &[(String, String)]) -> i32 {
    let node_options = std::env::var("NODE_OPTIONS");
    match parse(&[], node_options.as_deref().unwrap_or_default()) {
        Ok(Action::Run(mut program)) => {
            program.options.push((name.to_string(), String::new()));
            program.options.extend_from_slice(options);
            program.arguments = arguments.to_vec();
            run(&program)
        }
        Ok(Action::Print(text)) => {
            print!("{text}");
            0
        }
        Err(message) => {
            eprintln!("brio: {message}");
            BAD_OPTION
        }
    }
}

/// Sets the variables of the files that the command line names. Their NODE_OPTIONS count when the environment has none.
fn with_variables(program: Program, arguments: &[String], has_node_options: bool) -> Result<Program, String> {
    if program.variable_files().next().is_none() {
        return Ok(program);
    }
    let variables = variable_files::read(&program)?;
    variable_files::apply(&variables);
    match variables.get("NODE_OPTIONS") {
        Some(node_options) if !has_node_options => match parse(arguments, node_options)? {
            Action::Run(again) if program.file.is_none() && again.file.is_some() => Ok(again.into_evaluation()),
            Action::Run(mut again) => {
                again.options.extend(program.options.into_iter().filter(|(name, _)| name == SERVE));
                Ok(again)
            }
            Action::Print(_) => Ok(program),
        },
        _ => Ok(program),
    }
}

/// Runs a program to its end. Returns its exit code.
fn run(program: &Program) -> i32 {
    program.ineffective.iter().filter(|_| !program.has_option("--no-warnings")).for_each(|(flag, reason)| {
        eprintln!("brio: warning: {flag} has no effect: {reason}");
    });
    engine_settings::apply(program);
    brio_runtime::prepare_process(program.heap_bytes_max());
    match brio_runtime::start("internal:startup/main", &program.to_json(), program.restricts()) {
        Ok(realm) => realm.run(),
        Err(error) => {
            eprintln!("brio: the event loop cannot start: {error}");
            1
        }
    }
}

/// `brio help run`.
pub fn print_help() {
    println!(
        "Usage: brio run [FLAGS] FILE [ARGUMENTS]\n       brio run [SCRIPT FLAGS] SCRIPT [ARGUMENTS]\n       brio run\n"
    );
    println!("Runs a program, for which the word `run` may be left out, or a script of package.json.");
    println!("Without a name it lists the scripts.\n\nFlags:");
    print!("{}", flag_list());
    println!("\nFlags of scripts:");
    for (flag, about) in packages::SCRIPT_FLAGS {
        println!("  {flag:<28} {about}");
    }
    println!("\nPermissions (docs/guide/permissions.md):");
    for name in permission_flags::names() {
        println!("  {name}");
    }
    println!("\nFlags of Node.js:");
    for name in flags::node_flags() {
        println!("  {name}");
    }
}

/// The flags of Brio with what they do, one per line.
pub fn flag_list() -> String {
    let mut text = String::new();
    for flag in flags::FLAGS {
        let value = if let Takes::Value(name) = flag.takes { format!(" {name}") } else { String::new() };
        let short = flag.short.map_or("    ".to_string(), |short| format!("{short}, "));
        text += &format!("  {short}{:<20} {}\n", format!("{}{value}", flag.long), flag.about);
    }
    text
}
