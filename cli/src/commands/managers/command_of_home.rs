//! A command of a runtime after its name: `brio --as deno test` is what `deno test` is.

use crate::commands::run;

/// The commands that each runtime has itself, whatever files there are.
const COMMANDS: [(&str, &[&str]); 2] = [
    ("bun", &["build", "test"]),
    ("deno", &["bench", "bundle", "compile", "coverage", "eval", "serve", "task", "test"]),
];
/// The command that is named with its runtime, for files that do not say theirs.
const TEST: &str = "test";
/// The command whose reports are those of its runtime.
const BUILD: &str = "build";

/// The arguments with the command first, where they begin with `--as HOME COMMAND`. None for all others.
pub fn command_of_home(arguments: &[String]) -> Option<Vec<String>> {
    let (home, rest) = match arguments {
        [flag, home, rest @ ..] if flag == "--as" => (home.as_str(), rest),
        [flag, rest @ ..] => (flag.strip_prefix("--as=")?, rest),
        [] => return None,
    };
    let (command, rest) = rest.split_first()?;
    // In Node it is the name of a file.
    let is_test_of_node = home == "node" && command == TEST && !run::is_program(command);
    let has_command = COMMANDS.iter().any(|(name, all)| *name == home && all.contains(&command.as_str()));
    if !has_command && !is_test_of_node {
        return None;
    }
    let own = if command == TEST || command == BUILD { vec!["--as".to_owned(), home.to_owned()] } else { Vec::new() };
    Some([vec![command.clone()], own, rest.to_vec()].concat())
}
