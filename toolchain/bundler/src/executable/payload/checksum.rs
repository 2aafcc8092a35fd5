//! A checksum against damage, not against intent: FNV-1a over words.

const WORD_BYTES: usize = 8;

/// The checksum of bytes that come in parts.
pub(super) struct Checksum {
    sum: u64,
    /// The start of a word that is not complete.
    rest: [u8; WORD_BYTES],
    rest_bytes: usize,
    bytes: u64,
}

impl Checksum {
    /// The checksum of nothing so far.
    pub(super) fn new() -> Self {
        Self { sum: 0xcbf2_9ce4_8422_2325, rest: [0; WORD_BYTES], rest_bytes: 0, bytes: 0 }
    }

    /// Adds bytes. How they are divided makes no difference.
    pub(super) fn update(&mut self, mut bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        if self.rest_bytes > 0 {
            let count = bytes.len().min(WORD_BYTES - self.rest_bytes);
            self.rest[self.rest_bytes..self.rest_bytes + count].copy_from_slice(&bytes[..count]);
            self.rest_bytes += count;
            bytes = &bytes[count..];
            if self.rest_bytes < WORD_BYTES {
                return;
            }
            self.add(self.rest);
            (self.rest, self.rest_bytes) = ([0; WORD_BYTES], 0);
        }
        let (words, rest) = bytes.as_chunks::<WORD_BYTES>();
        words.iter().for_each(|word| self.add(*word));
        self.rest[..rest.len()].copy_from_slice(rest);
        self.rest_bytes = rest.len();
    }

    fn add(&mut self, word: [u8; WORD_BYTES]) {
        self.sum = (self.sum ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    }

    /// The checksum of all bytes.
    pub(super) fn finish(mut self) -> u64 {
        if self.rest_bytes > 0 {
            self.add(self.rest);
        }
        self.sum ^ self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checksum(bytes: &[u8]) -> u64 {
        let mut sum = Checksum::new();
        sum.update(bytes);
        sum.finish()
    }

    #[test]
    fn any_damage_changes_the_checksum() {
        let bytes = b"a program and its files".to_vec();
        for index in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[index] ^= 1;
            assert_ne!(checksum(&damaged), checksum(&bytes));
        }
        assert_ne!(checksum(&bytes[1..]), checksum(&bytes));
        assert_ne!(checksum(b"a"), checksum(b"a\0"));
    }

    #[test]
    fn parts_make_the_sum_of_the_whole() {
        let bytes: Vec<u8> = (0..100).collect();
        for first in 0..bytes.len() {
            for second in first..bytes.len() {
                let mut sum = Checksum::new();
                sum.update(&bytes[..first]);
                sum.update(&bytes[first..second]);
                sum.update(&bytes[second..]);
                assert_eq!(sum.finish(), checksum(&bytes));
            }
        }
    }
}
