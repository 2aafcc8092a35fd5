//! Which steps of a stream the loop's thread does itself: short ones, because passing a step to the thread pool and back costs
//! some ten microseconds of two processors. The time of a step is predicted from those before it. Each turn of the loop has
//! an allowance for such steps; what exceeds it goes to the pool, so that many streams use several processors and the loop
//! stays responsive.

use brio_compression::Format;
use brio_realm::Realm;
use std::cell::Cell;
use std::time::{Duration, Instant};

/// What the loop's thread may spend on steps in one turn.
const TURN_NANOSECONDS: u64 = 500_000;
/// The longest step that it does.
const STEP_NANOSECONDS: u64 = 250_000;
/// What a stream is expected to take for each byte before it was measured, in nanoseconds: level 6, and the reverse of it.
const FIRST_PACE_COMPRESSING: f64 = 40.0;
const FIRST_PACE_DECOMPRESSING: f64 = 8.0;

thread_local! {
    static SPENT: Cell<Spent> = const { Cell::new(Spent { turn: 0, nanoseconds: 0 }) };
}

#[derive(Clone, Copy)]
struct Spent {
    turn: u64,
    nanoseconds: u64,
}

/// The time that a stream takes for each byte, of its last steps.
#[derive(Clone, Copy)]
pub struct Pace {
    compresses: bool,
    /// Nanoseconds for each byte of input and of output; None: a step may take any time, since the format gathers input
    /// over many steps and compresses it in one.
    nanoseconds: Option<f64>,
}

impl Pace {
    pub fn of(format: Format) -> Pace {
        let compresses = format.compresses();
        let first = if compresses { FIRST_PACE_COMPRESSING } else { FIRST_PACE_DECOMPRESSING };
        let is_even = !matches!(format, Format::BrotliEncode | Format::ZstdCompress);
        Pace { compresses, nanoseconds: is_even.then_some(first) }
    }

    /// Whether this turn has time for a step that reads up to `input` bytes and writes up to `output`.
    pub fn fits(self, input: usize, output: usize) -> bool {
        let Some(nanoseconds) = self.nanoseconds else { return false };
        let output_max = if self.compresses { input } else { output };
        let expected = ((input + output.min(output_max)) as f64 * nanoseconds) as u64;
        expected <= STEP_NANOSECONDS && spent() + expected <= TURN_NANOSECONDS
    }

    /// Notes that a step with so many bytes of input and output began at `start` and has ended.
    pub fn note(&mut self, start: Instant, bytes: usize) -> Duration {
        let time = start.elapsed();
        if let Some(nanoseconds) = &mut self.nanoseconds
            && bytes > 0
        {
            // Bounded, since another process may have had the processor for a while.
            let last = (time.as_nanos() as f64 / bytes as f64).min(*nanoseconds * 2.0);
            *nanoseconds = (*nanoseconds + last) / 2.0;
        }
        time
    }
}

fn spent() -> u64 {
    let Spent { turn, nanoseconds } = SPENT.get();
    if turn == Realm::current().turn_number() { nanoseconds } else { 0 }
}

/// Takes the time of a step from this turn's allowance.
pub fn spend(time: Duration) {
    let nanoseconds = spent() + time.as_nanos() as u64;
    SPENT.set(Spent { turn: Realm::current().turn_number(), nanoseconds });
}
