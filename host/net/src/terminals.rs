//! Terminals: an open one gets a descriptor of its own for the loop; pseudo-terminals are created for children.

use crate::Net;
use crate::generated::net_ops::{Pair, StreamKind, TerminalWord};
use brio_realm::Realm;
use brio_realm::op::OpError;
use rustix::fd::{BorrowedFd, IntoRawFd, OwnedFd};
use rustix::fs::{Mode, OFlags, fstat, major, minor, open};
use rustix::io::{Errno, fcntl_dupfd_cloexec, ioctl_fionbio};
use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};
use rustix::termios::{
    ControlModes, InputModes, LocalModes, OptionalActions, OutputModes, Termios, Winsize, isatty, tcgetattr, tcsetattr,
    tcsetwinsize,
};

/// The device that creates a pseudo-terminal whenever it is opened.
const MULTIPLEXER: (u32, u32) = (5, 2);

impl Net {
    /// A handle with a descriptor of its own for the terminal at `fd`.
    pub(crate) fn open_terminal_at(&self, fd: i32) -> Result<u32, Errno> {
        let borrowed = brio_descriptor::borrow(fd)?;
        if !isatty(borrowed) {
            return Err(Errno::INVAL);
        }
        let descriptor = own_descriptor(borrowed, fd)?;
        self.adopt(&Realm::current(), descriptor, StreamKind::Terminal, false).map(|stream| stream.id)
    }

    /// A pseudo-terminal: a handle for its controlling side and the blocking descriptor of the other.
    pub(crate) fn make_terminal_pair(&self, columns: u16, rows: u16) -> Result<Pair, OpError> {
        let failed = |error: Errno| OpError::errno(error.raw_os_error(), "openpty");
        let (own, terminal) = open_pair(columns, rows).map_err(failed)?;
        let stream = self.adopt(&Realm::current(), own, StreamKind::Terminal, false).map_err(failed)?;
        Ok(Pair { handle: stream.id, fd: terminal.into_raw_fd() })
    }

    pub(crate) fn resize_terminal(&self, id: u32, columns: u16, rows: u16) -> Result<(), Errno> {
        self.on_terminal(id, |descriptor| tcsetwinsize(descriptor, size(columns, rows)))
    }

    /// A flag word of the terminal mode.
    pub(crate) fn terminal_word(&self, id: u32, which: TerminalWord) -> Result<u32, Errno> {
        let mode = self.on_terminal(id, |descriptor| tcgetattr(descriptor))?;
        Ok(match which {
            TerminalWord::Input => mode.input_modes.bits(),
            TerminalWord::Output => mode.output_modes.bits(),
            TerminalWord::Control => mode.control_modes.bits(),
            TerminalWord::Local => mode.local_modes.bits(),
        })
    }

    pub(crate) fn set_terminal_word(&self, id: u32, which: TerminalWord, flags: u32) -> Result<(), Errno> {
        self.change_mode(id, |mode| match which {
            TerminalWord::Input => mode.input_modes = InputModes::from_bits_retain(flags),
            TerminalWord::Output => mode.output_modes = OutputModes::from_bits_retain(flags),
            TerminalWord::Control => mode.control_modes = ControlModes::from_bits_retain(flags),
            TerminalWord::Local => mode.local_modes = LocalModes::from_bits_retain(flags),
        })
    }

    /// Sets raw mode, or the mode that the terminal had at first.
    pub(crate) fn set_raw(&self, id: u32, is_raw: bool) -> Result<(), Errno> {
        self.change_mode(id, |mode| {
            if is_raw {
                mode.make_raw();
            } else {
                mode.input_modes.insert(InputModes::BRKINT | InputModes::ICRNL | InputModes::IXON);
                mode.output_modes.insert(OutputModes::OPOST);
                mode.local_modes.insert(LocalModes::ECHO | LocalModes::ICANON | LocalModes::IEXTEN | LocalModes::ISIG);
            }
        })
    }

    fn change_mode(&self, id: u32, change: impl FnOnce(&mut Termios)) -> Result<(), Errno> {
        self.on_terminal(id, |descriptor| {
            let mut mode = tcgetattr(descriptor)?;
            change(&mut mode);
            tcsetattr(descriptor, OptionalActions::Now, &mode)
        })
    }

    fn on_terminal<R>(&self, id: u32, call: impl FnOnce(BorrowedFd<'_>) -> Result<R, Errno>) -> Result<R, Errno> {
        self.stream(id).and_then(|stream| stream.with_descriptor(call)).ok_or(Errno::BADF)?
    }
}

/// The terminal is reopened, since other processes share the descriptor and read it blocking. Where that is not
/// allowed, or would create a pseudo-terminal, the shared one becomes non-blocking, as in libuv.
fn own_descriptor(borrowed: BorrowedFd<'_>, fd: i32) -> Result<OwnedFd, Errno> {
    let device = fstat(borrowed)?.st_rdev;
    if (major(device), minor(device)) != MULTIPLEXER {
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC | OFlags::NONBLOCK;
        if let Ok(opened) = open(format!("/proc/self/fd/{fd}"), flags, Mode::empty()) {
            return Ok(opened);
        }
    }
    let copy = fcntl_dupfd_cloexec(borrowed, 0)?;
    ioctl_fionbio(&copy, true)?;
    Ok(copy)
}

fn open_pair(columns: u16, rows: u16) -> Result<(OwnedFd, OwnedFd), Errno> {
    let own = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
    grantpt(&own)?;
    unlockpt(&own)?;
    tcsetwinsize(&own, size(columns, rows))?;
    let terminal = ioctl_tiocgptpeer(&own, OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
    ioctl_fionbio(&own, true)?;
    Ok((own, terminal))
}

fn size(columns: u16, rows: u16) -> Winsize {
    Winsize { ws_col: columns, ws_row: rows, ws_xpixel: 0, ws_ypixel: 0 }
}
