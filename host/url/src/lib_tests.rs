use super::*;

fn parts_of(input: &str) -> Vec<u32> {
    let mut bytes = [0; 36];
    Url.parse(input, None, &mut bytes).unwrap().unwrap();
    bytes.chunks_exact(4).map(|slot| u32::from_le_bytes(slot.try_into().unwrap())).collect()
}

fn updated(href: &str, component: UrlComponent, value: &str) -> Option<String> {
    match Url.update(href, component, value, &mut [0; 36]).unwrap() {
        Some(Text::Latin1(bytes)) => Some(String::from_utf8(bytes).unwrap()),
        None => None,
        Some(other) => panic!("unexpected form {other:?}"),
    }
}

#[test]
fn parts_are_offsets_of_the_serialization() {
    assert_eq!(parts_of("https://u:p@h:81/a?b#c"), [6, 9, 11, 13, 81, 16, 18, 20, 2]);
    assert_eq!(parts_of("mailto:x")[4..9], [url_position::OMITTED, 7, url_position::OMITTED, url_position::OMITTED, 1]);
}

#[test]
fn an_invalid_url_is_none() {
    assert!(Url.parse("no", None, &mut [0; 36]).unwrap().is_none());
    assert!(!Url.can_parse("/a", None).unwrap());
    assert!(Url.can_parse("/a", Some("http://b")).unwrap());
}

#[test]
fn a_refused_value_leaves_the_url_alone() {
    assert_eq!(updated("http://a/b", UrlComponent::Pathname, "/c d").as_deref(), Some("http://a/c%20d"));
    assert_eq!(updated("http://a/b", UrlComponent::Port, "x"), None);
    assert_eq!(updated("http://a/b", UrlComponent::Search, "").as_deref(), Some("http://a/b"));
}

#[test]
fn domains_are_read_as_hosts() {
    let ascii = |domain: &str| host_of(domain).unwrap_or_default();
    assert_eq!(ascii("español.com"), "xn--espaol-zwa.com");
    assert_eq!(ascii("xn--iñvalid.com"), "");
}
