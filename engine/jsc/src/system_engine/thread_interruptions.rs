//! A thread that must look at a request of its VM (a worker's watchdog, `Worker::terminate`) may be in optimized code, which
//! does not ask. So the engine's thread "Signal Sender" stops it by a signal, every millisecond until the request was
//! handled. A thread in native code (an addon that starts its threads, a call of the operating system) handles it only
//! when it returns to JavaScript, and on a busy machine it may not run for a millisecond between two signals: a system call
//! that signals interrupt, `clone` for one, then starts again and again, and the thread makes no progress for minutes.
//!
//! The library calls the function that stops a thread through the dynamic linker, so the one here, which the binary exports
//! (`cli/build.rs`), is called instead: a sender leaves out stops that follow each other, for longer each time. The
//! request stays noted.

use brio_jsc_sys::lazy_engine::address;
use std::cell::Cell;
use std::ffi::c_void;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// `void sendMessageScoped(const ThreadSuspendLocker&, Thread&, const ScopedLambda<void(PlatformRegisters&)>&)`.
type SendMessage = unsafe extern "C" fn(*const c_void, *mut c_void, *const c_void);

/// The end of the name that the engine gives to the threads that send signals, as far as the operating system keeps it.
const SENDER_NAME: &str = "Signal Sender";
/// Stops that follow at once: code that the first one did not find may be found by the next.
const UNDELAYED_STOPS: u32 = 2;
const FIRST_DELAY: Duration = Duration::from_millis(2);
const DELAY_MAX: Duration = Duration::from_millis(128);
/// Stops that are further apart than this are of different requests.
const SAME_REQUEST_MAX: Duration = Duration::from_millis(256);

/// The stops of one sender, which serves one VM.
#[derive(Clone, Copy, Default)]
struct Stops {
    made: u32,
    asked: Option<Instant>,
    next: Option<Instant>,
}

impl Stops {
    /// Whether a stop is made now. The time between two of one request doubles.
    fn is_due(&mut self, now: Instant) -> bool {
        let is_same = self.asked.is_some_and(|asked| now.duration_since(asked) <= SAME_REQUEST_MAX);
        if !is_same {
            *self = Self::default();
        }
        self.asked = Some(now);
        if self.next.is_some_and(|next| now < next) {
            return false;
        }
        self.made = self.made.saturating_add(1);
        let doublings = self.made.saturating_sub(UNDELAYED_STOPS);
        self.next = (doublings > 0).then(|| {
            let factor = 1_u32.checked_shl(doublings - 1).unwrap_or(u32::MAX);
            now + FIRST_DELAY.saturating_mul(factor).min(DELAY_MAX)
        });
        true
    }
}

/// What a thread that stops others is.
#[derive(Clone, Copy)]
enum Stopper {
    Unknown,
    /// Its stops are all needed: one that makes new code known to the other threads.
    Other,
    Sender(Stops),
}

thread_local! {
    static STOPPER: Cell<Stopper> = const { Cell::new(Stopper::Unknown) };
}

/// Replaces the engine's `WTF::sendMessageScoped`, and calls it unless the stop is left out.
// SAFETY: the name and the parameters are those of the engine's function, which this one calls.
#[unsafe(export_name = "_ZN3WTF17sendMessageScopedERKNS_19ThreadSuspendLockerERNS_6ThreadERKNS_12ScopedLambdaIFvRNS_17PlatformRegistersEEEE")]
unsafe extern "C" fn send_message(locker: *const c_void, thread: *mut c_void, message: *const c_void) {
    if !is_stop_due() {
        return;
    }
    if let Some(send) = engine_function() {
        // SAFETY: what the engine passed to its own function.
        unsafe { send(locker, thread, message) };
    }
}

fn is_stop_due() -> bool {
    let stopper = match STOPPER.get() {
        Stopper::Unknown if is_sender_thread() => Stopper::Sender(Stops::default()),
        Stopper::Unknown => Stopper::Other,
        known => known,
    };
    let (stopper, is_due) = match stopper {
        Stopper::Sender(mut stops) => {
            let is_due = stops.is_due(Instant::now());
            (Stopper::Sender(stops), is_due)
        }
        other => (other, true),
    };
    STOPPER.set(stopper);
    is_due
}

fn is_sender_thread() -> bool {
    std::fs::read_to_string("/proc/thread-self/comm").is_ok_and(|name| name.trim_end().ends_with(SENDER_NAME))
}

/// Makes the linker retain the function.
pub(crate) fn keep() {
    std::hint::black_box(send_message as SendMessage);
}

/// The function that the one here replaces.
fn engine_function() -> Option<SendMessage> {
    static FUNCTION: OnceLock<Option<SendMessage>> = OnceLock::new();
    *FUNCTION.get_or_init(|| {
        let name = c"_ZN3WTF17sendMessageScopedERKNS_19ThreadSuspendLockerERNS_6ThreadERKNS_12ScopedLambdaIFvRNS_17PlatformRegistersEEEE";
        address(name).map(|address| {
            // SAFETY: the mangled name spells these parameters.
            unsafe { std::mem::transmute::<*mut c_void, SendMessage>(address) }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stops_in(milliseconds: u32, step: Duration) -> u32 {
        let start = Instant::now();
        let mut stops = Stops::default();
        let steps = Duration::from_millis(u64::from(milliseconds)).as_micros() / step.as_micros();
        (0..u32::try_from(steps).expect("few")).filter(|&index| stops.is_due(start + step * index)).count() as u32
    }

    #[test]
    fn stops_of_one_request_become_rare() {
        assert_eq!(stops_in(2, Duration::from_millis(1)), 2, "the first ones are made");
        let of_a_second = stops_in(1000, Duration::from_millis(1));
        assert!((8..20).contains(&of_a_second), "{of_a_second}");
    }

    #[test]
    fn the_first_stop_of_another_request_is_made() {
        let mut stops = Stops::default();
        let start = Instant::now();
        for index in 0..100 {
            stops.is_due(start + Duration::from_millis(index));
        }
        let later = start + Duration::from_millis(100) + SAME_REQUEST_MAX;
        assert!(stops.is_due(later));
        assert!(stops.is_due(later + Duration::from_millis(1)));
    }

    #[test]
    fn stops_of_other_threads_are_all_made() {
        assert!((0..100).all(|_| is_stop_due()));
    }

    #[test]
    fn a_thread_of_the_engines_name_leaves_stops_out() {
        let thread = std::thread::Builder::new().name(SENDER_NAME.to_owned());
        let made = thread.spawn(|| (0..100).filter(|_| is_stop_due()).count()).expect("a thread").join().expect("its result");
        assert!(made < 20, "{made}");
    }

    #[test]
    fn the_engine_has_the_function_behind_this_one() {
        assert!(engine_function().is_some_and(|engines| engines as usize != send_message as *const () as usize));
    }
}
