//! A stand-in for a runtime, for the lab's own tests: it "runs" a program whose source selects its behaviour. As a
//! server it responds from one thread per connection; as a process it prints, waits, or fails.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::time::Duration;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(file) = arguments.first() else { return };
    if file == "--version" {
        println!("known 1.2.3");
        return;
    }
    let program = std::fs::read_to_string(file).unwrap_or_else(|error| fail(&format!("cannot read {file}: {error}")));
    let (verb, rest) = program.trim().split_once(' ').unwrap_or((program.trim(), ""));
    match verb {
        "print" => println!("{rest}"),
        "sleep" => std::thread::sleep(Duration::from_millis(rest.parse().unwrap_or(1000))),
        "crash" => fail(rest),
        "serve" => serve(rest, |_| true),
        "serve-and-exit" => serve(rest, |count| if count > 200 { fail("enough is enough") } else { true }),
        "serve-with-child" => {
            // A descendant that detaches and would survive.
            let child = Command::new("setsid").args(["sleep", "300"]).spawn();
            let mut child = child.unwrap_or_else(|error| fail(&error.to_string()));
            serve(rest, |_| true);
            let _ = child.wait();
        }
        "leak" => {
            let mut kept: Vec<Vec<u8>> = Vec::new();
            let body = rest.to_string();
            std::thread::spawn(move || serve(&body, |_| true));
            loop {
                kept.push(vec![kept.len() as u8 | 1; 4 << 20]);
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        other => fail(&format!("the program says \"{other}\"")),
    }
}

fn fail(message: &str) -> ! {
    eprintln!("{message}");
    std::process::exit(3);
}

fn serve(body: &str, goes_on: fn(u64) -> bool) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap_or_else(|error| fail(&error.to_string()));
    let counter = std::sync::Arc::new(std::sync::atomic::AtomicU64::new(0));
    for stream in listener.incoming().flatten() {
        let (body, counter) = (body.to_string(), counter.clone());
        std::thread::spawn(move || {
            answer(stream, &body, || goes_on(counter.fetch_add(1, std::sync::atomic::Ordering::Relaxed)))
        });
    }
}

fn answer(mut stream: TcpStream, body: &str, goes_on: impl Fn() -> bool) {
    let text = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len());
    let mut buffer = [0; 4096];
    while stream.read(&mut buffer).is_ok_and(|size| size > 0) && goes_on() {
        if stream.write_all(text.as_bytes()).is_err() {
            return;
        }
    }
}
