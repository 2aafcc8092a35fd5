//! The functions of `ops/http_server.ops.ts`, implemented by the other files.

use crate::connection::{Connection, Flow, HeadState, Phase};
use crate::generated::http_server_ops::{ContentType, Detached, HttpServerOps, Listening, ServerHandlers};
use crate::head::Head;
use crate::listening::describe;
use crate::output::Flushed;
use crate::secure::ServerTls;
use crate::url_string_cache::CachedString;
use crate::{HttpServer, ServerLimits};
use brio_http1::{Lenience, Limits, Method};
use brio_realm::Realm;
use brio_realm::jsc::{Context, TypedArrayKind, Value};
use brio_realm::op::{OpError, Text, Thrown};
use rustix::fd::{AsFd, AsRawFd, IntoRawFd};
use rustix::fs::{FileType, Mode, OFlags};
use rustix::io::Errno;
use rustix::io::fcntl_dupfd_cloexec;
use rustix::net::{getpeername, getsockname, sockopt};
use std::path::Path;
use std::rc::Rc;

impl HttpServerOps for HttpServer {
    fn listen(&self, address: &str, port: u16, backlog: i32, flags: u8) -> Result<Listening, OpError> {
        self.listen_address(address, port, backlog, flags)
    }

    fn listen_descriptor(&self, fd: i32) -> Result<Listening, OpError> {
        self.listen_on(fd)
    }

    fn open_without_socket(&self) -> Result<u32, OpError> {
        self.add_server(None, None)
    }

    fn adopt(&self, server: u32, fd: i32) -> Result<bool, OpError> {
        self.adopt_connection(server, fd)
    }

    fn descriptor_of(&self, server: u32) -> Result<i32, OpError> {
        Ok(self.server(server).and_then(|server| server.socket.borrow().as_ref().map(AsRawFd::as_raw_fd)).unwrap_or(-1))
    }

    fn listen_path(&self, path: &str, backlog: i32) -> Result<Listening, OpError> {
        self.listen_at_path(path, backlog)
    }

    fn set_tls(
        &self,
        server: u32,
        context: u32,
        requests_certificate: bool,
        requires_certificate: bool,
    ) -> Result<(), OpError> {
        let context = shared_context(context)?;
        if let Some(server) = self.server(server) {
            *server.tls.borrow_mut() =
                Some(Rc::new(ServerTls { context, named: Vec::new(), requests_certificate, requires_certificate }));
        }
        Ok(())
    }

    fn add_tls_name(&self, server: u32, name: &str, context: u32) -> Result<(), OpError> {
        let context = shared_context(context)?;
        let Some(server) = self.server(server) else { return Ok(()) };
        let mut tls = server.tls.borrow_mut();
        let Some(present) = &*tls else {
            return Err(OpError::coded("ERR_INVALID_STATE", "the server has no TLS context yet"));
        };
        let mut named = present.named.clone();
        named.push((name.to_string(), context));
        let (requests_certificate, requires_certificate) = (present.requests_certificate, present.requires_certificate);
        *tls = Some(Rc::new(ServerTls {
            context: present.context.clone(),
            named,
            requests_certificate,
            requires_certificate,
        }));
        Ok(())
    }

    fn set_handlers(&self, server: u32, handlers: ServerHandlers) -> Result<(), OpError> {
        let Some(server) = self.server(server) else { return Ok(()) };
        server.wants_urls.set(handlers.wants_urls);
        *server.handlers.borrow_mut() = Some(handlers);
        Ok(())
    }

    fn short_body<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(cx.shared_view(TypedArrayKind::Uint8, self.short_body)?)
    }

    fn configure(&self, server: u32, limits: crate::generated::http_server_ops::ServerLimits) -> Result<(), OpError> {
        if let Some(server) = self.server(server) {
            let head = Limits {
                head_bytes_max: limits.head_bytes_max as usize,
                field_count_max: limits.field_count_max as usize,
                lenience: Lenience::from_bits(limits.lenience),
                ..Limits::default()
            };
            server.limits.set(ServerLimits {
                head_timeout_ms: limits.head_timeout_ms,
                request_timeout_ms: limits.request_timeout_ms,
                idle_timeout_ms: limits.idle_timeout_ms,
                head,
                requests_max: limits.requests_max,
                connections_max: limits.connections_max,
            });
        }
        Ok(())
    }

    fn stop_listening(&self, server: u32, keeps_connections: bool) -> Result<(), OpError> {
        if let Some(server) = self.server(server) {
            server.keeps_connections.set(keeps_connections);
        }
        self.stop(server);
        self.close_idle(server)
    }

    fn close_idle(&self, server: u32) -> Result<(), OpError> {
        self.close_where(&Realm::current(), server, |connection| {
            connection.is_idle() && connection.head_state != HeadState::Started
        });
        Ok(())
    }

    fn close_all(&self, server: u32) -> Result<(), OpError> {
        self.close_where(&Realm::current(), server, |_| true);
        Ok(())
    }

    fn connection_count(&self, server: u32) -> Result<u32, OpError> {
        Ok(self.server(server).map_or(0, |server| server.connection_count.get()))
    }

    fn set_referenced(&self, server: u32, referenced: bool) -> Result<(), OpError> {
        if let Some(server) = self.server(server).filter(|server| server.is_listening())
            && server.is_referenced.replace(referenced) != referenced
        {
            let realm = Realm::current();
            if referenced { realm.retain() } else { realm.release() }
        }
        Ok(())
    }

    fn enforce_timeouts(&self) -> Result<(), OpError> {
        // Not inside the calling JavaScript: closing connections calls handlers.
        Realm::current().on_close(|realm| crate::generated::http_server_ops::state().enforce_limits(realm));
        Ok(())
    }

    fn target<'cx>(&self, cx: Context<'cx>, connection: u32, sequence: u32) -> Result<Value<'cx>, Thrown<'cx>> {
        let make = |head: &Head| {
            let text = cx.latin1_string(head.target());
            self.url_strings.note(cx, head, CachedString::Target, text);
            text
        };
        Ok(self.with_head(connection, sequence, make).unwrap_or(Value::null()))
    }

    fn plain_url<'cx>(&self, cx: Context<'cx>, connection: u32, sequence: u32) -> Result<Value<'cx>, Thrown<'cx>> {
        let is_secure =
            self.connection(connection).is_some_and(|connection| connection.borrow().output.secure.is_some());
        let text = self.with_encoded(|url| {
            let make = |head: &Head| {
                crate::plain_url::write(head, is_secure, &mut self.plain_host.borrow_mut(), url).then(|| {
                    let text = cx.latin1_string(url);
                    self.url_strings.note(cx, head, CachedString::Url { is_secure }, text);
                    text
                })
            };
            self.with_head(connection, sequence, make).flatten()
        });
        Ok(text.unwrap_or(Value::null()))
    }

    fn fields<'cx>(&self, cx: Context<'cx>, connection: u32, sequence: u32) -> Result<Value<'cx>, Thrown<'cx>> {
        let list = |head: &Head| {
            let texts: Vec<&[u8]> = head.fields().flat_map(|(name, value)| [name, value]).collect();
            cx.array_from(texts.into_iter().map(|bytes| Ok(cx.latin1_string(bytes))))
        };
        Ok(self.with_head(connection, sequence, list).unwrap_or(Ok(Value::null()))?)
    }

    fn field_text<'cx>(&self, cx: Context<'cx>, connection: u32, sequence: u32) -> Result<Value<'cx>, Thrown<'cx>> {
        let join = |head: &Head| {
            let mut text = Vec::new();
            for (name, value) in head.fields() {
                if !text.is_empty() {
                    text.push(b'\n');
                }
                text.extend_from_slice(name);
                text.push(b'\n');
                text.extend_from_slice(value);
            }
            cx.latin1_string(&text)
        };
        Ok(self.with_head(connection, sequence, join).unwrap_or(Value::null()))
    }

    fn field<'cx>(
        &self,
        cx: Context<'cx>,
        connection: u32,
        sequence: u32,
        name: Value<'cx>,
    ) -> Result<Value<'cx>, Thrown<'cx>> {
        let wanted =
            name.with_characters(cx, <[u8]>::to_vec, |units| units.iter().map(|&unit| unit as u8).collect())?;
        let find = |head: &Head| {
            let mut joined: Option<Vec<u8>> = None;
            for (_, value) in head.fields().filter(|(name, _)| name.eq_ignore_ascii_case(&wanted)) {
                match &mut joined {
                    None => joined = Some(value.to_vec()),
                    Some(joined) => {
                        joined.extend_from_slice(b", ");
                        joined.extend_from_slice(value);
                    }
                }
            }
            joined.map_or(Value::undefined(), |value| cx.latin1_string(&value))
        };
        Ok(self.with_head(connection, sequence, find).unwrap_or(Value::null()))
    }

    fn method_names(&self) -> Result<Vec<String>, OpError> {
        Ok(Method::ALL.iter().map(|method| method.as_str().to_string()).collect())
    }

    fn endpoints(&self, connection: u32) -> Result<Vec<String>, OpError> {
        let Some(connection) = self.connection(connection) else { return Ok(Vec::new()) };
        Ok(endpoints_of(&connection.borrow().socket))
    }

    fn set_half_open(&self, server: u32, allowed: bool) -> Result<(), OpError> {
        if let Some(server) = self.server(server) {
            server.allows_half_open.set(allowed);
        }
        Ok(())
    }

    fn read_ahead(&self, server: u32) -> Result<(), OpError> {
        if let Some(server) = self.server(server) {
            server.reads_ahead.set(true);
        }
        Ok(())
    }

    fn count_from_opening(&self, server: u32) -> Result<(), OpError> {
        if let Some(server) = self.server(server) {
            server.counts_from_opening.set(true);
        }
        Ok(())
    }

    fn set_no_delay(&self, connection: u32, enabled: bool) -> Result<(), OpError> {
        if let Some(connection) = self.connection(connection) {
            // A unix-domain socket has no such option; when the system refuses, only latency suffers.
            let _ = sockopt::set_tcp_nodelay(connection.borrow().socket.as_fd(), enabled);
        }
        Ok(())
    }

    fn watch_input(&self, connection: u32) -> Result<(), OpError> {
        if let Some(connection) = self.connection(connection) {
            connection.borrow_mut().wants_input = true;
        }
        Ok(())
    }

    fn set_keep_alive(&self, connection: u32, enabled: bool, delay_seconds: u32) -> Result<(), OpError> {
        let Some(connection) = self.connection(connection) else { return Ok(()) };
        let connection = connection.borrow();
        // The same: an option that the system refuses is not available.
        let _ = sockopt::set_socket_keepalive(connection.socket.as_fd(), enabled);
        if enabled && delay_seconds > 0 {
            let _ = sockopt::set_tcp_keepidle(
                connection.socket.as_fd(),
                std::time::Duration::from_secs(u64::from(delay_seconds)),
            );
        }
        Ok(())
    }

    fn start_body(&self, connection: u32, sequence: u32) -> Result<bool, OpError> {
        let Some(running) = self.running(connection, sequence) else { return Ok(false) };
        let mut running = running.borrow_mut();
        if running.flow == Flow::Waiting {
            running.flow = Flow::Flowing;
            self.resume_later(&Realm::current(), connection, &running);
        }
        Ok(true)
    }

    fn collect_body(&self, connection: u32, sequence: u32) -> Result<bool, OpError> {
        if let Some(running) = self.running(connection, sequence) {
            running.borrow_mut().collect();
        }
        self.start_body(connection, sequence)
    }

    fn pause_body(&self, connection: u32, sequence: u32) -> Result<(), OpError> {
        if let Some(running) = self.running(connection, sequence) {
            let mut running = running.borrow_mut();
            if running.flow == Flow::Flowing {
                running.flow = Flow::Waiting;
            }
        }
        Ok(())
    }

    fn trailers(&self, connection: u32, sequence: u32) -> Result<Vec<String>, OpError> {
        let Some(running) = self.running(connection, sequence) else { return Ok(Vec::new()) };
        let running = running.borrow();
        if !running.chunks.is_complete() {
            return Ok(Vec::new());
        }
        let (fields, bytes) = running.chunks.trailers();
        let text = |bytes: &[u8]| bytes.iter().map(|&byte| char::from(byte)).collect::<String>();
        Ok(fields.iter().flat_map(|field| [text(field.name.of(bytes)), text(field.value.of(bytes))]).collect())
    }

    fn respond<'cx>(
        &self,
        cx: Context<'cx>,
        connection: u32,
        sequence: u32,
        status: u16,
        type_: ContentType,
        body: Value<'cx>,
    ) -> Result<bool, Thrown<'cx>> {
        Ok(self.respond_complete(cx, connection, sequence, status, type_ as u8, body)?)
    }

    fn send<'cx>(
        &self,
        cx: Context<'cx>,
        connection: u32,
        sequence: u32,
        head: Value<'cx>,
        body: Value<'cx>,
        flags: u8,
    ) -> Result<f64, Thrown<'cx>> {
        Ok(self.send_part(cx, connection, sequence, head, body, flags)?)
    }

    fn send_idle<'cx>(
        &self,
        cx: Context<'cx>,
        connection: u32,
        body: Value<'cx>,
        flags: u8,
    ) -> Result<f64, Thrown<'cx>> {
        Ok(self.send_between(cx, connection, body, flags)?)
    }

    fn send_file<'cx>(
        &self,
        cx: Context<'cx>,
        connection: u32,
        sequence: u32,
        head: Value<'cx>,
        path: &Path,
        start: f64,
        end: f64,
        flags: u8,
    ) -> Result<bool, Thrown<'cx>> {
        let failed = |errno: rustix::io::Errno| OpError::system(&errno.into(), "open").with_path(path);
        let unsendable = || OpError::system(&Errno::INVAL.into(), "sendfile").with_path(path);
        // Opening a pipe waits for its writer, and closing it again would end that.
        if rustix::fs::stat(path).is_ok_and(|status| FileType::from_raw_mode(status.st_mode) == FileType::Fifo) {
            return Err(unsendable().into());
        }
        let reading = OFlags::RDONLY | OFlags::CLOEXEC;
        let file = brio_realm::permission::open(path, reading, Mode::empty()).map_err(failed)?;
        let status = rustix::fs::fstat(&file).map_err(failed)?;
        match FileType::from_raw_mode(status.st_mode) {
            FileType::RegularFile => {}
            FileType::Directory => return Err(OpError::system(&Errno::ISDIR.into(), "read").with_path(path).into()),
            _ => return Err(unsendable().into()),
        }
        let size = u64::try_from(status.st_size).unwrap_or(0);
        // Casts from f64 saturate: an end of Infinity is the end of the file.
        let (start, end) = ((start as u64).min(size), (end as u64).min(size));
        Ok(self.send_last_file(cx, connection, sequence, head, file, start, end.saturating_sub(start), flags)?)
    }

    fn send_file_part<'cx>(
        &self,
        cx: Context<'cx>,
        connection: u32,
        sequence: u32,
        head: Value<'cx>,
        fd: i32,
        position: f64,
        length: f64,
        flags: u8,
    ) -> Result<f64, Thrown<'cx>> {
        let failed = |errno: rustix::io::Errno| OpError::system(&errno.into(), "sendfile");
        // A duplicate: the program may close its own while the client still reads.
        let file = rustix::io::fcntl_dupfd_cloexec(brio_descriptor::borrow(fd).map_err(failed)?, 0).map_err(failed)?;
        Ok(self.send_file_between(cx, connection, sequence, head, file, position as u64, length as u64, flags)?)
    }

    fn upgrade(&self, connection: u32, sequence: u32) -> Result<bool, OpError> {
        let Some(running) = self.running(connection, sequence) else { return Ok(false) };
        let mut running = running.borrow_mut();
        running.phase = Phase::Raw;
        running.is_running = false;
        running.wants_input = false;
        running.flow = Flow::Waiting;
        Ok(true)
    }

    fn detach(&self, connection: u32, sequence: u32) -> Result<Option<Detached>, OpError> {
        let Some(running) = self.running(connection, sequence) else { return Ok(None) };
        let detached = {
            let running = &mut *running.borrow_mut();
            // TLS state cannot be handed over with the descriptor.
            if running.output.secure.is_some() || running.output.flush(running.socket.as_fd()) != Flushed::All {
                return Ok(None);
            }
            // The original is closed when the last code that uses the connection releases it.
            let copy = fcntl_dupfd_cloexec(running.socket.as_fd(), 0)
                .map_err(|error| OpError::errno(error.raw_os_error(), "dup"))?;
            running.is_running = false;
            running.wants_drain = false;
            running.phase = Phase::Closing;
            Detached { fd: copy.into_raw_fd(), rest: std::mem::take(&mut running.rest) }
        };
        self.close(&Realm::current(), connection);
        Ok(Some(detached))
    }

    fn accept_web_socket(
        &self,
        connection: u32,
        sequence: u32,
        extra: &str,
        flags: u8,
        message_bytes_max: u32,
        idle_timeout_ms: f64,
    ) -> Result<bool, OpError> {
        Ok(self.accept_socket(connection, sequence, extra, flags, message_bytes_max, idle_timeout_ms))
    }

    fn send_message<'cx>(
        &self,
        cx: Context<'cx>,
        connection: u32,
        data: Value<'cx>,
        kind: u8,
    ) -> Result<f64, Thrown<'cx>> {
        Ok(self.send_socket(cx, connection, data, kind)?)
    }

    fn close_web_socket(&self, connection: u32, code: u16, reason: &str, is_last: bool) -> Result<(), OpError> {
        self.close_socket(connection, code, reason, is_last);
        Ok(())
    }

    fn waiting_bytes(&self, connection: u32) -> Result<f64, OpError> {
        Ok(self.connection(connection).map_or(0.0, |connection| connection.borrow().output.waiting_bytes() as f64))
    }

    fn received_bytes(&self, connection: u32) -> Result<f64, OpError> {
        Ok(self.traffic(connection).0 as f64)
    }

    fn written_bytes(&self, connection: u32) -> Result<f64, OpError> {
        Ok(self.traffic(connection).1 as f64)
    }

    fn set_idle_limit(&self, connection: u32, idle_timeout_ms: f64) -> Result<(), OpError> {
        if let Some(found) = self.connection(connection) {
            found.borrow_mut().idle_timeout_ms = Some(idle_timeout_ms);
        }
        Ok(())
    }

    fn destroy(&self, connection: u32, sequence: u32, reset: bool) -> Result<(), OpError> {
        let Some(found) = self.connection(connection) else { return Ok(()) };
        let is_known = |found: &Connection| {
            found.request.sequence == sequence
                || found.pipeline.as_ref().is_some_and(|pipeline| pipeline.is_open(sequence))
        };
        if sequence != 0 && !is_known(&found.borrow()) {
            return Ok(());
        }
        let realm = Realm::current();
        if reset {
            // Without the option the close is an ordinary one.
            let _ = sockopt::set_socket_linger(found.borrow().socket.as_fd(), Some(std::time::Duration::ZERO));
        } else {
            let found = &mut *found.borrow_mut();
            let _ = found.output.flush(found.socket.as_fd());
        }
        self.close(&realm, connection);
        Ok(())
    }

    fn http_date(&self) -> Result<Text, OpError> {
        self.clock.set(Realm::current().now_ms());
        let mut line = Vec::new();
        self.write_date(&mut line);
        let text = line.strip_prefix(b"Date: ").and_then(|rest| rest.strip_suffix(b"\r\n")).unwrap_or(&line);
        Ok(Text::Latin1(text.to_vec()))
    }
}

/// Address, port and family of the remote endpoint, then of the local one.
pub(crate) fn endpoints_of(socket: &impl AsFd) -> Vec<String> {
    let remote = describe(
        getpeername(socket)
            .map(|address| address.unwrap_or_else(|| std::net::SocketAddr::from(([0, 0, 0, 0], 0)).into())),
    );
    remote.into_iter().chain(describe(getsockname(socket))).collect()
}

impl HttpServer {
    fn with_head<R>(&self, connection: u32, sequence: u32, read: impl FnOnce(&Head) -> R) -> Option<R> {
        if let Some(running) = self.connection(connection) {
            let running = running.borrow();
            if running.request.sequence == sequence && running.request.head.sequence == sequence {
                return Some(read(&running.request.head));
            }
            if let Some(head) = running.pipeline.as_ref().and_then(|pipeline| pipeline.head(sequence)) {
                return Some(read(head));
            }
        }
        let recent = self.recent_heads.borrow();
        recent.find(connection, sequence).map(read)
    }
}

fn shared_context(number: u32) -> Result<brio_tls::TlsContext, OpError> {
    brio_tls::shared_context(number).ok_or_else(|| OpError::coded("ERR_INVALID_STATE", "the TLS context is not shared"))
}
