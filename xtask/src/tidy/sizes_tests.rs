use super::{compare, functions, lower, offenders, read_ratchet};
use crate::tidy::lexer::Language;
use crate::tidy::tree::Tree;

fn names(code: &str, language: Language) -> Vec<(String, usize)> {
    functions(code, language)
}

#[test]
fn rust_functions_are_measured_from_head_to_brace() {
    let code = "impl A {\n    pub fn first(\n        x: u8,\n    ) -> u8 {\n        if x { 1 } else { 2 }\n    }\n}\nfn second() { x.map(|y| { y }) }\n";
    assert_eq!(names(code, Language::Rust), [("first".to_string(), 5), ("second".to_string(), 1)]);
}

#[test]
fn typescript_functions_methods_and_arrows_are_measured() {
    let code = "export async function a(x: { y: number }): void {\n  if (x) {\n  }\n}\nclass B {\n  get(c) {\n    return 1;\n  }\n}\nconst d = (e) => {\n};\n";
    let found = names(code, Language::TypeScript);
    for expected in [("a", 4), ("get", 3), ("d", 2)] {
        assert!(found.contains(&(expected.0.to_string(), expected.1)), "{expected:?} in {found:?}");
    }
    assert!(!found.iter().any(|(name, _)| name == "if" || name == "B"), "{found:?}");
}

#[test]
fn what_is_too_long_is_found_outside_of_tests_and_generated_files() {
    let long_file = "// x\n".repeat(801);
    let long_function = format!("//! x\nfn f() {{\n{}}}\n", "    g();\n".repeat(70));
    let tree = Tree::of(&[
        ("host/a/src/a.rs", &long_file),
        ("host/a/src/b.rs", &long_function),
        ("host/a/src/generated/c.rs", &long_file),
        ("tests/unit/a.test.ts", &long_file),
    ]);
    let found = offenders(&tree);
    assert_eq!(
        found.into_iter().collect::<Vec<_>>(),
        [("host/a/src/a.rs".to_string(), 801), ("host/a/src/b.rs f".to_string(), 72)]
    );
}

#[test]
fn the_list_may_only_shrink() {
    let allowed = read_ratchet("# old\n900 a.rs\n80 b.rs f\n");
    let found = |lines: usize| read_ratchet(&format!("{lines} a.rs\n80 b.rs f\n"));
    assert_eq!(compare(&found(900), &allowed, "list"), Vec::<String>::new());
    assert!(compare(&found(901), &allowed, "list")[0].contains("901 lines, more than 900"));
    assert!(compare(&found(850), &allowed, "list")[0].contains("--ratchet"));
    assert!(
        compare(&read_ratchet("80 b.rs f\n"), &allowed, "list")[0].contains("--ratchet"),
        "what is gone must leave the list"
    );
    assert!(compare(&read_ratchet("801 new.rs\n"), &read_ratchet(""), "list")[0].contains("more than 800"));
}

#[test]
fn lowering_never_adds_and_keeps_the_comment() {
    assert_eq!(lower("# old\n900 a.rs\n80 b.rs f\n", &read_ratchet("850 a.rs\n99 new.rs g\n")), "# old\n850 a.rs\n");
}
