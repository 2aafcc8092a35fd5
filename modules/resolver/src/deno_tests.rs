use super::*;
use std::fs;

fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (file, text) in files {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn mapped(folder: &Path, importer: &str, specifier: &str) -> String {
    let importer = folder.join(importer);
    let config = DenoConfig::discover(&folder.join("main.ts"));
    match config.map(specifier, &importer) {
        Ok(Some(Mapped::Url(url))) => url.replace(&format!("file://{}", folder.display()), ""),
        Ok(Some(Mapped::Package(package))) => format!("package {}", package.specifier),
        Ok(None) => "none".to_owned(),
        Err(error) => error.message,
    }
}

#[test]
fn imports_and_scopes_map_specifiers() {
    let map = r##"{ // a comment
        "imports": { "@/": "./src/", "lib": "./lib/mod.ts", "lib/": "./lib/", "fs2": "node:fs", "./src/a.ts": "./b.ts",
            "chalk": "npm:chalk@5", "@std/path": "jsr:@std/path@^1.0.0", "#x": "./x.ts", },
        "scopes": { "./sub/": { "lib": "./lib/scoped.ts" }, "./sub/deep/": { "lib": "./lib/deep.ts" } },
    }"##;
    let folder = folder_with(&[("deno.jsonc", map)]);
    for (importer, specifier, expected) in [
        ("main.ts", "lib", "/lib/mod.ts"),
        ("main.ts", "lib/a/b.ts", "/lib/a/b.ts"),
        ("main.ts", "@/u.ts", "/src/u.ts"),
        ("main.ts", "fs2", "node:fs"),
        ("main.ts", "./src/a.ts", "/b.ts"),
        ("src/c.ts", "./a.ts", "/b.ts"),
        ("main.ts", "#x", "/x.ts"),
        ("main.ts", "chalk", "package chalk"),
        ("main.ts", "chalk/sub", "package chalk/sub"),
        ("main.ts", "@std/path/posix", "package @jsr/std__path/posix"),
        ("main.ts", "npm:@scope/name@1.2/sub", "package @scope/name/sub"),
        ("main.ts", "npm:/preact@10/hooks", "package preact/hooks"),
        ("sub/m.ts", "lib", "/lib/scoped.ts"),
        ("sub/m.ts", "@/u.ts", "/src/u.ts"),
        ("sub/deep/m.ts", "lib", "/lib/deep.ts"),
        ("main.ts", "other", "none"),
        ("node_modules/a/m.js", "lib", "none"),
    ] {
        assert_eq!(mapped(folder.path(), importer, specifier), expected, "{specifier} in {importer}");
    }
}

#[test]
fn dependencies_of_package_json_are_imports_where_deno_installs_them() {
    let manifest = r#"{ "dependencies": { "ms": "2.1.3", "lib": "1", "alias": "npm:real@^1", "own": "file:../own" },
        "devDependencies": { "@s/dev": "^2.0.0" } }"#;
    let of = |config: &str, specifier: &str| {
        let folder = folder_with(&[("deno.json", config), ("package.json", manifest)]);
        mapped(folder.path(), "main.ts", specifier)
    };
    for manner in [r#""auto""#, r#""none""#, "true", "false"] {
        let config = format!(r#"{{ "nodeModulesDir": {manner}, "imports": {{ "lib": "./lib.ts" }} }}"#);
        let found: Vec<String> =
            ["ms", "ms/sub", "lib", "alias", "own", "@s/dev"].iter().map(|name| of(&config, name)).collect();
        let expected = ["package ms", "package ms/sub", "/lib.ts", "package real", "none", "package @s/dev"];
        assert_eq!(found, expected, "{manner}");
    }
    // The user installs.
    assert_eq!(of(r#"{ "nodeModulesDir": "manual" }"#, "ms"), "none");
    assert_eq!(of("{}", "ms"), "none");
}

#[test]
fn members_of_a_workspace_import_each_other() {
    let folder = folder_with(&[
        ("deno.json", r#"{ "workspace": ["./a", "packages/*"], "imports": { "top": "./top.ts" } }"#),
        ("a/deno.json", r#"{ "name": "@w/a", "exports": "./mod.ts", "imports": { "own": "./own.ts" } }"#),
        ("packages/b/deno.json", r#"{ "name": "@w/b", "exports": { ".": "./m.ts", "./sub": "./s.ts" } }"#),
    ]);
    for (importer, specifier, expected) in [
        ("main.ts", "@w/a", "/a/mod.ts"),
        ("a/mod.ts", "@w/b/sub", "/packages/b/s.ts"),
        ("a/mod.ts", "own", "/a/own.ts"),
        ("a/mod.ts", "top", "/top.ts"),
        ("main.ts", "own", "none"),
        ("main.ts", "@w/b/none", "Unknown export './none' for '@w/b'.\n  Package exports:\n * .\n * ./sub"),
    ] {
        assert_eq!(mapped(folder.path(), importer, specifier), expected, "{specifier} in {importer}");
    }
    let member = DenoConfig::discover(&folder.path().join("a/main.ts"));
    assert!(member.map("top", &folder.path().join("a/main.ts")).unwrap().is_some(), "a member has the root's map");
}

#[test]
fn an_import_map_may_be_in_a_file_of_its_own() {
    let folder = folder_with(&[
        ("deno.json", r#"{ "importMap": "./deep/map.json" }"#),
        ("deep/map.json", r#"{ "imports": { "q": "./q.ts" } }"#),
    ]);
    assert_eq!(mapped(folder.path(), "main.ts", "q"), "/deep/q.ts");
}

#[test]
fn compiler_options_are_those_of_the_nearest_configuration() {
    let folder = folder_with(&[
        (
            "deno.json",
            r#"{ "workspace": ["./a"], "compilerOptions": { "jsx": "react-jsx", "jsxImportSource": "preact" } }"#,
        ),
        ("a/deno.json", r#"{ "name": "@w/a", "compilerOptions": { "experimentalDecorators": true } }"#),
    ]);
    let config = DenoConfig::discover(&folder.path().join("main.ts"));
    let of = |file: &str| config.compiler_options(&folder.path().join(file)).cloned().unwrap_or_default();
    assert_eq!(of("x/m.tsx").jsx_import_source.as_deref(), Some("preact"));
    assert_eq!(of("a/m.ts").experimental_decorators, Some(true));
}

#[test]
fn tools_get_files_packages_and_addresses() {
    let folder = folder_with(&[(
        "deno.json",
        r#"{ "imports": { "@/": "./src/", "chalk": "npm:chalk@5", "@std/assert": "jsr:@std/assert@^1.0.0", "fs2": "node:fs" } }"#,
    )]);
    let main = folder.path().join("main.ts");
    let config = DenoConfig::discover(&main);
    let package = |specifier: &str, source: &str| {
        Some(Imported::Package { specifier: specifier.to_owned(), source: source.to_owned() })
    };
    assert_eq!(config.imported("@/a.ts", &main), Some(Imported::File(folder.path().join("src/a.ts"))));
    assert_eq!(config.imported("chalk", &main), package("chalk", "npm:chalk@5"));
    assert_eq!(
        config.imported("@std/assert/equals", &main),
        package("@jsr/std__assert/equals", "jsr:@std/assert@^1.0.0/equals")
    );
    assert_eq!(config.imported("npm:a@1/b", &main), package("a/b", "npm:a@1/b"));
    assert_eq!(config.imported("fs2", &main), Some(Imported::Other("node:fs".to_owned())));
    assert_eq!(config.imported("other", &main), None);
}
