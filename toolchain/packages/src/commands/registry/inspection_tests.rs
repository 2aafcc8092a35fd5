use super::inspected;
use serde_json::json;

#[test]
fn as_node_prints_values() {
    for (value, expected) in [
        (json!("it's"), "\"it's\""),
        (json!(["1.0.0", "2.0.0"]), "[ '1.0.0', '2.0.0' ]"),
        (json!({"latest": "2.0.0", "is-odd": 1}), "{ latest: '2.0.0', 'is-odd': 1 }"),
        (json!({}), "{}"),
        (json!([{"a": true}]), "[ { a: true } ]"),
    ] {
        assert_eq!(inspected(&value), expected);
    }
    let long = "x".repeat(70);
    assert_eq!(
        inspected(&json!({"a": {"b": long, "c": 1}})),
        format!("{{\n  a: {{\n    b: '{long}',\n    c: 1\n  }}\n}}")
    );
}
