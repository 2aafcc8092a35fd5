//! Diffie-Hellman over a prime field, with numbers as big-endian bytes, and key agreement between keys of any type.

use crate::Failure;
use crate::keys::{private, public};
use openssl::bn::{BigNum, BigNumContext};
use openssl::dh::Dh;
use openssl::pkey::Id;
use openssl::pkey_ctx::PkeyCtx;

const NOT_PRIME: u32 = 1;
const NOT_SAFE_PRIME: u32 = 2;
const UNABLE_TO_CHECK_GENERATOR: u32 = 4;
const NOT_SUITABLE_GENERATOR: u32 = 8;
const MODULUS_TOO_SMALL: u32 = 0x80;
const MODULUS_TOO_LARGE: u32 = 0x100;
const BITS_MIN: i32 = 512;
const BITS_MAX: i32 = 10_000;

/// The shared secret of two keys. Secrets of Diffie-Hellman have the length of the prime.
pub fn agree(own: &[u8], other: &[u8]) -> Result<Vec<u8>, Failure> {
    let own = private(own)?;
    let other = public(other)?;
    let mut context = PkeyCtx::new(&own)?;
    context.derive_init()?;
    context.derive_set_peer(&other)?;
    let mut secret = Vec::new();
    context.derive_to_vec(&mut secret)?;
    if own.id() == Id::DH || own.id() == Id::DHX {
        let missing = own.size().saturating_sub(secret.len());
        secret.splice(0..0, std::iter::repeat_n(0, missing));
    }
    Ok(secret)
}

/// A new private key and its public key.
pub fn generate(prime: &[u8], generator: &[u8]) -> Result<(Vec<u8>, Vec<u8>), Failure> {
    let dh = Dh::from_pqg(BigNum::from_slice(prime)?, None, BigNum::from_slice(generator)?)?.generate_key()?;
    Ok((dh.private_key().to_vec(), dh.public_key().to_vec()))
}

/// The public key of a private one.
pub fn public_of(prime: &[u8], generator: &[u8], own: &[u8]) -> Result<Vec<u8>, Failure> {
    power(generator, own, prime).map(|number| number.to_vec())
}

/// The shared secret with the public key `other`, as long as the prime.
pub fn compute(prime: &[u8], own: &[u8], other: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut modulus = BigNum::from_slice(prime)?;
    let length = modulus.num_bytes();
    let other_number = BigNum::from_slice(other)?;
    let key_problem = |what: &str| Failure::coded("ERR_CRYPTO_INVALID_KEYLEN", format!("Supplied key is too {what}"));
    if other_number <= BigNum::from_u32(1)? {
        return Err(key_problem("small"));
    }
    modulus.sub_word(1)?;
    if other_number >= modulus {
        return Err(key_problem("large"));
    }
    Ok(power(other, own, prime)?.to_vec_padded(length)?)
}

fn power(base: &[u8], exponent: &[u8], modulus: &[u8]) -> Result<BigNum, Failure> {
    let mut exponent = BigNum::from_slice(exponent)?;
    exponent.set_const_time();
    let mut result = BigNum::new()?;
    let mut context = BigNumContext::new_secure()?;
    result.mod_exp(&*BigNum::from_slice(base)?, &exponent, &*BigNum::from_slice(modulus)?, &mut context)?;
    Ok(result)
}

/// Checks a prime and a generator: returns the sum of OpenSSL's `DH_CHECK_…` flags.
pub fn check(prime: &[u8], generator: &[u8]) -> Result<u32, Failure> {
    let prime = BigNum::from_slice(prime)?;
    let generator = BigNum::from_slice(generator)?;
    let mut problems = 0;
    if prime.num_bits() < BITS_MIN {
        problems |= MODULUS_TOO_SMALL;
    }
    if prime.num_bits() > BITS_MAX {
        return Ok(problems | MODULUS_TOO_LARGE);
    }
    let mut context = BigNumContext::new()?;
    let one = BigNum::from_u32(1)?;
    let mut below = prime.to_owned()?;
    below.sub_word(u32::from(!prime.is_negative()))?;
    if generator <= one || generator >= below {
        problems |= NOT_SUITABLE_GENERATOR;
    }
    if !prime.is_bit_set(0) || !prime.is_prime(64, &mut context)? {
        problems |= NOT_PRIME;
    } else {
        let mut half = BigNum::new()?;
        half.rshift1(&prime)?;
        if !half.is_prime(64, &mut context)? {
            problems |= NOT_SAFE_PRIME;
        }
    }
    debug_assert_eq!(problems & UNABLE_TO_CHECK_GENERATOR, 0);
    Ok(problems)
}

/// The prime of a group of RFC 2409 or RFC 3526; None for an unknown name.
pub fn group_prime(name: &str) -> Result<Option<Vec<u8>>, Failure> {
    let prime = match name {
        "modp1" => BigNum::get_rfc2409_prime_768()?,
        "modp2" => BigNum::get_rfc2409_prime_1024()?,
        "modp5" => BigNum::get_rfc3526_prime_1536()?,
        "modp14" => BigNum::get_rfc3526_prime_2048()?,
        "modp15" => BigNum::get_rfc3526_prime_3072()?,
        "modp16" => BigNum::get_rfc3526_prime_4096()?,
        "modp17" => BigNum::get_rfc3526_prime_6144()?,
        "modp18" => BigNum::get_rfc3526_prime_8192()?,
        _ => return Ok(None),
    };
    Ok(Some(prime.to_vec()))
}
