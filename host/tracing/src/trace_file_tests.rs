use super::TraceFile;
use std::fs;
use std::path::PathBuf;

/// A folder that is removed at the end of a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("brio-trace-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn pattern(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_file_is_complete_after_each_write() {
    let folder = Folder::new("complete");
    let mut file = TraceFile::create(&folder.pattern("trace.log")).unwrap();
    assert_eq!(folder.read("trace.log"), "{\"traceEvents\":[]}");
    file.append("{\"a\":1},{\"b\":2}", 2).unwrap();
    assert_eq!(folder.read("trace.log"), "{\"traceEvents\":[{\"a\":1},{\"b\":2}]}");
    file.append("", 0).unwrap();
    file.append("{\"c\":3}", 1).unwrap();
    assert_eq!(folder.read("trace.log"), "{\"traceEvents\":[{\"a\":1},{\"b\":2},\n{\"c\":3}]}");
}

#[test]
fn the_name_has_the_process_and_the_number_of_the_file() {
    let folder = Folder::new("names");
    TraceFile::create(&folder.pattern("${pid}-${rotation}-${pid}.log")).unwrap();
    let pid = std::process::id();
    assert_eq!(folder.read(&format!("{pid}-1-{pid}.log")), "{\"traceEvents\":[]}");
}

#[test]
fn a_full_file_is_followed_by_the_next() {
    let folder = Folder::new("rotation");
    let mut file = TraceFile::with_limit(&folder.pattern("trace.${rotation}.log"), 2).unwrap();
    file.append("1,2", 2).unwrap();
    file.append("3", 1).unwrap();
    assert_eq!(folder.read("trace.1.log"), "{\"traceEvents\":[1,2]}");
    assert_eq!(folder.read("trace.2.log"), "{\"traceEvents\":[3]}");
}

#[test]
fn a_folder_that_is_not_there_is_an_error() {
    let folder = Folder::new("missing");
    assert!(TraceFile::create(&folder.pattern("missing/trace.log")).is_err());
}
