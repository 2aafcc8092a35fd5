//! The messages are those of `node --run` of Node 26.10.

use super::command_of;
use serde_json::{Value, json};
use std::path::Path;

fn command(manifest: &Value, name: &str) -> Result<String, String> {
    let manifest = manifest.as_object().expect("an object");
    command_of(manifest, name, Path::new("/p/package.json")).map(str::to_owned)
}

#[test]
fn a_script_is_found_by_its_name() {
    assert_eq!(command(&json!({ "scripts": { "a": "echo hi" } }), "a"), Ok("echo hi".to_owned()));
}

#[test]
fn what_is_missing_is_named() {
    let no_scripts = "Can't find \"scripts\" field in /p/package.json";
    assert_eq!(command(&json!({}), "a"), Err(no_scripts.to_owned()));
    assert_eq!(command(&json!({ "scripts": ["a"] }), "a"), Err(no_scripts.to_owned()));
    assert_eq!(
        command(&json!({ "scripts": { "a": "x", "b": "exit 3", "c": 1 } }), "d"),
        Err("Missing script: \"d\" for /p/package.json\n\nAvailable scripts are:\n  a: x\n  b: exit 3".to_owned())
    );
    assert_eq!(
        command(&json!({ "scripts": { "c": null } }), "c"),
        Err("Script \"c\" is unexpectedly not a string for /p/package.json\n".to_owned())
    );
}
