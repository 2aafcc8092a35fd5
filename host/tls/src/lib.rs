//! `native:tls`: TLS contexts and sessions by number, over `base/tls`.
//!
//! Does: hold the contexts and sessions of a thread, and convert results for JavaScript. Does not: transfer bytes to
//! and from sockets, or decide which peers to trust (`builtins/internal/node/tls`). Start reading at [`ops`].

mod certificate;
mod generated {
    pub mod tls_ops;
}
mod ops;
mod psk;

use brio_realm::jsc::Root;
use brio_realm::op::{Numbers, OpError};
use brio_tls::{Session, TlsContext, TlsContextBuilder, TlsError};
pub use generated::tls_ops::AREA;
use generated::tls_ops::Failure;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// State of the area on one thread.
pub struct Tls {
    contexts: RefCell<HashMap<u32, ContextState>>,
    sessions: RefCell<HashMap<u32, Rc<RefCell<SessionState>>>>,
    psk_sources: RefCell<HashMap<u32, Rc<Root>>>,
    numbers: Numbers,
}

/// A context is built by its first use.
enum ContextState {
    Open(Box<TlsContextBuilder>),
    Built(TlsContext),
}

struct SessionState {
    session: Session,
    failure: Option<TlsError>,
}

impl Default for Tls {
    fn default() -> Self {
        // JavaScript functions must be dropped before the engine.
        brio_realm::op::drop_at_end(|| state().psk_sources.borrow_mut().clear());
        Self {
            contexts: RefCell::default(),
            sessions: RefCell::default(),
            psk_sources: RefCell::default(),
            numbers: Numbers::default(),
        }
    }
}

/// The state of this thread.
pub(crate) fn state() -> Rc<Tls> {
    generated::tls_ops::state()
}

impl Tls {
    fn next_number(&self) -> u32 {
        let is_taken = |number| {
            self.contexts.borrow().contains_key(&number)
                || self.sessions.borrow().contains_key(&number)
                || self.psk_sources.borrow().contains_key(&number)
        };
        self.numbers.next(is_taken)
    }

    /// Performs a configuration step of a context that is not built yet.
    fn configure(
        &self,
        number: u32,
        step: impl FnOnce(&mut TlsContextBuilder) -> Result<(), TlsError>,
    ) -> Result<Option<Failure>, OpError> {
        match self.contexts.borrow_mut().get_mut(&number) {
            Some(ContextState::Open(builder)) => Ok(step(builder).err().map(|error| thrown_failure(&error))),
            Some(ContextState::Built(_)) => {
                Err(OpError::coded("ERR_INVALID_STATE", "the secure context is in use and cannot be changed"))
            }
            None => Err(dropped("context")),
        }
    }

    fn built_context(&self, number: u32) -> Result<TlsContext, OpError> {
        let mut contexts = self.contexts.borrow_mut();
        let context = match contexts.remove(&number) {
            None => return Err(dropped("context")),
            Some(ContextState::Built(context)) => context,
            Some(ContextState::Open(builder)) => builder.build(),
        };
        contexts.insert(number, ContextState::Built(context.clone()));
        Ok(context)
    }

    fn store_session(&self, session: Session) -> u32 {
        let number = self.next_number();
        self.sessions.borrow_mut().insert(number, Rc::new(RefCell::new(SessionState { session, failure: None })));
        number
    }

    /// Runs `work` on a session.
    fn with<R>(&self, number: u32, work: impl FnOnce(&mut SessionState) -> R) -> Result<R, OpError> {
        let session = self.sessions.borrow().get(&number).cloned().ok_or_else(|| dropped("session"))?;
        let mut session = session
            .try_borrow_mut()
            .map_err(|_| OpError::coded("ERR_INVALID_STATE", "the TLS session is in the middle of a handshake step"))?;
        Ok(work(&mut session))
    }
}

impl SessionState {
    /// Stores an error for `sessionFailure`.
    fn keep<T>(&mut self, result: Result<T, TlsError>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.failure = Some(error);
                None
            }
        }
    }
}

fn dropped(what: &str) -> OpError {
    OpError::coded("ERR_INVALID_STATE", format!("the TLS {what} was dropped"))
}

/// The error of a setting, as Node.js throws it.
fn thrown_failure(error: &TlsError) -> Failure {
    failure(error, error.code(), error.message())
}

/// The error of a connection, as Node.js emits it.
fn connection_failure(error: &TlsError) -> Failure {
    failure(error, error.connection_code(), error.connection_message())
}

fn failure(error: &TlsError, code: String, message: String) -> Failure {
    let entries = error.entries();
    let first = entries.first().cloned().unwrap_or_default();
    Failure {
        code: code.into(),
        message: message.into(),
        library: first.library.into(),
        reason: first.reason.into(),
        func: first.function.into(),
        stack: entries.iter().skip(1).rev().map(|entry| entry.summary()).collect(),
    }
}
