use super::*;

#[test]
fn releases_are_read_as_the_full_parser_reads_them() {
    for text in ["0.0.0", "1.2.3", "10.20.30", "99999999999999.0.1"] {
        let [major, minor, patch] = release_of(text).expect("a release");
        assert_eq!(parse(text), Version::parse(text).ok(), "{text}");
        assert_eq!(format!("{major}.{minor}.{patch}"), text);
    }
}

#[test]
fn other_versions_are_left_to_the_full_parser() {
    let others = [
        "",
        "1",
        "1.2",
        "1.2.",
        ".1.2",
        "1..2",
        "1.2.3.4",
        "01.2.3",
        "1.2.3-a",
        "1.2.3+b",
        "v1.2.3",
        " 1.2.3",
        "1.2.x",
        "1.2.-3",
        "1.2.+3",
        "999999999999999.0.0",
        "9999999999999999.0.0",
    ];
    for text in others {
        assert_eq!(release_of(text), None, "{text:?}");
        assert_eq!(parse(text), Version::parse(text).ok(), "{text:?}");
    }
}

#[test]
fn releases_and_others_are_ordered_together() {
    let semver = Semver::default();
    let order = |left, right| semver.order(left, right).expect("no error");
    assert_eq!(order("1.0.0", "1.0.1"), Some(-1));
    assert_eq!(order("1.10.0", "1.9.9"), Some(1));
    assert_eq!(order("2.0.0", "2.0.0"), Some(0));
    assert_eq!(order("2.0.0-rc.1", "2.0.0"), Some(-1));
    assert_eq!(order("2.0.0", "2.0.0-rc.1"), Some(1));
    assert_eq!(order("2.0.0", "x"), None);
}
