//! What a trial run leaves behind and should not be committed: profiles, dumps, and files of any kind in the root folder that
//! are not the project's own.

use super::tree::Tree;

/// The files of the root folder.
const ROOT: &[&str] = &[
    ".gitignore",
    ".oxfmtrc.json",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE",
    "README.md",
    "STYLE.md",
    "rust-toolchain.toml",
    "rustfmt.toml",
    "tsconfig.json",
    "x",
];

/// What runtimes write when they are asked for a profile, a snapshot or a report.
const OUTPUTS: &[&str] = &[".cpuprofile", ".heapprofile", ".heapsnapshot", ".dump", ".core"];

pub fn check(tree: &Tree) -> Vec<String> {
    let strays = tree.paths().filter(|path| is_stray(path));
    strays
        .map(|path| format!("{path}: looks left behind by a trial; remove it, or list it in xtask/src/tidy/strays.rs"))
        .collect()
}

fn is_stray(path: &str) -> bool {
    let is_unknown_in_root = !path.contains('/') && !ROOT.contains(&path);
    is_unknown_in_root || OUTPUTS.iter().any(|suffix| path.ends_with(suffix))
}

#[cfg(test)]
mod tests {
    use super::is_stray;

    #[test]
    fn profiles_and_unknown_files_of_the_root_are_strays() {
        assert!(is_stray("notes.txt"));
        assert!(is_stray("tests/unit/a.heapsnapshot"));
        assert!(is_stray("CPU.20260101.100000.1.0.001.cpuprofile"));
    }

    #[test]
    fn the_projects_own_files_are_not() {
        assert!(!is_stray("README.md"));
        assert!(!is_stray("tests/unit/README.md"));
    }
}
