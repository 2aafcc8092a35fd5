//! The committed score of a suite whose tests are downloaded: a run is compared with it, so that regressions and
//! improvements both show, or replaces it.

use crate::score::Score;
use crate::workspace::Workspace;
use std::fs;

/// The score file of a suite.
pub struct ScoreFile {
    /// Relative to the root.
    pub path: &'static str,
    /// The number of folder levels to count by.
    pub levels: usize,
}

/// What happens to the committed score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// It stays, and the run is compared with it.
    No,
    /// The run replaces the folders that it has.
    Folders,
    /// The run replaces it.
    All,
}

impl ScoreFile {
    /// An empty score for a run.
    pub fn start(&self) -> Score {
        Score::new(self.levels)
    }

    /// The committed score; empty when there is none.
    pub fn read(&self, workspace: &Workspace) -> Score {
        Score::read(&fs::read_to_string(workspace.root.join(self.path)).unwrap_or_default(), self.levels)
    }

    /// Prints the result of a run and compares it with the committed score, or writes it. Returns the exit code: a run
    /// that is worse, or better than the committed score, fails.
    pub fn finish(&self, workspace: &Workspace, run: &Score, update: Update) -> Result<i32, String> {
        print(run);
        if update != Update::No {
            let score = if update == Update::All { run.clone() } else { replaced(self.read(workspace), run) };
            fs::write(workspace.root.join(self.path), score.write())
                .map_err(|error| format!("{}: {error}", self.path))?;
            println!("{} updated", self.path);
            return Ok(0);
        }
        let committed = self.read(workspace);
        let (worse, better) = run.changes(&committed);
        worse.iter().for_each(|test| println!("fails now:  {test}"));
        better.iter().for_each(|test| println!("passes now: {test}"));
        if !better.is_empty() {
            println!("run again with --update to record what passes now");
        }
        Ok(i32::from(!worse.is_empty() || !better.is_empty()))
    }
}

/// Prints passed and total of each folder and of everything.
pub fn print(score: &Score) {
    println!();
    for (folder, passed, total) in score.folders() {
        println!("{:>6.1} % {passed:>6}/{total:<6} {folder}", percent(passed, total));
    }
    let (passed, total) = score.sum();
    println!("\n{passed} passed, {} failed ({:.2} %)", total - passed, percent(passed, total));
}

fn percent(passed: usize, total: usize) -> f64 {
    passed as f64 * 100.0 / total.max(1) as f64
}

fn replaced(mut committed: Score, run: &Score) -> Score {
    committed.replace(run);
    committed
}

#[cfg(test)]
mod tests {
    use super::{ScoreFile, Update};
    use crate::suites::temporary_folder::TemporaryFolder;
    use crate::workspace::{EngineKind, Workspace};

    #[test]
    fn a_run_that_differs_from_the_committed_score_fails() {
        let temporary_folder = TemporaryFolder::new().expect("a folder");
        let workspace = Workspace { root: temporary_folder.path.clone(), engine: EngineKind::System };
        let file = ScoreFile { path: "score.snap", levels: 1 };
        let run = |passed: bool, update: Update| {
            let mut score = file.start();
            score.count("a/1", passed);
            file.finish(&workspace, &score, update).expect("the folder can be written")
        };
        assert_eq!(run(true, Update::All), 0);
        assert_eq!(run(true, Update::No), 0);
        assert_eq!(run(false, Update::No), 1);
        assert_eq!(run(false, Update::Folders), 0);
        assert_eq!(run(true, Update::No), 1);
    }

    #[test]
    fn updating_folders_keeps_the_others() {
        let temporary_folder = TemporaryFolder::new().expect("a folder");
        let workspace = Workspace { root: temporary_folder.path.clone(), engine: EngineKind::System };
        let file = ScoreFile { path: "score.snap", levels: 1 };
        for test in ["a/1", "b/1"] {
            let mut score = file.start();
            score.count(test, false);
            file.finish(&workspace, &score, Update::Folders).expect("the folder can be written");
        }
        assert_eq!(file.read(&workspace).sum(), (0, 2));
        let mut score = file.start();
        score.count("b/1", true);
        file.finish(&workspace, &score, Update::All).expect("the folder can be written");
        assert_eq!(file.read(&workspace).sum(), (1, 1));
    }
}
