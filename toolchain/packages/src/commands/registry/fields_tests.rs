use super::values_of;
use serde_json::{Value, json};

fn record() -> Value {
    json!({
        "name": "a",
        "keywords": ["x", "y"],
        "dist": {"tarball": "http://r/a.tgz"},
        "time": {"1.0.0": "2020"},
        "maintainers": [{"name": "m", "email": "m@x"}, {"name": "n"}],
        "homepage": null,
    })
}

#[test]
fn paths_lead_into_objects_and_lists() {
    for (field, expected) in [
        ("name", vec![("name", json!("a"))]),
        ("dist.tarball", vec![("dist.tarball", json!("http://r/a.tgz"))]),
        ("keywords[1]", vec![("keywords[1]", json!("y"))]),
        ("time[1.0.0]", vec![("time.1.0.0", json!("2020"))]),
        ("maintainers[0].email", vec![("maintainers[0].email", json!("m@x"))]),
        ("maintainers.name", vec![("maintainers[0].name", json!("m")), ("maintainers[1].name", json!("n"))]),
    ] {
        let expected: Vec<(String, Value)> =
            expected.into_iter().map(|(label, value)| (label.to_string(), value)).collect();
        assert_eq!(values_of(&record(), field), expected, "{field}");
    }
}

#[test]
fn what_is_not_there_is_nothing() {
    for field in ["x", "name.x", "keywords[9]", "dist.tarball.x", "homepage", "keywords["] {
        assert_eq!(values_of(&record(), field), [], "{field}");
    }
}
