//! Tests of [`crate::Options::bun`], with what Bun does.

use crate::{ModuleHint, ModuleKind, Options, Output, transform};

fn lower(name: &str, source: &str) -> Output {
    let options = Options { bun: true, ..Options::for_file(name) };
    transform(source, &options).unwrap_or_else(|errors| panic!("{source}: {errors:?}"))
}

#[test]
fn names_of_common_js_are_constants_where_they_are_free() {
    for (source, expected) in [
        (
            "export {}; require('a'); __filename; __dirname",
            "const require=$m.require;const __filename=$m.filename;const __dirname=$m.dirname;",
        ),
        ("const __dirname = f(__filename); export {}", "const __filename=$m.filename;"),
        ("import { require } from 'x'; require(1)", ""),
    ] {
        let head = lower("a.mjs", source).head.prologue;
        assert_eq!(head.replacen("\"use strict\";", "", 1), expected, "{source}");
    }
}

#[test]
fn the_question_for_the_main_module_is_import_meta_main() {
    for (test, expected) in [
        ("require.main === module", "($m.meta.main)"),
        ("module == require.main", "($m.meta.main)"),
        ("require.main !== module", "(!$m.meta.main)"),
    ] {
        let output = lower("a.ts", &format!("import 'x'; if ({test}) run()"));
        assert!(output.body.contains(&format!("if ({expected}) run()")), "{}", output.body);
        assert!(!output.uses.module);
    }
    let own = lower("a.mjs", "import 'x'; const module = 1; require.main === module");
    assert!(own.body.contains("require.main === module"));
}

#[test]
fn module_beside_imports_alone_is_an_error() {
    let options = Options { bun: true, ..Options::for_file("a.ts") };
    let message = |source: &str| transform(source, &options).map(|_| ()).map_err(|errors| errors[0].message.clone());
    let refused = Err("Cannot use import statement with CommonJS-only features".to_owned());
    assert_eq!(message("import 'x'; module.exports = 1"), refused);
    assert_eq!(message("import a from 'x'; a(typeof exports)"), refused);
    for source in [
        "import 'x'; export const a = typeof module",
        "import 'x'; await typeof module",
        "import 'x'; (function (module) { module.x = 1 })({})",
        "import 'x'; var module = {}; module.x = 1",
        "export { a } from 'x'; typeof module",
    ] {
        assert_eq!(message(source), Ok(()), "{source}");
    }
}

#[test]
fn a_file_that_is_declared_to_be_an_es_module_may_be_common_js() {
    let kind = |source: &str| lower("a.mjs", source).kind;
    assert_eq!(kind("module.exports = 1"), ModuleKind::CommonJs);
    assert_eq!(kind("exports.a = require('b')"), ModuleKind::CommonJs);
    assert_eq!(kind("import 'x'"), ModuleKind::EsModule);
    assert_eq!(kind("x = 1"), ModuleKind::EsModule);
    let options = Options { module: ModuleHint::EsModule, ..Options::for_file("a.mjs") };
    assert_eq!(transform("module.exports = 1", &options).expect("it parses").kind, ModuleKind::EsModule, "in Node");
}
