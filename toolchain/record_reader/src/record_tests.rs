//! Records of all shapes: what is retained, and what is refused.

use super::*;
use serde_json::{Value, json};

fn bodies(record: &Record<'_>) -> Vec<(String, Value)> {
    let parse = |version: &Version<'_>| {
        let body = &record.bodies[version.body.clone()];
        (version.version.to_string(), serde_json::from_slice(body).expect("valid JSON"))
    };
    record.versions.iter().map(parse).collect()
}

#[test]
fn what_installing_needs_is_retained() {
    let dist = json!({
        "shasum": "abc", "tarball": "http://r/a.tgz", "integrity": "sha512-x", "fileCount": 3,
        "signatures": [{"keyid": "k", "sig": "s"}], "attestations": {"url": "u", "provenance": {"predicateType": "p"}}
    });
    let text = json!({
        "name": "a",
        "dist-tags": {"latest": "2.0.0"},
        "modified": "2026-11-20T00:00:00.000Z",
        "versions": {
            "1.0.0": {
                "name": "a", "version": "1.0.0", "dependencies": {"b": "^1"}, "devDependencies": {"c": "1"}, "bin": "x.js",
                "scripts": {"test": "x", "postinstall": "y"}, "dist": dist, "deprecated": null, "engines": {"node": ">=4"},
                "readme": "a \"long\" {text}"
            },
            "2.0.0": {"dist": {"shasum": "def"}, "hasInstallScript": true, "scripts": {"test": "x"}},
            "3.0.0": {"hasInstallScript": false, "scripts": {"install": "x"}},
            "4.0.0": {"dist": "x", "scripts": [1]},
            "5.0.0": "no object",
            "6.0.0": {}
        },
        "time": {"1.0.0": "2020-01-01T00:00:00Z"},
        "readme": "{"
    });
    for text in [text.to_string(), serde_json::to_string_pretty(&text).expect("a value")] {
        let record = Record::read(text.as_bytes(), &mut |_| true).expect("valid");
        assert_eq!(record.tags.map(|tags| tags.replace([' ', '\n'], "")).as_deref(), Some("{\"latest\":\"2.0.0\"}"));
        assert_eq!(record.modified, Some("\"2026-11-20T00:00:00.000Z\""));
        assert!(record.time.is_some());
        let first = json!({
            "dependencies": {"b": "^1"}, "bin": "x.js", "engines": {"node": ">=4"}, "hasInstallScript": true,
            "dist": {
                "tarball": "http://r/a.tgz", "integrity": "sha512-x",
                "attestations": {"url": "u", "provenance": {"predicateType": "p"}}
            }
        });
        let expected = [
            ("1.0.0", first),
            ("2.0.0", json!({"dist": {"shasum": "def"}, "hasInstallScript": true})),
            ("3.0.0", json!({"hasInstallScript": false})),
            ("4.0.0", json!({})),
            ("6.0.0", json!({})),
        ];
        assert_eq!(bodies(&record), expected.map(|(version, body)| (version.to_string(), body)));
    }
}

#[test]
fn a_version_alone_is_reduced_in_the_same_way() {
    let mut bodies = b"before".to_vec();
    assert!(reduce(b"{\"license\": \"MIT\", \"x\": 1}", &mut bodies));
    assert_eq!(bodies, b"before{\"license\":\"MIT\"}");
    for broken in
        [&b"{\"license\": \"MIT\", }"[..], b"[]", b"{\"license\": \"MIT\"} x", b"{\"license\": \"\xff\"}", b""]
    {
        assert!(!reduce(broken, &mut bodies), "{}", String::from_utf8_lossy(broken));
        assert_eq!(bodies, b"before{\"license\":\"MIT\"}");
    }
}

#[test]
fn what_is_no_record_is_refused() {
    let invalid = |text: &str| Record::read(text.as_bytes(), &mut |_| true).expect_err(text).position;
    assert_eq!(invalid("{\n  \"name\": oops}"), 12);
    assert_eq!(invalid("[]"), 0);
    assert_eq!(invalid("{\"versions\": []}"), 13);
    assert_eq!(invalid("{\"versions\": {}} x"), 17);
    assert_eq!(invalid("{\"versions\": {\"1.0.0\": {\"a\": 1}"), 31);
    assert_eq!(Record::read(b"{\"a\": \"\xff\"}", &mut |_| true).expect_err("no UTF-8").position, 7);
    // Others read members that are there twice.
    assert!(Record::read(b"{\"versions\": {}, \"versions\": {}}", &mut |_| true).is_err());
}

#[test]
fn versions_that_are_refused_leave_no_body() {
    let text = json!({"versions": {"1.0.0": {"bin": "a"}, "x": {"bin": "b"}, "2.0.0": {"bin": "c"}}}).to_string();
    let record = Record::read(text.as_bytes(), &mut |version| version != "x").expect("valid");
    assert_eq!(record.bodies, b"{\"bin\":\"a\"}{\"bin\":\"c\"}");
    let places: Vec<_> = record.versions.iter().map(|one| (one.version, one.body.clone())).collect();
    assert_eq!(places, [("1.0.0", 0..11), ("2.0.0", 11..22)]);
}
