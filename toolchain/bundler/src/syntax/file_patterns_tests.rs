use super::*;

fn expanded(pattern: &str, signs: Signs) -> Vec<String> {
    let mut all = alternatives(pattern, signs);
    all.sort();
    all
}

#[test]
fn groups_are_expanded_also_in_groups() {
    assert_eq!(expanded("a.{ts,js}", Signs::Stay), ["a.js", "a.ts"]);
    assert_eq!(expanded("{a,b/{c,d}}.ts", Signs::Stay), ["a.ts", "b/c.ts", "b/d.ts"]);
    assert_eq!(expanded("{1..3}", Signs::Stay), ["1", "2", "3"]);
    assert_eq!(expanded("{c..a}", Signs::Stay), ["a", "b", "c"]);
    assert_eq!(expanded("{a}[{,}]\\{b,c}", Signs::Stay), ["{a}[{,}]\\{b,c}"]);
}

#[test]
fn signs_before_a_group_count_it_or_stay() {
    assert_eq!(expanded("a?(b|c)", Signs::Count), ["a", "ab", "ac"]);
    assert_eq!(expanded("@(a|b)", Signs::Count), ["a", "b"]);
    assert_eq!(expanded("*.page.*([a-z])", Signs::Stay), ["*.page.*[a-z]"]);
}

#[test]
fn names_fit_wildcards_sets_and_escaped_characters() {
    for (pattern, name) in [
        ("*.ts", "a.ts"),
        ("a?c", "abc"),
        ("[a-c]1", "b1"),
        ("[!a-c]1", "d1"),
        ("[ab]", "a"),
        ("\\[a]", "[a]"),
        ("*", ""),
    ] {
        assert!(name_fits(pattern, name), "{pattern} {name}");
    }
    for (pattern, name) in [("*.ts", "a.tsx"), ("a?c", "ac"), ("[a-c]1", "d1"), ("[^a-c]1", "a1"), ("\\*", "a")] {
        assert!(!name_fits(pattern, name), "{pattern} {name}");
    }
}

#[test]
fn a_search_finds_files_by_segments() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = folder.path();
    for name in ["a.ts", "b/a.ts", "b/c/a.ts", "b/c/B.ts", ".d/a.ts", ".e.ts", "node_modules/p/a.ts"] {
        let path = root.join(name);
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("the folder can be made");
        std::fs::write(path, "").expect("it can be written");
    }
    std::os::unix::fs::symlink(root, root.join("b/root")).expect("a link can be made");
    let found = |pattern: &str, search: Search| {
        let mut found = BTreeSet::new();
        find(root, &pattern.split('/').collect::<Vec<_>>(), search, &mut found);
        let shown = found.iter().filter_map(|path| path.strip_prefix(root).ok());
        shown.map(|path| path.to_string_lossy().into_owned()).collect::<Vec<_>>()
    };
    let plain = Search::default();
    assert_eq!(found("*.ts", plain), ["a.ts"]);
    assert_eq!(found("**/a.ts", plain), ["a.ts", "b/a.ts", "b/c/a.ts"]);
    assert_eq!(found("b/**", plain), ["b/a.ts", "b/c/B.ts", "b/c/a.ts"]);
    assert_eq!(found("*/c/b.ts", plain), [] as [&str; 0]);
    assert_eq!(found("*/c/b.ts", Search { ignores_case: true, ..plain }), ["b/c/B.ts"]);
    assert_eq!(found(".d/*.ts", plain), [".d/a.ts"]);
    assert_eq!(found("node_modules/*/a.ts", plain), ["node_modules/p/a.ts"]);
    assert_eq!(found("*/p/a.ts", Search { is_exhaustive: true, ..plain }), ["node_modules/p/a.ts"]);
    assert_eq!(found(".*.ts", plain), [".e.ts"]);
}
