//! A simple HTTP/1.1 client for tests: one request per connection, the reply as received.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// How long a reply may take.
const LIMIT: Duration = Duration::from_secs(10);

/// A request.
pub struct Request<'a> {
    pub method: &'a str,
    pub path: &'a str,
    pub headers: &'a [(String, String)],
    pub body: &'a str,
}

/// A reply. Header names are lower case.
#[derive(Debug, PartialEq, Eq)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Reply {
    /// The first header of this name, given in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }
}

/// A port without a listener. Another program may take it before it is used, which is rare enough.
pub fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(|error| format!("no free port: {error}"))?;
    listener.local_addr().map(|address| address.port()).map_err(|error| error.to_string())
}

/// Waits until the port accepts connections.
pub fn wait_for_port(port: u16, limit: Duration, mut is_alive: impl FnMut() -> bool) -> Result<(), String> {
    let deadline = Instant::now() + limit;
    loop {
        if TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return Ok(());
        }
        if !is_alive() {
            return Err("the program ended before it listened".to_string());
        }
        if Instant::now() > deadline {
            return Err(format!("nothing listens after {} seconds", limit.as_secs()));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Sends one request to this machine and reads the complete reply.
pub fn send(port: u16, request: &Request<'_>) -> Result<Reply, String> {
    let mut stream =
        TcpStream::connect((Ipv4Addr::LOCALHOST, port)).map_err(|error| format!("cannot connect: {error}"))?;
    stream
        .set_read_timeout(Some(LIMIT))
        .and_then(|()| stream.set_write_timeout(Some(LIMIT)))
        .map_err(|error| error.to_string())?;
    let mut head =
        format!("{} {} HTTP/1.1\r\nhost: localhost:{port}\r\nconnection: close\r\n", request.method, request.path);
    for (name, value) in request.headers {
        head += &format!("{name}: {value}\r\n");
    }
    if !request.body.is_empty() {
        head += &format!("content-length: {}\r\n", request.body.len());
    }
    stream
        .write_all(format!("{head}\r\n{}", request.body).as_bytes())
        .map_err(|error| format!("cannot send: {error}"))?;
    let mut bytes = Vec::new();
    let read = stream.read_to_end(&mut bytes);
    // A server may reset a connection after its response; the bytes before that count.
    match parse(&bytes, request.method == "HEAD") {
        Ok(reply) => Ok(reply),
        Err(message) => Err(read.err().map_or(message, |error| format!("cannot read the reply: {error}"))),
    }
}

/// Parses status, headers and body of a complete reply.
fn parse(bytes: &[u8], is_head: bool) -> Result<Reply, String> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").ok_or("the head of the reply is incomplete")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = head.split("\r\n");
    let status_line = lines.next().unwrap_or("");
    let status = status_line.strip_prefix("HTTP/1.").and_then(|rest| rest.get(2..5)).and_then(|code| code.parse().ok());
    let status = status.ok_or_else(|| format!("invalid status line: {status_line}"))?;
    let mut headers = Vec::new();
    for line in lines {
        let (name, value) = line.split_once(':').ok_or_else(|| format!("invalid header: {line}"))?;
        headers.push((name.to_ascii_lowercase(), value.trim().to_string()));
    }
    let mut reply = Reply { status, headers, body: bytes[end + 4..].to_vec() };
    if is_head {
        return if reply.body.is_empty() { Ok(reply) } else { Err("a reply to HEAD has a body".to_string()) };
    }
    if reply.header("transfer-encoding").is_some_and(|value| value.eq_ignore_ascii_case("chunked")) {
        reply.body = join_chunks(&reply.body)?;
    } else if let Some(length) = reply.header("content-length").filter(|length| length.parse() != Ok(reply.body.len()))
    {
        return Err(format!("content-length is {length}, the body has {} bytes", reply.body.len()));
    }
    Ok(reply)
}

fn join_chunks(mut rest: &[u8]) -> Result<Vec<u8>, String> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|window| window == b"\r\n").ok_or("a chunk has no size")?;
        let size = String::from_utf8_lossy(&rest[..end]).into_owned();
        let size = usize::from_str_radix(size.split(';').next().unwrap_or("").trim(), 16)
            .map_err(|_| format!("invalid chunk size: {size}"))?;
        rest = &rest[end + 2..];
        if size == 0 {
            return Ok(body);
        }
        if rest.len() < size + 2 || &rest[size..size + 2] != b"\r\n" {
            return Err("a chunk is truncated".to_string());
        }
        body.extend_from_slice(&rest[..size]);
        rest = &rest[size + 2..];
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn replies_with_a_length_in_chunks_or_until_the_end_are_read() {
        let body =
            |text: &str| parse(text.as_bytes(), false).map(|reply| String::from_utf8_lossy(&reply.body).into_owned());
        assert_eq!(body("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"), Ok("hi".to_string()));
        assert_eq!(
            body("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n1;x=y\r\n!\r\n0\r\n\r\n"),
            Ok("hi!".to_string())
        );
        assert_eq!(body("HTTP/1.0 200 OK\r\n\r\nall of it"), Ok("all of it".to_string()));
    }

    #[test]
    fn malformed_replies_are_errors() {
        for text in [
            "",
            "HTTP/1.1 200 OK\r\n",
            "FTP 1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nhi",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhi",
        ] {
            assert!(parse(text.as_bytes(), false).is_err(), "{text}");
        }
        assert!(parse(b"HTTP/1.1 200 OK\r\n\r\nbody", true).is_err());
    }
}
