use super::*;
use crate::manifest::Manifest;
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;

fn members() -> Vec<Member> {
    let member = |name: &str, folder: &str, dependencies: &[&str]| {
        let list: serde_json::Map<String, serde_json::Value> =
            dependencies.iter().map(|name| (name.to_string(), json!("workspace:*"))).collect();
        let manifest = Manifest::of_json(&json!({"name": name, "dependencies": list}));
        Member { name: name.to_string(), folder: PathBuf::from(folder), manifest: Arc::new(manifest) }
    };
    vec![
        member("@app/web", "/w/apps/web", &["@app/ui"]),
        member("@app/ui", "/w/packages/ui", &["core"]),
        member("core", "/w/packages/core", &[]),
    ]
}

fn names(patterns: &[&str]) -> Vec<String> {
    let members = members();
    let patterns: Vec<String> = patterns.iter().map(|one| one.to_string()).collect();
    let found = select(&members, &patterns, Path::new("/w"), Path::new("/w")).expect("the patterns are well formed");
    found.into_iter().map(|index| members[index].name.clone()).collect()
}

#[test]
fn names_globs_and_folders_select() {
    assert_eq!(names(&["core"]), ["core"]);
    assert_eq!(names(&["ui"]), ["@app/ui"]);
    assert_eq!(names(&["@app/*"]), ["@app/web", "@app/ui"]);
    assert_eq!(names(&["*"]).len(), 3);
    assert_eq!(names(&["./packages/*"]), ["@app/ui", "core"]);
    assert_eq!(names(&["{apps/**}"]), ["@app/web"]);
    assert!(names(&["./packages"]).is_empty());
}

#[test]
fn dots_add_dependencies_and_dependents() {
    assert_eq!(names(&["@app/web..."]).len(), 3);
    assert_eq!(names(&["web^..."]), ["@app/ui", "core"]);
    assert_eq!(names(&["...core"]).len(), 3);
    assert_eq!(names(&["...^core"]), ["@app/web", "@app/ui"]);
    assert_eq!(names(&["...@app/ui..."]).len(), 3);
}

#[test]
fn an_exclamation_mark_excludes() {
    assert_eq!(names(&["!core"]), ["@app/web", "@app/ui"]);
    assert_eq!(names(&["@app/*", "!web"]), ["@app/ui"]);
    let bad = select(&members(), &["!".to_string()], Path::new("/w"), Path::new("/w"));
    assert_eq!(bad.expect_err("nothing is named").code, "EUSAGE");
}
