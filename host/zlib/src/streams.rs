//! The open streams of the process. Pool threads work on them, so they are in one table behind locks.

use crate::pace::Pace;
use brio_compression::{Codec, Failure, Format};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

/// A stream and the result of its last call.
pub struct Stream {
    pub codec: Codec,
    pub format: Format,
    pub failure: Option<Failure>,
    /// Bytes of input that the last one-shot run consumed.
    pub consumed: usize,
    /// The last step reached the end of the stream.
    pub is_ended: bool,
    level: i32,
    /// How fast its steps are.
    pub pace: Pace,
}

#[derive(Default)]
struct Table {
    streams: HashMap<u32, Arc<Mutex<Stream>>>,
    last_number: u32,
    /// How fast the last stream of a format and a level was: most streams are too short to find out themselves.
    paces: HashMap<(u8, i32), Pace>,
}

static TABLE: LazyLock<Mutex<Table>> = LazyLock::new(Mutex::default);

/// Adds a stream; its number is never 0.
pub fn add(codec: Codec, format: Format, level: i32) -> u32 {
    let mut table = TABLE.lock();
    let pace = table.paces.get(&(format as u8, level)).copied().unwrap_or_else(|| Pace::of(format));
    loop {
        table.last_number = table.last_number.wrapping_add(1);
        let number = table.last_number;
        if number != 0 && !table.streams.contains_key(&number) {
            table.streams.insert(
                number,
                Arc::new(Mutex::new(Stream {
                    codec,
                    format,
                    failure: None,
                    consumed: 0,
                    is_ended: false,
                    level,
                    pace,
                })),
            );
            return number;
        }
    }
}

/// The stream with that number, as long as it is open.
pub fn get(number: u32) -> Option<Arc<Mutex<Stream>>> {
    TABLE.lock().streams.get(&number).cloned()
}

/// Removes a stream. A call that uses it finishes first.
pub fn remove(number: u32) {
    let mut table = TABLE.lock();
    let Some(stream) = table.streams.remove(&number) else { return };
    // A call that uses it has no result yet.
    if let Some(stream) = stream.try_lock() {
        table.paces.insert((stream.format as u8, stream.level), stream.pace);
    }
}
