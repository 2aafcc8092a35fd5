//! File descriptors that JavaScript holds as plain numbers: the one place that makes them usable from safe code.
//! Owning descriptors, and everything done with them, belongs to the host crates.
//!
//! A program may pass any number, also one that it closed before. That does not affect memory safety: the system
//! returns EBADF, or acts on another file that the process has open, exactly as it does for every other runtime.

use rustix::fd::{BorrowedFd, FromRawFd, OwnedFd, RawFd};
use rustix::io::Errno;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// Descriptors of the runtime that programs must not use: those of the permission broker and of the record of checks.
static PROTECTED: [AtomicI32; 2] = [const { AtomicI32::new(-1) }; 2];
static HAS_PROTECTED: AtomicBool = AtomicBool::new(false);

/// Withholds a descriptor, which stays open until the process ends, from programs: its number is as if it were not open.
pub fn protect(number: RawFd) {
    let is_free = |slot: &&AtomicI32| slot.compare_exchange(-1, number, Ordering::AcqRel, Ordering::Acquire).is_ok();
    let found = PROTECTED.iter().find(is_free);
    debug_assert!(found.is_some(), "there is a slot for each");
    HAS_PROTECTED.store(true, Ordering::Release);
}

#[inline(always)]
fn is_usable(number: RawFd) -> bool {
    number >= 0 && (!HAS_PROTECTED.load(Ordering::Relaxed) || !is_protected(number))
}

#[cold]
fn is_protected(number: RawFd) -> bool {
    PROTECTED.iter().any(|slot| slot.load(Ordering::Acquire) == number)
}

/// The descriptor `number`, for one system call. EBADF when it is negative; an unused number fails in the call.
///
/// # Errors
/// EBADF, also for a protected one.
pub fn borrow(number: RawFd) -> Result<BorrowedFd<'static>, Errno> {
    if !is_usable(number) {
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
    if !is_usable(number) {
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
