//! Flags of packages before the command: `brio --filter web run build`, `brio -r exec tsc`.

use crate::commands::{packages, run};
use brio_packages::foreign_flags;

/// The arguments with the flags of packages behind the command, where they are before it as pnpm, npm and Bun write them:
/// `--filter NAME run SCRIPT`. None when they begin with something else, or no command follows.
pub fn with_command_first(arguments: &[String]) -> Option<Vec<String>> {
    let is_command = |word: &&String| *word == "run" || packages::find(word).is_some();
    let mut flags = Vec::new();
    let mut index = 0;
    while let Some(argument) = arguments.get(index).filter(|argument| argument.starts_with('-')) {
        let (name, inline) = argument.split_once('=').unwrap_or((argument.as_str(), ""));
        let count = match name {
            // pnpm's switch has no value, npm's `-w NAME` has one.
            "-w" if arguments.get(index + 1).as_ref().is_some_and(is_command) => {
                flags.push("--workspace-root".to_string());
                index += 1;
                continue;
            }
            "-w" if foreign_flags::is_root_of_pnpm(arguments.get(index + 1)) => {
                flags.push("--workspace-root".to_string());
                index += 1;
                continue;
            }
            "-r" if is_recursion(&arguments[index + 1..]) => {
                flags.push("--recursive".to_string());
                index += 1;
                continue;
            }
            "-w" => 2,
            "--workspace-root" => 1,
            "--silent" | "--if-present" | "--no-bail" | "--recursive" | "--parallel" | "--workspaces" => 1,
            "--aggregate-output" | "--no-sort" | "--sequential" | "--sort" | "--stream" => 1,
            "--filter" | "-F" | "--workspace" | "--prefix" | "--cwd" | "--dir" | "-C" if inline.is_empty() => 2,
            "--concurrency" | "--reporter" | "--workspace-concurrency" if inline.is_empty() => 2,
            "--filter" | "-F" | "--workspace" | "--prefix" | "--cwd" | "--dir" | "-C" => 1,
            "--concurrency" | "--reporter" | "--workspace-concurrency" => 1,
            _ => return None,
        };
        flags.extend(arguments[index..].iter().take(count).cloned());
        index += count;
    }
    let word = arguments.get(index).filter(|_| index > 0)?;
    if is_command(&word) {
        return Some([std::slice::from_ref(word), &flags, &arguments[index + 1..]].concat());
    }
    // As pnpm, which runs a script by its name alone: behind a flag that chooses packages no program can be meant.
    let chooses = |flag: &String| CHOOSING.contains(&flag.split('=').next().unwrap_or_default());
    let is_script = flags.iter().any(chooses) && !word.starts_with('-');
    is_script.then(|| [&["run".to_string()], flags.as_slice(), &arguments[index..]].concat())
}

/// Flags that choose packages of a workspace, and that Node.js does not have.
const CHOOSING: [&str; 7] =
    ["--filter", "-F", "--recursive", "--parallel", "--workspace", "--workspaces", "--workspace-root"];

/// Whether `-r` is pnpm's, for all members, and not Node's, which loads a module first: what follows it.
fn is_recursion(next: &[String]) -> bool {
    let Some(first) = next.first() else { return false };
    let is_program = |word: &String| !word.starts_with('-') && run::is_program(word);
    let is_followed_by_program = next.get(1).is_some_and(is_program);
    // No module is called so.
    if first.starts_with("--") {
        return true;
    }
    if first == "run" || packages::find(first).is_some() {
        return first == "exec" || !is_followed_by_program;
    }
    !is_followed_by_program && !first.contains(['/', '.']) && packages::is_script_of_workspace(first)
}
