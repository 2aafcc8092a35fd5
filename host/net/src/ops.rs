//! The functions of `ops/net.ops.ts`, implemented by the other files.

use crate::Net;
use crate::generated::net_ops::{
    AnonymousPipe, Endpoint, NetOps, Pair, StreamHandlers, StreamKind, TerminalWord, WriteEncoding,
};
use brio_realm::Realm;
use brio_realm::jsc::{Context, Value};
use brio_realm::op::{OpError, Thrown};
use brio_realm::permission::confirm;
use rustix::fd::{BorrowedFd, IntoRawFd};
use rustix::io::Errno;
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

impl NetOps for Net {
    fn set_handlers<'cx>(
        &self,
        cx: Context<'cx>,
        handlers: StreamHandlers,
        receive: Value<'cx>,
        status: Value<'cx>,
    ) -> Result<(), Thrown<'cx>> {
        *self.handlers.borrow_mut() = Some(handlers);
        *self.receive.borrow_mut() = receive.pin(cx);
        *self.status.borrow_mut() = status.pin(cx);
        Ok(())
    }

    fn open_tcp(&self) -> Result<u32, OpError> {
        Ok(self.open(StreamKind::Tcp))
    }

    fn open_pipe(&self) -> Result<u32, OpError> {
        Ok(self.open(StreamKind::Pipe))
    }

    fn open_descriptor(&self, fd: i32) -> Result<i32, OpError> {
        number_or_status(self.adopt_number(fd).map(|id| id as i32))
    }

    fn open_pair(&self) -> Result<Pair, OpError> {
        self.make_pair()
    }

    fn open_anonymous_pipe(&self) -> Result<AnonymousPipe, OpError> {
        let (reader, writer) = std::io::pipe().map_err(|error| OpError::system(&error, "pipe2"))?;
        Ok(AnonymousPipe { reader: reader.into_raw_fd(), writer: writer.into_raw_fd() })
    }

    fn open_terminal(&self, fd: i32) -> Result<i32, OpError> {
        number_or_status(self.open_terminal_at(fd).map(|id| id as i32))
    }

    fn open_terminal_pair(&self, columns: u16, rows: u16) -> Result<Pair, OpError> {
        self.make_terminal_pair(columns, rows)
    }

    fn set_terminal_size(&self, handle: u32, columns: u16, rows: u16) -> Result<i32, OpError> {
        status(self.resize_terminal(handle, columns, rows))
    }

    fn terminal_mode(&self, handle: u32, which: TerminalWord) -> Result<f64, OpError> {
        Ok(self.terminal_word(handle, which).map_or(-1.0, f64::from))
    }

    fn set_terminal_mode(&self, handle: u32, which: TerminalWord, flags: u32) -> Result<i32, OpError> {
        status(self.set_terminal_word(handle, which, flags))
    }

    fn set_terminal_raw(&self, handle: u32, is_raw: bool) -> Result<i32, OpError> {
        status(self.set_raw(handle, is_raw))
    }

    fn kind_of(&self, handle: u32) -> Result<u8, OpError> {
        Ok(self.stream(handle).map_or(0, |stream| stream.kind as u8))
    }

    fn bind(&self, handle: u32, address: &str, port: u16, flags: u8) -> Result<i32, OpError> {
        status(self.bind_address(handle, address, port, flags))
    }

    fn delayed_error(&self, handle: u32) -> Result<i32, OpError> {
        Ok(self.stream(handle).map_or(0, |stream| -stream.delayed_error.get()))
    }

    fn bind_path(&self, handle: u32, path: &str) -> Result<i32, OpError> {
        status(self.bind_at_path(handle, path))
    }

    fn connect(&self, handle: u32, address: &str, port: u16) -> Result<i32, OpError> {
        confirm(address, port)?;
        status(self.connect_address(handle, address, port))
    }

    fn connect_path(&self, handle: u32, path: &str) -> Result<i32, OpError> {
        status(self.connect_to_path(handle, path))
    }

    fn listen(&self, handle: u32, backlog: i32) -> Result<i32, OpError> {
        status(self.listen_on(handle, backlog))
    }

    fn read_start(&self, handle: u32, length_max: u32) -> Result<(), OpError> {
        self.start_reading(handle, length_max);
        Ok(())
    }

    fn read_stop(&self, handle: u32) -> Result<(), OpError> {
        self.stop_reading(handle);
        Ok(())
    }

    fn write<'cx>(
        &self,
        cx: Context<'cx>,
        handle: u32,
        data: Value<'cx>,
        encoding: WriteEncoding,
    ) -> Result<f64, Thrown<'cx>> {
        Ok(self.write_value(cx, handle, data, encoding)? as f64)
    }

    fn write_many<'cx>(&self, cx: Context<'cx>, handle: u32, chunks: &[Value<'cx>]) -> Result<f64, Thrown<'cx>> {
        Ok(self.write_views(cx, handle, chunks)? as f64)
    }

    fn write_array<'cx>(&self, cx: Context<'cx>, handle: u32, chunks: Value<'cx>) -> Result<f64, Thrown<'cx>> {
        Ok(self.write_array(cx, handle, chunks)? as f64)
    }

    fn shutdown(&self, handle: u32) -> Result<(), OpError> {
        self.shut_down(handle);
        Ok(())
    }

    fn close(&self, handle: u32) -> Result<(), OpError> {
        self.end(handle, false);
        Ok(())
    }

    fn reset(&self, handle: u32) -> Result<i32, OpError> {
        let outcome = self.prepare_reset(handle);
        if outcome.is_ok() {
            self.end(handle, false);
        }
        status(outcome)
    }

    fn set_referenced(&self, handle: u32, referenced: bool) -> Result<(), OpError> {
        if let Some(stream) = self.stream(handle) {
            stream.set_referenced(&Realm::current(), referenced);
        }
        Ok(())
    }

    fn set_no_delay(&self, handle: u32, enabled: bool) -> Result<i32, OpError> {
        let stream = self.stream(handle);
        let outcome = stream
            .and_then(|stream| stream.with_descriptor(|descriptor| sockopt::set_tcp_nodelay(descriptor, enabled)));
        status(outcome.unwrap_or(Err(Errno::BADF)))
    }

    fn set_keep_alive(
        &self,
        handle: u32,
        enabled: bool,
        delay_seconds: u32,
        interval_seconds: u32,
        count: u32,
    ) -> Result<i32, OpError> {
        status(self.set_keep_alive_of(handle, enabled, delay_seconds, interval_seconds, count))
    }

    fn set_type_of_service(&self, handle: u32, value: u8) -> Result<i32, OpError> {
        status(self.set_type_of_service_of(handle, value))
    }

    fn type_of_service(&self, handle: u32) -> Result<i32, OpError> {
        number_or_status(self.type_of_service_of(handle))
    }

    fn set_path_mode(&self, handle: u32, mode: u8) -> Result<i32, OpError> {
        status(self.set_mode_of_path(handle, mode))
    }

    fn local_endpoint(&self, handle: u32) -> Result<Option<Endpoint>, OpError> {
        let end = self.stream(handle).and_then(|stream| {
            stream.with_descriptor(|descriptor| describe(descriptor, getsockname(descriptor).ok()?))
        });
        Ok(end.flatten())
    }

    fn remote_endpoint(&self, handle: u32) -> Result<Option<Endpoint>, OpError> {
        let end = self.stream(handle).and_then(|stream| {
            stream.with_descriptor(|descriptor| describe(descriptor, getpeername(descriptor).ok()??))
        });
        Ok(end.flatten())
    }

    fn descriptor_of(&self, handle: u32) -> Result<i32, OpError> {
        Ok(self.stream(handle).map_or(-1, |stream| stream.number()))
    }

    fn take_descriptor(&self, handle: u32) -> Result<i32, OpError> {
        number_or_status(self.end(handle, true).map(IntoRawFd::into_raw_fd).ok_or(Errno::BADF))
    }

    fn duplicate_descriptor(&self, handle: u32) -> Result<i32, OpError> {
        number_or_status(self.duplicate(handle))
    }

    fn waiting_bytes(&self, handle: u32) -> Result<f64, OpError> {
        Ok(self.stream(handle).map_or(0.0, |stream| stream.output.borrow().waiting_bytes() as f64))
    }

    fn close_descriptor(&self, fd: i32) -> Result<i32, OpError> {
        status(brio_descriptor::close(fd))
    }
}
