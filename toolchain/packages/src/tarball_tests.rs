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

/// Paths, whether they are executable, and what is in them.
pub fn entries(content: Content) -> Result<Vec<(String, bool, Vec<u8>)>> {
    let mut found = Vec::new();
    visit(&content, &mut |entry, content| {
        let mut bytes = Vec::new();
        content.read_to_end(&mut bytes).map_err(|error| of_read(&error))?;
        found.push((entry.path, entry.is_executable, bytes));
        Ok(())
    })?;
    Ok(found)
}

fn of_archive(archive: &[u8]) -> Result<Vec<(String, bool, Vec<u8>)>> {
    entries(Content::Memory(archive.to_vec()))
}

fn paths(archive: &[u8]) -> Vec<String> {
    of_archive(archive).expect("valid").into_iter().map(|entry| entry.0).collect()
}

#[test]
fn the_first_folder_is_dropped() {
    let mut archive = Vec::new();
    add(&mut archive, "package/", b'5', b"");
    add(&mut archive, "package/a.js", b'0', b"one");
    add(&mut archive, "package/./lib/b.js", b'0', b"two");
    let found = of_archive(&archive).expect("valid");
    assert_eq!(found, [("a.js".to_string(), true, b"one".to_vec()), ("lib/b.js".to_string(), true, b"two".to_vec())]);
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
        assert_eq!(of_archive(&archive).expect_err(path).code, "EUNSAFETAR");
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
    assert_eq!(of_archive(&archive[..700]).expect_err("cut off").code, "ETARBALL");
    archive[0] = b'X';
    assert_eq!(of_archive(&archive).expect_err("sum").code, "ETARBALL");
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut compressor = libdeflater::Compressor::new(libdeflater::CompressionLvl::default());
    let mut compressed = vec![0; compressor.gzip_compress_bound(bytes.len())];
    let length = compressor.gzip_compress(bytes, &mut compressed).expect("space");
    compressed.truncate(length);
    compressed
}

/// Decompresses as a stream, whose source delivers a few bytes at a time.
fn streamed(compressed: &[u8], limit: usize) -> Result<Vec<u8>> {
    let source = std::io::BufReader::with_capacity(7, compressed);
    let mut output = Vec::new();
    Inflater::new(source, limit)?.read_to_end(&mut output).map_err(|error| of_read(&error))?;
    Ok(output)
}

#[test]
fn gzip_is_limited_and_checked_as_a_stream() {
    let compressed = gzip(&[7; 500_000]);
    assert_eq!(streamed(&compressed, 500_000).expect("valid"), vec![7; 500_000]);
    assert_eq!(streamed(&compressed, 499_999).expect_err("large").code, "ETOOLARGE");
    let both = [compressed.as_slice(), &gzip(&[8; 3000])].concat();
    assert_eq!(streamed(&both, 600_000).expect("two members").len(), 503_000);
    assert_eq!(streamed(&[compressed.as_slice(), &[0; 20]].concat(), 500_000).expect("padded").len(), 500_000);
    assert_eq!(streamed(&compressed[..compressed.len() - 9], 500_000).expect_err("cut off").code, "ETARBALL");
    let mut damaged = compressed.clone();
    let checksum = damaged.len() - 8;
    damaged[checksum] ^= 1;
    assert_eq!(streamed(&damaged, 500_000).expect_err("checksum").code, "ETARBALL");
}

#[test]
fn a_large_archive_is_read_in_one_step_or_as_a_stream_from_a_file() {
    let mut archive = Vec::new();
    let large: Vec<u8> = (0..inflate::WHOLE_BYTES_MAX + 1000).map(|index| (index % 251) as u8).collect();
    add(&mut archive, "package/large", b'0', &large);
    add(&mut archive, "package/small", b'0', b"small");
    archive.resize(archive.len() + 2 * BLOCK_BYTES, 0);
    let path = std::env::temp_dir().join(crate::files::unique_name());
    let in_file = |bytes: &[u8]| {
        std::fs::write(&path, bytes).expect("written");
        Content::of_file(std::fs::File::open(&path).expect("opened")).expect("it has a length")
    };
    let compressed = gzip(&archive);
    let mut damaged = compressed.clone();
    let checksum = damaged.len() - 8;
    damaged[checksum] ^= 1;
    for is_streamed in [false, true] {
        let _share = is_streamed.then(|| inflate::LARGE.take(inflate::LARGE_BYTES_MAX).expect("nothing is in use"));
        let found = entries(in_file(&compressed)).expect("valid");
        assert_eq!(found.len(), 2);
        assert!(found[0].2 == large && found[1].2 == b"small");
        let cut_off = in_file(&compressed[..compressed.len() - 100]);
        assert_eq!(entries(cut_off).expect_err("cut off").code, "ETARBALL");
        assert_eq!(entries(in_file(&damaged)).expect_err("checksum").code, "ETARBALL");
    }
    std::fs::remove_file(&path).expect("removed");
}

#[test]
fn gzip_is_limited_and_checked() {
    let compressed = gzip(&[7; 5000]);
    let length = compressed.len();
    assert_eq!(inflate(&compressed, 5000).expect("valid"), vec![7; 5000]);
    assert_eq!(inflate(&compressed, 4999).expect_err("large").code, "ETOOLARGE");
    let both = [compressed.as_slice(), &gzip(&[8; 3000])].concat();
    assert_eq!(inflate(&both, 20_000).expect("two members").len(), 8000);
    // A false length does not make more of it.
    let mut lying = compressed.clone();
    let end = lying.len();
    lying[end - 4..].copy_from_slice(&[1, 0, 0, 0]);
    assert!(inflate(&lying, 20_000).is_err());
    assert!(inflate(&compressed[..length - 9], 20_000).is_err());
}
