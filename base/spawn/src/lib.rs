//! Starts a program as a child process, and reaps it. It makes no pipes and knows no JavaScript: that is
//! `host/child_process`.
//!
//! `posix_spawn` is used, because a `fork` of a process with the engine's threads and heap copies its page tables and
//! leaves the parent with a page fault for each page it writes next. Only another user or group, and a wall of the
//! program's own ([`confine`]), need the `fork` of the standard library: `posix_spawn` has neither. Start reading at
//! [`spawn`].

mod actions;
mod confine;
mod find;
mod fork_count;
mod inherited;
mod reap;
mod supervise;
mod title;

pub use confine::{Confined, confine, confinement};
pub use fork_count::fork_count;
pub use inherited::forget_inherited_signals;
pub use reap::{Ended, Usage, reap};
pub use supervise::{end_by_signal, supervise};
pub use title::{arguments, c_library_version, set_title};

use actions::{Attributes, FileActions};
use std::ffi::CString;
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::ptr;

/// The program to start, and its environment.
#[derive(Debug)]
pub struct Program<'a> {
    /// A path, or a name that is searched in the PATH of `environment`.
    pub file: &'a Path,
    /// The arguments, the name that the program sees first.
    pub arguments: &'a [String],
    /// `NAME=value` each.
    pub environment: &'a [String],
    /// The child's working directory; None leaves the parent's.
    pub directory: Option<&'a Path>,
    /// User and group to run as. Only the superuser may change them.
    pub user: Option<u32>,
    /// See `user`.
    pub group: Option<u32>,
    /// Whether the child leads a session of its own, so that it does not receive the terminal's signals.
    pub is_detached: bool,
    /// Whether the terminal at descriptor 0 becomes the controlling terminal of the child's session. Needs
    /// `is_detached`, and has no effect with another user or group.
    pub takes_terminal: bool,
    /// What becomes descriptor 0, 1, … of the child; None leaves the number closed, unless the parent's is inheritable.
    pub descriptors: &'a [Option<BorrowedFd<'a>>],
}

/// Starts `program` and returns its process number. All signals have their default action in the child.
///
/// # Errors
/// ENOENT and EACCES when the file or the directory does not exist or is not allowed, E2BIG, EAGAIN, EMFILE, EPERM for
/// a user that is not allowed, and EINVAL for a NUL inside of a string.
pub fn spawn(program: &Program<'_>) -> io::Result<u32> {
    let file = find::find(program.file, program.environment, program.directory)?;
    // Sources get numbers beyond the targets, so that no target overwrites a source that is used later.
    let count = program.descriptors.len() as i32;
    let mut moved = Vec::with_capacity(program.descriptors.len());
    for descriptor in program.descriptors {
        moved.push(match descriptor {
            Some(descriptor) => Some(rustix::io::fcntl_dupfd_cloexec(descriptor, count.max(3))?),
            None => None,
        });
    }
    let targets: Vec<(i32, i32)> = moved
        .iter()
        .enumerate()
        .filter_map(|(target, source)| source.as_ref().map(|source| (source.as_raw_fd(), target as i32)))
        .collect();
    let started = start(program, &file, program.arguments, &targets);
    match started {
        // A script without a first line that names its interpreter: the shell's, as in execvp.
        Err(error) if error.raw_os_error() == Some(libc::ENOEXEC) => {
            let mut arguments = vec!["/bin/sh".to_string(), file.to_string_lossy().into_owned()];
            arguments.extend(program.arguments.iter().skip(1).cloned());
            start(program, Path::new("/bin/sh"), &arguments, &targets)
        }
        started => started,
    }
}

fn start(program: &Program<'_>, file: &Path, arguments: &[String], targets: &[(i32, i32)]) -> io::Result<u32> {
    let confined = confinement(file, program.directory);
    if program.user.is_some() || program.group.is_some() || confined.is_some() {
        return fork(program, file, arguments, targets, confined);
    }
    let path = find::c_path(file)?;
    let arguments = c_strings(arguments)?;
    let environment = c_strings(program.environment)?;
    let argument_pointers = pointers(&arguments);
    let environment_pointers = pointers(&environment);
    let mut actions = FileActions::new()?;
    if let Some(directory) = program.directory {
        actions.change_directory(&find::c_path(directory)?)?;
    }
    for &(source, target) in targets {
        actions.duplicate(source, target)?;
    }
    if program.takes_terminal
        && let Some(Ok(terminal)) = targets
            .iter()
            .find(|(_, target)| *target == 0)
            .map(|(source, _)| std::fs::read_link(format!("/proc/self/fd/{source}")))
    {
        // The first terminal that a session without one opens becomes its own.
        actions.open(&find::c_path(&terminal)?, 0)?;
    }
    let attributes = Attributes::new(program.is_detached)?;
    let mut pid = 0;
    // SAFETY: all strings live until the end of this function, both lists end with a null pointer, and the actions and
    // attributes were initialized by their constructors.
    let outcome = unsafe {
        libc::posix_spawn(
            &mut pid,
            path.as_ptr(),
            actions.as_ptr(),
            attributes.as_ptr(),
            argument_pointers.as_ptr(),
            environment_pointers.as_ptr(),
        )
    };
    match outcome {
        0 => Ok(pid as u32),
        errno => Err(io::Error::from_raw_os_error(errno)),
    }
}

/// Starts the program as another user or group, or behind a wall, with the standard library.
fn fork(
    program: &Program<'_>,
    file: &Path,
    arguments: &[String],
    targets: &[(i32, i32)],
    confined: Option<&'static Confined>,
) -> io::Result<u32> {
    let mut command = Command::new(file);
    if let Some((first, rest)) = arguments.split_first() {
        command.arg0(first).args(rest);
    }
    command.env_clear();
    for entry in program.environment {
        if let Some((name, value)) = entry.split_once('=').filter(|(name, _)| !name.is_empty())
            && confined.is_none_or(|wall| (wall.keeps)(name))
        {
            command.env(name, value);
        }
    }
    if let Some(directory) = program.directory {
        command.current_dir(directory);
    }
    if let Some(user) = program.user {
        command.uid(user);
    }
    if let Some(group) = program.group {
        command.gid(group);
    }
    let targets = targets.to_vec();
    let is_detached = program.is_detached;
    let prepare = move || {
        // First: the numbers that follow may be those of the wall's own descriptors.
        if let Some(wall) = confined {
            (wall.enter)()?;
        }
        if is_detached {
            between::new_session()?;
        }
        targets.iter().try_for_each(|&(source, target)| between::duplicate(source, target))
    };
    // SAFETY: between fork and exec the closure only makes system calls that are safe in a signal handler, and it
    // allocates nothing: the list was made before.
    let command = unsafe { command.pre_exec(prepare) };
    // The child is waited for by its number, so the standard library's handle is dropped.
    Ok(command.spawn()?.id())
}

/// System calls that allocate nothing, for the time between fork and exec.
mod between {
    use std::io;

    pub fn new_session() -> io::Result<()> {
        // SAFETY: setsid takes no arguments and touches no memory.
        outcome(unsafe { libc::setsid() })
    }

    pub fn duplicate(source: i32, target: i32) -> io::Result<()> {
        // SAFETY: dup2 takes numbers, which the system checks.
        outcome(unsafe { libc::dup2(source, target) })
    }

    fn outcome(result: i32) -> io::Result<()> {
        if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
    }
}

fn c_strings(texts: &[String]) -> io::Result<Vec<CString>> {
    texts.iter().map(|text| CString::new(text.as_bytes()).map_err(|_| io::ErrorKind::InvalidInput.into())).collect()
}

/// Pointers to the strings, and the null pointer that ends the list.
fn pointers(texts: &[CString]) -> Vec<*mut libc::c_char> {
    texts.iter().map(|text| text.as_ptr().cast_mut()).chain([ptr::null_mut()]).collect()
}

#[cfg(test)]
#[path = "lib_tests.rs"]
mod tests;
