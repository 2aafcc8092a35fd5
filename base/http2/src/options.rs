//! Options of a session.

/// The side of the connection that a session is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Server,
    Client,
}

/// The padding of frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Padding {
    None,
    /// The frame's length becomes a multiple of eight.
    Aligned,
    /// As much as fits the frame.
    Max,
}

/// Options of a session; `Default` has Node's defaults. None leaves the choice to nghttp2.
#[derive(Clone, Debug)]
pub struct Options {
    /// Size of the compression table for sent header fields.
    pub deflate_table_bytes_max: Option<usize>,
    pub reserved_remote_streams_max: Option<u32>,
    /// Size limit of a sent header block.
    pub send_header_block_bytes_max: Option<usize>,
    /// Streams that the peer is assumed to allow before its settings arrive.
    pub peer_concurrent_streams_max: u32,
    pub padding: Padding,
    /// Maximum number of fields in one header block.
    pub header_pairs_max: u32,
    /// Memory limit of queued data, header fields and streams.
    pub memory_bytes_max: usize,
    /// Maximum number of entries in one SETTINGS frame.
    pub settings_entries_max: Option<usize>,
    /// Resets by the peer: how many at once, and how many more per second.
    pub stream_reset_burst: Option<u64>,
    pub stream_reset_rate: Option<u64>,
    /// Refuses field values that begin or end with white space (RFC 9113 §8.2.1).
    pub refuses_outer_white_space: bool,
    /// Invalid frames before the session fails.
    pub invalid_frames_max: u32,
    /// Consecutively refused streams before the session fails.
    pub rejected_streams_max: u32,
    /// Measures times for statistics.
    pub is_measured: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            deflate_table_bytes_max: None,
            reserved_remote_streams_max: None,
            send_header_block_bytes_max: None,
            peer_concurrent_streams_max: 100,
            padding: Padding::None,
            header_pairs_max: 128,
            memory_bytes_max: 10_000_000,
            settings_entries_max: None,
            stream_reset_burst: None,
            stream_reset_rate: None,
            refuses_outer_white_space: true,
            invalid_frames_max: 1000,
            rejected_streams_max: 100,
            is_measured: false,
        }
    }
}
