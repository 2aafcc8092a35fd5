use super::*;
use serde_json::json;

#[test]
fn paths_have_names_and_indexes() {
    let name = |text: &str| Step::Name(text.to_string());
    assert_eq!(parse("a.b").ok(), Some(vec![name("a"), name("b")]));
    assert_eq!(parse("a[0].b[]").ok(), Some(vec![name("a"), Step::Index(0), name("b"), Step::End]));
    assert_eq!(parse("exports[./a.js].import").ok(), Some(vec![name("exports"), name("./a.js"), name("import")]));
    assert!(["", ".a", "a[", "a..b"].iter().all(|path| parse(path).is_err()));
}

#[test]
fn values_are_set_and_deleted() {
    let mut json = json!({"a": {"b": 1}, "list": ["x", "y"]});
    for (path, value) in [("a.c", json!(true)), ("list[1]", json!("z")), ("list[]", json!("w")), ("new.in", json!(2))] {
        put(&mut json, &parse(path).expect("it is a path"), value);
    }
    assert_eq!(json, json!({"a": {"b": 1, "c": true}, "list": ["x", "z", "w"], "new": {"in": 2}}));
    for path in ["a.b", "list[0]", "new", "none.at.all"] {
        json = without(json, &parse(path).expect("it is a path")).expect("the object stays");
    }
    assert_eq!(json, json!({"a": {"c": true}, "list": ["z", "w"]}));
    assert_eq!(value_at(&json, &parse("list[1]").expect("it is a path")), Some(&json!("w")));
}
