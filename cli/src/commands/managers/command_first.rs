//! Flags of packages before the command: `brio --filter web run build`, `brio -r exec tsc`.

use crate::commands::{packages, run};

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
            "-r" if is_recursion(&arguments[index + 1..]) => {
                flags.push("--recursive".to_string());
                index += 1;
                continue;
            }
            "-w" => 2,
            "--workspace-root" => 1,
            "--silent" | "--if-present" | "--no-bail" | "--recursive" | "--parallel" | "--workspaces" => 1,
            "--filter" | "-F" | "--workspace" | "--prefix" | "--cwd" | "--dir" | "-C" if inline.is_empty() => 2,
            "--filter" | "-F" | "--workspace" | "--prefix" | "--cwd" | "--dir" | "-C" => 1,
            _ => return None,
        };
        flags.extend(arguments[index..].iter().take(count).cloned());
        index += count;
    }
    let command = arguments.get(index).filter(|word| index > 0 && is_command(word))?;
    Some([std::slice::from_ref(command), &flags, &arguments[index + 1..]].concat())
}

/// Whether `-r` is pnpm's, for all members, and not Node's, which loads a module first: what follows it.
fn is_recursion(next: &[String]) -> bool {
    let is_command = next.first().is_some_and(|word| word == "run" || packages::find(word).is_some());
    let is_program = |word: &String| word != "--" && run::is_program(word);
    is_command && (next[0] == "exec" || !next.get(1).is_some_and(is_program))
}
