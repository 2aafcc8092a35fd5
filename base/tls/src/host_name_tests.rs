use super::*;
use crate::identities_tests::{Options, self_signed};

#[test]
fn patterns_match_as_in_node() {
    for (host, pattern, expected) in [
        ("a.com", "a.com", true),
        ("A.com", "a.COM", true),
        ("b.a.com", "a.com", false),
        ("b.a.com", "*.a.com", true),
        ("a.com", "*.com", false),
        ("c.b.a.com", "*.a.com", false),
        ("a.b.com", "*b.b.com", false),
        ("ab.b.com", "*b.b.com", true),
        ("foo.b.com", "f*o.b.com", true),
        ("xn--ab.b.com", "xn--*.b.com", false),
        ("a.com.", "a.com", false),
        ("a.b.com", "**.b.com", false),
    ] {
        assert_eq!(host_matches(host, pattern), expected, "{host} against {pattern}");
    }
}

#[test]
fn names_of_the_extension_come_before_the_common_name() {
    let certificate = self_signed(&Options {
        common_name: "cn.example",
        dns_names: &["*.example.com"],
        addresses: &["127.0.0.1"],
        ..Options::default()
    });
    assert_eq!(check_host_name("www.example.com", &certificate.certificate), Ok(()));
    assert_eq!(check_host_name("127.0.0.1", &certificate.certificate), Ok(()));
    assert_eq!(
        check_host_name("cn.example", &certificate.certificate),
        Err("Host: cn.example. is not in the cert's altnames: DNS:*.example.com".into())
    );
    assert_eq!(
        check_host_name("127.0.0.2", &certificate.certificate),
        Err("IP: 127.0.0.2 is not in the cert's list: 127.0.0.1".into())
    );
    let plain = self_signed(&Options { common_name: "cn.example", ..Options::default() });
    assert_eq!(check_host_name("cn.example", &plain.certificate), Ok(()));
    assert_eq!(
        check_host_name("other.example", &plain.certificate),
        Err("Host: other.example. is not cert's CN: cn.example".into())
    );
}
