//! Messages from any thread to one loop thread.

use crate::reactor::Reactor;
use crate::wake::Doorbell;
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The receiving end: a queue that belongs to one loop. Dropping or closing it refuses later posts.
///
/// A loop may have several, one per type of message. When [`Reactor::poll`] returns `woken`, drain them all.
#[derive(Debug)]
pub struct Mailbox<M> {
    shared: Arc<Shared<M>>,
}

/// The sending end: cheap to clone, may be sent to any thread.
#[derive(Debug)]
pub struct Remote<M> {
    shared: Arc<Shared<M>>,
}

/// Where [`crate::ThreadPool`] posts the result of a job: a mailbox with the caller's message type.
pub type Completions<C> = Remote<C>;

/// The loop is gone; the undelivered message is returned.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LoopClosed<M>(pub M);

#[derive(Debug)]
struct Shared<M> {
    queue: Mutex<Queue<M>>,
    /// Whether the queue has messages, so that checking an empty mailbox takes no lock.
    has_messages: AtomicBool,
    doorbell: Arc<Doorbell>,
}

#[derive(Debug)]
struct Queue<M> {
    messages: Vec<M>,
    closed: bool,
}

impl<M> Mailbox<M> {
    /// Makes an empty mailbox whose messages wake `reactor`.
    pub fn new(reactor: &Reactor) -> Self {
        let queue = Mutex::new(Queue { messages: Vec::new(), closed: false });
        let doorbell = Arc::clone(reactor.doorbell());
        Self { shared: Arc::new(Shared { queue, has_messages: AtomicBool::new(false), doorbell }) }
    }

    /// Makes a sending end.
    pub fn remote(&self) -> Remote<M> {
        Remote { shared: Arc::clone(&self.shared) }
    }

    /// Appends every queued message to `batch`, oldest first, and returns their number.
    ///
    /// With an empty `batch` the two buffers are swapped: no message is copied and, reused from turn to turn, the
    /// buffers stop growing. Handle the batch after this returns, not under the queue's lock.
    pub fn drain(&self, batch: &mut Vec<M>) -> usize {
        if !self.has_messages() {
            return 0;
        }
        let mut queue = self.shared.queue.lock();
        self.shared.has_messages.store(false, Ordering::Release);
        let count = queue.messages.len();
        if batch.is_empty() {
            std::mem::swap(batch, &mut queue.messages);
        } else {
            batch.append(&mut queue.messages);
        }
        count
    }

    /// Whether a message is queued.
    #[inline]
    pub fn has_messages(&self) -> bool {
        self.shared.has_messages.load(Ordering::Acquire)
    }

    /// Refuses posts from now on and returns the queued messages, oldest first.
    pub fn close(&self) -> Vec<M> {
        let mut queue = self.shared.queue.lock();
        queue.closed = true;
        self.shared.has_messages.store(false, Ordering::Release);
        std::mem::take(&mut queue.messages)
    }
}

impl<M> Drop for Mailbox<M> {
    fn drop(&mut self) {
        // The messages are dropped here, after the lock is released: their destructors may post.
        drop(self.close());
    }
}

impl<M> Remote<M> {
    /// Queues `message` and wakes the loop if it sleeps. Messages of one thread arrive in their order.
    ///
    /// # Errors
    /// [`LoopClosed`] with the message when the mailbox was closed.
    pub fn post(&self, message: M) -> Result<(), LoopClosed<M>> {
        let mut queue = self.shared.queue.lock();
        if queue.closed {
            return Err(LoopClosed(message));
        }
        let was_empty = queue.messages.is_empty();
        queue.messages.push(message);
        self.shared.has_messages.store(true, Ordering::Release);
        drop(queue);
        // The sender of the first message of a burst wakes the loop for all of it.
        if was_empty {
            self.shared.doorbell.ring();
        }
        Ok(())
    }

    /// Whether posts are refused. It may change right after, so it only avoids work.
    pub fn is_closed(&self) -> bool {
        self.shared.queue.lock().closed
    }

    /// Makes the loop's current or next poll return, without a message.
    pub fn wake(&self) {
        self.shared.doorbell.ring();
    }
}

impl<M> Clone for Remote<M> {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared) }
    }
}

impl<M> std::fmt::Debug for LoopClosed<M> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("LoopClosed(..)")
    }
}

impl<M> std::fmt::Display for LoopClosed<M> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("the event loop that the message was for has ended")
    }
}

impl<M> std::error::Error for LoopClosed<M> {}

#[cfg(test)]
#[path = "mailbox_tests.rs"]
mod tests;
