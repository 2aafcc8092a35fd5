//! The poller of one loop thread: sources are registered with a token, readiness is reported with it.

use crate::alarm::Alarm;
use crate::wake::{Doorbell, WAKE_TOKEN};
use mio::event::Source;
use mio::unix::SourceFd;
use mio::{Interest, Token};
use std::cell::Cell;
use std::io;
use std::os::fd::RawFd;
use std::sync::Arc;
use std::time::Duration;

/// How many events one system call may return. A longer list would only delay the loop's other phases.
const EVENTS_PER_POLL: usize = 1024;

/// One thread's poller. It is created and used on the loop's thread; other threads reach it through [`crate::Remote`].
///
/// Readiness is edge-triggered: after an event, read or write until `WouldBlock`, otherwise no further
/// event comes for what is left. All methods take `&self`, so a handler may register and deregister
/// sources, and even poll again, while events are being delivered.
///
/// Tokens index a table that the caller owns. One poll may deliver an event for a source that an
/// earlier event of the same poll deregistered: reuse its slot only after the poll has returned.
pub struct Reactor {
    poll: std::cell::RefCell<mio::Poll>,
    registry: mio::Registry,
    events: Cell<Option<mio::Events>>,
    doorbell: Arc<Doorbell>,
    alarm: Alarm,
}

/// The result of [`Reactor::poll`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Polled {
    /// How many events were delivered.
    pub event_count: usize,
    /// Whether a [`crate::Remote`] posted since the last poll: drain every mailbox of this loop.
    pub woken: bool,
}

impl Reactor {
    /// Makes a poller and its doorbell (two file descriptors, both close-on-exec).
    ///
    /// # Errors
    /// The system's error when no file descriptor is left.
    pub fn new() -> io::Result<Self> {
        let poll = mio::Poll::new()?;
        let registry = poll.registry().try_clone()?;
        let doorbell = Arc::new(Doorbell::new(&registry)?);
        let events = Cell::new(Some(mio::Events::with_capacity(EVENTS_PER_POLL)));
        Ok(Self { poll: poll.into(), registry, events, doorbell, alarm: Alarm::default() })
    }

    /// Starts to report readiness of `source` under `token`.
    ///
    /// # Errors
    /// `InvalidInput` for [`WAKE_TOKEN`]; `AlreadyExists` when it is registered; `PermissionDenied` for
    /// what cannot be polled, such as a regular file.
    pub fn register(&self, source: &mut impl Source, interest: Interest, token: Token) -> io::Result<()> {
        refuse_reserved(token)?;
        self.registry.register(source, token, interest)
    }

    /// Replaces the interest and the token of a registered source, and reports its current readiness again.
    ///
    /// # Errors
    /// `InvalidInput` for [`WAKE_TOKEN`]; `NotFound` when the source is not registered.
    pub fn reregister(&self, source: &mut impl Source, interest: Interest, token: Token) -> io::Result<()> {
        refuse_reserved(token)?;
        self.registry.reregister(source, token, interest)
    }

    /// Stops reporting `source`. Do it before closing: a duplicate of the descriptor (in a child process,
    /// for one) would keep the registration alive.
    ///
    /// # Errors
    /// `NotFound` when the source is not registered.
    pub fn deregister(&self, source: &mut impl Source) -> io::Result<()> {
        self.registry.deregister(source)
    }

    /// Registers a descriptor that the caller owns, has made non-blocking, and keeps open. Otherwise as
    /// [`Reactor::register`].
    pub fn register_fd(&self, descriptor: RawFd, interest: Interest, token: Token) -> io::Result<()> {
        self.register(&mut SourceFd(&descriptor), interest, token)
    }

    /// As [`Reactor::reregister`], for a descriptor.
    pub fn reregister_fd(&self, descriptor: RawFd, interest: Interest, token: Token) -> io::Result<()> {
        self.reregister(&mut SourceFd(&descriptor), interest, token)
    }

    /// As [`Reactor::deregister`], for a descriptor.
    pub fn deregister_fd(&self, descriptor: RawFd) -> io::Result<()> {
        self.deregister(&mut SourceFd(&descriptor))
    }

    /// Waits for events and passes each to `handler`. Nothing is allocated.
    ///
    /// `timeout` is the longest wait: `None` waits for ever, zero only checks. A fraction of a millisecond is rounded
    /// up. It returns early, with no event, when a signal interrupts the wait, another thread posted a message, or the
    /// alarm of an earlier wait fires.
    ///
    /// # Errors
    /// The system's error, which means that the poller itself is broken.
    pub fn poll(&self, timeout: Option<Duration>, handler: &mut dyn FnMut(Token, Readiness)) -> io::Result<Polled> {
        // A handler that polls again finds the list taken and creates its own.
        let mut events = self.events.take().unwrap_or_else(|| mio::Events::with_capacity(EVENTS_PER_POLL));
        let waited = self.wait(&mut events, timeout);
        let woken = self.doorbell.wake_up();
        let mut event_count = 0;
        if waited.is_ok() {
            for event in &events {
                let token = event.token();
                if token != WAKE_TOKEN {
                    event_count += 1;
                    handler(token, Readiness::of(event));
                }
            }
        }
        self.events.set(Some(events));
        waited.map(|()| Polled { event_count, woken })
    }

    pub(crate) fn doorbell(&self) -> &Arc<Doorbell> {
        &self.doorbell
    }

    fn wait(&self, events: &mut mio::Events, timeout: Option<Duration>) -> io::Result<()> {
        let may_block = timeout != Some(Duration::ZERO) && self.doorbell.fall_asleep();
        let timeout = if may_block {
            timeout.filter(|timeout| !self.alarm.covers(&self.registry, *timeout))
        } else {
            Some(Duration::ZERO)
        };
        match self.poll.borrow_mut().poll(events, timeout) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                events.clear();
                Ok(())
            }
            outcome => outcome,
        }
    }
}

impl std::fmt::Debug for Reactor {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Reactor").field("doorbell", &self.doorbell).finish_non_exhaustive()
    }
}

/// What a source is ready for. Several bits may be set at once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Readiness(u8);

impl Readiness {
    const READABLE: u8 = 1;
    const WRITABLE: u8 = 2;
    const READ_CLOSED: u8 = 4;
    const WRITE_CLOSED: u8 = 8;
    const ERROR: u8 = 16;
    const PRIORITY: u8 = 32;

    /// Whether a read may return bytes, the end of the stream, or an error.
    #[inline]
    pub fn is_readable(self) -> bool {
        self.has(Self::READABLE)
    }

    /// Whether a write may accept bytes, or a connect has finished.
    #[inline]
    pub fn is_writable(self) -> bool {
        self.has(Self::WRITABLE)
    }

    /// Whether the peer sends no more. Bytes may still be unread.
    #[inline]
    pub fn is_read_closed(self) -> bool {
        self.has(Self::READ_CLOSED)
    }

    /// Whether nothing can be sent any more.
    #[inline]
    pub fn is_write_closed(self) -> bool {
        self.has(Self::WRITE_CLOSED)
    }

    /// Whether the source has an error to fetch (`SO_ERROR`).
    #[inline]
    pub fn is_error(self) -> bool {
        self.has(Self::ERROR)
    }

    /// Whether there is urgent data.
    #[inline]
    pub fn is_priority(self) -> bool {
        self.has(Self::PRIORITY)
    }

    fn has(self, bit: u8) -> bool {
        self.0 & bit != 0
    }

    fn of(event: &mio::event::Event) -> Self {
        let bit = |set: bool, bit: u8| if set { bit } else { 0 };
        Self(
            bit(event.is_readable(), Self::READABLE)
                | bit(event.is_writable(), Self::WRITABLE)
                | bit(event.is_read_closed(), Self::READ_CLOSED)
                | bit(event.is_write_closed(), Self::WRITE_CLOSED)
                | bit(event.is_error(), Self::ERROR)
                | bit(event.is_priority(), Self::PRIORITY),
        )
    }
}

impl std::fmt::Debug for Readiness {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = ["readable", "writable", "read_closed", "write_closed", "error", "priority"];
        let set = names.iter().enumerate().filter(|(index, _)| self.has(1 << index)).map(|(_, name)| name);
        formatter.debug_set().entries(set).finish()
    }
}

fn refuse_reserved(token: Token) -> io::Result<()> {
    if token == WAKE_TOKEN {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the largest token is the reactor's own"));
    }
    Ok(())
}

#[cfg(test)]
#[path = "reactor_tests.rs"]
mod tests;
