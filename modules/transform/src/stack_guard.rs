//! Stack space for deeply nested source. The parser and all visitors of its tree recurse once per level, so a long
//! chain of operators or brackets would overflow an ordinary stack, which ends the process.

use brio_large_stack::KeptThreads;
use std::time::Duration;

/// Stack size of the thread that handles such a source. Only the pages that are touched use memory.
const STACK_BYTES: usize = 512 << 20;
/// Between the files of a program that starts there is less time, as a rule.
const IDLE_TIME: Duration = Duration::from_millis(200);

static KEPT_THREADS: KeptThreads = KeptThreads::new("transform", STACK_BYTES, IDLE_TIME);

/// A source up to this length is scanned; a longer one always gets the large stack, which costs little compared with
/// its parsing.
const SCANNED_BYTES_MAX: usize = 4096;
/// A short source with more of the bytes that can open a level gets the large stack too.
const OPENING_BYTES_MAX: usize = 1000;

/// Calls `work` for `source` with enough stack for its nesting.
pub fn with_large_stack<T: Send>(source: &str, work: impl FnOnce() -> T + Send) -> T {
    if !may_nest_deeply(source) {
        return work();
    }
    on_large_stack(work)
}

/// Calls `work` with enough stack for any source.
pub(crate) fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    brio_large_stack::call("transform", STACK_BYTES, work)
}

/// The same for work that owns what it needs: a thread does it that stays for the next file.
pub(crate) fn on_kept_large_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    KEPT_THREADS.call(work)
}

pub(crate) fn may_nest_deeply(source: &str) -> bool {
    source.len() > SCANNED_BYTES_MAX || source.bytes().filter(|byte| opens_level(*byte)).count() > OPENING_BYTES_MAX
}

/// Brackets, operators and the dot of a member access: each can make the tree one level deeper.
fn opens_level(byte: u8) -> bool {
    matches!(
        byte,
        b'(' | b'['
            | b'{'
            | b'!'
            | b'~'
            | b'+'
            | b'-'
            | b'*'
            | b'/'
            | b'%'
            | b'&'
            | b'|'
            | b'^'
            | b'<'
            | b'>'
            | b'='
            | b'?'
            | b':'
            | b'.'
            | b','
            | b'`'
    )
}

#[cfg(test)]
#[path = "stack_guard_tests.rs"]
mod tests;
