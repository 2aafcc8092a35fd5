//! MurmurHash2, MurmurHash2 of 64 bits (variant A) and MurmurHash3 of 32 bits (Austin Appleby, public domain).

const M32: u32 = 0x5bd1_e995;
const M64: u64 = 0xc6a4_a793_5bd1_e995;

/// The last bytes of the input as a little-endian number.
fn tail(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// MurmurHash2, 32 bits.
pub fn murmur32_v2(bytes: &[u8], seed: u32) -> u32 {
    let mut hash = seed ^ bytes.len() as u32;
    let mut chunks = bytes.chunks_exact(4);
    for chunk in &mut chunks {
        let mut k = (tail(chunk) as u32).wrapping_mul(M32);
        k = (k ^ k >> 24).wrapping_mul(M32);
        hash = hash.wrapping_mul(M32) ^ k;
    }
    let rest = chunks.remainder();
    if !rest.is_empty() {
        hash = (hash ^ tail(rest) as u32).wrapping_mul(M32);
    }
    hash = (hash ^ hash >> 13).wrapping_mul(M32);
    hash ^ hash >> 15
}

/// MurmurHash2, 64 bits.
pub fn murmur64_v2(bytes: &[u8], seed: u64) -> u64 {
    let mut hash = seed ^ (bytes.len() as u64).wrapping_mul(M64);
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        let mut k = tail(chunk).wrapping_mul(M64);
        k = (k ^ k >> 47).wrapping_mul(M64);
        hash = (hash ^ k).wrapping_mul(M64);
    }
    let rest = chunks.remainder();
    if !rest.is_empty() {
        hash = (hash ^ tail(rest)).wrapping_mul(M64);
    }
    hash = (hash ^ hash >> 47).wrapping_mul(M64);
    hash ^ hash >> 47
}

/// MurmurHash3, 32 bits.
pub fn murmur32_v3(bytes: &[u8], seed: u32) -> u32 {
    let scramble = |k: u32| k.wrapping_mul(0xcc9e_2d51).rotate_left(15).wrapping_mul(0x1b87_3593);
    let mut hash = seed;
    let mut chunks = bytes.chunks_exact(4);
    for chunk in &mut chunks {
        hash = (hash ^ scramble(tail(chunk) as u32)).rotate_left(13).wrapping_mul(5).wrapping_add(0xe654_6b64);
    }
    let rest = chunks.remainder();
    if !rest.is_empty() {
        hash ^= scramble(tail(rest) as u32);
    }
    hash ^= bytes.len() as u32;
    hash = (hash ^ hash >> 16).wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ hash >> 13).wrapping_mul(0xc2b2_ae35);
    hash ^ hash >> 16
}
