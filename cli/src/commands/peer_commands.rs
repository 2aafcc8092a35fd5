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
    (&["pm", "bin"], Meaning::Words(&["bin"])),
    (&["pm", "view"], Meaning::Words(&["view"])),
    (&["pm", "whoami"], Meaning::Words(&["whoami"])),
    (&["pm"], Meaning::Instead("`brio help` lists ls, cache, approve, pack, pkg, version, view and why")),
    (&["bump-version"], Meaning::Words(&["version"])),
    (&["approve-scripts"], Meaning::Words(&["approve"])),
    (&["approve-builds"], Meaning::Words(&["approve"])),
    (&["ignored-builds"], Meaning::Words(&["approve"])),
    (&["a"], Meaning::Words(&["add"])),
    (&["r"], Meaning::Words(&["remove"])),
    (&["ic"], Meaning::Words(&["ci"])),
    (&["inst"], Meaning::Words(&["install"])),
    (&["isntall"], Meaning::Words(&["install"])),
    (&["run-script"], Meaning::Words(&["run"])),
    (&["rum"], Meaning::Words(&["run"])),
    (&["start"], Meaning::Words(&["run", "start"])),
    (&["stop"], Meaning::Words(&["run", "stop"])),
    (&["restart"], Meaning::Words(&["run", "restart"])),
    (&["la"], Meaning::Words(&["ls", "--all"])),
    (&["ll"], Meaning::Words(&["ls", "--all"])),
    (&["get"], Meaning::Words(&["config", "get"])),
    (&["set"], Meaning::Words(&["config", "set"])),
    (&["find-dupes"], Meaning::Words(&["dedupe", "--dry-run"])),
    (&["versions"], Meaning::Words(&["version"])),
    (&["store", "path"], Meaning::Words(&["cache", "path"])),
    (&["store", "prune"], Meaning::Words(&["cache", "prune"])),
    (&["store", "status"], Meaning::Words(&["cache", "verify"])),
    (&["store"], Meaning::Words(&["cache"])),
    (&["global", "add"], Meaning::Words(&["add", "--global"])),
    (&["global", "remove"], Meaning::Words(&["remove", "--global"])),
    (&["global", "upgrade"], Meaning::Words(&["update", "--global"])),
    (&["global", "list"], Meaning::Words(&["ls", "--global"])),
    (&["global", "bin"], Meaning::Words(&["bin", "--global"])),
    (&["global", "dir"], Meaning::Words(&["root", "--global"])),
    (&["workspaces", "run"], Meaning::Words(&["run", "--workspaces"])),
    (
        &["workspaces"],
        Meaning::Instead("`brio ls --depth 0` lists the members, `brio run -r SCRIPT` runs scripts of them"),
    ),
    (
        &["workspace"],
        Meaning::Instead("`brio run -w NAME SCRIPT` and `brio add -w NAME PACKAGE` are for one member of a workspace"),
    ),
    (&["upgrade-interactive"], Meaning::Instead("`brio outdated` lists what `brio update --latest NAME` updates")),
    (&["install-test"], Meaning::Instead("`brio install && brio run test` does both")),
    (&["it"], Meaning::Instead("`brio install && brio run test` does both")),
    (&["cit"], Meaning::Instead("`brio ci && brio run test` does both")),
    (&["shrinkwrap"], Meaning::Instead("a package-lock.json that is renamed to npm-shrinkwrap.json is used as that")),
    (&["docs"], Meaning::Instead("`brio view NAME homepage` shows the address")),
    (&["repo"], Meaning::Instead("`brio view NAME repository.url` shows the address")),
    (&["bugs"], Meaning::Instead("`brio view NAME bugs.url` shows the address")),
    (&["ping"], Meaning::Instead("`brio view npm version` makes a request to the registry")),
    (&["access"], Meaning::Instead("`brio x npm access` runs npm's")),
    (&["diff"], Meaning::Instead("`brio x npm diff` runs npm's")),
    (&["explore"], Meaning::Instead("`brio x npm explore` runs npm's")),
    (&["hook"], Meaning::Instead("`brio x npm hook` runs npm's")),
    (&["org"], Meaning::Instead("`brio x npm org` runs npm's")),
    (&["profile"], Meaning::Instead("`brio x npm profile` runs npm's")),
    (&["query"], Meaning::Instead("`brio x npm query` runs npm's")),
    (&["star"], Meaning::Instead("`brio x npm star` runs npm's")),
    (&["team"], Meaning::Instead("`brio x npm team` runs npm's")),
    (&["token"], Meaning::Instead("`brio x npm token` runs npm's")),
    (&["self-update"], Meaning::Instead("Brio is updated as it was installed")),
    (&["env"], Meaning::Instead("Brio is the runtime: it installs no versions of Node.js")),
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
