//! Local addresses and connecting.

use crate::generated::net_ops::{StreamEvent, stream_bind_flags};
use crate::stream::Stream;
use crate::{Net, Pending};
use brio_realm::Realm;
use brio_socket_address::{parse, unix_address};
use rustix::io::Errno;
use rustix::net::{AddressFamily, bind, connect, sockopt};
use std::rc::Rc;

impl Net {
    pub(crate) fn bind_address(&self, id: u32, address: &str, port: u16, flags: u8) -> Result<(), Errno> {
        let stream = self.stream(id).ok_or(Errno::BADF)?;
        let address = parse(address, port)?;
        self.ensure_socket(&stream, if address.is_ipv6() { AddressFamily::INET6 } else { AddressFamily::INET })?;
        let outcome = stream.with_descriptor(|descriptor| {
            sockopt::set_socket_reuseaddr(descriptor, true)?;
            if flags & stream_bind_flags::SHARE_PORT != 0 {
                sockopt::set_socket_reuseport(descriptor, true)?;
            }
            if address.is_ipv6() {
                sockopt::set_ipv6_v6only(descriptor, flags & stream_bind_flags::IPV6_ONLY != 0)?;
            }
            bind(descriptor, &address)
        });
        match outcome.ok_or(Errno::BADF)? {
            Err(Errno::ADDRINUSE) => {
                stream.delayed_error.set(Errno::ADDRINUSE.raw_os_error());
                Ok(())
            }
            // As libuv: the address family differs from that of the socket.
            Err(Errno::AFNOSUPPORT) => Err(Errno::INVAL),
            outcome => outcome,
        }
    }

    pub(crate) fn bind_at_path(&self, id: u32, path: &str) -> Result<(), Errno> {
        let stream = self.stream(id).ok_or(Errno::BADF)?;
        let address = unix_address(path)?;
        self.ensure_socket(&stream, AddressFamily::UNIX)?;
        // As libuv: a missing directory is reported as a lack of permission.
        stream
            .with_descriptor(|descriptor| bind(descriptor, &address))
            .ok_or(Errno::BADF)?
            .map_err(|error| if error == Errno::NOENT { Errno::ACCESS } else { error })?;
        if !path.starts_with('\0') {
            *stream.path.borrow_mut() = Some(path.into());
        }
        Ok(())
    }

    pub(crate) fn connect_address(&self, id: u32, address: &str, port: u16) -> Result<(), Errno> {
        let stream = self.stream(id).ok_or(Errno::BADF)?;
        let mut address = parse(address, port)?;
        if address.ip().is_unspecified() {
            // The unspecified address has no listener: libuv connects to the loopback address.
            let is_ipv6 = address.is_ipv6();
            address.set_ip(if is_ipv6 {
                std::net::Ipv6Addr::LOCALHOST.into()
            } else {
                std::net::Ipv4Addr::LOCALHOST.into()
            });
        }
        self.ensure_socket(&stream, if address.is_ipv6() { AddressFamily::INET6 } else { AddressFamily::INET })?;
        if stream.delayed_error.get() == 0 {
            match stream.with_descriptor(|descriptor| connect(descriptor, &address)).ok_or(Errno::BADF)? {
                Ok(()) | Err(Errno::INPROGRESS | Errno::INTR) => {}
                // A refusal by this machine is reported later, as for any other machine.
                Err(Errno::CONNREFUSED) => stream.delayed_error.set(Errno::CONNREFUSED.raw_os_error()),
                Err(error) => return Err(error),
            }
        }
        self.await_connection(&stream)
    }

    pub(crate) fn connect_to_path(&self, id: u32, path: &str) -> Result<(), Errno> {
        let stream = self.stream(id).ok_or(Errno::BADF)?;
        let address = unix_address(path)?;
        self.ensure_socket(&stream, AddressFamily::UNIX)?;
        match stream.with_descriptor(|descriptor| connect(descriptor, &address)).ok_or(Errno::BADF)? {
            Ok(()) | Err(Errno::INPROGRESS | Errno::INTR) => {}
            Err(error) => stream.delayed_error.set(error.raw_os_error()),
        }
        self.await_connection(&stream)
    }

    fn await_connection(&self, stream: &Rc<Stream>) -> Result<(), Errno> {
        let realm = Realm::current();
        stream.is_connecting.set(true);
        stream.update_hold(&realm);
        if stream.delayed_error.get() == 0 {
            return self.watch(&realm, stream);
        }
        self.pending.borrow_mut().push(Pending::Connected(stream.clone()));
        Ok(())
    }

    /// Reports a failure that was known at once.
    pub(crate) fn fail_delayed(&self, realm: &Rc<Realm>, stream: &Rc<Stream>) {
        let error = stream.delayed_error.replace(0);
        self.finish_connection(realm, stream, error);
    }

    /// The socket reports the end of connecting.
    pub(crate) fn on_connected(&self, realm: &Rc<Realm>, stream: &Rc<Stream>) {
        let outcome = stream.with_descriptor(|descriptor| sockopt::socket_error(descriptor));
        let error = match outcome {
            Some(Ok(Ok(()))) => 0,
            Some(Ok(Err(error)) | Err(error)) => error.raw_os_error(),
            None => return,
        };
        if error == Errno::INPROGRESS.raw_os_error() {
            return;
        }
        self.finish_connection(realm, stream, error);
    }

    fn finish_connection(&self, realm: &Rc<Realm>, stream: &Rc<Stream>, error: i32) {
        if !stream.is_connecting.replace(false) || !stream.has_descriptor() {
            return;
        }
        stream.update_hold(realm);
        self.notify(realm, stream.id, StreamEvent::Connected, error);
    }
}
