//! KMAC and cSHAKE (SP 800-185), which OpenSSL's digests do not have.

use digest::{ExtendableOutput, Update};
use sha3::{CShake128, CShake128Core, CShake256, CShake256Core};

/// cSHAKE of 128 or 256 bits with a function's name and a customization.
pub fn cshake(bits: u32, name: &[u8], customization: &[u8], pieces: &[&[u8]], output_bytes: usize) -> Vec<u8> {
    if bits == 128 {
        let hasher = CShake128::from_core(CShake128Core::new_with_function_name(name, customization));
        return run(hasher, pieces, output_bytes);
    }
    run(CShake256::from_core(CShake256Core::new_with_function_name(name, customization)), pieces, output_bytes)
}

fn run<H: Update + ExtendableOutput>(mut hasher: H, pieces: &[&[u8]], output_bytes: usize) -> Vec<u8> {
    for piece in pieces {
        hasher.update(piece);
    }
    hasher.finalize_boxed(output_bytes).into_vec()
}

/// KMAC of 128 or 256 bits (§4). The length of the output goes into it, in bits.
pub fn kmac(bits: u32, key: &[u8], data: &[u8], customization: &[u8], output_bits: u32) -> Vec<u8> {
    let rate = if bits == 128 { 168 } else { 136 };
    let mut padded = encode(rate as u64, true);
    padded.extend(encode(key.len() as u64 * 8, true));
    padded.extend_from_slice(key);
    padded.resize(padded.len().next_multiple_of(rate), 0);
    let length = encode(u64::from(output_bits), false);
    cshake(bits, b"KMAC", customization, &[&padded, data, &length], output_bits.div_ceil(8) as usize)
}

/// `left_encode` and `right_encode` (§2.3.1): the bytes of a number with their count before or after them.
fn encode(number: u64, is_left: bool) -> Vec<u8> {
    let bytes = number.to_be_bytes();
    let first = bytes.iter().position(|byte| *byte != 0).unwrap_or(7);
    let significant = &bytes[first..];
    let count = significant.len() as u8;
    if is_left { [&[count], significant].concat() } else { [significant, &[count]].concat() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kmac128_makes_the_first_sample_of_the_standard() {
        let key: Vec<u8> = (0x40..=0x5f).collect();
        let expected = [
            0xe5, 0x78, 0x0b, 0x0d, 0x3e, 0xa6, 0xf7, 0xd3, 0xa4, 0x29, 0xc5, 0x70, 0x6a, 0xa4, 0x3a, 0x00, 0xfa, 0xdb,
            0xd7, 0xd4, 0x96, 0x28, 0x83, 0x9e, 0x31, 0x87, 0x24, 0x3f, 0x45, 0x6e, 0xe1, 0x4e,
        ];
        assert_eq!(kmac(128, &key, &[0, 1, 2, 3], b"", 256), expected);
    }
}
