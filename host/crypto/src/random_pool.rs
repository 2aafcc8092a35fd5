//! Random bytes in stock: asking the system costs half a microsecond, however few one wants.

use brio_realm::op::OpError;

const POOL_BYTES: usize = 1024;
/// More than this is asked of the system at once.
const SMALL_BYTES_MAX: usize = 128;

/// Random bytes that nobody has yet.
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
    /// Fills `target` with bytes that are given out once. `system` fills a slice with random bytes of the system.
    ///
    /// # Errors
    /// Those of `system`; nothing is given out then.
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
        // Whoever reads this memory later must not find what was given out.
        taken.fill(0);
        self.used += target.len();
        Ok(())
    }
}

#[cfg(test)]
#[path = "random_pool_tests.rs"]
mod tests;
