//! Files and folders that comments and documents name in backquotes must exist: `base/http1`, `internal:core/ticks`.
//! Decisions may name a record by its number alone.

use super::lexer::{code_only, language};
use super::tree::{SourceFile, Tree};
use super::wording::comment_of;
use std::collections::BTreeSet;

/// Where the files of other repositories are named.
const EXCEPT: &[&str] = &["lab/results/", "docs/changes/", "tests/apps/", "examples/papers/", "CHANGELOG.md"];
const DECISIONS: &str = "docs/decisions/";
const INTERNAL: &str = "internal:";

pub fn check(tree: &Tree) -> Vec<String> {
    let top_folders = tree.top_folders();
    let read = |file: &&SourceFile| {
        !EXCEPT.iter().any(|path| file.path.starts_with(path))
            && !file.is_generated()
            && (file.path.ends_with(".md") || language(&file.path).is_some())
    };
    tree.files.iter().filter(read).flat_map(|file| missing_in(tree, &top_folders, file)).collect()
}

fn missing_in(tree: &Tree, top_folders: &BTreeSet<&str>, file: &SourceFile) -> Vec<String> {
    let code = language(&file.path).map(|language| code_only(&file.text, language));
    let mut code_lines = code.as_deref().map(str::lines);
    let mut in_block = false;
    let mut problems = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        let prose = match &mut code_lines {
            Some(code) => comment_of(line, code.next().unwrap_or("")),
            None => {
                let is_fence = line.trim_start().starts_with("```");
                in_block ^= is_fence;
                if in_block || is_fence { "" } else { line }
            }
        };
        let missing = names_in(prose).filter(|name| is_missing(tree, top_folders, name));
        problems.extend(missing.map(|name| format!("{}:{}: there is no `{name}`", file.path, index + 1)));
    }
    problems
}

/// What stands in backquotes, without placeholders and programs.
fn names_in(line: &str) -> impl Iterator<Item = &str> {
    let is_part = |character: char| character.is_ascii_alphanumeric() || "_-./:".contains(character);
    line.split('`').skip(1).step_by(2).filter(move |name| name.chars().all(is_part))
}

fn is_missing(tree: &Tree, top_folders: &BTreeSet<&str>, name: &str) -> bool {
    if let Some(module) = name.strip_prefix(INTERNAL) {
        let path = format!("builtins/internal/{}", module.trim_end_matches('/'));
        return !module.is_empty() && !tree.exists(&path) && !tree.exists(&format!("{path}.ts"));
    }
    match name.split_once('/') {
        Some((folder, _)) if top_folders.contains(folder) => {
            !(tree.exists(name) || name.starts_with(DECISIONS) && tree.has_name_that_starts_with(name))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::tree::Tree;

    fn problems(path: &str, text: &str) -> usize {
        check(&Tree::of(&[
            (path, text),
            ("base/http1/src/head.rs", ""),
            ("builtins/internal/core/ticks.ts", ""),
            ("docs/decisions/0002-es-modules.md", ""),
        ]))
        .len()
    }

    #[test]
    fn names_of_missing_files_fail() {
        assert_eq!(problems("base/a.rs", "//! See `base/http9` and `internal:core/tocks`.\n"), 2);
        assert_eq!(problems("docs/a.md", "See `base/http1/src/tail.rs`.\n"), 1);
    }

    #[test]
    fn files_folders_records_placeholders_and_code_pass() {
        let text = "//! `base/http1`, `internal:core/ticks`, `docs/decisions/0002`, `base/NAME.rs…`, `GET /base/x`\n";
        assert_eq!(problems("base/a.rs", text), 0);
        assert_eq!(problems("base/a.rs", "fn f() { g(\"`base/http9`\") }\n"), 0);
        assert_eq!(problems("docs/a.md", "```\n`base/http9`\n```\n"), 0);
    }
}
