//! The WebSocket protocol (RFC 6455) with permessage-deflate (RFC 7692): bytes in, messages out, and back.
//!
//! It does no I/O and has no time-outs. Both sides use it: a [`Role`] determines which bytes are masked. An invalid
//! frame is returned as a [`Violation`] with the code of the close frame to respond with.
//!
//! Start reading at [`Decoder`] and [`write_frame`].

mod decoder;
mod deflate;
mod frame;
mod handshake;

pub use decoder::{Decoder, Incoming, Role, Violation};
pub use deflate::{Compressor, Offer, negotiate};
pub use frame::{Opcode, write_close, write_frame};
pub use handshake::accept_key;
