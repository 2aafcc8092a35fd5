//! The permissions that native functions need, as their contracts declare them (`@permission`). Generated glue asks here
//! before it calls an implementation. Everything is allowed until permissions can be limited.

use brio_jsc::{Context, Value};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// What a function is about to do.
#[derive(Clone, Copy, Debug)]
pub enum Permission<'a> {
    /// Reads a file or its metadata.
    Read(Subject<'a>),
    /// Changes the file system.
    Write(Subject<'a>),
    /// Connects to, listens on or looks up a host, at a port if one is given.
    Net(Subject<'a>, Option<u32>),
    /// Reads or changes a variable of the environment.
    Env(Subject<'a>),
    /// Starts a program.
    Run(Subject<'a>),
    /// Reads a fact about the system, by Deno's name for it.
    Sys(Subject<'a>),
    /// Loads native code.
    Ffi(Subject<'a>),
}

/// What a permission is about.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'a> {
    /// All of its kind.
    Any,
    /// An empty name stands for no file and no host: nothing is to be checked.
    Name(&'a str),
    Path(&'a Path),
}

impl<'a> From<&'a String> for Subject<'a> {
    fn from(name: &'a String) -> Self {
        Subject::Name(name)
    }
}

impl<'a> From<&'a &'a str> for Subject<'a> {
    fn from(name: &'a &'a str) -> Self {
        Subject::Name(name)
    }
}

impl<'a> From<&'a PathBuf> for Subject<'a> {
    fn from(path: &'a PathBuf) -> Self {
        Subject::Path(path)
    }
}

/// The bytes of a path.
impl<'a> From<&'a &'a [u8]> for Subject<'a> {
    fn from(path: &'a &'a [u8]) -> Self {
        Subject::Path(Path::new(OsStr::from_bytes(path)))
    }
}

impl<'a> From<&'a Option<String>> for Subject<'a> {
    fn from(name: &'a Option<String>) -> Self {
        name.as_deref().map_or(Subject::Any, Subject::Name)
    }
}

/// Throws when the program may not do one of `permissions`.
///
/// # Errors
/// The value to throw; none as long as everything is allowed.
#[inline(always)]
pub fn permit<'cx>(_cx: Context<'cx>, _permissions: &[Permission<'_>]) -> Result<(), Value<'cx>> {
    Ok(())
}
