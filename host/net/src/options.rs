//! Socket options.

use crate::Net;
use crate::generated::net_ops::{StreamKind, path_mode_flags};
use rustix::fs::{Mode, chmod};
use rustix::io::Errno;
use rustix::net::{AddressFamily, getsockname, sockopt};
use std::time::Duration;

impl Net {
    pub(crate) fn set_keep_alive_of(
        &self,
        id: u32,
        enabled: bool,
        delay_seconds: u32,
        interval_seconds: u32,
        count: u32,
    ) -> Result<(), Errno> {
        let stream = self.stream(id).ok_or(Errno::BADF)?;
        let set = |descriptor: rustix::fd::BorrowedFd<'_>| {
            sockopt::set_socket_keepalive(descriptor, enabled)?;
            if !enabled {
                return Ok(());
            }
            if delay_seconds > 0 {
                sockopt::set_tcp_keepidle(descriptor, Duration::from_secs(u64::from(delay_seconds)))?;
            }
            if interval_seconds > 0 {
                sockopt::set_tcp_keepintvl(descriptor, Duration::from_secs(u64::from(interval_seconds)))?;
            }
            if count > 0 {
                sockopt::set_tcp_keepcnt(descriptor, count)?;
            }
            Ok(())
        };
        stream.with_descriptor(set).ok_or(Errno::BADF)?
    }

    pub(crate) fn set_type_of_service_of(&self, id: u32, value: u8) -> Result<(), Errno> {
        let stream = self.stream(id).ok_or(Errno::BADF)?;
        let set = |descriptor: rustix::fd::BorrowedFd<'_>| match getsockname(descriptor)?.address_family() {
            AddressFamily::INET6 => sockopt::set_ipv6_tclass(descriptor, u32::from(value)),
            _ => sockopt::set_ip_tos(descriptor, value),
        };
        stream.with_descriptor(set).ok_or(Errno::BADF)?
    }

    pub(crate) fn type_of_service_of(&self, id: u32) -> Result<i32, Errno> {
        let stream = self.stream(id).ok_or(Errno::BADF)?;
        let get = |descriptor: rustix::fd::BorrowedFd<'_>| match getsockname(descriptor)?.address_family() {
            AddressFamily::INET6 => sockopt::ipv6_tclass(descriptor).map(|value| value as i32),
            _ => sockopt::ip_tos(descriptor).map(i32::from),
        };
        stream.with_descriptor(get).ok_or(Errno::BADF)?
    }

    /// Lets others than the owner connect to the path.
    pub(crate) fn set_mode_of_path(&self, id: u32, mode: u8) -> Result<(), Errno> {
        let stream = self.stream(id).ok_or(Errno::BADF)?;
        let path = stream.path.borrow();
        let path = path.as_ref().filter(|_| stream.kind == StreamKind::Pipe).ok_or(Errno::BADF)?;
        let mut wanted = Mode::from_raw_mode(rustix::fs::stat(path)?.st_mode);
        if mode & path_mode_flags::READERS != 0 {
            wanted |= Mode::RUSR | Mode::RGRP | Mode::ROTH;
        }
        if mode & path_mode_flags::WRITERS != 0 {
            wanted |= Mode::WUSR | Mode::WGRP | Mode::WOTH;
        }
        chmod(path, wanted)
    }

    /// Prepares the socket so that closing it sends a reset.
    pub(crate) fn prepare_reset(&self, id: u32) -> Result<(), Errno> {
        let stream = self.stream(id).ok_or(Errno::BADF)?;
        if stream.kind != StreamKind::Tcp {
            return Err(Errno::INVAL);
        }
        stream
            .with_descriptor(|descriptor| sockopt::set_socket_linger(descriptor, Some(Duration::ZERO)))
            .ok_or(Errno::BADF)?
    }
}
