//! Ends the process when code of the main thread does not return before its deadline. The main thread writes the deadline to
//! memory that a thread of its own reads here; that thread runs no JavaScript.

use brio_realm::captured_output;
use brio_realm::jsc::exit_process;
use std::fs::{self, File};
use std::io::{self, Write};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How often the deadline is read.
const CHECK: Duration = Duration::from_millis(100);
/// A deadline moves by at most this time while other programs have the processors.
const WAIT_MAX_MS: f64 = 60_000.0;
/// The words before the states of the tests: two doubles, the deadline in milliseconds since the epoch and a number.
const HEAD_WORDS: usize = 4;
const EXIT_CODE: i32 = 1;

/// Makes the memory, with so many bytes for states, and the thread that reads it. The thread and the memory stay until
/// the process ends.
///
/// # Errors
/// The system's error when the thread cannot start.
pub(crate) fn watch(state_bytes: usize, journal: File) -> io::Result<&'static [AtomicU32]> {
    let memory: Vec<AtomicU32> = (0..HEAD_WORDS + state_bytes.div_ceil(4)).map(|_| AtomicU32::new(0)).collect();
    let memory: &'static [AtomicU32] = Box::leak(memory.into_boxed_slice());
    thread::Builder::new().name("deadline".into()).spawn(move || wait(memory, journal))?;
    Ok(memory)
}

fn wait(memory: &[AtomicU32], mut journal: File) {
    let mut watched = 0.0;
    let mut waited_before_ms = 0.0;
    loop {
        thread::sleep(CHECK);
        let deadline = double(memory, 0);
        if deadline == 0.0 {
            continue;
        }
        if deadline != watched {
            // Its two words are not written at once: it counts when it is the same at the next check.
            watched = deadline;
            waited_before_ms = processor_wait_ms();
            continue;
        }
        let now = now_ms();
        // Time in which other programs had the processors does not count.
        if now < deadline || now < deadline + (processor_wait_ms() - waited_before_ms).min(WAIT_MAX_MS) {
            continue;
        }
        // Without the line the run that continues says only that the process ended.
        let _ = journal.write_all(line(memory, &captured_output::take()).as_bytes());
        exit_process(EXIT_CODE);
    }
}

/// What the next process of the run reads: the number of the test, the states of all up to the last one that has one, and
/// the bytes of the output as Latin-1.
fn line(memory: &[AtomicU32], output: &[u8]) -> String {
    let mut states: String =
        memory[HEAD_WORDS..].iter().flat_map(|word| word.load(Ordering::Relaxed).to_ne_bytes()).map(digit).collect();
    states.truncate(states.trim_end_matches('0').len());
    let test = double(memory, 1);
    let output: String = output.iter().map(|byte| format!("\\u{byte:04x}")).collect();
    format!("\n{{\"overdue\":{{\"test\":{test},\"states\":\"{states}\",\"output\":\"{output}\"}}}}\n")
}

fn digit(state: u8) -> char {
    char::from(b'0' + state.min(9))
}

fn double(memory: &[AtomicU32], index: usize) -> f64 {
    let [first, second] = [2 * index, 2 * index + 1].map(|word| memory[word].load(Ordering::Relaxed).to_ne_bytes());
    let mut bytes = [0; 8];
    bytes[..4].copy_from_slice(&first);
    bytes[4..].copy_from_slice(&second);
    f64::from_ne_bytes(bytes)
}

fn now_ms() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
}

/// The milliseconds that the main thread has waited for a processor (`proc_pid_schedstat(5)`: the second number, in
/// nanoseconds); 0 where it is not known.
fn processor_wait_ms() -> f64 {
    let text = fs::read_to_string(format!("/proc/self/task/{}/schedstat", std::process::id())).unwrap_or_default();
    text.split(' ').nth(1).and_then(|wait| wait.parse::<f64>().ok()).map_or(0.0, |wait| wait / 1e6)
}

#[cfg(test)]
#[path = "overdue_tests.rs"]
mod tests;
