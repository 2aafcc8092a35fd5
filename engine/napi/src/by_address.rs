//! Tables by the address of an object, which the engine's collector does not move.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

pub type ByAddress<T> = HashMap<usize, T, BuildHasherDefault<AddressHasher>>;

/// A hash for addresses.
#[derive(Default)]
pub struct AddressHasher(u64);

impl Hasher for AddressHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, value: u64) {
        let mixed = (self.0 ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }
}
