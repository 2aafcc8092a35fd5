//! The functions of `ops/fetch.ops.ts`, implemented by the other files.

use crate::Fetch;
use crate::exchange::{Demand, Exchange};
use crate::generated::fetch_ops::{ClientMessageKind, FetchHandlers, FetchOps, client_tls_flags, start_flags, state};
use crate::origin::{Origin, Pool, Route, Tunnel, TunnelKind};
use crate::pooled_connection::Stage;
use brio_http_client::{CANCEL, Protocol, SocksRequest, TlsOptions, TlsSettings};
use brio_realm::Realm;
use brio_realm::jsc::{Context, TextEncoding, Value, ValueKind};
use brio_realm::op::{OpError, Text, Thrown};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

impl FetchOps for Fetch {
    fn set_handlers(&self, handlers: FetchHandlers, head_bytes_max: u32) -> Result<(), OpError> {
        *self.handlers.borrow_mut() = Some(handlers);
        self.head_bytes_max.set(head_bytes_max as usize);
        self.hook_turn_end();
        Ok(())
    }

    fn tls_settings(
        &self,
        roots: &str,
        certificate: &str,
        key: &str,
        passphrase: &str,
        server_name: &str,
        flags: u8,
    ) -> Result<u32, OpError> {
        let options = TlsOptions {
            roots: roots.into(),
            adds_roots: flags & client_tls_flags::ADDS_ROOTS != 0,
            certificate: certificate.into(),
            key: key.into(),
            passphrase: passphrase.into(),
            server_name: server_name.to_string(),
            is_trusting: flags & client_tls_flags::TRUSTS_ANY != 0,
            protocols: protocols(flags),
        };
        let mut known = self.tls.borrow_mut();
        if let Some(index) = known.iter().position(|settings| *settings.options() == options) {
            return Ok(index as u32 + 1);
        }
        let settings =
            TlsSettings::new(options).map_err(|error| OpError::coded("", crate::failure::message(&error)))?;
        known.push(Rc::new(settings));
        Ok(known.len() as u32)
    }

    fn pool(&self, idle_max: f64, idle_timeout_ms: f64, local_address: &str) -> Result<u32, OpError> {
        let pool = Pool {
            // Infinity becomes the largest number.
            idle_max: idle_max as usize,
            idle_timeout_ms: (idle_timeout_ms >= 0.0).then_some(idle_timeout_ms),
            local_address: local_address.parse().ok(),
            is_closed: Cell::new(false),
        };
        let mut pools = self.pools.borrow_mut();
        pools.push(Rc::new(pool));
        Ok(pools.len() as u32)
    }

    fn close_pool(&self, pool: u32) -> Result<(), OpError> {
        self.pool_of(pool).is_closed.set(true);
        let realm = Realm::current();
        let origins: Vec<Rc<Origin>> =
            self.origins.borrow().iter().filter(|origin| origin.route.pool == pool).cloned().collect();
        origins.iter().for_each(|origin| self.close_idle_of(&realm, origin));
        Ok(())
    }

    fn origin(&self, host: &str, port: u16, unix_path: &str, tls: u32, pool: u32) -> Result<u32, OpError> {
        let unix_path = (!unix_path.is_empty()).then(|| unix_path.into());
        Ok(self.origin_of(Route {
            host: host.to_string(),
            port,
            unix_path,
            tunnel: None,
            tls: (tls > 0).then_some(tls),
            pool,
        }))
    }

    fn tunnel_origin(
        &self,
        host: &str,
        port: u16,
        peer_host: &str,
        peer_port: u16,
        head: &str,
        tls: u32,
        pool: u32,
    ) -> Result<u32, OpError> {
        let tunnel = Tunnel { peer_host: peer_host.to_string(), peer_port, kind: tunnel_kind(host, port, head) };
        Ok(self.origin_of(Route {
            host: host.to_string(),
            port,
            unix_path: None,
            tunnel: Some(tunnel),
            tls: (tls > 0).then_some(tls),
            pool,
        }))
    }

    fn start<'cx>(
        &self,
        cx: Context<'cx>,
        origin: u32,
        head: Value<'cx>,
        body: Value<'cx>,
        flags: u8,
    ) -> Result<u32, Thrown<'cx>> {
        let Some(origin) = self.origins.borrow().get(origin as usize).cloned() else {
            return Err(cx.type_error("no such origin").into());
        };
        let head = latin1(cx, head)?;
        let body = if body.is_nullish() { Vec::new() } else { utf8_or_bytes(cx, body)? };
        let realm = Realm::current();
        let id = self.next_exchange.get().wrapping_add(1).max(1);
        self.next_exchange.set(id);
        let mut exchange = Exchange::new(id, origin, head, body, realm.now_ms());
        exchange.is_head_request = flags & start_flags::HEAD != 0;
        exchange.is_repeatable = flags & start_flags::REPEATABLE != 0;
        exchange.is_streamed = flags & start_flags::STREAMED != 0;
        exchange.is_chunked = flags & start_flags::CHUNKED != 0;
        exchange.is_last_of_connection = flags & start_flags::LAST != 0;
        exchange.decodes = flags & start_flags::DECODE != 0;
        exchange.requires_ends = flags & start_flags::WHOLE != 0;
        exchange.wants_sent = flags & start_flags::OBSERVED != 0;
        exchange.set_active(&realm, true);
        let exchange = Rc::new(RefCell::new(exchange));
        self.exchanges.borrow_mut().insert(id, exchange.clone());
        self.dispatch(&realm, &exchange);
        Ok(id)
    }

    fn write(&self, request: u32, bytes: &[u8]) -> Result<f64, OpError> {
        let Some(exchange) = self.exchange(request) else { return Ok(-1.0) };
        let exchange = &mut *exchange.borrow_mut();
        let waiting = match exchange.connection.and_then(|id| Some((id, self.pooled(id)?))) {
            Some((id, pooled)) => {
                let pooled = &mut *pooled.borrow_mut();
                let waiting = match &mut pooled.stage {
                    Stage::Open(connection) => {
                        connection.push_body(bytes, exchange.is_chunked);
                        connection.waiting_bytes()
                    }
                    Stage::Shared(connection) => {
                        connection.push_body(exchange.stream, bytes);
                        connection.waiting_bytes(exchange.stream)
                    }
                    _ => return Ok(-1.0),
                };
                self.mark_dirty(id, pooled);
                waiting
            }
            None if exchange.is_over || exchange.is_received => return Ok(-1.0),
            None => {
                exchange.body.extend_from_slice(bytes);
                exchange.body.len()
            }
        };
        exchange.wants_sent = waiting > 0;
        Ok(waiting as f64)
    }

    fn finish(&self, request: u32) -> Result<(), OpError> {
        let Some(exchange) = self.exchange(request) else { return Ok(()) };
        let exchange = &mut *exchange.borrow_mut();
        exchange.is_finished = true;
        if let Some((id, pooled)) = exchange.connection.and_then(|id| Some((id, self.pooled(id)?))) {
            let pooled = &mut *pooled.borrow_mut();
            match &mut pooled.stage {
                Stage::Open(connection) => connection.end_request(exchange.is_chunked),
                Stage::Shared(connection) => connection.end_request(exchange.stream),
                _ => return Ok(()),
            }
            self.mark_dirty(id, pooled);
        }
        Ok(())
    }

    fn pull<'cx>(&self, cx: Context<'cx>, request: u32, is_whole: bool) -> Result<Value<'cx>, Thrown<'cx>> {
        let Some(found) = self.exchange(request) else { return Ok(Value::boolean(true)) };
        let (is_over, received, connection, is_stream) = {
            let exchange = &mut *found.borrow_mut();
            if exchange.has_failed {
                return Ok(Value::null());
            }
            let is_at_hand = exchange.is_over || (!is_whole && !exchange.received.is_empty());
            if !is_at_hand {
                exchange.demand = if is_whole { Demand::Whole } else { Demand::Next };
                exchange.since_ms = Realm::current().now_ms();
                exchange.set_active(&Realm::current(), true);
            }
            let is_stream = exchange.stream != 0 || exchange.is_received && !exchange.is_over;
            (
                exchange.is_over,
                is_at_hand.then(|| std::mem::take(&mut exchange.received)),
                exchange.connection,
                is_stream,
            )
        };
        if is_stream {
            Realm::current().on_close(move |realm| state().resume_stream(realm, request));
        } else if let Some(connection) = connection {
            // Reading may resume; not inside the calling JavaScript.
            Realm::current().on_close(move |realm| state().read_on_if(realm, connection, request));
        }
        let Some(received) = received else { return Ok(Value::null()) };
        if is_over {
            self.exchanges.borrow_mut().remove(&request);
        }
        Ok(if received.is_empty() { Value::boolean(true) } else { cx.uint8_array(received)? })
    }

    fn abort(&self, request: u32) -> Result<(), OpError> {
        self.forget(&Realm::current(), request);
        Ok(())
    }

    fn set_limits(&self, request: u32, head_timeout_ms: f64, body_timeout_ms: f64) -> Result<(), OpError> {
        if let Some(exchange) = self.exchange(request) {
            let mut exchange = exchange.borrow_mut();
            exchange.head_timeout_ms = head_timeout_ms;
            exchange.body_timeout_ms = body_timeout_ms;
        }
        Ok(())
    }

    fn start_web_socket(
        &self,
        request: u32,
        extensions: &str,
        message_bytes_max: u32,
        echoes_reason: bool,
    ) -> Result<bool, OpError> {
        Ok(self.start_socket(request, extensions, message_bytes_max, echoes_reason))
    }

    fn send_message<'cx>(
        &self,
        cx: Context<'cx>,
        request: u32,
        data: Value<'cx>,
        kind: ClientMessageKind,
    ) -> Result<f64, Thrown<'cx>> {
        let payload = utf8_or_bytes(cx, data)?;
        Ok(self.send_socket(request, &payload, kind))
    }

    fn close_web_socket(&self, request: u32, code: u16, reason: &str) -> Result<(), OpError> {
        self.close_socket(request, code, reason);
        Ok(())
    }

    fn accept_key(&self, key: &str) -> Result<Text, OpError> {
        Ok(brio_websocket::accept_key(key.as_bytes()).into())
    }

    fn connection_of(&self, request: u32) -> Result<Option<Text>, OpError> {
        let Some(exchange) = self.exchange(request) else { return Ok(None) };
        let Some(pooled) = exchange.borrow().connection.and_then(|id| self.pooled(id)) else { return Ok(None) };
        let pooled = pooled.borrow();
        let (addresses, count, version) = match &pooled.stage {
            Stage::Open(connection) => (connection.addresses(), connection.exchange_count(), "h1"),
            Stage::Shared(connection) => (connection.addresses(), connection.begun_count(), "h2"),
            _ => return Ok(None),
        };
        let is_new = u8::from(count == 1);
        Ok(addresses.map(|(local, remote)| {
            format!("{} {} {} {} {is_new} {version}", local.ip(), local.port(), remote.ip(), remote.port()).into()
        }))
    }

    fn close_idle(&self) -> Result<(), OpError> {
        let realm = Realm::current();
        let origins = self.origins.borrow().clone();
        origins.iter().for_each(|origin| self.close_idle_of(&realm, origin));
        Ok(())
    }
}

impl Fetch {
    fn origin_of(&self, route: Route) -> u32 {
        let mut origins = self.origins.borrow_mut();
        if let Some(known) = origins.iter().find(|origin| origin.route == route) {
            return known.id;
        }
        let tls = route.tls.and_then(|number| self.tls.borrow().get(number as usize - 1).cloned());
        let pool = self.pool_of(route.pool);
        let id = origins.len() as u32;
        origins.push(Rc::new(Origin::new(id, route, tls, pool)));
        id
    }

    /// The pool of a number; the default one for an unknown number.
    fn pool_of(&self, number: u32) -> Rc<Pool> {
        let pools = self.pools.borrow();
        let found = (number as usize).checked_sub(1).and_then(|index| pools.get(index));
        found.unwrap_or(&self.default_pool).clone()
    }

    fn close_idle_of(&self, realm: &Realm, origin: &Origin) {
        let idle = std::mem::take(&mut *origin.idle.borrow_mut());
        idle.into_iter().for_each(|id| self.drop_connection(realm, id));
        let shared =
            origin.shared.get().filter(|&id| self.pooled(id).is_some_and(|pooled| pooled.borrow().streams.is_empty()));
        if let Some(id) = shared {
            self.drop_connection(realm, id);
        }
    }

    /// Drops a request with its connection.
    pub(crate) fn forget(&self, realm: &Realm, request: u32) {
        let Some(exchange) = self.exchanges.borrow_mut().remove(&request) else { return };
        {
            let exchange = &mut *exchange.borrow_mut();
            exchange.set_active(realm, false);
            exchange.is_over = true;
        }
        self.detach(realm, &exchange);
    }

    /// Detaches a request from its connection before its end: a stream is reset, an unshared connection closed.
    pub(crate) fn detach(&self, realm: &Realm, exchange: &RefCell<Exchange>) {
        let (connection, stream) = {
            let exchange = &mut *exchange.borrow_mut();
            (exchange.connection.take(), std::mem::take(&mut exchange.stream))
        };
        match connection {
            Some(connection) if stream != 0 => self.leave_stream(connection, stream, Some(CANCEL)),
            Some(connection) => self.close_connection(realm, connection),
            None => {}
        }
    }

    pub(crate) fn read_on_if(&self, realm: &Rc<Realm>, connection: u32, request: u32) {
        if self.pooled(connection).is_some_and(|pooled| pooled.borrow().exchange == Some(request)) {
            self.read_on(realm, connection);
        }
    }
}

fn tunnel_kind(host: &str, port: u16, head: &str) -> TunnelKind {
    if head.is_empty() {
        return TunnelKind::None;
    }
    let mut parts = head.split('\0');
    if parts.next() != Some("socks5") {
        return TunnelKind::Http(head.into());
    }
    let credentials = parts.next().zip(parts.next()).map(|(name, password)| (name.to_string(), password.to_string()));
    TunnelKind::Socks(SocksRequest { host: host.to_string(), port, credentials })
}

fn protocols(flags: u8) -> Vec<Protocol> {
    if flags & client_tls_flags::ONLY_HTTP2 != 0 {
        vec![Protocol::Http2]
    } else if flags & client_tls_flags::PREFERS_HTTP2 != 0 {
        vec![Protocol::Http2, Protocol::Http1]
    } else if flags & client_tls_flags::OFFERS_HTTP2 != 0 {
        vec![Protocol::Http1, Protocol::Http2]
    } else {
        Vec::new()
    }
}

fn latin1<'cx>(cx: Context<'cx>, text: Value<'cx>) -> Result<Vec<u8>, Value<'cx>> {
    encoded(cx, text, TextEncoding::Latin1)
}

fn utf8_or_bytes<'cx>(cx: Context<'cx>, value: Value<'cx>) -> Result<Vec<u8>, Value<'cx>> {
    if value.kind(cx) != ValueKind::String {
        return value.bytes(cx).map(<[u8]>::to_vec).ok_or_else(|| cx.type_error("a body must be text or bytes"));
    }
    encoded(cx, value, TextEncoding::Utf8)
}

fn encoded<'cx>(cx: Context<'cx>, text: Value<'cx>, encoding: TextEncoding) -> Result<Vec<u8>, Value<'cx>> {
    let mut bytes = Vec::new();
    text.append_text(cx, encoding, &mut bytes)?;
    Ok(bytes)
}
