//! The committed score: passed and total per folder, and the tests that fail. A run is compared with it, so that a
//! change for the worse and a change for the better both show up.

use std::collections::{BTreeMap, BTreeSet};

/// What is known about some folders.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Score {
    /// Passed and total of each folder.
    pub folders: BTreeMap<String, (usize, usize)>,
    pub failing: BTreeSet<String>,
}

impl Score {
    /// Adds one test.
    pub fn count(&mut self, test: &str, passed: bool) {
        let folder = self.folders.entry(folder_of(test)).or_default();
        folder.0 += usize::from(passed);
        folder.1 += 1;
        if !passed {
            self.failing.insert(test.to_string());
        }
    }

    /// Passed and total of everything.
    pub fn sum(&self) -> (usize, usize) {
        self.folders.values().fold((0, 0), |sum, folder| (sum.0 + folder.0, sum.1 + folder.1))
    }

    /// Replaces what is known about the folders that `new` has.
    pub fn replace(&mut self, new: &Score) {
        self.failing.retain(|test| !new.folders.contains_key(&folder_of(test)));
        self.failing.extend(new.failing.iter().cloned());
        self.folders.extend(new.folders.iter().map(|(folder, counts)| (folder.clone(), *counts)));
    }

    /// `passed/total folder` lines, a blank line, and the failing tests.
    pub fn write(&self) -> String {
        let folders = self.folders.iter().map(|(folder, (passed, total))| format!("{passed}/{total} {folder}\n"));
        let failing = self.failing.iter().map(|test| format!("{test}\n"));
        folders.chain(std::iter::once("\n".to_string())).chain(failing).collect()
    }

    /// Reads what [`Score::write`] wrote.
    pub fn read(text: &str) -> Score {
        let mut score = Score::default();
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

    /// Tests that fail now and did not, and tests that pass now and did not; only of folders that the old score knows.
    pub fn changes<'a>(&'a self, old: &'a Score, ran: &'a BTreeSet<String>) -> (Vec<&'a str>, Vec<&'a str>) {
        let known = |test: &&String| old.folders.contains_key(&folder_of(test));
        let worse = self.failing.difference(&old.failing).filter(known).map(String::as_str).collect();
        let better = old.failing.difference(&self.failing).filter(|test| ran.contains(*test)).map(String::as_str).collect();
        (worse, better)
    }
}

/// The folder that a test is counted under: three levels, `language/expressions/dynamic-import`.
pub fn folder_of(test: &str) -> String {
    let parts: Vec<&str> = test.split('/').collect();
    parts[..parts.len().saturating_sub(1).min(3)].join("/")
}

#[cfg(test)]
mod tests {
    use super::Score;

    fn score(tests: &[(&str, bool)]) -> Score {
        let mut score = Score::default();
        tests.iter().for_each(|(test, passed)| score.count(test, *passed));
        score
    }

    #[test]
    fn a_score_is_written_and_read_back() {
        let score = score(&[("language/import/a.js", true), ("language/import/b/c.js", false), ("built-ins/Map/x/y/z.js", true)]);
        assert_eq!(score.write(), "1/1 built-ins/Map/x\n1/1 language/import\n0/1 language/import/b\n\nlanguage/import/b/c.js\n");
        assert_eq!(Score::read(&score.write()), score);
        assert_eq!(score.sum(), (2, 3));
    }

    #[test]
    fn changes_are_told_for_known_folders_and_tests_that_ran() {
        let old = score(&[("a/b/c/1.js", true), ("a/b/c/2.js", false), ("a/b/c/3.js", false)]);
        let new = score(&[("a/b/c/1.js", false), ("a/b/c/2.js", true), ("x/y/z/9.js", false)]);
        let ran = ["a/b/c/1.js", "a/b/c/2.js", "x/y/z/9.js"].map(String::from).into();
        assert_eq!(new.changes(&old, &ran), (vec!["a/b/c/1.js"], vec!["a/b/c/2.js"]));
    }

    #[test]
    fn replacing_keeps_other_folders() {
        let mut all = score(&[("a/1.js", false), ("b/1.js", false)]);
        all.replace(&score(&[("a/1.js", true), ("a/2.js", true)]));
        assert_eq!(all.write(), "2/2 a\n0/1 b\n\nb/1.js\n");
    }
}
