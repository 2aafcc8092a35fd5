//! The functions of `ops/dgram.ops.ts`, implemented by the other files.

use crate::Dgram;
use crate::generated::dgram_ops::{DatagramHandlers, DatagramOption, DgramOps, Endpoint};
use crate::target::Target;
use brio_realm::Realm;
use brio_realm::jsc::{Context, Value};
use brio_realm::op::{OpError, Text, Thrown};
use brio_realm::permission::confirm;
use brio_socket_address::{parse, unix_address};
use rustix::fd::{BorrowedFd, IntoRawFd};
use rustix::io::{Errno, fcntl_dupfd_cloexec};
use rustix::net::{SocketAddrAny, getpeername, getsockname, sockopt};

/// 0 or the negated errno.
fn status(outcome: Result<(), Errno>) -> Result<i32, OpError> {
    Ok(outcome.map_or_else(|error| -error.raw_os_error(), |()| 0))
}

fn number_or_status(outcome: Result<i32, Errno>) -> Result<i32, OpError> {
    Ok(outcome.unwrap_or_else(|error| -error.raw_os_error()))
}

fn describe(descriptor: BorrowedFd<'_>, address: SocketAddrAny) -> Option<Endpoint> {
    let end = brio_socket_address::describe(descriptor, address)?;
    Some(Endpoint { address: end.address.into(), port: u32::from(end.port), family: end.family.into() })
}

impl DgramOps for Dgram {
    fn set_handlers<'cx>(
        &self,
        cx: Context<'cx>,
        handlers: DatagramHandlers,
        receive: Value<'cx>,
        sender: Value<'cx>,
    ) -> Result<(), Thrown<'cx>> {
        *self.handlers.borrow_mut() = Some(handlers);
        *self.receive.borrow_mut() = receive.pin(cx);
        *self.sender.borrow_mut() = sender.pin(cx);
        Ok(())
    }

    fn open(&self, is_ipv6: bool) -> Result<u32, OpError> {
        Ok(self.add(is_ipv6).id)
    }

    fn open_descriptor(&self, fd: i32) -> Result<i32, OpError> {
        number_or_status(self.adopt_number(fd).map(|id| id as i32))
    }

    fn bind(&self, handle: u32, address: &str, port: u16, flags: u8) -> Result<i32, OpError> {
        status(self.bind_address(handle, address, port, flags))
    }

    fn connect(&self, handle: u32, address: &str, port: u16) -> Result<i32, OpError> {
        confirm(address, port)?;
        status(self.connect_address(handle, address, port))
    }

    fn disconnect(&self, handle: u32) -> Result<i32, OpError> {
        status(self.disconnect_from(handle))
    }

    fn receive_start(&self, handle: u32) -> Result<i32, OpError> {
        status(self.start_receiving(handle))
    }

    fn receive_stop(&self, handle: u32) -> Result<(), OpError> {
        self.stop_receiving(handle);
        Ok(())
    }

    fn send<'cx>(
        &self,
        cx: Context<'cx>,
        handle: u32,
        chunks: Value<'cx>,
        address: &str,
        port: u16,
        packet: u32,
    ) -> Result<f64, Thrown<'cx>> {
        confirm(address, port)?;
        let target =
            if address.is_empty() { Ok(None) } else { parse(address, port).map(|to| Some(Target::Internet(to))) };
        Ok(self.send_packet(cx, handle, chunks, target, packet)?)
    }

    fn open_unix(&self) -> Result<i32, OpError> {
        number_or_status(self.add_unix().map(|id| id as i32))
    }

    fn bind_path(&self, handle: u32, path: &str) -> Result<i32, OpError> {
        status(self.bind_at_path(handle, path))
    }

    fn send_to_path<'cx>(
        &self,
        cx: Context<'cx>,
        handle: u32,
        chunks: Value<'cx>,
        path: &str,
        packet: u32,
    ) -> Result<f64, Thrown<'cx>> {
        let target = unix_address(path).map(|to| Some(Target::Unix(to)));
        Ok(self.send_packet(cx, handle, chunks, target, packet)?)
    }

    fn sender_path(&self) -> Result<Option<Text>, OpError> {
        Ok(self.sender_path.borrow().clone().map(Text::from))
    }

    fn close(&self, handle: u32) -> Result<(), OpError> {
        self.end(handle);
        Ok(())
    }

    fn set_referenced(&self, handle: u32, referenced: bool) -> Result<(), OpError> {
        if let Some(socket) = self.socket(handle) {
            socket.set_referenced(&Realm::current(), referenced);
        }
        Ok(())
    }

    fn set_option(&self, handle: u32, option: DatagramOption, value: i32) -> Result<i32, OpError> {
        let Some(socket) = self.socket(handle) else { return status(Err(Errno::BADF)) };
        let is_ipv6 = socket.is_ipv6.get();
        status(socket.with(|descriptor| match (option, u8::try_from(value)) {
            (DatagramOption::Broadcast, _) => sockopt::set_socket_broadcast(descriptor, value != 0),
            (DatagramOption::Ttl, Ok(1..)) if is_ipv6 => sockopt::set_ipv6_unicast_hops(descriptor, Some(value as u8)),
            (DatagramOption::Ttl, Ok(1..)) => sockopt::set_ip_ttl(descriptor, value as u32),
            (DatagramOption::MulticastTtl, Ok(hops)) if is_ipv6 => {
                sockopt::set_ipv6_multicast_hops(descriptor, u32::from(hops))
            }
            (DatagramOption::MulticastTtl, Ok(hops)) => sockopt::set_ip_multicast_ttl(descriptor, u32::from(hops)),
            (DatagramOption::Ttl | DatagramOption::MulticastTtl, _) => Err(Errno::INVAL),
            (DatagramOption::MulticastLoopback, _) if is_ipv6 => {
                sockopt::set_ipv6_multicast_loop(descriptor, value != 0)
            }
            (DatagramOption::MulticastLoopback, _) => sockopt::set_ip_multicast_loop(descriptor, value != 0),
        }))
    }

    fn set_multicast_interface(&self, handle: u32, address: &str) -> Result<i32, OpError> {
        status(self.set_interface(handle, address))
    }

    fn set_membership(&self, handle: u32, group: &str, interface_address: &str, joins: bool) -> Result<i32, OpError> {
        status(self.set_member(handle, group, interface_address, joins))
    }

    fn set_source_membership(
        &self,
        handle: u32,
        source: &str,
        group: &str,
        interface_address: &str,
        joins: bool,
    ) -> Result<i32, OpError> {
        status(self.set_source_member(handle, source, group, interface_address, joins))
    }

    fn buffer_size(&self, handle: u32, size: u32, receives: bool) -> Result<i32, OpError> {
        let Some(socket) = self.socket(handle) else { return status(Err(Errno::BADF)) };
        number_or_status(socket.with(|descriptor| {
            if size > 0 {
                let size = size as usize;
                if receives {
                    sockopt::set_socket_recv_buffer_size(descriptor, size)?
                } else {
                    sockopt::set_socket_send_buffer_size(descriptor, size)?
                }
            }
            let size = if receives {
                sockopt::socket_recv_buffer_size(descriptor)?
            } else {
                sockopt::socket_send_buffer_size(descriptor)?
            };
            Ok(size as i32)
        }))
    }

    fn local_endpoint(&self, handle: u32) -> Result<Option<Endpoint>, OpError> {
        Ok(self.socket(handle).and_then(|socket| {
            socket.with(|descriptor| Ok(describe(descriptor, getsockname(descriptor)?))).ok().flatten()
        }))
    }

    fn remote_endpoint(&self, handle: u32) -> Result<Option<Endpoint>, OpError> {
        let end =
            |descriptor: BorrowedFd<'_>| Ok(getpeername(descriptor)?.and_then(|address| describe(descriptor, address)));
        Ok(self.socket(handle).and_then(|socket| socket.with(end).ok().flatten()))
    }

    fn descriptor_of(&self, handle: u32) -> Result<i32, OpError> {
        Ok(self.socket(handle).map_or(-1, |socket| socket.number()))
    }

    fn duplicate_descriptor(&self, handle: u32) -> Result<i32, OpError> {
        let Some(socket) = self.socket(handle) else { return status(Err(Errno::BADF)) };
        number_or_status(socket.with(|descriptor| fcntl_dupfd_cloexec(descriptor, 0)).map(IntoRawFd::into_raw_fd))
    }

    fn waiting_bytes(&self, handle: u32) -> Result<f64, OpError> {
        Ok(self
            .socket(handle)
            .map_or(0.0, |socket| socket.waiting.borrow().iter().map(|packet| packet.bytes.len() as f64).sum()))
    }

    fn waiting_packets(&self, handle: u32) -> Result<u32, OpError> {
        Ok(self.socket(handle).map_or(0, |socket| socket.waiting.borrow().len() as u32))
    }

    fn interface_name(&self, index: u32) -> Result<Text, OpError> {
        Ok(brio_socket_address::interface_name(index).into())
    }
}
