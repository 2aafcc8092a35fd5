//! The schedule of an open loop: when each request is due. It never waits for anything.

use std::time::{Duration, Instant};

/// Requests at even intervals.
pub struct Schedule {
    start: Instant,
    distance_ns: f64,
    /// How many requests have been taken.
    taken: u64,
    /// No request is due after this many.
    count: u64,
}

impl Schedule {
    /// `per_second` requests from `start` on; the first one is due `phase` intervals later, so that the schedules of
    /// several threads interleave. `count` limits them.
    pub fn new(start: Instant, per_second: f64, phase: f64, count: u64) -> Schedule {
        let distance_ns = 1e9 / per_second;
        Schedule { start: start + Duration::from_nanos((distance_ns * phase) as u64), distance_ns, taken: 0, count }
    }

    /// When the next request is due; None when there is none.
    pub fn next(&self) -> Option<Instant> {
        (self.taken < self.count)
            .then(|| self.start + Duration::from_nanos((self.taken as f64 * self.distance_ns) as u64))
    }

    /// Takes the next request if it is due, and returns when it was.
    pub fn take(&mut self, now: Instant) -> Option<Instant> {
        let due = self.next().filter(|due| *due <= now)?;
        self.taken += 1;
        Some(due)
    }
}

#[cfg(test)]
mod tests {
    use super::Schedule;
    use std::time::{Duration, Instant};

    #[test]
    fn requests_come_at_even_distances_and_end() {
        let start = Instant::now();
        let mut schedule = Schedule::new(start, 100.0, 0.5, 3);
        let at = |ms: u64| start + Duration::from_millis(ms);
        assert_eq!(schedule.take(at(4)), None);
        assert_eq!(schedule.take(at(5)), Some(at(5)));
        // A stall of the caller does not move the due times.
        assert_eq!(
            (schedule.take(at(90)), schedule.take(at(90)), schedule.take(at(90))),
            (Some(at(15)), Some(at(25)), None)
        );
        assert_eq!(schedule.next(), None);
    }
}
