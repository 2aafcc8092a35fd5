//! HTTP/1.0 and HTTP/1.1 (RFC 9112): bytes in, bytes out.
//!
//! It parses the heads of requests and responses, decodes chunked bodies, and writes heads and chunks. It does no I/O,
//! holds no connection and has no time-outs. A parsed head is ranges of the caller's buffer, in a structure that is
//! reused, so a request costs no allocation.
//!
//! It is as strict as llhttp without leniency flags, which Node ships: bytes that two servers could interpret in
//! different ways are rejected. Errors have llhttp's codes and messages. Two things that llhttp accepts are rejected as
//! well: versions other than 1.0 and 1.1, and the protocols RTSP and ICE.
//!
//! Start reading at [`RequestParser`]; then [`ChunkedDecoder`] and [`write_response_head`]. [`MessageParser`] combines
//! heads and bodies for a caller with a single stream of bytes.

mod chunked;
mod date;
mod error;
mod fields;
mod framing;
mod message;
mod method;
mod request;
mod response;
mod scan;
mod status;
mod target;
mod write;

pub use chunked::{ChunkEvent, ChunkedDecoder};
pub use date::{DateCache, imf_fixdate};
pub use error::{Code, ParseError};
pub use fields::{Field, Lenience, Limits, Span};
pub use framing::{Body, Expect};
pub use message::{MessageEvent, MessageHead, MessageParser};
pub use method::Method;
pub use request::{Progress, RequestHead, RequestParser};
pub use response::{ResponseHead, ResponseParser};
pub use scan::{is_field_name, is_field_value};
pub use status::{STATUS_CODES, reason_phrase};
pub use write::{
    CONTINUE, Connection, Outgoing, ResponseFields, write_chunk, write_chunk_head, write_field, write_last_chunk,
    write_request_head, write_response_head, write_status_line,
};
