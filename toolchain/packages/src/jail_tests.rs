use super::{Exceptions, allow_network, has_password, is_passed, own_prefix};
use serde_json::{Value, json};

#[test]
fn secrets_are_not_passed_on() {
    let passed = |name: &str| is_passed(name, &own_prefix("@img/sharp"), Exceptions::default());
    for name in ["CC", "LANG", "LC_ALL", "npm_config_arch", "NPM_CONFIG_LOGLEVEL", "SHARP_FORCE_GLOBAL_LIBVIPS"] {
        assert!(passed(name), "{name}");
    }
    for name in [
        "AWS_SECRET_ACCESS_KEY",
        "GITHUB_TOKEN",
        "NPM_TOKEN",
        "NPM_CONFIG__AUTHTOKEN",
        "npm_config_//registry.example/:_authToken",
        "npm_config__password",
        "SHARP_TOKEN",
        "DATABASE_URL",
        "SSH_AUTH_SOCK",
        "HTTPS_PROXY",
        "LD_PRELOAD",
        "NODE_OPTIONS",
    ] {
        assert!(!passed(name), "{name}");
    }
    assert!(is_passed("HTTPS_PROXY", "X_", Exceptions { has_network: true }));
    assert!(has_password(&"https://user:word@host/path".into()));
    assert!(!has_password(&"https://host/path@1".into()));
}

#[test]
fn the_network_is_allowed_by_name() {
    let mut json = json!({"name": "app", "brio": {"scripts": {"b": {"net": false}}}});
    let Value::Object(project) = &mut json else { panic!("an object") };
    assert!(!Exceptions::read(project, "a").has_network);
    allow_network(project, "a");
    assert!(Exceptions::read(project, "a").has_network);
    assert!(!Exceptions::read(project, "b").has_network);
    assert_eq!(project["brio"], json!({"scripts": {"b": {"net": false}, "a": {"net": true}}}));
}
