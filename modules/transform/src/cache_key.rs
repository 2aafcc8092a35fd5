//! The key of a transform's result in the disk cache.

use std::hash::{Hash, Hasher};

use xxhash_rust::xxh3::Xxh3;

use crate::options::Options;

/// Changes whenever equal input may produce different output.
const REVISION: &str = concat!(env!("CARGO_PKG_VERSION"), "-20");

/// A 128-bit digest of everything the output depends on: source, options, and this crate's version.
pub fn cache_key(source: &str, options: &Options) -> u128 {
    let mut hasher = Xxh3::new();
    hasher.update(REVISION.as_bytes());
    options.hash(&mut HashInto(&mut hasher));
    hasher.update(&(source.len() as u64).to_le_bytes());
    hasher.update(source.as_bytes());
    hasher.digest128()
}

/// Feeds `#[derive(Hash)]` into the digest.
struct HashInto<'h>(&'h mut Xxh3);

impl Hasher for HashInto<'_> {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        self.0.digest()
    }
}
