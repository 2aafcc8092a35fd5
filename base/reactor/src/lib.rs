//! The building blocks of an event loop, without any JavaScript: a poller, messages from other threads, a thread pool
//! whose results arrive as messages, signals, and a clock.
//!
//! It does not decide the order of a loop turn, has no timers and does not know what keeps a process alive: the owner
//! (the realm) does. Start reading at [`Reactor`], then [`Mailbox`].
//!
//! A turn of an owner looks like this:
//!
//! ```
//! # use brio_reactor::{LoopClock, Mailbox, Reactor};
//! # use std::time::Duration;
//! # fn main() -> std::io::Result<()> {
//! let reactor = Reactor::new()?;
//! let clock = LoopClock::new();
//! let completions: Mailbox<u32> = Mailbox::new(&reactor);
//! let mut batch = Vec::new();
//! # completions.remote().post(7).unwrap();
//! // Due timers run here; the time to the next one is the poll's time-out.
//! let polled = reactor.poll(Some(Duration::from_millis(20)), &mut |token, readiness| {
//!     let _ = (token, readiness); // read or write the source that `token` names
//! })?;
//! clock.update();
//! if polled.woken {
//!     completions.drain(&mut batch);
//!     # assert_eq!(batch, [7]);
//!     for message in batch.drain(..) { let _ = message; }
//! }
//! # Ok(())
//! # }
//! ```

mod alarm;
mod clock;
mod mailbox;
mod pool;
mod reactor;
mod signal_doorbell;
mod signals;
mod wake;

pub use clock::{LoopClock, monotonic_ms, monotonic_ns};
pub use mailbox::{Completions, LoopClosed, Mailbox, Remote};
pub use mio::{Interest, Token, event::Source};
pub use pool::{Job, ThreadPool};
pub use reactor::{Polled, Reactor, Readiness};
pub use signal_doorbell::wake_at_signal;
pub use signals::{SignalFlag, SignalReader, Signals};
pub use wake::WAKE_TOKEN;
