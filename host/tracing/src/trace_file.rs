//! A file of trace events in Chrome's format. It is a complete JSON document after each write, so that a process which
//! ends without warning leaves one that can be read.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

const HEAD: &str = "{\"traceEvents\":[";
const TAIL: &str = "]}";

/// So many events are in a file, as in Node; then the next one begins.
const EVENTS_MAX: u64 = 1 << 19;

/// The files of one process, one after the other.
pub struct TraceFile {
    pattern: String,
    file: File,
    /// The number of the file, from 1.
    rotation: u32,
    /// How many events the file has.
    count: u64,
    /// Where the next event begins: the tail is behind.
    end: u64,
    events_max: u64,
}

impl TraceFile {
    /// Creates the first file. `pattern` is its path, with `${pid}` and `${rotation}` in place of numbers.
    pub fn create(pattern: &str) -> io::Result<Self> {
        Self::with_limit(pattern, EVENTS_MAX)
    }

    fn with_limit(pattern: &str, events_max: u64) -> io::Result<Self> {
        let rotation = 1;
        let (file, end) = begin(pattern, rotation)?;
        Ok(Self { pattern: pattern.to_owned(), file, rotation, count: 0, end, events_max })
    }

    /// Adds `count` events, which have commas between them.
    pub fn append(&mut self, events: &str, count: u32) -> io::Result<()> {
        if count == 0 {
            return Ok(());
        }
        if self.count >= self.events_max {
            (self.file, self.end) = begin(&self.pattern, self.rotation + 1)?;
            self.rotation += 1;
            self.count = 0;
        }
        let separator = if self.count == 0 { "" } else { ",\n" };
        self.file.write_all_at([separator, events, TAIL].concat().as_bytes(), self.end)?;
        self.end += (separator.len() + events.len()) as u64;
        self.count += u64::from(count);
        Ok(())
    }
}

fn begin(pattern: &str, rotation: u32) -> io::Result<(File, u64)> {
    let path = pattern.replace("${pid}", &std::process::id().to_string()).replace("${rotation}", &rotation.to_string());
    let file = File::create(path)?;
    file.write_all_at([HEAD, TAIL].concat().as_bytes(), 0)?;
    Ok((file, HEAD.len() as u64))
}

#[cfg(test)]
#[path = "trace_file_tests.rs"]
mod tests;
