//! Listening and accepting.

use crate::Net;
use crate::generated::net_ops::StreamEvent;
use crate::stream::Stream;
use brio_realm::Realm;
use brio_realm::reactor::{Interest, Readiness};
use rustix::fs::{Mode, OFlags, open};
use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketFlags, accept_with, listen};
use std::rc::Rc;

impl Net {
    pub(crate) fn listen_on(&self, id: u32, backlog: i32) -> Result<(), Errno> {
        let stream = self.stream(id).ok_or(Errno::BADF)?;
        let error = stream.delayed_error.replace(0);
        if error != 0 {
            return Err(Errno::from_raw_os_error(error));
        }
        // A handle without an address listens on a port of the system's choice.
        self.ensure_socket(&stream, AddressFamily::INET)?;
        stream.with_descriptor(|descriptor| listen(descriptor, backlog)).ok_or(Errno::BADF)??;
        let realm = Realm::current();
        // Now, while one is available: a listener must be able to refuse connections when descriptors run out.
        self.ensure_spare();
        stream.is_listening.set(true);
        match stream.token.get() {
            // It was adopted: so far only readiness in general was watched.
            Some(token) => drop(realm.rewatch(token, stream.number(), Interest::READABLE)),
            None => self.watch(&realm, &stream)?,
        }
        stream.update_hold(&realm);
        Ok(())
    }

    /// Handles the readiness of a handle.
    pub(crate) fn on_ready(&self, realm: &Rc<Realm>, stream: &Rc<Stream>, readiness: Readiness) {
        if stream.is_listening.get() {
            self.accept_all(realm, stream);
            return;
        }
        if stream.is_connecting.get() {
            if readiness.is_writable() || readiness.is_error() || readiness.is_write_closed() {
                self.on_connected(realm, stream);
            }
            if stream.is_connecting.get() {
                return;
            }
        }
        if readiness.is_writable() || readiness.is_error() || readiness.is_write_closed() {
            self.on_writable(realm, stream);
        }
        if readiness.is_readable() || readiness.is_read_closed() || readiness.is_error() {
            stream.may_read.set(true);
            if readiness.is_read_closed() || readiness.is_error() {
                stream.end_announced.set(true);
            }
            self.read_on(realm, stream);
        }
    }

    fn accept_all(&self, realm: &Rc<Realm>, listener: &Rc<Stream>) {
        self.ensure_spare();
        // JavaScript may close the listener in between.
        while listener.is_listening.get() && listener.has_descriptor() {
            let accepted = listener
                .with_descriptor(|descriptor| accept_with(descriptor, SocketFlags::NONBLOCK | SocketFlags::CLOEXEC));
            match accepted {
                Some(Ok(socket)) => match self.adopt(realm, socket, listener.kind, true) {
                    Ok(stream) => self.notify(realm, listener.id, StreamEvent::Accepted, stream.id as i32),
                    Err(error) => self.notify(realm, listener.id, StreamEvent::Accepted, -error.raw_os_error()),
                },
                // The client disconnected before the accept.
                Some(Err(Errno::INTR | Errno::CONNABORTED)) => {}
                Some(Err(Errno::AGAIN)) | None => return,
                Some(Err(error @ (Errno::MFILE | Errno::NFILE))) => match self.refuse_one(listener) {
                    Ok(()) => {}
                    // The waiting client has disconnected.
                    Err(Errno::AGAIN) => return,
                    Err(_) => {
                        self.notify(realm, listener.id, StreamEvent::Accepted, -error.raw_os_error());
                        return;
                    }
                },
                Some(Err(error)) => {
                    self.notify(realm, listener.id, StreamEvent::Accepted, -error.raw_os_error());
                    return;
                }
            }
        }
    }

    /// Accepts one connection with the spare descriptor and closes it, so that the client is refused instead of
    /// waiting.
    fn refuse_one(&self, listener: &Rc<Stream>) -> Result<(), Errno> {
        if self.spare.borrow_mut().take().is_none() {
            return Err(Errno::MFILE);
        }
        let refused = listener
            .with_descriptor(|descriptor| accept_with(descriptor, SocketFlags::CLOEXEC))
            .unwrap_or(Err(Errno::AGAIN))
            .map(drop);
        self.ensure_spare();
        refused
    }

    fn ensure_spare(&self) {
        if self.spare.borrow().is_none() {
            *self.spare.borrow_mut() = open("/dev/null", OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()).ok();
        }
    }
}
