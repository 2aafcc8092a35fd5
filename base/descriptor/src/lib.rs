//! File descriptors that JavaScript holds as plain numbers: the one place that makes them usable from safe code.
//! Owning descriptors, and everything done with them, belongs to the host crates.
//!
//! A program may pass any number, also one that it closed before. That does not affect memory safety: the system
//! returns EBADF, or acts on another file that the process has open, exactly as it does for every other runtime.

use rustix::fd::{BorrowedFd, FromRawFd, OwnedFd, RawFd};
use rustix::io::Errno;

/// The descriptor `number`, for one system call. EBADF when it is negative; an unused number fails in the call.
///
/// # Errors
/// EBADF.
pub fn borrow(number: RawFd) -> Result<BorrowedFd<'static>, Errno> {
    if number < 0 {
        return Err(Errno::BADF);
    }
    // SAFETY: not -1 by the check above. The value only goes to system calls, which check it themselves.
    Ok(unsafe { BorrowedFd::borrow_raw(number) })
}

/// Closes `number`. EINTR counts as success: Linux has closed the descriptor by then.
///
/// # Errors
/// EBADF when it is not open, EIO, ENOSPC and EDQUOT of delayed writes.
pub fn close(number: RawFd) -> Result<(), Errno> {
    if number < 0 {
        return Err(Errno::BADF);
    }
    // SAFETY: the JavaScript program owns the descriptor by the contract of `close`; no Rust value owns it, because
    // `open` transferred the number with `into_raw_fd`.
    match unsafe { rustix::io::try_close(number) } {
        Err(Errno::INTR) => Ok(()),
        outcome => outcome,
    }
}

/// Takes ownership of a descriptor that an op transferred with `into_raw_fd`; dropping the result closes it.
///
/// # Errors
/// EBADF when it is negative or not open.
pub fn take(number: RawFd) -> Result<OwnedFd, Errno> {
    rustix::io::fcntl_getfd(borrow(number)?)?;
    // SAFETY: open by the check above; JavaScript transfers what `open` returned and does not use the number again.
    Ok(unsafe { OwnedFd::from_raw_fd(number) })
}
