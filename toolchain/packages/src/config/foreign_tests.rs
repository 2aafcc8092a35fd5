//! Files as Bun's and yarn's documentation shows them.

use super::*;

fn variables() -> HashMap<String, String> {
    HashMap::from([("TOKEN".to_string(), "secret".to_string())])
}

fn value_of<'a>(found: &'a [(String, String)], key: &str) -> Option<&'a str> {
    found.iter().rev().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
}

#[test]
fn bunfig_has_registries_tokens_and_switches() {
    let text = r#"
[run]
shell = "bun"
[install]
exact = true # always
registry = { url = "https://r.example/npm/", token = "$TOKEN" }
linker = "isolated"
dev = false
minimumReleaseAge = 259200
[install.scopes]
acme = "https://user:pass@acme.example/"
"@other" = { url = "https://other.example", token = "t" }
"#;
    let found = of_bun(text, &variables());
    assert_eq!(value_of(&found, "save-exact"), Some("true"));
    assert_eq!(value_of(&found, "registry"), Some("https://r.example/npm/"));
    assert_eq!(value_of(&found, "//r.example/npm/:_authToken"), Some("secret"));
    assert_eq!(value_of(&found, "linker"), Some("isolated"));
    assert_eq!(value_of(&found, "omit"), Some("dev"));
    assert_eq!(value_of(&found, "min-release-age"), Some("3"));
    assert_eq!(value_of(&found, "@acme:registry"), Some("https://acme.example/"));
    assert_eq!(value_of(&found, "//acme.example/:_auth"), Some("dXNlcjpwYXNz"));
    assert_eq!(value_of(&found, "@other:registry"), Some("https://other.example"));
    assert_eq!(value_of(&found, "shell"), None);
}

#[test]
fn yarnrc_has_registries_tokens_and_proxies() {
    let text = r#"
nodeLinker: node-modules
npmRegistryServer: "https://r.example"
httpsProxy: http://proxy:3128
enableStrictSsl: false
npmMinimalAgeGate: 3d
npmScopes:
  acme:
    npmRegistryServer: "https://acme.example"
npmRegistries:
  "https://acme.example":
    npmAuthToken: "${TOKEN}"
  //basic.example/x:
    npmAuthIdent: "user:${NONE:-pass}"
"#;
    let found = of_yarn(text, &variables());
    assert_eq!(value_of(&found, "registry"), Some("https://r.example"));
    assert_eq!(value_of(&found, "https-proxy"), Some("http://proxy:3128"));
    assert_eq!(value_of(&found, "strict-ssl"), Some("false"));
    assert_eq!(value_of(&found, "min-release-age"), Some("3"));
    assert_eq!(value_of(&found, "@acme:registry"), Some("https://acme.example"));
    assert_eq!(value_of(&found, "//acme.example/:_authToken"), Some("secret"));
    assert_eq!(value_of(&found, "//basic.example/x/:_auth"), Some("dXNlcjpwYXNz"));
}

#[test]
fn settings_of_pnpm() {
    let text = "packages:\n  - a\nminimumReleaseAge: 2880\nengineStrict: true\nregistries:\n  default: https://r.example\n  '@acme': https://acme.example\n";
    let found = of_pnpm(&YamlSubset::parse(text));
    assert_eq!(value_of(&found, "min-release-age"), Some("2"));
    assert_eq!(value_of(&found, "engine-strict"), Some("true"));
    assert_eq!(value_of(&found, "registry"), Some("https://r.example"));
    assert_eq!(value_of(&found, "@acme:registry"), Some("https://acme.example"));
}
