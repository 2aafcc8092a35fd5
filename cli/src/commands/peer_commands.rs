//! Commands of Bun and Deno that have another name here, and those that another tool has: the error names what to type
//! instead.

/// What a command of a peer means.
#[derive(Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The words that are in its place.
    Words(&'static [&'static str]),
    /// It does not exist here; what does the same.
    Instead(&'static str),
}

const ALL: &[(&[&str], Meaning)] = &[
    (&["pm", "ls"], Meaning::Words(&["ls"])),
    (&["pm", "cache"], Meaning::Words(&["cache"])),
    (&["pm", "trust"], Meaning::Words(&["approve"])),
    (&["pm", "untrusted"], Meaning::Words(&["approve"])),
    (&["pm", "pack"], Meaning::Words(&["pack"])),
    (&["pm", "pkg"], Meaning::Words(&["pkg"])),
    (&["pm", "version"], Meaning::Words(&["version"])),
    (&["pm", "why"], Meaning::Words(&["why"])),
    (&["pm", "bin"], Meaning::Instead("the commands of packages are in node_modules/.bin, and `brio exec` finds them")),
    (&["pm", "view"], Meaning::Words(&["view"])),
    (&["pm", "whoami"], Meaning::Words(&["whoami"])),
    (&["pm"], Meaning::Instead("`brio help` lists ls, cache, approve, pack, pkg, version, view and why")),
    (&["bump-version"], Meaning::Words(&["version"])),
    (&["approve-scripts"], Meaning::Words(&["approve"])),
    (&["repl"], Meaning::Words(&["--interactive"])),
    (&["watch"], Meaning::Words(&["run", "--watch"])),
    (&["fmt"], Meaning::Instead("`brio x prettier --write .` formats a project")),
    (&["lint"], Meaning::Instead("`brio x eslint` checks a project")),
    (&["check"], Meaning::Instead("`brio x --package typescript tsc --noEmit` checks types")),
    (
        &["types"],
        Meaning::Instead(
            "`brio add --dev @types/node` installs types; @types/bun and @types/deno have those of the others",
        ),
    ),
    (&["doc"], Meaning::Instead("`brio x typedoc` writes documentation")),
    (&["clean"], Meaning::Instead("`brio cache prune` removes what no project uses")),
    (&["transpile"], Meaning::Instead("`brio bundle FILE` writes JavaScript, with what it imports")),
    (&["vendor"], Meaning::Instead("`--vendor`, or \"vendor\": true in deno.json, keeps modules in the project")),
    (&["lsp"], Meaning::Instead("editors have servers of their own for TypeScript")),
    (&["desktop"], Meaning::Instead("`brio compile` makes executables without a window")),
    (&["jupyter"], Meaning::Instead("Brio has no kernel for notebooks")),
];

/// The meaning of the command that arguments begin with, and how many words it has.
pub fn find(arguments: &[String]) -> Option<(&'static Meaning, usize)> {
    let is_start = |words: &[&str]| {
        words.len() <= arguments.len() && words.iter().zip(arguments).all(|(word, given)| word == given)
    };
    ALL.iter().find(|(words, _)| is_start(words)).map(|(words, meaning)| (meaning, words.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meaning(words: &[&str]) -> Option<(&'static Meaning, usize)> {
        find(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn commands_of_two_words_are_found_by_both() {
        assert_eq!(meaning(&["pm", "ls", "--all"]), Some((&Meaning::Words(&["ls"]), 2)));
        assert!(matches!(meaning(&["pm", "hash"]), Some((Meaning::Instead(_), 1))));
        assert_eq!(meaning(&["approve-scripts", "build"]), Some((&Meaning::Words(&["approve"]), 1)));
    }

    #[test]
    fn other_words_mean_nothing() {
        assert_eq!(meaning(&["tasks"]), None);
        assert_eq!(meaning(&[]), None);
    }
}
