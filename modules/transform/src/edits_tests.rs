use super::Edits;

fn apply(source: &str, edit: impl FnOnce(&mut Edits)) -> String {
    let mut edits = Edits::default();
    edit(&mut edits);
    let mut output = String::new();
    edits.apply(source, &mut output);
    output
}

#[test]
fn blanks_keep_the_width_in_utf16_units_and_line_terminators() {
    assert_eq!(apply("a é😀\r\n\u{2028}b", |edits| edits.blank(2, 13)), "a    \r\n\u{2028}b");
}

#[test]
fn a_replacement_keeps_the_lines_of_what_it_replaces() {
    assert_eq!(apply("a\nb\nc d", |edits| edits.replace(0, 5, "X")), "X\n\n d");
}

#[test]
fn insertions_of_one_place_keep_their_order() {
    let output = apply("x", |edits| {
        edits.insert(0, "(");
        edits.insert(0, "[");
        edits.insert(1, "]");
        edits.insert(1, ")");
    });
    assert_eq!(output, "([x])");
}

#[test]
fn an_edit_inside_a_replaced_range_is_dropped() {
    let output = apply("abcd", |edits| {
        edits.replace(0, 3, "X");
        edits.replace(1, 2, "Y");
    });
    assert_eq!(output, "Xd");
}
