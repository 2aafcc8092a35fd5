//! System calls of a confined process that wait for a reply of this one (seccomp's user notifications): how the
//! listening descriptor gets here, and what can be read about a call.

use crate::filter;
use crate::system::{self, CONTINUE, RawAnswer, RawRequest};
use std::fs::File;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

/// The longest path that the kernel accepts, with its final zero.
const PATH_BYTES_MAX: usize = 4096;

/// The pipes over which a child says which of its descriptors listens, and waits until its parent has a copy.
#[derive(Debug)]
pub struct Handshake {
    said: (PipeReader, Option<PipeWriter>),
    taken: (PipeReader, PipeWriter),
    program: Vec<seccompiler::sock_filter>,
}

impl Handshake {
    /// Makes the pipes and the filter for `calls`, by their numbers.
    pub fn new(calls: &[i64]) -> io::Result<Self> {
        let (reader, writer) = io::pipe()?;
        Ok(Self { said: (reader, Some(writer)), taken: io::pipe()?, program: filter::listening(calls)? })
    }

    /// In the child: installs the filter and waits until the parent listens. Allocates nothing. The descriptor is closed
    /// then, because a process that has it could reply to its own calls.
    pub fn announce(&self) -> io::Result<()> {
        let descriptor = system::install_listener(&self.program)?;
        let mut said = [0; 8];
        said[..4].copy_from_slice(&std::process::id().to_ne_bytes());
        said[4..].copy_from_slice(&descriptor.to_ne_bytes());
        let writer = self.said.1.as_ref().ok_or(io::ErrorKind::BrokenPipe)?;
        { writer }.write_all(&said)?;
        (&self.taken.0).read_exact(&mut [0])?;
        system::close(descriptor);
        Ok(())
    }

    /// In a parent that has this value alone: closes its copy of the child's end, so that `accept` notices a child that
    /// fails before it announces.
    pub fn close_child_end(&mut self) {
        self.said.1 = None;
    }

    /// In the parent: makes a copy of the child's descriptor, and lets the child continue. None: the child failed before.
    pub fn accept(&self) -> io::Result<Option<Listener>> {
        let mut bytes = [0; 8];
        if (&self.said.0).read_exact(&mut bytes).is_err() {
            return Ok(None);
        }
        let number = |at: usize| u32::from_ne_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let descriptor = system::descriptor_of(number(0), number(4) as i32)?;
        (&self.taken.1).write_all(&[1])?;
        Ok(Some(Listener(descriptor)))
    }
}

/// The descriptor through which calls are received and replied to.
#[derive(Debug)]
pub struct Listener(OwnedFd);

impl AsFd for Listener {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

/// What becomes of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It runs as if there were no filter. Its arguments in memory may have changed since they were looked at.
    Continue,
    /// It was done already.
    Done,
    /// The number of an error.
    Refused(i32),
}

impl Listener {
    /// The next call. None: its thread has ended meanwhile.
    pub fn receive(&self) -> io::Result<Option<Request>> {
        match system::receive(self.0.as_fd()) {
            Ok(raw) => Ok(Some(Request(raw))),
            Err(error) if matches!(error.raw_os_error(), Some(libc::ENOENT | libc::EINTR)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Replies to a call.
    pub fn answer(&self, request: &Request, answer: Answer) {
        let mut raw = RawAnswer { id: request.0.id, ..RawAnswer::default() };
        match answer {
            Answer::Continue => raw.flags = CONTINUE,
            Answer::Done => {}
            Answer::Refused(errno) => raw.error = -errno,
        }
        // A thread that has ended needs no reply.
        let _ = system::answer(self.0.as_fd(), &raw);
    }

    /// Whether the thread still waits for the reply: what was read of its memory is its own.
    pub fn is_waiting(&self, request: &Request) -> bool {
        system::is_waiting(self.0.as_fd(), request.0.id)
    }
}

/// A call that waits.
#[derive(Clone, Copy, Debug)]
pub struct Request(RawRequest);

impl Request {
    /// The number of the system call.
    pub fn call(&self) -> i64 {
        self.0.number.into()
    }

    pub fn argument(&self, index: usize) -> u64 {
        self.0.arguments[index]
    }

    /// A folder of `/proc` of the thread.
    pub fn proc(&self, name: &str) -> PathBuf {
        PathBuf::from(format!("/proc/{}/{name}", self.0.thread))
    }

    /// Whether the thread acts on files as this user.
    pub fn is_of_user(&self, user: u32) -> io::Result<bool> {
        let status = std::fs::read_to_string(self.proc("status"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("Uid:"));
        // The last of the four is the one that counts for files.
        let own = line.and_then(|line| line.split_whitespace().nth(3)?.parse::<u32>().ok());
        Ok(own == Some(user))
    }

    /// A copy of a descriptor of the thread's process.
    pub fn descriptor(&self, index: usize) -> io::Result<OwnedFd> {
        let status = std::fs::read_to_string(self.proc("status"))?;
        let process = status.lines().find_map(|line| line.strip_prefix("Tgid:")?.trim().parse().ok());
        system::descriptor_of(process.ok_or(io::ErrorKind::NotFound)?, self.0.arguments[index] as i32)
    }

    /// Bytes of the thread's memory, as many as there are up to `count`.
    pub fn memory(&self, address: u64, count: usize) -> io::Result<Vec<u8>> {
        let memory = File::open(self.proc("mem"))?;
        let mut bytes = vec![0; count];
        let read = memory.read_at(&mut bytes, address)?;
        bytes.truncate(read);
        Ok(bytes)
    }

    /// The path at an address, absolute. `folder` is the argument with the descriptor that a relative one starts at; None
    /// for the working directory.
    pub fn path(&self, address: u64, folder: Option<usize>) -> io::Result<PathBuf> {
        use std::os::unix::ffi::OsStringExt;
        // A string near the end of what is mapped is shorter than the longest path.
        let page = PATH_BYTES_MAX - (address as usize % PATH_BYTES_MAX);
        let mut bytes = self.memory(address, page)?;
        if !bytes.contains(&0) {
            bytes.extend(self.memory(address + page as u64, PATH_BYTES_MAX - page).unwrap_or_default());
        }
        let length = bytes.iter().position(|byte| *byte == 0).ok_or(io::ErrorKind::InvalidInput)?;
        bytes.truncate(length);
        let path = PathBuf::from(std::ffi::OsString::from_vec(bytes));
        if path.is_absolute() {
            return Ok(path);
        }
        let start = match folder.map(|index| self.0.arguments[index] as i32) {
            Some(number) if number != libc::AT_FDCWD => self.proc(&format!("fd/{number}")),
            _ => self.proc("cwd"),
        };
        Ok(std::fs::read_link(start)?.join(path))
    }
}
