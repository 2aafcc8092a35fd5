//! A `package.json` keeps the way it is written.

use super::*;

fn project(text: &str) -> Project {
    Project { folder: PathBuf::new(), json: serde_json::from_str(text).expect("valid"), text: text.to_string() }
}

#[test]
fn indentation_line_ends_and_order_stay() {
    let mut tabs = project("{\n\t\"version\": \"1.0.0\",\n\t\"name\": \"a\"\n}");
    tabs.set_dependency("dependencies", "b", "^1");
    assert_eq!(
        tabs.to_text(),
        "{\n\t\"version\": \"1.0.0\",\n\t\"name\": \"a\",\n\t\"dependencies\": {\n\t\t\"b\": \"^1\"\n\t}\n}"
    );
    let windows = project("{\r\n    \"name\": \"a\"\r\n}\r\n");
    assert_eq!(windows.to_text(), "{\r\n    \"name\": \"a\"\r\n}\r\n");
}

#[test]
fn a_dependency_is_in_one_list_and_the_list_is_sorted() {
    let mut project = project(r#"{"dependencies": {"z": "1", "a": "1"}, "devDependencies": {"m": "1"}}"#);
    project.set_dependency("dependencies", "m", "2");
    let names: Vec<&String> = project.json["dependencies"].as_object().expect("object").keys().collect();
    assert_eq!(names, ["a", "m", "z"]);
    assert!(!project.json.contains_key("devDependencies"));
    assert!(project.remove_dependency("a") && !project.remove_dependency("a"));
}
