use super::{Kind, kind_of};

#[test]
fn places_of_packages() {
    for path in [
        "node_modules/a",
        "node_modules/@s/a",
        "node_modules/a/node_modules/@s/b",
        "node_modules/.pnpm/node_modules/a",
        "node_modules/.pnpm/a@1.0.0_b@1.0.0/node_modules/@s/a",
    ] {
        assert_eq!(kind_of(path), Kind::Below(""), "{path}");
    }
    assert_eq!(kind_of("packages/a/node_modules/b"), Kind::Below("packages/a"));
    assert_eq!(kind_of("../a/node_modules/b"), Kind::Outside("../a"));
    assert_eq!(kind_of("../node_modules/b"), Kind::Outside(".."));
}

#[test]
fn invalid_places() {
    for path in [
        "",
        "a",
        "node_modules",
        "node_modules/",
        "node_modules/..",
        "node_modules/../a",
        "node_modules/.bin",
        "node_modules/.pnpm",
        "node_modules/.pnpm/..",
        "node_modules/.pnpm/../node_modules/a",
        "node_modules/@s",
        "node_modules/@s/..",
        "node_modules/@/a",
        "node_modules/a/b",
        "node_modules/a/../../b",
        "node_modules/a/node_modules/../../../../b",
        "node_modules/a/node_modules/.pnpm/x/node_modules/b",
        "node_modules/node_modules",
        "node_modules/a\\..\\b",
        "node_modules/a\nb",
        "/node_modules/a",
        "/etc/node_modules/a",
        "a//node_modules/b",
        "a/../../node_modules/b",
        "../a/../../node_modules/b",
    ] {
        assert_eq!(kind_of(path), Kind::Invalid, "{path}");
    }
}
