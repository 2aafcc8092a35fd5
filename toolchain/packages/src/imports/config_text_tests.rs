//! What changes in the text of a configuration, and what stays.

use super::*;

fn set(text: &str, name: &str, target: &str) -> String {
    let changed = set_import(text, name, target).expect(text);
    assert!(imports(&changed).contains(&(name.to_string(), target.to_string())), "{changed}");
    changed
}

#[test]
fn imports_are_added_in_the_manner_of_the_file() {
    let first = "{\n  // comment\n  \"tasks\": {\"x\": \"}\"}, /* y */\n  \"b\": [1, {\"c\": \"]\"}]\n}\n";
    assert_eq!(
        set(first, "v", "npm:v@1"),
        "{\n  // comment\n  \"tasks\": {\"x\": \"}\"}, /* y */\n  \"b\": [1, {\"c\": \"]\"}],\n  \"imports\": {\n    \
         \"v\": \"npm:v@1\"\n  }\n}\n"
    );
    assert_eq!(set("{}\n", "v", "npm:v@1"), "{\n  \"imports\": {\n    \"v\": \"npm:v@1\"\n  }\n}\n");
    let sorted = "{\n\t\"imports\": {\n\t\t\"a\": \"./a.ts\",\n\t\t\"c\": \"./c.ts\",\n\t}\n}\n";
    assert_eq!(
        set(sorted, "b", "npm:b@1"),
        "{\n\t\"imports\": {\n\t\t\"a\": \"./a.ts\",\n\t\t\"b\": \"npm:b@1\",\n\t\t\"c\": \"./c.ts\",\n\t}\n}\n"
    );
    assert_eq!(
        set(sorted, "d", "npm:d@1"),
        "{\n\t\"imports\": {\n\t\t\"a\": \"./a.ts\",\n\t\t\"c\": \"./c.ts\",\n\t\t\"d\": \"npm:d@1\",\n\t}\n}\n"
    );
    assert_eq!(set(sorted, "c", "npm:c@2").matches("npm:c@2").count(), 1);
    assert_eq!(set("{ \"imports\": { \"a\": \"x\" } }", "b", "y"), "{ \"imports\": { \"a\": \"x\", \"b\": \"y\" } }");
    assert_eq!(set("{\"imports\": {}}", "b", "y"), "{\"imports\": {\n  \"b\": \"y\"\n}}");
    for text in ["", "[]", "{", "{\"imports\": 1}", "{\"imports\" {}}"] {
        assert_eq!(set_import(text, "a", "b"), None, "{text}");
    }
}

#[test]
fn imports_are_removed_with_their_commas() {
    let text = "{\n  \"imports\": {\n    \"a\": \"1\",\n    \"b\": \"2\", // two\n    \"c\": \"3\"\n  }\n}\n";
    assert_eq!(
        remove_import(text, "b").expect("there"),
        "{\n  \"imports\": {\n    \"a\": \"1\",\n    \"c\": \"3\"\n  }\n}\n"
    );
    assert_eq!(
        remove_import(text, "c").expect("there"),
        "{\n  \"imports\": {\n    \"a\": \"1\",\n    \"b\": \"2\"\n  }\n}\n"
    );
    assert_eq!(remove_import(text, "d"), None);
    assert_eq!(remove_import("{\"imports\": {\"a\": \"1\"}}", "a").expect("there"), "{\"imports\": {}}");
}
