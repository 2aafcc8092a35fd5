use super::*;

fn rules(list: &[(&str, &str)]) -> Replacements {
    Replacements::of(list.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect())
}

#[test]
fn a_rule_may_name_versions_and_the_package_above() {
    let found =
        rules(&[("a", "1.0.0"), ("b@^2", "2.9.0"), ("c>a", "3.0.0"), ("@s/d/@s/e", "5.0.0"), ("**/f", "6.0.0")]);
    assert_eq!(found.find(None, "a", "^9"), Some("1.0.0".to_string()));
    assert_eq!(found.find(Some(("c", "1.0.0")), "a", "^9"), Some("3.0.0".to_string()));
    assert_eq!(found.find(None, "b", "^2.1.0"), Some("2.9.0".to_string()));
    assert_eq!(found.find(None, "b", "^1"), None);
    assert_eq!(found.find(Some(("@s/d", "1.0.0")), "@s/e", "*"), Some("5.0.0".to_string()));
    assert_eq!(found.find(Some(("x", "1.0.0")), "@s/e", "*"), None);
    assert_eq!(found.find(Some(("x", "1.0.0")), "f", "*"), Some("6.0.0".to_string()));
    assert_eq!(found.find(None, "a", "1.0.0"), None);
}

#[test]
fn versions_of_the_package_above_count() {
    let found = rules(&[("a@1>b", "2.0.0"), ("c@npm:^1", "1.5.0")]);
    assert_eq!(found.find(Some(("a", "1.2.0")), "b", "^1"), Some("2.0.0".to_string()));
    assert_eq!(found.find(Some(("a", "2.0.0")), "b", "^1"), None);
    assert_eq!(found.find(None, "c", "^1.0.0"), Some("1.5.0".to_string()));
}

#[test]
fn names_of_changed_rules_are_those_of_the_replaced_packages() {
    let found = rules(&[("a", "1.0.0"), ("x>b", "2.0.0")]);
    let before = [("a".to_string(), "1.0.0".to_string()), ("c@^1".to_string(), "1.5.0".to_string())];
    assert_eq!(found.changed_names(&before), ["b", "c"]);
    assert!(found.changed_names(&found.entries).is_empty());
}
