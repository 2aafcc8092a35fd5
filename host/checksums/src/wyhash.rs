//! wyhash, final version 4, with its default secret (https://github.com/wangyi-fudan/wyhash, public domain).

const SECRET: [u64; 4] = [0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db, 0x8ebc_6af0_9c88_c6e3, 0x5899_65cc_7537_4cc3];

fn read8(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

fn read4(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")))
}

fn multiply(left: u64, right: u64) -> (u64, u64) {
    let product = u128::from(left) * u128::from(right);
    (product as u64, (product >> 64) as u64)
}

fn mix(left: u64, right: u64) -> u64 {
    let (low, high) = multiply(left, right);
    low ^ high
}

/// The hash of bytes.
pub fn hash(bytes: &[u8], seed: u64) -> u64 {
    let length = bytes.len();
    let mut seed = seed ^ mix(seed ^ SECRET[0], SECRET[1]);
    let (a, b) = if length <= 16 {
        short(bytes)
    } else {
        let mut at = 0;
        if length >= 48 {
            let (mut second, mut third) = (seed, seed);
            while length - at > 48 {
                seed = mix(read8(bytes, at) ^ SECRET[1], read8(bytes, at + 8) ^ seed);
                second = mix(read8(bytes, at + 16) ^ SECRET[2], read8(bytes, at + 24) ^ second);
                third = mix(read8(bytes, at + 32) ^ SECRET[3], read8(bytes, at + 40) ^ third);
                at += 48;
            }
            seed ^= second ^ third;
        }
        while length - at > 16 {
            seed = mix(read8(bytes, at) ^ SECRET[1], read8(bytes, at + 8) ^ seed);
            at += 16;
        }
        (read8(bytes, length - 16), read8(bytes, length - 8))
    };
    let (low, high) = multiply(a ^ SECRET[1], b ^ seed);
    mix(low ^ SECRET[0] ^ length as u64, high ^ SECRET[1])
}

fn short(bytes: &[u8]) -> (u64, u64) {
    let length = bytes.len();
    if length >= 4 {
        let step = (length >> 3) << 2;
        return (
            read4(bytes, 0) << 32 | read4(bytes, step),
            read4(bytes, length - 4) << 32 | read4(bytes, length - 4 - step),
        );
    }
    if length == 0 {
        return (0, 0);
    }
    (u64::from(bytes[0]) << 16 | u64::from(bytes[length >> 1]) << 8 | u64::from(bytes[length - 1]), 0)
}
