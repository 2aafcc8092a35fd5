use super::*;

#[test]
fn version_and_variant_are_those_of_random_uuids() {
    let mut bytes = [0xff; BYTES * COUNT];
    let text = print(&mut bytes);
    assert_eq!(text.len(), 36 * COUNT);
    assert_eq!(&text[..36], "ffffffff-ffff-4fff-bfff-ffffffffffff");
    assert_eq!(&text[36 * (COUNT - 1)..], "ffffffff-ffff-4fff-bfff-ffffffffffff");
}
