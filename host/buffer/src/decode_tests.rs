use super::*;

#[test]
fn names_are_those_of_node_in_lower_case() {
    assert_eq!(Encoding::of_name(b"binary"), Some(Encoding::Latin1));
    assert_eq!(Encoding::of_name(b"ucs-2"), Some(Encoding::Utf16));
    assert_eq!(Encoding::of_name(b"base64url"), Some(Encoding::Base64Url));
    // JavaScript handles the other spellings.
    assert_eq!(Encoding::of_name(b"HEX"), None);
    assert_eq!(Encoding::of_name(b""), None);
}
