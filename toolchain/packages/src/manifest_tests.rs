//! Manifests as npm reads them.

use super::*;
use serde_json::json;

#[test]
fn optional_dependencies_win_over_others() {
    let manifest =
        Manifest::of_json(&json!({"dependencies": {"a": "1", "b": "1"}, "optionalDependencies": {"b": "2"}}));
    assert_eq!(manifest.dependencies.len(), 1);
    assert_eq!(&*manifest.optional["b"], "2");
}

#[test]
fn commands_stay_inside_of_the_package() {
    let of = |bin: Value| Manifest::of_json(&json!({"name": "@s/tool", "bin": bin})).commands;
    assert_eq!(of(json!("./cli.js")), [("tool".to_string(), "cli.js".to_string())]);
    assert_eq!(of(json!({"../x": "../../../etc/passwd"})), [("x".to_string(), "etc/passwd".to_string())]);
    assert!(of(json!({"..": "a"})).is_empty());
}

#[test]
fn systems_are_listed_or_excluded() {
    let system = System { os: "linux".into(), cpu: "x64".into(), libc: "glibc".into() };
    let supports = |json: Value| Manifest::of_json(&json).supports(&system);
    assert!(supports(json!({})));
    assert!(supports(json!({"os": ["linux", "darwin"], "cpu": "x64", "libc": ["glibc"]})));
    assert!(!supports(json!({"os": ["win32"]})));
    assert!(supports(json!({"os": ["!win32"]})));
    assert!(!supports(json!({"os": ["!linux"]})));
    assert!(!supports(json!({"libc": ["musl"]})));
}

#[test]
fn a_sha1_sum_becomes_an_integrity() {
    let manifest = Manifest::of_json(&json!({"dist": {"shasum": "da39a3ee5e6b4b0d3255bfef95601890afd80709"}}));
    assert_eq!(manifest.integrity, "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=");
}
