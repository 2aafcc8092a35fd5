//! Decision records: each has one number, the one of its file's name, a status, and a row in the index with both.

use super::tree::{SourceFile, Tree};

const FOLDER: &str = "docs/decisions/";
const INDEX: &str = "docs/decisions/README.md";

pub fn check(tree: &Tree) -> Vec<String> {
    let index = tree.text(INDEX).unwrap_or_default();
    let records: Vec<&SourceFile> = tree.files.iter().filter(|file| is_record(&file.path)).collect();
    let mut problems: Vec<String> = records.iter().filter_map(|file| judge(file, index)).collect();
    for (position, file) in records.iter().enumerate() {
        if let Some(other) = records[..position].iter().find(|other| number_of(&other.path) == number_of(&file.path)) {
            problems.push(format!("{}: {} has the same number", file.path, other.path));
        }
    }
    problems
}

fn is_record(path: &str) -> bool {
    path.strip_prefix(FOLDER).is_some_and(|name| name.starts_with(|first: char| first.is_ascii_digit()))
}

fn number_of(path: &str) -> &str {
    path[FOLDER.len()..].split('-').next().unwrap_or_default()
}

fn judge(file: &SourceFile, index: &str) -> Option<String> {
    let path = &file.path;
    let number = number_of(path);
    let title = file.text.strip_prefix(&format!("# {number}: ")).and_then(|rest| rest.lines().next());
    let Some(title) = title else { return Some(format!("{path}: the first line is not \"# {number}: TITLE\"")) };
    let Some(status) = file.text.lines().find_map(|line| line.strip_prefix("Status: ")) else {
        return Some(format!("{path}: no line \"Status: proposed\", \"accepted\" or \"superseded by NNNN\""));
    };
    // What follows a semicolon says which part was superseded.
    let status = status.split(';').next().unwrap_or(status);
    let row = format!("| {number} | [{title}]({}) | {status} |", &path[FOLDER.len()..]);
    (!index.contains(&row)).then(|| format!("{INDEX}: no row that begins with \"{row}\""))
}

#[cfg(test)]
#[path = "decisions_tests.rs"]
mod tests;
