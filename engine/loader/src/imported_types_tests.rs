use super::*;
use std::fs;

fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

#[test]
fn sources_are_found_as_typescript_finds_them() {
    let folder = folder_with(&[
        ("src/a.ts", ""),
        ("src/b.tsx", ""),
        ("src/c.d.ts", ""),
        ("src/folder/index.ts", ""),
        ("src/m.mts", ""),
        ("src/only.js", ""),
        ("tsconfig.json", r##"{"compilerOptions":{"paths":{"@/*":["./src/*"]}}}"##),
    ]);
    let resolution = Resolution::default();
    let importer = folder.path().join("src/main.ts");
    let rows = [
        ("./a", Some("src/a.ts")),
        ("./a.ts", Some("src/a.ts")),
        ("./a.js", Some("src/a.ts")),
        ("./b.js", Some("src/b.tsx")),
        ("./b", Some("src/b.tsx")),
        ("./c", Some("src/c.d.ts")),
        ("./folder", Some("src/folder/index.ts")),
        ("../src/./a", Some("src/a.ts")),
        ("./m.mjs", Some("src/m.mts")),
        ("./only.js", None),
        ("./none", None),
        ("@/a", Some("src/a.ts")),
        ("express", None),
        ("node:fs", None),
    ];
    for (specifier, expected) in rows {
        let found = find(&resolution, &importer, specifier);
        assert_eq!(found, expected.map(|path| folder.path().join(path)), "{specifier}");
    }
    assert_eq!(find(&resolution, Path::new("main.ts"), "./a"), None, "a file without a place imports nothing");
}

#[test]
fn a_linked_package_has_the_types_of_its_sources_and_an_installed_one_none() {
    let folder = folder_with(&[
        ("packages/types/package.json", r#"{"name":"@app/types","exports":"./src/index.ts"}"#),
        ("packages/types/src/index.ts", "export type Id = string"),
        ("node_modules/installed/package.json", r#"{"name":"installed","main":"index.js"}"#),
        ("node_modules/installed/index.js", ""),
        ("node_modules/installed/index.d.ts", ""),
    ]);
    fs::create_dir_all(folder.path().join("node_modules/@app")).expect("a folder");
    std::os::unix::fs::symlink("../../packages/types", folder.path().join("node_modules/@app/types")).expect("a link");
    let resolution = Resolution::default();
    let importer = folder.path().join("main.ts");
    let real = fs::canonicalize(folder.path().join("packages/types/src/index.ts")).expect("it is there");
    assert_eq!(find(&resolution, &importer, "@app/types"), Some(real));
    assert_eq!(find(&resolution, &importer, "installed"), None);
}

#[test]
fn a_change_of_a_file_and_a_new_file_are_noticed() {
    let folder = folder_with(&[("a.ts", "export type A = string")]);
    let resolution = Resolution::default();
    let importer = folder.path().join("main.ts").to_string_lossy().into_owned();
    let types = ImportedTypes::new(&resolution);
    assert!(types.find(&importer, "./a").is_some());
    assert!(types.find(&importer, "./b").is_none());
    let dependencies = types.into_dependencies();
    assert!(are_unchanged(&dependencies, &resolution));
    fs::write(folder.path().join("a.ts"), "export type A = number").expect("a file");
    assert!(!are_unchanged(&dependencies, &resolution));
    fs::write(folder.path().join("a.ts"), "export type A = string").expect("a file");
    assert!(are_unchanged(&dependencies, &resolution));
    fs::write(folder.path().join("b.ts"), "").expect("a file");
    assert!(!are_unchanged(&dependencies, &resolution));
}

#[test]
fn a_file_without_imported_types_depends_on_nothing() {
    let resolution = Resolution::default();
    let dependencies = ImportedTypes::new(&resolution).into_dependencies();
    assert_eq!(dependencies, "");
    assert!(are_unchanged(&dependencies, &resolution));
    assert!(!are_unchanged("[damaged", &resolution));
}
