//! Links in Markdown files must lead to files and headings that exist. Web addresses are not followed.

use super::tree::{Tree, resolve};

pub fn check(tree: &Tree) -> Vec<String> {
    let mut problems = Vec::new();
    for file in tree.files.iter().filter(|file| file.path.ends_with(".md")) {
        for (line, target) in links(&file.text) {
            if let Some(reason) = judge(tree, &file.path, target) {
                problems.push(format!("{}:{line}: ({target}): {reason}", file.path));
            }
        }
    }
    problems
}

fn judge(tree: &Tree, from: &str, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = if path.is_empty() { Some(from.to_string()) } else { resolve(from, path) };
    let Some(path) = path.filter(|path| tree.exists(path)) else { return Some("there is no such file".to_string()) };
    if anchor.is_empty() || !path.ends_with(".md") {
        return None;
    }
    let has_heading = tree.text(&path).is_some_and(|text| headings(text).any(|heading| heading == anchor));
    (!has_heading).then(|| format!("{path} has no heading \"{anchor}\""))
}

/// The targets of `[text](target)` outside of code, with the number of the line.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (index, line) in prose(text) {
        let mut rest = line;
        while let Some((before, after)) = rest.split_once("](") {
            let in_code = before.matches('`').count() % 2 == 1;
            let Some((target, following)) = after.split_once(')') else { break };
            let target = target.split(' ').next().unwrap_or(target).trim_matches(['<', '>']);
            if !in_code {
                found.push((index + 1, target));
            }
            rest = following;
        }
    }
    found
}

/// The lines that are not inside a fenced block.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_block = false;
    text.lines().enumerate().filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        in_block ^= is_fence;
        !in_block && !is_fence
    })
}

/// Headings in the form of anchors: lower case, no punctuation, hyphens for spaces.
fn headings(text: &str) -> impl Iterator<Item = String> {
    prose(text).filter(|(_, line)| line.starts_with('#')).map(|(_, line)| {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        title
            .chars()
            .filter(|character| character.is_alphanumeric() || " -_".contains(*character))
            .map(|character| if character == ' ' { '-' } else { character })
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::tree::Tree;

    fn problems(text: &str) -> Vec<String> {
        check(&Tree::of(&[("docs/a.md", text), ("docs/guide/b.md", "# The `first` step: go\n"), ("README.md", "")]))
    }

    #[test]
    fn a_missing_file_or_heading_fails() {
        assert!(problems("see [b](guide/c.md)")[0].contains("no such file"));
        assert!(problems("see [b](guide/b.md#second)")[0].contains("no heading"));
        assert!(problems("see [up](../../other.md)")[0].contains("no such file"));
    }

    #[test]
    fn files_folders_headings_addresses_and_code_pass() {
        let text = "# Own\n[a](guide/b.md#the-first-step-go) [b](../README.md) [c](https://x.y/z) [d](#own) [e](guide)\n```\n[f](missing.md)\n```\n`[g](missing.md)`\n";
        assert_eq!(problems(text), Vec::<String>::new());
    }
}
