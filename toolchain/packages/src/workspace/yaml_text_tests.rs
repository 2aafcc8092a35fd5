use super::{add_item, set_entry};

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
