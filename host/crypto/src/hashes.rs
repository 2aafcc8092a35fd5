//! The hash functions by name, and incremental hashing. Short inputs are hashed by RustCrypto, which needs no context
//! and no set-up; long ones, and the functions that it lacks, by OpenSSL, whose loops are faster.

use brio_libcrypto::digests::Running;
use digest::{DynDigest, ExtendableOutput, Update};

/// Up to this length OpenSSL's context and first use cost more than its faster loops save.
const SHORT_BYTES_MAX: usize = 16 * 1024;

/// SHA3-224 has the longest block.
const BLOCK_BYTES_MAX: usize = 144;

// RFC 2104 §2.
const INNER_PAD: u8 = 0x36;
const OUTER_PAD: u8 = 0x5c;

/// The properties of a hash function.
pub struct HashFunction {
    pub name: &'static str,
    pub output_bytes: usize,
    pub block_bytes: usize,
    /// Whether the length of its output can be chosen (XOF).
    pub is_extendable: bool,
    start: fn() -> Hasher,
}

macro_rules! fixed {
    ($name:literal, $output:literal, $block:literal, $kind:ty) => {
        HashFunction {
            name: $name,
            output_bytes: $output,
            block_bytes: $block,
            is_extendable: false,
            start: || Hasher::Fixed(Box::<$kind>::default()),
        }
    };
}

macro_rules! of_openssl {
    ($name:literal, $output:literal, $block:literal) => {
        HashFunction {
            name: $name,
            output_bytes: $output,
            block_bytes: $block,
            is_extendable: false,
            start: || {
                Hasher::OpenSsl(
                    Running::start($name).expect("OpenSSL 3 has this function unless it was built without it"),
                )
            },
        }
    };
}

/// Every function, by its OpenSSL name.
pub const FUNCTIONS: &[HashFunction] = &[
    fixed!("md5", 16, 64, md5::Md5),
    fixed!("sha1", 20, 64, sha1::Sha1),
    fixed!("sha224", 28, 64, sha2::Sha224),
    fixed!("sha256", 32, 64, sha2::Sha256),
    fixed!("sha384", 48, 128, sha2::Sha384),
    fixed!("sha512", 64, 128, sha2::Sha512),
    fixed!("sha512-224", 28, 128, sha2::Sha512_224),
    fixed!("sha512-256", 32, 128, sha2::Sha512_256),
    fixed!("sha3-224", 28, 144, sha3::Sha3_224),
    fixed!("sha3-256", 32, 136, sha3::Sha3_256),
    fixed!("sha3-384", 48, 104, sha3::Sha3_384),
    fixed!("sha3-512", 64, 72, sha3::Sha3_512),
    fixed!("keccak-224", 28, 144, sha3::Keccak224),
    fixed!("keccak-256", 32, 136, sha3::Keccak256),
    fixed!("keccak-384", 48, 104, sha3::Keccak384),
    fixed!("keccak-512", 64, 72, sha3::Keccak512),
    fixed!("ripemd160", 20, 64, ripemd::Ripemd160),
    fixed!("blake2b512", 64, 128, blake2::Blake2b512),
    fixed!("blake2s256", 32, 64, blake2::Blake2s256),
    // Only for Bun's CryptoHasher: OpenSSL 3 has the first one in its legacy provider and lacks the second.
    fixed!("md4", 16, 64, md4::Md4),
    fixed!("blake2b256", 32, 128, blake2::Blake2b<digest::consts::U32>),
    of_openssl!("md5-sha1", 36, 64),
    of_openssl!("sm3", 32, 64),
    HashFunction {
        name: "shake128",
        output_bytes: 16,
        block_bytes: 168,
        is_extendable: true,
        start: || Hasher::Shake128(sha3::Shake128::default()),
    },
    HashFunction {
        name: "shake256",
        output_bytes: 32,
        block_bytes: 136,
        is_extendable: true,
        start: || Hasher::Shake256(sha3::Shake256::default()),
    },
];

/// A hash in progress.
pub enum Hasher {
    Fixed(Box<dyn DynDigest>),
    Shake128(sha3::Shake128),
    Shake256(sha3::Shake256),
    OpenSsl(Running),
}

impl Clone for Hasher {
    fn clone(&self) -> Self {
        match self {
            Hasher::Fixed(state) => Hasher::Fixed(state.box_clone()),
            Hasher::Shake128(state) => Hasher::Shake128(state.clone()),
            Hasher::Shake256(state) => Hasher::Shake256(state.clone()),
            Hasher::OpenSsl(state) => Hasher::OpenSsl(state.clone()),
        }
    }
}

impl HashFunction {
    /// The one-shot hash of `bytes`. Only extendable functions use `output_bytes`.
    pub fn hash(&self, bytes: &[u8], output_bytes: usize) -> Vec<u8> {
        let long = if bytes.len() > SHORT_BYTES_MAX { Hasher::start_long(self.name) } else { None };
        let mut hasher = long.unwrap_or_else(|| (self.start)());
        hasher.update(bytes);
        hasher.finish(output_bytes)
    }

    /// HMAC (RFC 2104) of `bytes`, for functions whose output has one length.
    pub fn hmac(&self, key: &[u8], bytes: &[u8]) -> Vec<u8> {
        let hashed_key = (key.len() > self.block_bytes).then(|| self.hash(key, self.output_bytes));
        let key = hashed_key.as_deref().unwrap_or(key);
        let inner = self.keyed(key, INNER_PAD, bytes);
        self.keyed(key, OUTER_PAD, &inner)
    }

    fn keyed(&self, key: &[u8], pad: u8, bytes: &[u8]) -> Vec<u8> {
        let mut block = [pad; BLOCK_BYTES_MAX];
        block.iter_mut().zip(key).for_each(|(pad, byte)| *pad ^= byte);
        let mut hasher = (self.start)();
        hasher.update(&block[..self.block_bytes]);
        hasher.update(bytes);
        hasher.finish(self.output_bytes)
    }
}

impl Hasher {
    /// Starts the function called `name`; None for an unknown name.
    pub fn start(name: &str) -> Option<Hasher> {
        FUNCTIONS.iter().find(|function| function.name == name).map(|function| (function.start)())
    }

    /// As `start`, for long input.
    pub fn start_long(name: &str) -> Option<Hasher> {
        // Not every OpenSSL build has every function of the table.
        let has_function = FUNCTIONS.iter().any(|function| function.name == name);
        let running = if has_function { Running::start(name) } else { None };
        running.map(Hasher::OpenSsl).or_else(|| Hasher::start(name))
    }

    /// Adds a chunk.
    pub fn update(&mut self, bytes: &[u8]) {
        match self {
            Hasher::Fixed(state) => state.update(bytes),
            Hasher::Shake128(state) => state.update(bytes),
            Hasher::Shake256(state) => state.update(bytes),
            Hasher::OpenSsl(state) => state.update(bytes),
        }
    }

    /// Returns the hash. Only extendable functions use `output_bytes`.
    pub fn finish(self, output_bytes: usize) -> Vec<u8> {
        match self {
            Hasher::Fixed(state) => state.finalize().into_vec(),
            Hasher::Shake128(state) => state.finalize_boxed(output_bytes).into_vec(),
            Hasher::Shake256(state) => state.finalize_boxed(output_bytes).into_vec(),
            Hasher::OpenSsl(state) => state.finish(output_bytes),
        }
    }
}

#[cfg(test)]
#[path = "hashes_tests.rs"]
mod tests;
