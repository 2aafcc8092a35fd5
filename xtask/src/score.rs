//! A score: passed and total per folder, and the tests that fail. `score_file.rs` compares one with the committed one.

use std::collections::{BTreeMap, BTreeSet};

/// The results of some folders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    /// Passed and total of each folder.
    folders: BTreeMap<String, (usize, usize)>,
    failing: BTreeSet<String>,
    ran: BTreeSet<String>,
    /// A test is counted under this many levels of its path.
    levels: usize,
}

impl Score {
    /// An empty score. A test is counted under the first `levels` folders of its path.
    pub fn new(levels: usize) -> Score {
        Score { folders: BTreeMap::new(), failing: BTreeSet::new(), ran: BTreeSet::new(), levels }
    }

    /// Adds one test that ran.
    pub fn count(&mut self, test: &str, passed: bool) {
        self.ran.insert(test.to_string());
        let folder = self.folders.entry(folder_of(test, self.levels)).or_default();
        folder.0 += usize::from(passed);
        folder.1 += 1;
        if !passed {
            self.failing.insert(test.to_string());
        }
    }

    /// Each folder with passed and total.
    pub fn folders(&self) -> impl Iterator<Item = (&str, usize, usize)> {
        self.folders.iter().map(|(folder, (passed, total))| (folder.as_str(), *passed, *total))
    }

    /// Whether the test is known to fail.
    pub fn fails(&self, test: &str) -> bool {
        self.failing.contains(test)
    }

    /// The tests that fail.
    pub fn failing(&self) -> impl Iterator<Item = &str> {
        self.failing.iter().map(String::as_str)
    }

    /// Passed and total of everything.
    pub fn sum(&self) -> (usize, usize) {
        self.folders.values().fold((0, 0), |sum, folder| (sum.0 + folder.0, sum.1 + folder.1))
    }

    /// Replaces the results of the folders that `new` has.
    pub fn replace(&mut self, new: &Score) {
        let levels = self.levels;
        self.failing.retain(|test| !new.folders.contains_key(&folder_of(test, levels)));
        self.failing.extend(new.failing.iter().cloned());
        self.folders.extend(new.folders.iter().map(|(folder, counts)| (folder.clone(), *counts)));
    }

    /// `passed/total folder` lines, a blank line, and the failing tests.
    pub fn write(&self) -> String {
        let folders = self.folders.iter().map(|(folder, (passed, total))| format!("{passed}/{total} {folder}\n"));
        let failing = self.failing.iter().map(|test| format!("{test}\n"));
        folders.chain(std::iter::once("\n".to_string())).chain(failing).collect()
    }

    /// Parses the output of [`Score::write`] for a score with this many levels.
    pub fn read(text: &str, levels: usize) -> Score {
        let mut score = Score::new(levels);
        for line in text.lines().filter(|line| !line.is_empty()) {
            let counts = line.split_once(' ').and_then(|(counts, folder)| {
                let (passed, total) = counts.split_once('/')?;
                Some((folder.to_string(), (passed.parse().ok()?, total.parse().ok()?)))
            });
            match counts {
                Some((folder, counts)) => drop(score.folders.insert(folder, counts)),
                None => drop(score.failing.insert(line.to_string())),
            }
        }
        score
    }

    /// Tests that fail now and did not before, and tests that pass now and did not before; only of folders in the old
    /// score.
    pub fn changes<'a>(&'a self, old: &'a Score) -> (Vec<&'a str>, Vec<&'a str>) {
        let known = |test: &&String| old.folders.contains_key(&self.folder_of(test));
        let worse = self.failing.difference(&old.failing).filter(known).map(String::as_str).collect();
        let better =
            old.failing.difference(&self.failing).filter(|test| self.ran.contains(*test)).map(String::as_str).collect();
        (worse, better)
    }

    fn folder_of(&self, test: &str) -> String {
        folder_of(test, self.levels)
    }
}

/// The folder that a test is counted under; with three levels `language/expressions/dynamic-import`.
fn folder_of(test: &str, levels: usize) -> String {
    let parts: Vec<&str> = test.split('/').collect();
    parts[..parts.len().saturating_sub(1).min(levels)].join("/")
}

#[cfg(test)]
mod tests {
    use super::Score;

    fn score(tests: &[(&str, bool)]) -> Score {
        let mut score = Score::new(3);
        tests.iter().for_each(|(test, passed)| score.count(test, *passed));
        score
    }

    #[test]
    fn a_score_is_written_and_read_back() {
        let score = score(&[
            ("language/import/a.js", true),
            ("language/import/b/c.js", false),
            ("built-ins/Map/x/y/z.js", true),
        ]);
        assert_eq!(
            score.write(),
            "1/1 built-ins/Map/x\n1/1 language/import\n0/1 language/import/b\n\nlanguage/import/b/c.js\n"
        );
        let read = Score::read(&score.write(), 3);
        assert_eq!(read.write(), score.write());
        assert_eq!(read.sum(), (2, 3));
        assert!(read.fails("language/import/b/c.js") && !read.fails("language/import/a.js"));
    }

    #[test]
    fn fewer_levels_make_fewer_folders() {
        let mut score = Score::new(1);
        score.count("a/b/c.js", true);
        score.count("a/d/e/f.js", false);
        assert_eq!(score.folders().collect::<Vec<_>>(), [("a", 1, 2)]);
    }

    #[test]
    fn changes_are_told_for_known_folders_and_tests_that_ran() {
        let old = score(&[("a/b/c/1.js", true), ("a/b/c/2.js", false), ("a/b/c/3.js", false)]);
        let new = score(&[("a/b/c/1.js", false), ("a/b/c/2.js", true), ("x/y/z/9.js", false)]);
        assert_eq!(new.changes(&old), (vec!["a/b/c/1.js"], vec!["a/b/c/2.js"]));
    }

    #[test]
    fn replacing_keeps_other_folders() {
        let mut all = score(&[("a/1.js", false), ("b/1.js", false)]);
        all.replace(&score(&[("a/1.js", true), ("a/2.js", true)]));
        assert_eq!(all.write(), "2/2 a\n0/1 b\n\nb/1.js\n");
    }
}
