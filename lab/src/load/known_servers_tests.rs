//! The generator against servers whose behaviour is known.

use super::{BodyCheck, Extent, Load, Pace, Request, run};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

const HELLO: &str = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

/// A server with one thread per connection. `answer` receives the request's number and its head, and returns the bytes
/// to send; None closes the connection.
fn serve(answer: impl Fn(u64, &str) -> Option<String> + Send + Sync + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (answer, count) = (Arc::new(answer), Arc::new(AtomicU64::new(0)));
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (answer, count) = (answer.clone(), count.clone());
            std::thread::spawn(move || speak(stream, &*answer, &count));
        }
    });
    address
}

fn speak(mut stream: TcpStream, answer: &dyn Fn(u64, &str) -> Option<String>, count: &AtomicU64) {
    let mut buffer = [0; 4096];
    let mut head = String::new();
    while let Ok(size) = stream.read(&mut buffer) {
        if size == 0 {
            return;
        }
        head.push_str(&String::from_utf8_lossy(&buffer[..size]));
        if head.contains("\r\n\r\n") {
            let Some(text) = answer(count.fetch_add(1, Ordering::SeqCst), &head) else { return };
            head.clear();
            if stream.write_all(text.as_bytes()).is_err() {
                return;
            }
        }
    }
}

fn go(load: &Load) -> super::Outcome {
    run(load, &AtomicBool::new(false)).unwrap()
}

fn hello() -> Request {
    Request { check: BodyCheck::Exact(b"hello".to_vec()), ..Request::get("/") }
}

#[test]
fn a_fixed_number_of_requests_is_sent_exactly() {
    let seen = Arc::new(AtomicU64::new(0));
    let counter = seen.clone();
    let target = serve(move |_, _| {
        counter.fetch_add(1, Ordering::SeqCst);
        Some(HELLO.to_string())
    });
    let outcome = go(&Load { threads: 2, ..Load::closed(&target, hello(), 5, Extent::Requests(333)) });
    assert_eq!((outcome.right, outcome.failures(), outcome.latencies.len()), (333, 0, 333));
    assert_eq!(seen.load(Ordering::SeqCst), 333);
    assert_eq!(outcome.by_status.get(&200), Some(&333));
}

#[test]
fn a_fixed_delay_is_the_latency() {
    let target = serve(|_, _| {
        std::thread::sleep(Duration::from_millis(20));
        Some(HELLO.to_string())
    });
    let outcome = go(&Load::closed(&target, hello(), 2, Extent::Requests(40)));
    let latency = outcome.latency();
    assert!(latency.min_ms >= 20.0, "{latency:?}");
    assert!((20.0..60.0).contains(&latency.p50_ms), "{latency:?}");
}

/// Responds at once, except for one pause of half a second without any responses.
fn stalling() -> String {
    let start = Instant::now();
    serve(move |_, _| {
        let (from, to) = (Duration::from_millis(500), Duration::from_millis(1000));
        let now = start.elapsed();
        if now > from && now < to {
            std::thread::sleep(to - now);
        }
        Some(HELLO.to_string())
    })
}

#[test]
fn the_open_loop_reports_the_stall_that_the_closed_loop_hides() {
    let target = stalling();
    let closed = go(&Load::closed(&target, hello(), 1, Extent::Time(Duration::from_millis(1500))));
    // The closed loop sends one request during the stall, so that 99 % of its responses were quick.
    assert!(closed.latency().p99_ms < 100.0, "closed: {:?}", closed.latency().p99_ms);
    assert!(closed.latency().max_ms > 250.0, "closed: {:?}", closed.latency().max_ms);

    let target = stalling();
    let plan = Load {
        pace: Pace::Open { per_second: 200.0 },
        ..Load::closed(&target, hello(), 1, Extent::Time(Duration::from_millis(1500)))
    };
    let open = go(&plan);
    // A third of the requests was due during the stall; on average they waited for half of it.
    let latency = open.latency();
    assert_eq!(open.right, 300, "{:?}", open.first_failure);
    assert!(latency.p90_ms > 150.0, "open: {:?}", latency);
    assert!(latency.p99_ms > 300.0, "open: {:?}", latency);
    assert!(latency.p50_ms < 100.0, "open: {:?}", latency);
}

#[test]
fn the_open_loop_counts_what_was_never_answered() {
    let target = serve(|number, _| {
        if number >= 10 {
            std::thread::sleep(Duration::from_secs(60));
        }
        Some(HELLO.to_string())
    });
    let plan = Load {
        pace: Pace::Open { per_second: 100.0 },
        ..Load::closed(&target, hello(), 2, Extent::Time(Duration::from_millis(500)))
    };
    let outcome = go(&plan);
    assert_eq!((outcome.right, outcome.unanswered), (10, 40));
    assert!(outcome.latency().p50_ms > 1000.0, "{:?}", outcome.latency());
    assert!(outcome.success_percent() < 21.0);
}

#[test]
fn failures_are_counted_by_kind() {
    let target = serve(|number, _| match number % 4 {
        0 => Some("HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n".to_string()),
        1 => Some("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhullo".to_string()),
        2 => None,
        _ => Some(HELLO.to_string()),
    });
    let outcome = go(&Load::closed(&target, hello(), 1, Extent::Requests(40)));
    assert_eq!((outcome.right, outcome.wrong_status, outcome.wrong_body, outcome.resets), (10, 10, 10, 10));
    assert_eq!((outcome.connect_errors, outcome.time_outs, outcome.not_http), (0, 0, 0));
    assert_eq!(outcome.first_failure.as_deref(), Some("the server answered with status 500 instead of 200"));
    assert_eq!(outcome.success_percent(), 25.0);
}

#[test]
fn a_port_where_nobody_listens_is_a_connect_error() {
    let target = {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap().to_string()
    };
    let load = Load::closed(&target, hello(), 1, Extent::Time(Duration::from_millis(200)));
    let outcome = go(&load);
    assert!(outcome.connect_errors > 0 && outcome.answers() == 0, "{outcome:?}");
}

#[test]
fn a_silent_server_is_a_time_out() {
    let target = serve(|_, _| {
        std::thread::sleep(Duration::from_secs(60));
        None
    });
    let load = Load {
        timeout: Duration::from_millis(100),
        ..Load::closed(&target, hello(), 1, Extent::Time(Duration::from_millis(500)))
    };
    let outcome = go(&load);
    assert!((2..=5).contains(&outcome.time_outs), "{outcome:?}");
}

#[test]
fn something_else_than_http_is_told_apart() {
    let target = serve(|_, _| Some("SSH-2.0-OpenSSH\r\n".to_string()));
    let outcome = go(&Load::closed(&target, hello(), 1, Extent::Requests(3)));
    assert_eq!((outcome.not_http, outcome.answers()), (3, 0));
}

#[test]
fn methods_headers_bodies_and_several_urls_are_sent_in_turn() {
    let target = serve(|_, head| {
        let body = if head.starts_with("POST /a HTTP/1.1\r\n")
            && head.contains("\r\nX-Test: 1\r\n")
            && head.ends_with("\r\n\r\nbody")
        {
            "posted"
        } else if head.starts_with("GET /b?c=d HTTP/1.1\r\nHost: 127.0.0.1:") {
            "gotten"
        } else {
            "wrong!"
        };
        Some(format!("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n{body}"))
    });
    let post = Request {
        method: "POST".into(),
        path: "/a".into(),
        headers: vec![("X-Test".into(), "1".into())],
        body: b"body".to_vec(),
        status: 200,
        check: BodyCheck::Exact(b"posted".to_vec()),
    };
    let get = Request { check: BodyCheck::Exact(b"gotten".to_vec()), ..Request::get("/b?c=d") };
    let load = Load { requests: vec![post, get], ..Load::closed(&target, hello(), 1, Extent::Requests(10)) };
    let outcome = go(&load);
    assert_eq!((outcome.right, outcome.failures()), (10, 0), "{:?}", outcome.first_failure);
}

#[test]
fn a_server_that_closes_after_each_answer_is_asked_again() {
    let target =
        serve(|_, _| Some("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello".to_string()));
    let outcome = go(&Load::closed(&target, hello(), 2, Extent::Requests(20)));
    assert_eq!((outcome.right, outcome.failures()), (20, 0), "{:?}", outcome.first_failure);
}

#[test]
fn it_stops_when_it_is_told_to() {
    let target = serve(|_, _| Some(HELLO.to_string()));
    let stop = AtomicBool::new(true);
    let begin = Instant::now();
    run(&Load::closed(&target, hello(), 1, Extent::Time(Duration::from_secs(30))), &stop).unwrap();
    assert!(begin.elapsed() < Duration::from_secs(5));
}
