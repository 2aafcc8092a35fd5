use super::*;

#[test]
fn listed_patterns_are_files_folders_and_globs() {
    assert!(fits_listed("dist", "dist/a/b.js"));
    assert!(fits_listed("dist/*.js", "dist/a.js"));
    assert!(!fits_listed("dist/*.js", "dist/a/b.js"));
    assert!(fits_listed("**/*.d.ts", "src/a/b.d.ts"));
    assert!(!fits_listed("lib", "library/a.js"));
}

#[test]
fn long_paths_survive_packing_and_unpacking() {
    let long = format!("{}/{}.js", "d".repeat(120), "f".repeat(120));
    let files: Vec<PackedFile> = ["package.json", "a/b.js", long.as_str()]
        .iter()
        .map(|path| PackedFile {
            path: path.to_string(),
            bytes: path.as_bytes().to_vec(),
            is_executable: *path == "a/b.js",
        })
        .collect();
    let archive = tar(&files).expect("the files are small");
    let packed = compress(&archive).expect("compressing works");
    let content = crate::content::Content::Memory(packed);
    let found = crate::tarball::tests::entries(content).expect("it is a compressed tar archive");
    assert_eq!(found.len(), 3);
    for file in files {
        assert!(found.contains(&(file.path, file.is_executable, file.bytes)));
    }
}

#[test]
fn a_pax_record_counts_its_own_length() {
    assert_eq!(pax_record("path", "a"), "9 path=a\n");
    for length in [80, 90, 95, 96, 97, 990, 995] {
        let record = pax_record("path", &"x".repeat(length));
        let said: usize = record.split(' ').next().and_then(|digits| digits.parse().ok()).expect("a number");
        assert_eq!(said, record.len());
    }
}
