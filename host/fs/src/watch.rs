//! Watching files with inotify. Linux only.

use crate::generated::fs_ops::WatchHandlers;
use crate::path::{decode, errno_of, failed, failed_on_descriptor};
use brio_realm::op::{self, OpError, Slot};
use brio_realm::permission::{locate, path_of};
use brio_realm::reactor::{Interest, Readiness};
use brio_realm::{IoHandler, Realm};
use rustix::fd::{AsRawFd, OwnedFd};
use rustix::fs::OFlags;
use rustix::fs::inotify::{CreateFlags, WatchFlags, add_watch, init, remove_watch};
use rustix::io::Errno;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

const BLOCK_BYTES: usize = 64 * 1024;

/// The open event queues of a thread, by descriptor.
#[derive(Default)]
pub struct Queues {
    open: RefCell<HashMap<i32, Rc<Queue>>>,
    is_hooked: Cell<bool>,
}

struct Queue {
    file: OwnedFd,
    on_events: Slot,
}

impl IoHandler for Queue {
    fn ready(&self, realm: &Rc<Realm>, _readiness: Readiness) {
        let mut block = vec![0; BLOCK_BYTES];
        loop {
            let count = match rustix::io::read(&self.file, &mut block[..]) {
                Err(Errno::INTR) => continue,
                // No more events now; another error cannot be reported to any caller and would occur again.
                Ok(0) | Err(_) => return,
                Ok(count) => count,
            };
            realm.enter(|cx| match self.on_events.get(cx) {
                // An earlier listener has closed the queue.
                None => Ok(()),
                Some(function) => {
                    let events = cx.uint8_array(block[..count].to_vec())?;
                    function.call(cx, &[events]).map(|_| ())
                }
            });
        }
    }
}

impl Queues {
    pub fn open(&self, handlers: WatchHandlers) -> Result<i32, OpError> {
        let file =
            init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).map_err(|errno| failed_on_descriptor(errno, "watch"))?;
        let fd = file.as_raw_fd();
        let queue = Rc::new(Queue { file, on_events: Slot::default() });
        Realm::current()
            .watch(fd, Interest::READABLE, queue.clone())
            .map_err(|error| failed_on_descriptor(errno_of(&error), "watch"))?;
        queue.on_events.set_root(handlers.events);
        self.open.borrow_mut().insert(fd, queue);
        if !self.is_hooked.replace(true) {
            op::drop_at_end(|| crate::generated::fs_ops::state().queues.open.borrow_mut().clear());
        }
        Ok(fd)
    }

    pub fn add(&self, fd: i32, path: &str) -> Result<i32, OpError> {
        let path = decode(path);
        let events = WatchFlags::ATTRIB
            | WatchFlags::CREATE
            | WatchFlags::MODIFY
            | WatchFlags::DELETE
            | WatchFlags::DELETE_SELF
            | WatchFlags::MOVE_SELF
            | WatchFlags::MOVED_FROM
            | WatchFlags::MOVED_TO;
        let open = self.open.borrow();
        let outcome = open.get(&fd).ok_or(Errno::BADF).and_then(|queue| match locate(&path, OFlags::empty())? {
            Some(file) => add_watch(&queue.file, path_of(&file), events),
            None => add_watch(&queue.file, &*path, events),
        });
        outcome.map_err(|errno| failed(errno, "watch", &path))
    }

    pub fn remove(&self, fd: i32, watch: i32) {
        if let Some(queue) = self.open.borrow().get(&fd) {
            // Fails when the system has removed the watch itself because the file is gone.
            let _ = remove_watch(&queue.file, watch);
        }
    }
}
