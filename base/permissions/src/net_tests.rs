use super::{NetRule, NetSubject};

fn covers(rule: &str, host: &str, port: u32) -> bool {
    NetRule::parse(rule).expect("a rule").covers(&NetSubject::new(host, Some(port)))
}

#[test]
fn names_ports_and_sub_domains() {
    assert!(covers("example.com", "EXAMPLE.com.", 80) && covers("example.com:80", "example.com", 80));
    assert!(!covers("example.com:80", "example.com", 81) && !covers("example.com", "a.example.com", 80));
    assert!(covers("*.example.com", "a.b.example.com", 1) && !covers("*.example.com", "example.com", 1));
    assert!(!covers("*.example.com", "badexample.com", 1));
    assert!(!NetRule::parse("a.com:80").unwrap().covers(&NetSubject::new("a.com", None)));
}

#[test]
fn addresses_in_all_their_forms() {
    assert!(covers("127.0.0.1", "::ffff:127.0.0.1", 1) && covers("[::1]:80", "0:0:0:0:0:0:0:1", 80));
    assert!(covers("fe80::1%eth0".replace("fe80::1%eth0", "[fe80::1%eth0]").as_str(), "fe80::1%2", 80));
    assert!(covers("10.0.0.0/8", "10.255.1.2", 1) && !covers("10.0.0.0/8", "11.0.0.1", 1));
    assert!(covers("0.0.0.0/0", "11.0.0.1", 1) && covers("10.1.2.3/32", "10.1.2.3", 1));
    assert!(covers("2001:db8::/32", "2001:db8:1::2", 1) && !covers("2001:db8::/32", "2001:db9::1", 1));
}

#[test]
fn wrong_rules_are_errors() {
    for wrong in
        ["", ":", "http://a.com", "a.com:", "a.com:99999", "::1", "[::1", "[zz]", "unix:rel", "a b", "1.2.3.4."]
    {
        assert!(NetRule::parse(wrong).is_err(), "{wrong}");
    }
    assert!(NetSubject::parse("*.a.com").is_err());
}
