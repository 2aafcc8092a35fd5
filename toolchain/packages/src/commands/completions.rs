//! `brio completions SHELL`: what a shell needs to complete commands, flags and scripts. All of it is made from the tables
//! of commands and flags.

use super::{ALL, Command, usage};
use crate::error::Result;
use crate::project::Project;
use brio_command_flags::{Arguments, Takes};

/// Commands that are not the package manager's.
const OTHERS: [(&str, &str); 12] = [
    ("run", "run a program or a script"),
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

/// Prints the completions; the word `--scripts` prints the names of the project's scripts, which completions request.
pub fn run(arguments: &Arguments) -> Result<i32> {
    match arguments.words.first().map(String::as_str) {
        Some("bash") => print!("{}", bash()),
        Some("zsh") => print!("{}", zsh()),
        Some("fish") => print!("{}", fish()),
        Some("scripts") => {
            let project = std::env::current_dir().ok().and_then(|folder| Project::read(&Project::find(&folder)).ok());
            for name in
                project.iter().flat_map(|project| project.manifest().scripts.keys().cloned().collect::<Vec<_>>())
            {
                println!("{name}");
            }
        }
        _ => return Err(usage("completions takes bash, zsh or fish").with_hint("`source <(brio completions bash)`")),
    }
    Ok(0)
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
    let mut cases = String::new();
    for command in ALL {
        let patterns: Vec<&str> = std::iter::once(command.name).chain(command.aliases.iter().copied()).collect();
        let words: Vec<&str> = words_of(command).collect();
        let (flags, words) = (command.flags.join(" "), words.join(" "));
        cases += &format!("    {}) flags=\"{flags}\" words=\"{words}\" ;;\n", patterns.join("|"));
    }
    format!(
        "# Completions of brio for bash: source <(brio completions bash)
_brio() {{
  local line=\"${{COMP_LINE:0:COMP_POINT}}\" words=\"\" flags=\"\"
  local current=\"${{line##* }}\"
  if [ \"$COMP_CWORD\" -eq 1 ]; then
    COMPREPLY=($(compgen -f -W \"{}\" -- \"$current\"))
    return
  fi
  case \"${{COMP_WORDS[1]}}\" in
    run) words=\"$(brio completions scripts 2>/dev/null)\" ;;
{cases}  esac
  if [[ \"$current\" == -* ]]; then
    words=\"$flags\"
  fi
  local files=\"-f\"
  if [[ -n \"$words\" && \"${{COMP_WORDS[1]}}\" != run ]]; then
    files=\"\"
  fi
  COMPREPLY=($(compgen $files -W \"$words\" -- \"$current\"))
  # Bash splits words at colons, as in the name of a script.
  if [[ \"$current\" == *:* && \"$COMP_WORDBREAKS\" == *:* ]]; then
    local start=\"${{current%\"${{current##*:}}\"}}\"
    COMPREPLY=(\"${{COMPREPLY[@]#\"$start\"}}\")
  fi
}}
complete -o filenames -F _brio brio
",
        names.join(" ")
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
        let flags: Vec<String> = command
            .known_flags()
            .map(|flag| quoted(&format!("{}[{}]", flag.long, flag.about.replace(['[', ']'], ""))))
            .collect();
        let words: Vec<&str> = words_of(command).collect();
        let first = if words.is_empty() { String::new() } else { format!("'1:word:({})' ", words.join(" ")) };
        cases += &format!("    {}) _arguments {} {first}'*:file:_files' ;;\n", patterns.join("|"), flags.join(" "));
    }
    format!(
        "#compdef brio
# Completions of brio for zsh: source <(brio completions zsh), or a file _brio in a folder of $fpath
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
    run) local -a scripts; scripts=(${{(f)\"$(brio completions scripts 2>/dev/null)\"}}); compadd -a scripts; _files ;;
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

fn fish() -> String {
    let mut text = String::from("# Completions of brio for fish: brio completions fish | source\n");
    for (name, about) in commands() {
        text += &format!("complete -c brio -n __fish_use_subcommand -a {name} -d {}\n", quoted(about));
    }
    text += "complete -c brio -n '__fish_seen_subcommand_from run' -a '(brio completions scripts 2>/dev/null)'\n";
    for command in ALL {
        let names: Vec<&str> = std::iter::once(command.name).chain(command.aliases.iter().copied()).collect();
        for word in words_of(command) {
            let names = names.join(" ");
            text += &format!("complete -c brio -n '__fish_seen_subcommand_from {names}' -f -a {word}\n");
        }
        for flag in command.known_flags() {
            let short = flag.short.map(|short| format!(" -s {}", &short[1..])).unwrap_or_default();
            let value = if flag.takes == Takes::Nothing { "" } else { " -x" };
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
