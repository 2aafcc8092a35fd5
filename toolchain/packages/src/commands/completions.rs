//! `brio completions SHELL`: what a shell needs to complete commands, flags and scripts. All of it is made from the tables
//! of commands and flags.

use super::{ALL, Command, usage};
use crate::error::Result;
use crate::install::project_folder;
use crate::project::Project;
use crate::workspace::Workspace;
use brio_command_flags::{Arguments, Flag, Takes};
use std::collections::BTreeSet;
use std::path::Path;

/// Commands that are not the package manager's.
const OTHERS: [(&str, &str); 15] = [
    ("run", "run a program or a script"),
    ("serve", "serve the default export of a program"),
    ("inspect", "debug a program on the command line"),
    ("task", "run a task of deno.json, or a script of package.json"),
    ("test", "run tests"),
    ("build", "bundle a program or a page"),
    ("bench", "run benchmarks"),
    ("coverage", "report coverage"),
    ("lab", "compare runtimes"),
    ("bundle", "bundle a program, with the flags of deno bundle"),
    ("compile", "make an executable, with the flags of deno compile"),
    ("sandbox", "explain and suggest policies"),
    ("doctor", "say what this machine enforces"),
    ("eval", "run code of the command line"),
    ("help", "show help"),
];

/// Commands whose words are packages that the project depends on.
const OF_DEPENDENCIES: [&str; 7] = ["approve", "outdated", "patch", "remove", "unlink", "update", "why"];

/// What a flag's value can be.
enum Values {
    /// These words.
    Words(&'static str),
    /// The names of the workspace's members.
    Members,
}

/// The values of flags, those of `brio run` and of Brio itself too.
const VALUES: [(&str, Values); 10] = [
    ("--access", Values::Words("public restricted")),
    ("--as", Values::Words("node bun deno")),
    ("--audit-level", Values::Words("low moderate high critical")),
    ("--filter", Values::Members),
    ("--include", Values::Words("dev optional peer")),
    ("--linker", Values::Words("hoisted isolated")),
    ("--location", Values::Words("project user")),
    ("--omit", Values::Words("dev optional peer")),
    ("--sbom-format", Values::Words("cyclonedx spdx")),
    ("--workspace", Values::Members),
];

/// Prints the completions; the words `scripts`, `dependencies` and `members` print what completions request.
pub fn run(arguments: &Arguments) -> Result<i32> {
    let folder = std::env::current_dir().unwrap_or_default();
    let project = Project::read(&Project::find(&folder)).ok();
    let list = |names: Vec<String>| names.iter().for_each(|name| say!("{name}"));
    match arguments.words.first().map(String::as_str) {
        Some("bash") => print!("{}", bash()),
        Some("zsh") => print!("{}", zsh()),
        Some("fish") => print!("{}", fish()),
        Some("scripts") => {
            list(project.iter().flat_map(|one| one.manifest().scripts.keys().cloned().collect::<Vec<_>>()).collect())
        }
        Some("dependencies") => list(project.as_ref().map(dependencies_of).unwrap_or_default()),
        Some("members") => list(members_around(&folder)),
        _ => return Err(usage("completions takes bash, zsh or fish").with_hint("`source <(brio completions bash)`")),
    }
    Ok(0)
}

fn dependencies_of(project: &Project) -> Vec<String> {
    let manifest = project.manifest();
    let lists = [&manifest.dependencies, &manifest.optional, &manifest.development, &manifest.peers];
    let names: BTreeSet<String> = lists.into_iter().flat_map(|list| list.keys().map(|name| name.to_string())).collect();
    names.into_iter().collect()
}

fn members_around(folder: &Path) -> Vec<String> {
    let root = Project::read(&project_folder(folder, false));
    let members = root.and_then(|root| Workspace::read(&root)).map(|workspace| workspace.members).unwrap_or_default();
    members.into_iter().map(|member| member.name).collect()
}

fn values_of(flag: &str) -> Option<&'static Values> {
    VALUES.iter().find(|(name, _)| *name == flag).map(|(_, values)| values)
}

/// All names of the commands whose words are dependencies.
fn names_with_dependencies() -> Vec<&'static str> {
    let commands = ALL.iter().filter(|command| OF_DEPENDENCIES.contains(&command.name));
    commands.flat_map(|command| std::iter::once(command.name).chain(command.aliases.iter().copied())).collect()
}

fn commands() -> Vec<(&'static str, &'static str)> {
    OTHERS.iter().copied().chain(ALL.iter().map(|command| (command.name, command.about))).collect()
}

/// The words that a command's usage names: `path|verify|prune`.
fn words_of(command: &Command) -> impl Iterator<Item = &'static str> {
    let alternatives = command.arguments.trim_matches(['[', ']']).split('|');
    let words = alternatives.map(|one| one.split(' ').next().unwrap_or_default());
    words.filter(|word| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_lowercase()))
}

fn bash() -> String {
    let names: Vec<&str> = commands().iter().map(|(name, _)| *name).collect();
    let names = names.join(" ");
    let mut cases = String::new();
    for command in ALL {
        let patterns: Vec<&str> = std::iter::once(command.name).chain(command.aliases.iter().copied()).collect();
        let flags = command.flags.join(" ");
        let words = match OF_DEPENDENCIES.contains(&command.name) {
            true => "$(brio completions dependencies 2>/dev/null)".to_string(),
            false => words_of(command).collect::<Vec<_>>().join(" "),
        };
        cases += &format!("    {}) flags=\"{flags}\" words=\"{words}\" ;;\n", patterns.join("|"));
    }
    let mut values = String::new();
    for (flag, of) in &VALUES {
        let (patterns, words) = match of {
            Values::Words(words) => ((*flag).to_string(), (*words).to_string()),
            Values::Members => (
                format!("{flag}|-{}", if *flag == "--filter" { "F" } else { "w" }),
                "$(brio completions members 2>/dev/null)".to_string(),
            ),
        };
        values += &format!("    {patterns}) words=\"{words}\" is_value=1 ;;\n");
    }
    format!(
        "# Completions of brio for bash: source <(brio completions bash)
_brio() {{
  local line=\"${{COMP_LINE:0:COMP_POINT}}\" words=\"\" flags=\"\" files=\"-f\" is_value=\"\"
  local current=\"${{line##* }}\" previous=\"${{line% *}}\"
  previous=\"${{previous##* }}\"
  if [[ \"$current\" == --*=* ]]; then
    previous=\"${{current%%=*}}\" current=\"${{current#*=}}\"
  fi
  case \"$previous\" in
{values}  esac
  if [[ -n \"$is_value\" ]]; then
    files=\"\"
  elif [ \"$COMP_CWORD\" -eq 1 ]; then
    words=\"{names}\"
  else
    case \"${{COMP_WORDS[1]}}\" in
    run) words=\"$(brio completions scripts 2>/dev/null)\" ;;
    help) words=\"{names}\" ;;
{cases}    esac
    if [[ \"$current\" == -* ]]; then
      words=\"$flags\"
    fi
    if [[ -n \"$words\" && \"${{COMP_WORDS[1]}}\" != run ]]; then
      files=\"\"
    fi
  fi
  COMPREPLY=($(compgen $files -W \"$words\" -- \"$current\"))
  # Bash splits words at colons and at signs, as in the names of scripts and packages.
  local mark
  for mark in : @; do
    if [[ \"$current\" == *\"$mark\"* && \"$COMP_WORDBREAKS\" == *\"$mark\"* ]]; then
      local start=\"${{current%\"${{current##*\"$mark\"}}\"}}\"
      COMPREPLY=(\"${{COMPREPLY[@]#\"$start\"}}\")
      return
    fi
  done
}}
complete -o filenames -F _brio brio
"
    )
}

fn zsh() -> String {
    let mut list = String::new();
    for (name, about) in commands() {
        list += &format!("    {}\n", quoted(&format!("{name}:{about}")));
    }
    let mut cases = String::new();
    for command in ALL {
        let patterns: Vec<&str> = std::iter::once(command.name).chain(command.aliases.iter().copied()).collect();
        let flags: Vec<String> = command.known_flags().map(flag_of_zsh).collect();
        let words: Vec<&str> = words_of(command).collect();
        let first = if words.is_empty() { String::new() } else { format!("'1:word:({})' ", words.join(" ")) };
        let others = match OF_DEPENDENCIES.contains(&command.name) {
            true => "'*:package:{_brio_list dependencies}'",
            false => "'*:file:_files'",
        };
        cases += &format!("    {}) _arguments {} {first}{others} ;;\n", patterns.join("|"), flags.join(" "));
    }
    format!(
        "#compdef brio
# Completions of brio for zsh: source <(brio completions zsh), or a file _brio in a folder of $fpath
_brio_list() {{
  local -a found
  found=(${{(f)\"$(brio completions $1 2>/dev/null)\"}})
  compadd -a found
}}
_brio() {{
  local -a commands
  commands=(
{list}  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    _files
    return
  fi
  local command=\"${{words[2]}}\"
  shift words
  (( CURRENT-- ))
  case \"$command\" in
    run) _arguments '--filter=[packages of the workspace]:package:{{_brio_list members}}' '*:script:{{_brio_list scripts; _files}}' ;;
    help) _describe 'command' commands ;;
{cases}    *) _files ;;
  esac
}}
if [[ \"${{funcstack[1]}}\" == _brio ]]; then
  _brio \"$@\"
else
  compdef _brio brio
fi
"
    )
}

fn flag_of_zsh(flag: &Flag) -> String {
    let about = flag.about.replace(['[', ']'], "");
    let value = match (flag.takes == Takes::Nothing, values_of(flag.long)) {
        (true, _) => return quoted(&format!("{}[{about}]", flag.long)),
        (false, Some(Values::Words(words))) => format!("({words})"),
        (false, Some(Values::Members)) => "{_brio_list members}".to_string(),
        (false, None) => "_files".to_string(),
    };
    quoted(&format!("{}=[{about}]:value:{value}", flag.long))
}

fn fish() -> String {
    let mut text = String::from("# Completions of brio for fish: brio completions fish | source\n");
    for (name, about) in commands() {
        text += &format!("complete -c brio -n __fish_use_subcommand -a {name} -d {}\n", quoted(about));
    }
    text += "complete -c brio -n '__fish_seen_subcommand_from run' -a '(brio completions scripts 2>/dev/null)'\n";
    let seen = "__fish_seen_subcommand_from";
    text += "complete -c brio -l as -x -a 'node bun deno' -d 'the runtime that the program is written for'\n";
    text += &format!(
        "complete -c brio -n '{seen} run exec' -l filter -s F -x -a '(brio completions members 2>/dev/null)'\n"
    );
    let all: Vec<&str> = commands().iter().map(|(name, _)| *name).collect();
    text += &format!("complete -c brio -n '{seen} help' -f -a '{}'\n", all.join(" "));
    let with_dependencies = names_with_dependencies().join(" ");
    text += &format!(
        "complete -c brio -n '{seen} {with_dependencies}' -f -a '(brio completions dependencies 2>/dev/null)'\n"
    );
    for command in ALL {
        let names: Vec<&str> = std::iter::once(command.name).chain(command.aliases.iter().copied()).collect();
        for word in words_of(command) {
            let names = names.join(" ");
            text += &format!("complete -c brio -n '__fish_seen_subcommand_from {names}' -f -a {word}\n");
        }
        for flag in command.known_flags() {
            let short = flag.short.map(|short| format!(" -s {}", &short[1..])).unwrap_or_default();
            let value = match (flag.takes == Takes::Nothing, values_of(flag.long)) {
                (true, _) => String::new(),
                (false, Some(Values::Words(words))) => format!(" -x -a '{words}'"),
                (false, Some(Values::Members)) => " -x -a '(brio completions members 2>/dev/null)'".to_string(),
                (false, None) => " -x".to_string(),
            };
            text += &format!(
                "complete -c brio -n '__fish_seen_subcommand_from {}' -l {}{short}{value} -d {}\n",
                names.join(" "),
                &flag.long[2..],
                quoted(flag.about)
            );
        }
    }
    text
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
