//! Measures heads per second, against httparse (which does less: no framing, no strict line ends).
//! `cargo run --release -p brio_http1 --example parse_bench`

use brio_http1::{Limits, Progress, RequestParser};
use std::hint::black_box;
use std::time::Instant;

const SHORT: &[u8] =
    b"GET /hello HTTP/1.1\r\nHost: localhost:3000\r\nUser-Agent: load/1.0\r\nAccept: */*\r\nConnection: keep-alive\r\n\r\n";
const BROWSER: &[u8] = b"GET /articles/2026/how-it-works?page=2&sort=new HTTP/1.1\r\nHost: www.example.com\r\n\
    User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\n\
    Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\nAccept-Language: en-US,en;q=0.5\r\n\
    Accept-Encoding: gzip, deflate, br, zstd\r\nConnection: keep-alive\r\nUpgrade-Insecure-Requests: 1\r\n\
    Cookie: session=0123456789abcdef0123456789abcdef\r\n\r\n";
const ROUNDS: u32 = 2_000_000;

fn main() {
    for (name, bytes) in [("4 fields", SHORT), ("8 fields", BROWSER)] {
        let mut parser = RequestParser::new(Limits::default());
        let ours = measure(|| {
            let progress = parser.parse(black_box(bytes));
            assert_eq!(progress, Ok(Progress::Complete { length: bytes.len() }));
            black_box(parser.fields().len());
        });
        let theirs = measure(|| {
            let mut fields = [httparse::EMPTY_HEADER; 64];
            let mut request = httparse::Request::new(&mut fields);
            assert!(request.parse(black_box(bytes)).is_ok_and(|status| status.is_complete()));
            black_box(request.headers.len());
        });
        println!("{name}, {} bytes: {ours:.0} ns; httparse alone {theirs:.0} ns", bytes.len());
    }
}

/// Returns the nanoseconds of one call.
fn measure(mut work: impl FnMut()) -> f64 {
    (0..ROUNDS / 10).for_each(|_| work());
    let start = Instant::now();
    (0..ROUNDS).for_each(|_| work());
    start.elapsed().as_nanos() as f64 / f64::from(ROUNDS)
}
