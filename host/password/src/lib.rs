//! `native:password`: argon2 and bcrypt, with the hash strings of `Bun.password`.

mod argon2;
mod bcrypt;
mod generated {
    pub mod password_ops;
}

use ::argon2::Algorithm;
use brio_realm::op::{OpError, Text};
pub use generated::password_ops::AREA;
use generated::password_ops::{PasswordAlgorithm, PasswordOps, PasswordVerdict};

/// State of the area: none.
#[derive(Default)]
pub struct Password;

impl PasswordOps for Password {
    fn hash(password: &[u8], algorithm: PasswordAlgorithm, cost: u32, time_cost: u32) -> Result<Text, OpError> {
        make(password, algorithm, cost, time_cost)
    }

    fn hash_sync(
        &self,
        password: &[u8],
        algorithm: PasswordAlgorithm,
        cost: u32,
        time_cost: u32,
    ) -> Result<Text, OpError> {
        make(password, algorithm, cost, time_cost)
    }

    fn verify(password: &[u8], hash: &[u8], algorithm: PasswordAlgorithm) -> Result<PasswordVerdict, OpError> {
        Ok(compare(password, hash, algorithm))
    }

    fn verify_sync(
        &self,
        password: &[u8],
        hash: &[u8],
        algorithm: PasswordAlgorithm,
    ) -> Result<PasswordVerdict, OpError> {
        Ok(compare(password, hash, algorithm))
    }
}

fn make(password: &[u8], algorithm: PasswordAlgorithm, cost: u32, time_cost: u32) -> Result<Text, OpError> {
    let made = match algorithm {
        PasswordAlgorithm::Bcrypt => bcrypt::hash(password, cost),
        PasswordAlgorithm::Argon2id => argon2::hash(password, Algorithm::Argon2id, cost, time_cost),
        PasswordAlgorithm::Argon2i => argon2::hash(password, Algorithm::Argon2i, cost, time_cost),
        PasswordAlgorithm::Argon2d => argon2::hash(password, Algorithm::Argon2d, cost, time_cost),
    };
    made.map(Text::from)
        .map_err(|reason| OpError::coded("ERR_OPERATION_FAILED", format!("password hashing failed: {reason}")))
}

fn compare(password: &[u8], hash: &[u8], algorithm: PasswordAlgorithm) -> PasswordVerdict {
    // Hashes are ASCII; other bytes are not a valid hash.
    let Ok(text) = std::str::from_utf8(hash) else { return PasswordVerdict::InvalidEncoding };
    if algorithm == PasswordAlgorithm::Bcrypt { bcrypt::verify(password, text) } else { argon2::verify(password, text) }
}

#[cfg(test)]
#[path = "lib_tests.rs"]
mod tests;
