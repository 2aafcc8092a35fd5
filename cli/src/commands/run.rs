//! `brio run FILE`, and `brio` without a command: runs a program on the main thread's realm.

mod command_line;
pub mod executable;
mod flags;
mod imports;
mod peer_flags;
mod permission_flags;
pub mod sandboxing;
mod variable_files;

use crate::commands::packages;
use brio_command_flags::{USAGE_ERROR, suggestion};
use command_line::{Action, Program, parse};
use flags::Takes;
use std::io::IsTerminal;
use std::path::Path;

/// Node's exit code for a bad option.
const BAD_OPTION: i32 = 9;
/// What a file may be called whose extension is left out.
const EXTENSIONS: &[&str] = &["js", "mjs", "cjs", "ts", "mts", "cts", "tsx", "jsx", "json", "node", "wasm"];

/// `brio run FILE`, or `brio run SCRIPT` for a script of `package.json`: one of them is required, and a file comes first.
pub fn start_command(arguments: &[String]) -> i32 {
    if let Some(code) = packages::run_script(arguments) {
        return code;
    }
    start_program(arguments, true)
}

/// `brio` without a command: a file, code, standard input, or the interactive prompt.
pub fn start(arguments: &[String]) -> i32 {
    start_program(arguments, false)
}

/// Whether the first argument starts a program: it is a flag, a path, or the name of a file that exists.
/// A plain word that is nothing of these is a mistyped command.
pub fn is_program(first: &str) -> bool {
    let is_word = first.chars().all(|character| character.is_ascii_alphanumeric() || "-_".contains(character))
        && first.starts_with(|character: char| character.is_ascii_alphabetic());
    !is_word
        || Path::new(first).exists()
        || EXTENSIONS.iter().any(|extension| Path::new(first).with_extension(extension).exists())
}

fn start_program(arguments: &[String], needs_file: bool) -> i32 {
    // A string that is not UTF-8 cannot name a flag.
    let node_options = std::env::var("NODE_OPTIONS");
    match parse(arguments, node_options.as_deref().unwrap_or_default()) {
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
        Ok(Action::Run(program)) if program.explains_home => explain_home(&program),
        Ok(Action::Run(program)) => match with_variables(program, arguments, node_options.is_ok()) {
            Ok(mut program) => {
                program.is_interactive |= program.has_nothing_to_run() && std::io::stdin().is_terminal();
                if let Err(message) = sandboxing::enter(&mut program) {
                    eprintln!("brio: {message}");
                    return BAD_OPTION;
                }
                imports::enable(&program);
                run(&program)
            }
            Err(message) => {
                eprintln!("brio: {message}");
                BAD_OPTION
            }
        },
        Err(message) if is_refused_inspector(&message, arguments) => {
            eprintln!("Error: Access to this API has been restricted. Use --allow-inspector to manage permissions.");
            1
        }
        Err(message) => {
            let hint = message.strip_prefix("bad option: ").map(|flag| suggestion::hint(flag, flags::names()));
            eprintln!("brio: {message}\n({}`brio --help` lists the flags)", hint.unwrap_or_default());
            BAD_OPTION
        }
    }
}

/// Whether a flag of the inspector stands where permissions forbid it, as in Node.
fn is_refused_inspector(message: &str, arguments: &[String]) -> bool {
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    message.starts_with("bad option: --inspect") && has("--permission") && !has("--allow-inspector")
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
/// it reads `arguments`. Returns the exit code.
pub fn start_builtin(name: &str, arguments: &[String]) -> i32 {
    let node_options = std::env::var("NODE_OPTIONS");
    match parse(&[], node_options.as_deref().unwrap_or_default()) {
        Ok(Action::Run(mut program)) => {
            program.options.push((name.to_string(), String::new()));
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
            Action::Run(program) => Ok(program),
            Action::Print(_) => Ok(program),
        },
        _ => Ok(program),
    }
}

/// Runs a program to its end. Returns its exit code.
fn run(program: &Program) -> i32 {
    brio_runtime::prepare_process(program.heap_bytes_max());
    match brio_runtime::start("internal:startup/main", &program.to_json()) {
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
