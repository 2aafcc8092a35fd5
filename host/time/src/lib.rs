//! `native:time`: the clocks behind `performance.now` and `process.hrtime`.

mod generated {
    pub mod time_ops;
}

use brio_realm::op::OpError;
use brio_realm::reactor::monotonic_ms;
use brio_realm::{Started, started};
pub use generated::time_ops::AREA;
use generated::time_ops::TimeOps;
use rustix::time::{ClockId, clock_gettime};

/// State of the area: when the process started.
pub struct Time(Started);

impl Default for Time {
    fn default() -> Self {
        Self(started())
    }
}

impl TimeOps for Time {
    fn now(&self) -> Result<f64, OpError> {
        Ok(monotonic_ms() - self.0.monotonic_ms)
    }

    fn time_origin(&self) -> Result<f64, OpError> {
        Ok(self.0.unix_ms)
    }

    fn monotonic_origin(&self) -> Result<f64, OpError> {
        Ok(self.0.monotonic_ms)
    }

    fn monotonic_nanoseconds(&self) -> Result<f64, OpError> {
        let time = clock_gettime(ClockId::Monotonic);
        Ok(time.tv_sec as f64 * 1e9 + time.tv_nsec as f64)
    }

    fn monotonic_clock(&self, out: &mut [u8]) -> Result<(), OpError> {
        let time = clock_gettime(ClockId::Monotonic);
        let seconds = time.tv_sec as u64;
        let words = [(seconds >> 32) as u32, seconds as u32, time.tv_nsec as u32];
        for (target, word) in out.chunks_exact_mut(4).zip(words) {
            target.copy_from_slice(&word.to_ne_bytes());
        }
        Ok(())
    }
}
