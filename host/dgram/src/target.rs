//! Where packets are sent to: an address of the internet, or a path.

use crate::Dgram;
use crate::socket::Socket;
use brio_socket_address::unix_address;
use rustix::fd::BorrowedFd;
use rustix::io::{Errno, IoSlice};
use rustix::net::{
    AddressFamily, SendAncillaryBuffer, SendFlags, SocketAddrAny, SocketAddrUnix, SocketFlags, SocketType, bind,
    sendmsg_addr, sendto, socket_with,
};
use std::net::SocketAddr;
use std::rc::Rc;

/// The receiver of a packet.
pub(crate) enum Target {
    Internet(SocketAddr),
    Unix(SocketAddrUnix),
}

impl Target {
    pub fn send(&self, descriptor: BorrowedFd<'_>, slices: &[&[u8]]) -> Result<usize, Errno> {
        if let [one] = slices {
            return match self {
                Self::Internet(address) => sendto(descriptor, one, SendFlags::NOSIGNAL, address),
                Self::Unix(address) => sendto(descriptor, one, SendFlags::NOSIGNAL, address),
            };
        }
        let parts: Vec<IoSlice<'_>> = slices.iter().map(|slice| IoSlice::new(slice)).collect();
        let mut control = SendAncillaryBuffer::default();
        match self {
            Self::Internet(address) => sendmsg_addr(descriptor, address, &parts, &mut control, SendFlags::NOSIGNAL),
            Self::Unix(address) => sendmsg_addr(descriptor, address, &parts, &mut control, SendFlags::NOSIGNAL),
        }
    }
}

/// The path of a sender; None for one of the internet, or without a path.
pub(crate) fn path_of(sender: &SocketAddrAny) -> Option<String> {
    if sender.address_family() != AddressFamily::UNIX {
        return None;
    }
    let address = SocketAddrUnix::try_from(sender.clone()).ok()?;
    Some(address.path()?.to_string_lossy().into_owned())
}

impl Dgram {
    pub(crate) fn add_unix(&self) -> Result<u32, Errno> {
        let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
        let descriptor = socket_with(AddressFamily::UNIX, SocketType::DGRAM, flags, None)?;
        let socket = self.add(false);
        // It receives without a path, too, and must not be bound to an address of the internet.
        socket.is_bound.set(true);
        let installed = self.install(&socket, descriptor);
        if installed.is_err() {
            self.end(socket.id);
        }
        installed.map(|()| socket.id)
    }

    pub(crate) fn bind_at_path(&self, id: u32, path: &str) -> Result<(), Errno> {
        let socket: Rc<Socket> = self.socket(id).ok_or(Errno::BADF)?;
        let address = unix_address(path)?;
        socket.with(|descriptor| bind(descriptor, &address))
    }
}
