//! `native:checksums`: fast hashes that are not cryptographic, for `Bun.hash`. Start reading at `compute`.

mod generated {
    pub mod checksums_ops;
}
mod murmur;
mod wyhash;

use brio_realm::op::OpError;
pub use generated::checksums_ops::AREA;
use generated::checksums_ops::{ChecksumAlgorithm, ChecksumsOps};

/// State of the area: none.
#[derive(Default)]
pub struct Checksums;

impl ChecksumsOps for Checksums {
    fn checksum(&self, algorithm: ChecksumAlgorithm, bytes: &[u8], number: &mut [u8]) -> Result<(), OpError> {
        let Ok(place) = <&mut [u8; 8]>::try_from(number) else {
            return Err(OpError::coded("ERR_INVALID_ARG_VALUE", "the number must have eight bytes"));
        };
        *place = compute(algorithm, bytes, u64::from_le_bytes(*place)).to_le_bytes();
        Ok(())
    }
}

fn compute(algorithm: ChecksumAlgorithm, bytes: &[u8], seed: u64) -> u64 {
    // Algorithms with a 32-bit seed ignore its upper half.
    let short = seed as u32;
    match algorithm {
        ChecksumAlgorithm::Wyhash => wyhash::hash(bytes, seed),
        ChecksumAlgorithm::Adler32 => u64::from(adler2::adler32_slice(bytes)),
        ChecksumAlgorithm::Crc32 => crc32(bytes, short),
        ChecksumAlgorithm::CityHash32 => u64::from(cityhasher::hash::<u32>(bytes)),
        ChecksumAlgorithm::CityHash64 => cityhasher::hash_with_seed::<u64>(bytes, seed),
        ChecksumAlgorithm::XxHash32 => u64::from(twox_hash::XxHash32::oneshot(short, bytes)),
        ChecksumAlgorithm::XxHash64 => twox_hash::XxHash64::oneshot(seed, bytes),
        ChecksumAlgorithm::XxHash3 => twox_hash::XxHash3_64::oneshot_with_seed(seed, bytes),
        ChecksumAlgorithm::Murmur32V2 => u64::from(murmur::murmur32_v2(bytes, short)),
        ChecksumAlgorithm::Murmur32V3 => u64::from(murmur::murmur32_v3(bytes, short)),
        ChecksumAlgorithm::Murmur64V2 => murmur::murmur64_v2(bytes, seed),
        ChecksumAlgorithm::Rapidhash => {
            rapidhash::v1::rapidhash_v1_seeded(bytes, &rapidhash::v1::RapidSecrets::seed_cpp(seed))
        }
    }
}

/// The seed is the checksum of the preceding bytes.
fn crc32(bytes: &[u8], seed: u32) -> u64 {
    let mut hasher = crc32fast::Hasher::new_with_initial(seed);
    hasher.update(bytes);
    u64::from(hasher.finalize())
}

#[cfg(test)]
#[path = "lib_tests.rs"]
mod tests;
