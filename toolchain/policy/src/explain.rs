//! A policy in plain words.

use crate::walls::{net_text, unheld};
use crate::{Grant, Policy};
use std::path::{Path, PathBuf};

/// Says what a policy allows and what it refuses, and which wall holds what.
pub fn explain(policy: &Policy, is_supervised: bool) -> String {
    let path = |path: &PathBuf| shown(path);
    let lines = [
        sentence(
            "read",
            &policy.read,
            path,
            "no file but the system's libraries and the program's own start",
            "every file",
        ),
        sentence("write", &policy.write, path, "no file", "every file"),
        sentence("connect to", &policy.connect, net_text, "nothing", "every host"),
        sentence("listen on", &policy.listen, net_text, "nothing", "every address and port"),
        sentence("see the variables", &policy.env, String::clone, "", "of the whole environment").replace(
            "see the variables .",
            "see no variable but those of language, time zone, terminal, HOME and PATH.",
        ),
        sentence(
            "start",
            &policy.run,
            |program| format!("{} ({})", program.name, shown(&program.path)),
            "no program",
            "every program",
        ),
        sentence("ask the system for", &policy.sys, String::clone, "nothing about itself", "everything about itself"),
        sentence("load native code from", &policy.addons, path, "nowhere", "every file that it may read"),
    ];
    let mut text = format!("The policy {} lets a program\n", policy.file.display());
    for line in lines {
        text.push_str(&format!("  - {line}\n"));
    }
    if !policy.deny.is_empty() {
        let list: Vec<String> = policy.deny.iter().map(|path| shown(path)).collect();
        text.push_str(&format!("Out of that it may neither read nor write {}.\n", joined(&list)));
    }
    for (name, grant) in &policy.packages {
        let package = if name == "*" { "Other packages".to_string() } else { format!("The package {name}") };
        let nothing = "nothing that reaches out of the program";
        text.push_str(&format!("{package} may {}\n", sentence("import", grant, String::clone, nothing, "everything")));
    }
    for (program, own) in &policy.programs {
        let runs = own.run.listed().iter().skip(1).cloned().collect();
        let runs = if own.run == Grant::All { Grant::All } else { Grant::These(runs) };
        let lines = [
            sentence("read", &own.read, path, "no file but the system's", "every file"),
            sentence("write", &own.write, path, "no file", "every file"),
            if own.connect == Grant::All { "use the network as above." } else { "use no network." }.to_string(),
            sentence("start", &runs, |other: &crate::Program| other.name.clone(), "no other program", "every program"),
        ];
        text.push_str(&format!("The program {} may only\n", program.name));
        lines.iter().for_each(|line| text.push_str(&format!("  - {line}\n")));
    }
    text.push_str("Programs that it starts, workers, addons and WebAssembly are behind the same walls.\n");
    for sentence in unheld(policy, is_supervised) {
        text.push_str(&format!("Note: {sentence}.\n"));
    }
    text
}

fn sentence<T>(verb: &str, grant: &Grant<T>, text: impl Fn(&T) -> String, nothing: &str, all: &str) -> String {
    match grant {
        Grant::All => format!("{verb} {all}."),
        Grant::These(list) if list.is_empty() => format!("{verb} {nothing}."),
        Grant::These(list) => format!("{verb} {}.", joined(&list.iter().map(text).collect::<Vec<_>>())),
    }
}

/// A folder is shown with a slash: it stands for all that is in it.
fn shown(path: &Path) -> String {
    let is_folder = path.is_dir() && path.parent().is_some();
    format!("{}{}", path.display(), if is_folder { "/" } else { "" })
}

fn joined(list: &[String]) -> String {
    match list {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
