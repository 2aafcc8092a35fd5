//! Patterns of workspaces, and what `pnpm-workspace.yaml` says.

use super::*;

#[test]
fn names_and_paths_match_patterns() {
    for (pattern, name, expected) in
        [("*", "a", true), ("a*c", "abc", true), ("a*c", "ab", false), ("?", "ab", false), ("{a,b}-x", "b-x", true)]
    {
        assert_eq!(matches_name(pattern, name), expected, "{pattern} {name}");
    }
    assert!(matches_path(&["packages", "**"], &["packages", "a", "b"]));
    assert!(!matches_path(&["packages", "*"], &["packages", "a", "b"]));
}

#[test]
fn the_file_of_pnpm() {
    let text = "packages:\n  - 'packages/*' # all\n  - \"!x\"\n\ncatalog:\n  react: ^19\n  '@s/a': 1.x\ncatalogs:\n  old:\n    react: ^18\n";
    let yaml = YamlSubset::parse(text);
    assert_eq!(yaml.list("packages"), ["packages/*", "!x"]);
    assert_eq!(yaml.map("catalog").expect("there")[1], ("@s/a".to_string(), "1.x".to_string()));
    assert_eq!(yaml.maps("catalogs"), [("old".to_string(), vec![("react".to_string(), "^18".to_string())])]);
    assert_eq!(YamlSubset::parse("packages: [a, 'b/*']").list("packages"), ["a", "b/*"]);
    assert!(yaml.map("none").is_none());
}
