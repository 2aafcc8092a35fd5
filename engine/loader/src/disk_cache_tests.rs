//! Tests of `disk_cache.rs`: entries survive, damage and missing rights are misses, writers do not disturb each other.

use super::*;
use brio_transform::transform;
use std::os::unix::fs::PermissionsExt;

fn compiled(source: &str) -> Compiled {
    Compiled::of_output(transform(source, &Options::for_file("a.ts")).expect("it parses"))
}

#[test]
fn an_entry_is_found_by_its_key_only() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cache = DiskCache::at(folder.path());
    assert_eq!(cache.get(1), None);
    cache.put(1, &compiled("export const a: number = 1"));
    assert_eq!(cache.get(1), Some(compiled("export const a: number = 1")));
    assert_eq!(cache.get(2), None);
}

#[test]
fn small_sources_and_a_cache_that_is_off_have_no_key() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let options = Options::for_file("a.js");
    let large = "x;".repeat(SOURCE_BYTES_MIN);
    assert_eq!(DiskCache::at(folder.path()).key("x", &options), None);
    assert!(DiskCache::at(folder.path()).key(&large, &options).is_some());
    assert_eq!(DiskCache::default().key(&large, &options), None);
}

#[test]
fn a_damaged_entry_is_a_miss_and_is_replaced() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cache = DiskCache::at(folder.path());
    cache.put(7, &compiled("1"));
    let place = place(&cache.choice().folder.expect("a folder"), 7);
    for damage in [b"".as_slice(), b"brio", &[0xff; 4096]] {
        fs::write(&place, damage).expect("it can be written");
        assert_eq!(cache.get(7), None);
    }
    cache.put(7, &compiled("1"));
    assert_eq!(cache.get(7), Some(compiled("1")));
}

#[test]
fn a_folder_that_cannot_be_made_is_no_error() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("it can be written");
    let cache = DiskCache::at(&file);
    cache.put(1, &compiled("1"));
    assert_eq!(cache.get(1), None);
}

#[test]
fn entries_are_for_their_owner_alone_and_no_scratch_stays() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cache = DiskCache::at(&folder.path().join("new"));
    cache.put(1, &compiled("1"));
    let place = place(&cache.choice().folder.expect("a folder"), 1);
    let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    let shard = place.parent().expect("it is in a folder");
    assert_eq!((mode(&place), mode(shard)), (0o600, 0o700));
    assert_eq!(fs::read_dir(shard).expect("it is a folder").count(), 1);
}

#[test]
fn readers_beside_writers_see_whole_entries_or_none() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path();
    let expected = compiled(&"export const a: number = 1;\n".replace('a', "b"));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                (0..200).for_each(|_| {
                    DiskCache::at(path).put(3, &expected);
                })
            });
            scope.spawn(|| {
                (0..200).for_each(|_| assert!(DiskCache::at(path).get(3).is_none_or(|found| found == expected)))
            });
        }
    });
    assert_eq!(DiskCache::at(path).get(3), Some(expected));
}

#[test]
fn pruning_keeps_the_newest() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let shard = folder.path().join("ab");
    fs::create_dir(&shard).expect("it can be made");
    for (name, age_s) in [("old", 300), ("newer", 200), ("newest", 100)] {
        let file = File::create(shard.join(name)).expect("it can be made");
        file.set_len(1000).expect("it can grow");
        file.set_modified(SystemTime::now() - Duration::from_secs(age_s)).expect("the time can be set");
    }
    prune(folder.path(), 2000);
    let left = |name: &str| shard.join(name).exists();
    assert_eq!((left("old"), left("newer"), left("newest")), (false, true, true));
}
