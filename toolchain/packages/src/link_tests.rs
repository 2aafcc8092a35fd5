//! Bringing packages into projects. A file that is listed twice stands for two names that a file system does not
//! distinguish, because it is there already when the second one is brought.

use super::*;
use std::path::PathBuf;

/// A stored package with these files, and a folder for it.
fn stored(files: &[&str]) -> (Stored, PathBuf) {
    let folder = std::env::temp_dir().join(format!("brio-link-{}", files::unique_name()));
    let mut index = "{\"integrity\":\"sha512-x\"}\n".to_string();
    for path in files {
        let full = folder.join("stored/files").join(path);
        fs::create_dir_all(full.parent().expect("it has one")).expect("made");
        fs::write(&full, path).expect("written");
        index.push_str(&format!("- {path}\n"));
    }
    fs::write(folder.join("stored/index"), index).expect("written");
    (crate::store::read(&folder.join("stored")).expect("it is whole"), folder)
}

fn lay_out(files: &[&str], copies: bool) -> Result<Vec<String>> {
    let (stored, folder) = stored(files);
    let to = folder.join("project/a");
    let outcome = Linker::default().link(&stored, &to, &[], copies);
    let found = files.iter().filter(|path| fs::read_to_string(to.join(path)).is_ok_and(|text| text == **path));
    let found = found.map(|path| path.to_string()).collect();
    fs::remove_dir_all(&folder).expect("removed");
    outcome.map(|()| found)
}

#[test]
fn files_in_all_folders_are_brought() {
    let files = ["package.json", "a.js", "lib/b.js", "lib/deep/c.js", "node_modules/d/package.json"];
    for copies in [false, true] {
        assert_eq!(lay_out(&files, copies).expect("possible"), files);
    }
}

#[test]
fn two_files_with_one_name_are_an_error() {
    for copies in [false, true] {
        for files in [&["package.json", "a.js", "a.js"][..], &["package.json", "lib/b.js", "lib/b.js"]] {
            let error = lay_out(files, copies).expect_err("one would replace the other");
            assert_eq!(error.code, "ESAMENAME", "{}", error.message);
            assert!(error.message.contains(files[1]), "{}", error.message);
        }
    }
}

#[test]
fn what_a_package_brings_along_replaces_what_is_there() {
    for copies in [false, true] {
        let files = ["package.json", "node_modules/d/package.json"];
        let (stored, folder) = stored(&files);
        let to = folder.join("project/a");
        fs::create_dir_all(to.join("node_modules/d")).expect("made");
        fs::write(to.join("node_modules/d/package.json"), "old").expect("written");
        fs::write(to.join("old.js"), "old").expect("written");
        Linker::default().link(&stored, &to, &[], copies).expect("possible");
        assert_eq!(fs::read_to_string(to.join(files[1])).expect("there"), files[1]);
        assert!(!to.join("old.js").exists());
        fs::remove_dir_all(&folder).expect("removed");
    }
}
