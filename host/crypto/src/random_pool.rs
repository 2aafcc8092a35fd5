//! Random bytes by a generator of this thread: a system call costs half a microsecond, however few bytes are requested,
//! and the system needs three times as long for each of them.
//!
//! The bytes are the key stream of ChaCha20 (RFC 8439), whose key comes from the system. The first 32 bytes of each
//! stream replace the key, and bytes are erased as they are handed out, so that memory never says what was handed out
//! before. New bytes of the system are mixed into the key after each megabyte, and before the first byte in a child of
//! `fork`.

use brio_realm::op::OpError;
use brio_spawn::fork_count;
use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};

const KEY_BYTES: usize = 32;
const POOL_BYTES: usize = 1024 - KEY_BYTES;
/// Larger requests have a key stream of their own.
const SMALL_BYTES_MAX: usize = 128;
/// How many bytes are handed out between two requests to the system.
const SEED_LIFETIME_BYTES: usize = 1 << 20;

/// The generator, with random bytes that were not handed out yet.
pub struct RandomPool {
    key: [u8; KEY_BYTES],
    /// What may still be handed out before the key is mixed with bytes of the system.
    lifetime_bytes: usize,
    /// That of the process that seeded the key.
    fork_count: u32,
    bytes: [u8; POOL_BYTES],
    used: usize,
}

impl Default for RandomPool {
    fn default() -> Self {
        let (key, bytes) = ([0; KEY_BYTES], [0; POOL_BYTES]);
        RandomPool { key, lifetime_bytes: 0, fork_count: 0, bytes, used: POOL_BYTES }
    }
}

impl RandomPool {
    /// Fills `target` with bytes that are handed out once. `system` fills a slice with random bytes of the system.
    ///
    /// # Errors
    /// Those of `system`; nothing is handed out then.
    pub fn fill(
        &mut self,
        target: &mut [u8],
        system: impl Fn(&mut [u8]) -> Result<(), OpError>,
    ) -> Result<(), OpError> {
        if self.lifetime_bytes < target.len() || self.fork_count != fork_count() {
            self.seed(target.len(), system)?;
        }
        self.lifetime_bytes -= target.len();
        if target.len() > SMALL_BYTES_MAX {
            self.next_stream().fill_bytes(target);
            return Ok(());
        }
        if target.len() > POOL_BYTES - self.used {
            self.next_stream().fill_bytes(&mut self.bytes);
            self.used = 0;
        }
        let taken = &mut self.bytes[self.used..self.used + target.len()];
        target.copy_from_slice(taken);
        taken.fill(0);
        self.used += target.len();
        Ok(())
    }

    /// Mixes the key with bytes of the system, for at least `needed` bytes to come, and forgets what a parent has too.
    #[cold]
    fn seed(&mut self, needed: usize, system: impl Fn(&mut [u8]) -> Result<(), OpError>) -> Result<(), OpError> {
        let mut fresh = [0; KEY_BYTES];
        system(&mut fresh)?;
        for (byte, new) in self.key.iter_mut().zip(fresh) {
            *byte ^= new;
        }
        self.bytes.fill(0);
        self.used = POOL_BYTES;
        self.lifetime_bytes = needed.max(SEED_LIFETIME_BYTES);
        self.fork_count = fork_count();
        Ok(())
    }

    /// The key stream of the key, which the begin of the stream replaces.
    fn next_stream(&mut self) -> ChaCha20Rng {
        let mut stream = ChaCha20Rng::from_seed(self.key);
        stream.fill_bytes(&mut self.key);
        stream
    }
}

#[cfg(test)]
#[path = "random_pool_tests.rs"]
mod tests;
