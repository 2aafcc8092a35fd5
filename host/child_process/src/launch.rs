//! Starts a program from the arguments of the ops: creates its pipes and arranges its descriptors.

use crate::generated::child_process_ops::{SpawnOptions, spawn_flags, stdio_source};
use brio_spawn::Program;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{Mode, OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use std::io;
use std::path::Path;

/// Descriptors that every program expects to be open.
const STANDARD_COUNT: usize = 3;

/// The arguments of `spawn`.
pub(crate) struct Launch<'a> {
    pub file: &'a Path,
    pub argv: &'a [String],
    pub environment: &'a [String],
    pub directory: Option<&'a Path>,
    pub options: SpawnOptions<'a>,
}

/// A started program.
pub(crate) struct Launched {
    pub pid: u32,
    /// The parent's end of each pipe; blocking.
    pub pipes: Vec<Option<OwnedFd>>,
}

impl Launch<'_> {
    /// Starts the program.
    pub fn start(&self) -> io::Result<Launched> {
        let SpawnOptions { uid, gid, stdio, flags } = &self.options;
        let words: Vec<i32> =
            stdio.chunks_exact(4).map(|word| i32::from_ne_bytes([word[0], word[1], word[2], word[3]])).collect();
        let null = if words.iter().take(STANDARD_COUNT).any(|&word| word == stdio_source::NOTHING) {
            Some(null_device()?)
        } else {
            None
        };
        let mut pipes = Vec::with_capacity(words.len());
        let mut ends = Vec::with_capacity(words.len());
        for &word in &words {
            let (ours, theirs) = if word == stdio_source::PIPE {
                pipe().map(|(ours, theirs)| (Some(ours), Some(theirs)))?
            } else {
                (None, None)
            };
            pipes.push(ours);
            ends.push(theirs);
        }
        let mut descriptors: Vec<Option<BorrowedFd<'_>>> = Vec::with_capacity(words.len());
        for (index, &word) in words.iter().enumerate() {
            descriptors.push(match word {
                stdio_source::PIPE => ends[index].as_ref().map(AsFd::as_fd),
                stdio_source::NOTHING if index < STANDARD_COUNT => null.as_ref().map(AsFd::as_fd),
                stdio_source::NOTHING => None,
                number => Some(inherited(number, index)?),
            });
        }
        let pid = brio_spawn::spawn(&Program {
            file: self.file,
            arguments: self.argv,
            environment: self.environment,
            directory: self.directory,
            user: uid.filter(|&uid| uid >= 0.0).map(|uid| uid as u32),
            group: gid.filter(|&gid| gid >= 0.0).map(|gid| gid as u32),
            is_detached: flags & spawn_flags::NEW_SESSION != 0,
            takes_terminal: flags & spawn_flags::CONTROLLING_TERMINAL != 0,
            descriptors: &descriptors,
        })?;
        Ok(Launched { pid, pipes })
    }
}

/// Programs do not expect their standard descriptors to be non-blocking.
fn inherited(number: i32, index: usize) -> Result<BorrowedFd<'static>, Errno> {
    let descriptor = brio_descriptor::borrow(number)?;
    let flags = fcntl_getfl(descriptor)?;
    if index < STANDARD_COUNT && flags.contains(OFlags::NONBLOCK) {
        fcntl_setfl(descriptor, flags - OFlags::NONBLOCK)?;
    }
    Ok(descriptor)
}

/// Sockets instead of pipes, as in Node: they carry both directions and descriptors.
fn pipe() -> Result<(OwnedFd, OwnedFd), Errno> {
    socketpair(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::CLOEXEC, None)
}

fn null_device() -> Result<OwnedFd, Errno> {
    rustix::fs::open("/dev/null", OFlags::RDWR | OFlags::CLOEXEC, Mode::empty())
}

/// Makes a descriptor non-blocking, for the loop.
pub(crate) fn make_nonblocking(descriptor: &OwnedFd) -> Result<(), Errno> {
    fcntl_setfl(descriptor, fcntl_getfl(descriptor)? | OFlags::NONBLOCK)
}
