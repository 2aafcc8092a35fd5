//! Time limits, checked about once a second: one pass over the connections costs less than a timer for each.

use crate::connection::{Connection, HeadState, Phase};
use crate::serving::Refusal;
use crate::websocket::IdleVerdict;
use crate::{Event, HttpServer, Server};
use brio_realm::Realm;
use brio_realm::jsc::Value;
use std::cell::RefCell;
use std::rc::Rc;

/// How long a connection may take to close after its last response.
const LINGER_MS: f64 = 2_000.0;

/// The action that a time limit requires.
enum Verdict {
    Stay,
    Close,
    /// Close, unless JavaScript keeps it open.
    Idle,
    /// Ping a WebSocket's client.
    Ping,
    /// Respond with 408 first.
    TimeOut,
}

impl HttpServer {
    pub(crate) fn enforce_limits(&self, realm: &Rc<Realm>) {
        let ids: Vec<u32> = (0..self.connections.borrow().len() as u32).collect();
        let now_ms = realm.now_ms();
        for id in ids {
            let Some(connection) = self.connection(id) else { continue };
            let Some(server) = self.server(connection.borrow().server) else { continue };
            let verdict = judge(&connection.borrow(), &server, now_ms);
            match verdict {
                Verdict::Stay => {}
                Verdict::Close => self.close(realm, id),
                Verdict::Idle => self.report_idle(realm, id, &connection, &server),
                Verdict::Ping => {
                    self.ping_socket(id, &mut connection.borrow_mut());
                    self.flush(realm, id);
                }
                Verdict::TimeOut => {
                    let refusal =
                        Refusal { status: 408, code: "ERR_HTTP_REQUEST_TIMEOUT", reason: "Request timeout", offset: 0 };
                    self.refuse_with(realm, id, &connection, &server, &refusal, &[]);
                    self.flush(realm, id);
                }
            }
        }
        let servers: Vec<u32> = self.servers.borrow().iter().flatten().map(|server| server.id).collect();
        for server in servers {
            // Connections that could not be accepted because descriptors ran out.
            self.accept_all(realm, server);
        }
    }

    /// Closes an idle connection, unless JavaScript keeps it open; it is notified once between two requests.
    fn report_idle(&self, realm: &Rc<Realm>, id: u32, connection: &Rc<RefCell<Connection>>, server: &Rc<Server>) {
        connection.borrow_mut().head_state = HeadState::IdleReported;
        let is_kept = server
            .call_plain(realm, Event::Idle, &[Value::uint32(id)], |value| value.as_boolean() == Some(true))
            .unwrap_or(false);
        // The number of a connection that was closed meanwhile is not reused before the turn ends.
        if !is_kept && self.connection(id).is_some_and(|present| Rc::ptr_eq(&present, connection)) {
            self.close(realm, id);
        }
    }

    /// Closes the connections of a server that `wanted` selects, once their output is sent.
    pub(crate) fn close_where(&self, realm: &Realm, server: u32, wanted: impl Fn(&Connection) -> bool) {
        self.send_dirty();
        let ids: Vec<u32> = (0..self.connections.borrow().len() as u32).collect();
        for id in ids {
            let Some(connection) = self.connection(id) else { continue };
            let matches = connection.borrow().server == server && wanted(&connection.borrow());
            if matches {
                self.close(realm, id);
            }
        }
    }
}

fn judge(connection: &Connection, server: &Server, now_ms: f64) -> Verdict {
    let limits = server.limits.get();
    let awaits_head = connection.head_state == HeadState::Started
        || (connection.request_count == 0 && server.counts_from_opening.get());
    let over = |limit_ms: f64| limit_ms > 0.0 && now_ms - connection.since_ms > limit_ms;
    if let (Phase::Raw, Some(websocket)) = (connection.phase, &connection.websocket) {
        return match websocket.judge(now_ms - connection.since_ms) {
            IdleVerdict::Stay => Verdict::Stay,
            IdleVerdict::Ping => Verdict::Ping,
            IdleVerdict::Close => Verdict::Close,
        };
    }
    let idle_timeout_ms = connection.idle_timeout_ms.unwrap_or(limits.idle_timeout_ms);
    match connection.phase {
        Phase::Responding if connection.idle_timeout_ms.is_some_and(over) => Verdict::Close,
        Phase::Head if awaits_head && (over(limits.head_timeout_ms) || over(limits.request_timeout_ms)) => {
            Verdict::TimeOut
        }
        Phase::Head if !awaits_head && connection.output.is_empty() && over(idle_timeout_ms) => {
            if connection.head_state == HeadState::IdleReported { Verdict::Stay } else { Verdict::Idle }
        }
        Phase::Length(_) | Phase::Chunked if over(limits.request_timeout_ms) => Verdict::TimeOut,
        Phase::Closing if connection.output.is_empty() && over(LINGER_MS) => Verdict::Close,
        _ => Verdict::Stay,
    }
}
