use super::*;

fn rules(variables: &[(&str, &str)]) -> ProxyRules {
    ProxyRules::from_variables(|name| {
        variables
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value.to_string())
    })
}

#[test]
fn the_scheme_decides_which_variable_counts() {
    let rules = rules(&[("HTTP_PROXY", "http://a:1"), ("https_proxy", "http://b:2")]);
    assert_eq!(rules.proxy_for(false, "x.org", 80).unwrap().url, "http://a:1");
    assert_eq!(rules.proxy_for(true, "x.org", 443).unwrap().url, "http://b:2");
}

#[test]
fn an_empty_variable_is_none() {
    assert_eq!(rules(&[("HTTP_PROXY", " ")]).proxy_for(false, "x.org", 80), None);
}

#[test]
fn exceptions_match_names_suffixes_and_ports() {
    let rules = rules(&[("HTTP_PROXY", "http://a:1"), ("NO_PROXY", "localhost, .corp.example,*.lab.example internal:8080,::1")]);
    let is_direct = |host, port| rules.proxy_for(false, host, port).is_none();
    assert!(is_direct("localhost", 3000));
    assert!(is_direct("a.corp.example", 80));
    assert!(is_direct("corp.example", 80));
    assert!(is_direct("b.lab.example", 80));
    assert!(is_direct("internal", 8080));
    assert!(!is_direct("internal", 80));
    assert!(is_direct("::1", 80));
    assert!(!is_direct("notlocalhost", 80));
    assert!(!is_direct("example.org", 80));
}

#[test]
fn a_star_excepts_everything() {
    let rules = rules(&[("HTTP_PROXY", "http://a:1"), ("no_proxy", "*")]);
    assert_eq!(rules.proxy_for(false, "x.org", 80), None);
}
