//! The WebSocket protocol (RFC 6455) with permessage-deflate (RFC 7692): bytes in, messages out, and back.
//!
//! It does no I/O and knows no time-outs. Both ends use it: a [`Role`] says which bytes are masked. What breaks a rule
//! comes back as a [`Violation`] with the code of the close frame that answers it.
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
