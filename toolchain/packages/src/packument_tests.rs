//! Choosing versions by npm's rules.

use super::*;
use serde_json::json;
use std::path::Path;

fn packument() -> Packument {
    let text = json!({
        "name": "a",
        "dist-tags": {"latest": "1.5.0", "next": "2.0.0-rc.1"},
        "versions": {
            "1.4.0": {"name": "a", "version": "1.4.0", "scripts": {"postinstall": "x"}},
            "1.5.0": {"name": "a", "version": "1.5.0", "readme": "dropped"},
            "1.6.0": {"name": "a", "version": "1.6.0", "deprecated": "no"},
            "1.7.0": {"name": "a", "version": "1.7.0", "engines": {"node": ">=99"}},
            "2.0.0-rc.1": {"name": "a", "version": "2.0.0-rc.1"},
            "3.0.0": {"name": "a", "version": "3.0.0"}
        },
        "time": {"modified": "2026-11-20T00:00:00.000Z", "1.5.0": "2020-01-01T00:00:00Z", "3.0.0": "2026-11-20T00:00:00.000Z"}
    });
    let now = crate::time::parse_ms("2026-11-21T00:00:00Z").expect("valid");
    let text = text.to_string();
    let made = Packument::of_response("a", text.as_bytes(), now).expect("valid");
    let bytes = written(&made);
    let streamed = Packument::of_stream("a", &mut text.as_bytes(), now).expect("valid");
    assert_eq!(bytes, written(&streamed));
    Packument::of_reader(&mut bytes.as_slice()).expect("written by us")
}

fn written(record: &Packument) -> Vec<u8> {
    let mut bytes = Vec::new();
    record.write_to(&mut bytes).expect("memory can be written");
    bytes
}

fn pick(raw: &str, before: Option<&str>) -> Option<String> {
    let options =
        PickOptions { node_version: "26.0.0".to_string(), published_before_ms: before.and_then(crate::time::parse_ms) };
    let spec = Spec::parse("a", raw, Path::new("/")).expect(raw);
    packument().pick(&spec, &options).ok().map(|manifest| manifest.version.clone())
}

#[test]
fn the_latest_is_preferred_to_higher_ones() {
    assert_eq!(pick("^1.0.0", None).as_deref(), Some("1.5.0"));
    assert_eq!(pick("*", None).as_deref(), Some("1.5.0"));
    assert_eq!(pick("latest", None).as_deref(), Some("1.5.0"));
}

#[test]
fn deprecated_and_unsupported_versions_come_last() {
    assert_eq!(pick(">=1.6.0 <2", None).as_deref(), Some("1.6.0"));
    assert_eq!(pick(">1.6.0 <2", None).as_deref(), Some("1.7.0"));
}

#[test]
fn pre_releases_are_named() {
    assert_eq!(pick("next", None).as_deref(), Some("2.0.0-rc.1"));
    assert_eq!(pick("^2.0.0-rc.0", None).as_deref(), Some("2.0.0-rc.1"));
    assert_eq!(pick("^2.0.0", None), None);
}

#[test]
fn what_does_not_match_lists_stable_versions_or_tags() {
    let hint = |raw: &str| {
        let spec = Spec::parse("a", raw, Path::new("/")).expect(raw);
        packument().pick(&spec, &PickOptions::default()).expect_err("nothing matches").hint
    };
    assert_eq!(hint("^9"), "the latest version is 1.5.0; the newest are 3.0.0, 1.7.0, 1.6.0, 1.5.0, 1.4.0");
    assert_eq!(hint("beta"), "its tags are latest (1.5.0), next (2.0.0-rc.1)");
}

#[test]
fn young_versions_are_passed_over_when_an_older_one_fits() {
    assert_eq!(pick(">=1.6", None).as_deref(), Some("3.0.0"));
    assert_eq!(pick(">=1.6", Some("2026-11-19T00:00:00Z")).as_deref(), Some("1.6.0"));
    assert_eq!(pick("^3", Some("2026-11-19T00:00:00Z")), None);
    assert_eq!(pick("3.0.0", Some("2026-11-19T00:00:00Z")), None);
}

#[test]
fn install_scripts_are_noted_and_other_fields_dropped() {
    let packument = packument();
    assert!(packument.exact("1.4.0").expect("there").has_install_script);
    assert!(!packument.exact("1.5.0").expect("there").has_install_script);
    assert!(!String::from_utf8_lossy(&written(&packument)).contains("readme"));
}

#[test]
fn broken_json_has_a_line_and_a_column() {
    let error = Packument::of_response("a", b"{\n  \"name\": oops}", 0).expect_err("broken");
    assert_eq!(error.code, "EJSONPARSE");
    assert!(error.message.contains(":2:11:"), "{}", error.message);
}

#[test]
fn long_bodies_are_read_from_the_file_of_the_cache() {
    let versions: serde_json::Map<String, serde_json::Value> = (0..1000)
        .map(|index| {
            let version = format!("1.{index}.0");
            (version.clone(), json!({"name": "a", "version": version, "dependencies": {"b": format!("^{index}.0.0")}}))
        })
        .collect();
    let text = json!({"name": "a", "dist-tags": {"latest": "1.999.0"}, "versions": versions}).to_string();
    let mut record = Packument::of_response("a", text.as_bytes(), 0).expect("valid");
    let file = std::env::temp_dir().join(format!("brio-record-{}", crate::files::unique_name()));
    let mut lines = b"header\n".to_vec();
    lines.extend(written(&record));
    std::fs::write(&file, &lines).expect("a temporary file");
    let (first, reread) = Packument::of_file(std::fs::File::open(&file).expect("there")).expect("whole");
    assert_eq!((first.as_slice(), written(&reread)), (&b"header\n"[..], written(&record)));
    assert!(matches!(reread.body, Body::File(..)));
    record.leave_in(&file);
    assert!(matches!(record.body, Body::File(..)));
    // The file stays readable although another process replaces it.
    std::fs::remove_file(&file).expect("it is there");
    let manifest = record.exact("1.500.0").expect("it is listed");
    assert_eq!(manifest.dependencies.get("b").map(|spec| &**spec), Some("^500.0.0"));
    assert_eq!(written(&record), lines[b"header\n".len()..]);
}
