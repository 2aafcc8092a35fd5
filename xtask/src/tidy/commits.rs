//! Subjects of the commits since the last release: at most 72 characters (STYLE.md, "Commits").

use crate::workspace::Workspace;
use std::fs;
use std::process::Command;

const CHANGELOG: &str = "CHANGELOG.md";
const SUBJECT_LENGTH_MAX: usize = 72;

/// Sentences about subjects that are too long. Without git history there is nothing to check.
pub fn check(workspace: &Workspace) -> Vec<String> {
    let changelog = fs::read_to_string(workspace.root.join(CHANGELOG)).unwrap_or_default();
    let Some(release) = newest_release(&changelog) else {
        return vec![format!("{CHANGELOG} has no heading of a release such as \"## 0.1.0 (2026-11-25)\"")];
    };
    // The commit that wrote the heading ends a release.
    let Some(commits) = git(workspace, &["log", "--format=%H", &format!("-S## {release}"), "--", CHANGELOG]) else {
        return Vec::new();
    };
    let Some(base) = commits.lines().last() else { return Vec::new() };
    let log = git(workspace, &["log", "--no-merges", "--format=%h %s", &format!("{base}..HEAD")]).unwrap_or_default();
    too_long(&log)
}

/// The version in the first heading of a release.
fn newest_release(changelog: &str) -> Option<&str> {
    let headings = changelog.lines().filter_map(|line| line.strip_prefix("## "));
    headings
        .filter_map(|heading| heading.split(' ').next())
        .find(|word| word.starts_with(|first: char| first.is_ascii_digit()))
}

fn too_long(log: &str) -> Vec<String> {
    log.lines()
        .filter_map(|line| line.split_once(' '))
        .filter(|(_, subject)| subject.chars().count() > SUBJECT_LENGTH_MAX)
        .map(|(commit, subject)| {
            format!("{commit}: {} characters, more than {SUBJECT_LENGTH_MAX}: {subject}", subject.chars().count())
        })
        .collect()
}

fn git(workspace: &Workspace, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").current_dir(&workspace.root).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::{newest_release, too_long};

    #[test]
    fn the_newest_release_is_the_first_numbered_heading() {
        assert_eq!(newest_release("# C\n## Unreleased\n## 0.2.0 (2027-01-01)\n## 0.1.0\n"), Some("0.2.0"));
        assert_eq!(newest_release("## Unreleased\n"), None);
    }

    #[test]
    fn only_long_subjects_are_reported() {
        let log = format!("abc1 fs: short\nabc2 fs: {}\n", "x".repeat(72));
        let found = too_long(&log);
        assert!(found.len() == 1 && found[0].starts_with("abc2: 76 characters"), "{found:?}");
    }
}
