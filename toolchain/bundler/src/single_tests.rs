use super::*;
use crate::options::Minify;

fn code(source: &str, loader: &str, options: &SourceOptions) -> String {
    let result = transform(source, loader, options).expect("it parses");
    result["code"].as_str().expect("it has code").to_owned()
}

#[test]
fn only_the_functions_that_lowered_code_calls_are_before_it() {
    let legacy = Tsconfig { experimental_decorators: Some(true), ..Tsconfig::default() };
    let options = SourceOptions { tsconfig: legacy, ..SourceOptions::default() };
    let lowered = code("@d class A {}", "ts", &options);
    assert!(lowered.starts_with("const babelHelpers = ({decorate("), "{lowered}");
    assert!(!lowered.contains("decorateParam"), "{lowered}");
    assert_eq!(code("class A {}", "ts", &options), "class A {}\n");
}

#[test]
fn imports_without_references_are_left_out() {
    let source = "import a, { b, c as d } from \"b\";\nimport * as e from \"e\";\nimport \"f\";\nd();\n";
    assert_eq!(code(source, "js", &SourceOptions::default()), "import { c as d } from \"b\";\nimport \"f\";\nd();\n");
    let keeping = SourceOptions { keeps_imports: true, ..SourceOptions::default() };
    assert_eq!(code(source, "js", &keeping), source);
    assert_eq!(
        code("import { type A } from \"a\"; import { B } from \"b\"; let b: B;", "ts", &keeping),
        "import { B } from \"b\";\nlet b;\n"
    );
}

#[test]
fn aliases_of_types_are_left_out() {
    let options = SourceOptions { keeps_imports: true, ..SourceOptions::default() };
    let source =
        "declare namespace N { type T = 1 }\nimport A = N.T;\nimport B = M.v;\nimport C = B.w;\nlet a: A = C;\n";
    assert_eq!(code(source, "ts", &options), "var B = M.v;\nvar C = B.w;\nlet a = C;\n");
    assert_eq!(code("import A = M.v;", "ts", &options), "");
}

#[test]
fn lines_are_indented_by_blanks_and_templates_stay() {
    let options = SourceOptions::default();
    assert_eq!(code("class A{m(){return 1}}", "js", &options), "class A {\n  m() {\n    return 1;\n  }\n}\n");
    let template = "function f() {\n  return `a\n\tb`;\n}\n";
    assert_eq!(code(template, "js", &options), template);
}

#[test]
fn what_is_nested_very_deeply_is_not_shortened() {
    let mut options = SourceOptions::default();
    options.build.minify = Minify::ALL;
    let chain = |count: usize| format!("export function f() {{ let x = 1; return a{} && x }}", " && a".repeat(count));
    assert!(code(&chain(10), "js", &options).contains("&&1"));
    assert!(code(&chain(20_000), "js", &options).contains("let e=1"));
}

#[test]
fn an_error_has_the_place_that_it_has_in_the_source() {
    let options = SourceOptions { eliminate: vec!["a".to_owned()], ..SourceOptions::default() };
    let errors = transform("export const a = 1;\nlet x = = 1;", "ts", &options).expect_err("it does not parse");
    assert_eq!(errors[0].place.as_ref().map(|(_, line, column)| (*line, *column)), Some((2, 8)));
}

#[test]
fn an_assignment_of_all_exports_is_not_a_module() {
    let options = SourceOptions::default();
    assert_eq!(code("export = 5;", "ts", &options), "module.exports = 5;\n");
    assert_eq!(code("export type A = 1;", "ts", &options), "export {};\n");
}
