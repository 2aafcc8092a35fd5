//! The events of a session, in the order in which they happened.

/// The kinds of an [`Event`], which define its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum EventKind {
    /// A complete header block: stream, category (`NGHTTP2_HCAT_*`), flags of the frame, count of fields, count of
    /// sensitive names. Names, values and sensitive names are in the text, each ended by NUL.
    Headers,
    /// Bytes of a message: stream, start and end of the bytes in the received input.
    Data,
    /// The peer's side of a stream has ended: stream.
    End,
    /// A stream is closed: stream, code, 1 when the peer has reset it.
    Close,
    /// A SETTINGS frame: 1 when it is an acknowledgement. Its entries, number and value with four bytes each, are in the
    /// text as hexadecimal digits.
    Settings,
    /// A PING frame: 1 when it is an acknowledgement, its eight bytes as two words.
    Ping,
    /// A GOAWAY frame: code, last stream. Its data is in the text as hexadecimal digits, ended by NUL.
    GoAway,
    /// An ALTSVC frame: stream. Origin and value are in the text as hexadecimal digits.
    AltSvc,
    /// An ORIGIN frame: count of origins, which are in the text as hexadecimal digits.
    Origin,
    /// The peer violated the protocol: code of nghttp2.
    Error,
    /// A frame could not be sent: stream, type of the frame, code of nghttp2.
    FrameError,
    /// A write is completely in the result of `send`: stream.
    Written,
    /// All data is sent and trailers may follow: stream.
    WantTrailers,
    /// A PRIORITY frame: stream, parent, weight, 1 when exclusive.
    Priority,
}

/// One event. Words that its kind does not define are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    pub kind: EventKind,
    pub words: [i32; 5],
}

impl Event {
    /// Makes an event from the words that its kind defines.
    pub(crate) fn new<const COUNT: usize>(kind: EventKind, named: [i32; COUNT]) -> Self {
        let mut words = [0; 5];
        words[..COUNT].copy_from_slice(&named);
        Self { kind, words }
    }
}
