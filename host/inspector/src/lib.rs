//! `native:inspector`: one thread inspects another. Messages travel between the threads as text; a paused program waits
//! for them here.
//!
//! Does: sessions, their messages, waiting. Does not: know what a message says, or serve debuggers
//! (`internal:startup/inspector/server`).

mod generated {
    pub mod inspector_ops;
}
mod target;

use brio_realm::Realm;
use brio_realm::jsc::InspectorSession;
use brio_realm::op::OpError;
pub use generated::inspector_ops::AREA;
use generated::inspector_ops::InspectorOps;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use target::{Inspected, Request, Target};

/// State of the area on one thread.
#[derive(Default)]
pub struct Inspector {
    /// The sessions that this thread has with others.
    sessions: RefCell<HashMap<u32, Arc<Target>>>,
}

static NEXT_SESSION: AtomicU32 = AtomicU32::new(1);

impl Inspector {
    fn push(&self, session: u32, request: Request) {
        let target = self.sessions.borrow().get(&session).cloned();
        if let Some(target) = target {
            target.push(request);
        }
    }
}

impl InspectorOps for Inspector {
    fn is_available(&self) -> Result<bool, OpError> {
        Ok(InspectorSession::is_available())
    }

    fn offer(&self, thread: u32) -> Result<(), OpError> {
        Inspected::begin(thread);
        Ok(())
    }

    fn connect(&self, thread: u32) -> Result<u32, OpError> {
        let Some(target) = target::find(thread) else { return Ok(0) };
        let session = NEXT_SESSION.fetch_add(1, Ordering::Relaxed);
        target.push(Request::Connect(session, Realm::current().remote()));
        self.sessions.borrow_mut().insert(session, target);
        Ok(session)
    }

    fn send(&self, session: u32, message: &str) -> Result<(), OpError> {
        self.push(session, Request::Message(session, message.to_string()));
        Ok(())
    }

    fn disconnect(&self, session: u32) -> Result<(), OpError> {
        self.push(session, Request::Disconnect(session));
        self.sessions.borrow_mut().remove(&session);
        Ok(())
    }

    fn dispatch_arrived(&self) -> Result<(), OpError> {
        if let Some(inspected) = Inspected::of_this_thread() {
            inspected.handle_arrived();
        }
        Ok(())
    }
}
