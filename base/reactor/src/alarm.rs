//! One system timer for many waits of a loop (`timerfd_create(2)`, Linux only).
//!
//! For a wait with a time-out the kernel sets a timer before and cancels it after. On a virtual machine both reach the
//! hypervisor, and a client that waits for each response pays that each time. But the deadline rarely moves closer from
//! one wait to the next, so an alarm that was set once serves them all: a wait that it ends too early finds nothing,
//! and the loop waits again.

use crate::clock::monotonic_ns;
use crate::wake::WAKE_TOKEN;
use mio::{Interest, Registry};
use std::cell::{Cell, RefCell};
use std::time::Duration;

/// Shorter waits usually reach their end, and use the kernel's time-out.
const SHORT: Duration = Duration::from_millis(2);
/// A loop with fewer waits than this does not create an alarm.
const PLAIN_WAITS: u32 = 32;
const NS_PER_MS: u64 = 1_000_000;

/// The alarm of one loop. It opens no descriptor before it is first set.
#[derive(Debug, Default)]
pub(crate) struct Alarm {
    waits: Cell<u32>,
    rings_ns: Cell<u64>,
    timer: RefCell<Option<system::Timer>>,
    is_refused: Cell<bool>,
}

impl Alarm {
    /// Whether the alarm ends a wait that may last for `timeout` from now: then the wait needs no time-out of its own.
    /// The alarm is set when it would fire later than that, or not at all; it never fires later than a time-out, which
    /// has whole milliseconds, would.
    pub(crate) fn covers(&self, registry: &Registry, timeout: Duration) -> bool {
        if timeout < SHORT || self.is_refused.get() {
            return false;
        }
        if self.waits.get() < PLAIN_WAITS {
            self.waits.set(self.waits.get() + 1);
            return false;
        }
        let now_ns = monotonic_ns();
        let timeout_ms = timeout.as_nanos().div_ceil(u128::from(NS_PER_MS));
        let latest_ns = now_ns
            .saturating_add(u64::try_from(timeout_ms).unwrap_or(u64::MAX).saturating_mul(NS_PER_MS))
            .min(i64::MAX as u64);
        if self.rings_ns.get() > now_ns && self.rings_ns.get() <= latest_ns {
            return true;
        }
        if self.set(registry, latest_ns).is_err() {
            self.is_refused.set(true);
            return false;
        }
        self.rings_ns.set(latest_ns);
        true
    }

    fn set(&self, registry: &Registry, at_ns: u64) -> std::io::Result<()> {
        let mut timer = self.timer.borrow_mut();
        if timer.is_none() {
            let made = system::Timer::new()?;
            // Its event only wakes the loop, as the doorbell's.
            made.register(registry, WAKE_TOKEN, Interest::READABLE)?;
            *timer = Some(made);
        }
        timer.as_ref().map_or(Ok(()), |timer| timer.set(at_ns))
    }
}

#[cfg(target_os = "linux")]
mod system {
    use mio::unix::SourceFd;
    use mio::{Interest, Registry, Token};
    use rustix::time::{
        Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, Timespec, timerfd_create, timerfd_settime,
    };
    use std::io;
    use std::os::fd::{AsRawFd, OwnedFd};

    const NS_PER_SECOND: u64 = 1_000_000_000;

    /// A descriptor that becomes readable at a time of the monotonic clock.
    #[derive(Debug)]
    pub struct Timer(OwnedFd);

    impl Timer {
        pub fn new() -> io::Result<Self> {
            Ok(Self(timerfd_create(TimerfdClockId::Monotonic, TimerfdFlags::CLOEXEC | TimerfdFlags::NONBLOCK)?))
        }

        pub fn register(&self, registry: &Registry, token: Token, interest: Interest) -> io::Result<()> {
            registry.register(&mut SourceFd(&self.0.as_raw_fd()), token, interest)
        }

        /// Replaces the time. Readiness is edge-triggered, so that earlier expirations need not be read.
        pub fn set(&self, at_ns: u64) -> io::Result<()> {
            let never = Timespec { tv_sec: 0, tv_nsec: 0 };
            let at = Timespec { tv_sec: (at_ns / NS_PER_SECOND) as i64, tv_nsec: (at_ns % NS_PER_SECOND) as i64 };
            timerfd_settime(&self.0, TimerfdTimerFlags::ABSTIME, &Itimerspec { it_interval: never, it_value: at })?;
            Ok(())
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use mio::{Interest, Registry, Token};
    use std::io;

    /// Not available: each wait has its time-out.
    #[derive(Debug)]
    pub struct Timer;

    impl Timer {
        pub fn new() -> io::Result<Self> {
            Err(io::ErrorKind::Unsupported.into())
        }

        pub fn register(&self, _registry: &Registry, _token: Token, _interest: Interest) -> io::Result<()> {
            Err(io::ErrorKind::Unsupported.into())
        }

        pub fn set(&self, _at_ns: u64) -> io::Result<()> {
            Err(io::ErrorKind::Unsupported.into())
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
#[path = "alarm_tests.rs"]
mod tests;
