//! The expected values are the results of `util.parseEnv` in Node 26.10.

use super::parse;

fn parsed(text: &str) -> Vec<(String, String)> {
    parse(text).into_iter().collect()
}

fn check(text: &str, expected: &[(&str, &str)]) {
    let expected: Vec<_> = expected.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    assert_eq!(parsed(text), expected, "{}", text.escape_debug());
}

#[test]
fn blanks_and_comments_are_no_part_of_values() {
    check(
        "# A=0\nA=1\n B = two words \t# three\n\n\nC=\nD=a#b\nE= # x",
        &[("A", "1"), ("B", "two words"), ("C", ""), ("D", "a"), ("E", "")],
    );
    check("A=1\r\nB=2\rC=3", &[("A", "1"), ("B", "2C=3")]);
    check("no sign\nA=1=2\n==x", &[("A", "1=2")]);
    check("", &[]);
}

#[test]
fn quotes_keep_what_is_inside() {
    check(
        "A=\"#\\n\\t\" # no\nB='\\n\"'\nC=`a\nb'`\nD=\"a\\\"b\"",
        &[("A", "#\n\\t"), ("B", "\\n\""), ("C", "a\nb'"), ("D", "a\\")],
    );
    check("A=\"half\nB='1' behind\nC='", &[("A", "\"half"), ("B", "1"), ("C", "'")]);
}

#[test]
fn export_is_passed_over() {
    check(
        "export A=1\nexport  B=2\nexport=3\nexport\tC=4",
        &[("A", "1"), ("B", "2"), ("export", "3"), ("export\tC", "4")],
    );
}

#[test]
fn a_name_without_a_value_takes_the_next_line_only_behind_a_blank() {
    check("A=\nB=1", &[("A", ""), ("B", "1")]);
    check("A= \nB=1", &[("A", "B=1")]);
}
