//! How stream events (HTTP/2) change the request; `multiplexing.rs` notifies JavaScript.

use crate::decoding::Decoding;
use crate::exchange::{Demand, Exchange, HeadText};
use crate::pooled_connection::PooledConnection;
use crate::reading::READ_AHEAD_BYTES;
use brio_http_client::ClientError;
use std::ops::Range;

/// The head of a response arrived.
pub(crate) fn take_head(exchange: &mut Exchange, status: u16, fields: &[u8], now_ms: f64) -> Result<(), ClientError> {
    exchange.since_ms = now_ms;
    if exchange.decodes_body(status) {
        let mut parts = fields.split(|&byte| byte == b'\n');
        let pairs = std::iter::from_fn(|| Some((parts.next()?, parts.next()?)));
        let decoding = Decoding::of_pairs(pairs)?;
        exchange.set_decoding(decoding);
    }
    // HTTP/2 has no reason phrase.
    let mut text = Vec::with_capacity(fields.len() + 1);
    if !fields.is_empty() {
        text.push(b'\n');
        text.extend_from_slice(fields);
    }
    exchange.response = Some(HeadText { status_and_flags: u32::from(status), text });
    Ok(())
}

/// Bytes of a response arrived.
pub(crate) fn take_data(
    pooled: &mut PooledConnection,
    exchange: &mut Exchange,
    range: Range<usize>,
    now_ms: f64,
) -> Result<(), ClientError> {
    exchange.since_ms = now_ms;
    let Some(connection) = pooled.shared() else { return Ok(()) };
    let target = match &mut exchange.decoding {
        Some(decoding) => decoding.input(),
        None => &mut exchange.received,
    };
    target.extend_from_slice(connection.data(range));
    Ok(())
}

/// How many bytes may be buffered for the program.
pub(crate) fn bytes_wanted(exchange: &Exchange) -> usize {
    if exchange.demand == Demand::Whole { usize::MAX } else { READ_AHEAD_BYTES }
}

/// Decodes what arrived, as far as needed.
pub(crate) fn decode(exchange: &mut Exchange) -> Result<(), ClientError> {
    let wanted = bytes_wanted(exchange);
    if let Some(decoding) = &mut exchange.decoding {
        exchange.has_undecoded = decoding.run(&mut exchange.received, wanted)?;
        if exchange.is_received && !exchange.has_undecoded {
            decoding.check_end()?;
        }
    }
    Ok(())
}
