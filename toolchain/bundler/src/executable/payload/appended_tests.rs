//! Tests of `appended.rs`.

use std::collections::BTreeMap;

use super::*;

fn runtime() -> Vec<u8> {
    let mut bytes = b"ELF ".to_vec();
    bytes.extend_from_slice(&MARK.map(<[u8; 8]>::as_slice).concat());
    bytes.extend_from_slice(&[0; LOCATION_BYTES]);
    bytes.extend_from_slice(b"more");
    bytes
}

fn manifest() -> Manifest {
    Manifest {
        name: "app".to_owned(),
        main: "main.js".to_owned(),
        home: None,
        arguments: Vec::new(),
        exec_arguments: Vec::new(),
        options: Vec::new(),
        variables: BTreeMap::new(),
    }
}

fn appended(runtime: Vec<u8>, files: &[File]) -> Vec<u8> {
    let appended = append(runtime, &manifest(), files, |end| end).expect("it is a runtime");
    let mut bytes = Vec::new();
    let length = appended.write(&mut bytes).expect("it can be written");
    assert_eq!(length, bytes.len() as u64);
    bytes
}

fn file(contents: Contents) -> File {
    File { path: "main.js".to_owned(), is_asset: false, contents }
}

#[test]
fn the_same_program_gives_the_same_bytes() {
    let files = [file(Contents::Bytes(b"1".to_vec()))];
    assert_eq!(appended(runtime(), &files), appended(runtime(), &files));
}

#[test]
fn a_large_file_gives_the_bytes_of_one_in_memory() {
    let contents = vec![7; PART_BYTES + 13];
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("a.bin");
    std::fs::write(&path, &contents).expect("it can be written");
    let bytes = contents.len() as u64;
    let copied = appended(runtime(), &[file(Contents::Of { file: path.clone(), bytes })]);
    assert!(copied == appended(runtime(), &[file(Contents::Bytes(contents))]), "they differ");
    for bytes in [bytes - 1, bytes + 1] {
        let files = [file(Contents::Of { file: path.clone(), bytes })];
        let appended = append(runtime(), &manifest(), &files, |end| end).expect("it is a runtime");
        let problem = appended.write(&mut Vec::new()).expect_err("the file has another length");
        assert!(problem.to_string().contains("it has changed"), "{problem}");
    }
}

#[test]
fn what_follows_the_code_stays_at_the_end() {
    let mut bytes = vec![b'.'; 0x140];
    bytes[..6].copy_from_slice(b"\x7fELF\x02\x01");
    let place = runtime();
    bytes[0x80..0x80 + place.len()].copy_from_slice(&place);
    // One section of 64 bytes at 0x100 ends the code.
    bytes[0x28..0x30].copy_from_slice(&0x100_u64.to_le_bytes());
    bytes[0x3a..0x3e].copy_from_slice(&[64, 0, 1, 0]);
    bytes.extend_from_slice(b"bytecode");
    let written = appended(bytes.clone(), &[]);
    assert!(written.ends_with(&bytes[0x140..]));
    assert_eq!((written.len() - bytes.len()) % PAGE_BYTES, 0);
    assert!(written[0x140..].starts_with(b"{\"manifest\""));
}

#[test]
fn a_program_is_appended_once() {
    let problem = |runtime: Vec<u8>| append(runtime, &manifest(), &[], |end| end).err().unwrap_or_default();
    assert!(problem(appended(runtime(), &[])).contains("already"));
    assert!(problem(b"nothing".to_vec()).contains("no place"));
}
