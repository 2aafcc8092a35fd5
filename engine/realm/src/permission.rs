//! The permissions that native functions need, as their contracts declare them (`@permission`). Generated glue asks here
//! before it calls an implementation. Without a policy everything is allowed, at the cost of one branch; a policy belongs
//! to a realm, and a worker starts with that of its parent or with a narrower one.
//!
//! The rules are in `base/permissions`. Start reading at [`permit`], then `enforce.rs`.

mod brokered;
mod checked;
mod enforce;
mod policy;
mod program;
mod subjects;

pub use brio_permissions::Kind;
pub use brio_permissions::record as record_address;
pub use checked::{
    Place, checked, locate, open, open_resolving, path_of, place, place_of_canonical, read, take_refusal,
};
pub(crate) use checked::{set, take};
pub use enforce::{Refusal, check, check_address, check_host, check_host_and_port, confirm, confirm_address, decide};
pub use policy::{Home, Model, Policy, change, current, install, is_active, set_next_child, take_for_child};
pub use program::{
    add_to_program, first_of_program, is_unchanged, note_loaded, open_module, read_for_message, read_setting,
    read_without_links,
};

use brio_jsc::{Context, Value};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// What a function is about to do.
#[derive(Clone, Copy, Debug)]
pub enum Permission<'a> {
    /// Reads a file or its metadata.
    Read(Subject<'a>),
    /// As `Read`, by an implementation that opens the path by [`open`] or [`locate`].
    ReadOpened(Subject<'a>),
    /// Resolves the links of a path, and reads nothing else.
    Locate(Subject<'a>),
    /// Changes a file or its metadata.
    Write(Subject<'a>),
    /// Reads what a name in a folder stands for: a link is not followed.
    ReadEntry(Subject<'a>),
    /// As `ReadEntry`, by an implementation that opens the path by [`locate`].
    ReadOpenedEntry(Subject<'a>),
    /// Makes or removes a name in a folder: a link is not followed.
    WriteEntry(Subject<'a>),
    /// Makes a folder whose name begins so.
    Temporary(Subject<'a>),
    /// Reads a name and all below it.
    ReadTree(Subject<'a>),
    /// Removes or moves a name and all below it.
    WriteTree(Subject<'a>),
    /// Opens a file as the flags of the system say.
    Open(Subject<'a>, i32),
    /// Creates a symbolic link; the name of the function, for the error.
    LinkTarget(Subject<'a>),
    /// Changes the owner, mode or times of an open file; the name of the function, for the error, and the descriptor.
    Metadata(Subject<'a>, i32),
    /// Makes a hard link of that name.
    LinkName(Subject<'a>),
    /// Opens a database of SQLite: a path, or an address if the flags of `sqlite3_open_v2` say so.
    Database(Subject<'a>, i32),
    /// Queries these name servers, each with a port.
    Servers(&'a [String]),
    /// Loads a module from a file.
    Load(Subject<'a>),
    /// Connects to or listens on a host, at a port if one is given.
    Net(Subject<'a>, Option<u32>),
    /// Resolves the name of a host.
    Resolve(Subject<'a>),
    /// Connects to or listens on a socket in the file system.
    Unix(Subject<'a>),
    /// Reads or changes a variable of the environment.
    Env(Subject<'a>),
    /// Starts a program with these variables (`NAME=value`), in a folder.
    Run(Subject<'a>, &'a [String], Option<&'a Path>),
    /// Sends a signal to a process.
    Signal(i32),
    /// Reads a fact about the system, by Deno's name for it.
    Sys(Subject<'a>),
    /// Loads native code.
    Ffi(Subject<'a>),
    /// Starts a thread.
    Worker(Subject<'a>),
    /// Runs a program of WASI.
    Wasi(Subject<'a>),
    /// Uses the inspector.
    Inspector(Subject<'a>),
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

impl<'a> From<&'a Option<PathBuf>> for Subject<'a> {
    fn from(path: &'a Option<PathBuf>) -> Self {
        path.as_deref().map_or(Subject::Name(""), Subject::Path)
    }
}

/// Throws when the program may not do one of `permissions`.
///
/// # Errors
/// The value to throw.
#[inline(always)]
pub fn permit<'cx>(cx: Context<'cx>, permissions: &[Permission<'_>]) -> Result<(), Value<'cx>> {
    if !is_active() {
        return Ok(());
    }
    enforce::enforce(cx, permissions)
}
