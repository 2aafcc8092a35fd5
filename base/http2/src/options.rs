//! How a session behaves.

/// Which end of the connection a session is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Server,
    Client,
}

/// How many bytes of padding frames get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Padding {
    None,
    /// The frame's length becomes a multiple of eight.
    Aligned,
    /// As much as the frame may hold.
    Max,
}

/// Options of a session; `Default` gives Node's defaults. None leaves the choice to nghttp2.
#[derive(Clone, Debug)]
pub struct Options {
    /// Bytes of the table that compresses own header fields.
    pub deflate_table_bytes_max: Option<usize>,
    pub reserved_remote_streams_max: Option<u32>,
    /// Bytes of a header block that is sent.
    pub send_header_block_bytes_max: Option<usize>,
    /// Streams that the peer is taken to allow before it says.
    pub peer_concurrent_streams_max: u32,
    pub padding: Padding,
    /// Fields of one header block.
    pub header_pairs_max: u32,
    /// Bytes that queued data, header fields and streams may take.
    pub memory_bytes_max: usize,
    /// Entries of one SETTINGS frame.
    pub settings_entries_max: Option<usize>,
    /// Resets by the peer: how many at once, and how many more per second.
    pub stream_reset_burst: Option<u64>,
    pub stream_reset_rate: Option<u64>,
    /// Refuses field values that begin or end with white space (RFC 9113 §8.2.1).
    pub refuses_outer_white_space: bool,
    /// Frames that break a rule, before the session fails.
    pub invalid_frames_max: u32,
    /// Streams in a row that are refused, before the session fails.
    pub rejected_streams_max: u32,
    /// Takes times for statistics.
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
