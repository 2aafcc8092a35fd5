//! Raw mode of terminals (POSIX.1-2017, chapter 11), with the bits that libuv sets.

use rustix::fd::BorrowedFd;
use rustix::io::Result;
use rustix::termios::{
    ControlModes, InputModes, LocalModes, OptionalActions, OutputModes, SpecialCodeIndex, Termios, tcgetattr, tcsetattr,
};
use std::collections::HashMap;
use std::os::fd::AsRawFd;
use std::sync::{LazyLock, Mutex};

/// The mode that each terminal had before the first change.
static ORIGINAL: LazyLock<Mutex<HashMap<i32, Termios>>> = LazyLock::new(Mutex::default);

/// Sets raw mode, or the mode from before the first change.
pub fn set(fd: BorrowedFd<'_>, is_raw: bool) -> Result<()> {
    let current = tcgetattr(fd)?;
    let mut originals = ORIGINAL.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if !is_raw {
        let Some(original) = originals.get(&fd.as_raw_fd()) else { return Ok(()) };
        return tcsetattr(fd, OptionalActions::Drain, original);
    }
    originals.entry(fd.as_raw_fd()).or_insert_with(|| current.clone());
    tcsetattr(fd, OptionalActions::Drain, &raw(current))
}

fn raw(mut mode: Termios) -> Termios {
    mode.input_modes
        .remove(InputModes::BRKINT | InputModes::ICRNL | InputModes::INPCK | InputModes::ISTRIP | InputModes::IXON);
    // Output retains its line-end translation.
    mode.output_modes.insert(OutputModes::ONLCR);
    mode.control_modes.insert(ControlModes::CS8);
    mode.local_modes.remove(LocalModes::ECHO | LocalModes::ICANON | LocalModes::IEXTEN | LocalModes::ISIG);
    mode.special_codes[SpecialCodeIndex::VMIN] = 1;
    mode.special_codes[SpecialCodeIndex::VTIME] = 0;
    mode
}
