use super::*;
use std::time::Duration;

#[test]
fn the_turn_time_stands_still_until_it_is_updated() {
    let clock = LoopClock::new();
    let before = clock.now_ms();
    std::thread::sleep(Duration::from_millis(3));
    assert_eq!(clock.now_ms(), before);
    let after = clock.update();
    assert!(after - before >= 3.0, "{before} → {after}");
    assert_eq!(clock.now_ms(), after);
}

#[test]
fn milliseconds_and_nanoseconds_are_the_same_clock() {
    let first_ns = monotonic_ns();
    let between_ms = monotonic_ms();
    let last_ns = monotonic_ns();
    assert!(first_ns as f64 / 1e6 <= between_ms && between_ms <= last_ns as f64 / 1e6);
}
