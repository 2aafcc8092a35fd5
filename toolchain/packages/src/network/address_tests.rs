//! Addresses and where redirects lead to (RFC 3986 §5).

use super::*;

fn shown(text: &str) -> String {
    Address::parse(text).expect(text).to_string()
}

#[test]
fn addresses_are_normalized() {
    assert_eq!(shown("HTTPS://user:secret@Host:443/a b?c#d"), "https://host/a%20b?c");
    assert_eq!(shown("http://[::1]:8080"), "http://[::1]:8080/");
    for text in ["", "host/path", "ftp://host/", "http://", "http://host:port/"] {
        assert!(Address::parse(text).is_err(), "{text}");
    }
}

#[test]
fn redirects_are_relative_to_the_address() {
    let base = Address::parse("https://host/a/b?c").expect("valid");
    let joined = |location: &str| base.join(location).expect(location).to_string();
    assert_eq!(joined("/x"), "https://host/x");
    assert_eq!(joined("x"), "https://host/a/x");
    assert_eq!(joined("//other/x"), "https://other/x");
    assert_eq!(joined("http://other/x"), "http://other/x");
    assert!(!base.has_origin_of(&base.join("http://host/x").expect("valid")));
}
