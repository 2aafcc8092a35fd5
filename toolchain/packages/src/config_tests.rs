//! Configuration as npm reads it.

use super::*;

fn config(text: &str) -> Config {
    let variables = HashMap::from([("TOKEN".to_string(), "secret".to_string())]);
    Config { values: parse(text, &variables).into_iter().collect(), home: PathBuf::from("/home/u") }
}

#[test]
fn lines_comments_quotes_and_variables() {
    let config = config(
        "; no\n# no\nregistry = \"https://r/x\"\nflag\na=${TOKEN}-${NONE}-${NONE?}\nomit[]=dev\nomit[]=optional",
    );
    assert_eq!(config.registry_of("a"), "https://r/x/");
    assert!(config.is_set("flag"));
    assert_eq!(config.get("a"), Some("secret-${NONE}-"));
    assert_eq!(config.get("omit"), Some("dev optional"));
}

#[test]
fn comments_behind_values() {
    let config = config("a=https://r/x ; no\nb=c#d\nc=e\\;f\\#g\nd=\"h;i\"\ne=C:\\x");
    let all: Vec<Option<&str>> = ["a", "b", "c", "d", "e"].iter().map(|key| config.get(key)).collect();
    assert_eq!(all, [Some("https://r/x"), Some("c"), Some("e;f#g"), Some("h;i"), Some("C:\\x")]);
}

#[test]
fn addresses_of_the_public_registry_lead_to_the_one_that_is_set() {
    let own = config("registry=https://r.example/npm");
    for address in ["https://registry.npmjs.org/a/-/a-1.0.0.tgz", "http://registry.npmjs.org/a/-/a-1.0.0.tgz"] {
        assert_eq!(own.mirrored(address), "https://r.example/npm/a/-/a-1.0.0.tgz");
        assert_eq!(config("").mirrored(address), "https://registry.npmjs.org/a/-/a-1.0.0.tgz");
    }
    assert_eq!(own.mirrored("http://other.example/a.tgz"), "http://other.example/a.tgz");
}

#[test]
fn scopes_have_registries_of_their_own() {
    let config = config("@s:registry=https://s.example/npm");
    assert_eq!(config.registry_of("@s/a"), "https://s.example/npm/");
    assert_eq!(config.registry_of("@t/a"), "https://registry.npmjs.org/");
}

#[test]
fn credentials_belong_to_a_host_and_a_path() {
    let config = config(
        "//r.example/npm/:_authToken=${TOKEN}\n//b.example/:_auth=YTpi\n//c.example/:username=a\n//c.example/:_password=Yg==",
    );
    let of = |text: &str| config.authorization_for(&Address::parse(text).expect(text));
    assert_eq!(of("https://r.example/npm/a/-/a.tgz").as_deref(), Some("Bearer secret"));
    assert_eq!(of("https://r.example/other/a"), None);
    assert_eq!(of("https://r.example:8443/npm/a"), None);
    assert_eq!(of("https://b.example/x").as_deref(), Some("Basic YTpi"));
    assert_eq!(of("https://c.example/x").as_deref(), Some("Basic YTpi"));
}

#[test]
fn variables_name_settings() {
    assert_eq!(environment_key("NPM_CONFIG_SAVE_EXACT").as_deref(), Some("save-exact"));
    assert_eq!(environment_key("npm_config_//r/:_authToken").as_deref(), Some("//r/:_authToken"));
    assert_eq!(environment_key("PATH"), None);
}

#[test]
fn a_variable_of_credentials_that_is_not_set_is_known() {
    let variables = HashMap::new();
    let mut config = Config::default();
    for (key, value) in parse("//a.test/npm/:_authToken=${SOME_TOKEN}\n//b.test/:_authToken=x", &variables) {
        config.set(&key, &value);
    }
    let of = |text: &str| {
        let address = Address::parse(text).expect("it is an address");
        config.unset_variable_for(&address).map(str::to_string)
    };
    assert_eq!(of("https://a.test/npm/is-odd").as_deref(), Some("SOME_TOKEN"));
    assert_eq!((of("https://a.test/other"), of("https://b.test/npm/is-odd")), (None, None));
}
