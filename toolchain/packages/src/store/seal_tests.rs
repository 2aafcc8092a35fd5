//! Seals fit the files that they were made of, and no others.

use super::*;

fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("brio-seal-{name}-{}", unique_name()));
    fs::create_dir_all(&folder).expect("a temporary folder");
    folder
}

#[test]
fn a_store_has_one_key_that_only_its_user_reads() {
    use std::os::unix::fs::PermissionsExt;
    let store = folder("key").join("v1");
    assert!(Key::read(&store).is_none());
    let keys: Vec<Key> = std::thread::scope(|scope| {
        let open = || Key::open(&store).expect("it can be made");
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(open)).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    let known = Key::read(&store).expect("it was made");
    assert!(keys.iter().all(|key| key.0 == known.0));
    let mode = fs::metadata(store.join("key")).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(fs::read_dir(&store).expect("it is there").count(), 1);
    // A key that was cut off by a full disk is replaced.
    fs::write(store.join("key"), b"short").expect("written");
    assert!(Key::open(&store).is_ok() && Key::read(&store).is_some());
    fs::remove_dir_all(store.parent().expect("made above")).expect("removed");
}

#[test]
fn a_seal_fits_the_files_only_as_they_were() {
    let (store, files) = (folder("store"), folder("files"));
    let key = Key::open(&store).expect("it can be made");
    fs::write(files.join("a"), "one").expect("written");
    fs::write(files.join("b"), "two").expect("written");
    let mut sealing = Sealing::start(&key).expect("OpenSSL has it");
    for (path, parts) in [("a", &["o", "ne"][..]), ("b", &["two"])] {
        parts.iter().for_each(|part| sealing.content(part.as_bytes()).expect("it grows"));
        sealing.end_file(path).expect("it grows");
    }
    let seal = sealing.finish().expect("it ends");
    let fits_now = |seal: &str, paths: &[&str]| fits(seal, &key, &files, paths.iter().copied());
    assert!(fits_now(&seal, &["a", "b"]));
    assert!(!fits_now(&seal, &["b", "a"]) && !fits_now(&seal, &["a"]) && !fits_now(&seal, &["a", "b", "a"]));
    assert!(!fits_now("", &["a", "b"]) && !fits_now(&seal[1..], &["a", "b"]) && !fits_now("zz-00", &["a", "b"]));
    let later = of_files(&key, &files, ["a", "b"].into_iter()).expect("they are there");
    assert!(later != seal && fits_now(&later, &["a", "b"]));
    let other = Key([7; KEY_BYTES]);
    assert!(!fits(&seal, &other, &files, ["a", "b"].into_iter()));
    for (path, text) in [("a", "onf"), ("a", "onetwo"), ("a", "on"), ("b", "")] {
        let before = fs::read(files.join(path)).expect("it is there");
        fs::write(files.join(path), text).expect("written");
        assert!(!fits_now(&seal, &["a", "b"]), "{path} {text}");
        fs::write(files.join(path), before).expect("written");
    }
    assert!(fits_now(&seal, &["a", "b"]));
    fs::remove_file(files.join("b")).expect("removed");
    assert!(!fits_now(&seal, &["a", "b"]));
    fs::remove_dir_all(store).expect("removed");
    fs::remove_dir_all(files).expect("removed");
}
