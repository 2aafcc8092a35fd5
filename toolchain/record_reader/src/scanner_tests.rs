//! What the scanner accepts is what `serde_json` accepts, for valid JSON and for JSON with one byte changed or missing.

use super::*;
use serde_json::value::RawValue;

const TEXT: &str = r#" { "a b": {"x": "}\\", "y": [1, {"z": "\\\""}, [], {}]}, "n":-1.5e+3,"m" : [0, 10.25, 1E9, -0.0],
    "words":[true,false,null], "s": "caf\u00e9 \" ] 𝄞 and a long string without any marks in it" , "t":"\/\b\f\n\r\t" } "#;

fn is_valid(text: &str) -> bool {
    let mut scanner = Scanner::new(text);
    let read = scanner.value();
    if let Ok(value) = read {
        assert_eq!(value.trim_end(), text.trim_start()[..value.len()].trim_end());
    }
    read.is_ok() && scanner.finish().is_ok()
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<&RawValue>(text).is_ok()
}

#[test]
fn values_of_all_kinds_are_read() {
    assert!(is_valid(TEXT));
    for text in ["0", "-1", "\"\"", "[]", "{}", " true ", "1e5", "\"a\\u0041\""] {
        assert!(is_valid(text), "{text}");
    }
    for text in
        ["", " ", "01", "1.", ".5", "-", "1e", "+1", "tru", "nul", "{1:2}", "[1 2]", "[1,]", "{\"a\":1,}", "\"\n\""]
    {
        assert!(!is_valid(text), "{text}");
        assert!(!is_json(text), "{text}");
    }
}

#[test]
fn json_that_is_cut_off_is_invalid() {
    for length in (0..TEXT.trim_end().len()).filter(|length| TEXT.is_char_boundary(*length)) {
        assert!(!is_valid(&TEXT[..length]), "{}", &TEXT[..length]);
    }
}

#[test]
fn json_with_one_byte_changed_is_judged_as_by_another_parser() {
    for (position, _) in TEXT.char_indices().filter(|(_, character)| character.is_ascii()) {
        for byte in "\"\\{}[]:,0-.eEtu \n\u{1}x/".chars() {
            let changed = format!("{}{byte}{}", &TEXT[..position], &TEXT[position + 1..]);
            assert_eq!(is_valid(&changed), is_json(&changed), "{changed}");
            let longer = format!("{}{byte}{}", &TEXT[..position], &TEXT[position..]);
            assert_eq!(is_valid(&longer), is_json(&longer), "{longer}");
        }
    }
}

#[test]
fn members_are_found_one_after_the_other() {
    let mut scanner = Scanner::new("{ \"a\" : [1, 2] ,\"b\":{\"c\":\"}\"}, \"d\": 3 }");
    scanner.begin_object().expect("an object");
    let (mut is_first, mut found) = (true, Vec::new());
    while let Some(key) = scanner.member(&mut is_first).expect("valid") {
        found.push((key, scanner.value().expect("valid")));
    }
    scanner.finish().expect("the end");
    assert_eq!(found, [("a", "[1, 2]"), ("b", "{\"c\":\"}\"}"), ("d", "3")]);
}

#[test]
fn keys_are_as_they_are_written() {
    let mut scanner = Scanner::new(r#"{"a\"bA": 1}"#);
    scanner.begin_object().expect("an object");
    assert_eq!(scanner.member(&mut true), Ok(Some(r#"a\"bA"#)));
}

#[test]
fn deep_nesting_is_left_to_others() {
    assert!(is_valid(&format!("{}{}", "[".repeat(100), "]".repeat(100))));
    assert!(!is_valid(&format!("{}{}", "[".repeat(200_000), "]".repeat(200_000))));
}
