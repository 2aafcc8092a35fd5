//! `native:checksums`: fast hashes that are not cryptographic, for `Bun.hash`. Start reading at `compute`.

mod generated {
    pub mod checksums_ops;
}
mod murmur;
mod wyhash;

use brio_realm::jsc::{Context, Value, ValueKind};
use brio_realm::op::{OpError, Thrown};
use brio_text_encoding::{latin1_to_utf8, utf16_to_utf8};
pub use generated::checksums_ops::AREA;
use generated::checksums_ops::{ChecksumAlgorithm, ChecksumsOps};

/// State of the area: none.
#[derive(Default)]
pub struct Checksums;

impl ChecksumsOps for Checksums {
    fn checksum<'cx>(
        &self,
        cx: Context<'cx>,
        algorithm: ChecksumAlgorithm,
        input: Value<'cx>,
        number: &mut [u8],
    ) -> Result<bool, Thrown<'cx>> {
        let Ok(place) = <&mut [u8; 8]>::try_from(number) else {
            return Err(OpError::coded("ERR_INVALID_ARG_VALUE", "the number must have eight bytes").into());
        };
        let seed = u64::from_le_bytes(*place);
        let Some(hash) = hash_input(cx, input, |bytes| compute(algorithm, bytes, seed))? else { return Ok(false) };
        *place = hash.to_le_bytes();
        Ok(true)
    }
}

/// Calls `hash` with the bytes, or with the string as UTF-8; None for another value.
fn hash_input<'cx>(
    cx: Context<'cx>,
    input: Value<'cx>,
    hash: impl Fn(&[u8]) -> u64,
) -> Result<Option<u64>, Value<'cx>> {
    if input.kind(cx) == ValueKind::String {
        let of_latin1 = |text: &[u8]| {
            if text.is_ascii() { hash(text) } else { hash(&latin1_to_utf8(text)) }
        };
        return input.with_characters(cx, of_latin1, |units| hash(&utf16_to_utf8(units))).map(Some);
    }
    Ok(input.bytes(cx).map(hash))
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
