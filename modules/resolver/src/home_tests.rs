use super::*;
use crate::Options;
use std::fs;

fn detect_home(entry: &Path, hints: SourceHints) -> Home {
    Resolver::new(Options::default()).detect_home(entry, hints).home
}

fn home_with(files: &[&str], hints: SourceHints) -> Home {
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "").unwrap();
    }
    detect_home(&folder.path().join("src/main.ts"), hints)
}

/// As `home_with`, for files with contents.
fn home_among(files: &[(&str, &str)], hints: SourceHints) -> Home {
    let folder = tempfile::tempdir().unwrap();
    for (file, text) in files {
        fs::write(folder.path().join(file), text).unwrap();
    }
    detect_home(&folder.path().join("main.ts"), hints)
}

#[test]
fn the_configuration_of_deno_does_not_make_a_program_of_node_its_own() {
    let none = SourceHints::default();
    let common_js = SourceHints { is_common_js: true, ..none };
    let deno = ("deno.json", "{}");
    assert_eq!(home_among(&[deno], common_js), Home::Node, "CommonJS");
    assert_eq!(home_among(&[("bun.lock", "")], common_js), Home::Bun, "Bun runs CommonJS");
    assert_eq!(home_among(&[deno, ("package.json", "{}")], none), Home::Deno);
    for (name, text) in [
        ("package.json", r#"{"engines":{"node":">=18"}}"#),
        ("package.json", r#"{"packageManager":"pnpm@9.1.0"}"#),
        ("package.json", r#"{"scripts":{"start":"NODE_ENV=test node main.ts"}}"#),
        ("package-lock.json", "{}"),
        ("yarn.lock", ""),
        (".nvmrc", "22"),
    ] {
        assert_eq!(home_among(&[deno, (name, text)], none), Home::Node, "{name} {text}");
    }
    let script = ("package.json", r#"{"scripts":{"start":"deno task dev"}}"#);
    assert_eq!(home_among(&[deno, script, ("package-lock.json", "{}")], none), Home::Deno, "its scripts say Deno");
    let both = ("package.json", r#"{"engines":{"node":">=18","deno":">=2"}}"#);
    assert_eq!(home_among(&[deno, both], none), Home::Deno, "it names both");
}

#[test]
fn a_package_that_names_one_runtime_decides() {
    let none = SourceHints::default();
    for (text, home) in [
        (r#"{"devDependencies":{"@types/bun":"latest"}}"#, Home::Bun),
        (r#"{"scripts":{"dev":"bun run --watch src/index.ts"}}"#, Home::Bun),
        (r#"{"engines":{"bun":">=1"}}"#, Home::Bun),
        (r#"{"engines":{"bun":">=1","node":">=18"}}"#, Home::Node),
        (r#"{"scripts":{"test:bun":"bun test","test":"node --test"}}"#, Home::Node),
        (r#"{"scripts":{"start":"deno run main.ts"}}"#, Home::Deno),
        (r#"{"scripts":{"build":"bundle"}}"#, Home::Node),
    ] {
        assert_eq!(home_among(&[("package.json", text)], none), home, "{text}");
    }
    let bun = ("package.json", r#"{"devDependencies":{"@types/bun":"latest"}}"#);
    assert_eq!(home_among(&[bun, ("package-lock.json", "{}")], none), Home::Node, "npm's lock file");
}

#[test]
fn what_node_refuses_is_not_a_program_of_node() {
    let refused = SourceHints { is_refused_by_node: true, ..SourceHints::default() };
    assert_eq!(home_with(&["package.json"], refused), Home::Bun);
    assert_eq!(home_with(&["package.json", "deno.json"], refused), Home::Deno);
    assert_eq!(home_with(&["package.json", "deno.json", "yarn.lock"], refused), Home::Bun);
    let for_bun = SourceHints { imports_like_bun: true, ..SourceHints::default() };
    assert_eq!(home_with(&["package.json"], for_bun), Home::Bun);
}

#[test]
fn what_node_misreads_is_of_bun_unless_the_package_is_of_node() {
    let names = SourceHints { needs_common_js: true, ..SourceHints::default() };
    let features = SourceHints { uses_bun_features: true, ..SourceHints::default() };
    for hints in [names, features] {
        assert_eq!(home_among(&[], hints), Home::Bun);
        for (name, text, home) in [
            ("package.json", r#"{"type":"module"}"#, Home::Bun),
            ("package.json", r#"{"engines":{"node":">=18"}}"#, Home::Node),
            ("package.json", r#"{"engines":{"node":">=18","bun":">=1"}}"#, Home::Node),
            ("package.json", r#"{"scripts":{"start":"node main.js"}}"#, Home::Node),
            ("package.json", "{", Home::Bun),
            ("package-lock.json", "{}", Home::Node),
            (".nvmrc", "26", Home::Node),
            ("deno.json", "{}", Home::Deno),
        ] {
            assert_eq!(home_among(&[(name, text)], hints), home, "{name} {text}");
        }
    }
    assert_eq!(home_with(&["package.json", "yarn.lock"], names), Home::Node, "the package's root is above");
    assert_eq!(home_with(&["yarn.lock", "src/package.json"], names), Home::Bun, "another package's");
}

#[test]
fn the_hashbang_decides_before_globals_and_files() {
    for (hashbang, home) in [(Home::Node, Home::Node), (Home::Bun, Home::Bun), (Home::Deno, Home::Deno)] {
        let hints = SourceHints { hashbang: Some(hashbang), uses_bun_global: true, ..SourceHints::default() };
        assert_eq!(home_with(&["deno.json"], hints), home);
    }
}

#[test]
fn calls_of_require_are_imports() {
    let mut hints = SourceHints::default();
    hints.note_requires("const { Elysia } = require('elysia'); require(`bun`); require(\"./bun:x\")");
    assert!(hints.imports_bun && !hints.imports_deno);
    let mut none = SourceHints::default();
    none.note_requires("require(name); require(\"unterminated");
    assert_eq!(none, SourceHints::default());
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
