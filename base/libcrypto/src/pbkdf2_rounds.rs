//! PBKDF2 with HMAC of SHA-256 and SHA-512, block by block. Each round of a general HMAC copies two hash functions with
//! their buffers; here it is two compressions of one block from states that are computed once (RFC 8018 §5.2,
//! FIPS 198-1).

use hmac::digest::KeyInit;
use hmac::{Mac, SimpleHmac};
use sha2::digest::generic_array::GenericArray;
use sha2::{Digest, Sha256, Sha512};

const INNER_PAD: u8 = 0x36;
const OUTER_PAD: u8 = 0x5c;
/// What follows a message before its length.
const MESSAGE_END: u8 = 0x80;

macro_rules! rounds {
    ($derive:ident, $hash:ty, $word:ty, $length:ty, $block_bytes:literal, $digest_bytes:literal, $compress:path, $initial:expr) => {
        /// Fills `key` with `iterations` rounds; 0 count as one.
        pub fn $derive(password: &[u8], salt: &[u8], iterations: u32, key: &mut [u8]) {
            const WORD_BYTES: usize = size_of::<$word>();
            let compress = |state: &mut [$word; 8], block: &[u8; $block_bytes]| {
                $compress(state, std::slice::from_ref(GenericArray::from_slice(block)));
            };
            let mut secret = [0; $block_bytes];
            if password.len() > $block_bytes {
                secret[..$digest_bytes].copy_from_slice(&<$hash>::digest(password));
            } else {
                secret[..password.len()].copy_from_slice(password);
            }
            let padded = |pad: u8| {
                let mut state = $initial;
                compress(&mut state, &secret.map(|byte| byte ^ pad));
                state
            };
            let (inner, outer) = (padded(INNER_PAD), padded(OUTER_PAD));
            let start =
                <SimpleHmac<$hash> as KeyInit>::new_from_slice(password).expect("HMAC takes keys of any length");
            // A digest behind a block of the key, with the end of a message and its length in bits.
            let mut block = [0; $block_bytes];
            block[$digest_bytes] = MESSAGE_END;
            let bits: $length = ($block_bytes + $digest_bytes) * 8;
            block[$block_bytes - size_of::<$length>()..].copy_from_slice(&bits.to_be_bytes());
            for (part, number) in key.chunks_mut($digest_bytes).zip(1_u32..) {
                let first = start.clone().chain_update(salt).chain_update(number.to_be_bytes()).finalize().into_bytes();
                block[..$digest_bytes].copy_from_slice(&first);
                let mut sum: [$word; 8] = words(&first);
                for _ in 1..iterations {
                    let mut state = inner;
                    compress(&mut state, &block);
                    write_words(&state, &mut block);
                    state = outer;
                    compress(&mut state, &block);
                    write_words(&state, &mut block);
                    sum.iter_mut().zip(state).for_each(|(sum, word)| *sum ^= word);
                }
                let bytes = sum.iter().flat_map(|word| word.to_be_bytes());
                part.iter_mut().zip(bytes).for_each(|(target, byte)| *target = byte);
            }

            fn words(bytes: &[u8]) -> [$word; 8] {
                let mut words = [0; 8];
                for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<WORD_BYTES>().0) {
                    *word = <$word>::from_be_bytes(*bytes);
                }
                words
            }

            fn write_words(words: &[$word; 8], block: &mut [u8; $block_bytes]) {
                for (bytes, word) in block.as_chunks_mut::<WORD_BYTES>().0.iter_mut().zip(words) {
                    *bytes = word.to_be_bytes();
                }
            }
        }
    };
}

rounds!(sha256, Sha256, u32, u64, 64, 32, sha2::compress256, SHA256_INITIAL);
rounds!(sha512, Sha512, u64, u128, 128, 64, sha2::compress512, SHA512_INITIAL);

/// FIPS 180-4 §5.3.3.
const SHA256_INITIAL: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];
/// FIPS 180-4 §5.3.5.
const SHA512_INITIAL: [u64; 8] = [
    0x6a09_e667_f3bc_c908,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

#[cfg(test)]
#[path = "pbkdf2_rounds_tests.rs"]
mod tests;
