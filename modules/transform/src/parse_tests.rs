use crate::{Diagnostic, ModuleHint, ModuleKind, Options, transform};

fn kind(source: &str) -> ModuleKind {
    transform(source, &Options::for_file("a.js")).unwrap_or_else(|errors| panic!("{source}: {errors:?}")).kind
}

fn error(source: &str, module: ModuleHint) -> Diagnostic {
    let options = Options { module, ..Options::for_file("a.js") };
    let mut errors = transform(source, &options).expect_err(source);
    assert_eq!(errors.len(), 1, "{source} is reported once");
    errors.remove(0)
}

// The rows are those of Node's documentation of syntax detection.
#[test]
fn module_syntax_makes_an_es_module() {
    for source in [
        "import 'x'",
        "export {}",
        "import.meta.url",
        "await 1",
        "await (async () => {})()",
        "for await (const x of y) {}",
        "const require = 1; await 1",
        "const module = 1",
        "class exports {}",
    ] {
        assert_eq!(kind(source), ModuleKind::EsModule, "{source}");
    }
}

#[test]
fn everything_else_is_common_js() {
    for source in [
        "",
        "require('x')",
        "import('x')",
        "return 1",
        "new.target",
        "with (a) {}",
        "async function f() { await 1 }",
        "function f() { return await(1) }",
        "var await = (x) => x; await (1)",
        "var await = 1",
        "var module = 1",
        "// import x from 'y'",
        "{ const require = 1 }",
    ] {
        assert_eq!(kind(source), ModuleKind::CommonJs, "{source}");
    }
}

#[test]
fn an_export_assignment_of_typescript_is_common_js() {
    let kind = |source| transform(source, &Options::for_file("a.ts")).expect("valid").kind;
    for source in ["export = 1", "import type { A } from 'x'; export = 1 as A", "import a = require('x'); export = a"] {
        assert_eq!(kind(source), ModuleKind::CommonJs, "{source}");
    }
    assert_eq!(kind("export type A = 1; export const b = 1"), ModuleKind::EsModule);
}

#[test]
fn a_printed_common_js_file_whose_imports_are_types_stays_common_js() {
    let source = "import type { A } from 'x'; enum B { C } module.exports = B.C as A";
    let output = transform(source, &Options::for_file("a.cts")).expect("valid");
    assert_eq!(output.kind, ModuleKind::CommonJs);
    assert!(!output.body.contains("export {"), "{}", output.body);
}

#[test]
fn early_errors_of_modules_are_reported_with_their_place() {
    for (source, line, column) in [
        ("export { missing };", 1, 10),
        ("let a;\nexport { a as x, a as x };", 2, 23),
        ("import { a } from 'x';\nlet a;", 2, 5),
        ("export default 1;\nexport default 2;", 2, 8),
        ("let await;", 1, 5),
        ("return", 1, 1),
        ("function f() { await 1 }", 1, 16),
    ] {
        let error = error(source, ModuleHint::EsModule);
        assert_eq!((error.line, error.column), (line, column), "{source}: {}", error.message);
    }
}

#[test]
fn the_former_keyword_of_attributes_is_refused_except_for_bun() {
    for source in [
        "import a from 'x' assert { type: 'json' };",
        "export * from 'xyzz' assert { type: 'json' };",
        "export { a } from 'x' assert { type: 'json' };",
    ] {
        let mut options = Options::for_file("a.mjs");
        let errors = transform(source, &options).expect_err(source);
        assert_eq!(errors[0].message, "Unexpected identifier 'assert'");
        assert_eq!(errors[0].column as usize, source.find("assert").expect("it is there") + 1, "{source}");
        options.bun = true;
        transform(source, &options).expect(source);
        transform(&source.replace("assert", "with"), &Options::for_file("a.mjs")).expect(source);
    }
}

#[test]
fn columns_count_utf16_units() {
    let error = error("'😀é'; let a; let a", ModuleHint::CommonJs);
    assert_eq!(error.column, 19);
    assert_eq!(error.message, "Identifier 'a' has already been declared");
}

#[test]
fn import_in_cts_is_refused_as_in_node() {
    let errors = transform("import x from 'y'", &Options::for_file("a.cts")).expect_err("a script");
    assert_eq!(errors[0].message, "Cannot use import statement outside a module");
}
