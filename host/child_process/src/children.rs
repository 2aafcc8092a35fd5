//! Children that run beside this process: their exit is an event of the loop.
//!
//! A pidfd becomes readable when the child exits. No other code waits for that child, so its process id cannot be
//! reused before it is reaped here. On systems without pidfds a thread waits instead.

use crate::generated::child_process_ops::{ChildLoopEvent, state};
use crate::wait;
use brio_realm::jsc::Value;
use brio_realm::reactor::{Interest, Readiness};
use brio_realm::{Hook, IoHandler, IoToken, Realm};
use brio_spawn::Ended;
use rustix::fd::{AsRawFd, OwnedFd};
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use std::cell::Cell;
use std::io;
use std::rc::Rc;

/// A child that runs or whose exit was not reported yet.
pub(crate) struct Child {
    number: u32,
    pid: u32,
    /// The watched pidfd; None when a thread waits.
    descriptor: Option<(OwnedFd, Cell<Option<IoToken>>)>,
    is_referenced: Cell<bool>,
}

impl Child {
    /// Starts to wait for process `pid`. The child keeps the loop alive until its exit.
    pub fn watch(number: u32, pid: u32) -> io::Result<Rc<Self>> {
        let realm = Realm::current();
        let descriptor = Pid::from_raw(pid as i32).and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok());
        let child = Rc::new(Self {
            number,
            pid,
            descriptor: descriptor.map(|descriptor| (descriptor, Cell::new(None))),
            is_referenced: Cell::new(true),
        });
        match &child.descriptor {
            Some((descriptor, token)) => {
                let watched =
                    realm.watch(descriptor.as_raw_fd(), Interest::READABLE, Rc::new(ExitHandler { child: number }))?;
                token.set(Some(watched));
            }
            None => {
                let remote = realm.remote();
                std::thread::Builder::new().name("wait for a child".into()).stack_size(64 * 1024).spawn(move || {
                    let status = wait::wait_for(pid);
                    remote.post(move |realm| finish(realm, number, status));
                })?;
            }
        }
        realm.retain();
        Ok(child)
    }

    pub fn pid(&self) -> u32 {
        self.pid
    }

    pub fn set_referenced(&self, is_referenced: bool) {
        if self.is_referenced.replace(is_referenced) != is_referenced {
            let realm = Realm::current();
            if is_referenced { realm.retain() } else { realm.release() }
        }
    }
}

struct ExitHandler {
    child: u32,
}

impl IoHandler for ExitHandler {
    fn ready(&self, realm: &Rc<Realm>, _readiness: Readiness) {
        let child = state().children.borrow().get(&self.child).cloned();
        let Some(child) = child else { return };
        if let Some(status) = wait::look(child.pid) {
            finish(realm, self.child, status);
        }
    }
}

/// Removes a reaped child and reports its exit to JavaScript.
fn finish(realm: &Rc<Realm>, number: u32, status: Ended) {
    let child = state().children.borrow_mut().remove(&number);
    let Some(child) = child else { return };
    if let Some((descriptor, token)) = &child.descriptor
        && let Some(token) = token.take()
    {
        realm.unwatch(token, descriptor.as_raw_fd());
    }
    child.set_referenced(false);
    state().last_usage.set(status.usage);
    realm.call_hook(
        Hook::Event,
        &[
            Value::int32(ChildLoopEvent::Exit as i32),
            Value::uint32(child.number),
            Value::int32(status.code),
            Value::int32(status.signal),
        ],
        |_| (),
    );
}
