//! `tests/expected_failures.toml`: tests that state the right behaviour and cannot pass yet, each with its reason. An
//! entry works in both directions: the test runs, and once it passes the run fails until the entry is removed. One with
//! `engine` counts only with that engine.

use crate::report::Tally;
use crate::workspace::{EngineKind, Workspace};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::Mutex;
use toml_edit::{DocumentMut, Item, Table};

/// The list, relative to the repository's root.
pub const LIST: &str = "tests/expected_failures.toml";

/// The tests that are expected to fail, and which of them have occurred in this run.
#[derive(Default)]
pub struct ExpectedFailures {
    /// From the test name, as a failure prints it, to the reason.
    reasons: BTreeMap<String, String>,
    met: Mutex<BTreeSet<String>>,
}

impl ExpectedFailures {
    /// Reads the list. It is empty when there is none, and for a foreign binary, which has other failures.
    pub fn load(workspace: &Workspace) -> Result<ExpectedFailures, String> {
        let path = workspace.root.join(LIST);
        if workspace.binary_is_foreign() || !path.is_file() {
            return Ok(ExpectedFailures::default());
        }
        let text = fs::read_to_string(&path).map_err(|error| format!("cannot read {LIST}: {error}"))?;
        read(&text, workspace.engine).map_err(|message| format!("{LIST}: {message}"))
    }

    /// Whether the test of this name is in the list.
    pub fn contains(&self, name: &str) -> bool {
        self.reasons.contains_key(name)
    }

    /// Counts one test. A failure in the list is counted separately; a test in the list that passes is a failure.
    pub fn count(&self, tally: &mut Tally, name: &str, outcome: Result<(), String>) {
        if !self.contains(name) {
            return match outcome {
                Ok(()) => tally.pass(),
                Err(message) => tally.fail(name, &message),
            };
        }
        self.met.lock().expect("no holder panics").insert(name.to_string());
        match outcome {
            Err(_) => tally.expected += 1,
            Ok(()) => tally.fail(name, &format!("passes now: remove it from {LIST}")),
        }
    }

    /// Fails for each entry below `folder` without a test in the run: a test that was renamed or deleted.
    pub fn require_met(&self, tally: &mut Tally, folder: &str) {
        let met = self.met.lock().expect("no holder panics");
        for name in self.reasons.keys().filter(|name| name.starts_with(folder) && !met.contains(*name)) {
            tally.fail(name, &format!("is in {LIST}, but no test has this name"));
        }
    }
}

fn read(text: &str, engine: EngineKind) -> Result<ExpectedFailures, String> {
    let document: DocumentMut = text.parse().map_err(|error| format!("{error}"))?;
    if let Some((key, _)) = document.iter().find(|(key, _)| *key != "failure") {
        return Err(format!("\"{key}\" is not a known key; everything belongs under [[failure]]"));
    }
    let mut list = ExpectedFailures::default();
    let Some(entries) = document.get("failure") else { return Ok(list) };
    for entry in entries.as_array_of_tables().ok_or("\"failure\" must be [[failure]]")? {
        let name = text_of(entry, "test")?;
        let is_of_engine = match entry.get("engine").map(|item| item.as_str().unwrap_or_default()) {
            Some(name) => EngineKind::parse(name)? == engine,
            None => true,
        };
        if !is_of_engine {
            continue;
        }
        if list.reasons.insert(name.clone(), text_of(entry, "reason")?).is_some() {
            return Err(format!("\"{name}\" is listed twice"));
        }
    }
    Ok(list)
}

fn text_of(entry: &Table, key: &str) -> Result<String, String> {
    let text = entry.get(key).and_then(Item::as_str).unwrap_or_default().trim();
    if text.is_empty() { Err(format!("each [[failure]] needs a text for \"{key}\"")) } else { Ok(text.to_string()) }
}

#[cfg(test)]
mod tests {
    use super::ExpectedFailures;
    use crate::report::Tally;
    use crate::workspace::EngineKind;

    fn read(text: &str) -> Result<ExpectedFailures, String> {
        super::read(text, EngineKind::System)
    }

    const SAMPLE: &str = "[[failure]]\ntest = \"tests/spec/a/case.toml: b\"\nreason = \"c is missing\"\n";

    #[test]
    fn a_listed_failure_is_counted_apart_and_an_unlisted_one_fails() {
        let (list, mut tally) = (read(SAMPLE).expect("valid"), Tally::default());
        list.count(&mut tally, "tests/spec/a/case.toml: b", Err("broken".to_string()));
        list.count(&mut tally, "tests/spec/a/case.toml: other", Err("broken".to_string()));
        list.count(&mut tally, "tests/spec/a/case.toml: third", Ok(()));
        list.require_met(&mut tally, "tests/spec/");
        assert_eq!(tally, Tally { passed: 1, failed: 1, expected: 1, unstable: 0 });
    }

    #[test]
    fn an_entry_of_the_other_engine_does_not_count() {
        let of = |engine: &str| read(&format!("{SAMPLE}engine = \"{engine}\"\n"));
        assert!(of("system").expect("valid").contains("tests/spec/a/case.toml: b"));
        assert!(!of("static").expect("valid").contains("tests/spec/a/case.toml: b"));
        assert!(of("other").is_err());
    }

    #[test]
    fn a_listed_test_that_passes_fails_the_run() {
        let (list, mut tally) = (read(SAMPLE).expect("valid"), Tally::default());
        list.count(&mut tally, "tests/spec/a/case.toml: b", Ok(()));
        assert_eq!(tally, Tally { passed: 0, failed: 1, expected: 0, unstable: 0 });
    }

    #[test]
    fn an_entry_without_a_test_fails_the_suite_it_belongs_to() {
        let (list, mut tally) = (read(SAMPLE).expect("valid"), Tally::default());
        list.require_met(&mut tally, "tests/unit/");
        assert_eq!(tally, Tally::default());
        list.require_met(&mut tally, "tests/spec/");
        assert_eq!(tally.failed, 1);
    }

    #[test]
    fn an_entry_without_a_reason_and_a_second_one_of_the_same_name_are_refused() {
        assert!(read("[[failure]]\ntest = \"a\"\n").err().expect("no reason").contains("reason"));
        assert!(read("[[failure]]\ntest = \"a\"\nreason = \" \"\n").is_err());
        assert!(read(&format!("{SAMPLE}{SAMPLE}")).err().expect("twice").contains("twice"));
        assert!(read("[other]\n").is_err());
    }
}
