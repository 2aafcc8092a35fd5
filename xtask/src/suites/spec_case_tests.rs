use super::{Expected, read, update};

const SAMPLE: &str = r#"# Why these cases exist.
[[case]]
name = "a program's arguments arrive"
args = ["main.js", "a b"]
env = { HOME = "/x" }
stdin = "in"
stdout = "out"
exit = 3
[case.files]
"main.js" = "1"

[[case]]
name = "the second"
args = []
"#;

#[test]
fn a_case_is_read_with_defaults() {
    let cases = read(SAMPLE).expect("valid");
    assert_eq!(cases.len(), 2);
    assert_eq!(cases[0].args, ["main.js", "a b"]);
    assert_eq!(cases[0].files["main.js"], "1");
    assert_eq!((cases[0].env["HOME"].as_str(), cases[0].stdin.as_str(), cases[0].expected.exit), ("/x", "in", 3));
    assert_eq!(cases[1].expected, Expected::default());
}

#[test]
fn a_misspelt_key_a_missing_name_and_a_wrong_type_are_refused() {
    let error = |text: &str| read(text).expect_err("must be refused");
    assert!(error("[[case]]\nname = \"x\"\nexpected = \"\"").contains("\"expected\""));
    assert!(error("[[case]]\nargs = []").contains("name"));
    assert!(error("[[case]]\nname = \"x\"\nargs = [1]").contains("\"args\""));
    assert!(error("name = \"x\"").contains("[[case]]"));
    assert!(error("[[case").contains('1'), "a syntax error says the line");
}

#[test]
fn an_update_rewrites_one_case_and_keeps_the_rest() {
    let expected = Expected { stdout: "a\nb \"c\"\n".to_string(), stderr: String::new(), exit: 0 };
    let updated = update(SAMPLE, 0, &expected).expect("valid");
    assert!(updated.starts_with("# Why these cases exist.\n"), "{updated}");
    let cases = read(&updated).expect("still valid");
    assert_eq!(cases[0].expected.stdout.trim_end(), "a\nb \"c\"");
    assert_eq!(cases[0].expected.exit, 0);
    assert_eq!(cases[0].files["main.js"], "1");
    assert_eq!(cases[1].name, "the second");
}
