use super::*;

fn escaped(text: &str) -> Option<String> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let wide = utf16(&units).map(|units| String::from_utf16(&units).unwrap());
    if text.is_ascii() {
        let narrow = latin1(text.as_bytes()).map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(narrow, wide);
    }
    wide
}

#[test]
fn each_character_has_its_entity() {
    assert_eq!(escaped("<a href='x'>\"&").as_deref(), Some("&lt;a href=&#x27;x&#x27;&gt;&quot;&amp;"));
    assert_eq!(escaped("é<日本>").as_deref(), Some("é&lt;日本&gt;"));
}

#[test]
fn a_string_without_them_is_not_copied() {
    assert_eq!(escaped(""), None);
    assert_eq!(escaped(&"plain text ".repeat(20)), None);
}

#[test]
fn they_are_found_in_each_place() {
    for index in 0..100 {
        let mut text = vec!['x'; 100];
        text[index] = '<';
        let text: String = text.into_iter().collect();
        assert_eq!(escaped(&text), Some(text.replace('<', "&lt;")), "{index}");
    }
}

#[test]
fn they_are_replaced_in_their_order() {
    for text in ["\"<", "<\"", "'&'&''&&", "a'b&c\"d<e>f"] {
        let expected = text
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
            .replace('"', "&quot;")
            .replace('\'', "&#x27;");
        assert_eq!(escaped(text), Some(expected));
    }
}
