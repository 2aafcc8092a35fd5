//! Members of JSON objects, read in buffers of all lengths; what `serde_json` reads is what must be found.

use super::*;
use std::io::BufReader;

fn members(text: &str, buffer_bytes: usize) -> Result<Vec<(String, String)>> {
    let mut reader = BufReader::with_capacity(buffer_bytes, text.as_bytes());
    let mut splitter = Splitter::new(&mut reader, "the record".to_string());
    let mut found = Vec::new();
    let mut value = Vec::new();
    splitter.object(&mut |splitter, key| {
        if key == "skipped" {
            return splitter.skip();
        }
        splitter.value(&mut value)?;
        found.push((key.to_string(), String::from_utf8_lossy(&value).into_owned()));
        Ok(())
    })?;
    splitter.finish()?;
    Ok(found)
}

#[test]
fn members_are_found_in_buffers_of_every_length() {
    let text = r#" { "a\"b" : {"x": "}\\", "y": [1, {"z": "\\\""}]}, "skipped": [["]"], {}], "n" : -1.5e+3 ,
        "t":true,"empty":{}, "s": "\u00e9 \" ]" } "#;
    let expected: indexmap::IndexMap<String, &serde_json::value::RawValue> =
        serde_json::from_str(text).expect("it is JSON");
    let expected: Vec<(String, String)> = expected
        .iter()
        .filter(|(key, _)| *key != "skipped")
        .map(|(key, value)| (key.clone(), value.get().to_string()))
        .collect();
    for buffer_bytes in 1..80 {
        assert_eq!(members(text, buffer_bytes).expect("valid"), expected, "{buffer_bytes}");
    }
    assert_eq!(members("{}", 1).expect("valid"), []);
}

#[test]
fn what_is_no_object_and_what_is_cut_off_is_refused() {
    let text = r#"{"a": {"b": "c\""}, "d": 1}"#;
    for length in 0..text.len() {
        assert_eq!(members(&text[..length], 3).expect_err(&text[..length]).code, "EJSONPARSE");
    }
    for text in ["[]", "{a: 1}", "{\"a\" 1}", "{\"a\": }", "{\"a\": 1 \"b\": 2}", "{\"a\": 1} x", "{\"a\": 1,}"] {
        assert_eq!(members(text, 4).expect_err(text).code, "EJSONPARSE");
    }
    let message = members("{\"a\": 1 2}", 4).expect_err("invalid").message;
    assert_eq!(message, "the record: byte 9: expected `,` or `}`");
}
