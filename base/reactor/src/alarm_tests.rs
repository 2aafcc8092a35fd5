use super::PLAIN_WAITS;
use crate::{Interest, Reactor, Token};
use std::io::{Read, Write};
use std::time::{Duration, Instant};

/// A reactor with so many waits that it uses its alarm.
fn seasoned() -> Reactor {
    let reactor = Reactor::new().unwrap();
    for _ in 0..PLAIN_WAITS {
        reactor.poll(Some(Duration::from_millis(2)), &mut |_, _| unreachable!()).unwrap();
    }
    reactor
}

/// Waits again until `limit` is over, as a loop does; returns how many waits that took.
fn wait_for(reactor: &Reactor, limit: Duration) -> u32 {
    let start = Instant::now();
    let mut waits = 0;
    while let Some(left) = limit.checked_sub(start.elapsed()).filter(|left| !left.is_zero()) {
        let polled = reactor.poll(Some(left), &mut |_, _| unreachable!()).unwrap();
        assert_eq!(polled.event_count, 0);
        waits += 1;
    }
    assert!(start.elapsed() < limit + Duration::from_millis(500), "{:?}", start.elapsed());
    waits
}

#[test]
fn waits_end_in_time_whatever_the_alarm_was_set_to_before() {
    let reactor = seasoned();
    // Longer and shorter than the previous one, and shorter than the alarm serves.
    for limit_ms in [20, 50, 5, 1, 30, 3] {
        assert!(wait_for(&reactor, Duration::from_millis(limit_ms)) <= 3);
    }
}

#[test]
fn a_nearer_end_replaces_one_that_did_not_come() {
    let reactor = seasoned();
    let (mut far, mut near) = mio::net::UnixStream::pair().unwrap();
    reactor.register(&mut near, Interest::READABLE, Token(7)).unwrap();
    far.write_all(b"x").unwrap();
    let mut seen = 0;
    // The event ends this wait; its alarm stays.
    reactor.poll(Some(Duration::from_secs(60)), &mut |token, _| seen += token.0).unwrap();
    assert_eq!(seen, 7);
    near.read_exact(&mut [0]).unwrap();
    assert!(wait_for(&reactor, Duration::from_millis(10)) <= 3);
}

#[test]
fn an_alarm_that_nobody_waits_for_any_more_ends_one_wait_early_and_no_more() {
    let reactor = seasoned();
    let (mut far, mut near) = mio::net::UnixStream::pair().unwrap();
    reactor.register(&mut near, Interest::READABLE, Token(7)).unwrap();
    far.write_all(b"x").unwrap();
    reactor.poll(Some(Duration::from_millis(15)), &mut |_, _| {}).unwrap();
    near.read_exact(&mut [0]).unwrap();
    assert_eq!(wait_for(&reactor, Duration::from_millis(80)), 2);
}

#[test]
fn a_wait_that_only_looks_never_blocks() {
    let reactor = seasoned();
    let start = Instant::now();
    reactor.poll(Some(Duration::ZERO), &mut |_, _| unreachable!()).unwrap();
    assert!(start.elapsed() < Duration::from_millis(50));
}
