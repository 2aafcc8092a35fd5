//! Counts and times of sessions and streams, for performance entries.

use std::time::Instant;

/// The traffic of a session.
#[derive(Clone, Copy, Debug, Default)]
pub struct SessionStatistics {
    pub frames_received: u32,
    pub frames_sent: u32,
    pub stream_count: u32,
    /// The maximum number of streams open at the same time.
    pub concurrent_streams_max: u32,
}

/// The traffic of a stream. Times are set when the session is measured.
#[derive(Clone, Copy, Debug, Default)]
pub struct StreamStatistics {
    pub bytes_received: u64,
    pub bytes_sent: u64,
    pub first_header: Option<Instant>,
    pub first_byte: Option<Instant>,
    pub first_byte_sent: Option<Instant>,
}
