//! A pool of random bytes: a system call costs half a microsecond, however few bytes are requested.

use brio_realm::op::OpError;

const POOL_BYTES: usize = 1024;
/// Larger requests go to the system directly.
const SMALL_BYTES_MAX: usize = 128;

/// Random bytes that were not handed out yet.
pub struct RandomPool {
    bytes: [u8; POOL_BYTES],
    used: usize,
}

impl Default for RandomPool {
    fn default() -> Self {
        RandomPool { bytes: [0; POOL_BYTES], used: POOL_BYTES }
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
        if target.len() > SMALL_BYTES_MAX {
            return system(target);
        }
        if target.len() > POOL_BYTES - self.used {
            system(&mut self.bytes)?;
            self.used = 0;
        }
        let taken = &mut self.bytes[self.used..self.used + target.len()];
        target.copy_from_slice(taken);
        // Code that reads this memory later must not find the bytes that were handed out.
        taken.fill(0);
        self.used += target.len();
        Ok(())
    }
}

#[cfg(test)]
#[path = "random_pool_tests.rs"]
mod tests;
