//! Tests of `compiler_options.rs`: the options that a tsconfig stands for, by TypeScript's documentation.

use super::*;
use brio_transform::Decorators;
use std::fs;

fn options_with(tsconfig: &str, name: &str) -> Options {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("tsconfig.json"), tsconfig).expect("it can be written");
    let file = folder.path().join(name);
    fs::write(&file, "").expect("it can be written");
    options_for(&Resolution::default(), &file.to_string_lossy(), ModuleHint::Detect)
}

#[test]
fn old_decorators_come_with_metadata_and_assigned_fields() {
    let options = options_with(
        r#"{ "compilerOptions": { "experimentalDecorators": true, "emitDecoratorMetadata": true } }"#,
        "a.ts",
    );
    assert_eq!(options.decorators, Decorators::Legacy { emit_metadata: true, strict_null_checks: false });
    assert!(!options.use_define_for_class_fields);
}

#[test]
fn the_target_decides_how_fields_are_made_unless_the_option_does() {
    let define = |options: &str| {
        options_with(&format!(r#"{{ "compilerOptions": {options} }}"#), "a.ts").use_define_for_class_fields
    };
    assert!(define("{}"));
    assert!(define(r#"{ "target": "ES2022" }"#));
    assert!(!define(r#"{ "target": "es2021" }"#));
    assert!(define(r#"{ "target": "ES2017", "useDefineForClassFields": true }"#));
    assert!(!define(r#"{ "target": "ESNext", "useDefineForClassFields": false }"#));
}

#[test]
fn jsx_options_reach_jsx_in_javascript_too() {
    let tsconfig = r#"{ "compilerOptions": { "jsx": "react", "jsxFactory": "h", "jsxFragmentFactory": "Fragment", "allowJs": true } }"#;
    for name in ["a.tsx", "a.jsx"] {
        let jsx = options_with(tsconfig, name).jsx;
        assert_eq!(
            (jsx.runtime, jsx.factory.as_str(), jsx.fragment_factory.as_str()),
            (JsxRuntime::Classic, "h", "Fragment"),
            "{name}"
        );
    }
    let source = options_with(r#"{ "compilerOptions": { "jsx": "react-jsx", "jsxImportSource": "preact" } }"#, "a.tsx")
        .jsx
        .import_source;
    assert_eq!(source, "preact");
}

#[test]
fn kinds_force_the_goal() {
    let resolution = Resolution::default();
    assert_eq!(options_for(&resolution, "a.js", ModuleHint::Detect).module, ModuleHint::Detect);
    assert_eq!(options_for(&resolution, "a.js", ModuleHint::EsModule).module, ModuleHint::EsModule);
    assert_eq!(options_for(&resolution, "a.mjs", ModuleHint::CommonJs).module, ModuleHint::CommonJs);
}

#[test]
fn jsx_in_js_files_is_bun_s() {
    let resolution = Resolution::default();
    assert_eq!(options_for(&resolution, "a.js", ModuleHint::Detect).language, Language::Js);
    resolution.set_home(Home::Bun);
    assert_eq!(options_for(&resolution, "a.js", ModuleHint::Detect).language, Language::Jsx);
    assert_eq!(options_for(&resolution, "node_modules/p/a.js", ModuleHint::Detect).language, Language::Js);
}

#[test]
fn programs_of_deno_have_the_options_of_deno_json() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let config = r#"{ "compilerOptions": { "jsx": "react-jsx", "jsxImportSource": "preact" } }"#;
    fs::write(folder.path().join("deno.json"), config).expect("it can be written");
    let resolution = Resolution::default();
    resolution.set_home(Home::Deno);
    let options = options_for(&resolution, &folder.path().join("a.tsx").to_string_lossy(), ModuleHint::Detect);
    assert_eq!((options.jsx.runtime, options.jsx.import_source.as_str()), (JsxRuntime::Automatic, "preact"));

    let other = tempfile::tempdir().expect("a temporary folder");
    let resolution = Resolution::default();
    resolution.set_home(Home::Deno);
    let options = options_for(&resolution, &other.path().join("a.tsx").to_string_lossy(), ModuleHint::Detect);
    assert_eq!(options.jsx.runtime, JsxRuntime::Classic, "Deno's default");
}
