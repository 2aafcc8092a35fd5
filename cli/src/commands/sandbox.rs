//! `brio sandbox explain` and `brio sandbox suggest`: policies in plain words, and policies for what a program uses.

use super::run::sandboxing::{can_supervise, places, read_policy};
use brio_command_flags::{USAGE_ERROR, suggestion};
use brio_sandbox::Kernel;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Exit code for a policy that is wrong, as for a bad flag of a program.
const BAD_POLICY: i32 = 9;
/// The policy of a project, where none is named.
const FILES: [&str; 2] = ["policy.toml", "package.json"];
const COMMANDS: [&str; 2] = ["explain", "suggest"];

/// `brio sandbox …`. Returns the exit code.
pub fn start(arguments: &[String]) -> i32 {
    match arguments.split_first() {
        None => usage(""),
        Some((name, _)) if name == "--help" || name == "-h" => {
            print_help();
            0
        }
        Some((name, rest)) if name == "explain" => explain(rest),
        Some((name, rest)) if name == "suggest" => suggest(rest),
        Some((name, _)) => {
            eprintln!("brio: sandbox has no command \"{name}\"");
            usage(&suggestion::hint(name, COMMANDS.into_iter()))
        }
    }
}

fn usage(hint: &str) -> i32 {
    eprintln!("({hint}`brio help sandbox` shows how to use it)");
    USAGE_ERROR
}

/// `brio help sandbox`.
pub fn print_help() {
    print!("{HELP}");
}

const HELP: &str = "\
Usage: brio sandbox explain [POLICY]
       brio sandbox suggest [--output FILE] -- COMMAND [ARGUMENTS]

A policy says what a program may read, write, reach and start:

  brio --sandbox policy.toml FILE

explain  says in plain words what a policy allows; without a name ./policy.toml, or \"brio\": { \"sandbox\": … } in package.json
suggest  runs COMMAND without limits, watches what it and its children use, and writes the smallest policy for that

Flags:
  -o, --output FILE  write the policy to FILE instead of standard output, which belongs to COMMAND
";

fn explain(arguments: &[String]) -> i32 {
    let file = match arguments {
        [] => FILES.iter().map(PathBuf::from).find(|file| file.is_file()),
        [name] => Some(PathBuf::from(name)),
        _ => return usage(""),
    };
    let Some(file) = file else {
        eprintln!("brio: there is neither policy.toml nor package.json here");
        return usage("name a policy; ");
    };
    match read_policy(&file, None) {
        Ok(policy) => {
            let kernel = Kernel::detect();
            let is_supervised = brio_policy::needs_supervisor(&policy) && can_supervise(&kernel);
            print!("{}", brio_policy::explain(&policy, is_supervised));
            let rules = brio_policy::rules(&policy, &brio_policy::Start::default(), is_supervised);
            kernel.gaps(&rules).iter().for_each(|gap| println!("On this kernel: {gap}."));
            0
        }
        Err(message) => {
            eprintln!("brio: {message}");
            BAD_POLICY
        }
    }
}

fn suggest(arguments: &[String]) -> i32 {
    let (output, rest) = match arguments {
        [flag, file, rest @ ..] if flag == "--output" || flag == "-o" => (Some(file), rest),
        _ => (None, arguments),
    };
    let words = rest.strip_prefix(&["--".to_string()]).unwrap_or(rest);
    let Some((first, others)) = words.split_first().filter(|(first, _)| !first.starts_with('-')) else {
        eprintln!("brio: sandbox suggest requires a command");
        return usage("");
    };
    let runtime = std::env::current_exe().unwrap_or_default();
    let (file, command) = command_of(first, others, &runtime);
    let audit = std::env::temp_dir().join(format!("brio-audit-{}", std::process::id()));
    let mut command = command;
    command.env("DENO_AUDIT_PERMISSIONS", &audit);
    let watched = brio_sandbox::watch(command);
    let names = names_in(&audit);
    // It is only there when the program was Brio's.
    let _ = std::fs::remove_file(&audit);
    let (status, uses) = match watched {
        Ok(found) => found,
        Err(error) => {
            eprintln!("brio: {first} cannot be watched: {error}");
            return 127;
        }
    };
    let caches = [std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from), home().map(|home| home.join(".cache"))];
    let caches: Vec<PathBuf> = caches.into_iter().flatten().map(|cache| cache.join("brio")).chain([audit]).collect();
    let text = brio_policy::suggest(&uses, &names, &places(file.as_deref()), &runtime, &caches);
    match output {
        None => print!("{text}"),
        Some(path) => {
            if let Err(error) = std::fs::write(path, &text) {
                eprintln!("brio: {path} cannot be written: {error}");
                return 1;
            }
        }
    }
    status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0))
}

fn home() -> Option<PathBuf> {
    std::env::var_os("HOME").map(PathBuf::from)
}

/// The command to watch, and the program's file when it is one of Brio's. A file that is no program runs in Brio.
fn command_of(first: &str, others: &[String], runtime: &Path) -> (Option<PathBuf>, Command) {
    let path = Path::new(first);
    let is_source = path.is_file()
        && path.extension().is_some_and(|extension| {
            ["js", "mjs", "cjs", "ts", "mts", "cts", "tsx", "jsx"].iter().any(|known| extension == *known)
        });
    if is_source {
        let mut command = Command::new(runtime);
        command.arg(first).args(others);
        return (Some(path.to_path_buf()), command);
    }
    let program = if first == "brio" { runtime } else { path };
    let mut command = Command::new(program);
    command.args(others);
    let file = others.iter().map(PathBuf::from).find(|argument| argument.is_file());
    (file, command)
}

/// What the first wall's audit log says about variables, facts and hosts: no system call names those.
fn names_in(audit: &Path) -> brio_policy::Names {
    let text = std::fs::read_to_string(audit).unwrap_or_default();
    let mut names = brio_policy::Names::default();
    text.lines().for_each(|line| names.add_audit_line(line));
    names
}
