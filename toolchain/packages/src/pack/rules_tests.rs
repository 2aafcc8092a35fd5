use super::*;

#[test]
fn the_last_rule_that_fits_decides() {
    let rules = RuleFile::parse("", "*.log\n!keep.log\n/build\ntmp/\na/*.js\n[dt]ocs\n*.py[cod]\n[!a]x\n\\!y\n# z");
    for (path, is_folder, expected) in [
        ("x.log", false, false),
        ("deep/x.log", false, false),
        ("keep.log", false, true),
        ("build", true, false),
        ("src/build", true, true),
        ("deep/tmp", true, false),
        ("tmp", false, true),
        ("a/b.js", false, false),
        ("c/a/b.js", false, true),
        ("A/B.JS", false, false),
        ("docs", true, false),
        ("x.pyc", false, false),
        ("x.pyx", false, true),
        ("bx", false, false),
        ("ax", false, true),
        ("!y", false, false),
        ("# z", false, true),
    ] {
        assert_eq!(rules.decides(path, is_folder), expected, "{path}");
    }
}

#[test]
fn an_ignored_folder_is_entered_for_a_negated_rule() {
    let rules = RuleFile::parse("", "*\n!docs/docs/**/*\n!lib/**\nlib/l.wasm\n!index.js\n");
    assert!(rules.enters("docs") && rules.enters("docs/docs") && rules.enters("lib") && rules.enters("lib/a"));
    assert!(!rules.enters("src") && !rules.enters("docs/api"));
    assert!(rules.includes("docs/docs/a/b.md") && rules.includes("index.js") && rules.includes("lib/l.js"));
    assert!(!rules.includes("docs/z.md") && !rules.includes("lib/l.wasm"));
    let all = RuleFile::parse("", "lib/**\n!lib/l.js\n");
    assert!(all.enters("lib") && all.includes("lib/l.js") && all.includes("lib"));
    assert!(!all.includes("lib/a/b.js") && !all.enters("lib/a"));
}

#[test]
fn rules_are_about_the_folder_of_their_file() {
    let rules = RuleFile::parse("src", "/a\n{b,c/d}\n");
    assert!(!rules.includes("src/a") && rules.includes("a") && rules.includes("src/x/a"));
    assert!(!rules.includes("src/x/b") && !rules.includes("src/c/d"));
}
