use super::record;
use crate::project::Project;
use serde_json::{Value, json};
use std::path::Path;

fn record_of(json: &Value) -> Value {
    let mut project = Project::empty(Path::new("/a/folder/that/is/not/there"));
    project.json = json.as_object().cloned().unwrap_or_default();
    Value::Object(record(&project))
}

#[test]
fn fields_have_the_form_that_npm_sends() {
    let record = record_of(&json!({
        "name": "norm",
        "version": "v1.0.0",
        "bin": "./cli.js",
        "author": "Jane Doe <jane@example.com> (https://example.com)",
        "contributors": ["Al <al@example.com>", {"name": "B", "mail": "b@example.com"}],
        "keywords": "a, b c",
        "bundleDependencies": false,
        "bugs": "https://bugs.example.com",
        "scripts": {"x": "node_modules/.bin/tsc -b"},
    }));
    assert_eq!(record["version"], "1.0.0");
    assert_eq!(record["_id"], "norm@1.0.0");
    assert_eq!(record["bin"], json!({"norm": "cli.js"}));
    assert_eq!(
        record["author"],
        json!({"name": "Jane Doe", "email": "jane@example.com", "url": "https://example.com"})
    );
    let contributors = json!([{"name": "Al", "email": "al@example.com"}, {"name": "B", "email": "b@example.com"}]);
    assert_eq!(record["contributors"], contributors);
    assert_eq!(record["keywords"], json!(["a", "b c"]));
    assert_eq!(record["bundleDependencies"], json!([]));
    assert_eq!(record["bugs"], json!({"url": "https://bugs.example.com"}));
    assert_eq!(record["scripts"], json!({"x": "tsc -b"}));
}

#[test]
fn repositories_are_addresses_of_git() {
    let url = |said: Value| record_of(&json!({"name": "a", "version": "1.0.0", "repository": said}));
    for said in
        ["x/y", "github:x/y", "https://github.com/x/y", "https://github.com/x/y.git", "git+https://github.com/x/y.git"]
    {
        let record = url(json!(said));
        assert_eq!(record["repository"], json!({"type": "git", "url": "git+https://github.com/x/y.git"}), "{said}");
        assert_eq!(record["homepage"], "https://github.com/x/y#readme");
        assert_eq!(record["bugs"], json!({"url": "https://github.com/x/y/issues"}));
    }
    let with_folder = url(json!({"type": "git", "url": "gitlab:x/y", "directory": "packages/a"}));
    assert_eq!(
        with_folder["repository"],
        json!({"type": "git", "url": "git+https://gitlab.com/x/y.git", "directory": "packages/a"})
    );
    for said in ["git@github.com:x/y.git", "git://github.com/x/y.git"] {
        assert_eq!(url(json!(said))["repository"]["url"], said);
    }
    let elsewhere = url(json!("https://git.example.com/x/y.git"));
    assert_eq!(elsewhere["repository"]["url"], "https://git.example.com/x/y.git");
    assert_eq!(elsewhere["homepage"], Value::Null);
}
