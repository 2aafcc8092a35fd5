//! A run of tests in a child process. A test file runs in a thread, so that a crash of the engine or of a native addon ends
//! the process: this process then starts another one, which continues the run. What ran and what has run is in a journal,
//! a file of JSON lines that `internal:test_runner/command/journal` writes.

use crate::commands::run;
use brio_spawn::Ended;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// What names the journal among the options of the program; no flag has a name without dashes.
const OPTION: &str = "journal";
/// The last line of the journal of a complete run.
const DONE: &str = "\"done\"";
/// What a file begins with in the journal.
const BEGIN: &str = "{\"begin\":";
const SIGNAL_BASE: i32 = 128;

/// Signals by which a process ends that has crashed, or that the system ended for its memory.
const CRASHES: [(i32, &str); 7] =
    [(4, "SIGILL"), (5, "SIGTRAP"), (6, "SIGABRT"), (7, "SIGBUS"), (8, "SIGFPE"), (9, "SIGKILL"), (11, "SIGSEGV")];

/// Runs the builtin command `name` in child processes until the run is complete. Returns the exit code.
pub fn start(name: &str, arguments: &[String]) -> i32 {
    let Ok(journal) = create_journal() else { return run::start_builtin(name, arguments, &[]) };
    let code = loop {
        match brio_spawn::supervise() {
            Ok(None) => {
                let path = journal.to_string_lossy().into_owned();
                return run::start_builtin(name, arguments, &[(OPTION.to_owned(), path)]);
            }
            Ok(Some(ended)) => {
                if let Some(code) = exit_code(&ended, &journal) {
                    break code;
                }
            }
            // Without a child there is nothing that outlives a crash.
            Err(_) => break run::start_builtin(name, arguments, &[]),
        }
    };
    // What stays behind is a file in the folder of temporary files.
    let _ = fs::remove_file(&journal);
    code
}

/// The exit code of the run when the child's end is its end. None when files are left: the journal says why.
fn exit_code(ended: &Ended, journal: &Path) -> Option<i32> {
    let text = fs::read_to_string(journal).unwrap_or_default();
    let crash = CRASHES.iter().find(|(signal, _)| *signal == ended.signal);
    let is_request = ended.signal != 0 && crash.is_none();
    // A crash while no file ran would come again.
    if is_request || text.ends_with(DONE) || !has_begun(&text) || append(journal, &reason(ended, crash)).is_err() {
        if ended.signal == 0 {
            return Some(ended.code);
        }
        if let Some((_, name)) = crash {
            eprintln!("brio test: the process ended by {name}");
        }
        let _ = fs::remove_file(journal);
        brio_spawn::end_by_signal(ended.signal);
        return Some(SIGNAL_BASE + ended.signal);
    }
    None
}

/// Whether a file began since the last end of a process.
fn has_begun(text: &str) -> bool {
    text.lines().rev().take_while(|line| !line.starts_with("{\"ended\":")).any(|line| line.starts_with(BEGIN))
}

/// The line of the journal that says how the process ended.
fn reason(ended: &Ended, crash: Option<&(i32, &str)>) -> String {
    let how = match crash {
        Some((_, name)) => format!("by {name}"),
        None => format!("with exit code {}", ended.code),
    };
    format!("\n{{\"ended\":\"{how}\"}}\n")
}

fn append(journal: &Path, line: &str) -> io::Result<()> {
    OpenOptions::new().append(true).open(journal)?.write_all(line.as_bytes())
}

/// Makes an empty file that only this user may read: reports contain what tests print.
fn create_journal() -> io::Result<PathBuf> {
    let path = std::env::temp_dir().join(format!("brio-test-{}-{}", std::process::id(), now_ns()));
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path)?;
    Ok(path)
}

fn now_ns() -> u128 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_nanos())
}

#[cfg(test)]
mod tests {
    use super::{CRASHES, has_begun, reason};
    use brio_spawn::{Ended, Usage};

    fn ended(code: i32, signal: i32) -> Ended {
        Ended { code, signal, usage: Usage::default() }
    }

    #[test]
    fn a_run_continues_only_when_a_file_began_since_the_last_end() {
        assert!(!has_begun(""));
        assert!(has_begun("{\"begin\":\"/a\"}\n"));
        assert!(!has_begun("{\"begin\":\"/a\"}\n\n{\"ended\":\"by SIGSEGV\"}\n"));
        assert!(has_begun("{\"ended\":\"by SIGSEGV\"}\n{\"begin\":\"/b\"}\n{\"end\":{}}\n"));
    }

    #[test]
    fn the_reason_is_a_line_of_json() {
        let crash = CRASHES.iter().find(|(signal, _)| *signal == 11);
        assert_eq!(reason(&ended(-1, 11), crash), "\n{\"ended\":\"by SIGSEGV\"}\n");
        assert_eq!(reason(&ended(3, 0), None), "\n{\"ended\":\"with exit code 3\"}\n");
    }
}
