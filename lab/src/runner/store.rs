//! The folder of a run: `run.json` with the environment, and `records/<experiment>.jsonl` with every measurement. Each
//! record is written at once, so a run that is stopped, or killed, loses at most the measurement in progress.

use super::record::Record;
use serde_json::Value;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

pub struct Store {
    pub folder: PathBuf,
}

impl Store {
    /// Opens or creates the folder.
    pub fn open(folder: PathBuf) -> Result<Store, String> {
        fs::create_dir_all(folder.join("records"))
            .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        Ok(Store { folder })
    }

    /// All measurements of an experiment. A last line that was cut off by a kill is dropped.
    pub fn records(&self, experiment: &str) -> Vec<Record> {
        let text = fs::read_to_string(self.file(experiment)).unwrap_or_default();
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    /// Adds one measurement.
    pub fn add(&self, record: &Record) -> Result<(), String> {
        let path = self.file(&record.experiment);
        let explain = |error: std::io::Error| format!("cannot write {}: {error}", path.display());
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(&path).map_err(explain)?;
        let mut line = serde_json::to_string(record).expect("a record is plain data");
        if ends_inside_a_line(&path) {
            line.insert(0, '\n');
        }
        line.push('\n');
        file.write_all(line.as_bytes()).map_err(explain)
    }

    /// `run.json`, or null.
    pub fn environment(&self) -> Value {
        fs::read_to_string(self.folder.join("run.json"))
            .ok()
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or(Value::Null)
    }

    pub fn set_environment(&self, environment: &Value) -> Result<(), String> {
        self.write("run.json", &format!("{environment:#}\n"))
    }

    /// Writes a file of the folder atomically.
    pub fn write(&self, name: &str, text: &str) -> Result<(), String> {
        let (temporary, path) = (self.folder.join(format!("{name}.new")), self.folder.join(name));
        fs::write(&temporary, text)
            .and_then(|()| fs::rename(&temporary, &path))
            .map_err(|error| format!("cannot write {}: {error}", path.display()))
    }

    fn file(&self, experiment: &str) -> PathBuf {
        self.folder.join("records").join(format!("{experiment}.jsonl"))
    }
}

fn ends_inside_a_line(path: &Path) -> bool {
    fs::read(path).is_ok_and(|bytes| bytes.last().is_some_and(|last| *last != b'\n'))
}

#[cfg(test)]
mod tests {
    use super::{Record, Store};
    use std::fs;

    #[test]
    fn a_record_that_was_cut_off_is_left_out_and_the_next_one_is_whole() {
        let folder = std::env::temp_dir().join(format!("brio_lab_store_{}", std::process::id()));
        let store = Store::open(folder.clone()).expect("it is made");
        let record = |round| Record { experiment: "e".into(), round, ..Record::default() };
        store.add(&record(1)).expect("it is written");
        let text = fs::read_to_string(folder.join("records/e.jsonl")).expect("it is there");
        fs::write(folder.join("records/e.jsonl"), format!("{text}{}", &text[..text.len() / 2])).expect("it is cut");
        store.add(&record(2)).expect("it is written");
        assert_eq!(store.records("e").iter().map(|record| record.round).collect::<Vec<_>>(), [1, 2]);
        fs::remove_dir_all(folder).expect("it is there");
    }
}
