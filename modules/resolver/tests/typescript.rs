//! TypeScript's names and path mapping, and the differences between homes.

mod support;
use brio_resolver::{CompilerOptions, Home, Options, ResolveKind, Setting};
use std::path::{Path, PathBuf};
use support::Project;

#[test]
fn the_name_of_the_output_finds_the_source_that_alone_exists() {
    let project =
        Project::new(&[("a.ts", ""), ("b.mts", ""), ("c.cts", ""), ("d.tsx", ""), ("e.js", ""), ("e.ts", "")]);
    for (specifier, expected) in [
        ("./a.js", "~/a.ts"),
        ("./b.mjs", "~/b.mts"),
        ("./c.cjs", "~/c.cts"),
        ("./d.jsx", "~/d.tsx"),
        ("./d.js", "~/d.tsx"),
        ("./e.js", "~/e.js"),
        ("./a.js?v=1", "~/a.ts?v=1"),
    ] {
        assert_eq!(project.import(specifier, "t.ts"), expected);
    }
    assert_eq!(project.require("./a.js", "t.ts"), "~/a.ts");
    assert!(project.import("./b.js", "t.ts").starts_with("ERR_MODULE_NOT_FOUND"));
}

/// Bun 1.4 tries extensions and folders for imports; Node and Deno do not.
#[test]
fn imports_without_extension_work_at_buns_home_only() {
    let project = Project::new(&[
        ("a.ts", ""),
        ("dir/index.tsx", ""),
        ("b.tsx", ""),
        ("b.js", ""),
        ("node_modules/p/lib/x.js", ""),
    ]);
    let bun = |specifier: &str| project.show(specifier, "t.ts", ResolveKind::Import, Home::Bun);
    assert_eq!(bun("./a"), "~/a.ts");
    assert_eq!(bun("./a?v=1"), "~/a.ts?v=1");
    assert_eq!(bun("./dir"), "~/dir/index.tsx");
    assert_eq!(bun("./b"), "~/b.tsx");
    assert_eq!(bun("p/lib/x"), "~/node_modules/p/lib/x.js");
    assert_eq!(project.show("./a", "t.ts", ResolveKind::Require, Home::Bun), "~/a.ts");
    assert!(bun("./nope").starts_with("ERR_MODULE_NOT_FOUND"));
    for home in [Home::Node, Home::Deno] {
        let shown = project.show("./a", "t.ts", ResolveKind::Import, home);
        assert!(shown.starts_with("ERR_MODULE_NOT_FOUND"), "{shown}");
    }
}

#[test]
fn an_invalid_configuration_further_up_does_not_hide_the_nearest() {
    let project = Project::new(&[
        ("tsconfig.json", r#"{ "files": [], "references": [{ "path": "./missing" }] }"#),
        ("app/tsconfig.json", r#"{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } }, "include": ["**/*.ts"] }"#),
        ("app/src/a.ts", ""),
    ]);
    assert_eq!(project.import("@/a", "app/t.js"), "~/app/src/a.ts");
}

#[test]
fn paths_map_what_node_does_not_find() {
    let project = Project::new(&[
        (
            "tsconfig.json",
            r#"{ // comments are allowed
            "extends": "./base.json", "compilerOptions": { "paths": { "@/*": ["./src/*"], "both": ["./src/both"], "exact": ["./none", "./src/exact.js"] } } }"#,
        ),
        ("base.json", r#"{ "compilerOptions": { "jsx": "react" } }"#),
        ("src/a.ts", ""),
        ("src/dir/index.ts", ""),
        ("src/both.ts", ""),
        ("src/exact.ts", ""),
        ("node_modules/both/index.js", ""),
        ("node_modules/p/t.js", ""),
    ]);
    for specifier in ["@/a", "@/a.js", "@/a.ts"] {
        assert_eq!(project.import(specifier, "src/t.ts"), "~/src/a.ts", "{specifier}");
    }
    assert_eq!(project.import("@/dir", "src/t.ts"), "~/src/dir/index.ts");
    assert_eq!(project.require("@/a", "src/t.ts"), "~/src/a.ts");
    assert_eq!(project.import("exact", "src/t.ts"), "~/src/exact.ts");
    assert_eq!(project.import("both", "src/t.ts"), "~/node_modules/both/index.js");
    assert_eq!(project.show("both", "src/t.ts", ResolveKind::Import, Home::Bun), "~/src/both.ts");
    assert_eq!(
        project.import("@/nope", "src/t.ts"),
        "ERR_MODULE_NOT_FOUND | Cannot find package '@/nope' imported from ~/src/t.ts"
    );
    assert!(project.import("@/a", "node_modules/p/t.js").starts_with("ERR_"), "not inside node_modules");
}

/// As in Bun 1.4 and esbuild.
#[test]
fn paths_to_declarations_of_types_are_left_out() {
    let project = Project::new(&[
        (
            "tsconfig.json",
            r#"{ "compilerOptions": { "paths": { "pkg": ["./src/p.d.ts"], "two": ["./src/p.d.ts", "./src/two.ts"],
            "none": ["./src/n.d.mts"] } } }"#,
        ),
        ("src/p.d.ts", ""),
        ("src/n.d.mts", ""),
        ("src/two.ts", ""),
        ("node_modules/pkg/index.js", ""),
    ]);
    let bun = |specifier: &str| project.show(specifier, "t.ts", ResolveKind::Import, Home::Bun);
    assert_eq!(bun("pkg"), "~/node_modules/pkg/index.js");
    assert_eq!(bun("two"), "~/src/two.ts");
    assert!(bun("none").starts_with("ERR_MODULE_NOT_FOUND"));
}

#[test]
fn base_url_and_jsconfig_are_honoured() {
    let project =
        Project::new(&[("jsconfig.json", r#"{"compilerOptions":{"baseUrl":"./src"}}"#), ("src/lib/a.js", "")]);
    assert_eq!(project.import("lib/a", "t.js"), "~/src/lib/a.js");
}

#[test]
fn compiler_options_come_from_the_nearest_config_and_what_it_extends() {
    let project = Project::new(&[
        (
            "tsconfig.json",
            r#"{"extends":"base-config/tsconfig.json","compilerOptions":{"jsx":"react-jsx","target":"es2022"}}"#,
        ),
        (
            "node_modules/base-config/tsconfig.json",
            r#"{"compilerOptions":{"experimentalDecorators":true,"emitDecoratorMetadata":true,"strict":true,
            "useDefineForClassFields":false,"jsx":"preserve","jsxImportSource":"preact","jsxFactory":"h","jsxFragmentFactory":"F"}}"#,
        ),
        ("inner/tsconfig.json", "{}"),
        ("a.ts", ""),
        ("inner/b.ts", ""),
        ("node_modules/p/c.ts", ""),
        ("bad/tsconfig.json", "{ nope"),
        ("gone/tsconfig.json", r#"{"extends":"./missing.json"}"#),
    ]);
    let options = |path: &str| project.resolver.compiler_options(&project.path(path));
    let text = |text: &str| Some(text.to_owned());
    let expected = CompilerOptions {
        path: Some(project.path("tsconfig.json")),
        experimental_decorators: Some(true),
        emit_decorator_metadata: Some(true),
        strict_null_checks: Some(true),
        use_define_for_class_fields: Some(false),
        verbatim_module_syntax: None,
        jsx: text("react-jsx"),
        jsx_import_source: text("preact"),
        jsx_factory: text("h"),
        jsx_fragment_factory: text("F"),
        target: text("es2022"),
    };
    assert_eq!(options("a.ts"), Ok(expected));
    let inner = CompilerOptions { path: Some(project.path("inner/tsconfig.json")), ..CompilerOptions::default() };
    assert_eq!(options("inner/b.ts"), Ok(inner));
    assert_eq!(options("node_modules/p/c.ts"), Ok(CompilerOptions::default()));
    assert!(options("bad/a.ts").unwrap_err().message.contains("tsconfig.json"));
    assert!(options("gone/a.ts").is_err());
}

#[test]
fn a_file_that_the_nearest_config_leaves_out_is_compiled_with_its_options() {
    let config = |settings: &str| format!(r#"{{"compilerOptions":{{"experimentalDecorators":true}},{settings}}}"#);
    let project = Project::new(&[
        ("one/tsconfig.json", &config(r#""exclude":["test/**"]"#)),
        ("one/test/a.ts", ""),
        ("two/tsconfig.json", &config(r#""include":["src"]"#)),
        ("two/test/a.ts", ""),
    ]);
    for path in ["one/test/a.ts", "two/test/a.ts"] {
        let options = project.resolver.compiler_options(&project.path(path)).expect("valid");
        assert_eq!(options.experimental_decorators, Some(true), "{path}");
    }
}

/// Reads what was found, and nothing that it names.
fn read_only_found(path: &Path, before: &[PathBuf]) -> std::io::Result<Setting> {
    if !before.is_empty() {
        return Err(std::io::ErrorKind::PermissionDenied.into());
    }
    Ok(Setting { bytes: std::fs::read(path)?, is_of_program: false })
}

fn read_of_program(path: &Path, _before: &[PathBuf]) -> std::io::Result<Setting> {
    Ok(Setting { bytes: std::fs::read(path)?, is_of_program: true })
}

#[test]
fn a_configuration_that_the_program_wrote_maps_no_imports() {
    let files = [
        (
            "tsconfig.json",
            r#"{"compilerOptions":{"paths":{"x":["./b.ts"]},"jsxImportSource":"own","jsx":"react-jsx"}}"#,
        ),
        ("a.ts", ""),
        ("b.ts", ""),
    ];
    assert_eq!(Project::new(&files).import("x", "a.ts"), "~/b.ts");
    let written = Project::with_options(&files, Options { read_setting: read_of_program, ..Options::default() });
    assert!(written.import("x", "a.ts").starts_with("ERR_MODULE_NOT_FOUND"));
    let options = written.resolver.compiler_options(&written.path("a.ts")).expect("valid");
    assert_eq!((options.jsx.as_deref(), options.jsx_import_source), (Some("react-jsx"), None));
}

#[test]
fn what_a_configuration_names_is_read_as_the_options_say() {
    let files = [
        ("tsconfig.json", r#"{"compilerOptions":{"jsxImportSource":"own"}}"#),
        ("a.ts", ""),
        ("inner/tsconfig.json", r#"{"extends":"../other.json"}"#),
        ("inner/b.ts", ""),
        ("other.json", r#"{"compilerOptions":{"jsxImportSource":"secret"}}"#),
    ];
    let source = |project: &Project, path: &str| {
        project.resolver.compiler_options(&project.path(path)).map(|options| options.jsx_import_source)
    };
    let free = Project::new(&files);
    assert_eq!(source(&free, "inner/b.ts"), Ok(Some("secret".to_owned())));
    let guarded = Project::with_options(&files, Options { read_setting: read_only_found, ..Options::default() });
    assert_eq!(source(&guarded, "a.ts"), Ok(Some("own".to_owned())));
    // A configuration that cannot be read in full is skipped.
    assert_eq!(source(&guarded, "inner/b.ts"), Ok(Some("own".to_owned())));
}
