use super::*;
use std::fs;

fn home_with(files: &[&str], hints: SourceHints) -> Home {
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "").unwrap();
    }
    detect_home(&folder.path().join("src/main.ts"), hints)
}

#[test]
fn the_files_of_the_package_decide() {
    let none = SourceHints::default();
    assert_eq!(home_with(&["package.json"], none), Home::Node);
    for file in ["bun.lock", "bun.lockb", "bunfig.toml", "src/bunfig.toml"] {
        assert_eq!(home_with(&[file, "package.json"], none), Home::Bun, "{file}");
    }
    for file in ["deno.json", "deno.jsonc", "deno.lock"] {
        assert_eq!(home_with(&[file, "package.json"], none), Home::Deno, "{file}");
    }
    assert_eq!(home_with(&["deno.json", "src/bun.lock"], none), Home::Bun, "the nearest folder");
    assert_eq!(home_with(&["deno.json", "bun.lock"], none), Home::Node, "both say nothing");
    assert_eq!(home_with(&["bun.lock", "src/package.json"], none), Home::Node, "the package's root ends it");
}

#[test]
fn the_source_decides_before_the_files() {
    let bun = SourceHints { uses_bun_global: true, ..SourceHints::default() };
    assert_eq!(home_with(&["deno.json"], bun), Home::Bun);
    let deno = SourceHints { uses_deno_global: true, ..SourceHints::default() };
    assert_eq!(home_with(&["bun.lock"], deno), Home::Deno);
    let both = SourceHints { uses_bun_global: true, uses_deno_global: true, ..SourceHints::default() };
    assert_eq!(home_with(&["package.json"], both), Home::Node);
    assert_eq!(home_with(&["bun.lock"], both), Home::Bun);
    let imports = SourceHints { imports_deno: true, uses_bun_global: true, ..SourceHints::default() };
    assert_eq!(home_with(&[], imports), Home::Deno);
}

#[test]
fn web_workers_are_not_those_of_node() {
    let worker = SourceHints { uses_web_worker: true, ..SourceHints::default() };
    assert_eq!(home_with(&["package.json"], worker), Home::Bun);
    assert_eq!(home_with(&["deno.json"], worker), Home::Deno, "files decide before");
    let module = SourceHints { uses_module_worker: true, ..worker };
    assert_eq!(home_with(&[], module), Home::Deno);
}

#[test]
fn specifiers_give_the_home_away() {
    for (specifier, home) in [
        ("bun", Some(Home::Bun)),
        ("bun:sqlite", Some(Home::Bun)),
        ("jsr:@std/path", Some(Home::Deno)),
        ("npm:chalk@5", Some(Home::Deno)),
        ("https://deno.land/x/a.ts", Some(Home::Deno)),
        ("node:fs", None),
        ("bunny", None),
    ] {
        assert_eq!(home_of_specifier(specifier), home, "{specifier}");
    }
    let mut hints = SourceHints::default();
    hints.note_import("./a.ts");
    assert_eq!(hints, SourceHints::default());
    hints.note_import("bun:test");
    assert!(hints.imports_bun && !hints.imports_deno);
}

#[test]
fn a_package_of_one_home_decides_unless_its_adapter_for_node_is_there() {
    let mut hints = SourceHints::default();
    hints.note_import("elysia");
    assert_eq!(detect_home(Path::new("/none/main.ts"), hints), Home::Bun);
    hints.note_import("@elysiajs/node");
    assert_eq!(detect_home(Path::new("/none/main.ts"), hints), Home::Node);
}
