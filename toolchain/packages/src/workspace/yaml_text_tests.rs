use super::{add_item, replace_entry, replace_nested_entry, set_entry, set_nested_entry};

#[test]
fn entries_of_maps() {
    assert_eq!(set_entry("", "allowBuilds", "@s/a", "true"), "allowBuilds:\n  '@s/a': true\n");
    assert_eq!(
        set_entry("packages:\n  - a # one\n", "patchedDependencies", "a@1.0.0", "patches/a.patch"),
        "packages:\n  - a # one\n\npatchedDependencies:\n  a@1.0.0: patches/a.patch\n"
    );
    let text = "allowBuilds:\n    esbuild: set this to true or false\n# more\npackages:\n- a\n";
    assert_eq!(
        set_entry(text, "allowBuilds", "esbuild", "true"),
        "allowBuilds:\n    esbuild: true\n# more\npackages:\n- a\n"
    );
    assert_eq!(
        set_entry(text, "allowBuilds", "sharp", "true"),
        "allowBuilds:\n    esbuild: set this to true or false\n    sharp: true\n# more\npackages:\n- a\n"
    );
    assert_eq!(set_entry("allowBuilds: {}\n", "allowBuilds", "a", "true"), "allowBuilds:\n  a: true\n");
}

#[test]
fn items_of_lists() {
    assert_eq!(add_item("a: 1\n", "onlyBuiltDependencies", "b"), "a: 1\n\nonlyBuiltDependencies:\n  - b\n");
    let text = "onlyBuiltDependencies:\n- a\n\nb: 1\n";
    assert_eq!(add_item(text, "onlyBuiltDependencies", "@s/c"), "onlyBuiltDependencies:\n- a\n- '@s/c'\n\nb: 1\n");
    assert_eq!(add_item("list: [a]\n", "list", "b"), "list: [a, b]\n");
    assert_eq!(add_item("list: []\n", "list", "b"), "list: [b]\n");
}

#[test]
fn entries_are_replaced_where_they_are() {
    let text = "catalog:\n  # all\n  a: ^1.0.0 # one\n  '@s/b': 1.x\ncatalogs:\n  old:\n    a: ^0.1.0\n  new:\n    a: ^2.0.0\n";
    let replaced = replace_entry(text, "catalog", "a", "^3.0.0").expect("it is there");
    assert_eq!(replaced, text.replace("a: ^1.0.0 # one", "a: ^3.0.0 # one"));
    let replaced = replace_entry(text, "catalog", "@s/b", "~2.0.0").expect("it is there");
    assert_eq!(replaced, text.replace("1.x", "~2.0.0"));
    let replaced = replace_nested_entry(text, ("catalogs", "new"), "a", "^4.0.0").expect("it is there");
    assert_eq!(replaced, text.replace("^2.0.0", "^4.0.0"));
    assert_eq!(replace_entry(text, "catalog", "c", "1"), None);
    assert_eq!(replace_nested_entry(text, ("catalogs", "old"), "c", "1"), None);
    assert_eq!(replace_nested_entry(text, ("catalogs", "none"), "a", "1"), None);
}

#[test]
fn entries_of_maps_in_maps() {
    let set = |text: &str, inner: &str| set_nested_entry(text, ("catalogs", inner), "@s/a", "^1.0.0");
    assert_eq!(set("packages:\n  - a\n", "old"), "packages:\n  - a\n\ncatalogs:\n  old:\n    '@s/a': ^1.0.0\n");
    let text = "catalogs:\n  old:\n    b: 1\n  new:\n    b: 2\nc: 1\n";
    assert_eq!(set(text, "old"), "catalogs:\n  old:\n    '@s/a': ^1.0.0\n    b: 1\n  new:\n    b: 2\nc: 1\n");
    assert_eq!(set(text, "x"), "catalogs:\n  old:\n    b: 1\n  new:\n    b: 2\n  x:\n    '@s/a': ^1.0.0\nc: 1\n");
    assert_eq!(set(&set(text, "old"), "old"), set(text, "old"));
    assert_eq!(set("catalogs: {}\n", "x"), "catalogs:\n  x:\n    '@s/a': ^1.0.0\n");
}
