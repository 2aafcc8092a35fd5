use super::*;
use crate::{Options, transform};
use std::thread;

#[test]
fn a_text_that_nests_deeply_is_transformed_on_a_small_stack() {
    let levels = 50_000;
    let texts = [
        format!("{}1{}", "(".repeat(levels), ")".repeat(levels)),
        format!("{}{}", "[".repeat(levels), "]".repeat(levels)),
        format!("{}{}", "{".repeat(levels), "}".repeat(levels)),
        format!("x = 1{}", "+1".repeat(levels)),
        format!("x{}", ".a".repeat(levels)),
        format!("{}x", "!".repeat(levels)),
        format!("{}x", "new ".repeat(levels)),
    ];
    for text in texts {
        let small = thread::Builder::new().stack_size(1 << 20);
        let start = text[..20].to_owned();
        let output = small
            .spawn(move || transform(&text, &Options::for_file("a.js")).map(|output| output.body.len()))
            .unwrap()
            .join();
        assert!(output.is_ok_and(|outcome| outcome.is_ok()), "{start}");
    }
}

#[test]
fn short_ordinary_texts_stay_on_their_thread() {
    assert!(!may_nest_deeply("import fs from \"node:fs\"; console.log(fs.readFileSync(\"a.txt\").length);"));
    assert!(may_nest_deeply(&"(".repeat(OPENING_BYTES_MAX + 1)));
    assert!(may_nest_deeply(&" ".repeat(SCANNED_BYTES_MAX + 1)));
}

#[test]
fn a_text_without_memory_for_the_stack_is_still_worked_on() {
    assert_eq!(with_large_stack("x", || 5), 5);
    assert_eq!(with_large_stack(&" ".repeat(SCANNED_BYTES_MAX + 1), || 6), 6);
}
