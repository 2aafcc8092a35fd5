//! Prime numbers, as big-endian bytes.

use crate::Failure;
use openssl::bn::{BigNum, BigNumContext};

/// A prime of `bits` bits; `p mod add = rem` when those are given (`rem` defaults to 1, or 3 for safe primes).
pub fn generate(bits: u32, is_safe: bool, add: Option<&[u8]>, rem: Option<&[u8]>) -> Result<Vec<u8>, Failure> {
    let add = add.map(BigNum::from_slice).transpose()?;
    let rem = rem.map(BigNum::from_slice).transpose()?;
    let mut prime = BigNum::new()?;
    prime.generate_prime(bits as i32, is_safe, add.as_deref(), rem.as_deref())?;
    Ok(prime.to_vec_padded(bits.div_ceil(8) as i32)?)
}

/// Whether the number is prime; `checks` rounds of Miller-Rabin, 0 for OpenSSL's default.
pub fn check(candidate: &[u8], checks: u32) -> Result<bool, Failure> {
    let mut context = BigNumContext::new()?;
    Ok(BigNum::from_slice(candidate)?.is_prime(checks as i32, &mut context)?)
}
