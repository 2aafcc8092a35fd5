//! Each of Node's tests that fails has a reason: the failing tests of `score.snap` and the files of `reasons.txt` are
//! the same.

use super::tree::Tree;
use crate::score::Score;
use std::collections::BTreeSet;

const SCORE: &str = "tests/node_compat/score.snap";
const REASONS: &str = "tests/node_compat/reasons.txt";
/// Precedes a file below its reason.
const INDENT: &str = "    ";

pub fn check(tree: &Tree) -> Vec<String> {
    compare(tree.text(SCORE).unwrap_or(""), tree.text(REASONS).unwrap_or(""))
}

fn compare(score: &str, reasons: &str) -> Vec<String> {
    let (explained, mut problems) = read(reasons);
    let score = Score::read(score, 0);
    let failing: BTreeSet<&str> =
        score.failing().filter_map(|test| test.split_once('/')).map(|(_, file)| file).collect();
    problems.extend(failing.difference(&explained).map(|file| format!("{REASONS}: no reason why {file} fails")));
    problems
        .extend(explained.difference(&failing).map(|file| format!("{REASONS}: {file} does not fail, says {SCORE}")));
    problems
}

/// The files, and the problems of the text.
fn read(reasons: &str) -> (BTreeSet<&str>, Vec<String>) {
    let (mut files, mut problems, mut has_reason) = (BTreeSet::new(), Vec::new(), false);
    for (index, line) in reasons.lines().enumerate() {
        match line.strip_prefix(INDENT) {
            Some(_) if !has_reason => problems.push(format!("{REASONS}:{}: a file without a reason", index + 1)),
            Some(file) if !files.insert(file) => {
                problems.push(format!("{REASONS}:{}: {file} is listed twice", index + 1))
            }
            Some(_) => {}
            None => has_reason = !line.trim().is_empty() && !line.starts_with('#'),
        }
    }
    (files, problems)
}

#[cfg(test)]
mod tests {
    use super::compare;

    const SCORE: &str = "1/3 http/parallel\n\nhttp/parallel/test-a.js\nhttp/parallel/test-b.js\n";

    #[test]
    fn each_failing_test_has_one_reason() {
        assert_eq!(
            compare(SCORE, "# Why.\nneeds what is not there\n    parallel/test-a.js\n    parallel/test-b.js\n"),
            Vec::<String>::new()
        );
        assert_eq!(compare(SCORE, "needs what is not there\n    parallel/test-a.js\n").len(), 1);
        assert_eq!(
            compare(SCORE, "a reason\n    parallel/test-a.js\n    parallel/test-b.js\n    parallel/test-c.js\n").len(),
            1
        );
        assert_eq!(
            compare(
                SCORE,
                "a reason\n    parallel/test-a.js\n    parallel/test-b.js\nanother\n    parallel/test-b.js\n"
            )
            .len(),
            1
        );
        assert_eq!(compare(SCORE, "    parallel/test-a.js\na reason\n    parallel/test-b.js\n").len(), 2);
    }
}
