//! `native:stdio`: standard output and error. The first output of a turn is written at once, the rest is joined and
//! written at its end (`output_buffer.rs`); code that must see it earlier (standard error, exit, a child process) flushes
//! first. A closed pipe or a full disk is not an error of the string functions, as `console.log` requires;
//! `write_bytes` reports them.

mod generated {
    pub mod stdio_ops;
}
mod output_buffer;
mod raw_mode;

use brio_realm::jsc::{Context, TextEncoding, Value};
use brio_realm::op::{OpError, Thrown};
use brio_realm::{Realm, captured_output};
pub use generated::stdio_ops::AREA;
use generated::stdio_ops::{DescriptorKind, StdioOps};
use output_buffer::OutputBuffer;
use rustix::fd::BorrowedFd;
use rustix::fs::{FileType, fstat};
use std::cell::{Cell, RefCell};
use std::io;
use std::rc::Rc;

/// The buffered standard output.
#[derive(Default)]
pub struct Stdio {
    out: OutputBuffer,
    is_hooked: Cell<bool>,
    /// This turn has written already: further output is joined.
    has_written: Cell<bool>,
    /// Where each write in the buffered output ends, when it is redirected: its receiver may have to split it again.
    ends: RefCell<Vec<u32>>,
}

/// Above this size the output is written at once.
const JOINED_BYTES_MAX: usize = 64 * 1024;

impl StdioOps for Stdio {
    fn write_out<'cx>(&self, cx: Context<'cx>, text: Value<'cx>) -> Result<(), Thrown<'cx>> {
        if !self.is_hooked.replace(true) {
            Realm::current().at_turn_end(flush_turn);
        }
        let (length, appended) = self.out.add(|out| text.append_text(cx, TextEncoding::Utf8, out));
        appended?;
        let is_redirected = Realm::current().is_output_redirected();
        if is_redirected {
            self.ends.borrow_mut().push(length as u32);
        }
        if length > JOINED_BYTES_MAX || (!is_redirected && !self.has_written.replace(true)) {
            self.write_waiting();
        } else if !is_redirected {
            self.out.watch();
            Realm::current().set_before_native(|_| generated::stdio_ops::state().write_waiting());
        }
        Ok(())
    }

    fn write_error<'cx>(&self, cx: Context<'cx>, text: Value<'cx>) -> Result<(), Thrown<'cx>> {
        self.write_waiting();
        let mut bytes = Vec::new();
        text.append_text(cx, TextEncoding::Utf8, &mut bytes)?;
        if !Realm::current().write_redirected(2, &bytes, &[]) {
            let _ = write_all(rustix::stdio::stderr(), &bytes);
        }
        Ok(())
    }

    fn write_bytes(&self, fd: i32, bytes: &[u8]) -> Result<(), OpError> {
        self.write_waiting();
        if (fd == 1 || fd == 2) && Realm::current().write_redirected(fd, bytes, &[]) {
            return Ok(());
        }
        write_all(descriptor(fd)?, bytes)
    }

    fn flush(&self) -> Result<(), OpError> {
        self.write_waiting();
        Ok(())
    }

    fn capture_output(&self, is_on: bool) -> Result<(), OpError> {
        self.write_waiting();
        captured_output::capture(&Realm::current(), is_on);
        Ok(())
    }

    fn take_captured<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        self.write_waiting();
        Ok(cx.uint8_array(captured_output::take())?)
    }

    fn set_raw_mode(&self, fd: i32, is_raw: bool) -> Result<(), OpError> {
        raw_mode::set(descriptor(fd)?, is_raw).map_err(|error| OpError::system(&error.into(), "tcsetattr"))
    }

    fn kind_of(&self, fd: i32) -> Result<DescriptorKind, OpError> {
        if Realm::current().is_output_redirected() {
            return Ok(DescriptorKind::Pipe);
        }
        let Ok(descriptor) = descriptor(fd) else { return Ok(DescriptorKind::Unknown) };
        if rustix::termios::isatty(descriptor) {
            return Ok(DescriptorKind::Terminal);
        }
        let Ok(status) = fstat(descriptor) else { return Ok(DescriptorKind::Unknown) };
        Ok(match FileType::from_raw_mode(status.st_mode) {
            FileType::RegularFile => DescriptorKind::File,
            FileType::Fifo => DescriptorKind::Pipe,
            FileType::Socket => DescriptorKind::Socket,
            FileType::CharacterDevice | FileType::BlockDevice => DescriptorKind::Device,
            _ => DescriptorKind::Unknown,
        })
    }

    fn columns(&self, fd: i32) -> Result<f64, OpError> {
        Ok(window(fd).map_or(0.0, |size| f64::from(size.ws_col)))
    }

    fn rows(&self, fd: i32) -> Result<f64, OpError> {
        Ok(window(fd).map_or(0.0, |size| f64::from(size.ws_row)))
    }
}

/// Writes the buffered output of this thread, before the process exits or starts a child.
pub fn flush_turn(_realm: &Rc<Realm>) {
    let stdio = generated::stdio_ops::state();
    stdio.has_written.set(false);
    stdio.write_waiting();
}

impl Stdio {
    /// Writes the buffered output; a failure is ignored.
    fn write_waiting(&self) {
        let ends = self.ends.take();
        self.out.take(|bytes| {
            if !Realm::current().write_redirected(1, bytes, &ends) {
                let _ = write_all(rustix::stdio::stdout(), bytes);
            }
        });
    }
}

fn window(fd: i32) -> Option<rustix::termios::Winsize> {
    rustix::termios::tcgetwinsize(descriptor(fd).ok()?).ok()
}

fn descriptor(fd: i32) -> Result<BorrowedFd<'static>, OpError> {
    match fd {
        0 => Ok(rustix::stdio::stdin()),
        1 => Ok(rustix::stdio::stdout()),
        2 => Ok(rustix::stdio::stderr()),
        _ => brio_descriptor::borrow(fd).map_err(|errno| OpError::errno(errno.raw_os_error(), "write")),
    }
}

fn write_all(descriptor: BorrowedFd<'_>, mut bytes: &[u8]) -> Result<(), OpError> {
    while !bytes.is_empty() {
        match rustix::io::write(descriptor, bytes) {
            Ok(count) => bytes = &bytes[count..],
            Err(rustix::io::Errno::INTR) => {}
            Err(rustix::io::Errno::AGAIN) => wait_until_writable(descriptor),
            Err(error) => return Err(OpError::system(&io::Error::from(error), "write")),
        }
    }
    Ok(())
}

/// The descriptor was made non-blocking elsewhere (a shell's terminal, a pipe shared with a child): wait until it is
/// writable.
fn wait_until_writable(descriptor: BorrowedFd<'_>) {
    let mut fds = [rustix::event::PollFd::from_borrowed_fd(descriptor, rustix::event::PollFlags::OUT)];
    // An interrupted wait only means that the write is tried again.
    let _ = rustix::event::poll(&mut fds, None);
}
