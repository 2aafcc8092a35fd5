use super::{ModuleText, ProgramBytecode};
use crate::disk_cache::DiskCache;
use std::fs;
use std::path::{Path, PathBuf};

const VERSION: u32 = 7;
const HASH: u32 = 0x1234_5600;

fn text() -> String {
    format!("(function(){{{}}}) // …", "a();".repeat(500))
}

fn enabled(version: u32) -> ProgramBytecode {
    let bytecode = ProgramBytecode::default();
    bytecode.enable(version);
    bytecode
}

/// Stores `bytes` for `text()` in a process with an engine of that version.
fn store(cache: &DiskCache, version: u32, bytes: &[u8]) {
    let bytecode = enabled(version);
    let ModuleText::Wanted { number, .. } = bytecode.of(text(), cache) else { panic!("there is none yet") };
    assert!(bytecode.store(number, bytes, HASH, cache));
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn what_one_process_stores_the_next_one_gets() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = DiskCache::at(folder.path());
    store(&cache, VERSION, b"bytes");
    let ModuleText::Stored { text: its_text, bytes, text_hash } = enabled(VERSION).of(text(), &cache) else {
        panic!("it was stored")
    };
    assert_eq!((its_text, &bytes[..], text_hash), (text(), &b"bytes"[..], HASH));
}

#[test]
fn another_text_or_engine_gets_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = DiskCache::at(folder.path());
    store(&cache, VERSION, b"bytes");
    assert!(matches!(enabled(VERSION).of(text() + ";", &cache), ModuleText::Wanted { .. }));
    assert!(matches!(enabled(VERSION + 1).of(text(), &cache), ModuleText::Wanted { .. }));
}

#[test]
fn a_process_that_refuses_it_gets_none_and_stores_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = DiskCache::at(folder.path());
    store(&cache, VERSION, b"bytes");
    let bytecode = enabled(VERSION);
    bytecode.refuse();
    assert!(matches!(bytecode.of(text(), &cache), ModuleText::Plain(_)));
    assert!(matches!(bytecode.of(text() + ";", &cache), ModuleText::Plain(_)));
}

#[test]
fn a_damaged_entry_is_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = DiskCache::at(folder.path());
    store(&cache, VERSION, b"bytes");
    let [entry] = &files(folder.path())[..] else { panic!("one entry") };
    let whole = fs::read(entry).expect("the entry");
    for place in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[place] ^= 1;
        fs::write(entry, damaged).expect("written");
        assert!(matches!(enabled(VERSION).of(text(), &cache), ModuleText::Wanted { .. }), "byte {place}");
    }
    for length in 0..whole.len() {
        fs::write(entry, &whole[..length]).expect("written");
        assert!(matches!(enabled(VERSION).of(text(), &cache), ModuleText::Wanted { .. }), "{length} bytes");
    }
}

#[test]
fn a_text_is_given_out_for_good_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = DiskCache::at(folder.path());
    let bytecode = enabled(VERSION);
    assert!(matches!(bytecode.of(text(), &cache), ModuleText::Wanted { .. }));
    assert!(matches!(bytecode.of(text(), &cache), ModuleText::Plain(_)));
}

#[test]
fn without_engine_or_folder_and_for_small_texts_there_is_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = DiskCache::at(folder.path());
    assert!(matches!(ProgramBytecode::default().of(text(), &cache), ModuleText::Plain(_)));
    assert!(matches!(enabled(VERSION).of(text(), &DiskCache::default()), ModuleText::Plain(_)));
    assert!(matches!(enabled(VERSION).of("(function(){})".into(), &cache), ModuleText::Plain(_)));
}
