//! Completions of asynchronous work that the thread did at once, because it could not block (a read of a cached file).
//! They wait for the next turn's poll, where the system's own completions arrive too: never in the turn that started
//! them, so that immediates and ticks of that turn run first, as they do when the thread pool does the work.

use crate::realm::Realm;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

type Completion = Box<dyn FnOnce(&Rc<Realm>)>;

/// The completions of one realm, in the order in which the work was started.
#[derive(Default)]
pub(crate) struct DoneAtOnce {
    queue: RefCell<VecDeque<(u64, Completion)>>,
    /// Number of the running turn; the script before the first turn counts as part of it.
    turn: Cell<u64>,
}

impl DoneAtOnce {
    pub fn add(&self, completion: Completion) {
        self.queue.borrow_mut().push_back((self.turn.get().max(1), completion));
    }

    pub fn is_empty(&self) -> bool {
        self.queue.borrow().is_empty()
    }

    pub fn begin_turn(&self) {
        self.turn.set(self.turn.get() + 1);
    }

    pub fn turn_number(&self) -> u64 {
        self.turn.get()
    }

    /// The next completion of an earlier turn.
    pub fn take_due(&self) -> Option<Completion> {
        let mut queue = self.queue.borrow_mut();
        let is_due = queue.front().is_some_and(|(turn, _)| *turn < self.turn.get());
        if is_due { queue.pop_front().map(|(_, completion)| completion) } else { None }
    }

    pub fn clear(&self) {
        self.queue.borrow_mut().clear();
    }
}
