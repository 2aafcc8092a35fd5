//! Decisions by another process, as `DENO_PERMISSION_BROKER_PATH` of Deno makes them: each check is a line of JSON on a Unix
//! socket, and a line is the response. https://docs.deno.com/runtime/fundamentals/security/#permission-broker
//!
//! A broker that cannot be reached or does not answer ends the process: nothing runs without its decisions.

use crate::audit::{now, quote};
use serde_json::Value;
use std::io::{self, BufRead, BufReader, Write};
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Deno's exit code for a broker that fails.
pub const EXIT_CODE: i32 = 87;
/// A longer response is none.
const RESPONSE_BYTES_MAX: u64 = 1 << 20;

/// What the broker said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    Allow,
    /// With the message of the error, if the broker gave one.
    Deny(Option<String>),
}

struct Broker {
    stream: BufReader<UnixStream>,
    next_id: u64,
}

static BROKER: OnceLock<Mutex<Broker>> = OnceLock::new();
static IS_ON: AtomicBool = AtomicBool::new(false);

/// Connects to the broker at `path`, which decides about everything from now on. Once per process.
///
/// # Errors
/// The connection fails.
pub fn start(path: &Path) -> io::Result<()> {
    let stream = BufReader::new(UnixStream::connect(path)?);
    // A program that writes to it could have its own requests answered in place of the runtime's.
    brio_descriptor::protect(stream.get_ref().as_raw_fd());
    let _ = BROKER.set(Mutex::new(Broker { stream, next_id: 1 }));
    IS_ON.store(true, Ordering::Release);
    Ok(())
}

/// Whether there is a broker.
pub fn is_on() -> bool {
    IS_ON.load(Ordering::Acquire)
}

/// What the broker decides about `permission` (`read`) and `value`, None for all of the kind. None without a broker.
///
/// # Errors
/// The broker does not answer, or not in its protocol.
pub fn decide(permission: &str, value: Option<&str>) -> Option<io::Result<Decision>> {
    let broker = BROKER.get()?;
    Some(broker.lock().unwrap_or_else(PoisonError::into_inner).request(permission, value))
}

impl Broker {
    fn request(&mut self, permission: &str, value: Option<&str>) -> io::Result<Decision> {
        let id = self.next_id;
        self.next_id += 1;
        let value = value.map_or("null".to_string(), quote);
        let request = format!(
            "{{\"v\":1,\"pid\":{},\"id\":{id},\"datetime\":\"{}\",\"permission\":\"{permission}\",\"value\":{value}}}\n",
            std::process::id(),
            now(),
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        let mut line = String::new();
        io::Read::take(&mut self.stream, RESPONSE_BYTES_MAX).read_line(&mut line)?;
        read_response(&line, id)
    }
}

fn read_response(line: &str, id: u64) -> io::Result<Decision> {
    let response: Value = serde_json::from_str(line.trim()).map_err(io::Error::other)?;
    if response["id"].as_u64() != Some(id) {
        return Err(io::Error::other("the response has another id"));
    }
    match response["result"].as_str() {
        Some("allow") => Ok(Decision::Allow),
        Some("deny") => Ok(Decision::Deny(response["reason"].as_str().map(str::to_string))),
        _ => Err(io::Error::other("the result is neither \"allow\" nor \"deny\"")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Decision, read_response};

    #[test]
    fn responses_are_read() {
        assert_eq!(read_response("{\"id\":1,\"result\":\"allow\"}\n", 1).unwrap(), Decision::Allow);
        assert_eq!(read_response("{\"id\":2,\"result\":\"deny\"}", 2).unwrap(), Decision::Deny(None));
        let reason = read_response("{\"id\":3,\"result\":\"deny\",\"reason\":\"no\"}", 3).unwrap();
        assert_eq!(reason, Decision::Deny(Some("no".to_string())));
    }

    #[test]
    fn anything_else_is_an_error() {
        for line in ["", "yes", "{\"id\":2,\"result\":\"allow\"}", "{\"id\":1,\"result\":\"maybe\"}", "[]"] {
            assert!(read_response(line, 1).is_err(), "{line}");
        }
    }
}
