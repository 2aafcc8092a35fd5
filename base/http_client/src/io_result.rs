//! The results of reading and writing, at the level of a socket and of a connection.

/// The result of a read from a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Received {
    /// Bytes arrived. `is_all`: the system has no more at the moment.
    Bytes {
        /// Nothing is left.
        is_all: bool,
    },
    /// Nothing is available now.
    Nothing,
    /// The server will send no more.
    End,
}

/// The result of a read into the buffer of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filled {
    /// Bytes arrived, and there may be more.
    More,
    /// Bytes arrived, and there are no more at the moment.
    Drained,
    /// Nothing arrived.
    Blocked,
    /// The server will send no more.
    End,
}

/// The result of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flushed {
    /// Everything was passed to the system.
    All,
    /// The server has to read first (back-pressure).
    Blocked,
}
