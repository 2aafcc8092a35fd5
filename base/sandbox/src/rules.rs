//! The description of a wall: what stays allowed.

use std::path::PathBuf;

/// What a process may do. Everything that is not listed is refused.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// Files, and folders with all that is in them, that may be read.
    pub readable: Vec<PathBuf>,
    /// Files and folders that may be written: content, creation, renaming, removal. Reading is not included.
    pub writable: Vec<PathBuf>,
    /// Files and folders whose programs may be started.
    pub executable: Vec<PathBuf>,
    /// Devices whose `ioctl` commands may be used.
    pub devices: Vec<PathBuf>,
    pub network: Network,
    pub local_sockets: LocalSockets,
    pub processes: Processes,
    /// Whether the owner, mode, times and attributes of all files stay as they are.
    pub keeps_metadata: bool,
    /// Whether a supervisor makes the connections ([`crate::split`]), so that the kernel's own rules about ports and paths
    /// of sockets are not needed, and changes of metadata.
    pub is_supervised: bool,
}

/// The Internet protocols.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Network {
    /// No socket of any network.
    #[default]
    None,
    /// TCP to and on some ports; UDP all or not at all.
    Limited { connect: Ports, listen: Ports, has_datagrams: bool },
    /// TCP and UDP without limits; raw sockets are refused all the same.
    All,
}

/// Ports of TCP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ports {
    All,
    /// These; 0 among those to listen on means a free one.
    These(Vec<u16>),
}

/// Unix sockets. Pairs of connected sockets are always allowed: they lead nowhere else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LocalSockets {
    #[default]
    None,
    /// Streams whose connections and addresses a supervisor checks ([`crate::split`]).
    Supervised,
    /// All that the file system's permissions allow; those of the abstract name space only inside of the wall.
    All,
}

/// Other programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Processes {
    /// No process is started; threads are.
    #[default]
    None,
    /// Those in `Rules::executable`. They are behind the same wall.
    Listed,
    /// Those in `Rules::executable`, and programs that are in memory only, which the kernel cannot tell apart by a path.
    Any,
}
