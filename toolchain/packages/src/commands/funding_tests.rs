use super::*;

#[test]
fn funding_is_an_address_an_object_or_a_list_of_both() {
    let object = Value::map([("type", "github"), ("url", "https://a")]);
    assert_eq!(addresses_in(&Value::string("https://a")), ["https://a"]);
    assert_eq!(addresses_in(&object), ["https://a"]);
    assert_eq!(addresses_in(&Value::Array(vec![object, Value::string("https://b")])), ["https://a", "https://b"]);
    assert!(addresses_in(&Value::map([("type", "other")])).is_empty());
    assert!(addresses_in(&Value::Null).is_empty());
}
