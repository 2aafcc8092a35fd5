use super::*;

fn escaped(text: &str) -> Option<String> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let wide = html(&units).map(|units| String::from_utf16(&units).unwrap());
    if text.is_ascii() {
        let narrow = html(text.as_bytes()).map(|bytes| String::from_utf8(bytes).unwrap());
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
fn they_are_found_in_each_place_of_a_block() {
    for index in 0..3 * BLOCK {
        let mut text = vec!['x'; 3 * BLOCK];
        text[index] = '<';
        let text: String = text.into_iter().collect();
        assert_eq!(escaped(&text), Some(text.replace('<', "&lt;")), "{index}");
    }
}
