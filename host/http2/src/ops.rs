//! The functions of `native:http2`.

use crate::generated::http2_ops::{
    Http2Ops, Http2Options, Http2Padding, Http2Role, Http2Side, SessionState, SessionStatistics, Settings, StreamState,
    StreamStatistics, http2_message_flags,
};
use crate::{Http2, wants};
use brio_http2::{Options, Padding, Role, Session, error_text, library_version};
use brio_realm::jsc::{Context, TypedArrayKind, Value};
use brio_realm::op::{OpError, Text, Thrown};
use std::time::Instant;

impl Http2Ops for Http2 {
    fn record<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(cx.shared_view(TypedArrayKind::Int32, self.record)?)
    }

    fn create(&self, role: Http2Role, options: Http2Options) -> Result<u32, OpError> {
        let role = match role {
            Http2Role::Server => Role::Server,
            Http2Role::Client => Role::Client,
        };
        Ok(self.keep(Session::new(role, &options_of(&options))))
    }

    fn free(&self, session: u32) -> Result<(), OpError> {
        self.release(session);
        Ok(())
    }

    fn receive<'cx>(&self, cx: Context<'cx>, session: u32, bytes: &[u8]) -> Result<Value<'cx>, Thrown<'cx>> {
        let slot = self.slot(session)?;
        let outcome = slot.session.receive(bytes);
        Ok(self.report(cx, &slot, outcome.min(0)))
    }

    fn send(&self, session: u32) -> Result<Option<Vec<u8>>, OpError> {
        let slot = self.slot(session)?;
        let (bytes, outcome) = slot.session.send();
        self.report_without_text(&slot, outcome);
        Ok((!bytes.is_empty()).then_some(bytes))
    }

    fn more_events(&self, session: u32) -> Result<(), OpError> {
        self.report_waiting(&*self.slot(session)?);
        Ok(())
    }

    fn wants(&self, session: u32) -> Result<u8, OpError> {
        Ok(wants(&self.slot(session)?.session))
    }

    fn request(&self, session: u32, headers: &str, count: u32, flags: u8) -> Result<i32, OpError> {
        Ok(self.slot(session)?.session.request(
            headers,
            count as usize,
            flags & http2_message_flags::NO_BODY == 0,
            flags & http2_message_flags::TRAILERS != 0,
        ))
    }

    fn respond(&self, session: u32, stream: i32, headers: &str, count: u32, flags: u8) -> Result<i32, OpError> {
        Ok(self.slot(session)?.session.respond(
            stream,
            headers,
            count as usize,
            flags & http2_message_flags::NO_BODY == 0,
            flags & http2_message_flags::TRAILERS != 0,
        ))
    }

    fn inform(&self, session: u32, stream: i32, headers: &str, count: u32) -> Result<i32, OpError> {
        Ok(self.slot(session)?.session.inform(stream, headers, count as usize))
    }

    fn send_trailers(&self, session: u32, stream: i32, headers: &str, count: u32) -> Result<i32, OpError> {
        Ok(self.slot(session)?.session.send_trailers(stream, headers, count as usize))
    }

    fn push(&self, session: u32, stream: i32, headers: &str, count: u32, flags: u8) -> Result<i32, OpError> {
        Ok(self.slot(session)?.session.push(stream, headers, count as usize, flags & http2_message_flags::NO_BODY == 0))
    }

    fn write(&self, session: u32, stream: i32, bytes: &[u8]) -> Result<i32, OpError> {
        Ok(queue(&self.slot(session)?.session, stream, bytes.to_vec()))
    }

    fn write_text(&self, session: u32, stream: i32, text: &str) -> Result<i32, OpError> {
        Ok(queue(&self.slot(session)?.session, stream, text.as_bytes().to_vec()))
    }

    fn write_many<'cx>(
        &self,
        cx: Context<'cx>,
        session: u32,
        stream: i32,
        chunks: Value<'cx>,
    ) -> Result<i32, Thrown<'cx>> {
        let slot = self.slot(session)?;
        let count = chunks.get(cx, "length")?.as_int32().unwrap_or(0) as u32;
        let mut joined = Vec::new();
        for index in 0..count {
            joined.extend_from_slice(chunks.get_index(cx, index)?.bytes(cx).unwrap_or_default());
        }
        Ok(queue(&slot.session, stream, joined))
    }

    fn end_stream(&self, session: u32, stream: i32) -> Result<(), OpError> {
        self.slot(session)?.session.shut(stream);
        Ok(())
    }

    fn set_reading(&self, session: u32, stream: i32, reading: bool) -> Result<(), OpError> {
        self.slot(session)?.session.set_reading(stream, reading);
        Ok(())
    }

    fn reset(&self, session: u32, stream: i32, code: u32) -> Result<i32, OpError> {
        Ok(self.slot(session)?.session.reset(stream, code))
    }

    fn release_stream(&self, session: u32, stream: i32) -> Result<(), OpError> {
        self.slot(session)?.session.forget(stream);
        Ok(())
    }

    fn settings(&self, session: u32, entries: &[u8]) -> Result<i32, OpError> {
        let words: Vec<u32> = entries.as_chunks().0.iter().map(|bytes| u32::from_ne_bytes(*bytes)).collect();
        let pairs: Vec<(u16, u32)> = words.as_chunks::<2>().0.iter().map(|[id, value]| (*id as u16, *value)).collect();
        Ok(self.slot(session)?.session.settings(&pairs))
    }

    fn ping(&self, session: u32, payload: &[u8]) -> Result<i32, OpError> {
        let payload = payload
            .first_chunk::<8>()
            .ok_or_else(|| OpError::coded("ERR_HTTP2_PING_LENGTH", "HTTP2 ping payload must be 8 bytes"))?;
        Ok(self.slot(session)?.session.ping(*payload))
    }

    fn go_away(&self, session: u32, code: u32, last_stream: i32, data: Option<&[u8]>) -> Result<i32, OpError> {
        Ok(self.slot(session)?.session.go_away(code, last_stream, data.unwrap_or_default()))
    }

    fn announce_service(&self, session: u32, stream: i32, origin: &str, value: &str) -> Result<i32, OpError> {
        Ok(self.slot(session)?.session.announce_service(stream, origin, value))
    }

    fn announce_origins(&self, session: u32, origins: &str) -> Result<i32, OpError> {
        Ok(self.slot(session)?.session.announce_origins(origins))
    }

    fn terminate(&self, session: u32, code: u32) -> Result<i32, OpError> {
        Ok(self.slot(session)?.session.terminate(code))
    }

    fn set_next_stream_id(&self, session: u32, stream: i32) -> Result<i32, OpError> {
        Ok(self.slot(session)?.session.set_next_stream_id(stream))
    }

    fn set_local_window_size(&self, session: u32, bytes: i32) -> Result<i32, OpError> {
        Ok(self.slot(session)?.session.set_local_window_size(bytes))
    }

    fn settings_of(&self, session: u32, side: Http2Side) -> Result<Settings, OpError> {
        let slot = self.slot(session)?;
        let found = match side {
            Http2Side::Local => slot.session.local_settings(),
            Http2Side::Remote => slot.session.remote_settings(),
        };
        Ok(Settings {
            header_table_size: found.header_table_size,
            enable_push: found.enable_push,
            initial_window_size: found.initial_window_size,
            max_frame_size: found.max_frame_size,
            max_concurrent_streams: found.max_concurrent_streams,
            max_header_list_size: found.max_header_list_size,
            max_header_size: found.max_header_list_size,
            enable_connect_protocol: found.enable_connect_protocol,
        })
    }

    fn remote_custom_settings(&self, session: u32) -> Result<Vec<String>, OpError> {
        let settings = self.slot(session)?.session.remote_custom_settings();
        Ok(settings.iter().flat_map(|(id, value)| [id.to_string(), value.to_string()]).collect())
    }

    fn session_state(&self, session: u32) -> Result<SessionState, OpError> {
        let found = self.slot(session)?.session.state();
        Ok(SessionState {
            effective_local_window_size: found.effective_local_window_size,
            effective_recv_data_length: found.effective_received_bytes,
            next_stream_id: found.next_stream_id,
            local_window_size: found.local_window_size,
            last_proc_stream_id: found.last_processed_stream_id,
            remote_window_size: found.remote_window_size,
            outbound_queue_size: found.outbound_queue_length,
            deflate_dynamic_table_size: found.deflate_table_bytes,
            inflate_dynamic_table_size: found.inflate_table_bytes,
        })
    }

    fn stream_state(&self, session: u32, stream: i32) -> Result<StreamState, OpError> {
        let found = self.slot(session)?.session.stream_state(stream);
        Ok(StreamState {
            state: found.state,
            weight: found.weight,
            sum_dependency_weight: found.sum_dependency_weight,
            local_close: found.local_close,
            remote_close: found.remote_close,
            local_window_size: found.local_window_size,
        })
    }

    fn session_statistics(&self, session: u32) -> Result<SessionStatistics, OpError> {
        let found = self.slot(session)?.session.statistics();
        Ok(SessionStatistics {
            frames_received: found.frames_received,
            frames_sent: found.frames_sent,
            stream_count: found.stream_count,
            max_concurrent_streams: found.concurrent_streams_max,
        })
    }

    fn stream_statistics(&self, session: u32, stream: i32) -> Result<StreamStatistics, OpError> {
        let found = self.slot(session)?.session.stream_statistics(stream);
        let ago = |moment: Option<Instant>| moment.map_or(-1.0, |moment| moment.elapsed().as_secs_f64() * 1000.0);
        Ok(StreamStatistics {
            bytes_received: found.bytes_received as f64,
            bytes_sent: found.bytes_sent as f64,
            first_header_ago: ago(found.first_header),
            first_byte_ago: ago(found.first_byte),
            first_byte_sent_ago: ago(found.first_byte_sent),
        })
    }

    fn error_text(&self, code: i32) -> Result<Text, OpError> {
        Ok(error_text(code).into())
    }

    fn version(&self) -> Result<Text, OpError> {
        Ok(library_version().into())
    }
}

/// Returns how many bytes were queued; -1 when the stream accepts none.
fn queue(session: &Session, stream: i32, bytes: Vec<u8>) -> i32 {
    let count = i32::try_from(bytes.len()).unwrap_or(i32::MAX);
    if session.write(stream, bytes) { count } else { -1 }
}

/// The options of `create`; null and NaN mean the default.
fn options_of(options: &Http2Options) -> Options {
    let chosen = |value: Option<f64>| value.filter(|value| !value.is_nan());
    let defaults = Options::default();
    Options {
        deflate_table_bytes_max: chosen(options.deflate_table_bytes_max).map(|value| value as usize),
        reserved_remote_streams_max: chosen(options.reserved_remote_streams_max).map(|value| value as u32),
        send_header_block_bytes_max: chosen(options.send_header_block_bytes_max).map(|value| value as usize),
        peer_concurrent_streams_max: chosen(options.peer_concurrent_streams_max)
            .map_or(defaults.peer_concurrent_streams_max, |value| value as u32),
        padding: match chosen(options.padding) {
            Some(padding) if padding == f64::from(Http2Padding::Aligned as u8) => Padding::Aligned,
            Some(padding) if padding == f64::from(Http2Padding::Maximum as u8) => Padding::Max,
            _ => Padding::None,
        },
        header_pairs_max: chosen(options.header_pairs_max).map_or(defaults.header_pairs_max, |value| value as u32),
        memory_bytes_max: chosen(options.memory_bytes_max).map_or(defaults.memory_bytes_max, |value| value as usize),
        settings_entries_max: chosen(options.settings_entries_max).map(|value| value as usize),
        stream_reset_burst: chosen(options.stream_reset_burst).map(|value| value as u64),
        stream_reset_rate: chosen(options.stream_reset_rate).map(|value| value as u64),
        refuses_outer_white_space: !options.allows_outer_white_space,
        invalid_frames_max: chosen(options.invalid_frames_max)
            .map_or(defaults.invalid_frames_max, |value| value as u32),
        rejected_streams_max: chosen(options.rejected_streams_max)
            .map_or(defaults.rejected_streams_max, |value| value as u32),
        is_measured: options.is_measured,
    }
}
