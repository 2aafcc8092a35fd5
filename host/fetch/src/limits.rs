//! Time limits: one system timer for all requests of a thread, active only while there is something to limit. Linux
//! only (timerfd).

use crate::Fetch;
use crate::generated::fetch_ops::state;
use crate::pooled_connection::{PooledConnection, Stage};
use brio_http_client::ClientError;
use brio_realm::reactor::{Interest, Readiness};
use brio_realm::{IoHandler, Realm};
use rustix::fd::{AsRawFd, OwnedFd};
use rustix::time::{
    Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, Timespec, timerfd_create, timerfd_settime,
};
use std::rc::Rc;

/// How often limits are checked.
const TICK_MS: i64 = 250;
/// For an attempt on one of several addresses, as Node's `autoSelectFamilyAttemptTimeout`.
const ATTEMPT_MS: f64 = 250.0;
/// For all attempts of one connection, as undici's `connect.timeout`.
const CONNECT_MS: f64 = 10_000.0;

pub struct Clock {
    timer: OwnedFd,
    is_running: bool,
}

impl Fetch {
    /// Starts checking limits, until nothing is limited.
    pub(crate) fn start_clock(&self, realm: &Realm) {
        let mut clock = self.clock.borrow_mut();
        if clock.is_none() {
            let Ok(timer) = timerfd_create(TimerfdClockId::Monotonic, TimerfdFlags::NONBLOCK | TimerfdFlags::CLOEXEC)
            else {
                return;
            };
            // Without a free descriptor there are no limits; the next request tries again.
            if realm.watch(timer.as_raw_fd(), Interest::READABLE, Rc::new(ClockHandler)).is_err() {
                return;
            }
            *clock = Some(Clock { timer, is_running: false });
        }
        if let Some(clock) = clock.as_mut().filter(|clock| !clock.is_running) {
            clock.is_running = set_interval(&clock.timer, TICK_MS);
        }
    }

    fn enforce_limits(&self, realm: &Rc<Realm>) {
        let now_ms = realm.update_time();
        let connections: Vec<u32> = (0..self.connections.borrow().len() as u32).collect();
        for id in connections {
            if let Some(pooled) = self.pooled(id) {
                let verdict = judge(&mut pooled.borrow_mut(), now_ms);
                match verdict {
                    Verdict::Stay => {}
                    Verdict::Close => self.close_connection(realm, id),
                    Verdict::NextAddress => self.skip_address(realm, id),
                }
            }
        }
        self.fail_late_exchanges(realm, now_ms);
        if self.exchanges.borrow().is_empty()
            && self.connections.borrow().iter().all(Option::is_none)
            && let Some(clock) = self.clock.borrow_mut().as_mut()
        {
            clock.is_running = !set_interval(&clock.timer, 0);
        }
    }

    fn skip_address(&self, realm: &Rc<Realm>, id: u32) {
        let Some(pooled) = self.pooled(id) else { return };
        let (token, descriptor, progress) = {
            let pooled = &mut *pooled.borrow_mut();
            let descriptor = pooled.descriptor();
            let Stage::Connecting(connector) = &mut pooled.stage else { return };
            let Some(progress) = connector.skip() else { return };
            (pooled.token.take(), descriptor, progress)
        };
        self.unwatch(realm, token, descriptor);
        self.connect_on(realm, id, progress);
    }

    fn fail_late_exchanges(&self, realm: &Rc<Realm>, now_ms: f64) {
        let late: Vec<u32> = self
            .exchanges
            .borrow()
            .values()
            .filter_map(|exchange| {
                let exchange = exchange.borrow();
                let limit_ms = if exchange.head_told { exchange.body_timeout_ms } else { exchange.head_timeout_ms };
                let waits =
                    !exchange.is_over && (!exchange.head_told || exchange.demand != crate::exchange::Demand::Nothing);
                (waits && limit_ms > 0.0 && now_ms - exchange.since_ms > limit_ms).then_some(exchange.id)
            })
            .collect();
        for id in late {
            let Some(exchange) = self.exchange(id) else { continue };
            let (code, message) = if exchange.borrow().head_told {
                ("UND_ERR_BODY_TIMEOUT", "Body Timeout Error")
            } else {
                ("UND_ERR_HEADERS_TIMEOUT", "Headers Timeout Error")
            };
            self.detach(realm, &exchange);
            self.fail(realm, &exchange, &ClientError::protocol(code, message));
        }
        // Attempts to connect that exceed the total limit.
        let stuck: Vec<u32> = {
            let connections = self.connections.borrow();
            let is_stuck = |pooled: &PooledConnection| pooled.is_connecting() && now_ms - pooled.since_ms > CONNECT_MS;
            (0..connections.len())
                .filter(|&index| connections[index].as_ref().is_some_and(|pooled| is_stuck(&pooled.borrow())))
                .map(|index| index as u32)
                .collect()
        };
        for id in stuck {
            self.connect_failed(realm, id, ClientError::protocol("UND_ERR_CONNECT_TIMEOUT", "Connect Timeout Error"));
        }
    }
}

enum Verdict {
    Stay,
    Close,
    NextAddress,
}

fn judge(pooled: &mut PooledConnection, now_ms: f64) -> Verdict {
    let waited_ms = now_ms - pooled.since_ms;
    match &pooled.stage {
        Stage::Open(_) | Stage::Shared(_) if pooled.is_expired(now_ms) => Verdict::Close,
        Stage::Connecting(_) if waited_ms > ATTEMPT_MS => Verdict::NextAddress,
        _ => Verdict::Stay,
    }
}

fn set_interval(timer: &OwnedFd, milliseconds: i64) -> bool {
    let every = Timespec { tv_sec: 0, tv_nsec: milliseconds * 1_000_000 };
    timerfd_settime(timer, TimerfdTimerFlags::empty(), &Itimerspec { it_interval: every, it_value: every }).is_ok()
}

struct ClockHandler;

impl IoHandler for ClockHandler {
    fn ready(&self, realm: &Rc<Realm>, _readiness: Readiness) {
        let state = state();
        if let Some(clock) = state.clock.borrow().as_ref() {
            // How many ticks passed does not matter.
            let _ = rustix::io::read(&clock.timer, &mut [0u8; 8]);
        }
        state.enforce_limits(realm);
    }
}
