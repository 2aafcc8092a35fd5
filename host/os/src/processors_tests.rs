use super::*;

#[test]
fn times_are_milliseconds_per_processor() {
    let stat = "cpu  9 9 9 9 9 9\ncpu0 1 2 3 4 5 6 7\ncpu1 10 0 0 0 0 0\nintr 5\n";
    let info = "model name\t: A\ncpu MHz\t\t: 2100.5\n\nmodel name\t: B\n";
    assert_eq!(list(stat, info), ["A", "2100", "10", "20", "30", "40", "60", "B", "0", "100", "0", "0", "0", "0"]);
}
