//! `native:child_process`: starting programs, waiting for them, and the IPC channel to another process.
//!
//! Does not: find and execute the program (`base/spawn`), stream over the pipes (`host/net`), or define what programs
//! see of a child. Start reading at [`children`].

mod channel;
mod children;
mod generated {
    pub mod child_process_ops;
}
mod launch;
mod wait;

use brio_realm::Realm;
use brio_realm::jsc::{Context, Value};
use brio_realm::op::{self, OpError, Thrown};
use brio_spawn::Usage;
use channel::Channel;
use children::Child;
pub use generated::child_process_ops::AREA;
use generated::child_process_ops::{
    ChildProcessOps, ChildUsage, SpawnLimits, SpawnOptions, Started, channel_send_result, socket_kind,
};
use launch::Launch;
use rustix::fd::IntoRawFd;
use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketType, sockopt};
use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::rc::Rc;

/// The children and channels of one thread.
#[derive(Default)]
pub struct ChildProcess {
    children: RefCell<HashMap<u32, Rc<Child>>>,
    channels: RefCell<HashMap<u32, Rc<Channel>>>,
    next: std::cell::Cell<u32>,
    /// Resource usage of the child whose exit is being reported.
    last_usage: std::cell::Cell<Usage>,
}

impl ChildProcess {
    fn new_number(&self) -> u32 {
        let number = self.next.get().wrapping_add(1).max(1);
        self.next.set(number);
        number
    }

    fn channel(&self, number: u32) -> Option<Rc<Channel>> {
        self.channels.borrow().get(&number).cloned()
    }
}

fn failed(error: Errno, syscall: &'static str) -> OpError {
    OpError::system(&io::Error::from(error), syscall)
}

impl ChildProcessOps for ChildProcess {
    fn spawn(
        &self,
        file: &Path,
        argv: &[String],
        environment: &[String],
        directory: Option<&Path>,
        options: SpawnOptions<'_>,
    ) -> Result<Started, OpError> {
        let wanted = Launch { file, argv, environment, directory, options };
        let launched = wanted.start().map_err(|error| OpError::system(&error, "spawn"))?;
        let number = self.new_number();
        let child = Child::watch(number, launched.pid).map_err(|error| OpError::system(&error, "spawn"))?;
        self.children.borrow_mut().insert(number, child);
        let mut pipes = Vec::new();
        for pipe in launched.pipes {
            let descriptor = match pipe {
                // Blocking: what reads it by events makes it non-blocking (`net.open`).
                Some(pipe) => pipe.into_raw_fd(),
                None => -1,
            };
            pipes.extend_from_slice(&descriptor.to_ne_bytes());
        }
        Ok(Started { child: number, pid: launched.pid, pipes })
    }

    fn usage_of_ended(&self) -> Result<ChildUsage, OpError> {
        Ok(child_usage(&self.last_usage.get()))
    }

    fn signal(&self, child: u32, number: i32) -> Result<i32, OpError> {
        let pid = self.children.borrow().get(&child).map(|child| child.pid());
        let outcome = pid.ok_or(Errno::SRCH).and_then(|pid| wait::kill(pid, number));
        Ok(outcome.err().map_or(0, |error| -error.raw_os_error()))
    }

    fn set_referenced(&self, child: u32, referenced: bool) -> Result<(), OpError> {
        if let Some(child) = self.children.borrow().get(&child) {
            child.set_referenced(referenced);
        }
        Ok(())
    }

    fn spawn_sync<'cx>(
        &self,
        cx: Context<'cx>,
        file: &Path,
        argv: &[String],
        environment: &[String],
        directory: Option<&Path>,
        options: SpawnOptions<'_>,
        inputs: Value<'cx>,
        limits: SpawnLimits,
    ) -> Result<Value<'cx>, Thrown<'cx>> {
        let wanted = Launch { file, argv, environment, directory, options };
        let launched = wanted.start().map_err(|error| OpError::system(&error, "spawnSync"))?;
        let mut pipes = Vec::new();
        for (index, pipe) in launched.pipes.into_iter().enumerate() {
            let input = inputs.get_index(cx, index as u32)?;
            let input = if input.is_nullish() { Vec::new() } else { input.bytes(cx).unwrap_or_default().to_vec() };
            pipes.push(pipe.map(|socket| wait::Pipe::new(socket, input)));
        }
        let waited = wait::run(launched.pid, pipes, &limits).map_err(|error| failed(error, "spawnSync"))?;
        let result = cx.object();
        result.set(cx, "pid", Value::uint32(launched.pid))?;
        result.set(cx, "code", Value::int32(waited.status.code))?;
        result.set(cx, "signal", Value::int32(waited.status.signal))?;
        result.set(cx, "errno", Value::int32(waited.errno))?;
        let outputs = cx.array_from(
            waited.outputs.into_iter().map(|output| output.map_or(Ok(Value::null()), |bytes| cx.uint8_array(bytes))),
        )?;
        result.set(cx, "outputs", outputs)?;
        result.set(cx, "usage", op::IntoValue::into_value(child_usage(&waited.status.usage), cx)?)?;
        Ok(result)
    }

    fn execute(&self, file: &Path, argv: &[String], environment: &[String]) -> Result<(), OpError> {
        Realm::current().flush_turn();
        for number in 0..3 {
            // The next program must not inherit a closed descriptor either.
            if let Ok(descriptor) = brio_descriptor::borrow(number) {
                let _ = rustix::io::fcntl_setfd(descriptor, rustix::io::FdFlags::empty());
            }
        }
        let mut command = Command::new(file);
        if let Some((first, rest)) = argv.split_first() {
            command.arg0(first).args(rest);
        }
        let confined = brio_spawn::confinement(file, None);
        let is_kept = |(name, _): &(&str, &str)| confined.is_none_or(|wall| (wall.keeps)(name));
        command.env_clear().envs(environment.iter().filter_map(|entry| entry.split_once('=')).filter(is_kept));
        if let Some(Err(error)) = confined.map(|wall| (wall.enter)()) {
            return Err(OpError::system(&error, "execve").with_path(file));
        }
        Err(OpError::system(&command.exec(), "execve").with_path(file))
    }

    fn open_channel(&self, fd: i32) -> Result<u32, OpError> {
        let socket = brio_descriptor::take(fd).map_err(|error| failed(error, "open"))?;
        let number = self.new_number();
        let channel = Channel::open(number, socket).map_err(|error| OpError::system(&error, "open"))?;
        self.channels.borrow_mut().insert(number, channel);
        Ok(number)
    }

    fn read_channel(&self, channel: u32, reads: bool) -> Result<(), OpError> {
        if let Some(channel) = self.channel(channel) {
            channel.set_reading(reads);
        }
        Ok(())
    }

    fn send(&self, channel: u32, bytes: &[u8], fd: Option<i32>) -> Result<i32, OpError> {
        let sent = self.channel(channel).ok_or(Errno::PIPE).and_then(|channel| channel.send(bytes, fd));
        Ok(match sent {
            Ok(true) => channel_send_result::SENT,
            Ok(false) => channel_send_result::QUEUED,
            Err(error) => -error.raw_os_error(),
        })
    }

    fn take_descriptor(&self, channel: u32) -> Result<Option<i32>, OpError> {
        Ok(self.channel(channel).and_then(|channel| channel.take_descriptor()).map(IntoRawFd::into_raw_fd))
    }

    fn reference_channel(&self, channel: u32, referenced: bool) -> Result<(), OpError> {
        if let Some(channel) = self.channel(channel) {
            channel.set_referenced(referenced);
        }
        Ok(())
    }

    fn close_channel(&self, channel: u32) -> Result<(), OpError> {
        if let Some(channel) = self.channel(channel) {
            channel.close();
        }
        Ok(())
    }

    fn kind_of_socket(&self, fd: i32) -> Result<u8, OpError> {
        let kind = || -> Result<u8, Errno> {
            let socket = brio_descriptor::borrow(fd)?;
            let has_path = sockopt::socket_domain(socket)? == AddressFamily::UNIX;
            let kind = match sockopt::socket_type(socket)? {
                SocketType::DGRAM => socket_kind::DATAGRAM,
                _ if sockopt::socket_acceptconn(socket)? => socket_kind::LISTENING,
                _ => socket_kind::CONNECTED,
            };
            Ok(kind | if has_path { socket_kind::HAS_PATH } else { 0 })
        };
        Ok(kind().unwrap_or(socket_kind::NOT_A_SOCKET))
    }
}

fn child_usage(usage: &Usage) -> ChildUsage {
    ChildUsage {
        user_microseconds: usage.user_us as f64,
        system_microseconds: usage.system_us as f64,
        resident_bytes: usage.rss_bytes_max as f64,
        shared_bytes: usage.shared_bytes as f64,
        swaps: usage.swaps as f64,
        blocks_read: usage.blocks_in as f64,
        blocks_written: usage.blocks_out as f64,
        messages_sent: usage.messages_sent as f64,
        messages_received: usage.messages_received as f64,
        signals: usage.signals as f64,
        voluntary_switches: usage.voluntary_switches as f64,
        involuntary_switches: usage.involuntary_switches as f64,
    }
}
