use super::{double, line};
use std::sync::atomic::AtomicU32;

fn memory(head: [f64; 2], states: [u8; 8]) -> Vec<AtomicU32> {
    let bytes: Vec<u8> = head.iter().flat_map(|number| number.to_ne_bytes()).chain(states).collect();
    let word = |part: &[u8]| AtomicU32::new(u32::from_ne_bytes(part.try_into().expect("four bytes")));
    bytes.chunks(4).map(word).collect()
}

#[test]
fn the_line_has_the_test_the_states_and_the_output_as_json() {
    let memory = memory([5.0, 2.0], [1, 2, 0, 3, 0, 0, 0, 0]);
    assert_eq!(double(&memory, 0), 5.0);
    let expected = "\n{\"overdue\":{\"test\":2,\"states\":\"1203\",\"output\":\"\\u0061\\u000a\"}}\n";
    assert_eq!(line(&memory, b"a\n"), expected);
}

#[test]
fn a_file_without_a_running_test_has_the_number_minus_one() {
    let memory = memory([5.0, -1.0], [0; 8]);
    assert_eq!(line(&memory, b""), "\n{\"overdue\":{\"test\":-1,\"states\":\"\",\"output\":\"\"}}\n");
}
