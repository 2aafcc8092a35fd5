//! Room on the stack for texts that nest deeply. The parser and everything that walks its tree call themselves once per level, so a
//! long chain of operators or brackets would run over the end of an ordinary stack, which no program survives.

use std::thread;

/// Stack of the thread that works on such a text. Only the pages that are reached become memory.
const STACK_BYTES: usize = 512 << 20;
/// A text up to this length is looked at; a longer one always gets the room, which costs little beside its parsing.
const LOOKED_AT_BYTES_MAX: usize = 4096;
/// A short text with more of the bytes that can open a level gets the room too.
const OPENING_BYTES_MAX: usize = 1000;

/// Runs `work` about `source` with room enough for its nesting.
pub(crate) fn with_room<T: Send>(source: &str, work: impl FnOnce() -> T + Send) -> T {
    if !may_nest_deeply(source) {
        return work();
    }
    let mut work = Some(work);
    let outcome = thread::scope(|scope| {
        let roomy = thread::Builder::new().name("transform".into()).stack_size(STACK_BYTES);
        let run = || work.take().map(|work| work());
        // Without memory for the stack the text is tried as it is: most long ones do not nest.
        roomy.spawn_scoped(scope, run).ok().map(|thread| thread.join())
    });
    match outcome {
        Some(Ok(Some(result))) => result,
        Some(Err(panic)) => std::panic::resume_unwind(panic),
        Some(Ok(None)) | None => work.expect("the thread that would have taken it was not started")(),
    }
}

fn may_nest_deeply(source: &str) -> bool {
    source.len() > LOOKED_AT_BYTES_MAX || source.bytes().filter(|byte| opens_level(*byte)).count() > OPENING_BYTES_MAX
}

/// Brackets, operators and the point of a member: each can make the tree one level deeper.
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
#[path = "room_tests.rs"]
mod tests;
