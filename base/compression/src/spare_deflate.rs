//! Deflate states that were used and wait for the next stream with the same settings: a new state clears 384 kB of
//! memory, which takes longer than to compress a kilobyte, one that is reset a third of that.

use crate::deflate_raw::{OK, RawDeflate};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many states are retained, of 270 kB each.
const SPARES_MAX: usize = 2;

/// The arguments of `RawDeflate::new`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DeflateSettings {
    pub level: i32,
    pub window_bits: i32,
    pub memory_level: i32,
    pub strategy: i32,
}

static SPARES: Mutex<Vec<(DeflateSettings, RawDeflate)>> = Mutex::new(Vec::new());

/// A state that becomes a spare one when it is dropped, unless its parameters changed.
pub(crate) struct BorrowedDeflate {
    state: Option<RawDeflate>,
    settings: DeflateSettings,
    is_changed: bool,
}

impl BorrowedDeflate {
    /// A spare state, or a new one. Err: zlib's return value.
    pub(crate) fn new(settings: DeflateSettings) -> Result<BorrowedDeflate, i32> {
        let state = match take(settings) {
            Some(state) => state,
            None => RawDeflate::new(settings.level, settings.window_bits, settings.memory_level, settings.strategy)?,
        };
        Ok(BorrowedDeflate { state: Some(state), settings, is_changed: false })
    }

    pub(crate) fn state(&mut self) -> &mut RawDeflate {
        self.state.as_mut().expect("only drop takes the state")
    }

    /// Changes what the state was made with, so that it is not retained.
    pub(crate) fn set_parameters(&mut self, level: i32, strategy: i32, output: &mut [u8]) -> (i32, usize) {
        self.is_changed = true;
        self.state().set_parameters(level, strategy, output)
    }
}

impl Drop for BorrowedDeflate {
    fn drop(&mut self) {
        let Some(state) = self.state.take() else { return };
        if self.is_changed {
            return;
        }
        let mut spares = lock();
        if spares.len() < SPARES_MAX {
            spares.push((self.settings, state));
        } else {
            // The memory is returned without the lock.
            let replaced = std::mem::replace(&mut spares[0], (self.settings, state));
            drop(spares);
            drop(replaced);
        }
    }
}

/// The spare state with these settings, reset.
fn take(settings: DeflateSettings) -> Option<RawDeflate> {
    let mut spares = lock();
    let index = spares.iter().position(|(of_spare, _)| *of_spare == settings)?;
    let (_, mut state) = spares.swap_remove(index);
    drop(spares);
    (state.reset() == OK).then_some(state)
}

fn lock() -> MutexGuard<'static, Vec<(DeflateSettings, RawDeflate)>> {
    SPARES.lock().unwrap_or_else(PoisonError::into_inner)
}
