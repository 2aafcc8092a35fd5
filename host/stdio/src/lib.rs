//! `native:stdio`: standard output and error. Text for standard output is joined and written at the end of a turn;
//! everything that must see it earlier (standard error, exit, a child process) flushes first.

mod generated {
    pub mod stdio_ops;
}
mod raw_mode;

pub use generated::stdio_ops::AREA;
use brio_realm::Realm;
use brio_realm::jsc::{Context, Value};
use brio_realm::op::{OpError, Thrown};
use generated::stdio_ops::StdioOps;
use rustix::fd::BorrowedFd;
use rustix::fs::{FileType, fstat};
use std::cell::{Cell, RefCell};
use std::io;
use std::rc::Rc;

/// What waits for standard output.
#[derive(Default)]
pub struct Stdio {
    out: RefCell<Vec<u8>>,
    is_hooked: Cell<bool>,
}

/// Above this much the text is written at once.
const JOINED_BYTES_MAX: usize = 64 * 1024;

impl StdioOps for Stdio {
    fn write_out<'cx>(&self, cx: Context<'cx>, text: Value<'cx>) -> Result<(), Thrown<'cx>> {
        if !self.is_hooked.replace(true) {
            Realm::current().at_turn_end(flush_turn);
        }
        let length = {
            let mut out = self.out.borrow_mut();
            append(cx, text, &mut out)?;
            out.len()
        };
        if length > JOINED_BYTES_MAX { Ok(self.flush()?) } else { Ok(()) }
    }

    fn write_error<'cx>(&self, cx: Context<'cx>, text: Value<'cx>) -> Result<(), Thrown<'cx>> {
        // An error of standard output must not swallow the text for standard error.
        let flushed = self.flush();
        let mut bytes = Vec::new();
        append(cx, text, &mut bytes)?;
        if !Realm::current().write_redirected(2, &bytes) {
            write_all(rustix::stdio::stderr(), &bytes)?;
        }
        Ok(flushed?)
    }

    fn write_bytes(&self, fd: i32, bytes: &[u8]) -> Result<(), OpError> {
        self.flush()?;
        if (fd == 1 || fd == 2) && Realm::current().write_redirected(fd, bytes) {
            return Ok(());
        }
        write_all(descriptor(fd)?, bytes)
    }

    fn flush(&self) -> Result<(), OpError> {
        let waiting = std::mem::take(&mut *self.out.borrow_mut());
        if waiting.is_empty() {
            return Ok(());
        }
        let outcome = if Realm::current().write_redirected(1, &waiting) { Ok(()) } else { write_all(rustix::stdio::stdout(), &waiting) };
        let mut emptied = waiting;
        emptied.clear();
        let mut out = self.out.borrow_mut();
        if out.is_empty() && emptied.capacity() <= 2 * JOINED_BYTES_MAX {
            *out = emptied;
        }
        outcome
    }

    fn set_raw_mode(&self, fd: i32, is_raw: bool) -> Result<(), OpError> {
        raw_mode::set(descriptor(fd)?, is_raw).map_err(|error| OpError::system(&error.into(), "tcsetattr"))
    }

    fn kind_of(&self, fd: i32) -> Result<u8, OpError> {
        const PIPE: u8 = 3;
        if Realm::current().is_output_redirected() {
            return Ok(PIPE);
        }
        let Ok(descriptor) = descriptor(fd) else { return Ok(0) };
        if rustix::termios::isatty(descriptor) {
            return Ok(2);
        }
        let Ok(status) = fstat(descriptor) else { return Ok(0) };
        Ok(match FileType::from_raw_mode(status.st_mode) {
            FileType::RegularFile => 1,
            FileType::Fifo => 3,
            FileType::Socket => 4,
            FileType::CharacterDevice | FileType::BlockDevice => 5,
            _ => 0,
        })
    }

    fn columns(&self, fd: i32) -> Result<f64, OpError> {
        Ok(window(fd).map_or(0.0, |size| f64::from(size.ws_col)))
    }

    fn rows(&self, fd: i32) -> Result<f64, OpError> {
        Ok(window(fd).map_or(0.0, |size| f64::from(size.ws_row)))
    }
}

/// Writes what waits on this thread; for whoever ends the process or starts a child.
pub fn flush_turn(_realm: &Rc<Realm>) {
    // A closed standard output ends nothing here: the next write reports it.
    let _ = generated::stdio_ops::state().flush();
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

fn append<'cx>(cx: Context<'cx>, text: Value<'cx>, out: &mut Vec<u8>) -> Result<(), Value<'cx>> {
    let target = RefCell::new(out);
    text.with_characters(
        cx,
        |latin1| {
            if latin1.is_ascii() {
                target.borrow_mut().extend_from_slice(latin1);
            } else {
                target.borrow_mut().extend(latin1.iter().map(|&byte| char::from(byte)).collect::<String>().into_bytes());
            }
        },
        |utf16| target.borrow_mut().extend(String::from_utf16_lossy(utf16).into_bytes()),
    )
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

/// Someone made the descriptor non-blocking (a shell's terminal, a pipe shared with a child): wait for room.
fn wait_until_writable(descriptor: BorrowedFd<'_>) {
    let mut fds = [rustix::event::PollFd::from_borrowed_fd(descriptor, rustix::event::PollFlags::OUT)];
    // An interrupted wait only means that the write is tried again.
    let _ = rustix::event::poll(&mut fds, None);
}
