//! Tar archives, honest and hostile, built by hand after POSIX's description of ustar.

use super::*;

fn header(path: &str, kind: u8, size: usize) -> Vec<u8> {
    let mut block = vec![0; BLOCK_BYTES];
    block[..path.len().min(100)].copy_from_slice(&path.as_bytes()[..path.len().min(100)]);
    block[100..107].copy_from_slice(b"0000755");
    block[124..135].copy_from_slice(format!("{size:011o}").as_bytes());
    block[156] = kind;
    block[257..262].copy_from_slice(b"ustar");
    block[148..156].copy_from_slice(b"        ");
    let sum: usize = block.iter().map(|byte| usize::from(*byte)).sum();
    block[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
    block
}

fn add(archive: &mut Vec<u8>, path: &str, kind: u8, bytes: &[u8]) {
    archive.extend(header(path, kind, bytes.len()));
    archive.extend(bytes);
    archive.resize(archive.len().div_ceil(BLOCK_BYTES) * BLOCK_BYTES, 0);
}

fn paths(archive: &[u8]) -> Vec<String> {
    entries(archive).expect("valid").into_iter().map(|entry| entry.path).collect()
}

#[test]
fn the_first_folder_is_dropped_and_the_last_entry_counts() {
    let mut archive = Vec::new();
    add(&mut archive, "package/", b'5', b"");
    add(&mut archive, "package/a.js", b'0', b"one");
    add(&mut archive, "package/./lib/b.js", b'0', b"two");
    add(&mut archive, "package/a.js", b'0', b"three");
    let found = entries(&archive).expect("valid");
    assert_eq!(paths(&archive), ["lib/b.js", "a.js"]);
    assert_eq!((found[1].bytes, found[1].is_executable), (&b"three"[..], true));
}

#[test]
fn long_paths_of_pax_and_gnu() {
    let long = format!("package/{}/x.js", "d".repeat(150));
    let mut archive = Vec::new();
    let record = format!(" path={long}\n");
    let length = record.len() + 3;
    add(&mut archive, "pax", b'x', format!("{length}{record}").as_bytes());
    add(&mut archive, "package/short", b'0', b"");
    add(&mut archive, "././@LongLink", b'L', format!("{long}2\0").as_bytes());
    add(&mut archive, "package/short", b'0', b"");
    let expected = &long["package/".len()..];
    assert_eq!(paths(&archive), [expected.to_string(), format!("{expected}2")]);
}

#[test]
fn paths_that_leave_the_package_are_refused() {
    for path in ["package/../../x", "/etc/passwd", "../x", "package/a/../../b"] {
        let mut archive = Vec::new();
        add(&mut archive, path, b'0', b"");
        assert_eq!(entries(&archive).expect_err(path).code, "EUNSAFETAR");
    }
}

#[test]
fn links_devices_and_git_folders_are_left_out() {
    let mut archive = Vec::new();
    for (path, kind) in [("package/link", b'2'), ("package/hard", b'1'), ("package/dev", b'3')] {
        add(&mut archive, path, kind, b"");
    }
    for path in ["package/.git/config", "package/.GIT/hooks/x", "package/.git ./x"] {
        add(&mut archive, path, b'0', b"");
    }
    assert!(paths(&archive).is_empty());
}

#[test]
fn broken_archives_are_errors() {
    let mut archive = Vec::new();
    add(&mut archive, "package/a", b'0', &[1; 600]);
    assert_eq!(entries(&archive[..700]).expect_err("cut off").code, "ETARBALL");
    archive[0] = b'X';
    assert_eq!(entries(&archive).expect_err("sum").code, "ETARBALL");
}

#[test]
fn gzip_is_limited_and_checked() {
    let mut compressed = vec![0; 1000];
    let length = libdeflater::Compressor::new(libdeflater::CompressionLvl::default())
        .gzip_compress(&[7; 5000], &mut compressed)
        .expect("space");
    compressed.truncate(length);
    assert_eq!(inflate(&compressed, 5000).expect("valid"), vec![7; 5000]);
    assert_eq!(inflate(&compressed, 4999).expect_err("large").code, "ETOOLARGE");
    let mut other = vec![0; 1000];
    let length_of_other = libdeflater::Compressor::new(libdeflater::CompressionLvl::default())
        .gzip_compress(&[8; 3000], &mut other)
        .expect("space");
    let both = [compressed.as_slice(), &other[..length_of_other]].concat();
    assert_eq!(inflate(&both, 20_000).expect("two members").len(), 8000);
    // A false length does not make more of it.
    let mut lying = compressed.clone();
    let end = lying.len();
    lying[end - 4..].copy_from_slice(&[1, 0, 0, 0]);
    assert!(inflate(&lying, 20_000).is_err());
    assert!(inflate(&compressed[..length - 9], 20_000).is_err());
}
