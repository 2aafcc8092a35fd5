//! How Deno 2.9.6 spells requests in its lockfile.

use super::*;

#[test]
fn ranges_are_spelled_as_deno_does() {
    for (range, expected) in [
        ("^0.2.3", "~0.2.3"),
        ("~0.2.3", "~0.2.3"),
        ("^0.2.0", "0.2"),
        ("^0.2", "0.2"),
        ("0.2", "0.2"),
        ("0.2.x", "0.2"),
        ("^0.0.3", "^0.0.3"),
        ("^0", "0"),
        ("0", "0"),
        ("~0", "0"),
        ("~1", "1"),
        ("^1.2.3-beta.1", "^1.2.3-beta.1"),
        ("1.2.3-beta.1", "1.2.3-beta.1"),
        ("1", "1"),
        ("1.x.x", "1"),
        ("1.2.x", "1.2"),
        ("~1.2.0", "1.2"),
        ("~1.2", "1.2"),
        ("^1.2", "^1.2.0"),
        ("1.2", "1.2"),
        ("~1.2.3", "~1.2.3"),
        ("^1.2.3", "^1.2.3"),
        ("latest", "latest"),
        ("*", "*"),
        ("^0.1.0", "0.1"),
        ("~0.1.0", "0.1"),
        ("^6.0.0", "6"),
        ("^5.0", "5"),
        ("4.x", "4"),
        ("~1.0", "1.0"),
        ("^1.3.0", "^1.3.0"),
        ("3.1.1", "3.1.1"),
        ("", "*"),
    ] {
        assert_eq!(deno_range(range), expected, "{range}");
    }
}

#[test]
fn requests_without_a_range_have_one() {
    for (request, expected) in [
        ("npm:chalk", "npm:chalk@*"),
        ("npm:@a/b", "npm:@a/b@*"),
        ("jsr:@a/b@^1.0.0", "jsr:@a/b@1"),
        ("npm:chalk@^5.0.1", "npm:chalk@^5.0.1"),
        ("npm:@a/b@latest", "npm:@a/b@latest"),
    ] {
        assert_eq!(deno_request(request), expected);
    }
}
